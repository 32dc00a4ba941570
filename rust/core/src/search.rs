//! Which plays are there, and which is best: an exact sweep over the ranks.
//!
//! The sweep goes from the lowest rank to the highest. At each rank it decides how many cards of
//! each suit go into sets and how many into runs; the rest stay in the hand. All it has to remember
//! is, for each suit, the lengths of the runs still open, capped at three (van Rijn, Takes and Vis,
//! "The Complexity of Rummikub Problems", 2016), and how many jokers are laid.
//!
//! | module | holds |
//! | --- | --- |
//! | `scenario` | what becomes of the jokers on the table |
//! | `problem` | the cards that must and the cards that may be melded, by position |
//! | `runs` | the open runs of one suit as a small number, and what a card more does to them |
//! | `sets` | which numbers of cards of one rank make sets |
//! | `worth` | what a play is worth |
//! | `bounds` | for each suit alone, what the rest of the sweep costs at least |
//! | `fan` | what can be done at one position |
//! | `frontier` | the states that wait, and those seen |
//! | `sweep` | the search in the order of what is left in the hand |
//! | `easiest` | among equally good plays the one that disturbs the table least; the hint |
//! | `glance` | the hints that are seen at a glance |
//! | `gentle` | the sweep that follows the old melds |
//! | `including` | the plays that put down some cards of the hand and perhaps more |
//! | `local` | the memory that each thread keeps |
//! | `rebuild` | from decisions to melds |
//! | `stray` | hand cards that no meld can hold, whatever is done |
//! | `subsets` | every playable multiset of hand cards |
//! | `count` | the number of ways to lay all cards |

mod bounds;
mod count;
mod easiest;
mod fan;
mod frontier;
mod gentle;
mod glance;
mod including;
mod local;
mod problem;
mod rebuild;
mod runs;
mod scenario;
mod sets;
mod stray;
mod subsets;
mod sweep;
mod worth;

pub use count::count_partitions;
pub(crate) use local::spent;
pub use subsets::Plays;
pub use worth::{MOST_VALUE, Values, Worth, slot_of};

use crate::card::Card;
use crate::fault::Fault;
use crate::play::{self, Added, Play, check_play, check_position, is_loose};
use crate::rules::{JokerLaw, Rules};
use crate::table::Table;
use local::Local;
use problem::{Problem, Wild, count_wild};
use runs::{OneJoker, Plain};
use scenario::Scenario;
use stray::has_stray;
use sweep::{Budget, Found};

/// What makes a play good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The number of cards put down.
    Cards,
    /// What the cards put down count in the hand.
    Points,
}

/// What a sweep more costs at least where the states are counted, as states.
const NODES_A_SWEEP: u64 = 200;

/// The position a search starts from, known to be possible.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    table: Table,
    hand: Vec<Card>,
    opened: bool,
    /// Whether plays tell how much they disturb and what they are worth.
    with_figures: bool,
}

impl Position {
    /// Checks a position; `opened` says whether the player has made a first play.
    ///
    /// # Errors
    /// Every reason why it cannot occur.
    pub fn new(rules: &Rules, table: Table, mut hand: Vec<Card>, opened: bool) -> Result<Self, Vec<Fault>> {
        let faults = check_position(rules, &table, &hand);
        if !faults.is_empty() {
            return Err(faults);
        }
        hand.sort_unstable();
        Ok(Self { rules: rules.clone(), table, hand, opened, with_figures: true })
    }

    /// A position that is known to be possible, the hand in card order.
    pub(crate) fn known(rules: &Rules, table: Table, hand: Vec<Card>, opened: bool, with_figures: bool) -> Self {
        debug_assert!(check_position(rules, &table, &hand).is_empty() && hand.is_sorted(), "{table:?} with {hand:?}");
        Self { rules: rules.clone(), table, hand, opened, with_figures }
    }

    /// The table and the hand.
    pub(crate) fn into_parts(self) -> (Table, Vec<Card>) {
        (self.table, self.hand)
    }

