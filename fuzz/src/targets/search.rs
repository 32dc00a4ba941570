//! Positions that can occur, through every search.

use rummy_core::search::{Objective, Position, count_partitions, partition};
use rummy_core::{Card, Play, Pool, Table, check_play};

use super::brute::Harm;
use super::decode::{Bytes, Decoded, Limits, sorted};
use super::moves::check_moves;

pub const OBJECTIVES: [Objective; 2] = [Objective::Cards, Objective::Points];

pub fn harm(play: &Play) -> Harm {
    (play.split, play.changed.len(), play.cards.len())
}

pub fn worth(play: &Play, objective: Objective) -> u32 {
    match objective {
        Objective::Cards => play.cards.len() as u32,
        Objective::Points => play.points,
    }
}

impl Decoded {
    /// The referee accepts a play and says the same of it.
    pub fn judge(&self, play: &Play) {
        let judged = check_play(&self.rules, &self.table, &play.table, &self.hand, self.opened);
        let judged = judged.unwrap_or_else(|faults| panic!("{play:?} is refused: {faults:?}: {}", self.told()));
        assert_eq!(Play { exact: play.exact, ..judged }, *play, "{}", self.told());
        check_figures(&self.table, play);
    }

    pub fn judge_all<'a>(&self, plays: impl IntoIterator<Item = &'a Play>) {
        plays.into_iter().for_each(|play| self.judge(play));
    }
}

/// The cards are kept, and the figures fit together.
pub fn check_figures(before: &Table, play: &Play) {
    let all: Vec<Card> = before.cards().iter().chain(&play.cards).copied().collect();
    assert_eq!(sorted(&all), sorted(play.table.cards()), "{before:?}: {play:?}");
    let melds = before.groups().filter(|group| group.len() > 1).count();
    assert!(!play.cards.is_empty() && play.split <= play.changed.len() && play.changed.len() <= melds);
    assert!(play.changed.is_sorted_by(|a, b| a < b) && play.changed.iter().all(|&index| index < before.len()));
    check_moves(before, &play.table);
}

/// Every search answers, the referee accepts the answers, and they agree with one another.
pub fn search(data: &[u8]) {
    let mut bytes = Bytes(data);
    let nodes = u64::from(bytes.next()) * 4;
    let decoded = Decoded::new(&mut bytes, Limits { groups: 12, table: 48, hand: 14 });
    let position = &decoded.position;
    let told = || decoded.told();
    let best = OBJECTIVES.map(|objective| best_of(&decoded, objective, nodes));
    let able = position.can_play();
    for objective in best {
        assert_eq!(able, objective.is_some(), "{}", told());
    }
    let hint = position.hint();
    assert_eq!(able, hint.is_some(), "{}", told());
    decoded.judge_all(&hint);
    assert_eq!(hint, position.hint(), "{}", told());
    if let Some(hint) = &hint {
        assert!(hint.exact, "{}", told());
        assert!(best.iter().flatten().all(|&least| harm(hint) <= least), "{hint:?}: {}", told());
    }
    check_plays(&decoded, hint.as_ref().map(harm), best);
    check_whole(&decoded, position);
    check_top(&decoded, &mut bytes);
    check_including(&decoded, &mut bytes);
    check_partition(&decoded);
}

/// The best play by an objective: bounded and not, gentle and not. The least harm it needs to do.
fn best_of(decoded: &Decoded, objective: Objective, nodes: u64) -> Option<Harm> {
    let (position, told) = (&decoded.position, || decoded.told());
    let best = position.best_play(objective, None);
    let gentle = position.gentlest_play(objective, None);
    decoded.judge_all(best.iter().chain(&gentle));
    assert!(best.iter().chain(&gentle).all(|play| play.exact), "{}", told());
    assert_eq!(position.best_play(objective, Some(u64::MAX)), best, "{}", told());
    let most = best.as_ref().map(|play| worth(play, objective));
    assert_eq!(gentle.as_ref().map(|play| worth(play, objective)), most, "{}", told());
    if let (Some(best), Some(gentle)) = (&best, &gentle) {
        assert!((gentle.split, gentle.changed.len()) <= (best.split, best.changed.len()), "{}", told());
    }
    assert_eq!(position.best_play(objective, Some(0)), None);
    if let Some(bounded) = position.best_play(objective, Some(nodes)) {
        decoded.judge(&bounded);
        let is_best = Some(worth(&bounded, objective)) == most;
        assert!(is_best || !bounded.exact && Some(worth(&bounded, objective)) < most, "{nodes}: {}", told());
    }
    if let Some(bounded) = position.gentlest_play(objective, Some(nodes)) {
        decoded.judge(&bounded);
        if bounded.exact {
            assert_eq!(Some(worth(&bounded, objective)), most, "{nodes}: {}", told());
            let least = gentle.as_ref().map(|play| (play.split, play.changed.len()));
            assert_eq!(Some((bounded.split, bounded.changed.len())), least, "{nodes}: {}", told());
        }
    }
    gentle.as_ref().map(harm)
}

