//! The moves between two tables.

use rummy_core::moves::find_moves;
use rummy_core::{Card, Pool, Table};

use super::decode::sorted;

/// The moves turn one table into the other, are as many as they must be, and exist unless a card is lost.
pub fn check_moves(before: &Table, after: &Table) {
    let told = || format!("{before:?} to {after:?}");
    let moves = find_moves(before, after);
    let mut left: Pool = after.cards().iter().copied().collect();
    let is_lost = !before.cards().iter().fold(true, |all, &card| left.take(card) && all);
    assert_eq!(moves.is_none(), is_lost, "{}", told());
    let Some(moves) = moves else { return };
    let mut groups: Vec<Vec<Card>> = before.groups().map(<[Card]>::to_vec).collect();
    for step in &moves {
        assert!(step.card == step.becomes || (step.card.is_joker() && step.becomes.is_joker()), "{}", told());
        if let Some(source) = step.source {
            let place = groups[source].iter().position(|&card| card == step.card);
            groups[source].remove(place.unwrap_or_else(|| panic!("{} not there: {}", step.card, told())));
        }
        groups.resize(groups.len().max(step.target + 1), Vec::new());
        groups[step.target].push(step.becomes);
    }
    let by_byte = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    let not_empty = |cards: &Vec<Card>| !cards.is_empty();
    let mut made: Vec<Vec<Card>> = groups.into_iter().filter(not_empty).map(by_byte).collect();
    let mut right: Vec<Vec<Card>> = after.groups().map(<[Card]>::to_vec).filter(not_empty).map(by_byte).collect();
    made.sort();
    right.sort();
    assert_eq!(made, right, "{}", told());
    let real = moves.iter().filter(|step| !step.is_name()).count();
    let hand = moves.iter().filter(|step| step.source.is_none()).count();
    assert_eq!(hand, after.cards().len() - before.cards().len(), "{}", told());
    if before.len() <= 6 && after.len() <= 6 {
        let stay = most_staying(&overlaps(before, after), 0, 0);
        assert_eq!(real, after.cards().len() - stay, "{}", told());
    }
}

/// How many cards each old group shares with each new one, jokers alike under any name.
fn overlaps(before: &Table, after: &Table) -> Vec<Vec<usize>> {
    let shared = |old: &[Card], new: &[Card]| {
        let mut left: Pool = new.iter().copied().collect();
        sorted(old).into_iter().filter(|&card| left.take(card)).count()
    };
    before.groups().map(|old| after.groups().map(|new| shared(old, new)).collect()).collect()
}

/// The most cards that stay, by trying every assignment from group `at` on.
fn most_staying(overlaps: &[Vec<usize>], at: usize, used: u32) -> usize {
    let Some(row) = overlaps.get(at) else { return 0 };
    let without = most_staying(overlaps, at + 1, used);
    let free = row.iter().enumerate().filter(|&(place, &shared)| shared > 0 && used >> place & 1 == 0);
    free.map(|(place, shared)| shared + most_staying(overlaps, at + 1, used | 1 << place)).fold(without, usize::max)
}
