//! The search against the positions with right answers.

mod common;

use std::thread;

use common::{Case, cases};
use rummy_core::card::parse_cards;
use rummy_core::search::Objective;
use rummy_core::{Card, Play, check_play};

fn best_of(case: &Case, nodes: Option<u64>) -> Option<Play> {
    let play = case.position().best_play(Objective::Cards, nodes)?;
    let judged = check_play(&case.rules, &case.table, &play.table, &case.hand, case.opened);
    assert_eq!(judged.unwrap_or_else(|faults| panic!("{}: {faults:?}", case.data)).cards, play.cards);
    Some(play)
}

fn most_cards_are_found(name: &str) {
    for case in cases(name) {
        let play = best_of(&case, None);
        assert_eq!(play.as_ref().map_or(0, |play| play.cards.len()), case.most_cards(), "{}", case.data);
        assert!(play.as_ref().is_none_or(|play| play.exact));
        assert_eq!(case.position().can_play(), play.is_some(), "{}", case.data);
    }
}

#[test]
fn most_cards_of_random_positions() {
    most_cards_are_found("positions");
}

#[test]
fn most_cards_of_positions_from_play() {
    most_cards_are_found("positions_play");
}

#[test]
fn most_cards_of_positions_with_jokers() {
    most_cards_are_found("positions_jokers");
}

#[test]
fn every_play_of_the_small_positions() {
    for case in cases("plays") {
        let mut found: Vec<Vec<Card>> = case.position().plays().collect();
        found.sort();
        let plays = case.data["plays"].as_array().unwrap().iter();
        let mut right: Vec<Vec<Card>> = plays.map(|cards| parse_cards(cards.as_str().unwrap()).unwrap()).collect();
        for cards in &mut right {
            cards.sort_unstable();
        }
        right.sort();
        assert_eq!(found, right, "{}", case.data);
        assert_eq!(case.position().can_play(), !right.is_empty(), "{}", case.data);
        assert_eq!(case.position().hint().is_some(), !right.is_empty(), "{}", case.data);
    }
}

#[test]
fn most_points_are_those_of_the_best_of_all_plays() {
    for case in cases("plays") {
        let worth = |cards: Vec<Card>| cards.iter().map(|&card| case.rules.worth(card)).sum::<u32>();
        let most = case.position().plays().map(worth).max();
        let play = case.position().best_play(Objective::Points, None);
        assert_eq!(play.map(|play| play.points), most, "{}", case.data);
    }
}

/// Every so many positions of both large files.
fn some_cases(step: usize) -> Vec<Case> {
    ["positions", "positions_play"].into_iter().flat_map(cases).step_by(step).collect()
}

#[test]
fn a_bounded_search_is_legal_and_says_whether_it_is_exact() {
    let mut bounded = 0;
    for case in some_cases(5) {
        assert_eq!(best_of(&case, Some(0)), None, "{}", case.data);
        for nodes in [1, 3, 10, 30, 100, 300] {
            let Some(play) = best_of(&case, Some(nodes)) else { continue };
            let is_best = play.cards.len() == case.most_cards();
            assert!(is_best || !play.exact, "{} within {nodes}", case.data);
            bounded += usize::from(!play.exact);
        }
        let play = best_of(&case, Some(u64::MAX));
        assert!(play.is_none_or(|play| play.exact && play.cards.len() == case.most_cards()), "{}", case.data);
    }
    assert!(bounded > 20, "only {bounded} of the searches met their bound");
}

#[test]
fn threads_find_what_one_thread_finds() {
    let cases = some_cases(20);
    let answers = |cases: &[Case]| -> Vec<(Option<Play>, bool)> {
        cases.iter().map(|case| (best_of(case, None), case.position().can_play())).collect()
    };
    let alone = answers(&cases);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..10).map(|_| scope.spawn(|| answers(&cases))).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == alone);
        }
    });
}
