//! Python's face of the core: bytes in, bytes out. It decides nothing.

use pyo3::prelude::*;

mod batch;
mod convert;
mod flow;
mod moves;
mod play;
mod playout;
mod rules;
mod search;

/// Melds, legality and exact search for manipulation rummy.
///
/// A card is one byte: `(rank - 1) * 4 + suit` for a natural card, 64 more for a joker that stands
/// for that card, 116 for a joker without a name. A meld or a hand is `bytes`, a table a sequence
/// of `bytes`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::{Batch, Pending};
    #[pymodule_export]
    use super::convert::Refused;
    #[pymodule_export]
    use super::flow::Flow;
    #[pymodule_export]
    use super::moves::find_moves;
    #[pymodule_export]
    use super::play::{Play, arrange, check_melds, check_play, check_position};
    #[pymodule_export]
    use super::playout::{Style, play_out, think};
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::search::{
        PlaysIterator, best_play, can_play, count_partitions, count_plays, find_play, find_playable, find_whole, hint,
        partition, plays, top_plays,
    };
}
