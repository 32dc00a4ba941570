//! What all suits together can do at a position.

use super::carry::SPLIT;
use super::old::OldSet;
use super::{After, Gentle, Lists, State, Turn};
use crate::search::runs::Runs;

impl<'a, R: Runs> Gentle<'a, R> {
    /// Adds each state after a position that is reached and may be completed for less than `cap`, leaving
    /// no more than `budget` in the hand.
    pub(super) fn expand(&mut self, state: State, (cap, budget): (u64, u16), after: &mut Vec<After>) {
        let jokers = self.problem.wild.count() - state.wild;
        let mut lists = core::mem::take(&mut self.memory.lists);
        if let Some(least) = self.fill(state, jokers, cap, &mut lists) {
            let problem = self.problem;
            for sets in problem.takes(state.position as usize) {
                let lists: [&[(u32, u64)]; 4] = core::array::from_fn(|suit| &lists[suit][sets[suit] as usize][..]);
                if lists.iter().all(|list| !list.is_empty()) {
                    self.combine(state, lists, least, (cap, budget), after);
                }
            }
        }
        self.memory.lists = lists;
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
                let Turn { wild, next, cost, .. } = self.memory.turns[at as usize];
                if wild > jokers || cost > within {
                    continue;
                }
                let total = cost + self.rest(next, (jokers - wild) as usize, within - cost);
                if total <= within {
                    lists[suit][self.memory.turns[at as usize].sets()].push((at, total));
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
        let turns = at.map(|at| &self.memory.turns[at as usize]);
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
        let old: &[OldSet] = self.old_sets(state.position);
        let Some((harm, has_flexible)) = self.memory.finder.find(state.position, old, cards, flexible == 0) else {
            return;
        };
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
    pub(super) fn old_sets(&self, position: u8) -> &'a [OldSet] {
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
    pub(super) fn jokers_from_hand(&self, laid: u8, is_laid: bool) -> u8 {
        let wild = self.problem.wild;
        let most = laid.min(wild.hand);
        if self.weights.laid == 0 && wild.worth >= 0 {
            return most;
        }
        laid.saturating_sub(wild.loose).max(u8::from(!is_laid)).min(most)
    }
}
