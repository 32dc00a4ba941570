//! Legality, as Python asks it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{FaultParts, bytes_of, cards_of, parts_of, refused, table_of};
use crate::rules::Rules;

/// The arguments of a play.
type PlayParts<'py> = (Bound<'py, PyBytes>, Vec<Bound<'py, PyBytes>>, usize, Vec<usize>, u32, bool);

/// A legal play.
#[pyclass(frozen, eq, module = "rummy._core")]
#[derive(Clone, PartialEq, Eq)]
pub struct Play(pub rummy_core::Play);

#[pymethods]
impl Play {
    /// A play with these figures, as it was written; nothing is judged.
    ///
    /// Raises `ValueError` for a byte that is no card.
    #[new]
    fn new(
        cards: &[u8],
        table: &Bound<'_, PyAny>,
        split: usize,
        changed: Vec<usize>,
        points: u32,
        exact: bool,
    ) -> PyResult<Self> {
        let (cards, table) = (cards_of(cards)?, table_of(table)?);
        Ok(Self(rummy_core::Play { cards, table, split, changed, points, exact }))
    }

    /// Everything needed to build the play again.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PlayParts<'py> {
        let play = &self.0;
        (self.cards(py), self.table(py), play.split, play.changed.clone(), play.points, play.exact)
    }

    /// The hand cards put down, in card order, jokers unnamed.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        bytes_of(py, &self.0.cards)
    }

    /// The table after, every joker in a meld named.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.table.groups().map(|group| bytes_of(py, group)).collect()
    }

    /// How many melds of the table before are split.
    #[getter]
    fn split(&self) -> usize {
        self.0.split
    }

    /// Positions in the table before of the melds that are not there unchanged.
    #[getter]
    fn changed(&self) -> Vec<usize> {
        self.0.changed.clone()
    }

    /// What the cards put down count in the hand.
    #[getter]
    fn points(&self) -> u32 {
        self.0.points
    }

    /// Whether the play is proven to be what was asked for.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }
}

/// The order of strict text: a run in sequence, anything else in card order.
#[pyfunction]
pub fn arrange<'py>(py: Python<'py>, meld: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes_of(py, &rummy_core::meld::arrange(&cards_of(meld)?)))
}

/// The faults of each group by itself.
#[pyfunction]
#[pyo3(signature = (rules, melds: "list[bytes] | tuple[bytes, ...]"))]
pub fn check_melds<'py>(py: Python<'py>, rules: &Rules, melds: &Bound<'py, PyAny>) -> PyResult<Vec<FaultParts<'py>>> {
    Ok(parts_of(py, rummy_core::play::check_melds(&rules.0, &table_of(melds)?)))
}

/// Every reason why this table and hand cannot occur.
#[pyfunction]
#[pyo3(signature = (rules, table: "list[bytes] | tuple[bytes, ...]", hand))]
pub fn check_position<'py>(
    py: Python<'py>,
    rules: &Rules,
    table: &Bound<'py, PyAny>,
    hand: &[u8],
) -> PyResult<Vec<FaultParts<'py>>> {
    Ok(parts_of(py, rummy_core::play::check_position(&rules.0, &table_of(table)?, &cards_of(hand)?)))
}

/// The play that turns one table into another; raises `Refused` with every reason against it.
#[pyfunction]
#[pyo3(signature = (
    rules,
    before: "list[bytes] | tuple[bytes, ...]",
    after: "list[bytes] | tuple[bytes, ...]",
    hand,
    opened
))]
pub fn check_play(
    py: Python<'_>,
    rules: &Rules,
    before: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
    hand: &[u8],
    opened: bool,
) -> PyResult<Play> {
    let (before, after, hand) = (table_of(before)?, table_of(after)?, cards_of(hand)?);
    rummy_core::check_play(&rules.0, &before, &after, &hand, opened).map(Play).map_err(|faults| refused(py, faults))
}
