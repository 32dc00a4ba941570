//! For each suit alone, what the rest of the sweep costs at least.
//!
//! Suits only meet in sets and in sharing the jokers. If each suit may put as many cards into sets as
//! some choice of sets at that rank could hold, whatever the other suits do, the suits fall apart and
//! each is solved exactly for every number of jokers it may use, from the last position back. The
//! best sum over the suits never exceeds the true cost of the rest and never falls along a path by
//! more than the path pays, so a search in its order meets each state first at its least cost. A suit
//! that cannot be completed even so is dead.

use core::marker::PhantomData;

use super::problem::Problem;
use super::runs::{IDLE, Open, Runs};

/// The cost of what cannot be completed; four of them and the cost of every card stay below `u16::MAX`.
pub const NEVER: u16 = 0x3000;

/// What stands in debug builds where no bound was filled in: a bound of a problem before must never be read.
pub const UNSET: u16 = u16::MAX;

/// Least costs by position, suit, aces kept for the end, jokers at hand, and open runs before the position.
pub struct Bounds<R> {
    table: Vec<u16>,
    size: usize,
    states: usize,
    jokers: usize,
    high: usize,
    runs: PhantomData<R>,
}

impl<R> Default for Bounds<R> {
    fn default() -> Self {
        Self { table: Vec::new(), size: 0, states: 0, jokers: 0, high: 0, runs: PhantomData }
    }
}

impl<R: Runs> Bounds<R> {
    fn start_of(&self, position: usize, suit: usize, high: u8) -> usize {
        ((position * 4 + suit) * self.high + high as usize) * self.jokers * self.states
    }

    /// The least costs of a suit from a position on, by jokers at hand (times [`Bounds::stride`]) and open runs.
    #[inline]
    pub fn row(&self, position: usize, suit: usize, high: u8) -> &[u16] {
        let start = self.start_of(position, suit, high);
        &self.table[start..start + self.jokers * self.states]
    }

    /// The distance in a row between one number of jokers and the next.
    #[inline]
    pub fn stride(&self) -> usize {
        self.states
    }

    /// The number of bounds of the problem that was filled in last.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Fills the table for a problem. Takes one or two microseconds without jokers.
    pub fn fill(&mut self, problem: &Problem) {
        self.states = R::count_states(problem.most_open().min(R::MAX_OPEN));
        self.jokers = problem.wild.count() as usize + 1;
        self.high = *problem.high.iter().max().unwrap_or(&0) as usize + 1;
        self.size = (problem.end + 1) * 4 * self.high * self.jokers * self.states;
        if self.table.len() < self.size {
            self.table.resize(self.size, NEVER);
        }
        if cfg!(debug_assertions) {
            self.table.fill(UNSET);
        }
        for suit in 0..4 {
            for high in 0..=problem.high[suit] {
                self.fill_end(problem, suit, high);
                for position in (problem.first + 1..problem.end).rev() {
                    self.fill_position(problem, position, suit, high);
                }
            }
        }
    }

    /// The most runs of a suit that can be open before a position.
    fn open_before(&self, problem: &Problem, position: usize, suit: usize, high: u8) -> usize {
        let (_, count) = problem.cards(position - 1, suit, high);
        (count as usize + self.jokers - 1).min(R::MAX_OPEN)
    }

    /// After the last position no run may be short.
    fn fill_end(&mut self, problem: &Problem, suit: usize, high: u8) {
        let states = R::count_states(self.open_before(problem, problem.end, suit, high));
        let start = self.start_of(problem.end, suit, high);
        for jokers in 0..self.jokers {
            for state in 0..states {
                let is_complete = R::need(state as Open) == 0;
                self.table[start + jokers * self.states + state] = if is_complete { 0 } else { NEVER };
            }
        }
    }

