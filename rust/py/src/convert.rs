//! Between Python's bytes and the core's cards.

use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use rummy_core::{Card, Fault, Table};

create_exception!(
    rummy._core,
    Refused,
    PyValueError,
    "A position or a play that is refused; its one argument lists every (code, melds, cards)."
);

/// A fault as it crosses: its code, the melds and the cards concerned.
pub type FaultParts<'py> = (&'static str, Vec<usize>, Bound<'py, PyBytes>);

/// Reads the cards of a hand or a meld.
pub fn cards_of(bytes: &[u8]) -> PyResult<Vec<Card>> {
    bytes.iter().map(|&byte| card_of(byte)).collect()
}

fn card_of(byte: u8) -> PyResult<Card> {
    Card::from_byte(byte).ok_or_else(|| PyValueError::new_err(format!("byte {byte} is no card")))
}

/// Reads a table from a tuple or list of bytes.
pub fn table_of(groups: &Bound<'_, PyAny>) -> PyResult<Table> {
    if let Ok(tuple) = groups.cast::<PyTuple>() {
        return collect(tuple.len(), tuple.iter());
    }
    let list = groups.cast::<PyList>().map_err(|_| PyTypeError::new_err("a table is a tuple or list of bytes"))?;
    collect(list.len(), list.iter())
}

fn collect<'py>(len: usize, groups: impl Iterator<Item = Bound<'py, PyAny>>) -> PyResult<Table> {
    let mut table = Table::with_capacity(len, 4 * len);
    for group in groups {
        let bytes = group.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("a meld is bytes"))?.as_bytes();
        if let Some(&bad) = bytes.iter().find(|&&byte| Card::from_byte(byte).is_none()) {
            return Err(PyValueError::new_err(format!("byte {bad} is no card")));
        }
        table.push(bytes.iter().filter_map(|&byte| Card::from_byte(byte)));
    }
    Ok(table)
}

/// Cards as bytes.
pub fn bytes_of<'py>(py: Python<'py>, cards: &[Card]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = cards.iter().map(|card| card.byte()).collect();
    PyBytes::new(py, &bytes)
}

/// Faults as they cross.
pub fn parts_of(py: Python<'_>, faults: Vec<Fault>) -> Vec<FaultParts<'_>> {
    faults.into_iter().map(|fault| (fault.code.as_str(), fault.melds, bytes_of(py, &fault.cards))).collect()
}

/// The exception that carries every fault.
pub fn refused(py: Python<'_>, faults: Vec<Fault>) -> PyErr {
    match parts_of(py, faults).into_pyobject(py) {
        Ok(parts) => Refused::new_err((parts.unbind(),)),
        Err(error) => error,
    }
}
