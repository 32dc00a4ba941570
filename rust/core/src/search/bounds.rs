//! For each suit alone, what the rest of the sweep costs at least.
//!
//! Suits only meet in sets. If each suit may put as many cards into sets as some choice of sets at
//! that rank could hold, whatever the other suits do, the suits fall apart and each is solved
//! exactly, from the last position back. The sum over the suits never exceeds the true cost of the
//! rest and never falls along a path by more than the path pays, so a search in its order meets
//! each state first at its least cost. A suit that cannot be completed even so is dead.

use super::problem::{POSITIONS, Problem};
use super::runs::{DEAD, IDLE, NEED, NEXT, STATES, UP_TO};

/// The cost of what cannot be completed; four of them and the cost of every card stay below `u16::MAX`.
pub const NEVER: u16 = 0x3000;

/// Most aces of a suit kept for the end of the sweep, plus one.
const HIGH: usize = 5;

/// Least costs by position, suit, aces kept for the end, and open runs before the position.
pub struct Bounds {
    table: Vec<[[[u16; STATES]; HIGH]; 4]>,
    /// The least cost of each suit from the start.
    pub start: [u16; 4],
}

impl Default for Bounds {
    fn default() -> Self {
        Self { table: vec![[[[NEVER; STATES]; HIGH]; 4]; POSITIONS + 1], start: [NEVER; 4] }
    }
}

impl Bounds {
    /// The least cost of a suit from a position on.
    #[inline]
    pub fn rest(&self, position: usize, suit: usize, high: u8, state: u8) -> u16 {
        self.table[position][suit][high as usize][state as usize]
    }

    /// The least costs of a suit from a position on, by open runs.
    #[inline]
    pub fn row(&self, position: usize, suit: usize, high: u8) -> &[u16; STATES] {
        &self.table[position][suit][high as usize]
    }

    /// Fills the table for a problem. Takes one or two microseconds.
    pub fn fill(&mut self, problem: &Problem) {
        for suit in 0..4 {
            for high in 0..=problem.high[suit] {
                self.fill_end(problem, suit, high);
                for position in (problem.first + 1..problem.end).rev() {
                    self.fill_position(problem, position, suit, high);
                }
            }
            self.fill_start(problem, suit);
        }
    }

    /// After the last position the aces kept for it go on runs, and no run may be short.
    fn fill_end(&mut self, problem: &Problem, suit: usize, high: u8) {
        let open = problem.count[problem.end - 1][suit] as usize;
        let row = &mut self.table[problem.end][suit][high as usize];
        for (state, cost) in row[..UP_TO[open]].iter_mut().enumerate() {
            let next = NEXT[state][high as usize];
            *cost = if next != DEAD && NEED[next as usize] == 0 { 0 } else { NEVER };
        }
    }

    fn fill_position(&mut self, problem: &Problem, position: usize, suit: usize, high: u8) {
        // As many runs are open as cards of the position before went into runs.
        let open = problem.count[position - 1][suit] as usize;
        let (here, after) = self.table.split_at_mut(position + 1);
        let (row, next) = (&mut here[position][suit][high as usize], &after[0][suit][high as usize]);
        let part = Part::of(problem, position, suit);
        if part.count == 0 {
            // No run goes on.
            for (state, cost) in row[..UP_TO[open]].iter_mut().enumerate() {
                *cost = if NEED[state] == 0 { next[IDLE as usize] } else { NEVER };
            }
            return;
        }
        for (state, cost) in row[..UP_TO[open]].iter_mut().enumerate() {
            *cost = part.least(next, state as u8, 0);
        }
    }

    fn fill_start(&mut self, problem: &Problem, suit: usize) {
        let part = Part::of(problem, problem.first, suit);
        let next = &self.table[problem.first + 1][suit];
        let costs = (0..=problem.high[suit]).map(|high| part.least(&next[high as usize], IDLE, high));
        self.start[suit] = costs.min().unwrap_or(NEVER);
    }
}

/// The cards of one suit at one position.
struct Part {
    count: u8,
    /// Most cards that may stay in the hand.
    may: u8,
    /// Most cards that any choice of sets takes.
    sets: u8,
    weight: u16,
}

impl Part {
    fn of(problem: &Problem, position: usize, suit: usize) -> Self {
        let count = problem.count[position][suit];
        Self {
            count,
            may: count - problem.must[position][suit],
            sets: problem.most[position][suit],
            weight: problem.weight[position],
        }
    }

    /// The least cost from here on, `high` cards being kept for the end.
    fn least(&self, next: &[u16; STATES], state: u8, high: u8) -> u16 {
        let mut least = NEVER;
        for runs in NEED[state as usize]..=self.count - high.min(self.count) {
            let left = (self.count - high - runs).saturating_sub(self.sets);
            if left <= self.may {
                let after = NEXT[state as usize][runs as usize];
                least = least.min(u16::from(left) * self.weight + next[after as usize]);
            }
        }
        least.min(NEVER)
    }
}
