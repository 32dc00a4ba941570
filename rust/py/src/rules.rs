//! The core's rules, built from a Python rule-set with every field given.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use rummy_core::{Ace, JokerLaw};

/// What melds and search read of a rule-set. Every field is given: there are no defaults.
#[pyclass(frozen, eq, hash, module = "rummy._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rules(pub rummy_core::Rules);

#[pymethods]
impl Rules {
    /// Raises `ValueError` for an unknown ace or joker law, if `worth` is not 14 bytes, or if the search cannot
    /// play by the rules.
    #[new]
    #[pyo3(signature = (*, packs, jokers, ace, joker_law, jokers_a_meld, loose, opening_run, worth))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        packs: u8,
        jokers: u8,
        ace: &str,
        joker_law: &str,
        jokers_a_meld: u8,
        loose: bool,
        opening_run: u8,
        worth: &[u8],
    ) -> PyResult<Self> {
        let worth =
            worth.try_into().map_err(|_| PyValueError::new_err("worth is 14 bytes: ace, two to king, joker"))?;
        let (joker_law, ace) = (joker_law_of(joker_law)?, ace_of(ace)?);
        let rules = rummy_core::Rules { packs, jokers, ace, joker_law, jokers_a_meld, loose, opening_run, worth };
        rules.find_problem().map_or(Ok(Self(rules)), |problem| Err(PyValueError::new_err(problem)))
    }

    /// Where an ace stands in a run: low, high or either.
    #[getter]
    fn ace(&self) -> &'static str {
        ace_text(self.0.ace)
    }

    /// Jokers in the whole pack.
    #[getter]
    fn jokers(&self) -> u8 {
        self.0.jokers
    }

    /// When a joker on the table may get another name: none, movable, neighbour or locked.
    #[getter]
    fn joker_law(&self) -> &'static str {
        joker_law_text(self.0.joker_law)
    }

    /// The most jokers in one meld.
    #[getter]
    fn jokers_a_meld(&self) -> u8 {
        self.0.jokers_a_meld
    }

    /// Everything needed to build the rules again.
    #[pyo3(signature = () -> "tuple[object, tuple[()]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let rules = &self.0;
        let fields = PyDict::new(py);
        fields.set_item("packs", rules.packs)?;
        fields.set_item("jokers", rules.jokers)?;
        fields.set_item("ace", ace_text(rules.ace))?;
        fields.set_item("joker_law", joker_law_text(rules.joker_law))?;
        fields.set_item("jokers_a_meld", rules.jokers_a_meld)?;
        fields.set_item("loose", rules.loose)?;
        fields.set_item("opening_run", rules.opening_run)?;
        fields.set_item("worth", PyBytes::new(py, &rules.worth))?;
        let partial = py.import("functools")?.getattr("partial")?;
        let make = partial.call((py.get_type::<Self>(),), Some(&fields))?;
        Ok((make, PyTuple::empty(py)))
    }

    fn __repr__(&self) -> String {
        let rules = &self.0;
        format!(
            "Rules(packs={}, jokers={}, ace='{}', joker_law='{}', jokers_a_meld={}, loose={}, opening_run={}, worth=bytes({:?}))",
            rules.packs,
            rules.jokers,
            ace_text(rules.ace),
            joker_law_text(rules.joker_law),
            rules.jokers_a_meld,
            if rules.loose { "True" } else { "False" },
            rules.opening_run,
            rules.worth,
        )
    }
}

fn ace_of(text: &str) -> PyResult<Ace> {
    match text {
        "low" => Ok(Ace::Low),
        "high" => Ok(Ace::High),
        "either" => Ok(Ace::Either),
        _ => Err(PyValueError::new_err(format!("the ace is 'low', 'high' or 'either', not {text:?}"))),
    }
}

const fn ace_text(ace: Ace) -> &'static str {
    match ace {
        Ace::Low => "low",
        Ace::High => "high",
        Ace::Either => "either",
    }
}

fn joker_law_of(text: &str) -> PyResult<JokerLaw> {
    match text {
        "none" => Ok(JokerLaw::None),
        "movable" => Ok(JokerLaw::Movable),
        "neighbour" => Ok(JokerLaw::Neighbour),
        "locked" => Ok(JokerLaw::Locked),
        _ => Err(PyValueError::new_err(format!(
            "the joker law is 'none', 'movable', 'neighbour' or 'locked', not {text:?}"
        ))),
    }
}

const fn joker_law_text(law: JokerLaw) -> &'static str {
    match law {
        JokerLaw::None => "none",
        JokerLaw::Movable => "movable",
        JokerLaw::Neighbour => "neighbour",
        JokerLaw::Locked => "locked",
    }
}
