//! Which jokers of the table may have gone where (RULES.md section 5).

use super::{Added, is_loose};
use crate::card::{Card, NATURALS};
use crate::fault::{Code, Fault};
use crate::rules::{JokerLaw, Rules};
use crate::table::Table;

/// A joker that lay on the table, named, before the play.
struct Old {
    meld: usize,
    name: usize,
}

/// Adds every reason why the jokers of the table before may not lie as they do after.
///
/// D13: jokers are interchangeable, so the play is legal if some assignment of the old ones to the
/// new ones is. A freed joker may become any new one, so only the kept ones have to be matched.
pub fn check_jokers(rules: &Rules, before: &Table, after: &Table, added: &Added, faults: &mut Vec<Fault>) {
    let old: Vec<Old> = (0..before.len())
        .filter(|&meld| !is_loose(rules, before.group(meld)))
        .flat_map(|meld| before.group(meld).iter().map(move |card| (meld, card)))
        .filter(|(_, card)| card.is_joker())
        .filter_map(|(meld, card)| Some(Old { meld, name: card.index()? }))
        .collect();
    match rules.joker_law {
        JokerLaw::None => {}
        JokerLaw::Movable => check_movable(&old, after, faults),
        JokerLaw::Neighbour => check_neighbours(&old, before, after, faults),
        JokerLaw::Locked => check_locked(&old, before, after, added, faults),
    }
}

/// The names of old jokers that no natural card on the finished table frees (D15), each once.
fn kept_names(old: &[Old], after: &Table) -> Vec<usize> {
    let natural = |name: usize| after.cards().iter().any(|card| !card.is_joker() && card.index() == Some(name));
    let mut names: Vec<usize> = old.iter().map(|joker| joker.name).filter(|&name| !natural(name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The melds of `table` that hold a joker of this name.
fn melds_with(table: &Table, name: usize) -> Vec<usize> {
    let joker = Card::from_index(name).as_joker();
    (0..table.len()).filter(|&meld| table.group(meld).contains(&joker)).collect()
}

fn named(name: usize) -> Vec<Card> {
    vec![Card::from_index(name).as_joker()]
}

fn melds_of(old: &[Old], name: usize) -> Vec<usize> {
    old.iter().filter(|joker| joker.name == name).map(|joker| joker.meld).collect()
}

fn check_movable(old: &[Old], after: &Table, faults: &mut Vec<Fault>) {
    for name in kept_names(old, after) {
        let melds = melds_with(after, name);
        if melds.len() < melds_of(old, name).len() {
            faults.push(Fault::new(Code::JokerRenamed, melds, named(name)));
        }
    }
}

fn check_neighbours(old: &[Old], before: &Table, after: &Table, faults: &mut Vec<Fault>) {
    for name in kept_names(old, after) {
        let melds = melds_with(after, name);
        let homes = melds_of(old, name);
        if melds.len() < homes.len() {
            faults.push(Fault::new(Code::JokerRenamed, melds, named(name)));
            continue;
        }
        let beside: Vec<u64> = homes.iter().map(|&meld| neighbours(before.group(meld), name)).collect();
        let lying: Vec<u64> = melds.iter().map(|&meld| identities(after.group(meld))).collect();
        if !can_match(beside.len(), lying.len(), &|joker, meld| beside[joker] & lying[meld] != 0) {
            faults.push(Fault::new(Code::JokerLeftItsNeighbour, melds, named(name)));
        }
    }
}

/// The cards beside the joker `name` in its meld, as bits of card indices (D12).
fn neighbours(meld: &[Card], name: usize) -> u64 {
    let is_set = meld[0].rank() == meld[1].rank();
    if is_set {
        return identities(meld) & !(1 << name);
    }
    let mut beside = 0;
    for pair in meld.windows(2) {
        for (card, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            if card.index() == Some(name) {
                beside |= identities(&[other]);
            }
        }
    }
    // A run of thirteen is written ace low, but its ace lies beside the king too (D1).
    if meld.len() == 13 && name / 4 == 0 {
        beside |= 1 << (48 + name % 4);
    }
    if meld.len() == 13 && name / 4 == 12 {
        beside |= 1 << (name % 4);
    }
    beside
}

/// The cards a meld shows, jokers as what they stand for, as bits of card indices.
fn identities(meld: &[Card]) -> u64 {
    meld.iter().filter_map(|card| card.index()).fold(0, |bits, index| bits | 1 << index)
}

/// Whether each of `left` can have one of `right` of its own. There are at most six jokers.
fn can_match(left: usize, right: usize, fits: &dyn Fn(usize, usize) -> bool) -> bool {
    fn place(joker: usize, left: usize, right: usize, used: u32, fits: &dyn Fn(usize, usize) -> bool) -> bool {
        joker == left
            || (0..right).any(|meld| {
                used >> meld & 1 == 0 && fits(joker, meld) && place(joker + 1, left, right, used | 1 << meld, fits)
            })
    }
    place(0, left, right, 0, fits)
}

fn check_locked(old: &[Old], before: &Table, after: &Table, added: &Added, faults: &mut Vec<Fault>) {
    // Natural cards of the hand: how many may still free a joker, how many may still extend a locked meld.
    // D16: one card may do both.
    let mut state = Locks { freeing: added.naturals, extending: added.naturals, taken: vec![false; after.len()] };
    if state.settle(old, before, after) {
        return;
    }
    // Two jokers can each be fine alone and still need the same hand card: then both are named.
    let alone = |joker: &Old| {
        let mut state = Locks { freeing: added.naturals, extending: added.naturals, taken: vec![false; after.len()] };
        state.settle(core::slice::from_ref(joker), before, after)
    };
    let failing: Vec<&Old> = old.iter().filter(|joker| !alone(joker)).collect();
    let failing = if failing.is_empty() { old.iter().collect() } else { failing };
    for joker in failing {
        let melds = melds_with(after, joker.name);
        if melds.is_empty() {
            faults.push(Fault::new(Code::JokerRenamed, Vec::new(), named(joker.name)));
        }
        faults.push(Fault::new(Code::JokerLockedMeld, melds, before.group(joker.meld).to_vec()));
    }
}

struct Locks {
    freeing: [i16; NATURALS],
    extending: [i16; NATURALS],
    taken: Vec<bool>,
}

impl Locks {
    /// Whether every old joker can be freed, or kept in a meld that holds its old one whole.
    fn settle(&mut self, old: &[Old], before: &Table, after: &Table) -> bool {
        let Some((joker, rest)) = old.split_first() else { return true };
        if self.freeing[joker.name] > 0 {
            self.freeing[joker.name] -= 1;
            if self.settle(rest, before, after) {
                return true;
            }
            self.freeing[joker.name] += 1;
        }
        let home = before.group(joker.meld);
        for meld in melds_with(after, joker.name) {
            let group = after.group(meld);
            if self.taken[meld] || !home.iter().all(|card| group.contains(card)) {
                continue;
            }
            let extra: Vec<Card> = group.iter().copied().filter(|card| !home.contains(card)).collect();
            if extra.iter().any(|card| card.is_joker() || self.extending[card.byte() as usize] <= 0) {
                continue;
            }
            self.taken[meld] = true;
            for card in &extra {
                self.extending[card.byte() as usize] -= 1;
            }
            if self.settle(rest, before, after) {
                return true;
            }
            for card in &extra {
                self.extending[card.byte() as usize] += 1;
            }
            self.taken[meld] = false;
        }
        false
    }
}
