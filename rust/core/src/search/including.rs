//! The plays that put down some cards of the hand and perhaps more.
//!
//! A hand card that must be put down is to a sweep what a card of the table is: one that must be melded. So
//! the question is a search like any other, with more cards that must and fewer that may.

use super::problem::Problem;
use super::runs::{OneJoker, Plain};
use super::scenario::Scenario;
use super::sweep::{self, Budget};
use super::worth::{Values, Worth};
use super::{Objective, Position};
use crate::card::Card;
use crate::pool::Pool;

impl Position {
    /// Whether some play puts down these hand cards, and perhaps more. Stops at the first one.
    ///
    /// With no cards it is [`Position::can_play`]; with the whole hand it says whether that is a play.
    pub fn can_play_including(&self, cards: &[Card]) -> bool {
        if cards.is_empty() {
            return self.can_play();
        }
        let problems = self.problems_including(self.scenarios_including(cards), cards, Objective::Cards.into());
        let problems: Vec<(Problem, bool)> = problems.into_iter().map(|(_, problem)| (problem, true)).collect();
        if self.tells_jokers() { sweep::can_play::<OneJoker>(&problems) } else { sweep::can_play::<Plain>(&problems) }
    }

    /// The kinds of hand card, each once and in card order, of which some play puts down one more than
    /// `cards` holds, with all of `cards`.
    ///
    /// Each search finds a play with as many kinds as possible of which nothing is known yet, until there is
    /// none with any. So there are few of them, mostly one or two.
    pub fn playable_including(&self, cards: &[Card]) -> Vec<Card> {
        let (hand, least): (Pool, Pool) = (self.hand.iter().copied().collect(), cards.iter().copied().collect());
        let mut open: Vec<Card> = self.hand.clone();
        open.dedup();
        open.retain(|&card| hand.count(card) > least.count(card));
        let scenarios = self.scenarios_including(cards);
        let mut playable = Vec::with_capacity(open.len());
        let mut values;
        let mut worth = Worth::Objective(Objective::Cards);
        while !open.is_empty() {
            let problems = self.problems_including(scenarios.clone(), cards, worth);
            let cap = worth.cost(&self.rules, &self.hand, cards);
            let Some(play) = self.find(&problems, cap, Budget::new(None)) else { break };
            let laid: Pool = play.cards.iter().copied().collect();
            let (new, left) = open.into_iter().partition(|&card| laid.count(card) > least.count(card));
            playable.extend::<Vec<Card>>(new);
            open = left;
            let Some(of_open) = Values::new(&self.hand, |card| i64::from(open.contains(&card))) else { break };
            values = of_open;
            worth = Worth::Values(&values);
        }
        playable.sort_unstable();
        playable
    }

    /// The scenarios in which these hand cards are put down; none if the hand does not hold them.
    fn scenarios_including(&self, cards: &[Card]) -> Vec<Scenario> {
        let least: Pool = cards.iter().copied().collect();
        if least.jokers() > self.count_jokers() {
            return Vec::new();
        }
        let scenarios = self.scenarios(true).into_iter();
        scenarios.filter_map(|scenario| scenario.requiring(least.naturals())).collect()
    }

    fn problems_including(&self, scenarios: Vec<Scenario>, cards: &[Card], worth: Worth) -> Vec<(Scenario, Problem)> {
        let must = cards.iter().filter(|card| card.is_joker()).count() as u8;
        let may = self.count_jokers().saturating_sub(must);
        self.problems_of(scenarios, worth, must, may)
    }
}
