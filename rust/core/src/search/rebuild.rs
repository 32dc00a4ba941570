//! From the steps of a sweep to melds on a table.

use super::problem::{Problem, Step};
use super::sets::sets_of;
use crate::card::{Card, Suit};
use crate::meld::{Kind, LONGEST, Meld, SHORTEST};
use crate::rules::Rules;
use crate::table::Table;

/// A meld as positions: the cards follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// A rank and its suits as bits.
    Set(u8, u8),
    /// Suit, first position, length.
    Run(Suit, u8, u8),
}

impl Laid {
    fn cards(self) -> impl Iterator<Item = Card> {
        let (first, number) = match self {
            Self::Set(..) => (0, 4),
            Self::Run(_, start, len) => (start, len),
        };
        (first..first + number).filter_map(move |place| match self {
            Self::Set(rank, suits) => (suits >> place & 1 == 1).then(|| Card::natural(rank, place)),
            Self::Run(suit, ..) => Some(Card::natural(Problem::rank(place as usize), suit)),
        })
    }

    fn first_card(self) -> Option<Card> {
        self.cards().next()
    }
}

/// The melds that the steps of a complete sweep describe.
pub fn melds_of(problem: &Problem, steps: &[Step]) -> Vec<Laid> {
    let mut melds = Vec::new();
    let mut open: [Vec<(u8, u8)>; 4] = Default::default();
    let mut high = [0; 4];
    for (position, step) in (problem.first..problem.end).zip(steps) {
        for suits in sets_of(step.sets) {
            let suits = suits.iter().fold(0, |bits, suit| bits | 1 << suit);
            melds.push(Laid::Set(Problem::rank(position), suits));
        }
        for suit in 0..4 {
            advance(&mut open[suit], position as u8, step.runs[suit], suit as u8, &mut melds);
            high[suit] += step.high[suit];
        }
    }
    for suit in 0..4 {
        advance(&mut open[suit], problem.end as u8, high[suit], suit as u8, &mut melds);
        close(&open[suit], suit as u8, &mut melds);
    }
    melds
}

/// Puts `cards` cards of a suit on its open runs, the short ones first, and closes the others.
fn advance(open: &mut Vec<(u8, u8)>, position: u8, cards: u8, suit: Suit, melds: &mut Vec<Laid>) {
    open.sort_by_key(|&(start, len)| (len as usize >= SHORTEST, start));
    let longer = open.len().min(cards as usize);
    let ended = open.split_off(longer);
    close(&ended, suit, melds);
    for run in open.iter_mut() {
        run.1 += 1;
    }
    open.extend((longer..cards as usize).map(|_| (position, 1)));
}

fn close(ended: &[(u8, u8)], suit: Suit, melds: &mut Vec<Laid>) {
    for &(start, len) in ended {
        if len as usize > LONGEST {
            // D1: an ace at both ends makes two runs.
            melds.push(Laid::Run(suit, start, 7));
            melds.push(Laid::Run(suit, start + 7, len - 7));
        } else {
            melds.push(Laid::Run(suit, start, len));
        }
    }
}

/// The melds as a table: those of the table before first, in its order, then the others by first card.
///
/// The sweep joins runs wherever it can; where a run of the table before can be cut out of one, it is.
pub fn laid_by(rules: &Rules, before: &Table, mut melds: Vec<Laid>) -> Table {
    let old: Vec<Option<Laid>> = before.groups().map(|group| laid_of(rules, group)).collect();
    let mut kept = vec![false; melds.len()];
    let mut table = Table::with_capacity(melds.len(), before.cards().len() + 13);
    let mut stays = vec![false; old.len()];
    for (index, laid) in old.iter().enumerate() {
        let place = (0..melds.len()).find(|&place| !kept[place] && Some(melds[place]) == *laid);
        if let Some(place) = place {
            kept[place] = true;
            stays[index] = true;
        }
    }
    for (index, laid) in old.iter().enumerate() {
        if let (false, Some(Laid::Run(suit, start, len))) = (stays[index], *laid) {
            stays[index] = cut_out(&mut melds, &mut kept, suit, start, len);
        }
    }
    for (index, group) in before.groups().enumerate() {
        if stays[index] {
            table.push(group.iter().copied());
        }
    }
    let mut rest: Vec<Laid> = melds.iter().zip(&kept).filter(|(_, kept)| !**kept).map(|(laid, _)| *laid).collect();
    rest.sort_by_key(|laid| (matches!(laid, Laid::Run(..)), laid.first_card()));
    for laid in rest {
        table.push(laid.cards());
    }
    table
}

/// The meld of a group of natural cards.
fn laid_of(rules: &Rules, group: &[Card]) -> Option<Laid> {
    let meld = Meld::of_named(rules, group)?;
    Some(match meld.kind() {
        Kind::Set(rank) => {
            let suits = group.iter().filter_map(|card| card.suit()).fold(0, |bits, suit| bits | 1 << suit);
            Laid::Set(rank, suits)
        }
        Kind::Run(suit, start) => Laid::Run(suit, start - 1, group.len() as u8),
    })
}

/// Cuts this run out of a longer one if what is left on either side is nothing or a run.
fn cut_out(melds: &mut Vec<Laid>, kept: &mut Vec<bool>, suit: Suit, start: u8, len: u8) -> bool {
    let can_stand = |cards: u8| cards == 0 || cards as usize >= SHORTEST;
    for place in 0..melds.len() {
        let Laid::Run(other, first, total) = melds[place] else { continue };
        if kept[place] || other != suit || first > start || start + len > first + total {
            continue;
        }
        let (below, above) = (start - first, first + total - start - len);
        if can_stand(below) && can_stand(above) {
            melds[place] = Laid::Run(suit, start, len);
            kept[place] = true;
            for (first, cards) in [(first, below), (start + len, above)] {
                if cards > 0 {
                    melds.push(Laid::Run(suit, first, cards));
                    kept.push(false);
                }
            }
            return true;
        }
    }
    false
}
