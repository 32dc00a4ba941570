//! Any text as cards and tables.

use rummy_core::card::parse_cards;
use rummy_core::meld::arrange;
use rummy_core::{Card, Table};

use super::decode::{sorted, text};

/// What is read is written and read back alike; what cannot be read is refused.
pub fn parse(data: &[u8]) {
    for &byte in data.iter().take(64) {
        if let Some(card) = Card::from_byte(byte) {
            assert_eq!(card.byte(), byte);
            assert_eq!(Card::parse(&card.to_string()), Some(card));
        }
    }
    let data = String::from_utf8_lossy(data);
    if let Some(card) = Card::parse(&data) {
        assert_eq!(card.to_string(), data);
        assert_eq!(parse_cards(&data), Some(vec![card]));
    }
    if let Some(cards) = parse_cards(&data) {
        let words: Vec<&str> = data.split_whitespace().collect();
        assert_eq!(text(&cards), words.join(" "));
        let arranged = arrange(&cards);
        assert_eq!(sorted(&arranged), sorted(&cards));
        assert_eq!(arrange(&arranged), arranged, "{cards:?}");
    }
    if let Some(table) = Table::parse(&data) {
        let strict = table.to_string();
        assert_eq!(table.len(), if strict.is_empty() { table.len().min(1) } else { strict.split('|').count() });
        assert_eq!(Table::parse(&strict).map(|read| read.to_string()), Some(strict.clone()));
        // A lone empty group is written like the empty table.
        assert!(strict.is_empty() || Table::parse(&strict).as_ref() == Some(&table), "{table:?}");
        assert_eq!(table.groups().flatten().count(), table.cards().len());
    }
}
