//! What the choices of hand cards can lead to.
//!
//! A node stands for every state of the sweep that the choices so far can lead to. Choices that lead to
//! the same states have the same node, so most of a large tree of choices is looked at once. States from
//! which nothing can be completed, and those that another of the node can stand for, are left out.

use rustc_hash::FxHashMap;

use super::rivals::{Rival, keep_unbeaten};
use crate::card::Card;
use crate::search::Position;
use crate::search::bounds::Bounds;
use crate::search::fan::{Fan, State, Visit, Window};
use crate::search::problem::{POSITIONS, Problem};
use crate::search::runs::Runs;
use crate::search::sets::Take;
use crate::search::worth::{Worth, cost_of_laid};

/// The node of every complete path.
pub const END: u32 = 0;

/// So many states are held at most between two plays.
const MOST_HELD: usize = 1 << 20;

/// Numbers of states, in order.
type States = Vec<u32>;

pub struct Automaton<R> {
    /// Hand cards by position of the sweep and suit, and what each is worth.
    hand: [Take; POSITIONS],
    worth: [[i16; 4]; POSITIONS],
    /// What the jokers cost that are put down or left.
    cost_of_jokers: u16,
    end: usize,
    branches: Vec<Branch<R>>,
    states: Vec<Known>,
    state_numbers: FxHashMap<(u16, State), u32>,
    /// What each state can come to: a choice, and a state that can be completed.
    steps: Vec<(u16, u32)>,
    nodes: Vec<Node>,
    node_numbers: FxHashMap<States, u32>,
    edges: Vec<Edge>,
    /// The states in all nodes.
    held: usize,
    fan: Fan,
    /// States by choice, empty between two uses.
    buckets: Vec<States>,
    /// Empty between two uses.
    rivals: Vec<Rival>,
    root: Option<u32>,
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

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    branch: u16,
    state: State,
    rival: Rival,
    steps: Option<(u32, u32)>,
    is_live: Option<bool>,
}

#[derive(Default)]
struct Node {
    states: States,
    choices: Option<(u32, u32)>,
    count: Option<u128>,
    /// What every play from here on costs at least.
    bound: Option<u16>,
}

/// A choice at a node, counted in the mixed base of the hand cards of each suit, and the node it leads to.
#[derive(Clone, Copy)]
struct Edge {
    choice: u16,
    node: u32,
}

impl<R: Runs> Automaton<R> {
    /// For the plays that put down just so many hand jokers.
    pub fn new(position: &Position, jokers: u8, worth: Worth) -> Self {
        let mut automaton = Self {
            hand: [[0; 4]; POSITIONS],
            worth: [[0; 4]; POSITIONS],
            cost_of_jokers: 0,
            end: 0,
            branches: Vec::new(),
            states: Vec::new(),
            state_numbers: FxHashMap::default(),
            steps: Vec::new(),
            nodes: Vec::new(),
            node_numbers: FxHashMap::default(),
            edges: Vec::new(),
            held: 0,
            fan: Fan::default(),
            buckets: Vec::new(),
            rivals: Vec::new(),
            root: None,
        };
        automaton.clear();
        for (scenario, mut problem) in position.problems(worth, Some(jokers), true) {
            // A choice says which cards are put down, so a joker can be laid for a card that stays.
            problem.saves_jokers = false;
            let mut bounds = Bounds::default();
            bounds.fill(&problem);
            let mut branch = Branch { bounds, laid: [[0; 4]; POSITIONS], hand: [[0; 4]; POSITIONS], problem };
            for index in 0..scenario.laid.len() {
                let (position, suit) = branch.problem.place_of(index);
                branch.laid[position][suit] = scenario.laid[index];
                branch.hand[position][suit] = scenario.hand[index];
            }
            automaton.branches.push(branch);
        }
        let Some(branch) = automaton.branches.first() else { return automaton };
        automaton.end = branch.problem.end;
        automaton.worth = branch.problem.worth;
        let of_joker = worth.of(&position.rules, Card::JOKER);
        automaton.cost_of_jokers = cost_of_laid(of_joker, position.count_jokers(), jokers);
        for card in position.hand.iter().filter_map(|card| card.identity()) {
            let (position, suit) = branch.problem.place_of(card.byte() as usize);
            automaton.hand[position][suit] += 1;
        }
        let starts: Vec<(u16, State)> =
            (0..).zip(&automaton.branches).map(|(at, branch)| (at, State::start(&branch.problem))).collect();
        let states = starts.into_iter().map(|(at, state)| automaton.number_state(at, state));
        let states: States = states.collect::<Vec<_>>();
        let live = states.into_iter().filter(|&state| automaton.is_live(state)).collect::<Vec<_>>();
        automaton.root = automaton.reach(live);
        automaton
    }

