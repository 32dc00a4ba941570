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
}
