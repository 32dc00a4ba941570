//! Tiny positions against every way to lay the cards.

use std::collections::BTreeMap;

use rummy_core::search::{Objective, Position, count_partitions};
use rummy_core::{Card, Pool};

use super::brute::{self, Found};
use super::decode::{Bytes, Decoded, Limits, sorted};
use super::search::{OBJECTIVES, harm, worth};

/// Inputs with more ways than this to lay the cards are not looked at.
const STEPS: usize = 30_000;

/// The plays, the best of them by everything they can be best by, and the hint are those of all plays.
pub fn tiny(data: &[u8]) {
    let mut bytes = Bytes(data);
    let decoded = Decoded::new(&mut bytes, Limits { groups: 4, table: 13, hand: 7 });
    for cards in [&decoded.hand, &sorted(decoded.table.cards())] {
        if let Some(ways) = brute::partitions(&decoded.rules, cards, STEPS) {
            assert_eq!(count_partitions(&decoded.rules, cards).unwrap(), ways as u128, "{}", decoded.told());
        }
    }
    let Some(right) = brute::plays(&decoded, STEPS) else { return };
    check_plays(&decoded, &right);
    check_best(&decoded, &right);
    check_values(&decoded, &right, &mut bytes);
    check_including(&decoded, &right, &mut bytes);
}

fn check_plays(decoded: &Decoded, right: &BTreeMap<Vec<Card>, Found>) {
    let (position, told) = (&decoded.position, || decoded.told());
    let mut plays: Vec<Vec<Card>> = position.plays().collect();
    plays.sort();
    assert!(plays.iter().eq(right.keys()), "{plays:?} but {:?}: {}", right.keys(), told());
    assert_eq!(position.count_plays(), plays.len() as u128, "{}", told());
    assert_eq!(position.can_play(), !right.is_empty(), "{}", told());
    let hint = position.hint();
    decoded.judge_all(&hint);
    let least = right.values().map(|found| found.harm).min();
    assert_eq!(hint.as_ref().map(harm), least, "{hint:?}: {}", told());
    for (cards, found) in right {
        let part = Position::new(&decoded.rules, decoded.table.clone(), cards.clone(), decoded.opened);
        let gentle = part.unwrap().gentlest_whole();
        assert_eq!(gentle.as_ref().map(harm), Some(found.harm), "{gentle:?}: {}", told());
    }
}

fn check_best(decoded: &Decoded, right: &BTreeMap<Vec<Card>, Found>) {
    let (position, told) = (&decoded.position, || decoded.told());
    for objective in OBJECTIVES {
        let by = |(cards, found): (&Vec<Card>, &Found)| match objective {
            Objective::Cards => cards.len() as u32,
            Objective::Points => found.points,
        };
        let most = right.iter().map(by).max();
        let least = right.iter().filter(|&play| Some(by(play)) == most).map(|(_, found)| found.harm);
        let least = least.map(|(split, changed, _)| (split, changed)).min();
        let (best, gentle) = (position.best_play(objective, None), position.gentlest_play(objective, None));
        decoded.judge_all(best.iter().chain(&gentle));
        assert_eq!(best.as_ref().map(|play| worth(play, objective)), most, "{}", told());
        assert_eq!(gentle.as_ref().map(|play| worth(play, objective)), most, "{}", told());
        assert_eq!(gentle.map(|play| (play.split, play.changed.len())), least, "{}", told());
    }
}

fn check_values(decoded: &Decoded, right: &BTreeMap<Vec<Card>, Found>, bytes: &mut Bytes) {
    let (position, told) = (&decoded.position, || decoded.told());
    let values = decoded.values(bytes);
    let mut worths: Vec<i32> = right.keys().map(|cards| values.of(cards)).collect();
    worths.sort_unstable_by(|one, other| other.cmp(one));
    let most = 1 + bytes.below(8);
    let top = position.top_plays(&values, most, None).unwrap();
    let found: Vec<i32> = top.iter().map(|cards| values.of(cards)).collect();
    assert_eq!(found, worths[..most.min(worths.len())], "{values:?}: {}", told());
    assert!(top.iter().all(|cards| right.contains_key(cards)), "{values:?}: {}", told());
    let best = right.iter().filter(|(cards, _)| Some(&values.of(cards)) == worths.first());
    let least = best.map(|(_, found)| (found.harm.0, found.harm.1)).min();
    let gentle = position.gentlest_play(&values, None);
    decoded.judge_all(&gentle);
    assert_eq!(gentle.as_ref().map(|play| values.of(&play.cards)), worths.first().copied(), "{}", told());
    assert_eq!(gentle.map(|play| (play.split, play.changed.len())), least, "{values:?}: {}", told());
}

/// What can go down with some cards of the hand.
fn check_including(decoded: &Decoded, right: &BTreeMap<Vec<Card>, Found>, bytes: &mut Bytes) {
    let chosen = decoded.part(bytes);
    let (least, hand): (Pool, Pool) = (chosen.iter().copied().collect(), decoded.hand.iter().copied().collect());
    let pools: Vec<Pool> = right.keys().map(|cards| cards.iter().copied().collect()).collect();
    let holds = |pool: &Pool, least: &Pool| least.cards().all(|card| pool.count(card) >= least.count(card));
    let is_playable = |&card: &Card| {
        let mut least = least;
        least.add(card);
        pools.iter().any(|pool| holds(pool, &least))
    };
    let mut kinds: Vec<Card> = hand.cards().collect();
    kinds.dedup();
    let playable: Vec<Card> = kinds.into_iter().filter(is_playable).collect();
    assert_eq!(decoded.position.playable_including(&chosen), playable, "{chosen:?}: {}", decoded.told());
    let able = pools.iter().any(|pool| holds(pool, &least));
    assert_eq!(decoded.position.can_play_including(&chosen), able, "{chosen:?}: {}", decoded.told());
}
