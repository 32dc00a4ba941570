//! The search in the order of what is left in the hand.
//!
//! States are taken up in the order of the cost so far plus the bound on the rest, the newest first
//! among equals. So the first complete sweep is a best one, and where the bound is right the search
//! goes straight through.

use core::cell::RefCell;
use core::cmp::Reverse;

use super::bounds::{Bounds, NEVER};
use super::problem::{Problem, Step};
use super::runs::{IDLE, MAX_OPEN, NEED, NEXT};

/// How many states a search may take up.
#[derive(Clone, Copy)]
pub struct Budget(u64);

impl Budget {
    /// No bound for `None`.
    pub fn new(nodes: Option<u64>) -> Self {
        Self(nodes.unwrap_or(u64::MAX))
    }
}

/// The steps of a complete sweep, one for each position.
pub struct Found {
    pub steps: Vec<Step>,
    pub exact: bool,
}

/// The open runs of each suit before a position, and the aces kept for the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub position: u8,
    pub runs: [u8; 4],
    pub high: [u8; 4],
}

impl State {
    /// Nothing decided yet.
    pub fn start(problem: &Problem) -> Self {
        Self { position: problem.first as u8, runs: [IDLE; 4], high: [0; 4] }
    }

    /// A number of its own for each state.
    fn key(self) -> u64 {
        let high = self.high.iter().fold(0, |bits, &kept| bits << 3 | u64::from(kept));
        (u64::from(u32::from_le_bytes(self.runs)) << 16 | high << 4) | u64::from(self.position)
    }
}

/// A state, how it was reached, and at what cost.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    step: Step,
    parent: u32,
    cost: u16,
}

const NO_PARENT: u32 = u32::MAX;

/// Memory that a search works in; nothing in it outlives the search.
#[derive(Default)]
pub struct Scratch {
    pub bounds: Bounds,
    nodes: Vec<Node>,
    queue: Queue,
    seen: Seen,
    fan: Fan,
}

/// Above this many nodes a search gives its memory back.
const KEEP_NODES: usize = 1 << 16;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Runs a search in this thread's memory, so that a call allocates next to nothing.
pub fn with_scratch<T>(search: impl FnOnce(&mut Scratch) -> T) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        let answer = search(scratch);
        scratch.clear();
        answer
    })
}

impl Scratch {
    fn clear(&mut self) {
        if self.nodes.len() > KEEP_NODES {
            *self = Self::default();
        }
        self.nodes.clear();
        self.queue.clear();
        self.seen.clear();
    }

    fn steps_to(&self, mut node: u32) -> Vec<Step> {
        let mut steps = Vec::with_capacity(16);
        while node != NO_PARENT && self.nodes[node as usize].parent != NO_PARENT {
            steps.push(self.nodes[node as usize].step);
            node = self.nodes[node as usize].parent;
        }
        steps.reverse();
        steps
    }
}

/// A sweep of least cost that leaves fewer cards in the hand than there are, or `None`.
///
/// Half of a budget goes to the search in order; if that does not end it, the other half goes deep
/// from the states still waiting, to find any good sweep.
pub fn find_best(problem: &Problem, scratch: &mut Scratch, budget: Budget) -> Option<Found> {
    scratch.bounds.fill(problem);
    let nothing = problem.cost_of_nothing();
    let start: u16 = scratch.bounds.start.iter().sum();
    if start >= nothing.max(1) && nothing > 0 || start >= NEVER {
        return None;
    }
    let root = State::start(problem);
    scratch.nodes.push(Node { state: root, step: Step::default(), parent: NO_PARENT, cost: 0 });
    scratch.queue.push(start, 0);
    let (mut taken, mut done) = (0, None);
    while let Some((bound, index)) = scratch.queue.pop() {
        // From here on every play leaves the whole hand.
        if nothing > 0 && bound >= nothing {
            return None;
        }
        let node = scratch.nodes[index as usize];
        if node.state.position as usize == problem.end {
            return Some(Found { steps: scratch.steps_to(index), exact: true });
        }
        if scratch.seen.is_beaten(node.state.key(), node.cost) {
            continue;
        }
        taken += 1;
        if taken > budget.0.div_ceil(2) {
            scratch.queue.push(bound, index);
            return dive(problem, scratch, budget.0 / 2, nothing, bound);
        }
        let Scratch { bounds, nodes, queue, seen, fan } = scratch;
        // The start has many states after it where aces may be kept for the end: they are made as
        // the bound reaches them.
        let window = if index == 0 { Window { above: done, to: bound } } else { Window::ALL };
        let next = fan.expand(problem, bounds, node.state, window, &mut |state, step, paid, rest| {
            let cost = node.cost + paid;
            if seen.improve(state.key(), cost) {
                nodes.push(Node { state, step, parent: index, cost });
                queue.push(cost + rest, nodes.len() as u32 - 1);
            }
        });
        if index == 0 {
            done = Some(bound);
            if let Some(next) = next {
                queue.push(next, 0);
            }
        }
    }
    None
}

