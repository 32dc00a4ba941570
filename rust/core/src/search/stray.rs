//! Hand cards that no meld can hold, whatever is done with the rest.

use crate::card::Card;
use crate::rules::Rules;
use crate::table::Table;

/// Whether a hand card finds no meld among all the cards there are, each used as often as one likes.
///
/// A joker on the table counts as the card it stands for and, as it may be freed, as any other.
pub fn has_stray(rules: &Rules, table: &Table, hand: &[Card]) -> bool {
    let mut suits = [0u16; 4];
    let mut jokers = 0;
    for card in table.cards().iter().chain(hand) {
        jokers += u32::from(card.is_joker());
        if let (Some(rank), Some(suit)) = (card.rank(), card.suit()) {
            suits[suit as usize] |= places_of(rules, rank);
        }
    }
    let needed = 3u32.saturating_sub(jokers.min(u32::from(rules.jokers_a_meld)));
    // A meld has a natural card at least.
    needed > 1 && hand.iter().any(|&card| is_stray(rules, suits, card, needed))
}

/// The places of a rank in a run as bits: 0 below the two, 13 above the king.
fn places_of(rules: &Rules, rank: u8) -> u16 {
    match rank {
        1 => u16::from(rules.ace.is_low()) | u16::from(rules.ace.is_high()) << 13,
        _ => 1 << (rank - 1),
    }
}

fn is_stray(rules: &Rules, suits: [u16; 4], card: Card, needed: u32) -> bool {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return false };
    let here = places_of(rules, rank);
    let in_set = suits.iter().filter(|&&places| places & here != 0).count() as u32;
    let in_run = |place: u32| {
        (0..3).any(|down| {
            let lowest = place.checked_sub(down);
            lowest.is_some_and(|lowest| lowest <= 11 && (suits[suit as usize] >> lowest & 7).count_ones() >= needed)
        })
    };
    in_set < needed && !(0..14).filter(|place| here >> place & 1 != 0).any(in_run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::rules::{Ace, JokerLaw};

    fn stray(ace: Ace, jokers_a_meld: u8, table: &str, hand: &str) -> bool {
        let rules = Rules {
            packs: 2,
            jokers: 2,
            ace,
            joker_law: JokerLaw::Movable,
            jokers_a_meld,
            loose: false,
            opening_run: 0,
            worth: [1; 14],
        };
        has_stray(&rules, &Table::parse(table).unwrap(), &parse_cards(hand).unwrap())
    }

    #[test]
    fn a_card_without_company_is_stray() {
        assert!(stray(Ace::Either, 13, "5s 6s 7s", "8s 2c"));
        assert!(!stray(Ace::Either, 13, "5s 6s 7s | 2d 2h 2s", "8s 2c"));
        assert!(!stray(Ace::Either, 13, "5s 6s 7s | 3c 3d 3h | 4c 4d 4h", "8s 2c"));
        assert!(stray(Ace::Low, 13, "Js Qs Ks", "As") && !stray(Ace::High, 13, "Js Qs Ks", "As"));
        assert!(stray(Ace::High, 13, "2s 3s 4s", "As") && !stray(Ace::Either, 13, "2s 3s 4s", "As"));
    }

    #[test]
    fn a_joker_is_company_unless_the_meld_has_one() {
        assert!(!stray(Ace::Either, 13, "5s 6s *7s", "9c Tc"));
        assert!(stray(Ace::Either, 13, "5s 6s *7s", "9c"));
        assert!(!stray(Ace::Either, 13, "", "9c * *") && stray(Ace::Either, 1, "", "9c * *"));
    }
}
