//! The search against the positions with right answers.

mod common;

use std::thread;

use common::{Case, cases};
use rummy_core::card::parse_cards;
use rummy_core::search::{Objective, Position};
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

/// All that a position is asked.
#[derive(PartialEq)]
struct Answers {
    best: [Option<Play>; 2],
    bounded: Option<Play>,
    gentle: [Option<Play>; 2],
    hint: Option<Play>,
    can_play: bool,
    first: Vec<Vec<Card>>,
    number: Option<u128>,
    whole: [Option<Play>; 2],
    judged: Option<Play>,
}

impl Answers {
    fn of(case: &Case, position: &Position) -> Self {
        let objectives = [Objective::Cards, Objective::Points];
        let best = objectives.map(|objective| position.best_play(objective, None));
        let judged = best[0]
            .as_ref()
            .map(|play| check_play(&case.rules, &case.table, &play.table, &case.hand, case.opened).unwrap());
        Self {
            best,
            bounded: position.best_play(Objective::Cards, Some(30)),
            gentle: objectives.map(|objective| position.gentlest_play(objective, Some(1000))),
            hint: position.hint(),
            can_play: position.can_play(),
            first: position.plays().take(20).collect(),
            number: (case.hand.len() < 8).then(|| position.count_plays()),
            whole: [position.find_whole(None), position.gentlest_whole()],
            judged,
        }
    }
}

#[test]
fn threads_find_what_one_thread_finds() {
    let mut cases = some_cases(120);
    cases.extend(common::cases("plays").into_iter().step_by(20));
    cases.extend(common::cases("positions_jokers").into_iter().step_by(6));
    let shared: Vec<(Case, Position)> = cases.into_iter().map(|case| (case.clone(), case.position())).collect();
    let answers = || -> Vec<Answers> { shared.iter().map(|(case, position)| Answers::of(case, position)).collect() };
    let alone = answers();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..10).map(|_| scope.spawn(answers)).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == alone);
        }
    });
}
