//! The search in the order of what is left in the hand.
//!
//! States are taken up in the order of the cost so far plus the bound on the rest, the newest first
//! among equals. So the first complete sweep is a best one, and where the bound is right the search
//! goes straight through.

use core::cmp::Reverse;

use super::bounds::Bounds;
use super::fan::{Fan, State, Visit, Window};
use super::frontier::{Queue, Seen};
use super::local::Local;
use super::problem::{Problem, Step};
use super::runs::Runs;

/// How many states a search may take up.
#[derive(Clone, Copy)]
pub struct Budget(u64);

impl Budget {
    /// No bound for `None`.
    pub fn new(nodes: Option<u64>) -> Self {
        Self(nodes.unwrap_or(u64::MAX))
    }
}

/// A complete sweep: its steps, the states between them, and what it leaves in the hand.
pub struct Found {
    pub steps: Vec<Step>,
    pub states: Vec<State>,
    pub cost: u16,
    pub exact: bool,
}

/// A state, how it was reached, and at what cost.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    step: Step,
    parent: u32,
    cost: u16,
    /// States after it up to this bound are made.
    done: Option<u16>,
}

const NO_PARENT: u32 = u32::MAX;

/// Memory that a search works in; nothing in it outlives the search.
pub struct Scratch<R> {
    bounds: Bounds<R>,
    nodes: Vec<Node>,
    queue: Queue,
    seen: Seen,
    fan: Fan,
    /// What all searches in this memory have cost, in states; filling the bounds counts too.
    pub spent: u64,
}

impl<R> Default for Scratch<R> {
    fn default() -> Self {
        Self {
            bounds: Bounds::default(),
            nodes: Vec::new(),
            queue: Queue::default(),
            seen: Seen::default(),
            fan: Fan::default(),
            spent: 0,
        }
    }
}

/// How many bounds are filled in about the time that one state takes.
const BOUNDS_A_STATE: u64 = 64;

/// Above this many nodes a search gives its memory back.
const KEEP_NODES: usize = 1 << 15;

impl<R: Runs> Scratch<R> {
    fn clear(&mut self) {
        self.spent += self.seen.len() as u64;
        if self.nodes.len() > KEEP_NODES {
            *self = Self { spent: self.spent, ..Self::default() };
        }
        self.nodes.clear();
        self.queue.clear();
        self.seen.clear();
    }

    /// Starts a problem afresh.
    fn start(&mut self, problem: &Problem) {
        self.clear();
        self.bounds.fill(problem);
        self.spent += self.bounds.len() as u64 / BOUNDS_A_STATE;
        let state = State::start(problem);
        self.nodes.push(Node { state, step: Step::default(), parent: NO_PARENT, cost: 0, done: None });
    }

    fn found(&self, end: u32, cost: u16, exact: bool) -> Found {
        let (mut steps, mut states) = (Vec::with_capacity(16), Vec::with_capacity(16));
        let mut node = &self.nodes[end as usize];
        while node.parent != NO_PARENT {
            steps.push(node.step);
            states.push(node.state);
            node = &self.nodes[node.parent as usize];
        }
        states.push(node.state);
        steps.reverse();
        states.reverse();
        Found { steps, states, cost, exact }
    }

    /// Makes the states after a node; returns the least bound above the window.
    fn expand(&mut self, problem: &Problem, index: u32, window: Window, mut push: impl FnMut(u16, u32)) -> Option<u16> {
        let node = self.nodes[index as usize];
        let Self { bounds, nodes, seen, fan, .. } = self;
        fan.expand(problem, bounds, node.state, window, &mut |visit: Visit| {
            // A complete sweep pays for the jokers left; a freed one must not be among them.
            let ended = visit.state.position as usize == problem.end;
            let jokers = if ended { problem.wild.cost(visit.state.wild) } else { Some(0) };
            let Some(jokers) = jokers else { return };
            let cost = node.cost + visit.paid + jokers;
            if seen.improve(visit.state.key(), cost) {
                nodes.push(Node { state: visit.state, step: visit.step, parent: index, cost, done: None });
                push(cost + visit.rest, nodes.len() as u32 - 1);
            }
        })
    }
}

/// The cheapest sweep among several problems, and which; `None` if none costs less than `cap`, the
/// base of its problem counted.
///
/// Half of a budget goes to the search in order; if that does not end it, the other half goes deep
/// from the states still waiting, to find any good sweep.
pub fn find_best<'a, R: Local>(
    problems: impl Iterator<Item = &'a Problem>,
    cap: u16,
    budget: Budget,
) -> Option<(usize, Found)> {
    R::scratch().with_borrow_mut(|scratch| {
        let (mut cap, mut best, mut exact) = (cap, None, true);
        let mut left = budget.0;
        for (which, problem) in problems.enumerate() {
            let mut search = Search { problem, scratch, cap: cap.saturating_sub(problem.base), left, exact: true };
            if let Some(found) = search.run() {
                cap = found.cost + problem.base;
                best = Some((which, found));
            }
            exact &= search.exact;
            left = search.left;
        }
        scratch.clear();
        best.map(|(which, found)| (which, Found { exact, ..found }))
    })
}

