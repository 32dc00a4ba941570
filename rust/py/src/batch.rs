//! Many searches at once, on threads that never need the interpreter.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::play::Play;
use crate::rules::Rules;
use rummy_core::search::Objective;

use crate::search::{best_of, position_of};

/// How long a wait may last before Ctrl-C is looked for.
const PATIENCE: Duration = Duration::from_millis(50);

/// Threads that ask the same of many positions, each of them on one thread, the first that was given first.
///
/// When neither the batch nor an answer still to come is kept, what was not begun is left out.
#[pyclass(frozen, module = "rummy._core")]
pub struct Batch {
    pool: ThreadPool,
    rules: Rules,
    points: bool,
    least_disturbance: bool,
    nodes: Option<u64>,
    stopped: Arc<AtomicBool>,
}

#[pymethods]
impl Batch {
    /// Raises `ValueError` for no workers, `RuntimeError` if the system gives no threads.
    #[new]
    fn new(workers: usize, rules: &Rules, points: bool, least_disturbance: bool, nodes: Option<u64>) -> PyResult<Self> {
        if workers == 0 {
            return Err(PyValueError::new_err("at least one worker searches"));
        }
        let pool = ThreadPoolBuilder::new().num_threads(workers).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { pool, rules: rules.clone(), points, least_disturbance, nodes, stopped: Arc::default() })
    }

    /// Begins what the function `best_play` does with a position, and does not wait for it.
    ///
    /// Raises `Refused` if the position cannot occur.
    #[pyo3(signature = (table: "list[bytes] | tuple[bytes, ...]", hand, opened))]
    fn begin(slf: &Bound<'_, Self>, table: &Bound<'_, PyAny>, hand: &[u8], opened: bool) -> PyResult<Pending> {
        let &Self { points, least_disturbance, nodes, .. } = slf.get();
        let position = position_of(slf.py(), &slf.get().rules, table, hand, opened)?;
        let objective = if points { Objective::Points } else { Objective::Cards };
        let (stopped, slot) = (slf.get().stopped.clone(), Arc::<Slot>::default());
        let filled = slot.clone();
        slf.get().pool.spawn_fifo(move || {
            if !stopped.load(Ordering::Relaxed) {
                let search = || best_of(&position, objective.into(), least_disturbance, nodes);
                filled.fill(catch_unwind(AssertUnwindSafe(search)).map_err(|_| Broken));
            }
        });
        Ok(Pending { slot, batch: slf.clone().unbind() })
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// A search panicked; the panic itself was printed by the thread it happened on.
#[derive(Clone)]
struct Broken;

type Answer = Result<Option<rummy_core::Play>, Broken>;

/// Where a thread leaves an answer.
#[derive(Default)]
struct Slot {
    answer: Mutex<Option<Answer>>,
    filled: Condvar,
}

impl Slot {
    fn fill(&self, answer: Answer) {
        *self.lock() = Some(answer);
        self.filled.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Answer>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer if it is there after `PATIENCE` at most.
    fn wait(&self) -> Option<Answer> {
        let waited = self.filled.wait_timeout_while(self.lock(), PATIENCE, |answer| answer.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// An answer that may still be searched for.
#[pyclass(frozen, module = "rummy._core")]
pub struct Pending {
    slot: Arc<Slot>,
    /// Keeps the threads at work for as long as somebody may wait.
    #[allow(dead_code)]
    batch: Py<Batch>,
}

#[pymethods]
impl Pending {
    /// Whether the answer is there.
    fn is_done(&self) -> bool {
        self.slot.lock().is_some()
    }

    /// The answer, waited for if need be. Ctrl-C ends the wait.
    fn wait(&self, py: Python<'_>) -> PyResult<Option<Play>> {
        loop {
            let there = self.slot.lock().clone();
            match there.or_else(|| py.detach(|| self.slot.wait())) {
                Some(answer) => {
                    let found = answer.map_err(|Broken| PanicException::new_err("a search panicked"))?;
                    return Ok(found.map(Play));
                }
                None => py.check_signals()?,
            }
        }
    }
}
