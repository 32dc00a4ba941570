//! What becomes of the jokers that lie on the table (RULES.md section 5).
//!
//! Each of them is kept or freed. A freed one is wild and must be melded again; a kept one is a card
//! with conditions. A search goes through the ways to decide this; only those that can matter are
//! made.

use super::problem::Need;
use crate::card::{Card, NATURALS};
use crate::meld::{Kind, LONGEST, Meld};
use crate::play::is_loose;
use crate::rules::{JokerLaw, Rules};
use crate::table::Table;

/// Counts of natural cards.
pub type Counts = [u8; NATURALS];

/// One way to decide what becomes of the jokers on the table.
#[derive(Clone)]
pub struct Scenario {
    /// Natural cards of the table that the sweep must meld.
    pub table: Counts,
    /// Natural cards of the hand that the sweep may meld.
    pub hand: Counts,
    /// Those of them that it must meld.
    pub forced: Counts,
    /// Natural cards that lie loose and may be melded.
    pub loose: Counts,
    /// Kept jokers that the sweep melds as the card they are named: the card and the condition.
    pub kept: Vec<(usize, Need)>,
    /// Jokers that must be melded under any name.
    pub freed: u8,
    /// Groups of the table that stay as they are but for hand cards put on them.
    pub locked: Vec<usize>,
    /// Those groups with the cards put on them.
    pub fixed: Vec<Vec<Card>>,
    /// Hand cards put on the fixed melds.
    pub laid: Counts,
    /// Hand cards that must not be put down, since they would free a kept joker.
    pub barred: Counts,
    /// Whether the whole hand is put down.
    is_whole: bool,
}

impl Scenario {
    fn new(rules: &Rules, table: &Table, hand: &[Card]) -> Self {
        let mut scenario = Self {
            table: [0; NATURALS],
            hand: [0; NATURALS],
            forced: [0; NATURALS],
            loose: [0; NATURALS],
            kept: Vec::new(),
            freed: 0,
            locked: Vec::new(),
            fixed: Vec::new(),
            laid: [0; NATURALS],
            barred: [0; NATURALS],
            is_whole: false,
        };
        for group in table.groups() {
            let counts = if is_loose(rules, group) { &mut scenario.loose } else { &mut scenario.table };
            count_naturals(group, counts);
        }
        count_naturals(hand, &mut scenario.hand);
        scenario
    }

    /// Every way that can matter; at least one, if the position can occur.
    pub fn all(rules: &Rules, table: &Table, hand: &[Card]) -> Vec<Self> {
        let start = Self::new(rules, table, hand);
        let jokers = jokers_of(rules, table);
        if jokers.is_empty() {
            return vec![start];
        }
        match rules.joker_law {
            JokerLaw::None => vec![start],
            JokerLaw::Movable | JokerLaw::Neighbour => named_scenarios(rules, table, start, &jokers),
            JokerLaw::Locked => locked_scenarios(rules, table, start, &jokers),
        }
    }

    /// The scenario with every hand card forced; `None` if one must not be put down.
    pub fn whole(mut self) -> Option<Self> {
        self.forced = self.hand;
        self.is_whole = true;
        self.barred.iter().all(|&cards| cards == 0).then_some(self)
    }

    /// The scenario with so many hand cards of each kind put down at least; `None` if they cannot be.
    pub fn requiring(mut self, least: &Counts) -> Option<Self> {
        for (card, &least) in least.iter().enumerate() {
            let forced = least.saturating_sub(self.laid[card]);
            if forced > self.hand[card] {
                return None;
            }
            self.forced[card] = self.forced[card].max(forced);
        }
        Some(self)
    }

    /// Whether hand cards are put down whatever else is: all of them, some on fixed melds, or some to free
    /// jokers.
    pub fn lays_first(&self) -> bool {
        self.is_whole || self.laid.iter().chain(&self.forced).any(|&cards| cards > 0)
    }

