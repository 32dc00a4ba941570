//! Plays that are best by own values, against every play of the small positions.

mod common;

use common::{Case, cases};
use rummy_core::Card;
use rummy_core::search::{Objective, Position, Values, slot_of};

/// Numbers from -4 to 4, the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % 9 - 4
    }
}

/// Values for the cards of a hand; every third time all are below zero.
fn values_of(case: &Case, numbers: &mut Numbers, at: usize) -> Values {
    let by_card: Vec<i64> =
        (0..53).map(|_| numbers.next()).map(|value| if at % 3 == 0 { -value.abs() - 1 } else { value }).collect();
    Values::new(&case.hand, |card| by_card[slot_of(card)]).unwrap()
}

/// How little the plays of these cards disturb the table.
fn harm_of(case: &Case, cards: &[Card]) -> (usize, usize) {
    let position = Position::new(&case.rules, case.table.clone(), cards.to_vec(), case.opened).unwrap();
    let play = position.gentlest_whole().unwrap();
    (play.split, play.changed.len())
}

#[test]
fn the_plays_worth_most_are_those_of_all_plays() {
    let mut numbers = Numbers(1);
    for (at, case) in cases("plays").into_iter().enumerate() {
        let values = values_of(&case, &mut numbers, at);
        let all: Vec<Vec<Card>> = case.position().plays().collect();
        let mut worths: Vec<i32> = all.iter().map(|cards| values.of(cards)).collect();
        worths.sort_unstable_by(|one, other| other.cmp(one));
        for most in [1, 2, 5, 1000] {
            let top = case.position().top_plays(&values, most, None).unwrap();
            let found: Vec<i32> = top.iter().map(|cards| values.of(cards)).collect();
            assert_eq!(found, worths[..most.min(worths.len())], "{} {values:?}", case.data);
            let mut different = top.clone();
            different.sort();
            different.dedup();
            assert!(different.len() == top.len() && top.iter().all(|cards| all.contains(cards)), "{}", case.data);
        }
        let best = case.position().gentlest_play(&values, None);
        assert_eq!(
            best.as_ref().map(|play| values.of(&play.cards)),
            worths.first().copied(),
            "{} {values:?}",
            case.data
        );
        let Some(best) = best else { continue };
        let alike = all.iter().filter(|cards| values.of(cards) == worths[0]);
        let least = alike.map(|cards| harm_of(&case, cards)).min();
        assert_eq!(Some((best.split, best.changed.len())), least, "{} {values:?}", case.data);
    }
}

#[test]
fn the_top_by_cards_and_points_begins_with_the_best_play() {
    for case in cases("plays") {
        for objective in [Objective::Cards, Objective::Points] {
            let worth = |cards: &[Card]| match objective {
                Objective::Cards => cards.len() as u32,
                Objective::Points => cards.iter().map(|&card| case.rules.worth(card)).sum(),
            };
            let top = case.position().top_plays(objective, 3, None).unwrap();
            let best = case.position().best_play(objective, None);
            assert_eq!(top.first().map(|cards| worth(cards)), best.map(|play| worth(&play.cards)), "{}", case.data);
            assert!(top.is_sorted_by(|one, other| worth(one) >= worth(other)), "{}", case.data);
        }
    }
}

#[test]
fn too_large_values_are_refused() {
    let hand = &cases("plays")[0].hand;
    assert!(Values::new(hand, |_| 10_001).is_none());
    assert!(Values::new(hand, |_| i64::MIN).is_none());
}
