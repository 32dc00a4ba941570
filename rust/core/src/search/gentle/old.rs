//! The melds that lay on the table, as the gentle search follows them (RULES.md section 8).

use crate::card::Card;
use crate::meld::{Kind, Meld};
use crate::rules::Rules;
use crate::search::problem::Problem;

/// An old meld as one suit follows it: it is whole as long as one new run holds its natural cards and
/// as many jokers, and unchanged if it is that run.
#[derive(Clone, Copy, Debug)]
pub struct OldRun {
    /// The first and the last position.
    pub start: u8,
    pub end: u8,
    /// The positions of the first and the last natural card.
    pub first: u8,
    pub last: u8,
    /// The jokers by position.
    pub jokers: u16,
    /// Whether it is a run, so that it can be unchanged.
    pub is_run: bool,
    /// Whether it could as well be whole elsewhere: one natural card and jokers.
    pub is_flexible: bool,
}

impl OldRun {
    /// The number of its jokers.
    pub fn count_jokers(self) -> u8 {
        self.jokers.count_ones() as u8
    }

    /// Whether its card at a position is natural.
    pub fn is_natural(self, position: u8) -> bool {
        position >= self.first && position <= self.last && self.jokers >> position & 1 == 0
    }
}

/// An old meld as one rank follows it: whole as long as one new set holds its natural cards and as many
/// jokers. Suits are bits.
#[derive(Clone, Copy, Debug)]
pub struct OldSet {
    pub naturals: u8,
    pub jokers: u8,
    /// Whether it is a set, so that it can be unchanged.
    pub is_set: bool,
    /// Whether it could as well be whole elsewhere: one natural card and jokers.
    pub is_flexible: bool,
}

/// The old melds by where they are followed.
#[derive(Default)]
pub struct Old {
    pub runs: [Vec<OldRun>; 4],
    /// By position.
    pub sets: [Vec<OldSet>; 14],
    /// Whether one meld is followed in several places: no rule-set has jokers for two of them.
    pub has_flexible: bool,
}

impl Old {
    /// Adds a meld of the table.
    pub fn push(&mut self, rules: &Rules, problem: &Problem, group: &[Card]) {
        let Some(meld) = Meld::of_named(rules, group) else { return };
        let naturals: Vec<Card> = group.iter().copied().filter(|card| !card.is_joker()).collect();
        let is_flexible = naturals.len() == 1;
        match meld.kind() {
            Kind::Set(rank) => {
                let (position, _) = problem.place_of((rank as usize - 1) * 4);
                let (naturals, jokers) = (suits_of(group, false), suits_of(group, true));
                self.sets[position].push(OldSet { naturals, jokers, is_set: true, is_flexible });
            }
            Kind::Run(suit, start) => {
                let start = start - 1;
                let mut run =
                    OldRun { start, end: start, first: u8::MAX, last: 0, jokers: 0, is_run: true, is_flexible };
                for (place, card) in (start..).zip(meld.cards()) {
                    run.end = place;
                    if card.is_joker() {
                        run.jokers |= 1 << place;
                    } else {
                        run.first = run.first.min(place);
                        run.last = place;
                    }
                }
                self.runs[suit as usize].push(run);
            }
        }
        if is_flexible {
            self.push_flexible(problem, naturals[0], group.len() - 1, meld.kind());
        }
    }

    /// Follows a meld with one natural card everywhere else where that card may lie.
    fn push_flexible(&mut self, problem: &Problem, natural: Card, jokers: usize, kind: Kind) {
        self.has_flexible = true;
        let (position, suit) = problem.place_of(natural.byte() as usize);
        if !matches!(kind, Kind::Set(_)) {
            // Only the number of the jokers counts.
            let others = (0..4).filter(|other| *other != suit).take(jokers);
            let set = OldSet {
                naturals: 1 << suit,
                jokers: others.fold(0, |bits, other| bits | 1 << other),
                is_set: false,
                is_flexible: true,
            };
            self.sets[position].push(set);
        }
        let ends = if position == 0 && problem.closes { vec![0, 13] } else { vec![position as u8] };
        for place in ends {
            if self.runs[suit].iter().any(|run| run.is_flexible && run.first == place) {
                continue;
            }
            let jokers = ((1 << jokers) - 1) << (place + 1);
            let (start, end, first, last) = (place, place, place, place);
            self.runs[suit].push(OldRun { start, end, first, last, jokers, is_run: false, is_flexible: true });
        }
    }
}

fn suits_of(group: &[Card], jokers: bool) -> u8 {
    let cards = group.iter().filter(|card| card.is_joker() == jokers);
    cards.filter_map(|card| card.suit()).fold(0, |bits, suit| bits | 1 << suit)
}