    /// The ways in which a first play can hold the run it needs (D8): one of them for each such run in the hand.
    pub fn opened(self, rules: &Rules) -> Vec<Self> {
        let run = rules.opening_run;
        let starts = 1..=15 - run;
        let runs = (0..4).flat_map(|suit| starts.clone().map(move |start| (suit, start)));
        runs.filter_map(|(suit, start)| {
            let mut scenario = self.clone();
            for place in start..start + run {
                if (place == 1 && !rules.ace.is_low()) || (place == 14 && !rules.ace.is_high()) {
                    return None;
                }
                let card = Card::natural((place - 1) % 13 + 1, suit).byte() as usize;
                if scenario.hand[card] == 0 {
                    return None;
                }
                scenario.forced[card] = scenario.forced[card].max(1);
            }
            Some(scenario)
        })
        .collect()
    }
}

fn count_naturals(cards: &[Card], counts: &mut Counts) {
    for card in cards.iter().filter(|card| !card.is_joker()) {
        counts[card.byte() as usize] += 1;
    }
}

/// A named joker on the table: the card it stands for and its group.
#[derive(Clone, Copy)]
struct Named {
    name: usize,
    group: usize,
}

fn jokers_of(rules: &Rules, table: &Table) -> Vec<Named> {
    let groups = table.groups().enumerate().filter(|(_, group)| !is_loose(rules, group));
    let jokers = groups.flat_map(|(at, group)| group.iter().map(move |card| (at, card)));
    let jokers = jokers.filter(|(_, card)| card.is_joker());
    jokers.filter_map(|(group, card)| Some(Named { name: card.index()?, group })).collect()
}

/// In the first two laws all jokers of one name are freed together (D15), by a natural copy on the
/// finished table. If one lies there already, they are free for nothing, and a wild joker can do all
/// that a kept one can (D14). Otherwise a copy of the hand is put down and frees them, or none is.
fn named_scenarios(rules: &Rules, table: &Table, start: Scenario, jokers: &[Named]) -> Vec<Scenario> {
    let mut names: Vec<usize> = jokers.iter().map(|joker| joker.name).collect();
    names.sort_unstable();
    names.dedup();
    let mut scenarios = vec![start];
    for name in names {
        let alike: Vec<Named> = jokers.iter().copied().filter(|joker| joker.name == name).collect();
        let mut next = Vec::with_capacity(2 * scenarios.len());
        for scenario in scenarios {
            let has_natural = scenario.table[name] > 0;
            if has_natural || scenario.hand[name] > 0 {
                let mut freed = scenario.clone();
                freed.freed += alike.len() as u8;
                freed.forced[name] = u8::from(!has_natural);
                next.push(freed);
            }
            if !has_natural {
                let mut kept = scenario;
                kept.barred[name] = core::mem::take(&mut kept.hand[name]);
                kept.kept.extend(alike.iter().map(|joker| (name, need_of(rules, table, *joker))));
                next.push(kept);
            }
        }
        scenarios = next;
    }
    scenarios
}

/// What a kept joker needs so that it may lie where it lies after the play.
///
/// Beside a joker in a set lie at least two cards of its rank, and any set it may lie in holds one of
/// them, for there are only four suits: it must lie in a set. Beside a joker in a run lie the cards
/// before and after it: it must lie in a run, and if it was the first or the last card, not as the
/// other end. (Vatikan, D12.)
fn need_of(rules: &Rules, table: &Table, joker: Named) -> Need {
    if rules.joker_law != JokerLaw::Neighbour {
        return Need::default();
    }
    let group = table.group(joker.group);
    let Some(meld) = Meld::of_named(rules, group) else { return Need::default() };
    let Kind::Run(_, start) = meld.kind() else { return Need { sets: 1, ..Need::default() } };
    let is_name = |card: &Card| card.index() == Some(joker.name);
    let at = meld.cards().iter().position(is_name).unwrap_or(0);
    let (first, last) = (at == 0, at + 1 == meld.cards().len());
    // D1: the ace of a run of thirteen lies beside the two and beside the king.
    let both_ends = meld.cards().len() == LONGEST && joker.name / 4 == 0;
    let is_high = joker.name / 4 == 0 && start > 1;
    if both_ends && rules.ace.is_low() && rules.ace.is_high() {
        Need { runs: 1, ..Need::default() }
    } else {
        let high = u8::from(is_high && rules.ace.is_low());
        Need { runs: 1, below: u8::from(last && high == 0), above: u8::from(first), high, ..Need::default() }
    }
}

