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

/// Most cards of one suit at one rank.
const MOST: u8 = 4;

/// Every take that is sets, those with few cards of a suit first.
static TAKES: [Take; count_takes(MOST)] = all_takes();

/// How many takes have at most so many cards of a suit.
const WITHIN: [usize; MOST as usize + 1] =
    [count_takes(0), count_takes(1), count_takes(2), count_takes(3), count_takes(4)];

const fn count_takes(most: u8) -> usize {
    let (mut code, mut number) = (0, 0);
    while let Some(take) = decode(code, most) {
        number += is_sets(take) as usize;
        code += 1;
    }
    number
}

/// The take with this number in the base of one more than `most`; `None` past the last.
const fn decode(code: u32, most: u8) -> Option<Take> {
    let base = most as u32 + 1;
    if code >= base * base * base * base {
        return None;
    }
    let digits = [code % base, code / base % base, code / base / base % base, code / base / base / base];
    Some([digits[0] as u8, digits[1] as u8, digits[2] as u8, digits[3] as u8])
}

const fn all_takes() -> [Take; count_takes(MOST)] {
    let mut table = [[0; 4]; count_takes(MOST)];
    let (mut at, mut most) = (0, 0);
    while most <= MOST {
        let mut code = 0;
        while let Some(take) = decode(code, most) {
            let reaches = take[0] == most || take[1] == most || take[2] == most || take[3] == most;
            if is_sets(take) && reaches {
                table[at] = take;
                at += 1;
            }
            code += 1;
        }
        most += 1;
    }
    table
}

/// Adds every way to take cards of one rank for sets when there are `count` of each suit, none at all first.
pub fn push_takes(count: Take, out: &mut Vec<Take>) {
    if count.iter().filter(|&&cards| cards > 0).count() < 3 {
        out.push([0; 4]);
        return;
    }
    let most = count.iter().copied().max().unwrap_or(0).min(MOST);
    let fits = |take: &Take| take[0] <= count[0] && take[1] <= count[1] && take[2] <= count[2] && take[3] <= count[3];
    out.extend(TAKES[..WITHIN[most as usize]].iter().copied().filter(fits));
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
        push_takes([2, 2, 2, 2], &mut out);
        assert_eq!(out.len(), 1 + 5 + 15);
        for take in out {
            let sets = sets_of(take);
            let mut back = [0; 4];
            for set in &sets {
                assert!(set.len() == 3 || set.len() == 4);
                assert!(set.windows(2).all(|pair| pair[0] < pair[1]), "{take:?}: {sets:?}");
                for &suit in set {
                    back[suit as usize] += 1;
                }
            }
            assert_eq!(back, take);
        }
    }
}