    /// The node before any choice; `None` if there is no way at all.
    pub fn root(&self) -> Option<u32> {
        self.root
    }

    /// The position at which a node chooses.
    fn position(&self, node: u32) -> usize {
        let first = self.nodes[node as usize].states[0];
        self.states[first as usize].state.position as usize
    }

    /// The choices of a node, as a range of edges; a play lies ahead of each.
    pub fn choices(&mut self, node: u32) -> (u32, u32) {
        if let Some(choices) = self.nodes[node as usize].choices {
            return choices;
        }
        let states = core::mem::take(&mut self.nodes[node as usize].states);
        let mut buckets = self.spread(&states);
        self.nodes[node as usize].states = states;
        let start = self.edges.len();
        for (choice, states) in buckets.iter_mut().enumerate() {
            if !states.is_empty()
                && let Some(node) = self.reach(core::mem::take(states))
            {
                self.edges.push(Edge { choice: choice as u16, node });
            }
        }
        self.buckets = buckets;
        let choices = (start as u32, self.edges.len() as u32);
        self.nodes[node as usize].choices = Some(choices);
        choices
    }

    /// The node that a choice leads to.
    pub fn follow(&self, edge: u32) -> u32 {
        self.edges[edge as usize].node
    }

    /// The hand cards of each suit that a choice of a node puts down.
    fn chosen(&self, node: u32, edge: u32) -> Take {
        let mut choice = self.edges[edge as usize].choice;
        self.hand[self.position(node)].map(|cards| {
            let base = u16::from(cards) + 1;
            let chosen = (choice % base) as u8;
            choice /= base;
            chosen
        })
    }

    /// Adds the cards that a choice of a node puts down.
    pub fn put_down(&self, node: u32, edge: u32, cards: &mut Vec<Card>) {
        let rank = Problem::rank(self.position(node));
        for (suit, chosen) in (0..).zip(self.chosen(node, edge)) {
            cards.extend((0..chosen).map(|_| Card::natural(rank, suit)));
        }
    }

    /// What the jokers cost that are put down or left.
    pub fn cost_of_jokers(&self) -> u16 {
        self.cost_of_jokers
    }

    /// What a choice of a node costs.
    pub fn cost_of(&self, node: u32, edge: u32) -> u16 {
        let position = self.position(node);
        let (hand, worth) = (self.hand[position], self.worth[position]);
        let chosen = self.chosen(node, edge);
        (0..4).map(|suit| cost_of_laid(worth[suit], hand[suit], chosen[suit])).sum()
    }

    /// What every play from a node on costs at least.
    pub fn bound(&mut self, node: u32) -> u16 {
        let Node { states, bound, .. } = &self.nodes[node as usize];
        if let Some(bound) = bound {
            return *bound;
        }
        let least = states.iter().map(|&state| self.bound_of(state)).min().unwrap_or(0);
        self.nodes[node as usize].bound = Some(least);
        least
    }

    fn bound_of(&self, state: u32) -> u16 {
        let Known { branch, state, .. } = self.states[state as usize];
        let Branch { problem, bounds, .. } = &self.branches[branch as usize];
        let jokers = (problem.wild.count() - state.wild) as usize;
        let of_suit = |suit: usize| {
            let row = bounds.row(state.position as usize, suit, state.high[suit]);
            row[jokers * bounds.stride() + state.runs[suit] as usize]
        };
        (0..4).map(of_suit).sum()
    }

