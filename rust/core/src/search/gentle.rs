//! The play that disturbs the table least, among those that are equally good (RULES.md section 8).
//!
//! The sweep is the same as for a best play, but every new run is told apart, with the old meld that it
//! carries whole. The cost of a sweep is the melds it splits, then those it changes, in one number. As
//! there, suits alone give the bound. What is left in the hand is no cost but a limit: a state is given up
//! as soon as the plain sweep from it, which is asked exactly, leaves more.

mod carry;
mod old;
mod oracle;
mod rebuild;
mod sets;
mod turns;

pub use old::Old;

use core::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::fan::State as PlainState;
use super::problem::Problem;
use super::runs::{IDLE, Open, Runs};
use super::scenario::Scenario;
use super::sets::Take;
use crate::card::{Card, NATURALS};
use carry::{Harm, Run, SPLIT};
use oracle::Oracle;

/// The cost of what cannot be completed.
const NEVER: u64 = u64::MAX / 8;

/// What the harm to the table and the cards laid cost.
#[derive(Clone, Copy)]
pub struct Weights {
    /// For each hand card laid.
    laid: u64,
    /// For a quarter of a meld split.
    split: u64,
    /// For a quarter of a meld changed.
    changed: u64,
    /// Turns and combinations of them that are looked at where there are jokers to lay, which make very
    /// many. Without jokers the search always ends.
    work: u64,
}

impl Weights {
    /// The least disturbance.
    pub const HARM: Self = Self { laid: 0, split: 1 << 12, changed: 1, work: 40_000 };
    /// The least disturbance first, then the fewest cards.
    pub const HINT: Self = Self { laid: 1, split: 1 << 24, changed: 1 << 12, work: 400_000 };

    fn of(self, harm: Harm) -> u64 {
        u64::from(harm.split) * self.split + u64::from(harm.changed) * self.changed
    }

    /// The cost of a play with these figures.
    pub fn cost(self, laid: usize, split: usize, changed: usize) -> u64 {
        let harm = Harm { split: 4 * split as u16, changed: 4 * changed as u16 };
        laid as u64 * self.laid + self.of(harm)
    }

    /// The cost of a play that harms nothing.
    pub fn least(self) -> u64 {
        self.laid
    }
}

/// The melds of a sweep, and the loose cards left by card, jokers last.
pub struct NewTable {
    pub melds: Vec<Vec<Card>>,
    pub loose: [u8; NATURALS + 1],
}

/// Natural cards and jokers of each suit that go into sets.
type SetCards = [(u8, u8); 4];

/// The sets that do the least harm, as suits and those of jokers, and whether the flexible meld is in one.
#[derive(Clone)]
struct BestSets {
    harm: Harm,
    has_flexible: bool,
    sets: Vec<(u8, u8)>,
}

/// What one suit does at a position.
#[derive(Clone, Default)]
struct Turn {
    natural_sets: u8,
    joker_sets: u8,
    /// Jokers laid under any name.
    wild: u8,
    next: u16,
    /// What is left in the hand.
    left: u16,
    cost: u64,
    /// What of the cost the suit pays for sets that it knows to be split; the rank pays the whole.
    share: u64,
    /// Whether a hand card is laid.
    is_laid: bool,
    /// Loose cards that are not laid.
    loose: u8,
    /// Whether the flexible meld is taken up.
    is_flexible: bool,
    /// For each run that is open: none if it ends, or whether it takes a joker.
    moves: Vec<Option<bool>>,
    /// For each run begun, whether with a joker.
    begun: Vec<bool>,
    /// Where in order each run goes that goes on or is begun.
    order: Vec<u8>,
}

/// The open runs of one suit, and the natural and named aces kept for the end.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Suit {
    runs: Vec<Run>,
    high: (u8, u8),
    /// The runs as the plain sweep sees them.
    plain: Open,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct State {
    position: u8,
    wild: u8,
    is_laid: bool,
    is_flexible: bool,
    suits: [u16; 4],
}

struct Node {
    state: State,
    /// What is left in the hand so far.
    left: u16,
    cost: u64,
    parent: u32,
    turns: [u32; 4],
}

/// A search among the sweeps of one problem.
pub struct Gentle<'a, R> {
    oracle: Oracle<'a, R>,
    /// The most that may be left in the hand.
    budget: u16,
    /// Turns and combinations that may still be looked at.
    work: u64,
    problem: &'a Problem,
    old: &'a Old,
    weights: Weights,
    /// Most jokers in a meld.
    limit: u8,
    /// Kept jokers by position and suit.
    kept: [Take; 14],
    numbers: HashMap<u128, u16>,
    suits: Vec<Suit>,
    turns: Vec<Turn>,
    ranges: HashMap<(u8, u8, u16), (u32, u32)>,
    rests: HashMap<(u8, u8, u16, u8), u64>,
    sets: HashMap<(u8, SetCards, bool), Option<BestSets>>,
    after: Vec<After>,
}

