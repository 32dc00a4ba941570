//! The play that disturbs the table least, among those that are equally good (RULES.md section 8).
//!
//! The sweep is the same as for a best play, but every new run is told apart, with the old meld that it
//! carries whole. The cost of a sweep is the melds it splits, then those it changes, in one number. As
//! there, suits alone give the bound, worked out no further than a cost that still matters. What is left
//! in the hand is no cost but a limit: a state is given up as soon as the plain sweep from it, which is
//! asked exactly, leaves more.

mod carry;
mod expand;
mod memory;
mod old;
mod oracle;
mod rebuild;
mod rest;
mod sets;
mod suits;
mod turns;

pub use memory::Memory;
pub use old::Old;

use core::cmp::Reverse;

use super::fan::State as PlainState;
use super::problem::Problem;
use super::runs::Runs;
use super::scenario::Scenario;
use super::sets::{MOST, Take};
use crate::card::{Card, NATURALS};
use carry::Harm;

/// The cost of what cannot be completed.
const NEVER: u64 = u64::MAX / 8;

/// What the harm to the table and the cards laid cost.
#[derive(Clone, Copy)]
pub struct Weights {
    /// For each hand card laid.
    laid: u64,
    /// For a quarter of a meld split.
    split: u64,
    /// For a quarter of a meld changed.
    changed: u64,
}

impl Weights {
    /// The least disturbance.
    pub const HARM: Self = Self { laid: 0, split: 1 << 12, changed: 1 };
    /// The least disturbance first, then the fewest cards.
    pub const HINT: Self = Self { laid: 1, split: 1 << 24, changed: 1 << 12 };

    fn of(self, harm: Harm) -> u64 {
        u64::from(harm.split) * self.split + u64::from(harm.changed) * self.changed
    }

    /// The cost of a play with these figures.
    pub fn cost(self, laid: usize, split: usize, changed: usize) -> u64 {
        let harm = Harm { split: 4 * split as u16, changed: 4 * changed as u16 };
        laid as u64 * self.laid + self.of(harm)
    }

    /// The cost of a play that harms nothing.
    pub fn least(self) -> u64 {
        self.laid
    }
}

/// The melds of a sweep, and the loose cards left by card, jokers last.
pub struct NewTable {
    pub melds: Vec<Vec<Card>>,
    pub loose: [u8; NATURALS + 1],
}

/// Natural cards and jokers of each suit that go into sets.
type SetCards = [(u8, u8); 4];

/// What one suit does at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    natural_sets: u8,
    joker_sets: u8,
    /// Jokers laid under any name.
    wild: u8,
    /// Loose cards that are not laid.
    loose: u8,
    /// Whether a hand card is laid.
    is_laid: bool,
    /// Whether the flexible meld is taken up.
    is_flexible: bool,
    /// What is left in the hand.
    left: u16,
    /// That and what the rest of the suit alone leaves at least.
    least_left: u16,
    /// The suit after it.
    next: u32,
    cost: u64,
    /// What of the cost the suit pays for sets that it knows to be split; the rank pays the whole.
    share: u64,
}

impl Turn {
    fn sets(&self) -> usize {
        (self.natural_sets + self.joker_sets) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct State {
    suits: [u32; 4],
    position: u8,
    wild: u8,
    is_laid: bool,
    is_flexible: bool,
}

#[derive(Clone, Copy)]
struct Node {
    state: State,
    /// What is left in the hand so far.
    left: u16,
    cost: u64,
    parent: u32,
    turns: [u32; 4],
}

/// A state after a position, what is left in the hand and paid there, the bound on the rest, and the turns.
struct After {
    state: State,
    left: u16,
    paid: u64,
    rest: u64,
    turns: [u32; 4],
}

/// The turns of each suit by how many cards go into sets, each with its cost and the bound after it.
type Lists = [[Vec<(u32, u64)>; MOST as usize + 1]; 4];

/// A search among the sweeps of one problem.
pub struct Gentle<'a, R> {
    memory: Memory<R>,
    /// The most that may be left in the hand.
    budget: u16,
    problem: &'a Problem,
    old: &'a Old,
    weights: Weights,
    /// Most jokers in a meld.
    limit: u8,
    /// Kept jokers by position and suit.
    kept: [Take; 14],
    /// Whether hand cards are laid whatever the sweep does.
    is_laid: bool,
    /// Turns that cost as much are not made.
    cap: u64,
}

impl<'a, R: Runs> Gentle<'a, R> {
    /// A search among the sweeps that leave no more than `budget` in the hand and cost less than `cap`;
    /// `limit` is the most jokers in a meld.
    pub fn new(
        mut memory: Memory<R>,
        problem: &'a Problem,
        scenario: &Scenario,
        old: &'a Old,
        limit: u8,
        weights: Weights,
        (budget, cap): (u16, u64),
    ) -> Self {
        let mut kept = [[0; 4]; 14];
        for (index, _) in &scenario.kept {
            let (position, suit) = problem.place_of(*index);
            kept[position][suit] += 1;
        }
        // No run can hold more jokers than there are.
        let limit = limit.min(scenario.kept.len() as u8 + problem.wild.count());
        memory.start(problem, limit);
        let is_laid = scenario.lays_first();
        Self { memory, budget, problem, old, weights, limit, kept, is_laid, cap }
    }

