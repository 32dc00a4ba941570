//! Melds, legality and exact search for manipulation rummy.
//!
//! The crate answers questions about the cards of one turn. The flow of a game lives in the Python
//! package on top of it; here is a copy of it, for deals between players of this crate.
//!
//! | module | question |
//! | --- | --- |
//! | [`card`] | what is a card; a joker and the card it stands for |
//! | [`pool`] | how many of each card are there |
//! | [`rules`] | what melds and search read of a rule-set |
//! | [`fault`] | why is a table or a play refused |
//! | [`meld`] | is this a meld, and what does each joker stand for |
//! | [`table`] | groups of cards as they lie |
//! | [`play`] | is this play legal, and how much does it disturb |
//! | [`moves`] | with how few moves does one table become another |
//! | [`search`] | which plays are there, and which is best |
//! | [`deal`] | whose turn is it, and how does a deal end |
//! | [`playout`] | how does a deal end between players of this crate |

pub mod card;
pub mod deal;
pub mod fault;
pub mod meld;
pub mod moves;
pub mod play;
pub mod playout;
pub mod pool;
pub mod rules;
pub mod search;
pub mod table;

pub use card::{Card, Suit};
pub use fault::{Code, Fault};
pub use meld::{Kind, Meld};
pub use play::{Play, check_play};
pub use pool::Pool;
pub use rules::{Ace, JokerLaw, Rules};
pub use table::Table;
