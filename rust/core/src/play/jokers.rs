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

/// What the finished table shows of the old jokers.
struct Jokers<'a> {
    before: &'a Table,
    after: &'a Table,
    old: Vec<Old>,
    /// By name, how many old jokers are not freed.
    bound: [u8; NATURALS],
    /// By name, how many jokers lie on the finished table.
    lying: [u8; NATURALS],
    /// Jokers after whose name or place is not known: not named yet, or lost. Any old joker may be one of them.
    open: usize,
}

/// Adds every reason why the jokers of the table before may not lie as they do after.
///
/// D13: jokers are interchangeable, so the play is legal if some assignment of the old ones to the
/// new ones is. A freed joker may become any new one, so only the bound ones have to be matched. A joker that
/// lost its name is told for that alone; those that kept theirs are judged by where they lie.
pub fn check_jokers(rules: &Rules, before: &Table, after: &Table, added: &Added, faults: &mut Vec<Fault>) {
    let old = old_jokers(rules, before);
    if old.is_empty() {
        return;
    }
    let jokers = Jokers::new(rules, before, after, added, old);
    let renamed = jokers.lost_names();
    let missing: usize = renamed.iter().map(|&(_, count)| count).sum();
    if missing > jokers.open {
        let melds = jokers.melds_with_new_names();
        faults.extend(renamed.iter().map(|&(name, _)| Fault::new(Code::JokerRenamed, melds.clone(), named(name))));
    }
    let open = jokers.open.saturating_sub(missing);
    match rules.joker_law {
        JokerLaw::None | JokerLaw::Movable => {}
        JokerLaw::Neighbour => jokers.check_neighbours(open, faults),
        JokerLaw::Locked => jokers.check_locked(open, added, faults),
    }
}

fn old_jokers(rules: &Rules, before: &Table) -> Vec<Old> {
    (0..before.len())
        .filter(|&meld| !is_loose(rules, before.group(meld)))
        .flat_map(|meld| before.group(meld).iter().map(move |card| (meld, card)))
        .filter(|(_, card)| card.is_joker())
        .filter_map(|(meld, card)| Some(Old { meld, name: card.index()? }))
        .collect()
}

fn named(name: usize) -> Vec<Card> {
    vec![Card::from_index(name).as_joker()]
}

impl<'a> Jokers<'a> {
    fn new(rules: &Rules, before: &'a Table, after: &'a Table, added: &Added, old: Vec<Old>) -> Self {
        let mut jokers = Self { before, after, old, bound: [0; NATURALS], lying: [0; NATURALS], open: 0 };
        for joker in &jokers.old {
            jokers.bound[joker.name] += 1;
        }
        for card in after.cards() {
            match card.index() {
                Some(name) if card.is_joker() => jokers.lying[name] = jokers.lying[name].saturating_add(1),
                // D15: in the first two laws one natural card frees every joker of the name.
                Some(name) if rules.joker_law != JokerLaw::Locked => jokers.bound[name] = 0,
                Some(_) => {}
                None => jokers.open += 1,
            }
        }
        if rules.joker_law == JokerLaw::Locked {
            // D16: each card put down frees one joker.
            for (bound, &count) in jokers.bound.iter_mut().zip(&added.naturals) {
                *bound = (i16::from(*bound) - count.max(0)).max(0) as u8;
            }
        }
        // D9: a loose joker that stays loose is none that a play has laid.
        let loose = |table: &Table| table.groups().filter(|group| **group == [Card::JOKER]).count();
        jokers.open -= if rules.loose { loose(before).min(loose(after)) } else { 0 };
        jokers.open += (-added.jokers).max(0) as usize;
        jokers
    }

    /// The names that fewer jokers have than must, with how many are missing.
    fn lost_names(&self) -> Vec<(usize, usize)> {
        let names = (0..NATURALS).filter(|&name| self.bound[name] > self.lying[name]);
        names.map(|name| (name, (self.bound[name] - self.lying[name]) as usize)).collect()
    }

    /// By name, how many bound jokers have kept it.
    fn kept(&self, name: usize) -> usize {
        self.bound[name].min(self.lying[name]) as usize
    }

    fn melds_with(&self, name: usize) -> Vec<usize> {
        let joker = Card::from_index(name).as_joker();
        (0..self.after.len()).filter(|&meld| self.after.group(meld).contains(&joker)).collect()
    }

    /// The melds with a joker whose name no bound joker needs: the renamed ones are among them.
    fn melds_with_new_names(&self) -> Vec<usize> {
        let is_new =
            |card: &Card| card.is_joker() && card.index().is_some_and(|name| self.lying[name] > self.bound[name]);
        (0..self.after.len()).filter(|&meld| self.after.group(meld).iter().any(is_new)).collect()
    }

