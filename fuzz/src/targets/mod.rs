//! One function for each target. A failure is a panic.

mod brute;
mod check;
mod decode;
mod moves;
mod parse;
mod search;
mod tiny;

pub use check::check;
pub use parse::parse;
pub use search::{budget, search};
pub use tiny::tiny;
