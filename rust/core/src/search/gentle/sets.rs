//! The sets of one rank that do the least harm to the old ones.

use super::carry::{CHANGED, Harm, SPLIT};
use super::old::OldSet;
use super::{BestSets, Gentle, SetCards};
use crate::search::runs::Runs;

impl<R: Runs> Gentle<'_, R> {
    /// The best sets of these cards at a position; `None` if they make none. With `may_flexible` the
    /// flexible meld may be taken up by one.
    pub(super) fn best_sets(&mut self, position: u8, cards: SetCards, may_flexible: bool) -> Option<BestSets> {
        let key = (position, cards, may_flexible);
        if let Some(best) = self.sets.get(&key) {
            return best.clone();
        }
        let best = self.find_sets(position, cards, may_flexible);
        self.sets.insert(key, best.clone());
        best
    }

    fn find_sets(&self, position: u8, cards: SetCards, may_flexible: bool) -> Option<BestSets> {
        let mut old: Vec<OldSet> = self.old.sets[position as usize % 14].clone();
        if self.problem.closes && position == 13 {
            old.clear();
        }
        old.retain(|set| may_flexible || !set.is_flexible);
        let kinds: Vec<(u8, u8)> = (0..16u8)
            .filter(|suits| suits.count_ones() >= 3)
            .flat_map(|suits| (0..16u8).map(move |jokers| (suits, jokers)))
            .filter(|(suits, jokers)| jokers & !suits == 0 && jokers != suits)
            .filter(|(_, jokers)| jokers.count_ones() <= u32::from(self.limit))
            .collect();
        let mut best = None;
        each_layout(&kinds, cards, &mut Vec::new(), &mut |sets| {
            let (harm, has_flexible) = least_harm(&old, sets, 0);
            let worth = |harm: Harm, has: bool| self.weights.of(harm + if has { Harm::default() } else { SPLIT });
            let is_better = |best: &BestSets| worth(harm, has_flexible) < worth(best.harm, best.has_flexible);
            if best.as_ref().is_none_or(is_better) {
                best = Some(BestSets { harm, has_flexible, sets: sets.to_vec() });
            }
        });
        best
    }
}

/// Calls `visit` with every way to lay these cards as sets of these kinds.
fn each_layout(kinds: &[(u8, u8)], left: SetCards, sets: &mut Vec<(u8, u8)>, visit: &mut impl FnMut(&[(u8, u8)])) {
    if left == [(0, 0); 4] {
        return visit(sets);
    }
    for (at, &(suits, jokers)) in kinds.iter().enumerate() {
        let mut less = left;
        let fits = less.iter_mut().enumerate().all(|(suit, (naturals, wild))| {
            let cards = if jokers >> suit & 1 == 1 { wild } else { naturals };
            let wanted = suits >> suit & 1;
            let fits = *cards >= wanted;
            *cards -= wanted.min(*cards);
            fits
        });
        if fits {
            sets.push((suits, jokers));
            // Kinds before this one are not used again, so that each layout comes once.
            each_layout(&kinds[at..], less, sets, visit);
            sets.pop();
        }
    }
}

/// The least harm to the old sets over the ways to find them in the new ones, and whether the flexible
/// meld is found. `taken` are the new sets that hold an old one; none holds two, which would need six cards.
fn least_harm(old: &[OldSet], sets: &[(u8, u8)], taken: u32) -> (Harm, bool) {
    let Some((first, rest)) = old.split_first() else { return (Harm::default(), false) };
    let (harm, found) = least_harm(rest, sets, taken);
    let mut best = (harm + if first.is_flexible { Harm::default() } else { SPLIT }, found);
    // A flexible meld that is not found here counts as split when sets are compared.
    let weigh = |(harm, found): (Harm, bool)| {
        let flexible = old.iter().any(|set| set.is_flexible);
        harm + if flexible && !found { SPLIT } else { Harm::default() }
    };
    for (at, &(suits, jokers)) in sets.iter().enumerate() {
        let naturals = suits & !jokers;
        let holds = naturals & first.naturals == first.naturals && jokers.count_ones() >= first.jokers.count_ones();
        if taken >> at & 1 == 0 && holds {
            let is_same = first.is_set && naturals == first.naturals && jokers == first.jokers;
            let (harm, found) = least_harm(rest, sets, taken | 1 << at);
            let with = (harm + if is_same { Harm::default() } else { CHANGED }, found || first.is_flexible);
            if weigh(with) < weigh(best) {
                best = with;
            }
        }
    }
    best
}
