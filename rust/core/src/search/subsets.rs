//! Every playable multiset of hand cards.

use super::bounds::NEVER;
use super::problem::Problem;
use super::runs::{DEAD, NEXT};
use super::sweep::{State, with_scratch};
use crate::card::Card;

/// The playable multisets of hand cards, each once.
///
/// Goes rank by rank, choosing for each which hand cards are put down, and carries along every state
/// that the choices so far can lead to. A choice is given up as soon as no state is left. Memory is
/// bounded by the states of one path.
pub struct Plays {
    problem: Problem,
    stack: Vec<Level>,
}

/// One position of the path: the states before it and the choices still to try.
struct Level {
    states: Vec<State>,
    /// Hand cards put down by the choices before this position.
    cards: Vec<Card>,
    /// The next choice, counted in the mixed base of the hand cards of each suit.
    choice: u32,
}

impl Plays {
    pub(super) fn new(problem: Problem) -> Self {
        let start = Level { states: vec![State::start(&problem)], cards: Vec::new(), choice: 0 };
        let stack = if problem.cost_of_nothing() > 0 { vec![start] } else { Vec::new() };
        Self { problem, stack }
    }

    /// The hand cards of a suit at a position.
    fn may(&self, position: usize, suit: usize) -> u8 {
        self.problem.count[position][suit] - self.problem.must[position][suit]
    }

    /// The cards of each suit used by a choice at a position, or `None` past the last choice.
    fn used(&self, position: usize, mut choice: u32) -> Option<[u8; 4]> {
        let mut used = self.problem.must[position];
        for (suit, used) in used.iter_mut().enumerate() {
            let base = u32::from(self.may(position, suit)) + 1;
            *used += (choice % base) as u8;
            choice /= base;
        }
        (choice == 0).then_some(used)
    }

    /// The states after exactly these cards are used at a position.
    fn after(&self, position: usize, states: &[State], used: [u8; 4]) -> Vec<State> {
        let mut next = Vec::new();
        for &state in states {
            for &sets in self.problem.takes(position) {
                if (0..4).all(|suit| sets[suit] <= used[suit]) {
                    let runs = core::array::from_fn(|suit| used[suit] - sets[suit]);
                    self.push_states(state, position, runs, 0, &mut next);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Adds the states after these cards go to runs; at the first position some may be kept for the end.
    fn push_states(&self, mut state: State, position: usize, runs: [u8; 4], suit: usize, next: &mut Vec<State>) {
        if suit == 4 {
            for (suit, &cards) in runs.iter().enumerate() {
                state.runs[suit] = NEXT[state.runs[suit] as usize][cards as usize];
                if state.runs[suit] == DEAD {
                    return;
                }
            }
            state.position += 1;
            next.push(state);
            return;
        }
        let most = if position == self.problem.first { runs[suit].min(self.problem.high[suit]) } else { 0 };
        for kept in 0..=most {
            let (mut state, mut runs) = (state, runs);
            runs[suit] -= kept;
            state.high[suit] += kept;
            self.push_states(state, position, runs, suit + 1, next);
        }
    }

    fn hand_cards(&self, position: usize, used: [u8; 4]) -> impl Iterator<Item = Card> {
        let must = self.problem.must[position];
        let rank = Problem::rank(position);
        (0..4).flat_map(move |suit| (must[suit]..used[suit]).map(move |_| Card::natural(rank, suit as u8)))
    }
}

impl Iterator for Plays {
    type Item = Vec<Card>;

    /// The next multiset, its cards in card order. The bounds of the sweep are filled anew for each,
    /// so that nothing but the path is held between two of them.
    fn next(&mut self) -> Option<Vec<Card>> {
        with_scratch(|scratch| {
            scratch.bounds.fill(&self.problem);
            while let Some(mut level) = self.stack.pop() {
                let position = self.problem.first + self.stack.len();
                if position == self.problem.end {
                    if level.cards.is_empty() {
                        continue;
                    }
                    level.cards.sort_unstable();
                    return Some(level.cards);
                }
                let Some(used) = self.used(position, level.choice) else { continue };
                let mut states = self.after(position, &level.states, used);
                states.retain(|state| {
                    let bounds = &scratch.bounds;
                    let alive = |suit| bounds.rest(position + 1, suit, state.high[suit], state.runs[suit]) < NEVER;
                    (0..4).all(alive)
                });
                let mut cards = level.cards.clone();
                level.choice += 1;
                self.stack.push(level);
                if !states.is_empty() {
                    cards.extend(self.hand_cards(position, used));
                    self.stack.push(Level { states, cards, choice: 0 });
                }
            }
            None
        })
    }
}
