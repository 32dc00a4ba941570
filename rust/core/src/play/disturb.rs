//! How much a play disturbs the table (RULES.md section 8).

use crate::card::{Card, NATURALS};
use crate::table::Table;

/// Positions in `before` of the melds that are not in `after` exactly, joker names included.
///
/// Of equal melds the later ones are the changed ones. Loose cards have positions but are no melds.
pub fn changed_melds(before: &Table, after: &Table) -> Vec<usize> {
    let mut taken = vec![false; after.len()];
    let mut changed = Vec::new();
    for (index, group) in before.groups().enumerate().filter(|(_, group)| group.len() > 1) {
        let place = (0..after.len()).find(|&place| !taken[place] && same_cards(group, after.group(place)));
        match place {
            Some(place) => taken[place] = true,
            None => changed.push(index),
        }
    }
    changed
}

/// How many of the `changed` melds do not end up together in one meld.
///
/// No card after the play serves two old melds, so this is a packing of old melds into new
/// ones; the best packing is found by trying every place for every changed meld. Melds that are
/// there unchanged keep their place: whatever lies there instead could take theirs.
pub fn count_split(before: &Table, after: &Table, changed: &[usize]) -> usize {
    if changed.is_empty() {
        return 0;
    }
    let mut taken = vec![false; after.len()];
    for (index, group) in before.groups().enumerate().filter(|(_, group)| group.len() > 1) {
        if !changed.contains(&index) {
            let place = (0..after.len()).find(|&place| !taken[place] && same_cards(group, after.group(place)));
            if let Some(place) = place {
                taken[place] = true;
            }
        }
    }
    let mut room: Vec<Mask> =
        (0..after.len()).filter(|&place| !taken[place]).map(|place| Mask::of(after.group(place))).collect();
    let old: Vec<Mask> = changed.iter().map(|&index| Mask::of(before.group(index))).collect();
    // Without two candidates that compete for a card the count is plain.
    old.len() - most_whole(&old, &mut room)
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

/// Whether two melds hold the same cards, joker names included.
fn same_cards(a: &[Card], b: &[Card]) -> bool {
    a == b || (a.len() == b.len() && bits(a) == bits(b))
}

/// A meld's cards as a set; a natural card and a joker of its name are different.
fn bits(group: &[Card]) -> (u64, u64) {
    group.iter().fold((0, 0), |(naturals, jokers), card| match card.index() {
        Some(index) if card.is_joker() => (naturals, jokers | 1 << index),
        Some(index) => (naturals | 1 << index, jokers),
        None => (naturals, jokers | 1 << NATURALS),
    })
}
