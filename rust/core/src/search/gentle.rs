//! The play that disturbs the table least, among those that are equally good (RULES.md section 8).
//!
//! The sweep is the same as for a best play, but every new run is told apart, with the old meld that it
//! carries whole. The cost of a sweep is the melds it splits, then those it changes, in one number. As
//! there, suits alone give the bound, worked out no further than a cost that still matters. What is left
//! in the hand is no cost but a limit: a state is given up as soon as the plain sweep from it, which is
//! asked exactly, leaves more.

mod carry;
mod old;
mod oracle;
mod rebuild;
mod sets;
mod suits;
mod turns;

pub use old::Old;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::fan::State as PlainState;
use super::problem::Problem;
use super::runs::Runs;
use super::scenario::Scenario;
use super::sets::{MOST, Take};
use crate::card::{Card, NATURALS};
use carry::{Harm, SPLIT};
use oracle::Oracle;
use sets::SetsFinder;
use suits::Suits;
use turns::Laying;

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
}

impl Weights {
    /// The least disturbance.
    pub const HARM: Self = Self { laid: 0, split: 1 << 12, changed: 1 };
    /// The least disturbance first, then the fewest cards.
    pub const HINT: Self = Self { laid: 1, split: 1 << 24, changed: 1 << 12 };

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

/// What one suit does at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    natural_sets: u8,
    joker_sets: u8,
    /// Jokers laid under any name.
    wild: u8,
    /// Loose cards that are not laid.
    loose: u8,
    /// Whether a hand card is laid.
    is_laid: bool,
    /// Whether the flexible meld is taken up.
    is_flexible: bool,
    /// What is left in the hand.
    left: u16,
    /// That and what the rest of the suit alone leaves at least.
    least_left: u16,
    /// The suit after it.
    next: u32,
    cost: u64,
    /// What of the cost the suit pays for sets that it knows to be split; the rank pays the whole.
    share: u64,
}

impl Turn {
    fn sets(&self) -> usize {
        (self.natural_sets + self.joker_sets) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct State {
    suits: [u32; 4],
    position: u8,
    wild: u8,
    is_laid: bool,
    is_flexible: bool,
}

#[derive(Clone, Copy)]
struct Node {
    state: State,
    /// What is left in the hand so far.
    left: u16,
    cost: u64,
    parent: u32,
    turns: [u32; 4],
}

/// A state after a position, what is left in the hand and paid there, the bound on the rest, and the turns.
struct After {
    state: State,
    left: u16,
    paid: u64,
    rest: u64,
    turns: [u32; 4],
}

/// The turns of each suit by how many cards go into sets, each with its cost and the bound after it.
type Lists = [[Vec<(u32, u64)>; MOST as usize + 1]; 4];

/// Memory that a search works in; nothing in it outlives the search.
pub struct Memory<R> {
    oracle: oracle::Memory<R>,
    suits: Suits,
    turns: Vec<Turn>,
    finder: SetsFinder,
    layings: Vec<Laying>,
    made: Vec<Turn>,
    after: Vec<After>,
    lists: Lists,
    arena: Vec<Node>,
    seen: FxHashMap<State, u64>,
    queue: BinaryHeap<(Reverse<u64>, u8, u32)>,
}

impl<R> Default for Memory<R> {
    fn default() -> Self {
        Self {
            oracle: oracle::Memory::default(),
            suits: Suits::default(),
            turns: Vec::new(),
            finder: SetsFinder::default(),
            layings: Vec::new(),
            made: Vec::new(),
            after: Vec::new(),
            lists: Lists::default(),
            arena: Vec::new(),
            seen: FxHashMap::default(),
            queue: BinaryHeap::new(),
        }
    }
}

/// Above this many turns a search gives its memory back.
const KEEP_TURNS: usize = 1 << 14;

impl<R> Memory<R> {
    /// Whether it is small enough to be kept for the next search.
    pub fn is_small(&self) -> bool {
        self.turns.len() <= KEEP_TURNS && self.seen.capacity() <= KEEP_TURNS && self.oracle.is_small()
    }
}

/// A search among the sweeps of one problem.
pub struct Gentle<'a, R> {
    oracle: Oracle<'a, R>,
    /// The most that may be left in the hand.
    budget: u16,
    problem: &'a Problem,
    old: &'a Old,
    weights: Weights,
    /// Most jokers in a meld.
    limit: u8,
    /// Kept jokers by position and suit.
    kept: [Take; 14],
    suits: Suits,
    turns: Vec<Turn>,
    finder: SetsFinder,
    layings: Vec<Laying>,
    made: Vec<Turn>,
    after: Vec<After>,
    lists: Lists,
    arena: Vec<Node>,
    seen: FxHashMap<State, u64>,
    queue: BinaryHeap<(Reverse<u64>, u8, u32)>,
    /// Whether hand cards are laid whatever the sweep does.
    is_laid: bool,
    /// Turns that cost as much are not made.
    cap: u64,
}

impl<'a, R: Runs> Gentle<'a, R> {
    /// A search among the sweeps that leave no more than `budget` in the hand and cost less than `cap`;
    /// `limit` is the most jokers in a meld.
    pub fn new(
        memory: Memory<R>,
        problem: &'a Problem,
        scenario: &Scenario,
        old: &'a Old,
        limit: u8,
        weights: Weights,
        (budget, cap): (u16, u64),
    ) -> Self {
        let mut kept = [[0; 4]; 14];
        for (index, _) in &scenario.kept {
            let (position, suit) = problem.place_of(*index);
            kept[position][suit] += 1;
        }
        // No run can hold more jokers than there are.
        let limit = limit.min(scenario.kept.len() as u8 + problem.wild.count());
        let Memory { oracle, mut suits, mut turns, mut finder, layings, made, after, lists, arena, seen, queue } =
            memory;
        suits.clear();
        turns.clear();
        finder.start(limit);
        Self {
            oracle: Oracle::new(oracle, problem),
            budget,
            problem,
            old,
            weights,
            limit,
            kept,
            suits,
            turns,
            finder,
            layings,
            made,
            after,
            lists,
            arena,
            seen,
            queue,
            is_laid: scenario.lays_first(),
            cap,
        }
    }

