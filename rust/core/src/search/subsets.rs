//! Every playable multiset of hand cards.

mod automaton;
mod rivals;
mod top;

use super::runs::{OneJoker, Plain, Runs};
use super::{Objective, Position};
use crate::card::Card;
use automaton::{Automaton, END};

pub use top::find_top;

/// The playable multisets of hand cards, each once, its cards in card order.
///
/// For each number of jokers it goes rank by rank, choosing which hand cards are put down, and
/// carries along every state that the choices so far can lead to, for every way to decide what
/// becomes of the jokers on the table. No choice is followed that leads to no play. Memory is
/// bounded: what was found out about choices is forgotten when it becomes too much.
pub struct Plays(Box<dyn Iterator<Item = Vec<Card>> + Send>);

impl Plays {
    pub(super) fn new(position: Position) -> Self {
        if position.tells_jokers() {
            Self(Box::new(PlaysOf::<OneJoker>::new(position)))
        } else {
            Self(Box::new(PlaysOf::<Plain>::new(position)))
        }
    }
}

impl Iterator for Plays {
    type Item = Vec<Card>;

    fn next(&mut self) -> Option<Vec<Card>> {
        self.0.next()
    }
}

/// The number of playable multisets of hand cards, none of which is made.
pub fn count_plays(position: &Position) -> u128 {
    if position.tells_jokers() { count_of::<OneJoker>(position) } else { count_of::<Plain>(position) }
}

fn count_of<R: Runs>(position: &Position) -> u128 {
    let counts = (0..=position.count_jokers()).map(|jokers| {
        let mut automaton = Automaton::<R>::new(position, jokers, Objective::Cards.into());
        let empty = u128::from(jokers == 0 && automaton.is_empty_path());
        automaton.root().map_or(0, |root| automaton.count(root) - empty)
    });
    counts.sum()
}

/// The cards of a path and jokers, in card order.
fn with_jokers(path: &[Card], jokers: u8) -> Vec<Card> {
    let mut cards = Vec::with_capacity(path.len() + jokers as usize);
    cards.extend_from_slice(path);
    // An ace above the king is put down last.
    cards.sort_unstable();
    cards.extend((0..jokers).map(|_| Card::JOKER));
    cards
}

struct PlaysOf<R> {
    position: Position,
    /// Hand jokers put down.
    jokers: u8,
    automaton: Automaton<R>,
    path: Vec<Level>,
    /// The cards put down by the choices of the path.
    cards: Vec<Card>,
}

/// One choice of the path.
struct Level {
    node: u32,
    /// The next choice to try.
    choice: u32,
    /// How many cards the choices before put down.
    cards: usize,
}

impl<R: Runs> PlaysOf<R> {
    fn new(position: Position) -> Self {
        let automaton = Automaton::new(&position, 0, Objective::Cards.into());
        let mut plays = Self { position, jokers: 0, automaton, path: Vec::new(), cards: Vec::new() };
        plays.start();
        plays
    }

    /// Begins the paths that put down so many hand jokers.
    fn start(&mut self) {
        self.path.extend(self.automaton.root().map(|node| Level { node, choice: 0, cards: 0 }));
    }

    /// Goes on to the next complete path with this number of jokers.
    fn next_path(&mut self) -> Option<Vec<Card>> {
        while let Some(level) = self.path.last_mut() {
            self.cards.truncate(level.cards);
            if level.node == END {
                self.path.pop();
                if self.cards.len() + self.jokers as usize > 0 {
                    return Some(self.complete());
                }
                continue;
            }
            let (start, end) = self.automaton.choices(level.node);
            let at = start + level.choice;
            if at == end {
                self.path.pop();
                continue;
            }
            level.choice += 1;
            let node = self.automaton.follow(at);
            self.automaton.put_down(level.node, at, &mut self.cards);
            self.path.push(Level { node, choice: 0, cards: self.cards.len() });
        }
        None
    }

    fn complete(&mut self) -> Vec<Card> {
        let cards = with_jokers(&self.cards, self.jokers);
        if self.automaton.is_full() {
            self.automaton.forget(self.path.iter_mut().map(|level| &mut level.node));
        }
        cards
    }
}

impl<R: Runs> Iterator for PlaysOf<R> {
    type Item = Vec<Card>;

    fn next(&mut self) -> Option<Vec<Card>> {
        loop {
            if let Some(cards) = self.next_path() {
                return Some(cards);
            }
            if self.jokers >= self.position.count_jokers() {
                return None;
            }
            self.jokers += 1;
            self.automaton = Automaton::new(&self.position, self.jokers, Objective::Cards.into());
            self.start();
        }
    }
}
