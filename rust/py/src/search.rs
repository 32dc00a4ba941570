//! The searches, as Python asks them.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rummy_core::search::{Objective, Plays, Position};

use crate::convert::{bytes_of, cards_of, refused, table_of};
use crate::play::Play;
use crate::rules::Rules;

/// The position to search from.
pub fn position_of(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
) -> PyResult<Position> {
    let (table, hand) = (table_of(table)?, cards_of(hand)?);
    Position::new(&rules.0, table, hand, opened).map_err(|faults| refused(py, faults))
}

/// A best play by the number of cards or by points, or `None`.
///
/// Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, points, opened, least_disturbance, nodes))]
#[allow(clippy::too_many_arguments)]
pub fn best_play(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    points: bool,
    opened: bool,
    least_disturbance: bool,
    nodes: Option<u64>,
) -> PyResult<Option<Play>> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(py.detach(|| best_of(&position, points, least_disturbance, nodes)).map(Play))
}

/// A best play by the number of cards or by points, on request with the least disturbance.
pub fn best_of(
    position: &Position,
    points: bool,
    least_disturbance: bool,
    nodes: Option<u64>,
) -> Option<rummy_core::Play> {
    let objective = if points { Objective::Points } else { Objective::Cards };
    if least_disturbance { position.gentlest_play(objective, nodes) } else { position.best_play(objective, nodes) }
}

/// A play that is easy to see, or `None`. Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened))]
pub fn hint(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
) -> PyResult<Option<Play>> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(py.detach(|| position.hint()).map(Play))
}

/// Whether there is any play. Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened))]
pub fn can_play(py: Python<'_>, rules: &Rules, table: &Bound<'_, PyAny>, hand: &[u8], opened: bool) -> PyResult<bool> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(py.detach(|| position.can_play()))
}

/// A play that puts down exactly these hand cards, or `None`. Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", cards, opened))]
pub fn find_play(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    cards: &[u8],
    opened: bool,
) -> PyResult<Option<Play>> {
    let position = position_of(py, rules, table, cards, opened)?;
    Ok(py.detach(|| position.find_whole()).map(Play))
}

/// The playable multisets of hand cards, each once, in a fixed order.
///
/// Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened))]
pub fn plays(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
) -> PyResult<PlaysIterator> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(PlaysIterator(Mutex::new(position.plays())))
}

/// An iterator of the playable multisets of hand cards, each as bytes in card order.
#[pyclass(frozen, module = "rummy._core")]
pub struct PlaysIterator(Mutex<Plays>);

#[pymethods]
impl PlaysIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let cards = py.detach(|| self.0.lock().ok().and_then(|mut plays| plays.next()))?;
        Some(bytes_of(py, &cards))
    }
}

/// All the cards in valid melds, or `None`. Raises `Refused` for more copies than there can be.
#[pyfunction]
pub fn partition<'py>(py: Python<'py>, rules: &Rules, cards: &[u8]) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
    let cards = cards_of(cards)?;
    let table = py.detach(|| rummy_core::search::partition(&rules.0, &cards)).map_err(|faults| refused(py, faults))?;
    Ok(table.map(|table| table.groups().map(|group| bytes_of(py, group)).collect()))
}

/// The number of different tables that hold exactly these cards in valid melds.
///
/// Raises `Refused` for more copies than there can be.
#[pyfunction]
pub fn count_partitions(py: Python<'_>, rules: &Rules, cards: &[u8]) -> PyResult<u128> {
    let cards = cards_of(cards)?;
    py.detach(|| rummy_core::search::count_partitions(&rules.0, &cards)).map_err(|faults| refused(py, faults))
}
