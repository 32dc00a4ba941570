//! Is this a meld, and what does each joker stand for (RULES.md sections 1, 3 and 5).

use crate::card::{Card, Suit};
use crate::rules::Rules;

mod reasons;

pub use reasons::{Reason, namings};

/// Fewest cards of a meld.
pub const SHORTEST: usize = 3;
/// Most cards of a run; an ace never stands at both ends of one (D1).
pub const LONGEST: usize = 13;

/// What a meld is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Cards of one rank, 1 to 13.
    Set(u8),
    /// Cards of one suit from this position on: 1 is the ace below the two, 14 the ace above the king.
    Run(Suit, u8),
}

/// A valid meld in the order of strict text, every joker named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Meld {
    kind: Kind,
    len: u8,
    cards: [Card; LONGEST],
}

impl Meld {
    /// Set or run.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The cards: a run in sequence, a set in suit order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// Judges a group of cards, read as a collection (D10).
    ///
    /// A joker without a name gets the one card it can stand for.
    ///
    /// # Errors
    /// Every reason why the group is no meld, each with the cards concerned.
    pub fn judge(rules: &Rules, group: &[Card]) -> Result<Self, Vec<Reason>> {
        // The common case first: named cards that form a meld.
        if let Some(meld) = Self::of_named(rules, group)
            && (rules.jokers > 0 || !group.iter().any(|card| card.is_joker()))
        {
            return Ok(meld);
        }
        reasons::name_or_refuse(rules, group)
    }

    /// The meld of a group without unnamed jokers, or `None`. How many jokers the packs hold is not asked.
    pub fn of_named(rules: &Rules, group: &[Card]) -> Option<Self> {
        if group.len() < SHORTEST || group.len() > LONGEST {
            return None;
        }
        let jokers = group.iter().filter(|card| card.is_joker()).count();
        if jokers == group.len() || jokers > rules.jokers_a_meld as usize {
            return None;
        }
        let shape = Shape::of(group)?;
        let kind = shape.kind(rules)?;
        Some(Self::arranged(kind, group))
    }

    /// Places the cards of a group that is known to be a meld of this kind.
    fn arranged(kind: Kind, group: &[Card]) -> Self {
        let mut cards = [Card::JOKER; LONGEST];
        cards[..group.len()].copy_from_slice(group);
        let placed = &mut cards[..group.len()];
        match kind {
            _ if group.is_sorted_by_key(|card| card.index()) && group[0].rank() != Some(1) => {}
            Kind::Set(_) => placed.sort_unstable_by_key(|card| card.index()),
            // The ace is read as 14 in a run that does not start with it.
            Kind::Run(_, start) => placed.sort_unstable_by_key(|card| match card.rank() {
                Some(1) if start > 1 => 14,
                rank => rank.unwrap_or(0),
            }),
        }
        Self { kind, len: group.len() as u8, cards }
    }
}

/// The ranks and suits of a group of named cards without repeats.
struct Shape {
    /// Bit `rank - 1`.
    ranks: u16,
    /// Bit `suit`.
    suits: u8,
    size: u32,
}

impl Shape {
    /// `None` if a joker has no name or two cards are the same card.
    fn of(group: &[Card]) -> Option<Self> {
        let mut seen = 0u64;
        let mut shape = Self { ranks: 0, suits: 0, size: group.len() as u32 };
        for card in group {
            let index = card.index()?;
            seen |= 1 << index;
            shape.ranks |= 1 << (index / 4);
            shape.suits |= 1 << (index % 4);
        }
        (seen.count_ones() == shape.size).then_some(shape)
    }

    fn kind(&self, rules: &Rules) -> Option<Kind> {
        if self.ranks.count_ones() == 1 {
            return Some(Kind::Set(self.ranks.trailing_zeros() as u8 + 1));
        }
        if self.suits.count_ones() != 1 {
            return None;
        }
        let suit = self.suits.trailing_zeros() as u8;
        // D1: a run of thirteen is written ace low where the ace may be low.
        if rules.ace.is_low() && is_contiguous(self.ranks) {
            return Some(Kind::Run(suit, self.ranks.trailing_zeros() as u8 + 1));
        }
        let high = ace_above(self.ranks);
        let reaches = self.ranks & 1 == 0 || rules.ace.is_high();
        (reaches && is_contiguous(high)).then(|| Kind::Run(suit, high.trailing_zeros() as u8 + 1))
    }
}

/// The ranks with an ace moved from below the two to above the king.
const fn ace_above(ranks: u16) -> u16 {
    (ranks & !1) | ((ranks & 1) << 13)
}

/// Whether the set bits are one block.
const fn is_contiguous(bits: u16) -> bool {
    let low = bits >> bits.trailing_zeros();
    low & (low + 1) == 0
}

