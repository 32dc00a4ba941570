//! Which numbers of cards of one rank make sets.

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
pub const MOST: u8 = 6;

/// Every take that is sets, those with few cards of a suit first.
static TAKES: [Take; count_takes(MOST)] = all_takes();

/// How many takes have at most so many cards of a suit.
const WITHIN: [usize; MOST as usize + 1] =
    [count_takes(0), count_takes(1), count_takes(2), count_takes(3), count_takes(4), count_takes(5), count_takes(6)];

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

/// Adds every way to take cards of one rank for sets when there are `count` of each suit and `wild`
/// jokers beside them, none at all first.
pub fn push_takes(count: Take, wild: u8, out: &mut Vec<Take>) {
    let suits = count.iter().filter(|&&cards| cards > 0).count();
    if suits + (wild as usize) < 3 || suits == 0 {
        out.push([0; 4]);
        return;
    }
    let most = count.iter().copied().max().unwrap_or(0).saturating_add(wild).min(MOST);
    let takes = TAKES[..WITHIN[most as usize]].iter().copied();
    if wild == 0 {
        let fits =
            |take: &Take| take[0] <= count[0] && take[1] <= count[1] && take[2] <= count[2] && take[3] <= count[3];
        out.extend(takes.filter(fits));
    } else {
        let over = |take: &Take| (0..4).map(|suit| take[suit].saturating_sub(count[suit])).sum::<u8>();
        out.extend(takes.filter(|take| over(take) <= wild));
    }
}

/// The most sets that a take can be laid as.
pub const fn most_sets(take: Take) -> u8 {
    (take[0] + take[1] + take[2] + take[3]) / 3
}

/// The sets of a take, each as its suits and those of its jokers, as bits.
///
/// `jokers` of each suit's cards are jokers, at most `limit` in one set.
pub fn sets_of(take: Take, jokers: Take, limit: u8) -> Vec<(u8, u8)> {
    let fewest = take.iter().sum::<u8>().div_ceil(4).max(take.iter().copied().max().unwrap_or(0));
    // One joker a set may need more and smaller sets than the cards alone.
    let number = if limit == 1 { fewest.max(jokers.iter().sum()) } else { fewest };
    let mut dealt = vec![0u8; number as usize];
    let mut next = 0;
    for (suit, &cards) in take.iter().enumerate() {
        for _ in 0..cards {
            dealt[next % number as usize] |= 1 << suit;
            next += 1;
        }
    }
    let mut sets: Vec<(u8, u8)> = dealt.into_iter().map(|suits| (suits, 0)).collect();
    place_jokers(&mut sets, jokers, limit);
    sets
}

/// Chooses which cards of the sets are jokers; `false` if there is no way.
fn place_jokers(sets: &mut [(u8, u8)], mut left: Take, limit: u8) -> bool {
    let Some(suit) = (0..4).find(|&suit| left[suit] > 0) else { return true };
    left[suit] -= 1;
    for at in 0..sets.len() {
        let (suits, jokers) = sets[at];
        if suits & !jokers & 1 << suit != 0 && jokers.count_ones() < u32::from(limit) {
            sets[at].1 |= 1 << suit;
            if place_jokers(sets, left, limit) {
                return true;
            }
            sets[at].1 = jokers;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(take: Take, jokers: Take, limit: u8) {
        let (mut cards, mut wild) = ([0; 4], [0; 4]);
        for (suits, named) in sets_of(take, jokers, limit) {
            assert!(suits.count_ones() == 3 || suits.count_ones() == 4, "{take:?}");
            assert!(named & !suits == 0 && named.count_ones() <= u32::from(limit), "{take:?} {jokers:?}");
            for suit in 0..4 {
                cards[suit] += suits >> suit & 1;
                wild[suit] += named >> suit & 1;
            }
        }
        assert_eq!((cards, wild), (take, jokers));
    }

    #[test]
    fn takes_are_sets_of_different_suits() {
        let mut out = Vec::new();
        push_takes([2, 2, 2, 2], 0, &mut out);
        assert_eq!(out.len(), 1 + 5 + 15);
        for take in out {
            check(take, [0; 4], 0);
        }
    }

    #[test]
    fn as_many_jokers_as_sets_can_be_spread_one_a_set() {
        let jokers: Vec<Take> = (0..625).filter_map(|code| decode(code, 4)).collect();
        for take in TAKES {
            // Two packs and four jokers.
            let over: u8 = take.iter().map(|cards| cards.saturating_sub(2)).sum();
            if over > 4 {
                continue;
            }
            for &jokers in &jokers {
                let total: u8 = jokers.iter().sum();
                let fits = (0..4).all(|suit| jokers[suit] <= take[suit] && take[suit] - jokers[suit] <= 2);
                if fits && total <= 4 && total <= most_sets(take) {
                    check(take, jokers, 1);
                }
            }
        }
    }
}
