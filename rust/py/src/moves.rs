//! The fewest moves, as Python asks for them.

use pyo3::prelude::*;

use crate::convert::table_of;

/// A move: the card, its group or `None` for the hand, the group it comes to, and the card as it lies there.
type MoveParts = (u8, Option<usize>, usize, u8);

/// The fewest moves of single cards that turn one table into another, in order; `None` if a card is lost.
///
/// Groups are positions in the table before, those that are new follow. A joker that gets another name
/// where it lies has one group twice.
#[pyfunction]
#[pyo3(signature = (before: "list[bytes] | tuple[bytes, ...]", after: "list[bytes] | tuple[bytes, ...]"))]
pub fn find_moves(before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<Option<Vec<MoveParts>>> {
    let moves = rummy_core::moves::find_moves(&table_of(before)?, &table_of(after)?);
    Ok(moves.map(|moves| {
        moves.iter().map(|step| (step.card.byte(), step.source, step.target, step.becomes.byte())).collect()
    }))
}
