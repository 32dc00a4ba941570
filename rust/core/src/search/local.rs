//! Memory of the searches that each thread keeps, so that a call allocates next to nothing.

use core::cell::RefCell;
use std::thread::LocalKey;

use super::gentle::Memory;
use super::runs::{OneJoker, Plain, Runs};
use super::sweep::Scratch;

thread_local! {
    static PLAIN: RefCell<Scratch<Plain>> = RefCell::default();
    static ONE_JOKER: RefCell<Scratch<OneJoker>> = RefCell::default();
    static PLAIN_GENTLE: RefCell<Vec<Memory<Plain>>> = RefCell::default();
    static ONE_JOKER_GENTLE: RefCell<Vec<Memory<OneJoker>>> = RefCell::default();
}

/// Runs whose searches have memory of their own in each thread, so that a call allocates next to nothing.
pub trait Local: Runs + Sized {
    /// This thread's memory.
    fn scratch() -> &'static LocalKey<RefCell<Scratch<Self>>>;
    /// This thread's memory for the least disturbance.
    fn memory() -> &'static LocalKey<RefCell<Vec<Memory<Self>>>>;
}

impl Local for Plain {
    fn scratch() -> &'static LocalKey<RefCell<Scratch<Self>>> {
        &PLAIN
    }

    fn memory() -> &'static LocalKey<RefCell<Vec<Memory<Self>>>> {
        &PLAIN_GENTLE
    }
}

impl Local for OneJoker {
    fn scratch() -> &'static LocalKey<RefCell<Scratch<Self>>> {
        &ONE_JOKER
    }

    fn memory() -> &'static LocalKey<RefCell<Vec<Memory<Self>>>> {
        &ONE_JOKER_GENTLE
    }
}

/// What the searches of this thread have cost so far, in states; those for the least disturbance and for all
/// plays are not counted.
pub fn spent() -> u64 {
    PLAIN.with_borrow(|scratch| scratch.spent) + ONE_JOKER.with_borrow(|scratch| scratch.spent)
}
