//! The cards a seat cannot see, dealt at random so that they fit what the others did.

use super::{EAGER, PATIENT, Style};
use crate::card::{Card, NATURALS};
use crate::deal::Deal;
use crate::pool::Pool;
use crate::rules::Rules;
use crate::search::Position;
use crate::table::Table;

/// What is known of another seat.
#[derive(Clone, Debug)]
pub struct Other {
    /// How likely it is that it holds back.
    pub holds: f64,
    /// What it was left with; `None` before its first turn.
    pub stuck: Option<Stuck>,
}

/// What a seat was left with when it last could have played.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// The table then.
    pub table: Table,
    /// How many cards it has drawn since.
    pub newer: usize,
}

/// How often cards are dealt anew that do not fit.
const TRIES: usize = 8;

/// The cards that the seat to act cannot see, in card order.
pub fn find_unseen(rules: &Rules, deal: &Deal) -> Vec<Card> {
    let mut pool = Pool::default();
    for _ in 0..rules.packs {
        (0..NATURALS).for_each(|index| pool.add(Card::from_index(index)));
    }
    (0..rules.jokers).for_each(|_| pool.add(Card::JOKER));
    for &card in deal.table.cards().iter().chain(deal.hand()) {
        pool.take(card);
    }
    pool.cards().collect()
}

/// One way the hidden cards can lie, and a style for each seat. Cards that are left over are out of the game.
///
/// A seat that does not hold back has played all it could, so a hand that could have played more does not fit.
pub fn sample(
    rules: &Rules,
    known: &Deal,
    others: &[Other],
    unseen: &[Card],
    rng: &mut fastrand::Rng,
) -> (Deal, Vec<Style>) {
    let styles: Vec<Style> = others.iter().map(|other| if rng.f64() < other.holds { PATIENT } else { EAGER }).collect();
    let mut deal = known.clone();
    let mut cards = unseen.to_vec();
    for _ in 0..TRIES {
        rng.shuffle(&mut cards);
        let mut top = 0;
        for seat in (0..deal.hands.len()).filter(|&seat| seat != known.seat) {
            let size = deal.hands[seat].len();
            deal.hands[seat].copy_from_slice(&cards[top..top + size]);
            top += size;
        }
        let size = deal.stock.len();
        deal.stock.copy_from_slice(&cards[top..top + size]);
        if fits(rules, &deal, others, &styles) {
            break;
        }
    }
    deal.hands.iter_mut().for_each(|hand| hand.sort_unstable());
    (deal, styles)
}

/// Whether the seats that do not hold back had no play when they stopped. The hands are not in order: the cards
/// that were drawn since stand first.
fn fits(rules: &Rules, deal: &Deal, others: &[Other], styles: &[Style]) -> bool {
    let eager = (0..deal.hands.len()).filter(|&seat| seat != deal.seat && styles[seat].hold.is_none());
    eager.into_iter().all(|seat| {
        let Some(Stuck { table, newer }) = &others[seat].stuck else { return true };
        let mut old = deal.hands[seat][(*newer).min(deal.hands[seat].len())..].to_vec();
        old.sort_unstable();
        old.is_empty() || !Position::known(rules, table.clone(), old, deal.opened[seat], false).can_play()
    })
}
