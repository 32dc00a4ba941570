//! The states of one suit, each with a number of its own.

use rustc_hash::FxHashMap;

use super::carry::Run;
use crate::search::runs::Open;

/// Most runs of one suit open at once: two packs and four jokers.
pub const MOST_OPEN: usize = 6;
/// Most jokers under any name.
const MOST_WILD: usize = 4;

/// The open runs of one suit in order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunList {
    runs: [Run; MOST_OPEN],
    len: u8,
}

impl RunList {
    pub fn as_slice(&self) -> &[Run] {
        &self.runs[..self.len as usize]
    }

    pub fn as_mut_slice(&mut self) -> &mut [Run] {
        &mut self.runs[..self.len as usize]
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Adds a run; `false` if there is no room for it.
    pub fn push(&mut self, run: Run) -> bool {
        let has_room = self.len() < MOST_OPEN;
        if has_room {
            self.runs[self.len as usize] = run;
            self.len += 1;
        }
        has_room
    }
}

/// What the rest of one suit costs at least.
#[derive(Clone, Copy, Default)]
pub struct Rest {
    pub least: u64,
    pub is_exact: bool,
}

/// One suit before a position.
#[derive(Clone, Copy)]
pub struct Spot {
    pub position: u8,
    pub suit: u8,
    /// Natural and named aces kept for the end.
    pub high: (u8, u8),
    pub runs: RunList,
    /// The runs as the plain sweep sees them.
    pub plain: Open,
    /// The turns that were made, if they were.
    pub turns: Option<(u32, u32)>,
    /// By jokers that may be used.
    pub rest: [Rest; MOST_WILD + 1],
}

/// The states of all suits that were met.
#[derive(Default)]
pub struct Suits {
    numbers: FxHashMap<u128, u32>,
    suits: Vec<Spot>,
}

impl Suits {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.suits.clear();
    }

    pub fn get(&self, number: u32) -> &Spot {
        &self.suits[number as usize]
    }

    /// The number of a state; `make` makes it where it is new.
    pub fn number(&mut self, key: (u8, u8), runs: &RunList, high: (u8, u8), make: impl FnOnce() -> Spot) -> u32 {
        let bits = runs.as_slice().iter().fold(1u128, |bits, run| bits << 16 | run.bits());
        let bits = bits << 8 | u128::from(high.0) << 4 | u128::from(high.1);
        let bits = bits << 6 | u128::from(key.0) << 2 | u128::from(key.1);
        let suits = &mut self.suits;
        *self.numbers.entry(bits).or_insert_with(|| {
            suits.push(make());
            suits.len() as u32 - 1
        })
    }

    pub fn set_turns(&mut self, number: u32, turns: (u32, u32)) {
        self.suits[number as usize].turns = Some(turns);
    }

    /// Records a bound.
    pub fn learn(&mut self, number: u32, jokers: usize, least: u64, is_exact: bool) {
        self.suits[number as usize].rest[jokers] = Rest { least, is_exact };
    }
}