    /// The memory of the search.
    pub fn into_memory(self) -> Memory<R> {
        let Self { suits, turns, finder, layings, made, after, lists, arena, seen, queue, .. } = self;
        let oracle = self.oracle.into_memory();
        Memory { oracle, suits, turns, finder, layings, made, after, lists, arena, seen, queue }
    }

    /// The melds of a sweep that costs less than `cap`, least of all, with its cost. `nodes` is how many
    /// states may be taken up; it is lowered. Asked again with another `cap`, it goes on with what it knows.
    pub fn find(&mut self, cap: u64, nodes: &mut u64) -> Option<(NewTable, u64)> {
        let suits = core::array::from_fn(|suit| self.idle(suit as u8));
        let position = self.problem.first as u8;
        let root = State { suits, position, wild: 0, is_laid: self.is_laid, is_flexible: false };
        let end = self.find_within(root, cap.min(self.cap), nodes)?;
        let cost = self.arena[end as usize].cost;
        Some((self.rebuild(end), cost))
    }

    /// The end of the cheapest sweep that costs less than `cap`.
    fn find_within(&mut self, root: State, cap: u64, nodes: &mut u64) -> Option<u32> {
        let least = self.share(root.suits, self.problem.wild.count() as usize, cap.checked_sub(1)?);
        if least >= cap {
            return None;
        }
        self.arena.clear();
        self.arena.push(Node { state: root, left: 0, cost: 0, parent: u32::MAX, turns: [0; 4] });
        self.seen.clear();
        self.queue.clear();
        self.queue.push((Reverse(least), root.position, 0));
        while let Some((Reverse(bound), _, index)) = self.queue.pop() {
            let Node { state, left, cost, .. } = self.arena[index as usize];
            if bound >= cap || *nodes == 0 {
                return None;
            }
            if state.position as usize == self.problem.end {
                return Some(index);
            }
            if self.seen.get(&state).is_some_and(|&least| least < cost) {
                continue;
            }
            *nodes -= 1;
            let mut after = core::mem::take(&mut self.after);
            self.expand(state, (cap - cost, self.budget - left), &mut after);
            for After { state: next, left: more, paid, rest, turns } in after.drain(..) {
                let (cost, left) = (cost + paid, left + more);
                let is_new = left <= self.budget && self.seen.get(&next).is_none_or(|&least| cost < least);
                if is_new && self.can_end(next, self.budget - left) {
                    self.seen.insert(next, cost);
                    self.arena.push(Node { state: next, left, cost, parent: index, turns });
                    self.queue.push((Reverse(cost + rest), next.position, self.arena.len() as u32 - 1));
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
            let known = self.suits.get(number);
            plain.runs[suit] = known.plain;
            plain.high[suit] = known.high.0 + known.high.1;
        }
        self.oracle.can_end(plain, budget)
    }

    /// Adds each state after a position that is reached and may be completed for less than `cap`, leaving
    /// no more than `budget` in the hand.
    fn expand(&mut self, state: State, (cap, budget): (u64, u16), after: &mut Vec<After>) {
        let jokers = self.problem.wild.count() - state.wild;
        let mut lists = core::mem::take(&mut self.lists);
        if let Some(least) = self.fill(state, jokers, cap, &mut lists) {
            let problem = self.problem;
            for sets in problem.takes(state.position as usize) {
                let lists: [&[(u32, u64)]; 4] = core::array::from_fn(|suit| &lists[suit][sets[suit] as usize][..]);
                if lists.iter().all(|list| !list.is_empty()) {
                    self.combine(state, lists, least, (cap, budget), after);
                }
            }
        }
        self.lists = lists;
    }

    /// Lists the turns of each suit that may be part of a sweep below `cap`, with the least cost of each
    /// suit; `None` if there is none.
    fn fill(&mut self, state: State, jokers: u8, cap: u64, lists: &mut Lists) -> Option<[u64; 4]> {
        let mut least = [0; 4];
        for (least, number) in least.iter_mut().zip(state.suits) {
            *least = self.rest(number, jokers as usize, cap - 1);
        }
        let all: u64 = least.iter().sum();
        for suit in 0..4 {
            lists[suit].iter_mut().for_each(Vec::clear);
            let within = cap.checked_sub(all - least[suit] + 1)?;
            let (start, end) = self.turns_of(state.suits[suit]);
            for at in start..end {
                let Turn { wild, next, cost, .. } = self.turns[at as usize];
                if wild > jokers || cost > within {
                    continue;
                }
                let total = cost + self.rest(next, (jokers - wild) as usize, within - cost);
                if total <= within {
                    lists[suit][self.turns[at as usize].sets()].push((at, total));
                }
            }
        }
        Some(least)
    }

    fn combine(
        &mut self,
        state: State,
        lists: [&[(u32, u64)]; 4],
        least: [u64; 4],
        (cap, budget): (u64, u16),
        after: &mut Vec<After>,
    ) {
        for &(c, c_least) in lists[0] {
            if c_least + least[1] + least[2] + least[3] >= cap {
                continue;
            }
            for &(d, d_least) in lists[1] {
                if c_least + d_least + least[2] + least[3] >= cap {
                    continue;
                }
                for &(h, h_least) in lists[2] {
                    if c_least + d_least + h_least + least[3] >= cap {
                        continue;
                    }
                    for &(s, s_least) in lists[3] {
                        if c_least + d_least + h_least + s_least < cap {
                            self.offer(state, [c, d, h, s], (cap, budget), after);
                        }
                    }
                }
            }
        }
    }

    fn offer(&mut self, state: State, at: [u32; 4], (cap, budget): (u64, u16), after: &mut Vec<After>) {
        let jokers = self.problem.wild.count() - state.wild;
        let turns = at.map(|at| &self.turns[at as usize]);
        if turns.iter().map(|turn| turn.least_left).sum::<u16>() > budget {
            return;
        }
        let turns = turns.map(|turn| *turn);
        let wild: u8 = turns.iter().map(|turn| turn.wild).sum();
        let flexible = turns.iter().filter(|turn| turn.is_flexible).count() + usize::from(state.is_flexible);
        if wild > jokers || flexible > 1 {
            return;
        }
        let cards = turns.map(|turn| (turn.natural_sets, turn.joker_sets));
        let mut left: u16 = turns.iter().map(|turn| turn.left).sum();
        let paid: u64 = turns.iter().map(|turn| turn.cost - turn.share).sum();
        let is_laid = state.is_laid || turns.iter().any(|turn| turn.is_laid);
        let old: &[old::OldSet] = self.old_sets(state.position);
        let Some((harm, has_flexible)) = self.finder.find(state.position, old, cards, flexible == 0) else { return };
        let is_flexible = flexible > 0 || has_flexible;
        let suits = turns.map(|turn| turn.next);
        let mut next = State { suits, position: state.position + 1, wild: state.wild + wild, is_laid, is_flexible };
        let mut paid = paid + self.weights.of(harm);
        if next.position as usize == self.problem.end {
            let Some((more, cost)) = self.cost_of_end(&mut next) else { return };
            left += more;
            paid += cost;
        }
        let Some(within) = cap.checked_sub(paid + 1) else { return };
        let rest = self.share(suits, (jokers - wild) as usize, within);
        if rest <= within {
            after.push(After { state: next, left, paid, rest, turns: at });
        }
    }

    /// The old melds that the rank of a position follows.
    fn old_sets(&self, position: u8) -> &'a [old::OldSet] {
        // Aces kept for the end of the sweep are in no set.
        if self.problem.closes && position == 13 { &[] } else { &self.old.sets[position as usize] }
    }

    /// What a complete sweep leaves of the jokers, and what it costs for those laid and for a flexible meld
    /// not taken up; `None` if it is no play.
    fn cost_of_end(&self, state: &mut State) -> Option<(u16, u64)> {
        let wild = self.problem.wild;
        let laid = self.jokers_from_hand(state.wild.checked_sub(wild.must)?, state.is_laid);
        state.is_laid |= laid > 0;
        let left = wild.cost_from_hand(laid);
        let split = if self.old.has_flexible && !state.is_flexible { self.weights.of(SPLIT) } else { 0 };
        let cost = u64::from(laid) * self.weights.laid + split;
        state.is_laid.then_some((left, cost))
    }

    /// How many of so many jokers laid come from the hand: all that can where jokers left cost, otherwise
    /// as few as can, but one if nothing else of the hand is laid.
    fn jokers_from_hand(&self, laid: u8, is_laid: bool) -> u8 {
        let wild = self.problem.wild;
        let most = laid.min(wild.hand);
        if self.weights.laid == 0 && wild.worth >= 0 {
            return most;
        }
        laid.saturating_sub(wild.loose).max(u8::from(!is_laid)).min(most)
    }

    /// The least sum of the suits' bounds over the ways to share the jokers, if it is not above `within`;
    /// otherwise any number above that is not too large.
    fn share(&mut self, suits: [u32; 4], jokers: usize, within: u64) -> u64 {
        let mut sums = [0; 5];
        for &number in &suits {
            let mut own = [NEVER; 5];
            for (few, own) in own[..=jokers].iter_mut().enumerate() {
                *own = self.rest(number, few, within);
            }
            for all in (0..=jokers).rev() {
                sums[all] = (0..=all).map(|few| sums[all - few] + own[few]).min().unwrap_or(NEVER);
            }
        }
        sums[jokers].min(NEVER)
    }

    /// What one suit costs at least from here on when it may use so many jokers, if that is not above
    /// `within`; otherwise any number above that is not too large.
    fn rest(&mut self, number: u32, jokers: usize, within: u64) -> u64 {
        let known = self.suits.get(number).rest[jokers];
        if known.is_exact || known.least > within {
            return known.least;
        }
        let (start, end) = self.turns_of(number);
        let mut least = NEVER;
        for at in start..end {
            let Turn { next, wild, cost, .. } = self.turns[at as usize];
            if cost >= least {
                break;
            }
            if wild as usize > jokers {
                continue;
            }
            let total = match within.min(least - 1).checked_sub(cost) {
                Some(within) => cost + self.rest(next, jokers - wild as usize, within),
                None => cost,
            };
            least = least.min(total);
        }
        self.suits.learn(number, jokers, least, least <= within);
        least
    }
}
