//! The open runs of one suit, with the old melds that they carry.
//!
//! Where the plain sweep lets runs grow as long as they can, this one tells every new run apart: which
//! old meld it carries whole, and whether it is that meld exactly so far.

use super::old::OldRun;
use crate::meld::SHORTEST;

/// What an old meld costs, in quarters: split, and changed. A quarter is what one suit can know of a
/// set that is not there any more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Harm {
    pub split: u16,
    pub changed: u16,
}

/// A meld that is changed and whole.
pub const CHANGED: Harm = Harm { split: 0, changed: 4 };
/// A meld that is split.
pub const SPLIT: Harm = Harm { split: 4, changed: 4 };

impl core::ops::Add for Harm {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { split: self.split + other.split, changed: self.changed + other.changed }
    }
}

/// An open run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Run {
    /// One, two, three or more.
    len: u8,
    /// Its jokers that no meld it carried needs.
    jokers: u8,
    /// Jokers that are spoken for.
    spent: u8,
    /// Jokers that melds it carried still need.
    owed: u8,
    /// The old run it carries, counted from one.
    carried: u8,
    /// Whether it is the old run so far.
    is_exact: bool,
    /// Whether it began with the ace below the two.
    is_low: bool,
}

impl Run {
    /// Bits of a run; runs in order have them in order.
    pub fn bits(self) -> u128 {
        let flags = u128::from(self.is_exact) << 1 | u128::from(self.is_low);
        u128::from(self.len) << 14
            | u128::from(self.jokers) << 11
            | u128::from(self.spent) << 8
            | u128::from(self.carried) << 4
            | u128::from(self.owed) << 2
            | flags
    }

    /// Whether it may end before a position.
    pub fn can_close(self, old: &[OldRun], position: u8) -> bool {
        let is_whole = self.old(old).is_none_or(|carried| self.is_exact && position == carried.end + 1);
        self.len as usize >= SHORTEST && self.owed == 0 && is_whole
    }

    fn old(self, old: &[OldRun]) -> Option<OldRun> {
        (self.carried > 0).then(|| old[self.carried as usize - 1])
    }

    /// The run with one more card, and the harm done by it; `None` if the old run it carries forbids it.
    /// `limit` is the most jokers in a run.
    pub fn longer(self, old: &[OldRun], position: u8, joker: bool, limit: u8) -> Option<(Self, Harm)> {
        let mut run = Self { len: (self.len + 1).min(3), ..self };
        if joker && run.owed > 0 {
            run.owed -= 1;
            run.spent += 1;
        } else {
            run.jokers += u8::from(joker);
        }
        if run.jokers + run.spent > limit {
            return None;
        }
        let mut harm = Harm::default();
        if let Some(carried) = self.old(old) {
            let natural = carried.is_natural(position);
            if position <= carried.last && natural && joker {
                return None;
            }
            let is_same = position <= carried.end && natural != joker;
            if self.is_exact && !is_same {
                run.is_exact = false;
                harm = CHANGED;
            }
            run.settle(carried, position);
        }
        Some((run, harm))
    }

    /// A new run with one card.
    pub fn new(position: u8, joker: bool, limit: u8) -> Option<Self> {
        let run = Self { len: 1, jokers: u8::from(joker), is_low: position == 0, ..Self::default() };
        (!joker || limit > 0).then_some(run)
    }

    /// Whether it began with the ace below the two.
    pub fn is_low(self) -> bool {
        self.is_low
    }

    /// Its length, capped at three, and whether it holds a joker.
    pub fn length(self) -> (usize, bool) {
        (self.len as usize, self.jokers + self.spent > 0)
    }

    /// Whether it could take up an old run whose first natural card it has just taken.
    pub fn is_free(self) -> bool {
        self.carried == 0
    }

    /// Whether the card at a position belongs to no old run that it carried up to there.
    pub fn has_passed(self, old: &[OldRun], position: u8) -> bool {
        self.old(old).is_none_or(|carried| carried.last < position)
    }

    /// The run carrying an old run from its first natural card on, just taken, and the harm if it is not
    /// that run; `before` is the run without the card.
    pub fn pick_up(self, number: usize, picked: OldRun, position: u8, before: Option<Self>) -> (Self, Harm) {
        let lead = picked.first - picked.start;
        // Fewer than three jokers lead, so the length before is told exactly.
        let led = before.map_or((0, 0), |run| (run.len, run.jokers));
        let is_exact = picked.is_run && led == (lead, lead) && before.is_none_or(|run| run.spent + run.owed == 0);
        let mut run = Self { carried: number as u8 + 1, is_exact, ..self };
        run.settle(picked, position);
        (run, if is_exact { Harm::default() } else { CHANGED })
    }

    /// Forgets an old run of which all natural cards are there, with the jokers it needs: those that
    /// are missing are owed.
    fn settle(&mut self, carried: OldRun, position: u8) {
        if !self.is_exact && position >= carried.last {
            let need = carried.count_jokers();
            let paid = need.min(self.jokers);
            self.jokers -= paid;
            self.spent += paid;
            self.owed += need - paid;
            self.carried = 0;
        }
    }
}