/// The best sweep that going deep first from the states still waiting finds with `nodes` more of them.
///
/// Nothing costs less than `least`, so a sweep that costs just that is proven best.
fn dive(problem: &Problem, scratch: &mut Scratch, nodes: u64, nothing: u16, least: u16) -> Option<Found> {
    let mut stack = scratch.queue.drain();
    stack.sort_by_key(|&(bound, index)| (scratch.nodes[index as usize].state.position, Reverse(bound), index));
    let (mut best, mut found, mut taken) = (nothing.max(1), None, 0);
    while let Some((bound, index)) = stack.pop() {
        let node = scratch.nodes[index as usize];
        if bound >= best {
            continue;
        }
        if node.state.position as usize == problem.end {
            (best, found) = (bound, Some(index));
            continue;
        }
        taken += 1;
        if taken > nodes || best == least {
            break;
        }
        let Scratch { bounds, nodes, seen, fan, .. } = scratch;
        let first = stack.len();
        fan.expand(problem, bounds, node.state, Window::ALL, &mut |state, step, paid, rest| {
            let cost = node.cost + paid;
            if seen.improve(state.key(), cost) {
                nodes.push(Node { state, step, parent: index, cost });
                stack.push((cost + rest, nodes.len() as u32 - 1));
            }
        });
        stack[first..].sort_by_key(|&(bound, index)| (Reverse(bound), index));
    }
    found.map(|index| Found { steps: scratch.steps_to(index), exact: best == least })
}

/// Whether a sweep melds any hand card: depth first, stopping at the first one.
pub fn can_play(problem: &Problem, scratch: &mut Scratch) -> bool {
    scratch.bounds.fill(problem);
    let nothing = problem.cost_of_nothing();
    if scratch.bounds.start.iter().sum::<u16>() >= nothing {
        return false;
    }
    // The cost of a node is zero until a hand card is melded, then one.
    let root = State::start(problem);
    scratch.nodes.push(Node { state: root, step: Step::default(), parent: NO_PARENT, cost: 0 });
    while let Some(node) = scratch.nodes.pop() {
        if node.state.position as usize == problem.end {
            return true;
        }
        let Scratch { bounds, nodes, seen, fan, .. } = scratch;
        fan.expand(problem, bounds, node.state, Window::ALL, &mut |state, step, paid, rest| {
            let position = node.state.position as usize;
            let melded = node.cost > 0 || paid < problem.cost_of_position(position);
            if !melded && rest >= problem.cost_from(position + 1) {
                return;
            }
            // A state reached with a card melded is as good as one without.
            if seen.improve(state.key(), u16::from(!melded)) {
                nodes.push(Node { state, step, parent: NO_PARENT, cost: u16::from(melded) });
            }
        });
    }
    false
}

/// Which states after a position to visit: those whose payment and bound together are in this range.
#[derive(Clone, Copy)]
struct Window {
    /// Above this.
    above: Option<u16>,
    /// Up to this.
    to: u16,
}

impl Window {
    const ALL: Self = Self { above: None, to: u16::MAX };
}

/// What one suit can do at a position: cards that go on runs, aces kept for the end of the sweep,
/// the open runs after it, what is left in the hand and the bound on the rest.
#[derive(Clone, Copy, Default)]
struct Turn {
    runs: u8,
    high: u8,
    after: u8,
    left: u16,
    rest: u16,
}

impl Turn {
    fn total(self) -> u16 {
        self.left + self.rest
    }
}

/// Most turns of one suit: the ways to share [`MAX_OPEN`] cards between runs, the end and the hand.
const TURNS: usize = (MAX_OPEN + 1) * (MAX_OPEN + 2) / 2;

/// All turns of all suits at one position, by suit and by the number of its cards that go into sets.
///
/// Kept from state to state: what is not filled for one is never read for it.
struct Fan {
    turns: [[[Turn; TURNS]; MAX_OPEN + 1]; 4],
    len: [[u8; MAX_OPEN + 1]; 4],
    /// For each suit, bit `n` says that there is a turn with `n` cards in sets.
    alive: [u8; 4],
}

impl Default for Fan {
    fn default() -> Self {
        Self { turns: [[[Turn::default(); TURNS]; MAX_OPEN + 1]; 4], len: [[0; MAX_OPEN + 1]; 4], alive: [0; 4] }
    }
}

impl Fan {
    /// Calls `visit` with each state after the next position, the step to it, what the step leaves
    /// in the hand and the bound on the rest. Returns the least total above the window.
    fn expand(
        &mut self,
        problem: &Problem,
        bounds: &Bounds,
        state: State,
        window: Window,
        visit: &mut impl FnMut(State, Step, u16, u16),
    ) -> Option<u16> {
        let position = state.position as usize;
        for suit in 0..4 {
            self.fill(problem, bounds, state, suit);
        }
        let mut next = None;
        for &sets in problem.takes(position) {
            let alive = (0..4).fold(1, |alive, suit| alive & self.alive[suit] >> sets[suit]);
            if alive == 1 {
                self.combine(problem, state, sets, window, &mut next, visit);
            }
        }
        next
    }

