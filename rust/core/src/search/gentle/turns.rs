//! What one suit can do at a position.

use super::carry::{Harm, Run, SPLIT};
use super::{Gentle, Suit, Turn};
use crate::search::problem::Need;
use crate::search::runs::Runs;

/// The cards of one suit at a position.
#[derive(Clone, Copy)]
struct Cards {
    position: u8,
    suit: u8,
    /// Natural cards that must and that may be laid.
    must: u8,
    count: u8,
    /// Those of the hand that must and that may be laid, and those that lie loose.
    forced: u8,
    hand: u8,
    loose: u8,
    /// Kept jokers, which must be laid, and most jokers in all.
    kept: u8,
    jokers: u8,
    /// Most natural and kept aces set aside for the end.
    high: (u8, u8),
    need: Need,
    /// Runs that must go on.
    from_below: u8,
}

/// Runs as one way to lay cards on them leaves them.
#[derive(Clone, Default)]
struct Laying {
    runs: Vec<Run>,
    /// For each run before, none if it ended, or whether it took a joker.
    moves: Vec<Option<bool>>,
    /// For each run after, what it was before.
    before: Vec<Option<Run>>,
    begun: Vec<bool>,
    naturals: u8,
    jokers: u8,
    harm: Harm,
    is_flexible: bool,
}

