//! Which states can stand for others.

use crate::search::fan::State;
use crate::search::runs::Runs;

/// What matters when two states are compared.
#[derive(Clone, Copy)]
pub struct Rival {
    pub number: u32,
    /// Branch, jokers laid and aces kept: only states alike in these are compared.
    fixed: u32,
    /// For each suit what [`Runs::weakness`] says.
    weakness: u128,
    /// The sum of its fields.
    sum: u16,
}

impl Rival {
    pub fn new<R: Runs>(branch: u16, state: State, number: u32) -> Self {
        let fixed = state.high.iter().fold(u32::from(branch), |bits, &high| bits << 3 | u32::from(high));
        let fixed = fixed << 4 | u32::from(state.wild);
        let weakness = state.runs.iter().fold(0, |bits, &open| bits << 24 | u128::from(R::weakness(open)));
        let sum = (0..24).map(|field| (weakness >> (4 * field) & 7) as u16).sum();
        Self { number, fixed, weakness, sum }
    }
}

/// The high bit of each field of a weakness.
const GUARDS: u128 = 0x8888_8888_8888_8888_8888_8888;

/// Leaves out the states that another can stand for, and repeated ones.
pub fn keep_unbeaten(rivals: &mut Vec<Rival>) {
    // One that can stand for another comes before it, for the sum of its fields is less.
    rivals.sort_unstable_by_key(|rival| (rival.fixed, rival.sum, rival.number));
    rivals.dedup_by_key(|rival| rival.number);
    let (mut kept, mut first) = (0, 0);
    for at in 0..rivals.len() {
        let rival = rivals[at];
        if kept > first && rivals[kept - 1].fixed != rival.fixed {
            first = kept;
        }
        let is_beaten =
            rivals[first..kept].iter().any(|better| ((rival.weakness | GUARDS) - better.weakness) & GUARDS == GUARDS);
        if !is_beaten {
            rivals[kept] = rival;
            kept += 1;
        }
    }
    rivals.truncate(kept);
}
