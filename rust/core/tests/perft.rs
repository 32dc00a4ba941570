//! Counts of melds and of partitions against the tables that the Python tests read too.

mod common;

use common::{read_data, rules_with};
use rummy_core::card::parse_cards;
use rummy_core::search::{count_partitions, partition};
use rummy_core::{Card, Kind, Meld, Rules, check_play};
use serde_json::Value;

fn rows(name: &str) -> Vec<Value> {
    serde_json::from_str(&read_data(&format!("perft/{name}.json"))).unwrap()
}

/// Every group of three cards and more of one rank, each suit once at most, or of one suit, each rank once at most.
fn candidates() -> Vec<Vec<Card>> {
    let of = |cards: Vec<Card>| {
        (0..1_u32 << cards.len()).filter(|bits| bits.count_ones() >= 3).map(move |bits| {
            let chosen = cards.iter().enumerate().filter(|&(place, _)| bits >> place & 1 == 1);
            chosen.map(|(_, &card)| card).collect::<Vec<Card>>()
        })
    };
    let ranks = (1..=13).map(|rank| (0..4).map(|suit| Card::natural(rank, suit)).collect());
    let suits = (0..4).map(|suit| (1..=13).map(|rank| Card::natural(rank, suit)).collect());
    ranks.chain(suits).flat_map(of).collect()
}

#[test]
fn melds() {
    for row in rows("melds") {
        let rules = rules_with(row["ace"].as_str().unwrap());
        let melds: Vec<Meld> = candidates().iter().filter_map(|cards| Meld::of_named(&rules, cards)).collect();
        let sets = melds.iter().filter(|meld| matches!(meld.kind(), Kind::Set(_))).count();
        let apart: u64 = melds.iter().map(|meld| 1 << meld.cards().len()).sum();
        assert_eq!(sets as u64, row["sets"], "{row}");
        assert_eq!((melds.len() - sets) as u64, row["runs"], "{row}");
        assert_eq!(melds.len() as u64, row["melds"], "{row}");
        assert_eq!(apart, row["melds_of_two_packs_copies_apart"], "{row}");
    }
}

fn partitions_agree(rules: &Rules, cards: &[Card], ways: u64, name: &str) {
    assert_eq!(count_partitions(rules, cards).unwrap(), u128::from(ways), "{name}");
    let table = partition(rules, cards).unwrap();
    assert_eq!(table.is_some(), ways > 0, "{name}");
    if let Some(table) = table {
        let play = check_play(rules, &rummy_core::Table::default(), &table, cards, true).unwrap();
        assert_eq!(play.cards.len(), cards.len(), "{name}");
    }
}

fn partitions_of(cost: &str) {
    for row in rows("partitions").iter().filter(|row| row["cost"] == cost) {
        let cards = parse_cards(row["cards"].as_str().unwrap()).unwrap();
        for (ace, ways) in row["ways"].as_object().unwrap() {
            partitions_agree(&rules_with(ace), &cards, ways.as_u64().unwrap(), row["name"].as_str().unwrap());
        }
    }
}

#[test]
fn partitions() {
    partitions_of("quick");
}

// Without optimisation this takes minutes.
#[cfg(not(debug_assertions))]
#[test]
fn large_partitions() {
    partitions_of("long");
}
