//! The search in the order of what is left in the hand.
//!
//! States are taken up in the order of the cost so far plus the bound on the rest, the newest first
//! among equals. So the first complete sweep is a best one, and where the bound is right the search
//! goes straight through.

use core::cell::RefCell;

use super::bounds::{Bounds, NEVER};
use super::problem::{Problem, Step};
use super::runs::{IDLE, NEED, NEXT};

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
    let mut taken = 0;
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
        if taken > budget.0 {
            return None;
        }
        let Scratch { bounds, nodes, queue, seen } = scratch;
        expand(problem, bounds, node.state, &mut |state, step, paid, rest| {
            let cost = node.cost + paid;
            if seen.improve(state.key(), cost) {
                nodes.push(Node { state, step, parent: index, cost });
                queue.push(cost + rest, nodes.len() as u32 - 1);
            }
        });
    }
    None
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
        let Scratch { bounds, nodes, seen, .. } = scratch;
        expand(problem, bounds, node.state, &mut |state, step, paid, rest| {
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

/// Calls `visit` with each state after the next position, the step to it, what the step leaves in
/// the hand and the bound on the rest.
fn expand(problem: &Problem, bounds: &Bounds, state: State, visit: &mut impl FnMut(State, Step, u16, u16)) {
    let position = state.position as usize;
    for &sets in problem.takes(position) {
        let branch = Branch { problem, bounds, state, position, sets };
        let opening = position == problem.first && problem.high != [0; 4];
        if opening {
            branch.each_high(0, [0; 4], visit)
        } else {
            branch.suit(0, Step { sets, ..Step::default() }, [0; 4], 0, 0, visit)
        }
    }
}

/// The states after one choice of sets.
struct Branch<'a> {
    problem: &'a Problem,
    bounds: &'a Bounds,
    state: State,
    position: usize,
    sets: [u8; 4],
}

impl Branch<'_> {
    /// Chooses how many aces of each suit are kept for the end of the sweep.
    fn each_high(&self, suit: usize, high: [u8; 4], visit: &mut impl FnMut(State, Step, u16, u16)) {
        if suit == 4 {
            let step = Step { sets: self.sets, high, ..Step::default() };
            return self.suit(0, step, [0; 4], 0, 0, visit);
        }
        let left = self.problem.count[self.position][suit] - self.sets[suit];
        for kept in 0..=left.min(self.problem.high[suit]) {
            let mut high = high;
            high[suit] = kept;
            self.each_high(suit + 1, high, visit);
        }
    }

    /// Chooses how many cards of each suit from this one on go into runs.
    fn suit(
        &self,
        suit: usize,
        step: Step,
        next: [u8; 4],
        paid: u16,
        rest: u16,
        visit: &mut impl FnMut(State, Step, u16, u16),
    ) {
        if suit == 4 {
            let high = if self.position == self.problem.first { step.high } else { self.state.high };
            let state = State { position: self.position as u8 + 1, runs: next, high };
            return visit(state, step, paid, rest);
        }
        let problem = self.problem;
        let taken = step.sets[suit] + step.high[suit];
        let count = problem.count[self.position][suit];
        let open = self.state.runs[suit] as usize;
        let high = if self.position == problem.first { step.high[suit] } else { self.state.high[suit] };
        if taken > count {
            return;
        }
        let least = NEED[open].max(problem.must[self.position][suit].saturating_sub(taken));
        for runs in least..=count - taken {
            let after = NEXT[open][runs as usize];
            let bound = self.bounds.rest(self.position + 1, suit, high, after);
            if bound < NEVER {
                let (mut step, mut next) = (step, next);
                step.runs[suit] = runs;
                next[suit] = after;
                let left = u16::from(count - taken - runs) * problem.weight[self.position];
                self.suit(suit + 1, step, next, paid + left, rest + bound, visit);
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
