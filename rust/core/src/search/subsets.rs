//! Every playable multiset of hand cards.

use super::bounds::Bounds;
use super::fan::{Fan, State, Visit, Window};
use super::problem::{POSITIONS, Problem};
use super::runs::{OneJoker, Plain, Runs};
use super::sets::Take;
use super::{Objective, Position};
use crate::card::Card;
use crate::play::has_opening_run;

/// The playable multisets of hand cards, each once, its cards in card order.
///
/// For each number of jokers it goes rank by rank, choosing which hand cards are put down, and
/// carries along every state that the choices so far can lead to, for every way to decide what
/// becomes of the jokers on the table. A choice is given up as soon as no state is left. Memory is
/// bounded by the states of one path.
pub struct Plays(Box<dyn Iterator<Item = Vec<Card>> + Send>);

impl Plays {
    pub(super) fn new(position: Position) -> Self {
        if position.tells_jokers() {
            Self(Box::new(PlaysOf::<OneJoker>::new(position)))
        } else {
            Self(Box::new(PlaysOf::<Plain>::new(position)))
        }
    }
}

impl Iterator for Plays {
    type Item = Vec<Card>;

    fn next(&mut self) -> Option<Vec<Card>> {
        self.0.next()
    }
}

struct PlaysOf<R> {
    position: Position,
    /// Hand cards by position of the sweep and suit.
    hand: [Take; POSITIONS],
    first: usize,
    end: usize,
    /// Hand jokers put down.
    jokers: u8,
    branches: Vec<Branch<R>>,
    stack: Vec<Level>,
    fan: Fan,
}

/// The sweep for one way to decide what becomes of the jokers on the table.
struct Branch<R> {
    problem: Problem,
    bounds: Bounds<R>,
    /// Hand cards put on fixed melds, by position and suit.
    laid: [Take; POSITIONS],
    /// Hand cards at reach of the sweep.
    hand: [Take; POSITIONS],
}

/// One position of the path: the states before it and the choices still to try.
struct Level {
    states: Vec<(u16, State)>,
    /// Hand cards put down by the choices before this position.
    cards: Vec<Card>,
    /// The next choice, counted in the mixed base of the hand cards of each suit.
    choice: u32,
}

impl<R: Runs> PlaysOf<R> {
    fn new(position: Position) -> Self {
        let mut plays = Self {
            position,
            hand: [[0; 4]; POSITIONS],
            first: 0,
            end: 0,
            jokers: 0,
            branches: Vec::new(),
            stack: Vec::new(),
            fan: Fan::default(),
        };
        plays.start();
        plays
    }

    /// Begins the paths that put down so many hand jokers.
    fn start(&mut self) {
        self.branches.clear();
        for (scenario, problem) in self.position.problems(Objective::Cards, Some(self.jokers), false) {
            let mut bounds = Bounds::default();
            bounds.fill(&problem);
            let mut branch = Branch { bounds, laid: [[0; 4]; POSITIONS], hand: [[0; 4]; POSITIONS], problem };
            for index in 0..scenario.laid.len() {
                let (position, suit) = branch.problem.place_of(index);
                branch.laid[position][suit] = scenario.laid[index];
                branch.hand[position][suit] = scenario.hand[index];
            }
            self.branches.push(branch);
        }
        let Some(branch) = self.branches.first() else { return };
        (self.first, self.end) = (branch.problem.first, branch.problem.end);
        self.hand = [[0; 4]; POSITIONS];
        for card in self.position.hand.iter().filter_map(|card| card.identity()) {
            let (position, suit) = branch.problem.place_of(card.byte() as usize);
            self.hand[position][suit] += 1;
        }
        let states = self.branches.iter().enumerate();
        let states = states.map(|(at, branch)| (at as u16, State::start(&branch.problem))).collect();
        self.stack.push(Level { states, cards: Vec::new(), choice: 0 });
    }

    /// The hand cards of each suit put down by a choice at a position, or `None` past the last choice.
    fn chosen(&self, position: usize, mut choice: u32) -> Option<Take> {
        let chosen = self.hand[position].map(|cards| {
            let base = u32::from(cards) + 1;
            let chosen = (choice % base) as u8;
            choice /= base;
            chosen
        });
        (choice == 0).then_some(chosen)
    }

    /// The states after exactly these hand cards are put down at a position.
    fn after(&mut self, position: usize, states: &[(u16, State)], chosen: Take) -> Vec<(u16, State)> {
        let mut next = Vec::new();
        for &(at, state) in states {
            let Branch { problem, bounds, laid, hand } = &self.branches[at as usize];
            let cards = core::array::from_fn(|suit| {
                if problem.closes && position == 13 {
                    return Some(problem.cards(position, suit, state.high[suit]));
                }
                let swept = chosen[suit].checked_sub(laid[position][suit])?;
                let forced = problem.forced[position][suit];
                if swept < forced || swept > hand[position][suit] {
                    return None;
                }
                let must = problem.must[position][suit] - forced + swept;
                Some((must, must + problem.loose[position][suit]))
            });
            let [Some(c), Some(d), Some(h), Some(s)] = cards else { continue };
            self.fan.expand_cards(problem, bounds, state, [c, d, h, s], Window::ALL, &mut |visit: Visit| {
                let ended = visit.state.position as usize == problem.end;
                if !ended || problem.wild.cost(visit.state.wild).is_some() {
                    next.push((at, visit.state));
                }
            });
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The cards of a complete path, if they are a play.
    fn complete(&self, mut cards: Vec<Card>) -> Option<Vec<Card>> {
        cards.extend((0..self.jokers).map(|_| Card::JOKER));
        cards.sort_unstable();
        let rules = &self.position.rules;
        let opens = self.position.opened || rules.opening_run == 0 || has_opening_run(rules, &cards);
        (!cards.is_empty() && opens).then_some(cards)
    }

    /// Goes on to the next complete path with this number of jokers.
    fn next_path(&mut self) -> Option<Vec<Card>> {
        while let Some(mut level) = self.stack.pop() {
            let position = self.first + self.stack.len();
            if position == self.end {
                if let Some(cards) = self.complete(level.cards) {
                    return Some(cards);
                }
                continue;
            }
            let Some(chosen) = self.chosen(position, level.choice) else { continue };
            let states = self.after(position, &level.states, chosen);
            level.choice += 1;
            let mut cards = level.cards.clone();
            self.stack.push(level);
            if !states.is_empty() {
                let rank = Problem::rank(position);
                let laid = (0..4u8).flat_map(|suit| (0..chosen[suit as usize]).map(move |_| Card::natural(rank, suit)));
                cards.extend(laid);
                self.stack.push(Level { states, cards, choice: 0 });
            }
        }
        None
    }
}

impl<R: Runs> Iterator for PlaysOf<R> {
    type Item = Vec<Card>;

    fn next(&mut self) -> Option<Vec<Card>> {
        loop {
            if let Some(cards) = self.next_path() {
                return Some(cards);
            }
            if self.jokers >= self.position.count_jokers() {
                return None;
            }
            self.jokers += 1;
            self.start();
        }
    }
}
