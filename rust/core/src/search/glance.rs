//! The hints that are seen at a glance.

use super::Position;
use crate::card::Card;
use crate::meld::{Meld, SHORTEST, namings};
use crate::play::{Play, check_play, is_loose};
use crate::rules::JokerLaw;
use crate::table::Table;

impl Position {
    /// A play of three hand cards that are a meld by themselves; without one, a play of one hand card
    /// that is put on one meld. `None` if there is neither.
    ///
    /// Nothing is easier than the first: it changes no meld, and a new meld takes three cards. Without it
    /// a play that changes one meld and splits none puts hand cards on that meld alone, and with one card
    /// it puts down the fewest. Loose cards on the table, or a condition on the first play, make this no
    /// longer true, so nothing is looked for then.
    pub(super) fn find_at_a_glance(&self) -> Option<Play> {
        let is_opening = !self.opened && self.rules.opening_run > 0;
        if is_opening || self.table.groups().any(|group| is_loose(&self.rules, group)) {
            return None;
        }
        let mut hand = self.hand.clone();
        hand.dedup();
        self.find_own_meld(&hand).or_else(|| hand.iter().find_map(|&card| self.find_lay_off(card)))
    }

    /// Three different hand cards that are a meld; without jokers if that can be.
    fn find_own_meld(&self, hand: &[Card]) -> Option<Play> {
        let naturals: Vec<Card> = hand.iter().copied().filter(|card| !card.is_joker()).collect();
        let meld = naturals.iter().enumerate().find_map(|(at, &first)| {
            let (set, run) = neighbours(first, &naturals[at + 1..], &naturals);
            [set, run].into_iter().flatten().find_map(|cards| Meld::of_named(&self.rules, &cards))
        });
        let jokers = self.count_jokers().min(self.rules.jokers_a_meld) as usize;
        let with_jokers = || {
            let few = (SHORTEST - jokers.min(SHORTEST - 1)).max(1);
            let pairs = naturals.iter().enumerate().flat_map(|(at, &one)| {
                naturals[at + 1..].iter().filter(move |other| is_near(one, **other)).map(move |&other| vec![one, other])
            });
            let singles = naturals.iter().take(if few == 1 { naturals.len() } else { 0 }).map(|&one| vec![one]);
            pairs.chain(singles).find_map(|named| {
                let melds = namings(&self.rules, &named, SHORTEST - named.len());
                melds.iter().find_map(|meld| self.try_new(meld.cards(), None))
            })
        };
        match meld {
            Some(meld) => self.try_new(meld.cards(), None),
            None if jokers > 0 => with_jokers(),
            None => None,
        }
    }

    /// A meld with this hand card on it.
    fn find_lay_off(&self, card: Card) -> Option<Play> {
        (0..self.table.len()).find_map(|index| {
            let group = self.table.group(index);
            let jokers = group.iter().filter(|card| card.is_joker()).count() + usize::from(card.is_joker());
            if jokers == 0 {
                let cards: Vec<Card> = group.iter().copied().chain([card]).collect();
                let meld = if is_beside(group, card) { Meld::of_named(&self.rules, &cards) } else { None };
                return meld.and_then(|meld| self.try_new(meld.cards(), Some(index)));
            }
            if self.rules.joker_law == JokerLaw::None || jokers > self.rules.jokers_a_meld as usize {
                return None;
            }
            let named: Vec<Card> = group.iter().copied().chain([card]).filter(|card| !card.is_joker()).collect();
            let melds = namings(&self.rules, &named, jokers);
            melds.iter().find_map(|meld| self.try_new(meld.cards(), Some(index)))
        })
    }

    /// The play that lays this meld in place of an old one, if it is legal.
    fn try_new(&self, meld: &[Card], instead: Option<usize>) -> Option<Play> {
        let mut after = Table::with_capacity(self.table.len() + 1, self.table.cards().len() + SHORTEST);
        for (index, group) in self.table.groups().enumerate() {
            if instead != Some(index) {
                after.push(group.iter().copied());
            }
        }
        after.push(meld.iter().copied());
        check_play(&self.rules, &self.table, &after, &self.hand, self.opened).ok()
    }
}

/// Cards that would make a set and a run with a natural card: the next two of its rank among `later`,
/// and the next two of its suit in sequence, the ace above the king.
fn neighbours(first: Card, later: &[Card], all: &[Card]) -> (Option<[Card; 3]>, Option<[Card; 3]>) {
    let mut alike = later.iter().copied().filter(|card| card.rank() == first.rank());
    let set = alike.next().zip(alike.next()).map(|(second, third)| [first, second, third]);
    let run = first.rank().zip(first.suit()).and_then(|(rank, suit)| {
        let card = |step: u8| Card::natural((rank - 1 + step) % 13 + 1, suit);
        let there = rank <= 12 && all.contains(&card(1)) && all.contains(&card(2));
        there.then(|| [first, card(1), card(2)])
    });
    (set, run)
}

/// Whether two natural cards could lie in one meld of three.
fn is_near(one: Card, other: Card) -> bool {
    let (Some(a), Some(b)) = (one.rank(), other.rank()) else { return false };
    let apart = (a + 13 - b) % 13;
    if one.suit() == other.suit() { apart <= 2 || apart >= 11 } else { a == b }
}

/// Whether a natural card could lengthen a meld of natural cards.
fn is_beside(group: &[Card], card: Card) -> bool {
    let is_set = group[0].rank() == group[1].rank();
    if is_set {
        return group.len() == 3 && card.rank() == group[0].rank();
    }
    let (first, last) = (group[0], group[group.len() - 1]);
    let next = |one: Card, other: Card| one.rank().zip(other.rank()).is_some_and(|(a, b)| a % 13 + 1 == b);
    card.suit() == first.suit() && (next(card, first) || next(last, card))
}
