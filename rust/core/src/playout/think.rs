//! A player that thinks: it deals the cards it cannot see at random, plays on from each of its choices, and
//! takes one that wins more (Monte Carlo over determinizations: Ginsberg, "GIB: Steps Toward an Expert-Level
//! Bridge-Playing Program", 1999). Every choice meets the same worlds, so what is compared is differences.
//!
//! The first choice is to hold back, which is strong in this family. Another one is taken only if it is
//! better beyond the error of so few worlds; without that, noise decides games that last for many turns.

use super::choices::{Choice, gentler};
use super::sample::{Other, find_unseen, sample};
use super::{Style, play_out};
use crate::card::Card;
use crate::deal::{Action, Deal, Flow, Score};
use crate::play::check_position;
use crate::rules::Rules;
use crate::search::spent;

/// What a seat knows, and how long it may think.
#[derive(Clone, Debug)]
pub struct Mind {
    deal: Deal,
    others: Vec<Other>,
    unseen: Vec<Card>,
}

/// Worlds that are tried before choices are dropped.
const ROUND: u32 = 8;
/// A choice is dropped when it is so many standard errors worse than the first.
const DROP: f64 = 1.0;
/// A choice is taken when it is so many standard errors better than the first.
const TAKE: f64 = 0.7;
/// What a point counts, where a deal counts one.
const POINT: f64 = 0.0005;

impl Mind {
    /// What the seat to act knows: the deal, with any cards for those that it cannot see, as many as there are; and
    /// the others, by seat, of which its own place is not read.
    ///
    /// # Errors
    /// What is wrong with it, in words, if it is no such knowledge.
    pub fn new(rules: &Rules, deal: Deal, others: Vec<Other>) -> Result<Self, &'static str> {
        let seats = deal.hands.len();
        if deal.seat >= seats || deal.opened.len() != seats || others.len() != seats {
            return Err("there is one hand, one other and one first play for each seat");
        }
        if !check_position(rules, &deal.table, deal.hand()).is_empty() {
            return Err("the table and the hand cannot occur");
        }
        let unseen = find_unseen(rules, &deal);
        let hidden = deal.hands.iter().map(Vec::len).sum::<usize>() - deal.hand().len() + deal.stock.len();
        if hidden > unseen.len() {
            return Err("more cards are hidden than the packs hold");
        }
        Ok(Self { deal, others, unseen })
    }

    /// What to do, for a seed of the random numbers and as many states as the searches in thought may look at; the
    /// same for the same knowledge, seed and number.
    pub fn think(mut self, rules: &Rules, flow: &Flow, seed: u64, nodes: u64) -> Action {
        let mut rng = fastrand::Rng::with_seed(seed);
        let choices = Choice::all(rules, flow, &mut self.deal, &mut rng);
        match self.choose(rules, flow, choices, nodes, &mut rng) {
            Action::Lay(play) => Action::Lay(gentler(rules, &self.deal, play)),
            Action::Knock(Some(play)) => Action::Knock(Some(gentler(rules, &self.deal, play))),
            action => action,
        }
    }

    fn choose(
        &self,
        rules: &Rules,
        flow: &Flow,
        mut choices: Vec<Choice>,
        nodes: u64,
        rng: &mut fastrand::Rng,
    ) -> Action {
        let (begun, mut worlds) = (spent(), 0u32);
        while choices.len() > 1 && spent() - begun < nodes {
            let (world, styles) = sample(rules, &self.deal, &self.others, &self.unseen, rng);
            try_all(rules, flow, &world, styles, &mut choices);
            worlds += 1;
            if worlds % ROUND != 0 {
                continue;
            }
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
