//! The cards that must and the cards that may be melded, by position.
//!
//! Position 0 is the ace below the two, positions 1 to 12 are the ranks two to king, position 13 is
//! the ace above the king. Where an ace may stand at either end its cards are counted at position 0
//! and the sweep decides there how many of each suit are kept for position 13.

use super::scenario::Scenario;
use super::sets::{Take, push_takes};
use super::worth::{Worth, cost_of_laid};
use crate::card::Card;
use crate::rules::{Ace, Rules};

/// One past the last position.
pub const POSITIONS: usize = 14;

/// What is decided at one position: for each suit the cards for sets and for runs, jokers included,
/// how many of either are wild, and the aces kept for the end of the sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Step {
    pub sets: Take,
    pub runs: Take,
    pub wild_sets: Take,
    pub wild_runs: Take,
    pub high: Take,
}

/// Conditions on the cards of one suit at one position, for jokers kept there: so many in sets, so
/// many in runs (aces at either end), so many in runs that go on below, so many in runs that go on
/// above, so many kept for the end of the sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Need {
    pub sets: u8,
    pub runs: u8,
    pub below: u8,
    pub above: u8,
    pub high: u8,
}

impl Need {
    fn add(&mut self, other: Self) {
        self.sets += other.sets;
        self.runs += other.runs;
        self.below += other.below;
        self.above += other.above;
        self.high += other.high;
    }
}

/// The jokers a sweep may lay under any name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wild {
    /// Freed ones, which must be laid.
    pub must: u8,
    /// Those of the hand.
    pub hand: u8,
    /// Those that lie loose.
    pub loose: u8,
    /// What it is worth to put one down.
    pub worth: i16,
}

impl Wild {
    /// How many there are.
    pub fn count(self) -> u8 {
        self.must + self.hand + self.loose
    }

    /// What it costs when so many are laid, those of the hand before the loose ones if that is worth
    /// something; `None` if more must be laid.
    pub fn cost(self, laid: u8) -> Option<u16> {
        let laid = laid.checked_sub(self.must)?;
        Some(self.cost_from_hand(if self.worth < 0 { laid.saturating_sub(self.loose) } else { laid.min(self.hand) }))
    }

    /// What it costs when so many of the hand are laid.
    pub fn cost_from_hand(self, from_hand: u8) -> u16 {
        cost_of_laid(self.worth, self.hand, from_hand)
    }

    /// How many stay loose when so many are laid.
    pub fn loose_left(self, laid: u8) -> u8 {
        let laid = laid.saturating_sub(self.must);
        let from_loose = if self.worth < 0 { laid } else { laid.saturating_sub(self.hand) };
        self.loose - from_loose.min(self.loose)
    }
}

/// The input of a sweep.
pub struct Problem {
    /// The first position with cards to decide.
    pub first: usize,
    /// One past the last position with cards to decide.
    pub end: usize,
    /// Whether the aces of the last position are those kept at the first.
    pub closes: bool,
    /// Cards of each suit that must be melded.
    pub must: [Take; POSITIONS],
    /// All cards of each suit.
    pub count: [Take; POSITIONS],
    /// Cards of each suit that must be melded and are in the hand.
    pub forced: [Take; POSITIONS],
    /// Cards of each suit that lie loose.
    pub loose: [Take; POSITIONS],
    /// Conditions on kept jokers.
    pub need: [[Need; 4]; POSITIONS + 1],
    /// What it is worth to put down a hand card of each suit.
    pub worth: [[i16; 4]; POSITIONS],
    /// The least that any is worth.
    pub lightest: i16,
    /// Aces of each suit that may be kept for the end of the sweep.
    pub high: Take,
    /// Jokers under any name.
    pub wild: Wild,
    /// Whether there are no jokers and no conditions.
    pub is_plain: bool,
    /// Whether no joker needs to be laid for a card that stays in the hand: laying the card instead is as good.
    pub saves_jokers: bool,
    /// What the hand cards cost of which the sweep does not decide.
    pub base: u16,
    /// Most cards of each suit that any choice of sets takes.
    pub most: [Take; POSITIONS],
    takes: Vec<Take>,
    ranges: [(u16, u16); POSITIONS],
}

impl Problem {
    /// The sweep for one scenario; `wild` says which jokers there are beside the kept ones.
    pub fn new(rules: &Rules, scenario: &Scenario, wild: Wild, worth: Worth) -> Self {
        let (first, end) = match rules.ace {
            Ace::Low => (0, 13),
            Ace::High => (1, 14),
            Ace::Either => (0, 14),
        };
        let mut problem = Self {
            first,
            end,
            closes: rules.ace == Ace::Either,
            must: [[0; 4]; POSITIONS],
            count: [[0; 4]; POSITIONS],
            forced: [[0; 4]; POSITIONS],
            loose: [[0; 4]; POSITIONS],
            need: [[Need::default(); 4]; POSITIONS + 1],
            worth: [[0; 4]; POSITIONS],
            lightest: 0,
            high: [0; 4],
            wild,
            is_plain: wild.count() == 0 && scenario.kept.is_empty(),
            saves_jokers: false,
            base: 0,
            most: [[0; 4]; POSITIONS],
            takes: Vec::with_capacity(64),
            ranges: [(0, 0); POSITIONS],
        };
        problem.place(rules, scenario, worth);
        problem.prepare();
        problem
    }

