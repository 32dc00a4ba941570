//! Which numbers of cards of one rank make sets.

use crate::card::Suit;

/// How many cards of each suit go into sets.
pub type Take = [u8; 4];

/// Whether these cards of one rank can be laid as sets of three or four different suits.
///
/// They can as `k` sets if each suit has at most `k` of them and there are 3 to 4 times `k`: dealing
/// them round the sets, suit after suit, gives each set a suit at most once and sizes that differ by one.
pub const fn is_sets(take: Take) -> bool {
    let total = take[0] + take[1] + take[2] + take[3];
    let mut most = 0;
    let mut suit = 0;
    while suit < 4 {
        if take[suit] > most {
            most = take[suit];
        }
        suit += 1;
    }
    // The fewest sets that hold the total is the number that leaves most room for size; more sets
    // than that only help a suit with many cards.
    let mut sets = total.div_ceil(4);
    if sets < most {
        sets = most;
    }
    total >= 3 * sets
}

/// Every way to take cards of one rank for sets when there are `count` of each suit, none at all first.
pub fn takes(count: Take, out: &mut Vec<Take>) {
    out.push([0; 4]);
    if count.iter().filter(|&&cards| cards > 0).count() < 3 {
        return;
    }
    for c in 0..=count[0] {
        for d in 0..=count[1] {
            for h in 0..=count[2] {
                for s in 0..=count[3] {
                    let take = [c, d, h, s];
                    if take != [0; 4] && is_sets(take) {
                        out.push(take);
                    }
                }
            }
        }
    }
}

/// The sets of a take, each as its suits in order.
pub fn sets_of(take: Take) -> Vec<Vec<Suit>> {
    let total: u8 = take.iter().sum();
    let most = take.iter().copied().max().unwrap_or(0);
    let number = total.div_ceil(4).max(most) as usize;
    let mut sets = vec![Vec::new(); number];
    let mut next = 0;
    for suit in 0..4u8 {
        for _ in 0..take[suit as usize] {
            sets[next % number].push(suit);
            next += 1;
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_are_sets_of_different_suits() {
        let mut out = Vec::new();
        takes([2, 2, 2, 2], &mut out);
        assert_eq!(out.len(), 1 + 5 + 15);
        for take in out {
            let sets = sets_of(take);
            let mut back = [0; 4];
            for set in &sets {
                assert!(set.len() == 3 || set.len() == 4);
                assert!(set.windows(2).all(|pair| pair[0] < pair[1]), "{take:?}: {sets:?}");
                set.iter().for_each(|&suit| back[suit as usize] += 1);
            }
            assert_eq!(back, take);
        }
    }
}