/// A state after a position, what is left in the hand and paid there, the bound on the rest, and the turns.
struct After {
    state: State,
    left: u16,
    paid: u64,
    rest: u64,
    turns: [u32; 4],
}

impl<'a, R: Runs> Gentle<'a, R> {
    /// A search among the sweeps that leave no more than `budget` in the hand.
    pub fn new(
        problem: &'a Problem,
        scenario: &Scenario,
        old: &'a Old,
        limit: u8,
        weights: Weights,
        budget: u16,
    ) -> Self {
        let mut kept = [[0; 4]; 14];
        for (index, _) in &scenario.kept {
            let (position, suit) = problem.place_of(*index);
            kept[position][suit] += 1;
        }
        Self {
            oracle: Oracle::new(problem),
            budget,
            work: if problem.wild.count() > 0 { weights.work } else { u64::MAX },
            problem,
            old,
            weights,
            // No run can hold more jokers than there are.
            limit: limit.min(scenario.kept.len() as u8 + problem.wild.count()),
            kept,
            numbers: HashMap::new(),
            suits: Vec::new(),
            turns: Vec::new(),
            ranges: HashMap::new(),
            rests: HashMap::new(),
            sets: HashMap::new(),
            after: Vec::new(),
        }
    }

    /// The melds of a sweep that costs less than `cap`, least of all, with its cost; `begun` says whether
    /// hand cards are laid before it begins. `nodes` is how many states may be taken up; it is lowered.
    /// Also `None` if the work there may be is done.
    pub fn find(&mut self, cap: u64, begun: bool, nodes: &mut u64) -> Option<(NewTable, u64)> {
        let idle = self.number(Vec::new(), (0, 0));
        let first = self.problem.first as u8;
        let forced = self.problem.forced.as_flattened().iter().any(|&cards| cards > 0);
        let root = State { position: first, wild: 0, is_laid: begun || forced, is_flexible: false, suits: [idle; 4] };
        let mut arena = vec![Node { state: root, left: 0, cost: 0, parent: u32::MAX, turns: [0; 4] }];
        let mut seen: HashMap<State, u64> = HashMap::from([(root, 0)]);
        let mut queue = BinaryHeap::from([(Reverse(0u64), first, 0u32)]);
        while let Some((Reverse(bound), _, index)) = queue.pop() {
            if bound >= cap || *nodes == 0 || self.work == 0 {
                return None;
            }
            let Node { state, left, cost, .. } = arena[index as usize];
            if state.position as usize == self.problem.end {
                return Some((self.rebuild(&arena, index), cost));
            }
            if seen.get(&state).is_some_and(|&least| least < cost) {
                continue;
            }
            *nodes -= 1;
            let mut after = core::mem::take(&mut self.after);
            self.expand(state, &mut after);
            for After { state: next, left: more, paid, rest, turns } in after.drain(..) {
                let (cost, left) = (cost + paid, left + more);
                let is_new = cost + rest < cap && seen.get(&next).is_none_or(|&least| cost < least);
                if is_new && left <= self.budget && self.can_end(next, self.budget - left) {
                    seen.insert(next, cost);
                    arena.push(Node { state: next, left, cost, parent: index, turns });
                    queue.push((Reverse(cost + rest), next.position, arena.len() as u32 - 1));
                }
            }
            self.after = after;
        }
        None
    }

    /// Whether a state can be completed with no more than `budget` left in the hand, harm apart.
    fn can_end(&mut self, state: State, budget: u16) -> bool {
        if state.position as usize == self.problem.end {
            return true;
        }
        let mut plain = PlainState { position: state.position, wild: state.wild, runs: [0; 4], high: [0; 4] };
        for (suit, &number) in state.suits.iter().enumerate() {
            let known = &self.suits[number as usize];
            plain.runs[suit] = known.plain;
            plain.high[suit] = known.high.0 + known.high.1;
        }
        self.oracle.can_end(plain, budget)
    }

    /// Adds each state after a position.
    fn expand(&mut self, state: State, after: &mut Vec<After>) {
        let jokers = self.problem.wild.count() - state.wild;
        let ranges: [(u32, u32); 4] =
            core::array::from_fn(|suit| self.turns_of(state.position, suit as u8, state.suits[suit]));
        let takes = self.problem.takes(state.position as usize).to_vec();
        for sets in takes {
            let lists: [Vec<u32>; 4] = core::array::from_fn(|suit| {
                let fits = |turn: &Turn| turn.natural_sets + turn.joker_sets == sets[suit] && turn.wild <= jokers;
                let (start, end) = ranges[suit];
                (start..end).filter(|&at| fits(&self.turns[at as usize])).collect()
            });
            for &c in &lists[0] {
                for &d in &lists[1] {
                    for &h in &lists[2] {
                        for &s in &lists[3] {
                            self.offer(state, jokers, [c, d, h, s], after);
                        }
                    }
                }
            }
        }
    }

