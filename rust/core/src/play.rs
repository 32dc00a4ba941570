//! Is a play legal: the one authority (RULES.md sections 3 to 5).

use crate::card::{Card, NATURALS};
use crate::fault::{Code, Fault};
use crate::meld::Meld;
use crate::pool::Pool;
use crate::rules::{JokerLaw, Rules};
use crate::table::Table;

mod disturb;
mod jokers;

pub use disturb::find_disturbance;

/// A legal play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The hand cards put down, in card order, jokers unnamed.
    pub cards: Vec<Card>,
    /// The table after, every meld in the order of strict text, every joker in a meld named.
    pub table: Table,
    /// How many melds of the table before are split (RULES.md section 8).
    pub split: usize,
    /// Positions in the table before of the melds that are not there unchanged.
    pub changed: Vec<usize>,
    /// What the cards put down count in the hand.
    pub points: u32,
    /// Whether the play is proven to be what was asked for.
    pub exact: bool,
}

/// The hand cards that turn one table into another, by counts.
pub(crate) struct Added {
    pub naturals: [i16; NATURALS],
    pub jokers: i16,
}

impl Added {
    pub fn between(before: &Table, after: &Table) -> Self {
        let mut added = Self { naturals: [0; NATURALS], jokers: 0 };
        for (table, sign) in [(after, 1), (before, -1)] {
            for card in table.cards() {
                if card.is_joker() {
                    added.jokers += sign;
                } else {
                    added.naturals[card.byte() as usize] += sign;
                }
            }
        }
        added
    }

    pub fn cards(&self) -> Vec<Card> {
        let naturals = self.naturals.iter().enumerate();
        let naturals = naturals.flat_map(|(index, &count)| (0..count).map(move |_| Card::from_index(index)));
        naturals.chain((0..self.jokers).map(|_| Card::JOKER)).collect()
    }
}

/// Every reason why a table and a hand cannot occur under these rules.
///
/// The functions know no players, so as many copies are allowed as the rule-set's larger pack holds.
pub fn check_position(rules: &Rules, table: &Table, hand: &[Card]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, group) in table.groups().enumerate() {
        if is_loose(rules, group) || Meld::of_named(rules, group).is_some() {
            continue;
        }
        if group.iter().any(|card| card.is_unnamed()) {
            faults.push(Fault::new(Code::PositionUnnamedOnTable, vec![index], group.to_vec()));
        }
        if !could_be_meld(rules, group) {
            faults.push(Fault::new(Code::PositionBadMeld, vec![index], group.to_vec()));
        }
    }
    faults.sort_by_key(|fault| fault.code);
    let named: Vec<Card> = hand.iter().copied().filter(|card| card.is_joker() && !card.is_unnamed()).collect();
    if !named.is_empty() {
        faults.push(Fault::new(Code::PositionNamedInHand, Vec::new(), named));
    }
    count_faults(rules, table, hand, &mut faults);
    faults
}

/// Whether a group is a meld once its jokers have names. Where the packs hold no jokers, that is told apart.
fn could_be_meld(rules: &Rules, group: &[Card]) -> bool {
    let reasons = Meld::judge(rules, group).err().unwrap_or_default();
    let is_told = |code| code == Code::JokerUnnamed || (code == Code::MeldTooManyJokers && rules.jokers == 0);
    reasons.iter().all(|&(code, _)| is_told(code))
}

fn count_faults(rules: &Rules, table: &Table, hand: &[Card], faults: &mut Vec<Fault>) {
    let pool: Pool = table.cards().iter().chain(hand).copied().collect();
    let extra = pool.naturals().iter().enumerate().filter(|&(_, &count)| count > rules.packs);
    let extra: Vec<Card> = extra.map(|(index, _)| Card::from_index(index)).collect();
    if !extra.is_empty() {
        faults.push(Fault::new(Code::PositionTooManyCopies, Vec::new(), extra));
    }
    if pool.jokers() > rules.jokers {
        let jokers = table.cards().iter().chain(hand).copied().filter(|card| card.is_joker()).collect();
        faults.push(Fault::new(Code::PositionTooManyJokers, Vec::new(), jokers));
    }
}

/// Whether a group is a single card that may lie so (Tahiti; D9: a loose joker has no name).
pub(crate) fn is_loose(rules: &Rules, group: &[Card]) -> bool {
    matches!(group, [card] if rules.loose && (card.is_unnamed() || !card.is_joker()))
}

/// The faults of each group by itself; loose cards are none where the rule-set has them.
pub fn check_melds(rules: &Rules, table: &Table) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, group) in table.groups().enumerate() {
        if !is_loose(rules, group)
            && let Err(reasons) = Meld::judge(rules, group)
        {
            faults.extend(reasons.into_iter().map(|(code, cards)| Fault::new(code, vec![index], cards)));
        }
    }
    faults
}