    fn place(&mut self, rules: &Rules, scenario: &Scenario, worth: Worth) {
        for index in 0..scenario.table.len() {
            let (position, suit) = self.place_of(index);
            let (hand, forced) = (scenario.hand[index], scenario.forced[index]);
            self.must[position][suit] = scenario.table[index] + forced;
            self.count[position][suit] = scenario.table[index] + hand + scenario.loose[index];
            self.forced[position][suit] = forced;
            self.loose[position][suit] = scenario.loose[index];
            let worth = worth.of(rules, Card::from_index(index));
            self.worth[position][suit] = worth;
            let decided = if worth < 0 { scenario.laid[index] + forced } else { scenario.barred[index] };
            self.base += u16::from(decided) * worth.unsigned_abs();
        }
        for &(index, need) in &scenario.kept {
            let (position, suit) = self.place_of(index);
            self.must[position][suit] += 1;
            self.count[position][suit] += 1;
            self.need[position][suit].add(need);
        }
    }

    /// The position and suit of a card in this sweep.
    pub fn place_of(&self, index: usize) -> (usize, usize) {
        let position = if index < 4 && self.first == 1 { 13 } else { index / 4 };
        (position, index % 4)
    }

    /// The rank 1 to 13 at a position.
    pub fn rank(position: usize) -> u8 {
        (position % 13) as u8 + 1
    }

    fn prepare(&mut self) {
        let wild = self.wild.count();
        // Freed jokers must be laid, and one that counts more than the card is worth laying for it.
        let worth = self.worth[self.first..self.end].as_flattened().iter();
        self.lightest = worth.copied().min().unwrap_or(0);
        self.saves_jokers = self.wild.must == 0 && self.wild.worth <= self.lightest;
        if self.closes {
            for suit in 0..4 {
                // An ace above the king needs the queen and the king.
                let there = u8::from(self.count[11][suit] > 0) + u8::from(self.count[12][suit] > 0);
                if there + wild >= 2 {
                    self.high[suit] = self.count[0][suit];
                }
            }
        }
        for position in self.first..self.end {
            let start = self.takes.len();
            if self.closes && position == 13 {
                self.takes.push([0; 4]);
            } else {
                push_takes(self.count[position], wild, &mut self.takes);
            }
            for take in &self.takes[start..] {
                for (most, &cards) in self.most[position].iter_mut().zip(take) {
                    *most = cards.max(*most);
                }
            }
            self.ranges[position] = (start as u16, self.takes.len() as u16);
        }
    }

    /// The ways to take cards of this position for sets, none at all first.
    pub fn takes(&self, position: usize) -> &[Take] {
        let (start, end) = self.ranges[position];
        &self.takes[start as usize..end as usize]
    }

    /// Cards of a suit that must and that may be laid at a position with so many aces kept for the end.
    pub fn cards(&self, position: usize, suit: usize, high: u8) -> (u8, u8) {
        if self.closes && position == 13 {
            (high, high)
        } else {
            (self.must[position][suit], self.count[position][suit])
        }
    }

    /// The most runs of one suit open at once.
    pub fn most_open(&self) -> usize {
        let most = self.count.as_flattened().iter().copied().max().unwrap_or(0);
        (most + self.wild.count()) as usize
    }

    /// What it costs when so many cards of a suit are not laid at a position. Loose ones cost nothing, and
    /// hand cards are laid before them if that is worth something.
    #[inline]
    pub fn cost_of_left(&self, position: usize, suit: usize, left: u8) -> u16 {
        let (worth, loose) = (self.worth[position][suit], self.loose[position][suit]);
        if worth < 0 {
            return u16::from(self.free_hand(position, suit).saturating_sub(left)) * worth.unsigned_abs();
        }
        u16::from(left.saturating_sub(loose)) * worth.unsigned_abs()
    }

    /// What it costs at least when so many cards of a suit or more are not laid at a position.
    #[inline]
    pub fn least_cost_of_left(&self, position: usize, suit: usize, left: u8) -> u16 {
        if self.worth[position][suit] < 0 { 0 } else { self.cost_of_left(position, suit, left) }
    }

    /// What it costs when so many of the hand cards of a suit that may be laid are.
    pub fn cost_from_hand(&self, position: usize, suit: usize, from_hand: u8) -> u16 {
        cost_of_laid(self.worth[position][suit], self.free_hand(position, suit), from_hand)
    }

    /// How many cards of a suit stay loose when so many are not laid.
    pub fn loose_left(&self, position: usize, suit: usize, left: u8) -> u8 {
        let is_kept = self.worth[position][suit] < 0;
        let loose = if is_kept { left.saturating_sub(self.free_hand(position, suit)) } else { left };
        loose.min(self.loose[position][suit])
    }

    /// The hand cards of a suit that may and need not be laid.
    fn free_hand(&self, position: usize, suit: usize) -> u8 {
        self.count[position][suit] - self.must[position][suit] - self.loose[position][suit]
    }

    /// What the hand cards of one position that need not be laid cost if they all stay.
    pub fn cost_of_position(&self, position: usize) -> u16 {
        let left = |suit: usize| self.count[position][suit] - self.must[position][suit];
        (0..4).map(|suit| self.cost_of_left(position, suit, left(suit))).sum()
    }

    /// What the hand cards from a position on that need not be laid cost if they all stay, jokers included.
    pub fn cost_from(&self, position: usize) -> u16 {
        let jokers = u16::from(self.wild.hand) * self.wild.worth.unsigned_abs();
        jokers + (position..self.end).map(|position| self.cost_of_position(position)).sum::<u16>()
    }
}

/// The number of jokers in a hand and of those that lie loose.
pub fn count_wild(hand: &[Card], loose: impl Iterator<Item = Card>) -> (u8, u8) {
    let jokers = |cards: usize| cards as u8;
    (jokers(hand.iter().filter(|card| card.is_joker()).count()), jokers(loose.filter(|card| card.is_joker()).count()))
}
