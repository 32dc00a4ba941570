//! From the path of a gentle search to its melds.

use super::turns::{Laying, NEW};
use super::{Gentle, NewTable};
use crate::card::{Card, NATURALS};
use crate::search::problem::Problem;
use crate::search::runs::Runs;

impl<R: Runs> Gentle<'_, R> {
    /// The table that the path to a node describes.
    pub(super) fn rebuild(&mut self, end: u32) -> NewTable {
        let mut path = Vec::new();
        let mut at = end;
        while self.memory.arena[at as usize].parent != u32::MAX {
            path.push(at);
            at = self.memory.arena[at as usize].parent;
        }
        let mut table = NewTable { melds: Vec::new(), loose: [0; NATURALS + 1] };
        let mut open: [Vec<Vec<Card>>; 4] = Default::default();
        for &at in path.iter().rev() {
            let node = self.memory.arena[at as usize];
            let before = self.memory.arena[node.parent as usize].state;
            let position = before.position;
            let turns = node.turns.map(|turn| self.memory.turns[turn as usize]);
            let cards = turns.map(|turn| (turn.natural_sets, turn.joker_sets));
            let taken = before.is_flexible || turns.iter().any(|turn| turn.is_flexible);
            if let Some((_, _, sets)) = self.memory.finder.lay(self.old_sets(position), cards, !taken) {
                table.melds.extend(sets.iter().map(|&(suits, jokers)| set_of(position, suits, jokers)));
            }
            for (suit, turn) in turns.iter().enumerate() {
                let laying = self.laying_of(before.suits[suit], turn);
                lay(&mut open[suit], &laying, position, suit as u8, &mut table.melds);
                let index = Card::natural(Problem::rank(position as usize), suit as u8).byte() as usize;
                table.loose[index] += turn.loose;
            }
        }
        table.melds.extend(open.into_iter().flatten());
        let wild = self.problem.wild;
        let last = self.memory.arena[end as usize];
        let is_laid = last.turns.iter().any(|&turn| self.memory.turns[turn as usize].is_laid)
            || self.memory.arena.get(last.parent as usize).is_some_and(|node| node.state.is_laid);
        let laid = last.state.wild - wild.must;
        table.loose[NATURALS] = wild.loose - (laid - self.jokers_from_hand(laid, is_laid));
        table
    }
}

/// The set of a rank with these suits, some of them jokers.
fn set_of(position: u8, suits: u8, jokers: u8) -> Vec<Card> {
    let suits = (0..4u8).filter(|suit| suits >> suit & 1 == 1);
    suits.map(|suit| card_of(position, suit, jokers >> suit & 1 == 1)).collect()
}

fn card_of(position: u8, suit: u8, joker: bool) -> Card {
    let card = Card::natural(Problem::rank(position as usize), suit);
    if joker { card.as_joker() } else { card }
}

/// Lays the cards of one suit at a position on its open runs; those that end become melds.
fn lay(open: &mut Vec<Vec<Card>>, laying: &Laying, position: u8, suit: u8, melds: &mut Vec<Vec<Card>>) {
    let mut next = Vec::with_capacity(laying.runs.len());
    for at in laying.order() {
        let mut run = match laying.from[at] {
            NEW => Vec::new(),
            from => core::mem::take(&mut open[from as usize]),
        };
        run.push(card_of(position, suit, laying.took_joker >> at & 1 == 1));
        next.push(run);
    }
    melds.extend(open.drain(..).filter(|run| !run.is_empty()));
    *open = next;
}
