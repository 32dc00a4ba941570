//! The sets of one rank that do the least harm to the old ones.

use rustc_hash::FxHashMap;

use super::SetCards;
use super::carry::{CHANGED, Harm, SPLIT};
use super::old::OldSet;

/// Sets as suits and those of jokers, both as bits.
pub type Layout = Vec<(u8, u8)>;

/// Finds the sets that do the least harm, keeping every answer.
#[derive(Default)]
pub struct SetsFinder {
    /// The sets there are.
    kinds: Vec<(u8, u8)>,
    known: FxHashMap<(u8, SetCards, bool), Option<(Harm, bool)>>,
}

impl SetsFinder {
    /// Begins anew, with at most so many jokers in a set.
    pub fn start(&mut self, limit: u8) {
        self.known.clear();
        self.kinds.clear();
        for suits in (0..16u8).filter(|suits| suits.count_ones() >= 3) {
            let fits =
                |jokers: &u8| jokers & !suits == 0 && jokers.count_ones() <= u32::from(limit) && *jokers != suits;
            self.kinds.extend((0..16u8).filter(fits).map(|jokers| (suits, jokers)));
        }
    }

    /// The least harm that sets of these cards at a position do to the old ones there, and whether the
    /// flexible meld is in one of them; `None` if the cards make no sets. With `may_flexible` the flexible
    /// meld may be taken up.
    pub fn find(&mut self, position: u8, old: &[OldSet], cards: SetCards, may_flexible: bool) -> Option<(Harm, bool)> {
        // Without old sets every way to lay the cards is as good; the sweep takes only cards that make sets.
        if old.is_empty() && cards.iter().all(|(_, jokers)| *jokers == 0) {
            return Some((Harm::default(), false));
        }
        let key = (position, cards, may_flexible);
        if let Some(best) = self.known.get(&key) {
            return *best;
        }
        let best = self.lay(old, cards, may_flexible).map(|(harm, has_flexible, _)| (harm, has_flexible));
        self.known.insert(key, best);
        best
    }

    /// [`SetsFinder::find`] with the sets.
    pub fn lay(&self, old: &[OldSet], cards: SetCards, may_flexible: bool) -> Option<(Harm, bool, Layout)> {
        let mut best: Option<(Harm, bool, Layout)> = None;
        let worth = |harm: Harm, has: bool| harm + if has { Harm::default() } else { SPLIT };
        each_layout(&self.kinds, cards, &mut Vec::with_capacity(4), &mut |sets| {
            let (harm, has_flexible) = least_harm(old, sets, 0, may_flexible);
            let is_better = |(least, has, _): &(Harm, bool, Layout)| worth(harm, has_flexible) < worth(*least, *has);
            if best.as_ref().is_none_or(is_better) {
                best = Some((harm, has_flexible, sets.to_vec()));
            }
        });
        best
    }
}

/// Calls `visit` with every way to lay these cards as sets of these kinds.
fn each_layout(kinds: &[(u8, u8)], left: SetCards, sets: &mut Layout, visit: &mut impl FnMut(&[(u8, u8)])) {
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
fn least_harm(old: &[OldSet], sets: &[(u8, u8)], taken: u32, may_flexible: bool) -> (Harm, bool) {
    let Some((first, rest)) = old.split_first() else { return (Harm::default(), false) };
    if first.is_flexible && !may_flexible {
        return least_harm(rest, sets, taken, may_flexible);
    }
    let (harm, found) = least_harm(rest, sets, taken, may_flexible);
    let mut best = (harm + if first.is_flexible { Harm::default() } else { SPLIT }, found);
    // A flexible meld that is not found here counts as split when sets are compared.
    let has_flexible = may_flexible && old.iter().any(|set| set.is_flexible);
    let weigh = |(harm, found): (Harm, bool)| harm + if has_flexible && !found { SPLIT } else { Harm::default() };
    for (at, &(suits, jokers)) in sets.iter().enumerate() {
        let naturals = suits & !jokers;
        let holds = naturals & first.naturals == first.naturals && jokers.count_ones() >= first.jokers.count_ones();
        if taken >> at & 1 == 0 && holds {
            let is_same = first.is_set && naturals == first.naturals && jokers == first.jokers;
            let (harm, found) = least_harm(rest, sets, taken | 1 << at, may_flexible);
            let with = (harm + if is_same { Harm::default() } else { CHANGED }, found || first.is_flexible);
            if weigh(with) < weigh(best) {
                best = with;
            }
        }
    }
    best
}