    fn check_neighbours(&self, mut open: usize, faults: &mut Vec<Fault>) {
        for name in (0..NATURALS).filter(|&name| self.kept(name) > 0) {
            let homes = self.old.iter().filter(|joker| joker.name == name);
            let beside: Vec<u64> = homes.map(|joker| neighbours(self.before.group(joker.meld), name)).collect();
            let joker = Card::from_index(name).as_joker();
            let lying: Vec<u64> = self
                .after
                .groups()
                .flat_map(|group| group.iter().filter(|&&card| card == joker).map(|_| identities(group)))
                .collect();
            let astray = self.kept(name).saturating_sub(most_matched(&beside, &lying));
            if astray > open {
                faults.push(Fault::new(Code::JokerLeftItsNeighbour, self.melds_with(name), named(name)));
            }
            open = open.saturating_sub(astray);
        }
    }

    /// How many jokers of a name need not lie at home: those that are freed, and those that lost the name.
    fn spare(&self, name: usize) -> usize {
        self.old.iter().filter(|joker| joker.name == name).count() - self.kept(name)
    }

    fn check_locked(&self, open: usize, added: &Added, faults: &mut Vec<Fault>) {
        let mut spare: [usize; NATURALS] = core::array::from_fn(|name| self.spare(name));
        let old: Vec<&Old> = self.old.iter().collect();
        if (Locks { jokers: self, extending: added.naturals, spare, open, taken: vec![false; self.after.len()] })
            .settle(&old)
        {
            return;
        }
        // Each by itself first. Two jokers can each be fine alone and still need the same hand card: then all are told.
        let is_home = |joker: &Old| {
            let taken = vec![false; self.after.len()];
            Locks { jokers: self, extending: added.naturals, spare: [0; NATURALS], open: 0, taken }.settle(&[joker])
        };
        let mut failing: Vec<&Old> = Vec::new();
        for joker in old.iter().filter(|joker| !is_home(joker)) {
            if spare[joker.name] > 0 {
                spare[joker.name] -= 1;
            } else {
                failing.push(joker);
            }
        }
        failing.drain(..open.min(failing.len()));
        if failing.is_empty() {
            failing = old.into_iter().filter(|joker| self.kept(joker.name) > 0).collect();
        }
        for joker in failing {
            let cards = self.before.group(joker.meld).to_vec();
            faults.push(Fault::new(Code::JokerLockedMeld, self.melds_with(joker.name), cards));
        }
    }
}

/// An attempt to find a locked meld of its own for each joker that must lie in one.
struct Locks<'a> {
    jokers: &'a Jokers<'a>,
    /// Natural hand cards that may still extend a locked meld. D16: the same cards may free jokers too.
    extending: [i16; NATURALS],
    /// By name, how many jokers need not lie at home.
    spare: [usize; NATURALS],
    /// How many jokers of any name need not.
    open: usize,
    taken: Vec<bool>,
}

impl Locks<'_> {
    /// Whether every joker has its meld: whole, with the same joker, and grown by natural hand cards only.
    fn settle(&mut self, old: &[&Old]) -> bool {
        let Some((joker, rest)) = old.split_first() else { return true };
        let home = self.jokers.before.group(joker.meld);
        for meld in self.jokers.melds_with(joker.name) {
            let Some(extra) = without(self.jokers.after.group(meld), home).filter(|_| !self.taken[meld]) else {
                continue;
            };
            if self.extend(&extra) {
                self.taken[meld] = true;
                let is_settled = self.settle(rest);
                if is_settled || extra.is_empty() {
                    // A meld that is there unchanged is never better left to another joker.
                    return is_settled;
                }
                self.taken[meld] = false;
                for card in extra {
                    self.extending[card.byte() as usize] += 1;
                }
            }
        }
        if self.spare[joker.name] > 0 {
            self.spare[joker.name] -= 1;
            if self.settle(rest) {
                return true;
            }
            self.spare[joker.name] += 1;
        }
        if self.open > 0 {
            self.open -= 1;
            if self.settle(rest) {
                return true;
            }
            self.open += 1;
        }
        false
    }

    /// Takes hand cards for a locked meld; `false`, and nothing changes, if they are not all natural hand cards.
    fn extend(&mut self, extra: &[Card]) -> bool {
        let mut left = self.extending;
        for card in extra {
            if card.is_joker() || left[card.byte() as usize] <= 0 {
                return false;
            }
            left[card.byte() as usize] -= 1;
        }
        self.extending = left;
        true
    }
}

/// The cards of a group besides those of a meld, or `None` if one of those is missing.
fn without(group: &[Card], meld: &[Card]) -> Option<Vec<Card>> {
    let mut left = group.to_vec();
    for card in meld {
        left.swap_remove(left.iter().position(|other| other == card)?);
    }
    Some(left)
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

/// How many jokers can each have a place of their own with a card that was beside them.
fn most_matched(beside: &[u64], lying: &[u64]) -> usize {
    fn find(joker: usize, beside: &[u64], lying: &[u64], owner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
        for place in 0..lying.len() {
            if seen[place] || beside[joker] & lying[place] == 0 {
                continue;
            }
            seen[place] = true;
            if owner[place].is_none_or(|other| find(other, beside, lying, owner, seen)) {
                owner[place] = Some(joker);
                return true;
            }
        }
        false
    }
    let mut owner = vec![None; lying.len()];
    (0..beside.len()).filter(|&joker| find(joker, beside, lying, &mut owner, &mut vec![false; lying.len()])).count()
}
