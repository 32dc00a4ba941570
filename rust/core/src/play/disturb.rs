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
///
/// A meld whose place no other meld contests goes there; the others are tried everywhere.
fn most_whole(old: &[Mask], room: &mut Vec<Mask>) -> usize {
    let mut left: Vec<Mask> = old.to_vec();
    let mut whole = 0;
    let before = room.clone();
    loop {
        left.retain(|&meld| room.iter().any(|&place| place.without(meld).is_some()));
        let safe = (0..left.len()).find_map(|index| Some((index, find_uncontested(&left, index, room)?)));
        let Some((index, place)) = safe else { break };
        let meld = left.swap_remove(index);
        room[place] = room[place].without(meld).unwrap_or(room[place]);
        whole += 1;
    }
    if let Some((&first, rest)) = left.split_first() {
        whole += most_of_contested(first, rest, room);
    }
    *room = before;
    whole
}

/// The most melds that fit where each of the places is contested: the first one is tried everywhere.
fn most_of_contested(first: Mask, rest: &[Mask], room: &mut Vec<Mask>) -> usize {
    let mut best = 0;
    let mut tried: Vec<Mask> = Vec::new();
    for place in 0..room.len() {
        let there = room[place];
        if let Some(left) = there.without(first)
            && !tried.contains(&there)
        {
            tried.push(there);
            room[place] = left;
            best = best.max(1 + most_whole(rest, room));
            room[place] = there;
            if best > rest.len() {
                return best;
            }
        }
    }
    // Without the first, there is one less; no more than that can be gained.
    if best < rest.len() { best.max(most_whole(rest, room)) } else { best }
}

/// A place for a meld where every other one that fits there fits beside it, all of them together.
fn find_uncontested(old: &[Mask], index: usize, room: &[Mask]) -> Option<usize> {
    let meld = old[index];
    (0..room.len()).find(|&place| {
        let Some(mut left) = room[place].without(meld) else { return false };
        let others = old.iter().enumerate().filter(|&(other, _)| other != index);
        others.filter(|&(_, &other)| room[place].without(other).is_some()).all(|(_, &other)| {
            let jokers = left.jokers.checked_sub(other.jokers);
            left.jokers = jokers.unwrap_or(0);
            jokers.is_some() && meld.naturals & other.naturals == 0
        })
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The most melds that fit, by trying every place for each of them and none.
    fn most_plainly(old: &[Mask], room: &mut Vec<Mask>) -> usize {
        let Some((&first, rest)) = old.split_first() else { return 0 };
        let mut best = most_plainly(rest, room);
        for place in 0..room.len() {
            let there = room[place];
            if let Some(left) = there.without(first) {
                room[place] = left;
                best = best.max(1 + most_plainly(rest, room));
                room[place] = there;
            }
        }
        best
    }

    #[test]
    fn as_many_melds_fit_as_by_trying_everything() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut contested, mut refused) = (0, 0);
        for _ in 0..4000 {
            let mut masks = |count: usize, bits: usize, jokers: u8| -> Vec<Mask> {
                let mut mask = |_| {
                    let naturals = (0..bits).fold(0u64, |naturals, _| naturals | 1 << rng.usize(..10));
                    Mask { naturals, jokers: rng.u8(..=jokers) }
                };
                (0..count).map(&mut mask).collect()
            };
            let (old, mut room) = (masks(5, 2, 1), masks(4, 6, 2));
            let most = most_whole(&old, &mut room);
            assert_eq!(most, most_plainly(&old, &mut room));
            contested += usize::from(find_uncontested(&old, 0, &room).is_none());
            refused += usize::from(most < old.len());
        }
        assert!(contested > 1000 && refused > 100, "{contested} {refused}");
    }

    #[test]
    fn equal_melds_that_split_are_soon_counted() {
        let parse = |text: &str| Table::parse(text).unwrap();
        let suits = ["c", "d", "h", "s"];
        let runs = |of: &dyn Fn(&str) -> String| suits.map(|suit| [of(suit), of(suit)].join(" | ")).join(" | ");
        let before = runs(&|s| format!("2{s} 3{s} 4{s} | 5{s} 6{s} 7{s} | 8{s} 9{s} T{s} | J{s} Q{s} K{s}"));
        let whole = runs(&|s| format!("2{s} 3{s} 4{s} 5{s} 6{s} 7{s} 8{s} 9{s} T{s} J{s} Q{s} K{s}"));
        let cut = runs(&|s| format!("2{s} 3{s} 4{s} 5{s} 6{s} | 7{s} 8{s} 9{s} T{s} J{s} Q{s} K{s}"));
        assert_eq!(find_disturbance(&parse(&before), &parse(&whole)).0, 0);
        assert_eq!(find_disturbance(&parse(&before), &parse(&cut)).0, 8);
    }
}
