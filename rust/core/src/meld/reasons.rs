//! Why a group is no meld: every reason that holds, and none that does not.

use super::{LONGEST, Meld, SHORTEST, Shape};
use crate::card::Card;
use crate::fault::Code;
use crate::rules::Rules;

/// One reason why a group is no meld, with the cards concerned.
pub type Reason = (Code, Vec<Card>);

/// Names the unnamed jokers of a group, or collects every reason against it.
///
/// Size, jokers and shape are judged apart. The names of a joker are asked for (D10) only where a name
/// makes the group a meld, so never beside another reason.
pub(super) fn name_or_refuse(rules: &Rules, group: &[Card]) -> Result<Meld, Vec<Reason>> {
    let named: Vec<Card> = group.iter().copied().filter(|card| !card.is_unnamed()).collect();
    let jokers: Vec<Card> = group.iter().copied().filter(|card| card.is_joker()).collect();
    let most = if rules.jokers == 0 { 0 } else { rules.jokers_a_meld as usize };
    let mut reasons = Vec::new();
    if group.len() < SHORTEST {
        reasons.push((Code::MeldTooShort, group.to_vec()));
    }
    reasons.extend(shape_reason(rules, group, &named));
    if jokers.len() > most {
        reasons.push((Code::MeldTooManyJokers, jokers.clone()));
    }
    if !group.is_empty() && jokers.len() == group.len() {
        reasons.push((Code::MeldOnlyJokers, jokers));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let mut melds = namings(rules, &named, group.len() - named.len());
    if melds.len() == 1 {
        return Ok(melds.remove(0));
    }
    Err(vec![(Code::JokerUnnamed, choices(&melds, &named))])
}

/// The cards that the unnamed jokers could stand for, in card order, each once.
fn choices(melds: &[Meld], named: &[Card]) -> Vec<Card> {
    let mut choices = Vec::new();
    for meld in melds {
        for card in meld.cards() {
            if !named.iter().any(|other| other.identity() == card.identity()) {
                choices.extend(card.identity());
            }
        }
    }
    choices.sort_unstable();
    choices.dedup();
    choices
}

/// Every meld that `unnamed` jokers complete from `named` cards, all different.
pub fn namings(rules: &Rules, named: &[Card], unnamed: usize) -> Vec<Meld> {
    let size = named.len() + unnamed;
    let Some(shape) = Shape::of(named) else { return Vec::new() };
    let mut melds = Vec::new();
    if shape.ranks.count_ones() == 1 && size <= 4 {
        let rank = shape.ranks.trailing_zeros() as u8 + 1;
        for suits in 0..16u8 {
            if suits & shape.suits == 0 && suits.count_ones() as usize == unnamed {
                let names = (0..4).filter(|suit| suits >> suit & 1 == 1).map(|suit| Card::natural(rank, suit));
                push_named(rules, named, names, &mut melds);
            }
        }
    }
    if shape.suits.count_ones() == 1 && size <= LONGEST {
        let suit = shape.suits.trailing_zeros() as u8;
        for ranks in windows(rules, size).filter(|ranks| ranks & shape.ranks == shape.ranks) {
            let missing = ranks & !shape.ranks;
            let names = (0..13).filter(|bit| missing >> bit & 1 == 1).map(|bit| Card::natural(bit + 1, suit));
            push_named(rules, named, names, &mut melds);
        }
    }
    melds
}

/// Adds the meld of `named` cards and jokers with these names, if it is one and is not there yet.
fn push_named(rules: &Rules, named: &[Card], names: impl Iterator<Item = Card>, melds: &mut Vec<Meld>) {
    let group: Vec<Card> = named.iter().copied().chain(names.map(Card::as_joker)).collect();
    if let Some(meld) = Meld::of_named(rules, &group)
        && !melds.contains(&meld)
    {
        melds.push(meld);
    }
}

/// The ranks of each run of `size` cards, at most thirteen.
fn windows(rules: &Rules, size: usize) -> impl Iterator<Item = u16> + use<> {
    let last = 15 - size as u8;
    let (low, high) = (rules.ace.is_low(), rules.ace.is_high());
    let starts = (1..=last).filter(move |&start| (start > 1 || low) && (start < last || high));
    starts.map(move |start| window(start, size))
}

/// The ranks of `size` cards from a rank on, on the circle that joins the king to the ace.
fn window(start: u8, size: usize) -> u16 {
    (start..start + size as u8).fold(0, |bits, place| bits | 1 << ((place - 1) % 13))
}

/// Why no meld of the group's size holds its named cards; `None` if one does, or if more cards could make one.
///
/// Cards of one rank are judged as a set, others of one suit as a run; a card alone may become either.
fn shape_reason(rules: &Rules, group: &[Card], named: &[Card]) -> Option<Reason> {
    let ranks = named.iter().filter_map(|card| card.rank()).fold(0u16, |bits, rank| bits | 1 << (rank - 1));
    let suits = named.iter().filter_map(|card| card.suit()).fold(0u8, |bits, suit| bits | 1 << suit);
    if named.is_empty() {
        return None;
    }
    if ranks.count_ones() == 1 && named.len() > 1 {
        let twice = repeated(named, |card| card.suit().unwrap_or(0) as usize);
        if !twice.is_empty() {
            return Some((Code::MeldSuitTwice, twice));
        }
        return (group.len() > 4).then(|| (Code::MeldSuitTwice, group.to_vec()));
    }
    if suits.count_ones() > 1 {
        return Some((Code::MeldNotAMeld, group.to_vec()));
    }
    let twice = repeated(named, |card| card.index().unwrap_or(0));
    let is_pair_of_aces = twice.len() == 2 && twice.iter().all(|card| card.rank() == Some(1));
    // D1: nothing but the second ace is wrong with the whole suit and one ace more.
    if group.len() > LONGEST && (twice.is_empty() || is_pair_of_aces) {
        return Some((Code::MeldTooLong, group.to_vec()));
    }
    if !twice.is_empty() {
        return Some((Code::MeldCardTwice, twice));
    }
    if group.len() < SHORTEST || windows(rules, group.len()).any(|run| run & ranks == ranks) {
        return None;
    }
    if (1..=13).any(|start| window(start, group.len()) & ranks == ranks) {
        return Some((Code::MeldAceNotHere, aces_of(named)));
    }
    Some((Code::MeldNotAMeld, group.to_vec()))
}

/// The ace of cards of one suit, or the joker that would have to be it.
fn aces_of(named: &[Card]) -> Vec<Card> {
    let aces: Vec<Card> = named.iter().copied().filter(|card| card.rank() == Some(1)).collect();
    if !aces.is_empty() {
        return aces;
    }
    named[0].suit().map(|suit| Card::natural(1, suit).as_joker()).into_iter().collect()
}

/// The cards whose key another card of the group shares, in the order given.
fn repeated(named: &[Card], key: impl Fn(&Card) -> usize) -> Vec<Card> {
    let mut counts = [0u8; 52];
    for card in named {
        counts[key(card)] = counts[key(card)].saturating_add(1);
    }
    named.iter().copied().filter(|card| counts[key(card)] > 1).collect()
}
