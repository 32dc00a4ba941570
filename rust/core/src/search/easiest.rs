//! The plays that people can follow: the best one that disturbs the table least, and the hint
//! (RULES.md section 8).

use super::gentle::{Gentle, Old, Weights};
use super::local::Local;
use super::problem::Problem;
use super::rebuild;
use super::runs::{OneJoker, Plain};
use super::scenario::Scenario;
use super::worth::Worth;
use super::{Objective, Position};
use crate::play::{Play, is_loose};

/// Keeps the memory of a search for the next one of this thread.
fn give_back<R: Local>(search: Gentle<R>) {
    let memory = search.into_memory();
    if memory.is_small() {
        R::memory().with_borrow_mut(|kept| {
            if kept.len() < KEPT {
                kept.push(memory);
            }
        });
    }
}

/// So many searches at once keep what they know from one round to the next.
const KEPT: usize = 4;

/// What play is looked for: the cheapest by these weights.
#[derive(Clone, Copy)]
struct Wish {
    weights: Weights,
    /// The most that may be left in the hand.
    left: u16,
    /// States that may be taken up.
    nodes: Option<u64>,
}

impl Wish {
    fn cost(&self, play: &Play) -> u64 {
        self.weights.cost(play.cards.len(), play.split, play.changed.len())
    }
}

impl Position {
    /// Among the plays that are best by an objective or by own values one that splits the fewest melds, then
    /// changes the fewest (RULES.md section 8), or `None` if there is no play; the same for the same position.
    ///
    /// `nodes` bounds the states looked at for each of the two parts of the search: the best play, and the
    /// least disturbance.
    pub fn gentlest_play<'a>(&self, worth: impl Into<Worth<'a>>, nodes: Option<u64>) -> Option<Play> {
        let worth = worth.into();
        let problems = self.problems(worth, None, true);
        let best = self.best_among(&problems, worth, nodes)?;
        let left = worth.cost(&self.rules, &self.hand, &best.cards);
        Some(self.gentler(best, &problems, Wish { weights: Weights::HARM, left, nodes }))
    }

    /// The play that puts down the whole hand and disturbs the table least, or `None`.
    pub fn gentlest_whole(&self) -> Option<Play> {
        let problems = self.whole_problems();
        let play = self.whole_among(&problems, None)?;
        Some(self.gentler(play, &problems, Wish { weights: Weights::HARM, left: 0, nodes: None }))
    }

    /// The play that is the easiest to see: fewest melds split, then changed, then cards put down
    /// (RULES.md section 8); `None` if there is no play.
    pub fn hint(&self) -> Option<Play> {
        if let Some(play) = self.find_at_a_glance() {
            return Some(play);
        }
        let worth = Objective::Cards.into();
        let problems = self.problems(worth, None, true);
        let any = self.best_among(&problems, worth, None)?;
        let left = self.hand.len() as u16;
        Some(self.gentler(any, &problems, Wish { weights: Weights::HINT, left, nodes: None }))
    }

    /// The cheapest play that is wished for; it costs at most as much as a given one.
    fn gentler(&self, play: Play, problems: &[(Scenario, Problem)], wish: Wish) -> Play {
        if wish.cost(&play) == wish.weights.least() {
            return play;
        }
        if self.tells_jokers() {
            self.gentler_of::<OneJoker>(play, problems, wish)
        } else {
            self.gentler_of::<Plain>(play, problems, wish)
        }
    }

    /// What splits nothing is looked for first, then what splits one meld, two, four, and so on: most of
    /// what a suit could do is then out of reach and never made.
    fn gentler_of<R: Local>(&self, play: Play, problems: &[(Scenario, Problem)], wish: Wish) -> Play {
        let Wish { weights, left, nodes } = wish;
        let first = wish.cost(&play);
        let (mut cap, mut best, mut nodes) = (first, play, nodes.unwrap_or(u64::MAX));
        let old: Vec<Old> = problems.iter().map(|(scenario, problem)| self.old_melds(scenario, problem)).collect();
        let mut known: Vec<Option<Gentle<R>>> = problems.iter().map(|_| None).collect();
        let spare = || R::memory().with_borrow_mut(Vec::pop).unwrap_or_default();
        for split in (0..).map(|step| 1 << step) {
            let within = weights.cost(0, split, 0);
            for (at, (scenario, problem)) in problems.iter().enumerate() {
                let base = self.base_of(scenario, weights);
                let below = cap.min(within).saturating_sub(base);
                let Some(left) = left.checked_sub(problem.base).filter(|_| below > 0) else { continue };
                let mut search = known[at].take().unwrap_or_else(|| {
                    let limits = (left, first.saturating_sub(base));
                    Gentle::new(spare(), problem, scenario, &old[at], self.rules.jokers_a_meld, weights, limits)
                });
                if let Some((mut table, cost)) = search.find(below, &mut nodes) {
                    cap = cost + base;
                    let after = rebuild::table_with(&self.rules, &self.table, scenario, &table.melds, &mut table.loose);
                    best = Play { exact: best.exact, ..self.judged(after) };
                }
                if problems.len() <= KEPT {
                    known[at] = Some(search);
                } else {
                    give_back(search);
                }
            }
            if cap <= within || nodes == 0 {
                break;
            }
        }
        known.into_iter().flatten().for_each(give_back);
        best.exact &= nodes > 0;
        best
    }

    /// The melds that a sweep can keep or harm.
    fn old_melds(&self, scenario: &Scenario, problem: &Problem) -> Old {
        let mut old = Old::default();
        for (index, group) in self.table.groups().enumerate() {
            if !scenario.locked.contains(&index) && !is_loose(&self.rules, group) {
                old.push(&self.rules, problem, group);
            }
        }
        old
    }

    /// What a play costs for the cards put on fixed melds.
    fn base_of(&self, scenario: &Scenario, weights: Weights) -> u64 {
        let fixed = scenario.locked.iter().zip(&scenario.fixed);
        let extended = fixed.filter(|(index, group)| group.len() > self.table.group(**index).len()).count();
        let laid: u8 = scenario.laid.iter().sum();
        weights.cost(laid as usize, 0, extended)
    }
}
