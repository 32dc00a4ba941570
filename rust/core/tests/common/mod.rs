//! The positions with right answers and the rule-sets they name, for tests and benches.

#![allow(dead_code)] // each of them uses a part

mod rules;

use std::fs;
use std::path::Path;

pub use rules::rules;
use rummy_core::card::parse_cards;
use rummy_core::search::Position;
use rummy_core::{Card, Rules, Table};
use serde_json::Value;

/// A position with its answer.
#[derive(Clone)]
pub struct Case {
    pub rules: Rules,
    pub id: String,
    pub table: Table,
    pub hand: Vec<Card>,
    pub opened: bool,
    pub data: Value,
}

impl Case {
    fn new(data: Value) -> Self {
        let id = data["rules"].as_str().unwrap().to_owned();
        Self {
            rules: rules(&id),
            table: Table::parse(data["table"].as_str().unwrap()).unwrap(),
            hand: parse_cards(data["hand"].as_str().unwrap()).unwrap(),
            opened: data["opened"].as_bool().unwrap_or(true),
            id,
            data,
        }
    }

    pub fn position(&self) -> Position {
        Position::new(&self.rules, self.table.clone(), self.hand.clone(), self.opened).unwrap()
    }

    pub fn most_cards(&self) -> usize {
        self.data["most_cards"].as_u64().unwrap() as usize
    }
}

/// The text of a file below `tests/data`.
pub fn read_data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The positions of one file.
pub fn cases(name: &str) -> Vec<Case> {
    let text = read_data(&format!("cases/{name}.jsonl"));
    text.lines().map(|line| Case::new(serde_json::from_str(line).unwrap())).collect()
}

/// The rules without jokers with the ace so.
pub fn rules_with(ace: &str) -> Rules {
    rules(match ace {
        "low" => "shanghai",
        "high" => "manipulation",
        "either" => "machiavelli",
        other => panic!("no law of the ace {other}"),
    })
}
