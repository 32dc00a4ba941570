//! What the rest of a sweep leaves in the hand, exactly.

use rustc_hash::FxHashMap;

use crate::search::bounds::{Bounds, NEVER};
use crate::search::fan::{Fan, State, Visit, Window};
use crate::search::problem::Problem;
use crate::search::runs::{Open, Runs};

/// Answers for plain states of one problem whether they can be completed at a cost, keeping every answer.
pub struct Oracle<R> {
    bounds: Bounds<R>,
    fan: Fan,
    /// By state: the highest cost that is too low, plus one, and the lowest known to do.
    known: FxHashMap<u64, (u16, u16)>,
    /// States that wait to be asked, by the payment and bound together.
    waiting: Vec<(u16, u16, State)>,
}

impl<R> Default for Oracle<R> {
    fn default() -> Self {
        Self { bounds: Bounds::default(), fan: Fan::default(), known: FxHashMap::default(), waiting: Vec::new() }
    }
}

/// Above this many answers an oracle gives its memory back.
const KEEP_KNOWN: usize = 1 << 14;

impl<R: Runs> Oracle<R> {
    /// Whether it is small enough to be kept for the next problem.
    pub fn is_small(&self) -> bool {
        self.known.capacity() <= KEEP_KNOWN
    }

    /// Begins anew with a problem.
    pub fn start(&mut self, problem: &Problem) {
        self.bounds.fill(problem);
        self.known.clear();
    }

    /// What a suit alone leaves at least from a position on, with these open runs.
    pub fn rest(&self, problem: &Problem, position: usize, suit: usize, high: u8, open: Open) -> u16 {
        let (_, naturals) = problem.cards(position - 1, suit, high);
        let laid = R::least_laid(open, naturals);
        let Some(jokers) = problem.wild.count().checked_sub(laid) else { return NEVER };
        if !R::can_occur(open, naturals, laid) {
            return NEVER;
        }
        self.bounds.row(position, suit, high)[jokers as usize * self.bounds.stride() + open as usize]
    }

    /// Whether a sweep from a state can leave no more than `budget` in the hand.
    pub fn can_end(&mut self, problem: &Problem, state: State, budget: u16) -> bool {
        if state.position as usize == problem.end {
            return problem.wild.cost(state.wild).is_some_and(|cost| cost <= budget);
        }
        let key = state.key();
        let (low, high) = self.known.get(&key).copied().unwrap_or((0, u16::MAX));
        if budget < low || budget >= high {
            return budget >= high;
        }
        let start = self.waiting.len();
        let Self { fan, bounds, waiting, .. } = self;
        fan.expand(problem, bounds, state, Window { above: None, to: budget }, &mut |visit: Visit| {
            waiting.push((visit.paid + visit.rest, visit.paid, visit.state));
        });
        // The least bound is asked first: it is the last.
        self.waiting[start..].sort_unstable_by(|one, other| other.cmp(one));
        let mut can_end = false;
        while self.waiting.len() > start && !can_end {
            if let Some((_, paid, state)) = self.waiting.pop() {
                can_end = self.can_end(problem, state, budget - paid);
            }
        }
        self.waiting.truncate(start);
        let (low, high) = self.known.get(&key).copied().unwrap_or((0, u16::MAX));
        let known = if can_end { (low, high.min(budget)) } else { (low.max(budget + 1), high) };
        self.known.insert(key, known);
        can_end
    }
}
