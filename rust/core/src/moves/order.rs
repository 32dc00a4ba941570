//! The order of moves: what belongs together follows one another.

use super::{Arrival, Changes, Move};
use crate::card::Card;
use crate::table::Table;

/// The moves, group after group: all cards that come to one group follow one another.
///
/// Melds that exchange cards follow one another too, those with the lowest position first and new melds of
/// hand cards alone last. Among them a group waits for the cards that are to leave it, unless they go round
/// in a circle, and new groups come first. `old` is the number of groups before.
pub fn put_in_order(old: usize, after: &Table, changes: &Changes) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut targets: Vec<Option<usize>> = changes.homes.clone();
    let mut started = old;
    for place in sequence(old, changes) {
        let target = *targets[place].get_or_insert_with(|| {
            started += 1;
            started - 1
        });
        let mut names = changes.names[place].clone();
        for Arrival { card, source, becomes } in arranged(after.group(place), &changes.arrivals[place]) {
            moves.push(Move { card, source, target, becomes });
            // A joker is named anew when its natural card has come.
            names.retain(|&(from, to)| {
                let waits = from.identity() != Some(becomes);
                if !waits {
                    moves.push(name(from, target, to));
                }
                waits
            });
        }
        moves.extend(names.into_iter().map(|(from, to)| name(from, target, to)));
    }
    moves
}

fn name(card: Card, target: usize, becomes: Card) -> Move {
    Move { card, source: Some(target), target, becomes }
}

/// The groups after to which something happens, in the order in which it does.
fn sequence(old: usize, changes: &Changes) -> Vec<usize> {
    let (arrivals, homes) = (&changes.arrivals, &changes.homes);
    let family = find_families(old, changes);
    let waits = find_waits(changes);
    let mut waiting: Vec<usize> = (0..homes.len()).filter(|&place| !arrivals[place].is_empty()).collect();
    let mut blockers = vec![0; homes.len()];
    for &(_, later) in &waits {
        blockers[later] += 1;
    }
    let mut sequence = Vec::with_capacity(homes.len());
    let key = |place: usize, blockers: &[usize]| {
        (family[place], blockers[place], homes[place].is_some(), homes[place].unwrap_or(place))
    };
    while let Some(next) = (0..waiting.len()).min_by_key(|&next| key(waiting[next], &blockers)) {
        let place = waiting.remove(next);
        for &(_, later) in waits.iter().filter(|&&(first, _)| first == place) {
            blockers[later] -= 1;
        }
        sequence.push(place);
    }
    // Where a joker gets another name and nothing else happens, its natural card has come by then.
    let mut named: Vec<usize> = (0..homes.len()).filter(|&place| arrivals[place].is_empty()).collect();
    named.retain(|&place| !changes.names[place].is_empty());
    named.sort_unstable_by_key(|&place| homes[place]);
    sequence.extend(named);
    sequence
}

/// For each group after the lowest position before of all groups that it exchanges cards with, directly or
/// through others; a number above all of them if there is none.
fn find_families(old: usize, changes: &Changes) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..old + changes.homes.len()).collect();
    for (place, (home, arrivals)) in changes.homes.iter().zip(&changes.arrivals).enumerate() {
        for group in arrivals.iter().filter_map(|arrival| arrival.source).chain(*home) {
            let (one, other) = (find_root(&mut parents, old + place), find_root(&mut parents, group));
            // The lowest position is the root, and those before are the lowest.
            parents[one.max(other)] = one.min(other);
        }
    }
    (0..changes.homes.len()).map(|place| find_root(&mut parents, old + place)).collect()
}

fn find_root(parents: &mut [usize], mut group: usize) -> usize {
    while parents[group] != group {
        parents[group] = parents[parents[group]];
        group = parents[group];
    }
    group
}

/// Pairs of groups after of which the first is to be served before the second, one for each card.
fn find_waits(changes: &Changes) -> Vec<(usize, usize)> {
    let place_of = |home: usize| changes.homes.iter().position(|&other| other == Some(home));
    let mut waits = Vec::new();
    for (place, arrivals) in changes.arrivals.iter().enumerate() {
        for arrival in arrivals {
            let Some(source) = arrival.source.and_then(place_of) else { continue };
            // A joker leaves when its natural card has taken its place.
            if arrival.card.is_joker()
                && changes.arrivals[source].iter().any(|other| arrival.card.identity() == Some(other.becomes))
            {
                waits.push((source, place));
            } else if !changes.arrivals[source].is_empty() {
                waits.push((place, source));
            }
        }
    }
    waits
}

/// The cards that come to a group in the order in which they do: a run that is there grows upwards, then
/// downwards, a card at a time; otherwise the cards of the table come first and those of the hand last.
fn arranged(group: &[Card], arrivals: &[Arrival]) -> Vec<Arrival> {
    let is_new = |card: &Card| arrivals.iter().any(|arrival| arrival.becomes == *card);
    let lowest = group.iter().position(|card| !is_new(card));
    let is_run = group.iter().all(|card| card.suit() == group[0].suit());
    let mut arranged = arrivals.to_vec();
    arranged.sort_by_key(|arrival| {
        let place = group.iter().position(|card| *card == arrival.becomes).unwrap_or(0);
        match lowest {
            Some(lowest) if is_run && place < lowest => (true, group.len() - place),
            Some(_) if is_run => (false, place),
            _ => (arrival.source.is_none(), place),
        }
    });
    arranged
}
