//! What one suit can do at a position.

use super::carry::{Harm, Run, SPLIT};
use super::suits::{MOST_OPEN, Rest, RunList, Spot};
use super::{Gentle, NEVER, Turn};
use crate::search::problem::Need;
use crate::search::runs::{IDLE, Runs};

/// The cards of one suit at a position.
#[derive(Clone, Copy)]
pub struct Cards {
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

/// Marks a run that was begun.
pub const NEW: u8 = u8::MAX;

/// Runs as one way to lay cards on them leaves them.
#[derive(Clone, Copy, Default)]
pub struct Laying {
    pub runs: RunList,
    /// For each run after, which it was before, or [`NEW`].
    pub from: [u8; MOST_OPEN],
    /// The runs after that took a joker, as bits.
    pub took_joker: u8,
    naturals: u8,
    jokers: u8,
    /// Runs that went on, and those of them that took a joker.
    went_on: u8,
    joker_below: u8,
    harm: Harm,
    is_flexible: bool,
}

impl Laying {
    fn push(&mut self, run: Run, from: u8, joker: bool) -> bool {
        let at = self.runs.len();
        if !self.runs.push(run) {
            return false;
        }
        self.from[at] = from;
        self.took_joker |= u8::from(joker) << at;
        self.naturals += u8::from(!joker);
        self.jokers += u8::from(joker);
        true
    }

    fn before(&self, at: usize, runs: &[Run]) -> Option<Run> {
        runs.get(self.from[at] as usize).copied()
    }

    fn has_joker(&self, at: usize) -> bool {
        self.took_joker >> at & 1 == 1
    }

    /// The places of the runs in the order in which a state keeps them.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        let mut places: [usize; MOST_OPEN] = core::array::from_fn(|place| place);
        let runs = self.runs.as_slice();
        places[..runs.len()].sort_by_key(|&place| runs[place].bits());
        places.into_iter().take(runs.len())
    }
}

