//! A player that thinks: it deals the cards it cannot see at random, plays on from each of its choices, and
//! takes one that wins more (Monte Carlo over determinizations: Ginsberg, "GIB: Steps Toward an Expert-Level
//! Bridge-Playing Program", 1999). Every choice meets the same worlds, so what is compared is differences.
//!
//! The first choice is to hold back, which is strong in this family. Another one is taken only if it is
//! better beyond the error of so few worlds; without that, noise decides games that last for many turns.

use super::choices::{Choice, gentler};
use super::sample::{Other, find_unseen, sample};
use super::{Style, play_out};
use crate::deal::{Action, Deal, Flow, Score};
use crate::rules::Rules;
use crate::search::spent;

/// What a seat knows, and how long it may think.
#[derive(Clone, Debug)]
pub struct Mind {
    /// The deal, the cards that the seat to act cannot see as any cards, as many as there are.
    pub deal: Deal,
    /// The others, by seat; what stands for the seat itself is not read.
    pub others: Vec<Other>,
    /// The start of the random numbers.
    pub seed: u64,
    /// How many states the searches in thought may look at.
    pub nodes: u64,
}

/// Worlds that are tried before choices are compared.
const ROUND: u32 = 8;
/// A choice is dropped when it is so many standard errors worse than the first.
const DROP: f64 = 1.0;
/// A choice is taken when it is so many standard errors better than the first.
const TAKE: f64 = 0.7;
/// What a point counts, where a deal counts one.
const POINT: f64 = 0.0005;

impl Mind {
    /// What to do; the same for the same knowledge, seed and number of nodes.
    pub fn think(mut self, rules: &Rules, flow: &Flow) -> Action {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let choices = Choice::all(rules, flow, &mut self.deal, &mut rng);
        match self.choose(rules, flow, choices, &mut rng) {
            Action::Lay(play) => Action::Lay(gentler(rules, &self.deal, play)),
            Action::Knock(Some(play)) => Action::Knock(Some(gentler(rules, &self.deal, play))),
            action => action,
        }
    }

    fn choose(&self, rules: &Rules, flow: &Flow, mut choices: Vec<Choice>, rng: &mut fastrand::Rng) -> Action {
        let unseen = find_unseen(rules, &self.deal);
        let (begun, mut worlds) = (spent(), 0);
        while choices.len() > 1 && spent() - begun < self.nodes {
            for _ in 0..ROUND {
                let (world, styles) = sample(rules, &self.deal, &self.others, &unseen, rng);
                try_all(rules, flow, &world, styles, &mut choices);
            }
            worlds += ROUND;
            let mut place = 0;
            choices.retain(|choice| {
                place += 1;
                place == 1 || choice.least(worlds, -DROP) > 0.0
            });
        }
        let mut best = choices.swap_remove(0);
        let mut most = 0.0;
        for choice in choices {
            let least = choice.least(worlds, TAKE);
            if least > most {
                (best, most) = (choice, least);
            }
        }
        best.action
    }
}

/// Plays on from every choice in one world.
fn try_all(rules: &Rules, flow: &Flow, world: &Deal, mut styles: Vec<Style>, choices: &mut [Choice]) {
    let mut first = None;
    for choice in choices {
        styles[world.seat] = choice.style;
        let mut deal = world.clone();
        deal.apply(rules, flow, choice.action.clone(), &mut |_| ());
        play_out(rules, flow, &mut deal, &styles, &mut |_| ());
        let won = win_of(flow, &deal, world.seat);
        choice.note(won - *first.get_or_insert(won));
    }
}

/// What a deal that is over is worth to a seat: the deal, or its share of it, and a little for the points.
fn win_of(flow: &Flow, deal: &Deal, seat: usize) -> f64 {
    let Some(outcome) = &deal.outcome else { return 0.0 };
    let (winners, seats) = (outcome.winners.len() as u32, outcome.points.len() as u32);
    let won = if outcome.winners.contains(&seat) { 1.0 / f64::from(winners) } else { 0.0 };
    let sign = if flow.score == Score::Differences { POINT } else { -POINT };
    let points: u32 = outcome.points.iter().sum();
    won + sign * (f64::from(outcome.points[seat] * seats) - f64::from(points))
}
