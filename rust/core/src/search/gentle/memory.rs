//! What a gentle search works in.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::oracle::Oracle;
use super::sets::SetsFinder;
use super::suits::Suits;
use super::turns::Laying;
use super::{After, Lists, Node, State, Turn};
use crate::search::problem::Problem;
use crate::search::runs::Runs;

/// Memory that a search works in; nothing in it outlives the search.
pub struct Memory<R> {
    pub(super) oracle: Oracle<R>,
    pub(super) suits: Suits,
    pub(super) turns: Vec<Turn>,
    pub(super) finder: SetsFinder,
    pub(super) layings: Vec<Laying>,
    pub(super) made: Vec<Turn>,
    pub(super) after: Vec<After>,
    pub(super) lists: Lists,
    pub(super) arena: Vec<Node>,
    pub(super) seen: FxHashMap<State, u64>,
    pub(super) queue: BinaryHeap<(Reverse<u64>, u8, u32)>,
}

impl<R> Default for Memory<R> {
    fn default() -> Self {
        Self {
            oracle: Oracle::default(),
            suits: Suits::default(),
            turns: Vec::new(),
            finder: SetsFinder::default(),
            layings: Vec::new(),
            made: Vec::new(),
            after: Vec::new(),
            lists: Lists::default(),
            arena: Vec::new(),
            seen: FxHashMap::default(),
            queue: BinaryHeap::new(),
        }
    }
}

/// Above this many turns a search gives its memory back.
const KEEP_TURNS: usize = 1 << 14;

impl<R: Runs> Memory<R> {
    /// Begins anew with a problem and at most so many jokers in a meld. What a search empties before it
    /// uses it is left as it is.
    pub fn start(&mut self, problem: &Problem, limit: u8) {
        self.oracle.start(problem);
        self.suits.clear();
        self.turns.clear();
        self.finder.start(limit);
    }

    /// Whether it is small enough to be kept for the next search.
    pub fn is_small(&self) -> bool {
        self.turns.len() <= KEEP_TURNS && self.seen.capacity() <= KEEP_TURNS && self.oracle.is_small()
    }
}
