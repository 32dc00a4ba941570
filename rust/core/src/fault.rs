//! Why a table or a play is refused.

use crate::card::Card;

/// A reason with its stable code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// Fewer than three cards.
    MeldTooShort,
    /// A run with an ace at both ends (D1).
    MeldTooLong,
    /// A set with two cards of one suit.
    MeldSuitTwice,
    /// A run with the same card twice.
    MeldCardTwice,
    /// Neither one rank nor one suit in sequence.
    MeldNotAMeld,
    /// A run that would need the ace where this rule-set does not allow it.
    MeldAceNotHere,
    /// More jokers than one meld may hold.
    MeldTooManyJokers,
    /// No natural card (D18).
    MeldOnlyJokers,
    /// A joker that could stand for several cards; the cards are the choices (D10).
    JokerUnnamed,
    /// A joker that was not freed has another name.
    JokerRenamed,
    /// A joker that was not freed lies with none of its old neighbours.
    JokerLeftItsNeighbour,
    /// A meld with a joker that was not freed was changed.
    JokerLockedMeld,
    /// A card of the table is gone.
    PlayCardLost,
    /// A card was put down that the hand does not hold.
    PlayCardNotInHand,
    /// No hand card was put down.
    PlayNothingAdded,
    /// The first play lacks the run it needs.
    PlayNotOpened,
    /// More copies of a card than the packs hold.
    PositionTooManyCopies,
    /// More jokers than the packs hold.
    PositionTooManyJokers,
    /// A group on the table that is no meld.
    PositionBadMeld,
    /// A joker with a name in a hand.
    PositionNamedInHand,
    /// A joker without a name in a meld on the table.
    PositionUnnamedOnTable,
}

impl Code {
    /// Every code, in the order in which reasons are listed.
    pub const ALL: [Self; 21] = [
        Self::MeldTooShort,
        Self::MeldTooLong,
        Self::MeldSuitTwice,
        Self::MeldCardTwice,
        Self::MeldNotAMeld,
        Self::MeldAceNotHere,
        Self::MeldTooManyJokers,
        Self::MeldOnlyJokers,
        Self::JokerUnnamed,
        Self::JokerRenamed,
        Self::JokerLeftItsNeighbour,
        Self::JokerLockedMeld,
        Self::PlayCardLost,
        Self::PlayCardNotInHand,
        Self::PlayNothingAdded,
        Self::PlayNotOpened,
        Self::PositionTooManyCopies,
        Self::PositionTooManyJokers,
        Self::PositionBadMeld,
        Self::PositionNamedInHand,
        Self::PositionUnnamedOnTable,
    ];

    /// The stable text of the code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MeldTooShort => "meld/too-short",
            Self::MeldTooLong => "meld/too-long",
            Self::MeldSuitTwice => "meld/suit-twice",
            Self::MeldCardTwice => "meld/card-twice",
            Self::MeldNotAMeld => "meld/not-a-meld",
            Self::MeldAceNotHere => "meld/ace-not-here",
            Self::MeldTooManyJokers => "meld/too-many-jokers",
            Self::MeldOnlyJokers => "meld/only-jokers",
            Self::JokerUnnamed => "joker/unnamed",
            Self::JokerRenamed => "joker/renamed",
            Self::JokerLeftItsNeighbour => "joker/left-its-neighbour",
            Self::JokerLockedMeld => "joker/locked-meld",
            Self::PlayCardLost => "play/card-lost",
            Self::PlayCardNotInHand => "play/card-not-in-hand",
            Self::PlayNothingAdded => "play/nothing-added",
            Self::PlayNotOpened => "play/not-opened",
            Self::PositionTooManyCopies => "position/too-many-copies",
            Self::PositionTooManyJokers => "position/too-many-jokers",
            Self::PositionBadMeld => "position/bad-meld",
            Self::PositionNamedInHand => "position/named-in-hand",
            Self::PositionUnnamedOnTable => "position/unnamed-on-table",
        }
    }
}

/// One reason: its code, the groups concerned (indices into the table judged) and the cards concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub code: Code,
    /// Indices of the groups concerned.
    pub melds: Vec<usize>,
    /// The cards concerned; for [`Code::JokerUnnamed`] the cards it could stand for.
    pub cards: Vec<Card>,
}

impl Fault {
    /// A reason that concerns these groups and cards.
    pub fn new(code: Code, melds: Vec<usize>, cards: Vec<Card>) -> Self {
        Self { code, melds, cards }
    }
}