    /// The number of complete paths from a node.
    pub fn count(&mut self, node: u32) -> u128 {
        if let Some(count) = self.nodes[node as usize].count {
            return count;
        }
        let was_full = self.is_full();
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        let (start, end) = self.choices(node);
        let count = (start..end).map(|edge| self.count(self.follow(edge))).sum();
        if was_full {
            // What came up since is forgotten; the nodes before it that lead there have been counted.
            for node in self.nodes.drain(nodes..) {
                self.held -= node.states.len();
                self.node_numbers.remove(&node.states);
            }
            self.edges.truncate(edges);
        }
        self.nodes[node as usize].count = Some(count);
        count
    }

    /// Whether putting down nothing is a complete path.
    pub fn is_empty_path(&mut self) -> bool {
        let Some(mut node) = self.root else { return false };
        while node != END {
            let (start, end) = self.choices(node);
            let none = (start..end).find(|&edge| self.edges[edge as usize].choice == 0);
            let Some(none) = none else { return false };
            node = self.follow(none);
        }
        true
    }

    /// Whether so much is held that it should be forgotten.
    pub fn is_full(&self) -> bool {
        self.held > MOST_HELD || self.steps.len() > MOST_HELD
    }

    /// Forgets everything but these nodes, which are given new numbers.
    pub fn forget<'a>(&mut self, kept: impl Iterator<Item = &'a mut u32>) {
        let (nodes, known) = (core::mem::take(&mut self.nodes), core::mem::take(&mut self.states));
        self.clear();
        for number in kept.filter(|number| **number != END) {
            let states = nodes[*number as usize].states.iter().map(|&state| &known[state as usize]);
            let mut states: States = states.map(|known| self.number_state(known.branch, known.state)).collect();
            states.sort_unstable();
            *number = self.number(states);
        }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.state_numbers.clear();
        self.steps.clear();
        self.nodes.clear();
        self.nodes.push(Node { count: Some(1), bound: Some(0), ..Node::default() });
        self.node_numbers.clear();
        self.edges.clear();
        self.held = 0;
    }

    fn number_state(&mut self, branch: u16, state: State) -> u32 {
        let states = &mut self.states;
        *self.state_numbers.entry((branch, state)).or_insert_with(|| {
            let number = states.len() as u32;
            let rival = Rival::new::<R>(branch, state, number);
            states.push(Known { branch, state, rival, steps: None, is_live: None });
            number
        })
    }

    /// The number of the node with these states.
    fn number(&mut self, states: States) -> u32 {
        if let Some(&number) = self.node_numbers.get(&states) {
            return number;
        }
        let number = self.nodes.len() as u32;
        self.held += states.len();
        self.node_numbers.insert(states.clone(), number);
        self.nodes.push(Node { states, ..Node::default() });
        number
    }

    /// The node that states lead to where no choice comes before it; `None` if there are none.
    fn reach(&mut self, mut states: States) -> Option<u32> {
        loop {
            self.reduce(&mut states);
            let position = self.states[*states.first()? as usize].state.position as usize;
            if position == self.end {
                return Some(END);
            }
            if self.hand[position] != [0; 4] {
                return Some(self.number(states));
            }
            let mut buckets = self.spread(&states);
            states.clear();
            states.append(&mut buckets[0]);
            self.buckets = buckets;
        }
    }

    /// Puts states in order and leaves out those that another can stand for.
    fn reduce(&mut self, states: &mut States) {
        if states.len() < 2 {
            return;
        }
        let mut rivals = core::mem::take(&mut self.rivals);
        rivals.extend(states.drain(..).map(|number| self.states[number as usize].rival));
        keep_unbeaten(&mut rivals);
        states.extend(rivals.drain(..).map(|rival| rival.number));
        self.rivals = rivals;
        states.sort_unstable();
    }

    /// The states after the next position, by choice.
    fn spread(&mut self, states: &[u32]) -> Vec<States> {
        let mut buckets = core::mem::take(&mut self.buckets);
        let position = self.states[states[0] as usize].state.position as usize;
        let choices: usize = self.hand[position].iter().map(|&cards| cards as usize + 1).product();
        buckets.resize_with(choices.max(buckets.len()), Vec::new);
        for &state in states {
            let (start, end) = self.steps_of(state);
            for &(choice, next) in &self.steps[start as usize..end as usize] {
                buckets[choice as usize].push(next);
            }
        }
        buckets
    }

    /// What can come of a state, as a range of steps.
    fn steps_of(&mut self, number: u32) -> (u32, u32) {
        let known = &self.states[number as usize];
        if let Some(steps) = known.steps {
            return steps;
        }
        let (at, state) = (known.branch, known.state);
        let position = state.position as usize;
        let bases = self.hand[position].map(|cards| usize::from(cards) + 1);
        let mut found: Vec<(u16, State)> = Vec::new();
        let Self { branches, fan, .. } = self;
        let branch = &branches[at as usize];
        fan.expand(&branch.problem, &branch.bounds, state, Window::ALL, &mut |visit: Visit| {
            branch.each_choice(position, &visit, bases, &mut |choice| found.push((choice as u16, visit.state)));
        });
        found.sort_unstable();
        found.dedup();
        let mut steps: Vec<(u16, u32)> =
            found.into_iter().map(|(choice, state)| (choice, self.number_state(at, state))).collect();
        steps.retain(|&(_, state)| self.is_live(state));
        let start = self.steps.len() as u32;
        for group in steps.chunk_by(|one, other| one.0 == other.0) {
            let mut states: States = group.iter().map(|&(_, state)| state).collect();
            self.reduce(&mut states);
            self.steps.extend(states.into_iter().map(|state| (group[0].0, state)));
        }
        let steps = (start, self.steps.len() as u32);
        self.states[number as usize].steps = Some(steps);
        steps
    }

    /// Whether anything complete can come of a state.
    fn is_live(&mut self, number: u32) -> bool {
        let known = &self.states[number as usize];
        if let Some(is_live) = known.is_live {
            return is_live;
        }
        let is_live = if known.state.position as usize == self.end {
            self.branches[known.branch as usize].problem.wild.cost(known.state.wild).is_some()
        } else {
            let (start, end) = self.steps_of(number);
            start < end
        };
        self.states[number as usize].is_live = Some(is_live);
        is_live
    }
}