/// Puts a group into the order of strict text: a run in sequence, anything else in card order.
///
/// Whether the ace of a run stands low or high follows from its neighbours alone, so no rule-set is
/// needed. Only the ace of a run of thirteen has both: it stays last if it is given last.
pub fn arrange(group: &[Card]) -> Vec<Card> {
    let mut cards = group.to_vec();
    cards.sort_unstable_by_key(|card| (card.index().unwrap_or(usize::MAX), card.is_joker()));
    let has_high_ace = Shape::of(group).is_some_and(|shape| {
        let is_run = shape.suits.count_ones() == 1 && shape.ranks & 1 == 1 && shape.ranks.count_ones() > 1;
        let is_longest = group.len() == LONGEST && group.last().and_then(|card| card.rank()) == Some(1);
        is_run && is_contiguous(ace_above(shape.ranks)) && (is_longest || !is_contiguous(shape.ranks))
    });
    if has_high_ace {
        cards.rotate_left(1);
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::fault::Code;
    use crate::rules::{Ace, JokerLaw};

    fn rules(ace: Ace, jokers: u8) -> Rules {
        Rules {
            packs: 2,
            jokers,
            ace,
            joker_law: if jokers == 0 { JokerLaw::None } else { JokerLaw::Movable },
            jokers_a_meld: 13,
            loose: false,
            opening_run: 0,
            worth: [1; 14],
        }
    }

    fn codes(ace: Ace, text: &str) -> Vec<&'static str> {
        match Meld::judge(&rules(ace, 2), &parse_cards(text).unwrap()) {
            Ok(_) => Vec::new(),
            Err(reasons) => reasons.iter().map(|(code, _)| code.as_str()).collect(),
        }
    }

    #[test]
    fn ace_law() {
        for (text, low, high, either) in [
            ("As 2s 3s", true, false, true),
            ("Qs Ks As", false, true, true),
            ("Ks As 2s", false, false, false),
            ("Qs Ks As 2s", false, false, false),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", true, true, true),
            ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", true, true, true),
        ] {
            for (ace, good) in [(Ace::Low, low), (Ace::High, high), (Ace::Either, either)] {
                let expected: &[&str] = if good { &[] } else { &["meld/ace-not-here"] };
                assert_eq!(codes(ace, text), expected, "{text} with the ace {ace:?}");
            }
        }
    }

    #[test]
    fn reasons_name_what_is_wrong() {
        for (text, expected) in [
            ("7s 8s", vec!["meld/too-short"]),
            ("7s 7s", vec!["meld/too-short", "meld/suit-twice"]),
            ("Kh Kd Ks Ks", vec!["meld/suit-twice"]),
            ("7s 7s *7h", vec!["meld/suit-twice"]),
            ("7c 7d 7h 7s *7s", vec!["meld/suit-twice"]),
            ("5s 6s 6s 7s", vec!["meld/card-twice"]),
            ("5s 6s 8s", vec!["meld/not-a-meld"]),
            ("5s 6s 7h", vec!["meld/not-a-meld"]),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", vec!["meld/too-long"]),
            ("* * *", vec!["meld/only-jokers"]),
            ("5s 6s *", vec!["joker/unnamed"]),
            ("5s * 7s", vec![]),
            ("5s 9s *", vec!["meld/not-a-meld"]),
            ("7c 7d 7h 7s *", vec!["meld/suit-twice"]),
            ("7s *", vec!["meld/too-short"]),
            ("7s 9s", vec!["meld/too-short"]),
            ("7s 8d", vec!["meld/too-short", "meld/not-a-meld"]),
            ("*2d *", vec!["meld/too-short", "meld/only-jokers"]),
            ("*7c *8d *9h", vec!["meld/not-a-meld", "meld/only-jokers"]),
            ("7c 7c 7c", vec!["meld/suit-twice"]),
            ("Ks 2s *", vec!["meld/ace-not-here"]),
            ("As 2s 3s 4s 5s 6s 7s 7s 8s 9s Ts Js Qs Ks", vec!["meld/card-twice"]),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks *", vec!["meld/too-long"]),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs * As", vec!["meld/too-long"]),
            ("Qs Ks *", vec!["joker/unnamed"]),
            ("2s As *", vec![]),
        ] {
            assert_eq!(codes(Ace::Either, text), expected, "{text}");
        }
    }

    #[test]
    fn too_many_jokers_are_no_shape() {
        let mut rules = rules(Ace::Either, 4);
        rules.jokers_a_meld = 1;
        for (text, jokers) in [("*2d * 2s", "*2d *"), ("7c *7d * 9d", "*7d *"), ("5s 6s * *", "* *")] {
            let reasons = Meld::judge(&rules, &parse_cards(text).unwrap()).err().unwrap();
            let (code, cards) = reasons.last().unwrap();
            assert_eq!((*code, cards), (Code::MeldTooManyJokers, &parse_cards(jokers).unwrap()), "{text}");
            assert_eq!(reasons.len(), if text.contains("9d") { 2 } else { 1 }, "{text}");
        }
    }

    #[test]
    fn one_pack_counts() {
        // Melds of one pack: 13 ranks with 4 + 1 sets, and for each suit the runs of 3 to 13 cards.
        for (ace, count) in [(Ace::Low, 329), (Ace::High, 329), (Ace::Either, 369)] {
            let rules = rules(ace, 0);
            let mut found = 0;
            for rank in 1..=13 {
                for suits in 0..16u8 {
                    let group: Vec<Card> =
                        (0..4).filter(|suit| suits >> suit & 1 == 1).map(|suit| Card::natural(rank, suit)).collect();
                    found += usize::from(Meld::of_named(&rules, &group).is_some());
                }
            }
            for suit in 0..4 {
                for ranks in 1..1u16 << 13 {
                    let group: Vec<Card> =
                        (0..13).filter(|bit| ranks >> bit & 1 == 1).map(|bit| Card::natural(bit + 1, suit)).collect();
                    found += usize::from(group.len() > 1 && Meld::of_named(&rules, &group).is_some());
                }
            }
            assert_eq!(found, count, "{ace:?}");
        }
    }

    #[test]
    fn strict_order() {
        for (text, strict) in [
            ("Ks As Qs", "Qs Ks As"),
            ("3s As 2s", "As 2s 3s"),
            ("7s 7c *7d", "7c *7d 7s"),
            ("Ks As 2s", "As 2s Ks"),
            ("* 5s 3s", "3s 5s *"),
            ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"),
            ("2s As 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"),
        ] {
            let text: Vec<String> = arrange(&parse_cards(text).unwrap()).iter().map(ToString::to_string).collect();
            assert_eq!(text.join(" "), strict);
        }
    }
}
