//! Which plays are there, and which is best: an exact sweep over the ranks.
//!
//! The sweep goes from the lowest rank to the highest. At each rank it decides how many cards of
//! each suit go into sets and how many into runs; the rest stay in the hand. All it has to remember
//! is, for each suit, the lengths of the runs still open, capped at three (van Rijn, Takes and Vis,
//! "The Complexity of Rummikub Problems", 2016).
//!
//! | module | holds |
//! | --- | --- |
//! | `runs` | the open runs of one suit as a small number, and what a card more does to them |
//! | `sets` | which numbers of cards of one rank make sets |
//! | `problem` | the cards that must and the cards that may be melded, by position |
//! | `bounds` | for each suit alone, what the rest of the sweep costs at least |
//! | `sweep` | the search in the order of what is left in the hand |
//! | `rebuild` | from decisions to melds |
//! | `subsets` | every playable multiset of hand cards |
//! | `count` | the number of ways to lay all cards |

mod bounds;
mod count;
mod problem;
mod rebuild;
mod runs;
mod sets;
mod subsets;
mod sweep;

pub use count::count_partitions;
pub use subsets::Plays;

use crate::card::Card;
use crate::fault::Fault;
use crate::play::{self, Play, check_position};
use crate::rules::Rules;
use crate::table::Table;
use problem::Problem;
use sweep::{Budget, Found, with_scratch};

/// What makes a play good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The number of cards put down.
    Cards,
    /// What the cards put down count in the hand.
    Points,
}

/// The position a search starts from, known to be possible.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    table: Table,
    hand: Vec<Card>,
}

impl Position {
    /// Checks a position.
    ///
    /// # Errors
    /// Every reason why it cannot occur.
    pub fn new(rules: &Rules, table: Table, mut hand: Vec<Card>) -> Result<Self, Vec<Fault>> {
        let faults = check_position(rules, &table, &hand);
        if !faults.is_empty() {
            return Err(faults);
        }
        hand.sort_unstable();
        Ok(Self { rules: rules.clone(), table, hand })
    }

    /// A play that is best by the objective, or `None` if there is none; the same for the same position.
    ///
    /// `nodes` bounds the number of states looked at. A play found within it that is not proven best
    /// says so in [`Play::exact`]; with no play found within it the answer is `None`.
    pub fn best_play(&self, objective: Objective, nodes: Option<u64>) -> Option<Play> {
        if self.hand.is_empty() {
            return None;
        }
        let problem = Problem::new(&self.rules, &self.table, &self.hand, objective);
        let found = with_scratch(|scratch| sweep::find_best(&problem, scratch, Budget::new(nodes)))?;
        Some(self.play_of(&problem, &found))
    }

    /// Whether there is any play. Stops at the first one.
    pub fn can_play(&self) -> bool {
        if self.hand.is_empty() {
            return false;
        }
        let problem = Problem::new(&self.rules, &self.table, &self.hand, Objective::Cards);
        with_scratch(|scratch| sweep::can_play(&problem, scratch))
    }

    /// The playable multisets of hand cards, each once, in a fixed order.
    pub fn plays(&self) -> Plays {
        Plays::new(Problem::new(&self.rules, &self.table, &self.hand, Objective::Cards))
    }

    /// A play that puts down the whole hand, or `None`.
    pub fn find_whole(&self) -> Option<Play> {
        if self.hand.is_empty() {
            return None;
        }
        let problem = Problem::whole(&self.rules, &self.table, &self.hand);
        let found = with_scratch(|scratch| sweep::find_best(&problem, scratch, Budget::new(None)))?;
        Some(self.play_of(&problem, &found))
    }

    /// An easy play to see: one hand card if that can be, otherwise a best play.
    pub fn hint(&self) -> Option<Play> {
        let mut singles = self.hand.clone();
        singles.dedup();
        let singles = singles.into_iter().filter_map(|card| {
            let alone = Self { hand: vec![card], ..self.clone() };
            alone.find_whole()
        });
        singles.min_by_key(|play| (play.split, play.changed.len())).or_else(|| self.best_play(Objective::Cards, None))
    }

    fn play_of(&self, problem: &Problem, found: &Found) -> Play {
        let melds = rebuild::melds_of(problem, &found.steps);
        let table = rebuild::laid_by(&self.rules, &self.table, melds);
        let cards = problem.hand_cards(&self.hand, &found.steps);
        Play { exact: found.exact, ..play::judged(&self.rules, &self.table, table, cards) }
    }
}

/// All the cards in valid melds, or `None` if there is no way.
///
/// # Errors
/// If there are more copies of a card than the rule-set's packs hold.
pub fn partition(rules: &Rules, cards: &[Card]) -> Result<Option<Table>, Vec<Fault>> {
    let faults = check_position(rules, &Table::default(), cards);
    if !faults.is_empty() {
        return Err(faults);
    }
    let empty = Table::default();
    let problem = Problem::whole(rules, &empty, cards);
    let found = with_scratch(|scratch| sweep::find_best(&problem, scratch, Budget::new(None)));
    Ok(found.map(|found| rebuild::laid_by(rules, &empty, rebuild::melds_of(&problem, &found.steps))))
}