    /// A play that is best by an objective or by own values, or `None` if there is no play; the same for
    /// the same position.
    ///
    /// `nodes` bounds the number of states looked at. A play found within it that is not proven best
    /// says so in [`Play::exact`]; with no play found within it the answer is `None`.
    pub fn best_play<'a>(&self, worth: impl Into<Worth<'a>>, nodes: Option<u64>) -> Option<Play> {
        let worth = worth.into();
        self.best_among(&self.problems(worth, None, true), worth, nodes)
    }

    /// [`Position::best_play`] with the sweeps to search.
    fn best_among(&self, problems: &[(Scenario, Problem)], worth: Worth, nodes: Option<u64>) -> Option<Play> {
        let cap = worth.cost(&self.rules, &self.hand, &[]);
        let best = self.find(problems, cap, Budget::new(nodes));
        // A sweep that wins nothing need not be a play.
        match worth {
            Worth::Values(_) if best.is_none() => {
                let cards = self.top_plays(worth, 1, nodes)?.pop()?;
                Self { hand: cards, ..self.clone() }.find_whole(None)
            }
            _ => best,
        }
    }

    /// The hand cards of the plays that are best by an objective or by own values, at most `most` of them,
    /// the best first; of equal ones some, always the same. `None` if `nodes` choices are too few to know.
    pub fn top_plays<'a>(
        &self,
        worth: impl Into<Worth<'a>>,
        most: usize,
        nodes: Option<u64>,
    ) -> Option<Vec<Vec<Card>>> {
        subsets::find_top(self, worth.into(), most, nodes)
    }

    /// Whether there is any play. Stops at the first one.
    pub fn can_play(&self) -> bool {
        if self.hand.is_empty() {
            return false;
        }
        let problems = self.problems(Objective::Cards.into(), None, true);
        let problems: Vec<(Problem, bool)> = problems
            .into_iter()
            .map(|(scenario, problem)| (problem, scenario.laid.iter().any(|&cards| cards > 0)))
            .collect();
        if self.tells_jokers() { sweep::can_play::<OneJoker>(&problems) } else { sweep::can_play::<Plain>(&problems) }
    }

    /// The playable multisets of hand cards, each once, in a fixed order.
    pub fn plays(&self) -> Plays {
        Plays::new(self.clone())
    }

    /// The number of playable multisets of hand cards.
    pub fn count_plays(&self) -> u128 {
        subsets::count_plays(self)
    }

    /// A play that puts down the whole hand, or `None`.
    ///
    /// `nodes` bounds the number of states looked at; with no play found within it the answer is `None`.
    pub fn find_whole(&self, nodes: Option<u64>) -> Option<Play> {
        if has_stray(&self.rules, &self.table, &self.hand) {
            return None;
        }
        self.whole_among(&self.whole_problems(), nodes)
    }

    /// [`Position::find_whole`] with the sweeps to search.
    fn whole_among(&self, problems: &[(Scenario, Problem)], nodes: Option<u64>) -> Option<Play> {
        let opens = self.opened || self.rules.opening_run == 0 || play::has_opening_run(&self.rules, &self.hand);
        if self.hand.is_empty() || !opens {
            return None;
        }
        // A sweep that fails at once costs its bounds all the same.
        let most = nodes.map_or(problems.len(), |nodes| problems.len().min((nodes / NODES_A_SWEEP) as usize + 1));
        // Nothing is left in the hand, so every complete sweep costs nothing.
        self.find(&problems[..most], 1, Budget::new(nodes))
    }

    /// The sweeps that lay the whole hand.
    fn whole_problems(&self) -> Vec<(Scenario, Problem)> {
        let problems = self.problems(Objective::Cards.into(), Some(self.count_jokers()), false).into_iter();
        let problems = problems.filter_map(|(scenario, problem)| {
            let whole = scenario.whole()?;
            let problem = Problem::new(&self.rules, &whole, problem.wild, Objective::Cards.into());
            Some((whole, problem))
        });
        problems.collect()
    }

    /// Whether a meld may hold one joker only and there are jokers to lay.
    fn tells_jokers(&self) -> bool {
        let there = || self.table.cards().iter().chain(&self.hand).any(|card| card.is_joker());
        self.rules.jokers_a_meld == 1 && there()
    }

    /// The number of jokers in the hand.
    fn count_jokers(&self) -> u8 {
        self.hand.iter().filter(|card| card.is_joker()).count() as u8
    }

    /// The sweeps to search, one for each way to decide what becomes of the jokers on the table.
    ///
    /// With `jokers` given, just so many of the hand are laid. With `opening`, a first play that needs
    /// a run is split by the run that it holds.
    fn problems(&self, worth: Worth, jokers: Option<u8>, opening: bool) -> Vec<(Scenario, Problem)> {
        let hand = self.count_jokers();
        let (must, may) = jokers.map_or((0, hand), |jokers| (jokers, 0));
        self.problems_of(self.scenarios(opening), worth, must, may)
    }

    /// The ways to decide what becomes of the jokers on the table; with `opening`, a first play that needs a
    /// run is split by the run that it holds.
    fn scenarios(&self, opening: bool) -> Vec<Scenario> {
        let scenarios = Scenario::all(&self.rules, &self.table, &self.hand);
        if !opening || self.opened || self.rules.opening_run == 0 {
            return scenarios;
        }
        scenarios.into_iter().flat_map(|scenario| scenario.opened(&self.rules)).collect()
    }

    /// The sweep of each scenario; `must` and `may` say how many hand jokers are laid, and how many more may be.
    fn problems_of(&self, scenarios: Vec<Scenario>, worth: Worth, must: u8, may: u8) -> Vec<(Scenario, Problem)> {
        let loose = self.table.groups().filter(|group| is_loose(&self.rules, group)).map(|group| group[0]);
        let (_, loose) = count_wild(&[], loose);
        let with_problem = |scenario: Scenario| {
            let wild =
                Wild { must: must + scenario.freed, hand: may, loose, worth: worth.of(&self.rules, Card::JOKER) };
            let problem = Problem::new(&self.rules, &scenario, wild, worth);
            (scenario, problem)
        };
        scenarios.into_iter().map(with_problem).collect()
    }

    /// The cheapest play of several sweeps that costs less than `cap`.
    fn find(&self, problems: &[(Scenario, Problem)], cap: u16, budget: Budget) -> Option<Play> {
        if self.tells_jokers() {
            self.find_of::<OneJoker>(problems, cap, budget)
        } else {
            self.find_of::<Plain>(problems, cap, budget)
        }
    }

    fn find_of<R: Local>(&self, problems: &[(Scenario, Problem)], cap: u16, budget: Budget) -> Option<Play> {
        let (which, found) = sweep::find_best::<R>(problems.iter().map(|(_, problem)| problem), cap, budget)?;
        let (scenario, problem) = &problems[which];
        Some(self.play_of::<R>(scenario, problem, &found))
    }

    fn play_of<R: Local>(&self, scenario: &Scenario, problem: &Problem, found: &Found) -> Play {
        let table = |cut| rebuild::table_of::<R>(&self.rules, &self.table, scenario, problem, found, cut);
        let mut after = table(true);
        // A cut can part a joker from its neighbour.
        if self.rules.joker_law == JokerLaw::Neighbour
            && check_play(&self.rules, &self.table, &after, &self.hand, self.opened).is_err()
        {
            after = table(false);
        }
        Play { exact: found.exact, ..self.judged(after) }
    }

    /// The play that makes this table, which is known to be legal.
    fn judged(&self, after: Table) -> Play {
        debug_assert!(
            check_play(&self.rules, &self.table, &after, &self.hand, self.opened).is_ok(),
            "{:?} with {:?} became {after:?}",
            self.table,
            self.hand
        );
        let cards = Added::between(&self.table, &after).cards();
        if self.with_figures {
            play::judged(&self.rules, &self.table, after, cards)
        } else {
            Play { cards, table: after, split: 0, changed: Vec::new(), points: 0, exact: true }
        }
    }
}

/// All the cards in valid melds, jokers named, or `None` if there is no way.
///
/// # Errors
/// If there are more copies of a card or more jokers than the rule-set's packs hold.
pub fn partition(rules: &Rules, cards: &[Card]) -> Result<Option<Table>, Vec<Fault>> {
    let position = Position::new(rules, Table::default(), cards.to_vec(), true)?;
    if cards.is_empty() {
        return Ok(Some(Table::default()));
    }
    Ok(position.find_whole(None).map(|play| play.table))
}
