//! Any tables and hands, possible or not, through everything that judges.

use rummy_core::meld::{arrange, namings};
use rummy_core::play::{check_melds, check_position};
use rummy_core::search::{Objective, Position};
use rummy_core::{Card, Code, Fault, Meld, Pool, Rules, Table, check_play};

use super::decode::{Bytes, Decoded, Limits, sorted, tell};
use super::moves::check_moves;
use super::search::check_figures;

/// Nothing panics, faults point at what is there, and what is accepted is consistent with itself and the search.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let rules = bytes.rules();
    let opened = bytes.flag();
    let (before, hand) = if bytes.next() < 200 {
        bytes.position(&rules, Limits { groups: 10, table: 40, hand: 12 })
    } else {
        (arbitrary_table(&mut bytes), bytes.cards(24))
    };
    tell(|| format!("{rules:?} | before {before:?} | hand {hand:?} | opened {opened}"));
    let after = after_of(&mut bytes, &rules, &before, &hand, opened);
    tell(|| format!("after {after:?}"));
    for group in before.groups().chain(after.groups()) {
        check_group(&rules, group);
    }
    check_moves(&before, &after);
    let faults = check_position(&rules, &before, &hand);
    check_faults(&before, &faults);
    check_faults(&after, &check_melds(&rules, &after));
    let position = Position::new(&rules, before.clone(), hand.clone(), opened);
    assert_eq!(position.as_ref().err().unwrap_or(&Vec::new()), &faults);
    let judged = check_play(&rules, &before, &after, &hand, opened);
    match (position, judged) {
        (Err(_), judged) => assert_eq!(judged, Err(faults)),
        (Ok(_), Err(faults)) => {
            assert!(!faults.is_empty());
            check_faults(&after, &faults);
        }
        (Ok(position), Ok(play)) => {
            check_figures(&before, &play);
            assert_eq!(play.table.len(), after.len());
            let decoded = Decoded { rules, table: before, hand, opened, position };
            decoded.judge(&play);
            check_reach(&decoded, &play);
        }
    }
}

/// The search does at least as well as a play that was accepted.
fn check_reach(decoded: &Decoded, play: &rummy_core::Play) {
    let position = &decoded.position;
    let harm = |play: &rummy_core::Play| (play.split, play.changed.len(), play.cards.len());
    assert!(position.can_play(), "{}", decoded.told());
    let best = position.best_play(Objective::Cards, None).unwrap();
    assert!(best.cards.len() >= play.cards.len(), "{play:?}: {}", decoded.told());
    let best = position.best_play(Objective::Points, None).unwrap();
    assert!(best.points >= play.points, "{play:?}: {}", decoded.told());
    let hint = position.hint().unwrap();
    assert!(harm(&hint) <= harm(play), "{hint:?} but {play:?}: {}", decoded.told());
    let part = Position::new(&decoded.rules, decoded.table.clone(), play.cards.clone(), decoded.opened).unwrap();
    assert!(part.find_whole(None).is_some(), "{play:?}: {}", decoded.told());
    let gentle = part.gentlest_play(Objective::Cards, None).unwrap();
    assert!(harm(&gentle) <= harm(play), "{gentle:?} but {play:?}: {}", decoded.told());
}

fn arbitrary_table(bytes: &mut Bytes) -> Table {
    let mut table = Table::default();
    for _ in 0..bytes.below(33) {
        table.push(bytes.group());
    }
    table
}

/// Any table, or one that a play could make, more or less.
fn after_of(bytes: &mut Bytes, rules: &Rules, before: &Table, hand: &[Card], opened: bool) -> Table {
    let mut groups: Vec<Vec<Card>> = match bytes.below(4) {
        0 => return arbitrary_table(bytes),
        1 => before.groups().map(<[Card]>::to_vec).collect(),
        _ => {
            let position = Position::new(rules, before.clone(), hand.to_vec(), opened);
            let play = position.ok().and_then(|position| position.best_play(Objective::Cards, Some(300)));
            play.as_ref().map_or(before, |play| &play.table).groups().map(<[Card]>::to_vec).collect()
        }
    };
    let mut left: Pool = hand.iter().copied().collect();
    for _ in 0..bytes.below(12) {
        change(bytes, &mut groups, &mut left);
    }
    let mut table = Table::default();
    for group in groups {
        table.push(group);
    }
    table
}

/// Moves a card, lays one, unnames a joker, splits a group, or turns things round.
fn change(bytes: &mut Bytes, groups: &mut Vec<Vec<Card>>, left: &mut Pool) {
    let kind = bytes.below(8);
    if groups.is_empty() || kind == 0 {
        groups.push(bytes.meld());
        return;
    }
    let (from, to) = (bytes.below(groups.len()), bytes.below(groups.len()));
    match kind {
        1 | 2 if !groups[from].is_empty() => {
            let place = bytes.below(groups[from].len());
            let card = groups[from].remove(place);
            groups[to].push(card);
        }
        3 => {
            let card = bytes.card();
            if left.take(card) {
                groups[to].push(card);
            }
        }
        4 => {
            for card in groups[from].iter_mut().filter(|card| card.is_joker()) {
                *card = Card::JOKER;
            }
        }
        5 => {
            let at = bytes.below(groups[from].len() + 1);
            let tail = groups[from].split_off(at);
            groups.push(tail);
        }
        6 => {
            let moved = core::mem::take(&mut groups[from]);
            groups[to].extend(moved);
        }
        _ => groups.reverse(),
    }
}

/// A group as a meld: its names, its order, and why it is none.
fn check_group(rules: &Rules, group: &[Card]) {
    let told = || format!("{group:?} under {rules:?}");
    let arranged = arrange(group);
    assert_eq!(sorted(&arranged), sorted(group), "{}", told());
    assert_eq!(arrange(&arranged), arranged, "{}", told());
    match Meld::judge(rules, group) {
        Ok(meld) => {
            assert_eq!(sorted(meld.cards()), sorted(group), "{}", told());
            assert!(Meld::of_named(rules, meld.cards()) == Some(meld), "{}", told());
            assert_eq!(Meld::judge(rules, &arranged).map(|meld| meld.cards().to_vec()), Ok(meld.cards().to_vec()));
            if group.iter().all(|card| !card.is_unnamed()) {
                assert!(Meld::of_named(rules, group) == Some(meld), "{}", told());
            }
            assert_eq!(arrange(meld.cards()), meld.cards(), "{}", told());
        }
        Err(reasons) => {
            assert!(!reasons.is_empty(), "{}", told());
            // Whether the game has jokers at all is not asked of a meld by itself.
            let has_foreign = rules.jokers == 0 && group.iter().any(|card| card.is_joker());
            assert!(has_foreign || Meld::of_named(rules, group).is_none(), "{}", told());
            let is_choice = |(code, cards): &(Code, Vec<Card>)| *code != Code::JokerUnnamed || cards.len() > 1;
            assert!(reasons.iter().all(is_choice), "{reasons:?}: {}", told());
        }
    }
    let named: Vec<Card> = group.iter().copied().filter(|card| !card.is_unnamed()).collect();
    let ways = namings(rules, &named, group.len() - named.len());
    for (place, meld) in ways.iter().enumerate() {
        assert_eq!(sorted(meld.cards()), sorted(group), "{}", told());
        assert!(!ways[..place].contains(meld), "{}", told());
    }
}

fn check_faults(table: &Table, faults: &[Fault]) {
    for fault in faults {
        assert!(fault.melds.iter().all(|&index| index < table.len()), "{fault:?} of {table:?}");
    }
}
