//! The number of ways to lay all cards.

use std::collections::HashMap;

use super::problem::Problem;
use super::sets::Take;
use super::{Objective, Position};
use crate::card::Card;
use crate::fault::Fault;
use crate::rules::Rules;
use crate::table::Table;

/// The number of different tables that hold exactly these cards in valid melds; melds in any order,
/// equal cards alike, jokers named in every way. No card at all makes one table, the empty one.
///
/// # Errors
/// If there are more copies of a card or more jokers than the rule-set's packs hold.
pub fn count_partitions(rules: &Rules, cards: &[Card]) -> Result<u128, Vec<Fault>> {
    let position = Position::new(rules, Table::default(), cards.to_vec(), true)?;
    let jokers = position.count_jokers();
    let problems = position.problems(Objective::Cards.into(), Some(jokers), false);
    let mut count = Count { limit: rules.jokers_a_meld, sets: HashMap::new() };
    Ok(problems.iter().map(|(_, problem)| count.total(problem, jokers)).sum())
}

/// Different paths of the sweep lead to different tables: the sets of one rank are counted by what
/// they take, and open runs that have been alike from their first card are held as one bundle, of
/// which only the numbers are chosen that go on with a natural card and with a joker.
struct Count {
    /// Most jokers in a meld.
    limit: u8,
    /// The number of ways to lay sets by their cards and the jokers among them.
    sets: HashMap<(Take, Take), u128>,
}

/// The open runs of each suit, the natural aces kept for the end, and the jokers not laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    suits: [Open; 4],
    high: Take,
    jokers: u8,
}

/// What a position means for its runs.
#[derive(Clone, Copy)]
struct Place {
    /// The ace below the two or the two itself, where an ace may be at either end.
    starts_low: bool,
    /// The ace above the king, where an ace may be at either end.
    is_high_end: bool,
    /// Aces of each suit that may be kept for the end.
    kept: Take,
    /// Most jokers in a run.
    limit: u8,
}

impl Count {
    fn total(&mut self, problem: &Problem, jokers: u8) -> u128 {
        let start = State { suits: [Open::default(); 4], high: [0; 4], jokers };
        let mut ways = HashMap::from([(start, 1)]);
        for position in problem.first..problem.end {
            let mut next = HashMap::new();
            for (state, number) in ways {
                self.step(problem, position, state, number, &mut next);
            }
            ways = next;
        }
        let is_complete = |state: &State| state.jokers == 0 && state.suits.iter().all(|open| open.can_end());
        ways.iter().filter(|(state, _)| is_complete(state)).map(|(_, number)| number).sum()
    }

    /// Adds what comes of `number` ways to reach a state when the cards of a position are laid.
    fn step(
        &mut self,
        problem: &Problem,
        position: usize,
        mut state: State,
        number: u128,
        next: &mut HashMap<State, u128>,
    ) {
        let is_high_end = problem.closes && position == 13;
        let place = Place {
            starts_low: problem.closes && position <= 1,
            is_high_end,
            kept: if problem.closes && position == problem.first { problem.high } else { [0; 4] },
            limit: self.limit,
        };
        let count = if is_high_end { core::mem::take(&mut state.high) } else { problem.count[position] };
        for &sets in problem.takes(position) {
            for wild in splits(sets, state.jokers) {
                let Some(left) = left_of(count, sets, wild) else { continue };
                let ways = self.count_sets(sets, wild);
                if ways > 0 {
                    let laid: u8 = wild.iter().sum();
                    let state = State { jokers: state.jokers - laid, ..state };
                    state.each_after(place, 0, left, &mut |state| *next.entry(state).or_insert(0) += number * ways);
                }
            }
        }
    }

    /// The number of different sets that together take these cards, so many of each suit being jokers.
    fn count_sets(&mut self, sets: Take, wild: Take) -> u128 {
        let limit = u32::from(self.limit);
        *self.sets.entry((sets, wild)).or_insert_with(|| {
            let suits = (0..16u8).filter(|suits| suits.count_ones() >= 3);
            let kinds = suits.flat_map(|suits| (0..16u8).map(move |jokers| (suits, jokers)));
            let kinds: Vec<(u8, u8)> = kinds
                .filter(|(suits, jokers)| jokers & !suits == 0 && jokers != suits && jokers.count_ones() <= limit)
                .collect();
            count_kinds(&kinds, sets, wild)
        })
    }
}

/// The ways to take sets of these kinds, each as often as one likes, that make up the cards.
fn count_kinds(kinds: &[(u8, u8)], left: Take, wild: Take) -> u128 {
    if left == [0; 4] {
        return u128::from(wild == [0; 4]);
    }
    let Some((&(suits, jokers), rest)) = kinds.split_first() else { return 0 };
    let without = count_kinds(rest, left, wild);
    match (less(left, suits), less(wild, jokers)) {
        (Some(left), Some(wild)) => without + count_kinds(kinds, left, wild),
        _ => without,
    }
}

/// One card less of each suit in `suits`.
fn less(mut cards: Take, suits: u8) -> Option<Take> {
    for (suit, cards) in cards.iter_mut().enumerate() {
        *cards = cards.checked_sub(suits >> suit & 1)?;
    }
    Some(cards)
}