/// Each joker is freed by a hand card of its own, or its meld stays with hand cards put on it. One
/// hand card may do both (D16).
fn locked_scenarios(rules: &Rules, table: &Table, start: Scenario, jokers: &[Named]) -> Vec<Scenario> {
    let mut begun = vec![(start, [0u8; NATURALS])];
    for joker in jokers {
        let group = table.group(joker.group);
        let mut next = Vec::new();
        for (scenario, freeing) in begun {
            if freeing[joker.name] < scenario.hand[joker.name] + scenario.laid[joker.name] {
                let (mut scenario, mut freeing) = (scenario.clone(), freeing);
                freeing[joker.name] += 1;
                scenario.freed += 1;
                next.push((scenario, freeing));
            }
            for cards in extensions(rules, group, &scenario.hand) {
                let mut scenario = scenario.clone();
                for card in group.iter().filter(|card| !card.is_joker()) {
                    scenario.table[card.byte() as usize] -= 1;
                }
                for card in &cards {
                    scenario.hand[card.byte() as usize] -= 1;
                    scenario.laid[card.byte() as usize] += 1;
                }
                scenario.locked.push(joker.group);
                scenario.fixed.push(group.iter().chain(&cards).copied().collect());
                next.push((scenario, freeing));
            }
        }
        begun = next;
    }
    begun.into_iter().filter_map(|(scenario, freeing)| force(scenario, &freeing)).collect()
}

/// Forces the hand cards that free a joker and are on no fixed meld; `None` if the hand lacks one.
fn force(mut scenario: Scenario, freeing: &Counts) -> Option<Scenario> {
    for (card, &freeing) in freeing.iter().enumerate() {
        scenario.forced[card] = freeing.saturating_sub(scenario.laid[card]);
        if scenario.forced[card] > scenario.hand[card] {
            return None;
        }
    }
    Some(scenario)
}

/// The hand cards that can be put on a locked meld: every choice, none at all first.
fn extensions(rules: &Rules, group: &[Card], hand: &Counts) -> Vec<Vec<Card>> {
    let mut choices = vec![Vec::new()];
    let Some(meld) = Meld::of_named(rules, group) else { return choices };
    let has = |card: Card| hand[card.byte() as usize] > 0;
    match meld.kind() {
        Kind::Set(rank) => {
            let free = |suit: &u8| !group.iter().any(|card| card.suit() == Some(*suit));
            let cards = (0..4).filter(free).map(|suit| Card::natural(rank, suit)).filter(|&card| has(card));
            choices.extend(cards.map(|card| vec![card]));
        }
        Kind::Run(suit, start) => {
            let len = group.len() as u8;
            let card = |place: u8| Card::natural((place - 1) % 13 + 1, suit);
            let lowest = if rules.ace.is_low() { 1 } else { 2 };
            let highest = if rules.ace.is_high() { 14 } else { 13 };
            let below: Vec<Card> = (lowest..start).rev().map(card).take_while(|&card| has(card)).collect();
            let above: Vec<Card> = (start + len..=highest).map(card).take_while(|&card| has(card)).collect();
            for (down, up) in (0..=below.len()).flat_map(|down| (0..=above.len()).map(move |up| (down, up))) {
                // An ace at both ends would be one card too many (D1), and the run of thirteen is
                // the same from either end.
                let same = down + up + group.len() == LONGEST && up > 0 && above[up - 1].rank() == Some(1);
                if down + up > 0
                    && down + up + group.len() <= LONGEST
                    && !(same && rules.ace.is_low() && has_low(&below))
                {
                    choices.push(below[..down].iter().chain(&above[..up]).copied().collect());
                }
            }
        }
    }
    choices
}

/// Whether the cards below a run reach down to the ace.
fn has_low(below: &[Card]) -> bool {
    below.last().is_some_and(|card| card.rank() == Some(1))
}