/// The search of one problem.
struct Search<'a, R> {
    problem: &'a Problem,
    scratch: &'a mut Scratch<R>,
    /// Only sweeps that cost less count.
    cap: u16,
    /// States that may still be taken up.
    left: u64,
    /// Whether the answer is proven.
    exact: bool,
}

impl<R: Local> Search<'_, R> {
    fn run(&mut self) -> Option<Found> {
        if self.cap == 0 {
            return None;
        }
        self.scratch.start(self.problem);
        let Scratch { bounds, fan, .. } = &mut *self.scratch;
        let least = fan.bound(self.problem, bounds, State::start(self.problem));
        self.scratch.queue.push(least, 0);
        let reserve = self.left / 2;
        while let Some((bound, index)) = self.scratch.queue.pop() {
            // From here on every sweep costs too much.
            if bound >= self.cap {
                return None;
            }
            let node = self.scratch.nodes[index as usize];
            if node.state.position as usize == self.problem.end {
                return Some(self.scratch.found(index, node.cost, true));
            }
            if self.scratch.seen.is_beaten(node.state.key(), node.cost) {
                continue;
            }
            if self.left <= reserve {
                self.scratch.queue.push(bound, index);
                return self.dive(bound);
            }
            self.left -= 1;
            self.expand_in_order(bound, index);
        }
        None
    }

    /// Makes the states after a node. With jokers, and at the start, where aces may be kept for the
    /// end, there are many: they are made as the bound reaches them.
    fn expand_in_order(&mut self, bound: u16, index: u32) {
        let node = self.scratch.nodes[index as usize];
        let many = index == 0 || self.problem.wild.count() > 0;
        let window = Window { above: node.done.map(|done| done - node.cost), to: bound - node.cost };
        let mut queue = core::mem::take(&mut self.scratch.queue);
        let window = if many { window } else { Window::ALL };
        let next = self.scratch.expand(self.problem, index, window, |bound, child| queue.push(bound, child));
        if let Some(next) = next {
            self.scratch.nodes[index as usize].done = Some(bound);
            queue.push(node.cost + next, index);
        }
        self.scratch.queue = queue;
    }

    /// The best sweep that going deep first from the states still waiting finds with what is left of
    /// the budget. Nothing costs less than `least`, so a sweep that costs just that is proven best.
    fn dive(&mut self, least: u16) -> Option<Found> {
        let mut stack = self.scratch.queue.drain();
        let nodes = &self.scratch.nodes;
        stack.sort_by_key(|&(bound, index)| (nodes[index as usize].state.position, Reverse(bound), index));
        let (mut best, mut found) = (self.cap, None);
        while let Some((bound, index)) = stack.pop() {
            if bound >= best {
                continue;
            }
            let node = self.scratch.nodes[index as usize];
            if node.state.position as usize == self.problem.end {
                (best, found) = (node.cost, Some(index));
                continue;
            }
            if self.left == 0 || best == least {
                break;
            }
            self.left -= 1;
            let first = stack.len();
            self.scratch.expand(self.problem, index, Window::ALL, |bound, child| stack.push((bound, child)));
            stack[first..].sort_by_key(|&(bound, index)| (Reverse(bound), index));
        }
        self.exact = best == least;
        found.map(|index| self.scratch.found(index, best, self.exact))
    }
}

/// Whether any sweep lays a hand card: depth first, stopping at the first one.
///
/// `begun` says of each problem whether hand cards are laid before it begins.
pub fn can_play<R: Local>(problems: &[(Problem, bool)]) -> bool {
    R::scratch().with_borrow_mut(|scratch| {
        let answer = problems.iter().any(|(problem, begun)| can_sweep(problem, *begun, scratch));
        scratch.clear();
        answer
    })
}

/// The cost of a node is one until a hand card is laid, then zero: a state reached with a card laid
/// is as good as one without.
fn can_sweep<R: Local>(problem: &Problem, begun: bool, scratch: &mut Scratch<R>) -> bool {
    scratch.start(problem);
    let forced = problem.forced.as_flattened().iter().any(|&cards| cards > 0);
    scratch.nodes[0].cost = u16::from(!begun && !forced);
    while let Some(node) = scratch.nodes.pop() {
        let position = node.state.position as usize;
        if position == problem.end {
            let from_hand = problem.wild.hand > 0 && node.state.wild > problem.wild.must;
            if node.state.wild >= problem.wild.must && (node.cost == 0 || from_hand) {
                return true;
            }
            continue;
        }
        let Scratch { bounds, nodes, seen, fan, .. } = scratch;
        let (here, later) = (problem.cost_of_position(position), problem.cost_from(position + 1));
        fan.expand(problem, bounds, node.state, Window::ALL, &mut |visit: Visit| {
            let waits = node.cost > 0 && visit.paid >= here;
            if waits && visit.rest >= later {
                return;
            }
            let cost = u16::from(waits);
            if seen.improve(visit.state.key(), cost) {
                nodes.push(Node { state: visit.state, step: visit.step, parent: NO_PARENT, cost, done: None });
            }
        });
    }
    false
}
