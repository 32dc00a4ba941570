//! The number of ways to lay all cards.

use std::collections::HashMap;

use super::problem::Problem;
use super::runs::MAX_OPEN;
use crate::card::Card;
use crate::fault::Fault;
use crate::play::check_position;
use crate::rules::Rules;
use crate::table::Table;

/// The number of different tables that hold exactly these cards in valid melds; melds in any order,
/// equal cards alike. No card at all makes one table, the empty one.
///
/// # Errors
/// If there are more copies of a card than the rule-set's packs hold.
pub fn count_partitions(rules: &Rules, cards: &[Card]) -> Result<u128, Vec<Fault>> {
    let faults = check_position(rules, &Table::default(), cards);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(count(&Problem::whole(rules, &Table::default(), cards)))
}

/// Different paths of the sweep lead to different tables: sets of one rank are fixed by how many
/// cards of each suit they take, and open runs that have been alike from their first card are held
/// as one bundle, of which only the number that goes on is chosen.
fn count(problem: &Problem) -> u128 {
    let mut ways: HashMap<State, u128> = HashMap::from([(State::default(), 1)]);
    for position in problem.first..problem.end {
        let mut next = HashMap::new();
        let place = Place { starts_low: position <= 1 && problem.first == 0, is_high_end: false };
        for (state, number) in ways {
            for &sets in problem.takes(position) {
                let left = core::array::from_fn(|suit| problem.count[position][suit] - sets[suit]);
                let kept = if position == problem.first { problem.high } else { [0; 4] };
                state.each_after(place, left, kept, &mut |state| *next.entry(state).or_insert(0) += number);
            }
        }
        ways = next;
    }
    let mut total = 0;
    let end = Place { starts_low: false, is_high_end: true };
    for (mut state, number) in ways {
        let left = core::mem::take(&mut state.high);
        state.each_after(end, left, [0; 4], &mut |state| {
            if state.suits.iter().all(|open| open.can_end()) {
                total += number;
            }
        });
    }
    total
}

/// What a position means for the ace.
#[derive(Clone, Copy)]
struct Place {
    /// The ace below the two or the two itself, where the sweep starts with the ace.
    starts_low: bool,
    /// The aces kept for above the king.
    is_high_end: bool,
}

/// The open runs of each suit, and the aces kept for the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct State {
    suits: [Open; 4],
    high: [u8; 4],
}

impl State {
    /// Calls `visit` with each state after these cards of one position, none left over.
    fn each_after(self, place: Place, left: [u8; 4], kept: [u8; 4], visit: &mut impl FnMut(Self)) {
        self.suit_after(place, 0, left, kept, visit);
    }

    fn suit_after(self, place: Place, suit: usize, left: [u8; 4], kept: [u8; 4], visit: &mut impl FnMut(Self)) {
        if suit == 4 {
            return visit(self);
        }
        for high in 0..=left[suit].min(kept[suit]) {
            self.suits[suit].each_after(place, left[suit] - high, &mut |open| {
                let mut state = self;
                state.suits[suit] = open;
                state.high[suit] = high + self.high[suit];
                state.suit_after(place, suit + 1, left, kept, visit);
            });
        }
    }
}

/// Open runs of one suit that have been alike from their first card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Bundle {
    runs: u8,
    /// Capped at three.
    length: u8,
    /// Started at a place that [`Place::starts_low`]: such a run cannot take in an ace above the king, since with the
    /// low ace it would hold both (D1) and without it it would be the run of thirteen that is
    /// counted with its ace low.
    low: bool,
}

/// The bundles of one suit, sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Open([Bundle; MAX_OPEN]);

impl Open {
    fn can_end(self) -> bool {
        self.0.iter().all(|bundle| bundle.runs == 0 || bundle.length >= 3)
    }

    /// Calls `visit` with each way to put exactly `cards` cards on these runs and on new ones.
    fn each_after(self, place: Place, cards: u8, visit: &mut impl FnMut(Self)) {
        self.bundle_after(place, 0, cards, visit);
    }

    fn bundle_after(self, place: Place, at: usize, cards: u8, visit: &mut impl FnMut(Self)) {
        let Some(&bundle) = self.0.get(at).filter(|bundle| bundle.runs > 0) else {
            if let Some(open) = self.with_new(place, at, cards) {
                visit(open);
            }
            return;
        };
        let least = if bundle.length < 3 { bundle.runs } else { 0 };
        let low_stays = bundle.low && place.is_high_end;
        let most = if low_stays { 0 } else { bundle.runs.min(cards) };
        for runs in least..=most {
            let mut open = self;
            open.0[at] = Bundle { runs, length: (bundle.length + 1).min(3), ..bundle };
            open.bundle_after(place, at + 1, cards - runs, visit);
        }
    }

    /// Starts `cards` new runs after the first `at` bundles and puts the bundles in order.
    fn with_new(mut self, place: Place, at: usize, cards: u8) -> Option<Self> {
        if cards > 0 {
            let new = Bundle { runs: cards, length: 1, low: place.starts_low };
            match self.0[..at].iter_mut().find(|bundle| bundle.runs == 0) {
                Some(free) => *free = new,
                None => *self.0.get_mut(at)? = new,
            }
        }
        for bundle in &mut self.0 {
            if bundle.runs == 0 {
                *bundle = Bundle::default();
            }
        }
        self.0.sort_unstable_by(|a, b| b.cmp(a));
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;
    use crate::rules::{Ace, JokerLaw};

    fn ways(ace: Ace, text: &str) -> u128 {
        let rules = Rules {
            packs: 2,
            jokers: 0,
            ace,
            joker_law: JokerLaw::None,
            jokers_a_meld: 13,
            loose: false,
            opening_run: 0,
            worth: [1; 14],
        };
        count_partitions(&rules, &parse_cards(text).unwrap()).unwrap()
    }

    #[test]
    fn small_counts() {
        for (ace, text, number) in [
            (Ace::Either, "", 1),
            (Ace::Either, "2s", 0),
            (Ace::Either, "2s 3s 4s", 1),
            (Ace::Either, "2s 3s 4s 5s 6s 7s", 2),
            (Ace::Either, "2s 3s 4s 2s 3s 4s", 1),
            (Ace::Either, "2s 3s 4s 4s 5s 6s", 1),
            (Ace::Either, "2s 3s 4s 5s 4s 5s 6s", 1),
            (Ace::Either, "2c 2d 2h 3c 3d 3h 4c 4d 4h", 2),
            (Ace::Either, "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", 55),
            (Ace::High, "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", 28),
            (Ace::Low, "As 2s 3s As Qs Ks", 0),
            (Ace::Either, "As 2s 3s As Qs Ks", 1),
        ] {
            assert_eq!(ways(ace, text), number, "{text} with the ace {ace:?}");
        }
    }
}