    fn offer(&mut self, state: State, jokers: u8, at: [u32; 4], after: &mut Vec<After>) {
        self.work = self.work.saturating_sub(1);
        let turns = at.map(|at| &self.turns[at as usize]);
        let wild: u8 = turns.iter().map(|turn| turn.wild).sum();
        let flexible = turns.iter().filter(|turn| turn.is_flexible).count() + usize::from(state.is_flexible);
        if wild > jokers || flexible > 1 {
            return;
        }
        let cards = turns.map(|turn| (turn.natural_sets, turn.joker_sets));
        let mut left: u16 = turns.iter().map(|turn| turn.left).sum();
        let paid: u64 = turns.iter().map(|turn| turn.cost - turn.share).sum();
        let is_laid = state.is_laid || turns.iter().any(|turn| turn.is_laid);
        let suits = turns.map(|turn| turn.next);
        let Some(best) = self.best_sets(state.position, cards, flexible == 0) else { return };
        let (harm, is_flexible) = (best.harm, flexible > 0 || best.has_flexible);
        let mut next = State { position: state.position + 1, wild: state.wild + wild, is_laid, is_flexible, suits };
        let mut paid = paid + self.weights.of(harm);
        let rest = self.share(next.position, suits, (jokers - wild) as usize);
        if rest >= NEVER {
            return;
        }
        if next.position as usize == self.problem.end {
            let Some((more, cost)) = self.cost_of_end(&mut next) else { return };
            left += more;
            paid += cost;
        }
        after.push(After { state: next, left, paid, rest, turns: at });
    }

    /// What a complete sweep leaves of the jokers, and what it costs for those laid and for a flexible meld not taken up; `None` if it
    /// is no play.
    fn cost_of_end(&self, state: &mut State) -> Option<(u16, u64)> {
        let wild = self.problem.wild;
        let laid = self.jokers_from_hand(state.wild.checked_sub(wild.must)?, state.is_laid);
        state.is_laid |= laid > 0;
        let left = u16::from(wild.hand - laid) * wild.weight;
        let split = if self.old.has_flexible && !state.is_flexible { self.weights.of(SPLIT) } else { 0 };
        let cost = u64::from(laid) * self.weights.laid + split;
        state.is_laid.then_some((left, cost))
    }

    /// How many of so many jokers laid come from the hand: all that can where jokers left cost, otherwise
    /// as few as can, but one if nothing else of the hand is laid.
    fn jokers_from_hand(&self, laid: u8, is_laid: bool) -> u8 {
        let wild = self.problem.wild;
        let most = laid.min(wild.hand);
        if self.weights.laid == 0 {
            return most;
        }
        laid.saturating_sub(wild.loose).max(u8::from(!is_laid)).min(most)
    }

    /// The least sum of the suits' bounds over the ways to share the jokers.
    fn share(&mut self, position: u8, suits: [u16; 4], jokers: usize) -> u64 {
        let mut sums = [0; 5];
        for (suit, &number) in suits.iter().enumerate() {
            let own: [u64; 5] = core::array::from_fn(|few| {
                if few <= jokers { self.rest(position, suit as u8, number, few as u8) } else { NEVER }
            });
            for all in (0..=jokers).rev() {
                sums[all] = (0..=all).map(|few| sums[all - few] + own[few]).min().unwrap_or(NEVER);
            }
        }
        sums[jokers].min(NEVER)
    }

    /// What one suit costs at least from a position on when it may use so many jokers.
    fn rest(&mut self, position: u8, suit: u8, number: u16, jokers: u8) -> u64 {
        if position as usize == self.problem.end {
            let runs = &self.suits[number as usize].runs;
            let old = &self.old.runs[suit as usize];
            return if runs.iter().all(|run| run.can_close(old, position)) { 0 } else { NEVER };
        }
        if let Some(&rest) = self.rests.get(&(position, suit, number, jokers)) {
            return rest;
        }
        if self.work == 0 {
            return NEVER;
        }
        let mut least = NEVER;
        let (start, end) = self.turns_of(position, suit, number);
        for at in start..end {
            let Turn { next, wild, cost, .. } = self.turns[at as usize];
            if wild <= jokers && cost < least {
                least = least.min(cost + self.rest(position + 1, suit, next, jokers - wild));
            }
        }
        self.rests.insert((position, suit, number, jokers), least);
        least
    }

    /// The number of a suit's state.
    fn number(&mut self, runs: Vec<Run>, high: (u8, u8)) -> u16 {
        let bits = runs.iter().fold(0u128, |bits, run| bits << 16 | run.bits());
        let bits = bits << 8 | u128::from(high.0) << 4 | u128::from(high.1);
        let suits = &mut self.suits;
        *self.numbers.entry(bits).or_insert_with(|| {
            let mut lengths = [[0; 3]; 2];
            for run in &runs {
                let (len, has_joker) = run.length();
                lengths[usize::from(has_joker)][len - 1] += 1;
            }
            // No more runs are made than a plain state can hold.
            let plain = R::find_state(lengths).unwrap_or(IDLE);
            suits.push(Suit { runs, high, plain });
            suits.len() as u16 - 1
        })
    }
}
