//! The part of a rule-set that melds and search read.

use crate::card::Card;

/// Where an ace may stand in a run (RULES.md section 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ace {
    /// Only below the two.
    Low,
    /// Only above the king.
    High,
    /// Below the two or above the king, never both in one run.
    Either,
}

impl Ace {
    /// Whether A 2 3 is a run.
    pub const fn is_low(self) -> bool {
        matches!(self, Self::Low | Self::Either)
    }

    /// Whether Q K A is a run.
    pub const fn is_high(self) -> bool {
        matches!(self, Self::High | Self::Either)
    }
}

/// What a joker that lies on the table may do in a later play (RULES.md section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum JokerLaw {
    /// The rule-set has no jokers.
    None,
    /// It may be in any meld as the same card; a natural copy on the finished table frees it.
    Movable,
    /// As movable, but while it is not freed it lies in a meld with a card that was beside it.
    Neighbour,
    /// It locks its meld; only its natural card from the hand frees it.
    Locked,
}

/// What melds and search read of a rule-set. Every field is mandatory: there are no defaults.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Copies of each natural card.
    pub packs: u8,
    /// Jokers in the whole pack.
    pub jokers: u8,
    /// Where an ace may stand in a run.
    pub ace: Ace,
    /// What a joker on the table may do.
    pub joker_law: JokerLaw,
    /// The most jokers in one meld.
    pub jokers_a_meld: u8,
    /// Whether single cards may lie loose on the table.
    pub loose: bool,
    /// Natural hand cards of one suit in sequence that a first play must contain; 0 for none.
    pub opening_run: u8,
    /// What a card counts in the hand: ace, two to king, joker.
    pub worth: [u8; 14],
}

impl Rules {
    /// What a card counts in the hand (RULES.md section 6).
    pub fn worth(&self, card: Card) -> u32 {
        let slot = if card.is_joker() { 13 } else { card.rank().map_or(13, |rank| rank as usize - 1) };
        u32::from(self.worth[slot])
    }

    /// What the search cannot do with these rules; `None` if it can play by them.
    ///
    /// It holds together what RULES.md sections 2 and 5 hold together: a joker that locks its meld is the
    /// only one in it, and only under that law are there more than two jokers, or jokers and loose cards.
    pub fn find_problem(&self) -> Option<&'static str> {
        let is_locked = self.joker_law == JokerLaw::Locked;
        let problems = [
            (!(1..=2).contains(&self.packs), "a rule-set has one or two packs"),
            (self.jokers > 4, "a rule-set has at most 4 jokers"),
            (self.opening_run > 13, "a first play needs a run of at most 13"),
            (
                (self.jokers == 0) != (self.joker_law == JokerLaw::None),
                "a rule-set has a joker law exactly if it has jokers",
            ),
            (is_locked && self.jokers_a_meld != 1, "a meld that its joker locks holds one joker"),
            (
                self.jokers > 0 && !is_locked && self.jokers_a_meld < 2,
                "only a meld that its joker locks is limited to one joker",
            ),
            (self.jokers > 2 && !is_locked, "more than 2 jokers need the law that they lock their melds"),
            (
                self.loose && self.jokers > 0 && !is_locked,
                "loose cards with jokers need the law that jokers lock their melds",
            ),
            (self.worth.contains(&0), "every card counts at least 1"),
        ];
        problems.into_iter().find_map(|(is_so, problem)| is_so.then_some(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_cannot_be_searched_are_found() {
        let tahiti = Rules {
            packs: 2,
            jokers: 4,
            ace: Ace::Either,
            joker_law: JokerLaw::Locked,
            jokers_a_meld: 1,
            loose: true,
            opening_run: 0,
            worth: [1; 14],
        };
        let carousel =
            Rules { jokers: 2, joker_law: JokerLaw::Movable, jokers_a_meld: 13, loose: false, ..tahiti.clone() };
        assert_eq!(tahiti.find_problem().or(carousel.find_problem()), None);
        for (rules, word) in [
            (Rules { packs: 0, ..tahiti.clone() }, "packs"),
            (Rules { jokers: 5, ..tahiti.clone() }, "at most 4"),
            (Rules { opening_run: 14, ..tahiti.clone() }, "first play"),
            (Rules { jokers: 0, ..tahiti.clone() }, "exactly if"),
            (Rules { jokers_a_meld: 2, ..tahiti.clone() }, "holds one joker"),
            (Rules { worth: [0; 14], ..tahiti }, "at least 1"),
            (Rules { jokers_a_meld: 1, ..carousel.clone() }, "limited to one"),
            (Rules { jokers: 3, ..carousel.clone() }, "more than 2"),
            (Rules { loose: true, ..carousel }, "loose cards"),
        ] {
            assert!(rules.find_problem().is_some_and(|problem| problem.contains(word)), "{rules:?}");
        }
    }
}
