//! The plays that are worth most.

use super::automaton::{Automaton, END};
use super::with_jokers;
use crate::card::Card;
use crate::search::Position;
use crate::search::runs::{OneJoker, Plain, Runs};
use crate::search::worth::Worth;

/// The multisets of hand cards that are worth most to put down, at most `most` of them, the best first;
/// of equal ones some, always the same. `None` if that takes more than `nodes` choices to be looked at.
///
/// Memory is bounded by `most` and by what the automaton may hold.
pub fn find_top(position: &Position, worth: Worth, most: usize, nodes: Option<u64>) -> Option<Vec<Vec<Card>>> {
    let mut top = Top { most, nodes: nodes.unwrap_or(u64::MAX), best: Vec::new() };
    for jokers in 0..=position.count_jokers() {
        if position.tells_jokers() {
            top.search::<OneJoker>(position, worth, jokers)?;
        } else {
            top.search::<Plain>(position, worth, jokers)?;
        }
    }
    Some(top.best.into_iter().map(|(_, cards)| cards).collect())
}

struct Top {
    most: usize,
    /// Choices that may still be looked at.
    nodes: u64,
    /// The best so far, by cost and cards.
    best: Vec<(u16, Vec<Card>)>,
}

/// One choice of the path: what can come next, by what the play then costs at least.
struct Level {
    node: u32,
    edges: Vec<(u16, u32)>,
    next: usize,
    cards: usize,
    cost: u16,
}

impl Top {
    /// Goes depth first, to the least bound first, and no further where enough better plays are known.
    fn search<R: Runs>(&mut self, position: &Position, worth: Worth, jokers: u8) -> Option<()> {
        let mut automaton = Automaton::<R>::new(position, jokers, worth);
        let Some(root) = automaton.root() else { return Some(()) };
        let mut cards = Vec::new();
        let cost = automaton.cost_of_jokers();
        if root == END {
            // There is nothing to choose: the hand is jokers.
            if jokers > 0 && !self.is_too_much(cost) {
                self.keep(cost, &cards, jokers);
            }
            return Some(());
        }
        let mut path = vec![Level::new(&mut automaton, root, cost, 0)];
        while let Some(level) = path.last_mut() {
            cards.truncate(level.cards);
            let Some(&(least, edge)) = level.edges.get(level.next) else {
                path.pop();
                continue;
            };
            level.next += 1;
            if self.is_too_much(least) {
                path.pop();
                continue;
            }
            self.nodes = self.nodes.checked_sub(1)?;
            let (from, cost) = (level.node, level.cost + automaton.cost_of(level.node, edge));
            automaton.put_down(from, edge, &mut cards);
            let node = automaton.follow(edge);
            if node != END {
                path.push(Level::new(&mut automaton, node, cost, cards.len()));
            } else if cards.len() + jokers as usize > 0 {
                self.keep(cost, &cards, jokers);
                if automaton.is_full() {
                    automaton.forget(path.iter_mut().map(|level| &mut level.node));
                    for level in &mut path {
                        level.list(&mut automaton);
                    }
                }
            }
        }
        Some(())
    }

    fn is_too_much(&self, cost: u16) -> bool {
        self.best.len() >= self.most && self.best.last().is_none_or(|(worst, _)| cost >= *worst)
    }

    fn keep(&mut self, cost: u16, cards: &[Card], jokers: u8) {
        let cards = with_jokers(cards, jokers);
        let place = self.best.partition_point(|best| (best.0, &best.1) < (cost, &cards));
        self.best.insert(place, (cost, cards));
        self.best.truncate(self.most);
    }
}

impl Level {
    fn new<R: Runs>(automaton: &mut Automaton<R>, node: u32, cost: u16, cards: usize) -> Self {
        let mut level = Self { node, edges: Vec::new(), next: 0, cards, cost };
        level.list(automaton);
        level
    }

    fn list<R: Runs>(&mut self, automaton: &mut Automaton<R>) {
        let (start, end) = automaton.choices(self.node);
        self.edges.clear();
        for edge in start..end {
            let cost = self.cost + automaton.cost_of(self.node, edge) + automaton.bound(automaton.follow(edge));
            self.edges.push((cost, edge));
        }
        self.edges.sort_unstable();
    }
}
