//! The searches, as Python asks them.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rummy_core::search::{MOST_VALUE, Objective, Plays, Position, Values, Worth, slot_of};

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

/// What a search makes most of, as Python says it.
enum Aim {
    Objective(Objective),
    Values(Values),
}

impl Aim {
    /// `values` by card, the joker last, where the objective does not count.
    fn new(points: bool, values: Option<Vec<i64>>, hand: &[u8]) -> PyResult<Self> {
        let Some(values) = values else {
            return Ok(Self::Objective(if points { Objective::Points } else { Objective::Cards }));
        };
        let values: [i64; 53] = values
            .try_into()
            .map_err(|_| PyValueError::new_err("values are 53 numbers: one for each card, the joker last"))?;
        let values = Values::new(&cards_of(hand)?, |card| values[slot_of(card)]);
        let too_much = || PyValueError::new_err(format!("the values of a hand may come to {MOST_VALUE} at most"));
        values.map(Self::Values).ok_or_else(too_much)
    }

    fn worth(&self) -> Worth<'_> {
        match self {
            Self::Objective(objective) => (*objective).into(),
            Self::Values(values) => values.into(),
        }
    }
}

/// A best play by the number of cards, by points, or by values (by card, the joker last), or `None`.
///
/// Raises `Refused` if the position cannot occur, `ValueError` if the values of the hand come to too much.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, points, opened, least_disturbance, nodes, values: "list[int] | None"))]
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
    values: Option<Vec<i64>>,
) -> PyResult<Option<Play>> {
    let position = position_of(py, rules, table, hand, opened)?;
    let aim = Aim::new(points, values, hand)?;
    Ok(py.detach(|| best_of(&position, aim.worth(), least_disturbance, nodes)).map(Play))
}

/// A best play, on request with the least disturbance.
pub fn best_of(
    position: &Position,
    worth: Worth<'_>,
    least_disturbance: bool,
    nodes: Option<u64>,
) -> Option<rummy_core::Play> {
    if least_disturbance { position.gentlest_play(worth, nodes) } else { position.best_play(worth, nodes) }
}

/// The hand cards of the best plays, `most` of them at most, the best first.
///
/// Raises `Refused` if the position cannot occur, `ValueError` if the values of the hand come to too much.
#[pyfunction]
#[pyo3(signature = (
    rules,
    table: "list[bytes] | tuple[bytes, ...]",
    hand,
    most,
    points,
    opened,
    values: "list[int] | None"
))]
#[allow(clippy::too_many_arguments)]
pub fn top_plays<'py>(
    py: Python<'py>,
    rules: &Rules,
    table: &Bound<'py, PyAny>,
    hand: &[u8],
    most: usize,
    points: bool,
    opened: bool,
    values: Option<Vec<i64>>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let position = position_of(py, rules, table, hand, opened)?;
    let aim = Aim::new(points, values, hand)?;
    let found = py.detach(|| position.top_plays(aim.worth(), most, None)).unwrap_or_default();
    Ok(found.iter().map(|cards| bytes_of(py, cards)).collect())
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

/// Whether there is any play that puts down at least the hand cards `including`.
///
/// Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened, including))]
pub fn can_play(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
    including: &[u8],
) -> PyResult<bool> {
    let position = position_of(py, rules, table, hand, opened)?;
    let including = cards_of(including)?;
    Ok(py.detach(|| position.can_play_including(&including)))
}

/// The kinds of hand card of which some play puts down one more than `including` holds, with all of these.
///
/// Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened, including))]
pub fn find_playable<'py>(
    py: Python<'py>,
    rules: &Rules,
    table: &Bound<'py, PyAny>,
    hand: &[u8],
    opened: bool,
    including: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let position = position_of(py, rules, table, hand, opened)?;
    let including = cards_of(including)?;
    let playable = py.detach(|| position.playable_including(&including));
    Ok(bytes_of(py, &playable))
}

/// A play of the whole hand, or `None`: there is none, or none was found within `nodes` states. Raises `Refused` if
/// the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened, nodes))]
pub fn find_whole(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
    nodes: Option<u64>,
) -> PyResult<Option<Play>> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(py.detach(|| position.find_whole(nodes)).map(Play))
}

/// The play of exactly these hand cards that disturbs the table least, or `None`. Raises `Refused` if the position cannot occur.
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
    Ok(py.detach(|| position.gentlest_whole()).map(Play))
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

/// The number of playable multisets of hand cards. Raises `Refused` if the position cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand, opened))]
pub fn count_plays(
    py: Python<'_>,
    rules: &Rules,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
) -> PyResult<u128> {
    let position = position_of(py, rules, table, hand, opened)?;
    Ok(py.detach(|| position.count_plays()))
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