/// The playable multisets: each once, each of them playable, none better than the best.
fn check_plays(decoded: &Decoded, hint: Option<Harm>, best: [Option<Harm>; 2]) {
    let (position, told) = (&decoded.position, || decoded.told());
    assert_eq!(position.plays().next().is_some(), hint.is_some(), "{}", told());
    let some: Vec<Vec<Card>> = position.plays().take(200).collect();
    for cards in &some {
        assert_eq!(sorted(cards), *cards, "{}", told());
        assert!(best[0].is_some_and(|(_, _, most)| cards.len() <= most), "{cards:?}: {}", told());
    }
    for cards in some.iter().step_by(some.len() / 8 + 1) {
        let part = Position::new(&decoded.rules, decoded.table.clone(), cards.clone(), decoded.opened).unwrap();
        let play = part.find_whole(None);
        let gentle = part.gentlest_whole();
        decoded.judge_all(play.iter().chain(&gentle));
        assert!([&play, &gentle].into_iter().flatten().all(|play| play.cards == *cards), "{}", told());
        let (play, gentle) = (play.as_ref().map(harm), gentle.as_ref().map(harm));
        assert!(gentle.is_some() && hint <= gentle && gentle <= play, "{cards:?}: {}", told());
    }
    if decoded.hand.len() <= 9 {
        let mut all: Vec<Vec<Card>> = position.plays().collect();
        assert_eq!(position.count_plays(), all.len() as u128, "{}", told());
        let number = all.len();
        all.sort();
        all.dedup();
        assert_eq!(number, all.len(), "{}", told());
    }
}

fn check_whole(decoded: &Decoded, position: &Position) {
    let whole = position.find_whole(None);
    decoded.judge_all(&whole);
    let is_whole = |play: &Play| play.cards.len() == decoded.hand.len();
    assert_eq!(whole.is_some(), position.best_play(Objective::Cards, None).as_ref().is_some_and(is_whole));
    assert!(whole.as_ref().is_none_or(is_whole), "{}", decoded.told());
}

/// The plays of most worth by own values: as many as asked for, the best first, and bounded.
fn check_top(decoded: &Decoded, bytes: &mut Bytes) {
    let (position, told) = (&decoded.position, || decoded.told());
    let values = decoded.values(bytes);
    let of = |play: &Play| values.of(&play.cards);
    let (best, gentle) = (position.best_play(&values, None), position.gentlest_play(&values, None));
    decoded.judge_all(best.iter().chain(&gentle));
    assert_eq!(best.is_some(), position.can_play(), "{values:?}: {}", told());
    assert_eq!(best.as_ref().map(of), gentle.as_ref().map(of), "{values:?}: {}", told());
    if let Some(bounded) = position.best_play(&values, Some(40)) {
        decoded.judge(&bounded);
        assert!(Some(of(&bounded)) <= best.as_ref().map(of), "{values:?}: {}", told());
    }
    // Some choices are enough to know, or it says that they are not.
    if let Some(top) = position.top_plays(&values, 5, Some(20_000)) {
        assert_eq!(top.first().map(|cards| values.of(cards)), best.as_ref().map(of), "{values:?}: {}", told());
        assert!(top.is_sorted_by(|one, other| values.of(one) >= values.of(other)), "{values:?}: {}", told());
        let mut different = top.clone();
        different.sort();
        different.dedup();
        assert!(top.len() == different.len() && top.len() <= 5, "{values:?}: {}", told());
    }
}

/// The two searches for plays that put down some cards of the hand agree.
fn check_including(decoded: &Decoded, bytes: &mut Bytes) {
    let (position, told) = (&decoded.position, || decoded.told());
    let mut chosen = decoded.part(bytes);
    let playable = position.playable_including(&chosen);
    let mut left: Pool = decoded.hand.iter().copied().collect();
    assert!(chosen.iter().all(|&card| left.take(card)), "{chosen:?}: {}", told());
    let mut left: Vec<Card> = left.cards().collect();
    left.dedup();
    for card in left {
        chosen.push(card);
        let able = position.can_play_including(&chosen);
        assert_eq!(able, playable.contains(&card), "{chosen:?}: {}", told());
        chosen.pop();
    }
}

/// All the cards of the table laid anew, which is possible unless a joker must stay where it is.
fn check_partition(decoded: &Decoded) {
    let cards = sorted(decoded.table.cards());
    for cards in [&cards, &decoded.hand] {
        let laid = partition(&decoded.rules, cards).unwrap();
        let ways = if cards.len() <= 24 && cards.iter().filter(|card| card.is_joker()).count() <= 2 {
            count_partitions(&decoded.rules, cards).unwrap()
        } else {
            u128::from(laid.is_some())
        };
        assert_eq!(laid.is_some(), ways > 0, "{:?}: {cards:?}", decoded.rules);
        if let Some(laid) = laid.filter(|_| !cards.is_empty()) {
            let play = check_play(&decoded.rules, &Table::default(), &laid, cards, true);
            assert_eq!(play.unwrap().cards, sorted(cards));
        }
    }
    let is_laid = decoded.table.groups().all(|group| group.len() > 1);
    assert!(!is_laid || partition(&decoded.rules, &cards).unwrap().is_some(), "{}", decoded.told());
}

/// Positions of any size within small bounds: nothing here may take long.
pub fn budget(data: &[u8]) {
    let mut bytes = Bytes(data);
    let nodes = u64::from(bytes.next());
    let decoded = Decoded::new(&mut bytes, Limits { groups: 40, table: 110, hand: 110 });
    for objective in OBJECTIVES {
        let plays = [
            decoded.position.best_play(objective, Some(nodes)),
            decoded.position.gentlest_play(objective, Some(nodes)),
        ];
        decoded.judge_all(plays.iter().flatten());
        if let [Some(best), Some(gentle)] = &plays {
            // The second search may find what the first had no nodes left for.
            assert!(worth(gentle, objective) >= worth(best, objective), "{nodes}: {}", decoded.told());
            assert!(best.exact || !gentle.exact, "{nodes}: {}", decoded.told());
            assert!((gentle.split, gentle.changed.len()) <= (best.split, best.changed.len()), "{}", decoded.told());
        }
    }
}
