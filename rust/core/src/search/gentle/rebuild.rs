//! From the path of a gentle search to its melds.

use super::{Gentle, NewTable, Node, Turn};
use crate::card::{Card, NATURALS};
use crate::search::problem::Problem;
use crate::search::runs::Runs;

impl<R: Runs> Gentle<'_, R> {
    /// The table that the path to a node describes.
    pub(super) fn rebuild(&mut self, arena: &[Node], end: u32) -> NewTable {
        let mut path = Vec::new();
        let mut at = end;
        while arena[at as usize].parent != u32::MAX {
            path.push(at);
            at = arena[at as usize].parent;
        }
        let mut table = NewTable { melds: Vec::new(), loose: [0; NATURALS + 1] };
        let mut open: [Vec<Vec<Card>>; 4] = Default::default();
        let mut is_flexible = false;
        for &at in path.iter().rev() {
            let node = &arena[at as usize];
            let position = node.state.position - 1;
            let turns = node.turns.map(|turn| self.turns[turn as usize].clone());
            let cards = turns.each_ref().map(|turn| (turn.natural_sets, turn.joker_sets));
            let taken = is_flexible || turns.iter().any(|turn| turn.is_flexible);
            if let Some(best) = self.best_sets(position, cards, !taken) {
                table.melds.extend(best.sets.iter().map(|&(suits, jokers)| set_of(position, suits, jokers)));
            }
            is_flexible = node.state.is_flexible;
            for (suit, turn) in turns.iter().enumerate() {
                lay(&mut open[suit], turn, position, suit as u8, &mut table.melds);
                let index = Card::natural(Problem::rank(position as usize), suit as u8).byte() as usize;
                table.loose[index] += turn.loose;
            }
        }
        table.melds.extend(open.into_iter().flatten());
        let wild = self.problem.wild;
        let last = &arena[end as usize];
        let is_laid = last.turns.iter().any(|&turn| self.turns[turn as usize].is_laid)
            || arena.get(last.parent as usize).is_some_and(|node| node.state.is_laid);
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

/// Does what a turn says to the open runs of its suit.
fn lay(open: &mut Vec<Vec<Card>>, turn: &Turn, position: u8, suit: u8, melds: &mut Vec<Vec<Card>>) {
    let mut next = Vec::with_capacity(turn.order.len());
    for (mut run, moved) in open.drain(..).zip(&turn.moves) {
        if let Some(joker) = *moved {
            run.push(card_of(position, suit, joker));
            next.push(run);
        } else {
            melds.push(run);
        }
    }
    next.extend(turn.begun.iter().map(|&joker| vec![card_of(position, suit, joker)]));
    open.resize(next.len(), Vec::new());
    for (run, &place) in next.into_iter().zip(&turn.order) {
        open[place as usize] = run;
    }
}
