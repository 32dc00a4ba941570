//! How much a play disturbs the table (RULES.md section 8).

use crate::card::{Card, NATURALS};
use crate::table::Table;

/// How many melds of `before` are split, and the positions in it of those that are changed.
///
/// A meld is changed unless it is in `after` exactly, joker names included; of equal melds the later
/// ones are the changed ones. It is split unless all its cards end up together in one meld. No card
/// after the play serves two old melds, so this is a packing of old melds into new ones; the best one
/// is found by trying every place for every changed meld. Melds that are there unchanged keep their
/// place: whatever lies there instead could take theirs. Loose cards have positions but are no melds.
pub fn find_disturbance(before: &Table, after: &Table) -> (usize, Vec<usize>) {
    let places = places_of(before, after);
    let is_changed = |index: &usize| places[*index].is_none() && before.group(*index).len() > 1;
    let changed: Vec<usize> = (0..before.len()).filter(is_changed).collect();
    if changed.is_empty() {
        return (0, changed);
    }
    let mut free = vec![true; after.len()];
    places.iter().flatten().for_each(|&place| free[place] = false);
    let mut room: Vec<Mask> =
        (0..after.len()).filter(|&place| free[place]).map(|place| Mask::of(after.group(place))).collect();
    let old: Vec<Mask> = changed.iter().map(|&index| Mask::of(before.group(index))).collect();
    (old.len() - most_whole(&old, &mut room), changed)
}

/// For each meld of `before` the place where it lies unchanged in `after`, each place once; loose cards have none.
fn places_of(before: &Table, after: &Table) -> Vec<Option<usize>> {
    let mut free: Vec<Option<Exact>> = after.groups().map(|group| Some(Exact::of(group))).collect();
    let mut find = |group: &[Card]| {
        let exact = Some(Exact::of(group));
        let place = free.iter().position(|other| *other == exact)?;
        free[place] = None;
        Some(place)
    };
    before.groups().map(|group| if group.len() > 1 { find(group) } else { None }).collect()
}

/// The most old melds that fit into the new ones without sharing a card.
fn most_whole(old: &[Mask], room: &mut Vec<Mask>) -> usize {
    let Some((first, rest)) = old.split_first() else { return 0 };
    let mut best = 0;
    let mut tried: Vec<Mask> = Vec::new();
    for place in 0..room.len() {
        let there = room[place];
        if let Some(left) = there.without(*first)
            && !tried.contains(&there)
        {
            tried.push(there);
            room[place] = left;
            best = best.max(1 + most_whole(rest, room));
            room[place] = there;
            if best == old.len() {
                return best;
            }
        }
    }
    if best <= rest.len() { best.max(most_whole(rest, room)) } else { best }
}

/// The natural cards of one meld as bits, and its number of jokers; no meld holds a card twice.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mask {
    naturals: u64,
    jokers: u8,
}

impl Mask {
    fn of(group: &[Card]) -> Self {
        let mut mask = Self { naturals: 0, jokers: 0 };
        for card in group {
            if card.is_joker() {
                mask.jokers += 1;
            } else {
                mask.naturals |= 1 << card.byte();
            }
        }
        mask
    }

    fn without(self, other: Self) -> Option<Self> {
        let fits = self.naturals & other.naturals == other.naturals && self.jokers >= other.jokers;
        fits.then(|| Self { naturals: self.naturals & !other.naturals, jokers: self.jokers - other.jokers })
    }
}

/// A meld's cards as bits, natural cards apart from jokers of the same name; no meld holds a card twice.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Exact {
    naturals: u64,
    jokers: u64,
}

impl Exact {
    fn of(group: &[Card]) -> Self {
        let mut exact = Self { naturals: 0, jokers: 0 };
        for card in group {
            if card.is_joker() {
                exact.jokers |= 1 << card.index().unwrap_or(NATURALS);
            } else {
                exact.naturals |= 1 << card.byte();
            }
        }
        exact
    }
}