/// Judges the play that turns `before` into `after` with cards of `hand`.
///
/// `opened` says whether the player has made a first play. Takes a few microseconds.
///
/// # Errors
/// Every reason against it at once: those of the position before alone if it cannot occur,
/// otherwise those of each group after, of the cards, of the jokers and of the first play.
pub fn check_play(
    rules: &Rules,
    before: &Table,
    after: &Table,
    hand: &[Card],
    opened: bool,
) -> Result<Play, Vec<Fault>> {
    let faults = check_position(rules, before, hand);
    if !faults.is_empty() {
        return Err(faults);
    }
    let (table, mut faults) = named_table(rules, before, after);
    let added = Added::between(before, &table);
    let hand: Pool = hand.iter().copied().collect();
    card_faults(&table, &added, &hand, &mut faults);
    if rules.joker_law != JokerLaw::None {
        jokers::check_jokers(rules, before, &table, &added, &mut faults);
    }
    let cards = added.cards();
    if !opened && rules.opening_run > 0 && !has_opening_run(rules, &cards) {
        faults.push(Fault::new(Code::PlayNotOpened, Vec::new(), cards.clone()));
    }
    if !faults.is_empty() {
        faults.sort_by(|a, b| (a.code, &a.melds).cmp(&(b.code, &b.melds)));
        return Err(faults);
    }
    Ok(judged(rules, before, table, cards))
}

/// The figures of a play that is known to be legal; `exact` is set.
pub(crate) fn judged(rules: &Rules, before: &Table, table: Table, cards: Vec<Card>) -> Play {
    let points = cards.iter().map(|&card| rules.worth(card)).sum();
    let (split, changed) = find_disturbance(before, &table);
    Play { cards, table, split, changed, points, exact: true }
}

/// The table after with its melds in order and its jokers named, and what is wrong with its groups.
fn named_table(rules: &Rules, before: &Table, after: &Table) -> (Table, Vec<Fault>) {
    let mut table = Table::with_capacity(after.len(), after.cards().len());
    let mut faults = Vec::new();
    // A single card after the play is loose only if it lay loose before it.
    let mut loose: Vec<Card> = before.groups().filter(|group| is_loose(rules, group)).map(|group| group[0]).collect();
    for (index, group) in after.groups().enumerate() {
        if let [card] = group
            && let Some(place) = loose.iter().position(|other| other == card)
        {
            loose.swap_remove(place);
            table.push([*card]);
            continue;
        }
        match Meld::judge(rules, group) {
            Ok(meld) => table.push(meld.cards().iter().copied()),
            Err(reasons) => {
                faults.extend(reasons.into_iter().map(|(code, cards)| Fault::new(code, vec![index], cards)));
                table.push(group.iter().copied());
            }
        }
    }
    (table, faults)
}

/// Cards lost from the table, cards the hand does not hold, and a play that adds nothing.
fn card_faults(after: &Table, added: &Added, hand: &Pool, faults: &mut Vec<Fault>) {
    let (mut lost, mut foreign, mut any) = (Vec::new(), Vec::new(), added.jokers > 0);
    for (index, &count) in added.naturals.iter().enumerate() {
        let card = Card::from_index(index);
        let over = (count - i16::from(hand.count(card))).max(0);
        lost.extend((0..-count).map(|_| card));
        foreign.extend((0..over).map(|_| card));
        any |= count > over.max(0);
    }
    lost.extend((0..-added.jokers).map(|_| Card::JOKER));
    foreign.extend((0..(added.jokers - i16::from(hand.jokers())).max(0)).map(|_| Card::JOKER));
    if !lost.is_empty() {
        faults.push(Fault::new(Code::PlayCardLost, Vec::new(), lost));
    }
    if !foreign.is_empty() {
        let melds =
            (0..after.len()).filter(|&index| foreign.iter().any(|card| holds(after.group(index), *card))).collect();
        faults.push(Fault::new(Code::PlayCardNotInHand, melds, foreign));
    } else if !any {
        faults.push(Fault::new(Code::PlayNothingAdded, Vec::new(), Vec::new()));
    }
}

fn holds(group: &[Card], card: Card) -> bool {
    group.iter().any(|&other| other == card || (card.is_unnamed() && other.is_joker()))
}

/// Whether natural cards of one suit in sequence are among these, as many as a first play needs (D8).
pub(crate) fn has_opening_run(rules: &Rules, cards: &[Card]) -> bool {
    let mut places = [0u16; 4];
    for card in cards.iter().filter(|card| !card.is_joker()) {
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { continue };
        let bits = match rank {
            1 => u16::from(rules.ace.is_low()) | u16::from(rules.ace.is_high()) << 13,
            _ => 1 << (rank - 1),
        };
        places[suit as usize] |= bits;
    }
    places.iter().any(|&bits| (1..rules.opening_run).fold(bits, |run, step| run & (bits >> step)) != 0)
}
