//! What the rest of a sweep costs at least, suit by suit.

use super::{Gentle, NEVER, Turn};
use crate::search::runs::Runs;

impl<R: Runs> Gentle<'_, R> {
    /// The least sum of the suits' bounds over the ways to share the jokers, if it is not above `within`;
    /// otherwise any number above that is not too large.
    pub(super) fn share(&mut self, suits: [u32; 4], jokers: usize, within: u64) -> u64 {
        let mut sums = [0; 5];
        for &number in &suits {
            let mut own = [NEVER; 5];
            for (few, own) in own[..=jokers].iter_mut().enumerate() {
                *own = self.rest(number, few, within);
            }
            for all in (0..=jokers).rev() {
                sums[all] = (0..=all).map(|few| sums[all - few] + own[few]).min().unwrap_or(NEVER);
            }
        }
        sums[jokers].min(NEVER)
    }

    /// What one suit costs at least from here on when it may use so many jokers, if that is not above
    /// `within`; otherwise any number above that is not too large.
    pub(super) fn rest(&mut self, number: u32, jokers: usize, within: u64) -> u64 {
        let known = self.memory.suits.get(number).rest[jokers];
        if known.is_exact || known.least > within {
            return known.least;
        }
        let (start, end) = self.turns_of(number);
        let mut least = NEVER;
        for at in start..end {
            let Turn { next, wild, cost, .. } = self.memory.turns[at as usize];
            if cost >= least {
                break;
            }
            if wild as usize > jokers {
                continue;
            }
            let total = match within.min(least - 1).checked_sub(cost) {
                Some(within) => cost + self.rest(next, jokers - wild as usize, within),
                None => cost,
            };
            least = least.min(total);
        }
        self.memory.suits.learn(number, jokers, least, least <= within);
        least
    }
}
