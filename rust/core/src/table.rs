//! Groups of cards as they lie, whether or not they are melds.

use core::fmt;

use crate::card::{Card, parse_cards};

/// A list of groups of cards, stored end to end.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Table {
    cards: Vec<Card>,
    ends: Vec<u32>,
}

impl Table {
    /// An empty table with room for `cards` cards in `groups` groups.
    pub fn with_capacity(groups: usize, cards: usize) -> Self {
        Self { cards: Vec::with_capacity(cards), ends: Vec::with_capacity(groups) }
    }

    /// Adds a group at the end.
    pub fn push(&mut self, group: impl IntoIterator<Item = Card>) {
        self.cards.extend(group);
        self.ends.push(self.cards.len() as u32);
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The group at `index`.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn group(&self, index: usize) -> &[Card] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.cards[start..self.ends[index] as usize]
    }

    /// The groups in order.
    pub fn groups(&self) -> impl DoubleEndedIterator<Item = &[Card]> + ExactSizeIterator {
        (0..self.len()).map(|index| self.group(index))
    }

    /// All cards, group after group.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Reads strict text: groups separated by `|`; `None` if a card cannot be read.
    pub fn parse(text: &str) -> Option<Self> {
        let mut table = Self::default();
        if !text.trim().is_empty() {
            for group in text.split('|') {
                table.push(parse_cards(group)?);
            }
        }
        Some(table)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.groups().enumerate() {
            f.write_str(if index == 0 { "" } else { " | " })?;
            for (place, card) in group.iter().enumerate() {
                f.write_str(if place == 0 { "" } else { " " })?;
                write!(f, "{card}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
