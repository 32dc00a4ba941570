//! Which group after takes the place of which group before.

use crate::card::Card;
use crate::table::Table;

/// For each group of `after` the group of `before` whose place it takes, chosen so that the most cards stay.
///
/// Among equal choices: groups that are there unchanged keep their places; then the most groups stay
/// whole, the most jokers keep their names, the most groups keep their first card, and groups of lower
/// position stay.
pub fn find_homes(before: &Table, after: &Table) -> Vec<Option<usize>> {
    let mut homes = vec![None; after.len()];
    // This costs no move. Let a group m be in both tables but stay with x after, while y before stays with
    // m after. Give m its own place and y that of x: m then keeps |m| cards, and y and x share at least
    // |x & m| + |y & m| - |m|, so as many stay as before.
    let old = keep_unchanged(before, after, &mut homes);
    let new: Vec<usize> = (0..after.len()).filter(|&place| homes[place].is_none()).collect();
    let size = old.len().max(new.len());
    let mut weights = vec![0; size * size];
    for (row, &home) in old.iter().enumerate() {
        for (column, &place) in new.iter().enumerate() {
            weights[row * size + column] = weigh(before.group(home), after.group(place), size - row);
        }
    }
    for (row, column) in assign(&weights, size).into_iter().enumerate() {
        if weights[row * size + column] > 0 {
            homes[new[column]] = Some(old[row]);
        }
    }
    homes
}

/// Gives every group that is there exactly, joker names included, its place, and lists the others.
fn keep_unchanged(before: &Table, after: &Table, homes: &mut [Option<usize>]) -> Vec<usize> {
    let sorted = |group: &[Card]| {
        let mut cards = group.to_vec();
        cards.sort_unstable();
        cards
    };
    let places: Vec<Vec<Card>> = after.groups().map(sorted).collect();
    let mut changed = Vec::new();
    for (home, group) in before.groups().enumerate() {
        let group = sorted(group);
        match (0..places.len()).find(|&place| homes[place].is_none() && places[place] == group) {
            Some(place) => homes[place] = Some(home),
            None => changed.push(home),
        }
    }
    changed
}

/// Bits for each of the counts that a weight is made of; sums over all groups stay below them.
const BITS: u32 = 24;

/// What it is worth that `new` takes the place of `old`: the counts of `find_homes` in that order.
fn weigh(old: &[Card], new: &[Card], order: usize) -> i128 {
    let stay = count_common(old, new, |card| if card.is_joker() { Card::JOKER } else { card });
    if stay == 0 {
        return 0;
    }
    let jokers = |group: &[Card]| -> Vec<Card> { group.iter().copied().filter(|card| card.is_joker()).collect() };
    let names = count_common(&jokers(old), &jokers(new), |card| card);
    let counts = [stay, usize::from(stay == old.len()), names, usize::from(new.contains(&old[0])), order];
    counts.into_iter().fold(0, |weight, count| weight << BITS | count as i128)
}

/// The number of cards that two groups share, each card as `key` sees it.
fn count_common(one: &[Card], other: &[Card], key: impl Fn(Card) -> Card) -> usize {
    let mut free: Vec<Card> = other.iter().map(|&card| key(card)).collect();
    let mut take = |card: Card| {
        let place = free.iter().position(|&other| other == card);
        place.map(|place| free.swap_remove(place)).is_some()
    };
    one.iter().filter(|&&card| take(key(card))).count()
}

/// The column of each row in an assignment of greatest weight: the Hungarian algorithm, which takes
/// time of the order of `size` cubed. `weights` is read row by row.
fn assign(weights: &[i128], size: usize) -> Vec<usize> {
    // Rows and columns count from 1; column 0 stands for the row that seeks its place. `price` is the dual
    // solution, row by row and column by column.
    let mut row_price = vec![0; size + 1];
    let mut column_price = vec![0; size + 1];
    let mut row_of = vec![0; size + 1];
    for row in 1..=size {
        row_of[0] = row;
        let mut last = 0;
        let mut came_from = vec![0; size + 1];
        let mut slack = vec![i128::MAX; size + 1];
        let mut is_done = vec![false; size + 1];
        while row_of[last] != 0 {
            is_done[last] = true;
            let at = row_of[last];
            let (mut least, mut next) = (i128::MAX, 0);
            for column in (1..=size).filter(|&column| !is_done[column]) {
                let cost = -weights[(at - 1) * size + column - 1] - row_price[at] - column_price[column];
                if cost < slack[column] {
                    (slack[column], came_from[column]) = (cost, last);
                }
                if slack[column] < least {
                    (least, next) = (slack[column], column);
                }
            }
            for column in 0..=size {
                if is_done[column] {
                    row_price[row_of[column]] += least;
                    column_price[column] -= least;
                } else if column > 0 {
                    slack[column] -= least;
                }
            }
            last = next;
        }
        while last != 0 {
            row_of[last] = row_of[came_from[last]];
            last = came_from[last];
        }
    }
    let mut columns = vec![0; size];
    for column in 1..=size {
        columns[row_of[column] - 1] = column - 1;
    }
    columns
}