impl<R: Runs> Gentle<'_, R> {
    /// The turns of a suit in a state, as a range.
    pub(super) fn turns_of(&mut self, position: u8, suit: u8, number: u16) -> (u32, u32) {
        if let Some(range) = self.ranges.get(&(position, suit, number)) {
            return *range;
        }
        let before = self.suits[number as usize].clone();
        let cards = self.cards_of(position, suit, before.high);
        let mut layings = Vec::new();
        self.each_longer(&cards, &before.runs, &mut Laying::default(), &mut layings);
        let mut picked = Vec::new();
        for laying in layings {
            self.each_pick_up(&cards, 0, laying, &mut picked);
        }
        let start = self.turns.len() as u32;
        for laying in picked {
            self.push_turns(&cards, before.high, &laying);
        }
        let range = (start, self.turns.len() as u32);
        self.work = self.work.saturating_sub(u64::from(range.1 - range.0));
        self.ranges.insert((position, suit, number), range);
        range
    }

    fn cards_of(&self, position: u8, suit: u8, high: (u8, u8)) -> Cards {
        let (at, s) = (position as usize, suit as usize);
        let problem = self.problem;
        let wild = problem.wild.count();
        let from_below = if at > 0 { problem.need[at - 1][s].above } else { 0 };
        if problem.closes && at == 13 {
            let need = Need::default();
            let (must, count, kept) = (high.0, high.0, high.1);
            let (forced, hand, loose, jokers, high) = (0, 0, 0, kept + wild, (0, 0));
            return Cards { position, suit, must, count, forced, hand, loose, kept, jokers, high, need, from_below };
        }
        let kept = self.kept[at][s];
        let (must, count) = (problem.must[at][s] - kept, problem.count[at][s] - kept);
        let most = if problem.closes && at == problem.first { problem.high[s] } else { 0 };
        let high = (most.min(count), most.min(kept));
        let (forced, loose) = (problem.forced[at][s], problem.loose[at][s]);
        let (hand, jokers, need) = (count - must - loose, kept + wild, problem.need[at][s]);
        Cards { position, suit, must, count, forced, hand, loose, kept, jokers, high, need, from_below }
    }

    /// Adds every way to lay cards on these runs and on new ones.
    fn each_longer(&self, cards: &Cards, runs: &[Run], laying: &mut Laying, out: &mut Vec<Laying>) {
        let old = &self.old.runs[cards.suit as usize];
        let Some((run, rest)) = runs.split_first() else { return Self::each_begun(cards, self.limit, laying, out) };
        if run.can_close(old, cards.position) {
            laying.moves.push(None);
            self.each_longer(cards, rest, laying, out);
            laying.moves.pop();
        }
        if run.is_low() && cards.position == 13 {
            return;
        }
        for joker in [false, true] {
            let is_there = if joker { laying.jokers < cards.jokers } else { laying.naturals < cards.count };
            let longer = run.longer(old, cards.position, joker, self.limit).filter(|_| is_there);
            let Some((longer, harm)) = longer else { continue };
            let mut next = laying.clone();
            next.moves.push(Some(joker));
            next.runs.push(longer);
            next.before.push(Some(*run));
            next.naturals += u8::from(!joker);
            next.jokers += u8::from(joker);
            next.harm = next.harm + harm;
            self.each_longer(cards, rest, &mut next, out);
        }
    }

    /// Adds the ways to begin runs.
    fn each_begun(cards: &Cards, limit: u8, laying: &Laying, out: &mut Vec<Laying>) {
        for naturals in 0..=cards.count - laying.naturals {
            for jokers in 0..=cards.jokers - laying.jokers {
                let mut next = laying.clone();
                next.begun = vec![false; naturals as usize];
                next.begun.extend(vec![true; jokers as usize]);
                let runs: Vec<Run> =
                    next.begun.iter().filter_map(|&joker| Run::new(cards.position, joker, limit)).collect();
                if runs.len() < next.begun.len() || next.runs.len() + runs.len() > R::MAX_OPEN {
                    continue;
                }
                next.before.extend(vec![None; runs.len()]);
                next.runs.extend(runs);
                next.naturals += naturals;
                next.jokers += jokers;
                out.push(next);
            }
        }
    }

    /// Adds the ways in which runs that took a natural card take up the old runs that start with it.
    fn each_pick_up(&self, cards: &Cards, number: usize, laying: Laying, out: &mut Vec<Laying>) {
        let old = &self.old.runs[cards.suit as usize];
        let Some(&picked) = old.get(number) else { return out.push(laying) };
        if picked.first != cards.position {
            return self.each_pick_up(cards, number + 1, laying, out);
        }
        let mut without = laying.clone();
        if !picked.is_flexible {
            without.harm = without.harm + SPLIT;
        }
        self.each_pick_up(cards, number + 1, without, out);
        let taken: Vec<bool> =
            laying.moves.iter().filter_map(|&moved| moved).chain(laying.begun.iter().copied()).collect();
        for at in 0..laying.runs.len() {
            let run = laying.runs[at];
            // Runs that are alike do alike; a flexible meld is taken up once.
            let same = (0..at).any(|other| {
                laying.runs[other] == run && laying.before[other] == laying.before[at] && taken[other] == taken[at]
            });
            let is_free = run.is_free() && laying.before[at].is_none_or(|run| run.has_passed(old, cards.position));
            if taken[at] || !is_free || same || (picked.is_flexible && laying.is_flexible) {
                continue;
            }
            let (run, harm) = run.pick_up(number, picked, cards.position, laying.before[at]);
            let mut next = laying.clone();
            next.runs[at] = run;
            next.harm = next.harm + harm;
            next.is_flexible |= picked.is_flexible;
            self.each_pick_up(cards, number + 1, next, out);
        }
    }

    /// Adds the turns that lay the runs so, with every number of cards in sets and set aside.
    fn push_turns(&mut self, cards: &Cards, high_before: (u8, u8), laying: &Laying) {
        let on: Vec<bool> = laying.moves.iter().filter_map(|&moved| moved).collect();
        let below = on.iter().filter(|&&joker| joker).count() as u8;
        let need = cards.need;
        if (on.len() as u8) < cards.from_below || below < need.below || laying.jokers < need.above {
            return;
        }
        let (next, order) = next_runs(laying);
        let closing = self.problem.closes && cards.position == 13;
        for high_naturals in 0..=cards.high.0.min(cards.count - laying.naturals) {
            for high_jokers in need.high..=cards.high.1 {
                if laying.jokers + high_jokers < need.runs {
                    continue;
                }
                let opening = self.problem.closes && cards.position as usize == self.problem.first;
                let high = if opening {
                    (high_naturals, high_jokers)
                } else if closing {
                    (0, 0)
                } else {
                    high_before
                };
                let number = self.number(next.clone(), high);
                let aside = (laying.naturals + high_naturals, laying.jokers + high_jokers);
                self.push_set_turns(cards, aside, laying, &order, number);
            }
        }
    }

    fn push_set_turns(&mut self, cards: &Cards, aside: (u8, u8), laying: &Laying, order: &[u8], next: u16) {
        let (at, suit) = (cards.position as usize, cards.suit as usize);
        let most = self.problem.most[at][suit];
        let Suit { high, plain, .. } = self.suits[next as usize];
        let ends = at + 1 == self.problem.end;
        let rest = if ends { 0 } else { self.oracle.rest(at + 1, suit, high.0 + high.1, plain) };
        if rest > self.budget {
            return;
        }
        let naturals = aside.0..=cards.count;
        for used in naturals.filter(|&used| used >= cards.must && used - aside.0 <= most) {
            let natural_sets = used - aside.0;
            let fewest = cards.need.sets.max(cards.kept.saturating_sub(aside.1));
            for joker_sets in fewest..=cards.jokers.saturating_sub(aside.1).min(most - natural_sets) {
                for from_hand in self.range_from_hand(cards, used) {
                    let share = self.share_of(at, suit, natural_sets);
                    let laid = from_hand + cards.forced;
                    let left = u16::from(cards.hand - from_hand) * self.problem.weight[at];
                    if left + rest > self.budget {
                        continue;
                    }
                    let cost = u64::from(laid) * self.weights.laid + self.weights.of(laying.harm) + share;
                    self.turns.push(Turn {
                        natural_sets,
                        joker_sets,
                        wild: aside.1 + joker_sets - cards.kept,
                        next,
                        left,
                        cost,
                        share,
                        is_laid: laid > 0,
                        loose: cards.loose - (used - cards.must - from_hand),
                        is_flexible: laying.is_flexible,
                        moves: laying.moves.clone(),
                        begun: laying.begun.clone(),
                        order: order.to_vec(),
                    });
                }
            }
        }
    }

    /// How many of the cards used come from the hand, beside those that must: as many as can be where
    /// cards left in the hand cost. Where cards laid cost, loose ones may stand for them, but a play lays
    /// one at least, so every number is tried.
    fn range_from_hand(&self, cards: &Cards, used: u8) -> core::ops::RangeInclusive<u8> {
        let free = used - cards.must;
        let most = free.min(cards.hand);
        if self.weights.laid > 0 { free.saturating_sub(cards.loose)..=most } else { most..=most }
    }

    /// What the suit pays for old sets that lack its card.
    fn share_of(&self, position: usize, suit: usize, natural_sets: u8) -> u64 {
        if self.problem.closes && position == 13 {
            return 0;
        }
        let sets = self.old.sets[position].iter().filter(|set| !set.is_flexible && set.naturals >> suit & 1 == 1);
        if sets.count() > natural_sets as usize { self.weights.of(Harm { split: 1, changed: 1 }) } else { 0 }
    }
}

/// The runs in order, and the place of each.
fn next_runs(laying: &Laying) -> (Vec<Run>, Vec<u8>) {
    let mut places: Vec<usize> = (0..laying.runs.len()).collect();
    places.sort_by_key(|&place| laying.runs[place].bits());
    let mut order = vec![0; places.len()];
    for (to, &from) in places.iter().enumerate() {
        order[from] = to as u8;
    }
    (places.iter().map(|&place| laying.runs[place]).collect(), order)
}