impl<R: Runs> Branch<R> {
    /// Calls `take` with each choice of hand cards that a step can stand for. Where cards lie loose the
    /// step says only how many it lays of both.
    fn each_choice(&self, position: usize, visit: &Visit, bases: [usize; 4], take: &mut impl FnMut(usize)) {
        if self.problem.closes && position == 13 {
            return take(0);
        }
        let step = &visit.step;
        let (mut least, mut most) = ([0; 4], [0; 4]);
        for suit in 0..4 {
            let forced = self.problem.forced[position][suit];
            let wild = step.wild_sets[suit] + step.wild_runs[suit];
            let laid = step.sets[suit] + step.runs[suit] + step.high[suit] - wild;
            let free = laid - (self.problem.must[position][suit] - forced);
            let on_fixed = self.laid[position][suit];
            least[suit] = on_fixed + forced.max(free.saturating_sub(self.problem.loose[position][suit]));
            most[suit] = on_fixed + free.min(self.hand[position][suit]);
        }
        let [c, d, h, _] = bases;
        for s3 in least[3]..=most[3] {
            for s2 in least[2]..=most[2] {
                for s1 in least[1]..=most[1] {
                    for s0 in least[0]..=most[0] {
                        let [s0, s1, s2, s3] = [s0, s1, s2, s3].map(usize::from);
                        take(s0 + c * (s1 + d * (s2 + h * s3)));
                    }
                }
            }
        }
    }
}
