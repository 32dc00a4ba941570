//! A multiset of cards as counts.

use crate::card::{Card, NATURALS};

/// How many there are of each natural card, and how many jokers under any name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    counts: [u8; NATURALS],
    jokers: u8,
}

impl Default for Pool {
    fn default() -> Self {
        Self { counts: [0; NATURALS], jokers: 0 }
    }
}

impl Pool {
    /// Adds one card; a joker counts as a joker whatever its name.
    ///
    /// Counts stop at 255, which is far above every rule-set's number of copies, so an
    /// overfull pool is still seen as overfull.
    pub fn add(&mut self, card: Card) {
        let count = self.count_mut(card);
        *count = count.saturating_add(1);
    }

    /// Takes one card out; `false`, and nothing changes, if there is none.
    pub fn take(&mut self, card: Card) -> bool {
        let count = self.count_mut(card);
        if *count == 0 {
            return false;
        }
        *count -= 1;
        true
    }

    /// The number of copies of a natural card, or of jokers under any name.
    pub fn count(&self, card: Card) -> u8 {
        if card.is_joker() { self.jokers } else { self.counts[card.byte() as usize] }
    }

    /// The number of jokers.
    pub fn jokers(&self) -> u8 {
        self.jokers
    }

    /// The counts of the natural cards, by card index.
    pub fn naturals(&self) -> &[u8; NATURALS] {
        &self.counts
    }

    /// The cards in card order, each as often as it is there, jokers unnamed and last.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let naturals = self.counts.iter().enumerate();
        let naturals = naturals.flat_map(|(index, &count)| (0..count).map(move |_| Card::from_index(index)));
        naturals.chain((0..self.jokers).map(|_| Card::JOKER))
    }

    fn count_mut(&mut self, card: Card) -> &mut u8 {
        if card.is_joker() { &mut self.jokers } else { &mut self.counts[card.byte() as usize] }
    }
}

impl FromIterator<Card> for Pool {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pool = Self::default();
        for card in cards {
            pool.add(card);
        }
        pool
    }
}