/// Every way to choose how many of these cards are jokers, of which there are `jokers`.
fn splits(cards: Take, jokers: u8) -> Vec<Take> {
    let mut splits = vec![[0; 4]];
    for suit in 0..4 {
        splits = splits
            .into_iter()
            .flat_map(|split: Take| {
                let most = cards[suit].min(jokers - split.iter().sum::<u8>());
                (0..=most).map(move |wild| {
                    let mut split = split;
                    split[suit] = wild;
                    split
                })
            })
            .collect();
    }
    splits
}

/// The natural cards that sets leave over, if there are enough of them.
fn left_of(count: Take, sets: Take, wild: Take) -> Option<Take> {
    let mut left = count;
    for suit in 0..4 {
        left[suit] = count[suit].checked_sub(sets[suit] - wild[suit])?;
    }
    Some(left)
}

impl State {
    /// Calls `visit` with each state after all these natural cards of one position and any jokers go
    /// on runs, from this suit on.
    fn each_after(self, place: Place, suit: usize, left: Take, visit: &mut impl FnMut(Self)) {
        if suit == 4 {
            return visit(self);
        }
        for high in 0..=left[suit].min(place.kept[suit]) {
            for wild in 0..=self.jokers {
                self.suits[suit].each_after(place, 0, (left[suit] - high, wild), &mut |open| {
                    let mut state = self;
                    state.suits[suit] = open;
                    state.high[suit] += high;
                    state.jokers -= wild;
                    state.each_after(place, suit + 1, left, visit);
                });
            }
        }
    }
}

/// Open runs of one suit that have been alike from their first card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Bundle {
    runs: u8,
    /// Capped at three.
    length: u8,
    jokers: u8,
    has_natural: bool,
    /// Started at a place that [`Place::starts_low`]: such a run cannot take in an ace above the king,
    /// since with the low ace it would hold both (D1) and without it it would be the run of thirteen
    /// that is counted with its ace low.
    low: bool,
}

/// Most bundles of one suit: two packs and four jokers.
const MOST_BUNDLES: usize = 6;

/// The bundles of one suit, sorted, those with runs first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Open([Bundle; MOST_BUNDLES]);

impl Open {
    fn can_end(self) -> bool {
        self.0.iter().all(|bundle| bundle.runs == 0 || (bundle.length >= 3 && bundle.has_natural))
    }

    /// Calls `visit` with each way to put exactly so many natural cards and jokers on the bundles from
    /// `at` on and on new runs.
    fn each_after(self, place: Place, at: usize, cards: (u8, u8), visit: &mut impl FnMut(Self)) {
        let mut next = Vec::with_capacity(2 * MOST_BUNDLES);
        self.bundle_after(place, at, cards, &mut next, visit);
    }

    fn bundle_after(
        self,
        place: Place,
        at: usize,
        (natural, wild): (u8, u8),
        next: &mut Vec<Bundle>,
        visit: &mut impl FnMut(Self),
    ) {
        let begun = next.len();
        let Some(&bundle) = self.0.get(at).filter(|bundle| bundle.runs > 0) else {
            let start = Bundle { runs: 0, length: 0, jokers: 0, has_natural: false, low: place.starts_low };
            push_longer(next, start, natural, wild);
            if let Some(open) = Self::of(next).filter(|_| wild == 0 || place.limit > 0) {
                visit(open);
            }
            next.truncate(begun);
            return;
        };
        let least = if bundle.length < 3 { bundle.runs } else { 0 };
        let most = if bundle.low && place.is_high_end { 0 } else { bundle.runs };
        for on_natural in 0..=natural.min(most) {
            for on_joker in 0..=wild.min(most - on_natural) {
                if on_natural + on_joker < least || (on_joker > 0 && bundle.jokers >= place.limit) {
                    continue;
                }
                push_longer(next, bundle, on_natural, on_joker);
                self.bundle_after(place, at + 1, (natural - on_natural, wild - on_joker), next, visit);
                next.truncate(begun);
            }
        }
    }

    /// The bundles in order; `None` if there are too many.
    fn of(bundles: &[Bundle]) -> Option<Self> {
        let mut open = Self::default();
        open.0.get_mut(..bundles.len())?.copy_from_slice(bundles);
        open.0.sort_unstable_by(|a, b| b.cmp(a));
        Some(open)
    }
}

/// Adds what becomes of the runs of a bundle that go on with a natural card and with a joker.
fn push_longer(next: &mut Vec<Bundle>, bundle: Bundle, natural: u8, wild: u8) {
    let longer = Bundle { length: (bundle.length + 1).min(3), ..bundle };
    if natural > 0 {
        next.push(Bundle { runs: natural, has_natural: true, ..longer });
    }
    if wild > 0 {
        next.push(Bundle { runs: wild, jokers: bundle.jokers + 1, ..longer });
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
            jokers: 2,
            ace,
            joker_law: JokerLaw::Movable,
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
            (Ace::Either, "2s 3s *", 2),
            (Ace::High, "2s 3s *", 1),
            (Ace::Either, "2s 4s *", 1),
            (Ace::Either, "2s 2d * *", 1),
            (Ace::Either, "9s * *", 6),
        ] {
            assert_eq!(ways(ace, text), number, "{text} with the ace {ace:?}");
        }
    }
}