    fn fill_position(&mut self, problem: &Problem, position: usize, suit: usize, high: u8) {
        let states = R::count_states(self.open_before(problem, position, suit, high));
        let start = self.start_of(position, suit, high);
        let after = self.start_of(position + 1, suit, high);
        let (here, next) = self.table.split_at_mut(after);
        let part = Part::of(problem, position, suit, high);
        if problem.is_plain {
            for (state, cost) in here[start..start + states].iter_mut().enumerate() {
                *cost = part.least_plain::<R>(next, state as Open);
            }
            return;
        }
        let (_, naturals) = problem.cards(position - 1, suit, high);
        for jokers in 0..self.jokers {
            let laid = (self.jokers - 1 - jokers) as u8;
            for state in 0..states {
                if R::can_occur(state as Open, naturals, laid) {
                    here[start + jokers * self.states + state] =
                        part.least::<R>(next, self.states, jokers, state as Open);
                }
            }
        }
    }
}

/// The cards of one suit at one position.
struct Part<'a> {
    problem: &'a Problem,
    position: usize,
    suit: usize,
    must: u8,
    count: u8,
    loose: u8,
    weight: u16,
    /// Most cards that any choice of sets takes.
    sets: u8,
    /// Cards that runs must hold: so many runs go on from the position before.
    above: u8,
}

impl<'a> Part<'a> {
    fn of(problem: &'a Problem, position: usize, suit: usize, high: u8) -> Self {
        let (must, count) = problem.cards(position, suit, high);
        let sets = problem.most[position][suit];
        let above = problem.need[position - 1][suit].above;
        let loose = problem.loose[position][suit];
        // Where it is better to keep a card, all of a suit may stay and cost nothing.
        let weight = problem.worth[position][suit].max(0).unsigned_abs();
        Self { problem, position, suit, must, count, loose, weight, sets, above }
    }

    /// The least cost from here on with at most so many jokers.
    fn least<R: Runs>(&self, next: &[u16], stride: usize, jokers: usize, state: Open) -> u16 {
        let need = self.problem.need[self.position][self.suit];
        let fewest = R::need(state).max(self.above).max(need.runs).max(need.below).max(need.above);
        if need.below > R::count_open(state) {
            return NEVER;
        }
        let most = (self.count + jokers as u8).min(R::MAX_OPEN as u8);
        let mut least = NEVER;
        for runs in fewest..=most {
            for wild in 0..=jokers as u8 {
                let Some(sets) = self.find_sets(runs, wild).filter(|&sets| sets >= need.sets) else { continue };
                let left = self.count - (runs + sets - wild);
                let cost = self.problem.least_cost_of_left(self.position, self.suit, left);
                // Only so many jokers fit into sets. With fewer in runs these would hold more naturals than
                // there are, and states would be looked up that cannot occur, so have no bound.
                let in_runs = if R::TELLS_JOKERS { wild.saturating_sub(sets)..=wild.min(runs) } else { 0..=0 };
                for wild_runs in in_runs {
                    for &after in R::after(state, runs, wild_runs) {
                        let rest = next[(jokers - wild as usize) * stride + after as usize];
                        debug_assert_ne!(rest, UNSET, "a state that cannot occur");
                        least = least.min(cost + rest);
                    }
                }
            }
        }
        least.min(NEVER)
    }

    /// [`Part::least`] where there are no jokers and no conditions.
    #[inline]
    fn least_plain<R: Runs>(&self, next: &[u16], state: Open) -> u16 {
        let need = R::need(state);
        if self.count == 0 {
            return if need == 0 { next[IDLE as usize] } else { NEVER };
        }
        let mut least = NEVER;
        for runs in need..=self.count {
            let left = (self.count - runs).saturating_sub(self.sets);
            if left <= self.count - self.must {
                let cost = u16::from(left.saturating_sub(self.loose)) * self.weight;
                if let Some(&after) = R::after(state, runs, 0).first() {
                    debug_assert_ne!(next[after as usize], UNSET, "a state that cannot occur");
                    least = least.min(cost + next[after as usize]);
                }
            }
        }
        least.min(NEVER)
    }

    /// The most cards for sets beside so many for runs, so many of all being jokers; `None` if a card
    /// that must be laid is not, or there are too few cards.
    fn find_sets(&self, runs: u8, wild: u8) -> Option<u8> {
        let sets = self.sets.min((self.count + wild).checked_sub(runs)?);
        let natural = (runs + sets).checked_sub(wild)?;
        (natural >= self.must).then_some(sets)
    }
}
