//! The core's part of a rule-set that turns and ends read.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
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

    /// Everything needed to build it again.
    #[pyo3(signature = () -> "tuple[object, tuple[()]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let flow = &self.0;
        let fields = PyDict::new(py);
        fields.set_item("draw_cards", flow.draw_cards)?;
        fields.set_item("draws_a_turn", flow.draws_a_turn)?;
        fields.set_item("draws_first", flow.draws_first)?;
        fields.set_item("draws_after_play", flow.draws_after_play)?;
        fields.set_item("knock", knock_text(flow.knock))?;
        fields.set_item("knock_count", flow.knock_count)?;
        fields.set_item("has_last_turns", flow.has_last_turns)?;
        fields.set_item("score", score_text(flow.score))?;
        fields.set_item("out_bonus", flow.out_bonus)?;
        fields.set_item("undercut_bonus", flow.undercut_bonus)?;
        let partial = py.import("functools")?.getattr("partial")?;
        let make = partial.call((py.get_type::<Self>(),), Some(&fields))?;
        Ok((make, PyTuple::empty(py)))
    }
}

const fn knock_text(knock: KnockWhen) -> &'static str {
    match knock {
        KnockWhen::No => "no",
        KnockWhen::AfterPlay => "after_play",
        KnockWhen::AfterTurn => "after_turn",
    }
}

const fn score_text(score: Score) -> &'static str {
    match score {
        Score::Left => "left",
        Score::Differences => "differences",
        Score::Nothing => "none",
    }
}
