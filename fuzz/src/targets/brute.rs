//! Every play of a tiny position, by laying its cards in every way and asking the referee.

use std::collections::{BTreeMap, BTreeSet};

use rummy_core::{Ace, Card, Meld, Play, Pool, Rules, Table, check_play};

use super::decode::{Decoded, sorted};

/// Every partition of cards into melds, unless there are too many.
struct Laying<'a> {
    rules: &'a Rules,
    /// The melds of natural cards.
    kinds: Vec<Vec<Card>>,
    melds: Vec<Vec<Card>>,
    /// Each with its melds sorted.
    found: BTreeSet<Vec<Vec<Card>>>,
    /// How many steps are left.
    steps: usize,
}

impl<'a> Laying<'a> {
    fn new(rules: &'a Rules, steps: usize) -> Self {
        let sets = (1..=13).flat_map(|rank| {
            (0..16_u8).map(move |bits| {
                (0..4).filter(|suit| bits >> suit & 1 == 1).map(|suit| Card::natural(rank, suit)).collect::<Vec<_>>()
            })
        });
        let runs = (0..4).flat_map(|suit| {
            (1..=12).flat_map(move |start| {
                (3..=13).filter(move |size| start + size <= 15).map(move |size| {
                    (start..start + size).map(|place| Card::natural((place - 1) % 13 + 1, suit)).collect()
                })
            })
        });
        let all: Vec<Vec<Card>> = sets.chain(runs).collect();
        let mut kinds = Vec::new();
        for cards in all {
            if let Some(meld) = Meld::of_named(rules, &cards) {
                // A run of thirteen is one meld, with the ace at either end.
                let is_twice = rules.ace == Ace::Either && cards.len() == 13 && meld.cards() != cards;
                if !is_twice {
                    kinds.push(meld.cards().to_vec());
                }
            }
        }
        Self { rules, kinds, melds: Vec::new(), found: BTreeSet::new(), steps }
    }

    /// Lays all the cards; `false` if there were too many ways.
    fn lay(&mut self, left: &Pool) -> bool {
        let Some(first) = left.cards().next() else {
            let mut melds = self.melds.clone();
            melds.sort();
            self.found.insert(melds);
            return true;
        };
        // No meld is without a natural card (D18).
        if first.is_joker() {
            return true;
        }
        for kind in 0..self.kinds.len() {
            if self.kinds[kind].contains(&first) {
                let cards = self.kinds[kind].clone();
                if !self.lay_meld(left, first, &cards, 0) {
                    return false;
                }
            }
        }
        true
    }

    /// Lays a meld with the cards from `at` on natural or wild, `first` natural.
    fn lay_meld(&mut self, left: &Pool, first: Card, cards: &[Card], at: usize) -> bool {
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        self.steps = steps;
        let Some(&card) = cards.get(at) else {
            if Meld::of_named(self.rules, cards).is_none() {
                return true;
            }
            self.melds.push(cards.to_vec());
            let all = self.lay(left);
            self.melds.pop();
            return all;
        };
        let mut then = *left;
        if then.take(card) && !self.lay_meld(&then, first, cards, at + 1) {
            return false;
        }
        let mut then = *left;
        if card != first && then.take(Card::JOKER) {
            let mut cards = cards.to_vec();
            cards[at] = card.as_joker();
            return self.lay_meld(&then, first, &cards, at + 1);
        }
        true
    }
}

/// The number of ways to lay all cards, unless there are too many.
pub fn partitions(rules: &Rules, cards: &[Card], steps: usize) -> Option<usize> {
    let mut laying = Laying::new(rules, steps);
    laying.lay(&cards.iter().copied().collect()).then(|| laying.found.len())
}

/// Melds split, then changed, then cards put down.
pub type Harm = (usize, usize, usize);

/// What the hand cards of a play are worth, and the least harm that putting them down does.
pub struct Found {
    pub points: u32,
    pub harm: Harm,
}

/// Every playable multiset of hand cards, unless there are too many ways to lay them.
pub fn plays(decoded: &Decoded, steps: usize) -> Option<BTreeMap<Vec<Card>, Found>> {
    let loose: Vec<Card> = decoded.table.groups().filter(|group| group.len() == 1).map(|group| group[0]).collect();
    let mut kept = decoded.table.clone();
    if !loose.is_empty() {
        kept = Table::default();
        decoded.table.groups().filter(|group| group.len() > 1).for_each(|group| kept.push(group.iter().copied()));
    }
    let mut laying = Laying::new(&decoded.rules, steps);
    let mut found = BTreeMap::new();
    for cards in subsets(&decoded.hand) {
        for used in subsets(&loose) {
            let all = kept.cards().iter().chain(&cards).chain(&used).copied();
            if cards.is_empty() {
                continue;
            }
            laying.found.clear();
            if !laying.lay(&all.collect()) {
                return None;
            }
            let unused = without(&loose, &used);
            for melds in &laying.found {
                let mut after = Table::default();
                melds.iter().for_each(|meld| after.push(meld.iter().copied()));
                unused.iter().for_each(|&card| after.push([card]));
                let judged = check_play(&decoded.rules, &decoded.table, &after, &decoded.hand, decoded.opened);
                if let Ok(play) = judged {
                    note(&mut found, play);
                }
            }
        }
    }
    Some(found)
}

fn note(found: &mut BTreeMap<Vec<Card>, Found>, play: Play) {
    let harm = (play.split, play.changed.len(), play.cards.len());
    let entry = found.entry(play.cards).or_insert(Found { points: play.points, harm });
    entry.harm = entry.harm.min(harm);
}

/// Every multiset of some of the cards.
fn subsets(cards: &[Card]) -> BTreeSet<Vec<Card>> {
    (0..1_usize << cards.len())
        .map(|bits| {
            let chosen = cards.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            sorted(&chosen.map(|(_, &card)| card).collect::<Vec<Card>>())
        })
        .collect()
}

fn without(cards: &[Card], used: &[Card]) -> Vec<Card> {
    let mut pool: Pool = cards.iter().copied().collect();
    used.iter().for_each(|&card| assert!(pool.take(card)));
    pool.cards().collect()
}