impl<R: Runs> Gentle<'_, R> {
    /// The number of a suit before anything is decided.
    pub(super) fn idle(&mut self, suit: u8) -> u32 {
        self.number(self.problem.first as u8, suit, RunList::default(), (0, 0))
    }

    /// The number of a suit's state; `runs` in order.
    fn number(&mut self, position: u8, suit: u8, runs: RunList, high: (u8, u8)) -> u32 {
        let old = &self.old.runs[suit as usize];
        let ends = position as usize == self.problem.end;
        self.memory.suits.number((position, suit), &runs, high, || {
            let mut lengths = [[0; 3]; 2];
            for run in runs.as_slice() {
                let (len, has_joker) = run.length();
                lengths[usize::from(has_joker)][len - 1] += 1;
            }
            // No more runs are made than a plain state can hold.
            let plain = R::find_state(lengths).unwrap_or(IDLE);
            let can_close = runs.as_slice().iter().all(|run| run.can_close(old, position));
            let least = if ends && !can_close { NEVER } else { 0 };
            Spot { position, suit, high, runs, plain, turns: None, rest: [Rest { least, is_exact: ends }; 5] }
        })
    }

    /// The turns of a suit in a state as a range, the cheapest first.
    pub(super) fn turns_of(&mut self, number: u32) -> (u32, u32) {
        let suit = self.memory.suits.get(number);
        if let Some(range) = suit.turns {
            return range;
        }
        let suit = *suit;
        let cards = self.cards_of(&suit);
        let mut turns = core::mem::take(&mut self.memory.made);
        let layings = self.layings(&cards, suit.runs.as_slice());
        for laying in &layings {
            self.push_turns(&cards, suit.high, laying, &mut turns);
        }
        self.memory.layings = layings;
        turns.sort_by_key(|turn| turn.cost);
        let start = self.memory.turns.len();
        for turn in turns.drain(..) {
            let alike = |other: &Turn| Turn { cost: turn.cost, ..*other } == turn;
            if !self.memory.turns[start..].iter().any(alike) {
                self.memory.turns.push(turn);
            }
        }
        self.memory.made = turns;
        let range = (start as u32, self.memory.turns.len() as u32);
        self.memory.suits.set_turns(number, range);
        range
    }

    /// The laying of a turn.
    pub(super) fn laying_of(&mut self, number: u32, turn: &Turn) -> Laying {
        let suit = *self.memory.suits.get(number);
        let cards = self.cards_of(&suit);
        let mut turns = Vec::new();
        for laying in self.layings(&cards, suit.runs.as_slice()) {
            self.push_turns(&cards, suit.high, &laying, &mut turns);
            if turns.contains(turn) {
                return laying;
            }
            turns.clear();
        }
        Laying::default()
    }

    fn cards_of(&self, of: &Spot) -> Cards {
        let (position, suit) = (of.position, of.suit);
        let (at, s) = (position as usize, suit as usize);
        let problem = self.problem;
        let wild = problem.wild.count();
        let from_below = if at > 0 { problem.need[at - 1][s].above } else { 0 };
        if problem.closes && at == 13 {
            let need = Need::default();
            let (must, count, kept) = (of.high.0, of.high.0, of.high.1);
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

    /// Every way to lay cards on these runs and on new ones, with the old runs taken up.
    fn layings(&mut self, cards: &Cards, runs: &[Run]) -> Vec<Laying> {
        let mut layings = core::mem::take(&mut self.memory.layings);
        layings.clear();
        self.each_longer(cards, runs, 0, 0, Laying::default(), &mut layings);
        layings
    }

    /// Adds every way to lay cards on the runs from one on; `last` is what the run before it did.
    fn each_longer(&self, cards: &Cards, runs: &[Run], at: usize, last: u8, laying: Laying, out: &mut Vec<Laying>) {
        let old = &self.old.runs[cards.suit as usize];
        let Some(run) = runs.get(at) else { return self.each_begun(cards, runs, &laying, out) };
        // Runs that are alike may change places, so they do what they do in order.
        let least = if at > 0 && runs[at - 1] == *run { last } else { 0 };
        if least == 0 && run.can_close(old, cards.position) {
            self.each_longer(cards, runs, at + 1, 0, laying, out);
        }
        if run.is_low() && cards.position == 13 {
            return;
        }
        for joker in [false, true] {
            let is_there = if joker { laying.jokers < cards.jokers } else { laying.naturals < cards.count };
            let does = 1 + u8::from(joker);
            if !is_there || does < least {
                continue;
            }
            let Some((longer, harm)) = run.longer(old, cards.position, joker, self.limit) else { continue };
            let mut next = laying;
            if next.push(longer, at as u8, joker) {
                next.went_on += 1;
                next.joker_below += u8::from(joker);
                next.harm = next.harm + harm;
                self.each_longer(cards, runs, at + 1, does, next, out);
            }
        }
    }

    /// Adds the ways to begin runs.
    fn each_begun(&self, cards: &Cards, runs: &[Run], laying: &Laying, out: &mut Vec<Laying>) {
        for naturals in 0..=cards.count - laying.naturals {
            for jokers in 0..=cards.jokers - laying.jokers {
                if laying.runs.len() + (naturals + jokers) as usize > R::MAX_OPEN {
                    break;
                }
                let mut next = *laying;
                let begun = (0..naturals).map(|_| false).chain((0..jokers).map(|_| true));
                let fits =
                    |joker| Run::new(cards.position, joker, self.limit).is_some_and(|run| next.push(run, NEW, joker));
                if begun.into_iter().all(fits) {
                    self.each_pick_up(cards, runs, 0, next, out);
                }
            }
        }
    }

    /// Adds the ways in which runs that took a natural card take up the old runs that start with it.
    fn each_pick_up(&self, cards: &Cards, before: &[Run], number: usize, laying: Laying, out: &mut Vec<Laying>) {
        let old = &self.old.runs[cards.suit as usize];
        let next = old[number..].iter().position(|run| run.first == cards.position);
        let Some(number) = next.map(|next| number + next) else { return out.push(laying) };
        let picked = old[number];
        let mut without = laying;
        if !picked.is_flexible {
            without.harm = without.harm + SPLIT;
        }
        if self.weights.of(without.harm) < self.cap {
            self.each_pick_up(cards, before, number + 1, without, out);
        }
        let runs = laying.runs.as_slice();
        for at in 0..runs.len() {
            let (run, was) = (runs[at], laying.before(at, before));
            // Runs that are alike do alike; a flexible meld is taken up once.
            let same = (0..at).any(|other| {
                let alike = runs[other] == run && laying.before(other, before) == was;
                alike && laying.has_joker(other) == laying.has_joker(at)
            });
            let is_free = run.is_free() && was.is_none_or(|run| run.has_passed(old, cards.position));
            if laying.has_joker(at) || !is_free || same || (picked.is_flexible && laying.is_flexible) {
                continue;
            }
            let (run, harm) = run.pick_up(number, picked, cards.position, was);
            let mut next = laying;
            next.runs.as_mut_slice()[at] = run;
            next.harm = next.harm + harm;
            next.is_flexible |= picked.is_flexible;
            self.each_pick_up(cards, before, number + 1, next, out);
        }
    }

    /// Adds the turns that lay the runs so, with every number of cards in sets and set aside.
    fn push_turns(&mut self, cards: &Cards, high_before: (u8, u8), laying: &Laying, out: &mut Vec<Turn>) {
        let need = cards.need;
        if laying.went_on < cards.from_below || laying.joker_below < need.below || laying.jokers < need.above {
            return;
        }
        if self.weights.of(laying.harm) >= self.cap {
            return;
        }
        let mut next = RunList::default();
        for place in laying.order() {
            next.push(laying.runs.as_slice()[place]);
        }
        let closing = self.problem.closes && cards.position == 13;
        let opening = self.problem.closes && cards.position as usize == self.problem.first;
        for high_naturals in 0..=cards.high.0.min(cards.count - laying.naturals) {
            for high_jokers in need.high..=cards.high.1 {
                if laying.jokers + high_jokers < need.runs {
                    continue;
                }
                let high = match (opening, closing) {
                    (true, _) => (high_naturals, high_jokers),
                    (_, true) => (0, 0),
                    _ => high_before,
                };
                let number = self.number(cards.position + 1, cards.suit, next, high);
                let aside = (laying.naturals + high_naturals, laying.jokers + high_jokers);
                self.push_set_turns(cards, aside, laying, number, out);
            }
        }
    }

    fn push_set_turns(&mut self, cards: &Cards, aside: (u8, u8), laying: &Laying, next: u32, out: &mut Vec<Turn>) {
        let (at, suit) = (cards.position as usize, cards.suit as usize);
        let most = self.problem.most[at][suit];
        let Spot { high, plain, .. } = *self.memory.suits.get(next);
        let ends = at + 1 == self.problem.end;
        let rest = if ends { 0 } else { self.memory.oracle.rest(self.problem, at + 1, suit, high.0 + high.1, plain) };
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
                    let left = self.cost_from_hand(cards, from_hand);
                    if left + rest > self.budget {
                        continue;
                    }
                    out.push(Turn {
                        natural_sets,
                        joker_sets,
                        wild: aside.1 + joker_sets - cards.kept,
                        next,
                        left,
                        least_left: left + rest,
                        cost: u64::from(laid) * self.weights.laid + self.weights.of(laying.harm) + share,
                        share,
                        is_laid: laid > 0,
                        loose: cards.loose - (used - cards.must - from_hand),
                        is_flexible: laying.is_flexible,
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
        if self.weights.laid > 0 || self.problem.lightest < 0 {
            free.saturating_sub(cards.loose)..=most
        } else {
            most..=most
        }
    }

    /// What it costs when so many of the hand cards are laid.
    fn cost_from_hand(&self, cards: &Cards, from_hand: u8) -> u16 {
        // Aces kept for the end have been counted at the first position.
        if cards.hand == 0 {
            0
        } else {
            self.problem.cost_from_hand(cards.position as usize, cards.suit as usize, from_hand)
        }
    }

    /// What the suit pays for old sets that lack its card.
    fn share_of(&self, position: usize, suit: usize, natural_sets: u8) -> u64 {
        let sets = self.old_sets(position as u8).iter();
        let sets = sets.filter(|set| !set.is_flexible && set.naturals >> suit & 1 == 1);
        if sets.count() > natural_sets as usize { self.weights.of(Harm { split: 1, changed: 1 }) } else { 0 }
    }
}
