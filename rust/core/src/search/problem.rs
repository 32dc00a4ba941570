//! The cards that must and the cards that may be melded, by position.
//!
//! Position 0 is the ace below the two, positions 1 to 12 are the ranks two to king, position 13 is
//! the ace above the king. Where an ace may stand at either end its cards are counted at position 0
//! and the sweep decides there how many of each suit are kept for position 13.

use super::Objective;
use super::sets::{Take, push_takes};
use crate::card::Card;
use crate::pool::Pool;
use crate::rules::{Ace, Rules};
use crate::table::Table;

/// One past the last position.
pub const POSITIONS: usize = 14;

/// What is decided at one position: for each suit the cards for sets, for runs, and (at position 0,
/// aces at either end) for the end of the sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Step {
    pub sets: Take,
    pub runs: Take,
    pub high: Take,
}

/// The input of a sweep.
pub struct Problem {
    /// The first position with cards to decide.
    pub first: usize,
    /// One past the last position with cards to decide.
    pub end: usize,
    /// Cards of each suit that must be melded.
    pub must: [Take; POSITIONS],
    /// All cards of each suit.
    pub count: [Take; POSITIONS],
    /// What a card left in the hand costs.
    pub weight: [u16; POSITIONS],
    /// Aces of each suit that may be kept for the end of the sweep.
    pub high: Take,
    /// Most cards of each suit that any choice of sets takes.
    pub most: [Take; POSITIONS],
    takes: Vec<Take>,
    ranges: [(u16, u16); POSITIONS],
}

impl Problem {
    /// All cards of the table must be melded, those of the hand may.
    pub fn new(rules: &Rules, table: &Table, hand: &[Card], objective: Objective) -> Self {
        Self::of(rules, table.cards(), hand, objective)
    }

    /// All cards of the table and of the hand must be melded.
    pub fn whole(rules: &Rules, table: &Table, hand: &[Card]) -> Self {
        let cards: Vec<Card> = table.cards().iter().chain(hand).copied().collect();
        Self::of(rules, &cards, &[], Objective::Cards)
    }

    fn of(rules: &Rules, must: &[Card], may: &[Card], objective: Objective) -> Self {
        let (first, end) = match rules.ace {
            Ace::High => (1, 14),
            Ace::Low | Ace::Either => (0, 13),
        };
        let mut problem = Self {
            first,
            end,
            must: [[0; 4]; POSITIONS],
            count: [[0; 4]; POSITIONS],
            weight: [0; POSITIONS],
            high: [0; 4],
            most: [[0; 4]; POSITIONS],
            takes: Vec::with_capacity(64),
            ranges: [(0, 0); POSITIONS],
        };
        for &card in must {
            if let Some((position, suit)) = problem.place_of(card) {
                problem.must[position][suit] += 1;
                problem.count[position][suit] += 1;
            }
        }
        for &card in may {
            if let Some((position, suit)) = problem.place_of(card) {
                problem.count[position][suit] += 1;
                problem.weight[position] = match objective {
                    Objective::Cards => 1,
                    Objective::Points => rules.worth(card) as u16,
                };
            }
        }
        problem.prepare(rules);
        problem
    }

    /// The position and suit of a card in this sweep.
    fn place_of(&self, card: Card) -> Option<(usize, usize)> {
        let rank = card.rank()? as usize;
        let position = if rank == 1 && self.first == 1 { 13 } else { rank - 1 };
        Some((position, card.suit()? as usize))
    }

    /// The rank 1 to 13 at a position.
    pub fn rank(position: usize) -> u8 {
        (position % 13) as u8 + 1
    }

    fn prepare(&mut self, rules: &Rules) {
        if rules.ace == Ace::Either {
            for suit in 0..4 {
                // An ace above the king needs the queen and the king.
                if self.count[11][suit] > 0 && self.count[12][suit] > 0 {
                    self.high[suit] = self.count[0][suit];
                }
            }
        }
        for position in self.first..self.end {
            let start = self.takes.len();
            push_takes(self.count[position], &mut self.takes);
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

    /// The cards of the hand that the steps meld, in card order.
    pub fn hand_cards(&self, hand: &[Card], steps: &[Step]) -> Vec<Card> {
        let pool: Pool = hand.iter().copied().collect();
        let mut cards = Vec::with_capacity(hand.len());
        for (position, step) in (self.first..self.end).zip(steps) {
            for suit in 0..4 {
                let used = step.sets[suit] + step.runs[suit] + step.high[suit];
                let card = Card::natural(Self::rank(position), suit as u8);
                // Where the whole hand must go, its cards are counted among those that must.
                let table = self.count[position][suit] - pool.count(card);
                cards.extend((table..used).map(|_| card));
            }
        }
        cards.sort_unstable();
        cards
    }
}

impl Problem {
    /// What the hand cards of one position cost if they all stay.
    pub fn cost_of_position(&self, position: usize) -> u16 {
        let cards: u8 = (0..4).map(|suit| self.count[position][suit] - self.must[position][suit]).sum();
        u16::from(cards) * self.weight[position]
    }

    /// What the hand cards from a position on cost if they all stay.
    pub fn cost_from(&self, position: usize) -> u16 {
        (position..self.end).map(|position| self.cost_of_position(position)).sum()
    }

    /// What the whole hand costs if it stays.
    pub fn cost_of_nothing(&self) -> u16 {
        self.cost_from(self.first)
    }
}