    fn fill(&mut self, problem: &Problem, bounds: &Bounds, state: State, suit: usize) {
        let position = state.position as usize;
        let (count, must) = (problem.count[position][suit], problem.must[position][suit]);
        let open = state.runs[suit] as usize;
        let keeps = if position == problem.first { problem.high[suit] } else { 0 };
        let mut alive = 0;
        for sets in 0..=problem.most[position][suit] {
            let turns = &mut self.turns[suit][sets as usize];
            let mut len = 0;
            for high in 0..=keeps.min(count - sets) {
                let taken = sets + high;
                let rest = bounds.row(position + 1, suit, state.high[suit] + high);
                for runs in NEED[open].max(must.saturating_sub(taken))..=count - taken {
                    let after = NEXT[open][runs as usize];
                    let rest = rest[after as usize];
                    if rest < NEVER {
                        let left = u16::from(count - taken - runs) * problem.weight[position];
                        turns[len] = Turn { runs, high, after, left, rest };
                        len += 1;
                    }
                }
            }
            self.len[suit][sets as usize] = len as u8;
            alive |= u8::from(len > 0) << sets;
        }
        self.alive[suit] = alive;
    }

    /// Visits every combination of the suits' turns with this choice of sets.
    fn combine(
        &self,
        problem: &Problem,
        state: State,
        sets: [u8; 4],
        window: Window,
        next: &mut Option<u16>,
        visit: &mut impl FnMut(State, Step, u16, u16),
    ) {
        let lists: [&[Turn]; 4] = core::array::from_fn(|suit| {
            let sets = sets[suit] as usize;
            &self.turns[suit][sets][..self.len[suit][sets] as usize]
        });
        let opening = state.position as usize == problem.first;
        for c in lists[0] {
            for d in lists[1] {
                for h in lists[2] {
                    for s in lists[3] {
                        let total = c.total() + d.total() + h.total() + s.total();
                        if total > window.to {
                            *next = Some(next.map_or(total, |least| least.min(total)));
                            continue;
                        }
                        if window.above.is_some_and(|above| total <= above) {
                            continue;
                        }
                        let high = [c.high, d.high, h.high, s.high];
                        let runs = [c.after, d.after, h.after, s.after];
                        let kept = if opening { high } else { state.high };
                        let after = State { position: state.position + 1, runs, high: kept };
                        let step = Step { sets, runs: [c.runs, d.runs, h.runs, s.runs], high };
                        let left = c.left + d.left + h.left + s.left;
                        visit(after, step, left, total - left);
                    }
                }
            }
        }
    }
}

/// Nodes by bound, the newest first among equals.
#[derive(Default)]
struct Queue {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, bound: u16, node: u32) {
        let bound = bound as usize;
        if bound >= self.buckets.len() {
            self.buckets.resize_with(bound + 1, Vec::new);
        }
        self.lowest = self.lowest.min(bound);
        self.buckets[bound].push(node);
    }

    fn pop(&mut self) -> Option<(u16, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(node) = bucket.pop() {
                return Some((self.lowest as u16, node));
            }
            self.lowest += 1;
        }
        None
    }

    /// Takes every node out, with its bound.
    fn drain(&mut self) -> Vec<(u16, u32)> {
        let buckets = self.buckets.iter_mut().enumerate();
        buckets.flat_map(|(bound, bucket)| bucket.drain(..).map(move |node| (bound as u16, node))).collect()
    }

    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.lowest = 0;
    }
}

/// The least cost at which each state was reached: an open-addressed table that is emptied by
/// counting up.
struct Seen {
    slots: Vec<Slot>,
    used: usize,
    round: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    round: u32,
    cost: u16,
}

impl Default for Seen {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); 256], used: 0, round: 1 }
    }
}

impl Seen {
    /// Records a cost; `false` if the state was reached as cheaply before.
    fn improve(&mut self, key: u64, cost: u16) -> bool {
        if 2 * self.used >= self.slots.len() {
            self.grow();
        }
        let place = self.find(key);
        let slot = &mut self.slots[place];
        if slot.round == self.round {
            if slot.cost <= cost {
                return false;
            }
            slot.cost = cost;
        } else {
            *slot = Slot { key, round: self.round, cost };
            self.used += 1;
        }
        true
    }

    /// Whether the state was reached at less cost.
    fn is_beaten(&self, key: u64, cost: u16) -> bool {
        let slot = self.slots[self.find(key)];
        slot.round == self.round && slot.cost < cost
    }

    fn find(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The odd multiplier is the golden ratio's: it spreads keys that differ in few bits.
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.slots[place].round == self.round && self.slots[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); 4 * self.slots.len()];
        let old = core::mem::replace(&mut self.slots, larger);
        for slot in old.into_iter().filter(|slot| slot.round == self.round) {
            let place = self.find(slot.key);
            self.slots[place] = slot;
        }
    }

    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::default());
            1
        });
    }
}
