//! What makes a play good.

use super::Objective;
use crate::card::{Card, NATURALS};
use crate::rules::Rules;

/// The most that all values of a hand may come to, taken without their signs.
pub const MOST_VALUE: u32 = 10_000;

/// A value for each card, which may be negative: what it is worth to put the card down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// By card, the joker last.
    by_card: [i16; NATURALS + 1],
}

impl Values {
    /// Values by card for the cards of a hand; other cards have none. `None` if they come to more than
    /// [`MOST_VALUE`].
    pub fn new(hand: &[Card], value: impl Fn(Card) -> i64) -> Option<Self> {
        let mut by_card = [0; NATURALS + 1];
        let mut all = 0u64;
        for &card in hand {
            let value = value(card);
            all = all.saturating_add(value.unsigned_abs());
            by_card[slot_of(card)] = i16::try_from(value).ok()?;
        }
        (all <= u64::from(MOST_VALUE)).then_some(Self { by_card })
    }

    /// What it is worth to put down these cards.
    pub fn of(&self, cards: &[Card]) -> i32 {
        cards.iter().map(|&card| i32::from(self.by_card[slot_of(card)])).sum()
    }
}

/// The place of a card in a list by card, the joker last.
pub fn slot_of(card: Card) -> usize {
    card.index().filter(|_| !card.is_joker()).unwrap_or(NATURALS)
}

/// What a search makes most of.
#[derive(Clone, Copy)]
pub enum Worth<'a> {
    /// Cards or points.
    Objective(Objective),
    /// Own values.
    Values(&'a Values),
}

impl<'a> From<&'a Values> for Worth<'a> {
    fn from(values: &'a Values) -> Self {
        Self::Values(values)
    }
}

impl From<Objective> for Worth<'_> {
    fn from(objective: Objective) -> Self {
        Self::Objective(objective)
    }
}

impl Worth<'_> {
    /// What it is worth to put down a card.
    pub fn of(self, rules: &Rules, card: Card) -> i16 {
        match self {
            Self::Objective(Objective::Cards) => 1,
            Self::Objective(Objective::Points) => rules.worth(card) as i16,
            Self::Values(values) => values.by_card[slot_of(card)],
        }
    }

    /// What a play costs against the best one could wish: cards worth something that stay in the hand, and
    /// cards put down that are worth less than nothing.
    pub fn cost(self, rules: &Rules, hand: &[Card], laid: &[Card]) -> u16 {
        let worth = |&card: &Card| self.of(rules, card);
        let all: i32 = hand.iter().map(worth).filter(|&value| value > 0).map(i32::from).sum();
        let won: i32 = laid.iter().map(worth).map(i32::from).sum();
        (all - won) as u16
    }
}

/// What it costs when so many of these cards of the hand, worth so much each, are put down: those worth
/// something that stay, or those put down that are worth less than nothing.
pub fn cost_of_laid(worth: i16, hand: u8, laid: u8) -> u16 {
    u16::from(if worth < 0 { laid } else { hand - laid }) * worth.unsigned_abs()
}
