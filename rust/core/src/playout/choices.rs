//! What is worth a thought: a few plays, to wait, to knock, each with how it is gone on after it.

use super::{EAGER, PATIENT, Style, can_knock, find_best};
use crate::card::Card;
use crate::deal::{Action, Deal, Flow};
use crate::play::Play;
use crate::rules::Rules;
use crate::search::{Objective, Position};

/// What is done now, and how it is gone on.
pub struct Choice {
    pub action: Action,
    pub style: Style,
    /// By how much it won more than the first choice: the sum over the worlds, and that of the squares.
    sum: f64,
    squares: f64,
}

/// The bound on the search for one choice.
const NODES: u64 = 20_000;
/// How many parts of the hand are tried by chance.
const PARTS: usize = 2;

impl Choice {
    fn new(action: Action, style: Style) -> Self {
        Self { action, style, sum: 0.0, squares: 0.0 }
    }

    /// What is worth a thought, never nothing; a play of the whole hand stands alone.
    pub fn all(rules: &Rules, flow: &Flow, deal: &mut Deal, rng: &mut fastrand::Rng) -> Vec<Self> {
        let open = deal.open(flow);
        let mut plays = if open.lay { find_plays(rules, deal, rng) } else { Vec::new() };
        if let Some(whole) = plays.iter().position(|play| play.cards.len() == deal.hand().len()) {
            return vec![Self::new(Action::Lay(plays.swap_remove(whole)), PATIENT)];
        }
        let wait = || if open.draw { Action::Draw } else { Action::Pass };
        let mut choices = vec![Self::new(wait(), PATIENT)];
        if open.knock_alone && can_knock(rules, flow, deal, None) {
            choices.push(Self::new(Action::Knock(None), PATIENT));
        }
        if !plays.is_empty() {
            choices.push(Self::new(wait(), EAGER));
        }
        for play in plays {
            if open.knock && can_knock(rules, flow, deal, Some(&play)) {
                choices.push(Self::new(Action::Knock(Some(play.clone())), PATIENT));
            }
            choices.push(Self::new(Action::Lay(play.clone()), PATIENT));
            choices.push(Self::new(Action::Lay(play), EAGER));
        }
        choices
    }

    /// Takes note of what it won more than the first choice in a world.
    pub fn note(&mut self, more: f64) {
        self.sum += more;
        self.squares += more * more;
    }

    /// The mean of what it won more in so many worlds, less so many standard errors.
    pub fn least(&self, worlds: u32, errors: f64) -> f64 {
        let worlds = f64::from(worlds);
        let mean = self.sum / worlds;
        // What was the same in all of a few worlds may still differ: as if it had in half of one.
        let variance = (self.squares / worlds - mean * mean).max(0.5 / worlds);
        mean - errors * (variance / worlds).sqrt()
    }
}

/// The plays of most cards, of most points, and of most cards of parts of the hand: one without jokers, and some
/// left to chance.
fn find_plays(rules: &Rules, deal: &mut Deal, rng: &mut fastrand::Rng) -> Vec<Play> {
    let mut found = Vec::new();
    for objective in [Objective::Cards, Objective::Points] {
        found.extend(find_best(rules, deal, objective, Some(NODES)));
    }
    if found.is_empty() {
        return found;
    }
    let hand = deal.hand().to_vec();
    let mut parts: Vec<Vec<Card>> = (0..PARTS).map(|_| hand.iter().copied().filter(|_| rng.bool()).collect()).collect();
    if hand.iter().any(|card| card.is_joker()) {
        parts.push(hand.into_iter().filter(|card| !card.is_joker()).collect());
    }
    for part in parts {
        let position = Position::known(rules, deal.table.clone(), part, deal.opened[deal.seat], false);
        found.extend(position.best_play(Objective::Cards, Some(NODES)));
    }
    let mut plays: Vec<Play> = Vec::new();
    for play in found {
        if plays.iter().all(|other| other.cards != play.cards) {
            plays.push(play);
        }
    }
    plays
}

/// A play of the same cards that disturbs the table less, if one is soon found.
pub fn gentler(rules: &Rules, deal: &Deal, play: Play) -> Play {
    let position = Position::new(rules, deal.table.clone(), play.cards.clone(), deal.opened[deal.seat]);
    let gentle = position.ok().and_then(|position| position.gentlest_play(Objective::Cards, Some(NODES)));
    gentle.filter(|gentle| gentle.cards == play.cards).unwrap_or(play)
}
