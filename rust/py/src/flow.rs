//! The core's part of a rule-set that turns and ends read.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rummy_core::deal::{KnockWhen, Score};

/// What turns and ends read of a rule-set. Every field is given: there are no defaults.
#[pyclass(frozen, eq, hash, module = "rummy._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Flow(pub rummy_core::deal::Flow);

#[pymethods]
impl Flow {
    /// Raises `ValueError` for an unknown knock or score.
    #[new]
    #[pyo3(signature = (
        *,
        draw_cards,
        draws_a_turn,
        draws_first,
        draws_after_play,
        knock,
        knock_count,
        has_last_turns,
        score,
        out_bonus,
        undercut_bonus
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        draw_cards: u8,
        draws_a_turn: Option<u8>,
        draws_first: bool,
        draws_after_play: u8,
        knock: &str,
        knock_count: u32,
        has_last_turns: bool,
        score: &str,
        out_bonus: u32,
        undercut_bonus: u32,
    ) -> PyResult<Self> {
        let knock = match knock {
            "no" => KnockWhen::No,
            "after_play" => KnockWhen::AfterPlay,
            "after_turn" => KnockWhen::AfterTurn,
            _ => return Err(PyValueError::new_err(format!("no such knock: {knock:?}"))),
        };
        let score = match score {
            "left" => Score::Left,
            "differences" => Score::Differences,
            "none" => Score::Nothing,
            _ => return Err(PyValueError::new_err(format!("no such score: {score:?}"))),
        };
        Ok(Self(rummy_core::deal::Flow {
            draw_cards,
            draws_a_turn,
            draws_first,
            draws_after_play,
            knock,
            knock_count,
            has_last_turns,
            score,
            out_bonus,
            undercut_bonus,
        }))
    }
}