    /// The memory of the search.
    pub fn into_memory(self) -> Memory<R> {
        self.memory
    }

    /// The melds of a sweep that costs less than `cap`, least of all, with its cost. `nodes` is how many
    /// states may be taken up; it is lowered. Asked again with another `cap`, it goes on with what it knows.
    pub fn find(&mut self, cap: u64, nodes: &mut u64) -> Option<(NewTable, u64)> {
        let suits = core::array::from_fn(|suit| self.idle(suit as u8));
        let position = self.problem.first as u8;
        let root = State { suits, position, wild: 0, is_laid: self.is_laid, is_flexible: false };
        let end = self.find_within(root, cap.min(self.cap), nodes)?;
        let cost = self.memory.arena[end as usize].cost;
        Some((self.rebuild(end), cost))
    }

    /// The end of the cheapest sweep that costs less than `cap`.
    fn find_within(&mut self, root: State, cap: u64, nodes: &mut u64) -> Option<u32> {
        let least = self.share(root.suits, self.problem.wild.count() as usize, cap.checked_sub(1)?);
        if least >= cap {
            return None;
        }
        self.memory.arena.clear();
        self.memory.arena.push(Node { state: root, left: 0, cost: 0, parent: u32::MAX, turns: [0; 4] });
        self.memory.seen.clear();
        self.memory.queue.clear();
        self.memory.queue.push((Reverse(least), root.position, 0));
        while let Some((Reverse(bound), _, index)) = self.memory.queue.pop() {
            let Node { state, left, cost, .. } = self.memory.arena[index as usize];
            if bound >= cap || *nodes == 0 {
                return None;
            }
            if state.position as usize == self.problem.end {
                return Some(index);
            }
            if self.memory.seen.get(&state).is_some_and(|&least| least < cost) {
                continue;
            }
            *nodes -= 1;
            let mut after = core::mem::take(&mut self.memory.after);
            self.expand(state, (cap - cost, self.budget - left), &mut after);
            for After { state: next, left: more, paid, rest, turns } in after.drain(..) {
                let (cost, left) = (cost + paid, left + more);
                let is_new = left <= self.budget && self.memory.seen.get(&next).is_none_or(|&least| cost < least);
                if is_new && self.can_end(next, self.budget - left) {
                    self.memory.seen.insert(next, cost);
                    self.memory.arena.push(Node { state: next, left, cost, parent: index, turns });
                    self.memory.queue.push((Reverse(cost + rest), next.position, self.memory.arena.len() as u32 - 1));
                }
            }
            self.memory.after = after;
        }
        None
    }

    /// Whether a state can be completed with no more than `budget` left in the hand, harm apart.
    fn can_end(&mut self, state: State, budget: u16) -> bool {
        if state.position as usize == self.problem.end {
            return true;
        }
        let mut plain = PlainState { position: state.position, wild: state.wild, runs: [0; 4], high: [0; 4] };
        for (suit, &number) in state.suits.iter().enumerate() {
            let known = self.memory.suits.get(number);
            plain.runs[suit] = known.plain;
            plain.high[suit] = known.high.0 + known.high.1;
        }
        self.memory.oracle.can_end(self.problem, plain, budget)
    }
}
