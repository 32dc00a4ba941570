//! From a complete sweep to melds on a table.

use super::problem::Problem;
use super::runs::{Laying, Lengths, OneJoker, Runs};
use super::scenario::Scenario;
use super::sets::sets_of;
use super::sweep::Found;
use crate::card::{Card, NATURALS, Suit};
use crate::meld::{Kind, LONGEST, Meld, SHORTEST};
use crate::play::is_loose;
use crate::rules::Rules;
use crate::table::Table;

/// A meld as places: the cards follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Laid {
    shape: Shape,
    /// The jokers: bits of suits in a set, of places from the first in a run.
    jokers: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    /// A rank and its suits as bits.
    Set(u8, u8),
    /// Suit, first position, length.
    Run(Suit, u8, u8),
}

impl Laid {
    fn new(shape: Shape) -> Self {
        Self { shape, jokers: 0 }
    }

    /// Writes a run of thirteen ace low, where its ace may be low or high (D1).
    fn lower_ace(&mut self) {
        if let Shape::Run(suit, 1, 13) = self.shape {
            self.shape = Shape::Run(suit, 0, 13);
            self.jokers = self.jokers << 1 & 0x1fff | self.jokers >> 12 & 1;
        }
    }

    /// The indices of the cards, each with its bit in `jokers`.
    fn places(self) -> impl Iterator<Item = (usize, u16)> {
        let number = match self.shape {
            Shape::Set(..) => 4,
            Shape::Run(.., len) => len,
        };
        (0..number).filter_map(move |place| match self.shape {
            Shape::Set(rank, suits) => {
                (suits >> place & 1 == 1).then(|| (Card::natural(rank, place).byte() as usize, 1 << place))
            }
            Shape::Run(suit, start, _) => {
                let rank = Problem::rank((start + place) as usize);
                Some((Card::natural(rank, suit).byte() as usize, 1 << place))
            }
        })
    }

    fn cards(self) -> impl Iterator<Item = Card> {
        self.places().map(move |(index, bit)| {
            let card = Card::from_index(index);
            if self.jokers & bit != 0 { card.as_joker() } else { card }
        })
    }

    /// The meld of a group of named cards.
    fn of(rules: &Rules, group: &[Card]) -> Option<Self> {
        let meld = Meld::of_named(rules, group)?;
        let shape = match meld.kind() {
            Kind::Set(rank) => {
                Shape::Set(rank, group.iter().filter_map(|card| card.suit()).fold(0, |bits, suit| bits | 1 << suit))
            }
            Kind::Run(suit, start) => Shape::Run(suit, start - 1, group.len() as u8),
        };
        let mut laid = Self::new(shape);
        for (index, bit) in laid.places() {
            if group.contains(&Card::from_index(index).as_joker()) {
                laid.jokers |= bit;
            }
        }
        Some(laid)
    }
}

/// An open run: its first position, its length, its jokers as bits of places.
#[derive(Clone, Copy)]
struct OpenRun {
    start: u8,
    len: u8,
    jokers: u16,
}

/// The table that a complete sweep describes: what is there unchanged first, in its order, then the
/// other melds by first card.
///
/// The sweep joins runs wherever it can; with `cut`, a run of the table before is cut out of a longer
/// one where it can be.
pub fn table_of<R: Runs>(
    rules: &Rules,
    before: &Table,
    scenario: &Scenario,
    problem: &Problem,
    found: &Found,
    cut: bool,
) -> Table {
    let mut melds = melds_of::<R>(rules, problem, found);
    let old: Vec<Option<Laid>> = before.groups().map(|group| Laid::of(rules, group)).collect();
    let places = find_old(&old, &mut melds, cut);
    if !R::TELLS_JOKERS {
        name_jokers(&mut melds, &old, &places, jokers_by_card(scenario, problem, found));
    }
    let fixed = scenario.fixed.iter().filter_map(|group| Laid::of(rules, group));
    melds.extend(fixed);
    let mut loose = left_loose(problem, found);
    ordered(rules, before, &old, melds, &mut loose)
}

/// The table with these melds and loose cards left beside the fixed ones.
pub fn table_with(
    rules: &Rules,
    before: &Table,
    scenario: &Scenario,
    melds: &[Vec<Card>],
    loose: &mut [u8; NATURALS + 1],
) -> Table {
    let old: Vec<Option<Laid>> = before.groups().map(|group| Laid::of(rules, group)).collect();
    let melds = melds.iter().chain(&scenario.fixed).filter_map(|group| Laid::of(rules, group)).collect();
    ordered(rules, before, &old, melds, loose)
}

/// The melds of the sweep; with jokers only where it tells them apart.
fn melds_of<R: Runs>(rules: &Rules, problem: &Problem, found: &Found) -> Vec<Laid> {
    let mut melds = Vec::new();
    let mut open: [Vec<OpenRun>; 4] = Default::default();
    for (at, (position, step)) in (problem.first..problem.end).zip(&found.steps).enumerate() {
        let wild = if R::TELLS_JOKERS { step.wild_sets } else { [0; 4] };
        if step.sets != [0; 4] {
            for (suits, jokers) in sets_of(step.sets, wild, rules.jokers_a_meld) {
                melds.push(Laid { shape: Shape::Set(Problem::rank(position), suits), jokers: u16::from(jokers) });
            }
        }
        for (suit, open) in open.iter_mut().enumerate() {
            let after = R::TELLS_JOKERS.then(|| OneJoker::lengths(found.states[at + 1].runs[suit]));
            let laying = laying_of(open, step.runs[suit], step.wild_runs[suit], after);
            advance(open, laying, position as u8, suit as u8, &mut melds);
        }
    }
    for (suit, open) in open.iter().enumerate() {
        close(open, suit as u8, &mut melds);
    }
    if problem.closes {
        melds.iter_mut().for_each(Laid::lower_ace);
    }
    melds
}

/// How the cards of one position go on the open runs: the short ones first. Where jokers are told
/// apart, so that the lengths `after` are open after it.
fn laying_of(open: &[OpenRun], cards: u8, wild: u8, after: Option<Lengths>) -> Laying {
    let mut lengths: Lengths = [[0; 3]; 2];
    for run in open {
        lengths[usize::from(after.is_some() && run.jokers != 0)][(run.len as usize).min(SHORTEST) - 1] += 1;
    }
    let Some(after) = after else {
        let [one, two, three] = lengths[0];
        let spare = cards.saturating_sub(one + two);
        return Laying { longer: [spare.min(three), 0], new: spare.saturating_sub(three), jokers: [0; 4] };
    };
    let fitting = OneJoker::layings(lengths, cards, wild).into_iter().find(|(_, open)| *open == after);
    fitting.map_or(Laying { longer: [0; 2], new: cards, jokers: [0; 4] }, |(laying, _)| laying)
}

/// Puts the cards of a position on the open runs and closes those that do not go on. Where jokers are
/// not told apart, no run has one yet.
fn advance(open: &mut Vec<OpenRun>, laying: Laying, position: u8, suit: Suit, melds: &mut Vec<Laid>) {
    if open.is_empty() && laying.new == 0 {
        return;
    }
    open.sort_by_key(|run| run.start);
    let (mut longer, mut jokers) = (laying.longer, laying.jokers);
    let mut next = Vec::with_capacity(4);
    for mut run in open.drain(..) {
        let held = usize::from(run.jokers != 0);
        let class = (run.len as usize).min(SHORTEST) - 1;
        if class == SHORTEST - 1 {
            if longer[held] == 0 {
                close(&[run], suit, melds);
                continue;
            }
            longer[held] -= 1;
        }
        if held == 0 && jokers[class] > 0 {
            jokers[class] -= 1;
            run.jokers |= 1 << run.len;
        }
        run.len += 1;
        next.push(run);
    }
    for _ in 0..laying.new {
        let joker = jokers[3] > 0;
        jokers[3] -= u8::from(joker);
        next.push(OpenRun { start: position, len: 1, jokers: u16::from(joker) });
    }
    *open = next;
}

fn close(ended: &[OpenRun], suit: Suit, melds: &mut Vec<Laid>) {
    for run in ended {
        if run.len as usize > LONGEST {
            // D1: an ace at both ends makes two runs.
            melds.push(Laid { shape: Shape::Run(suit, run.start, 7), jokers: run.jokers & 0x7f });
            melds.push(Laid { shape: Shape::Run(suit, run.start + 7, run.len - 7), jokers: run.jokers >> 7 });
        } else {
            melds.push(Laid { shape: Shape::Run(suit, run.start, run.len), jokers: run.jokers });
        }
    }
}

/// For each old meld the place of one of its shape among the new ones, each place once; with `cut`
/// made by cutting a longer run if need be.
fn find_old(old: &[Option<Laid>], melds: &mut Vec<Laid>, cut: bool) -> Vec<Option<usize>> {
    let mut taken = vec![false; melds.len()];
    let mut places: Vec<Option<usize>> = old
        .iter()
        .map(|laid| {
            let shape = laid.as_ref()?.shape;
            let place = (0..melds.len()).find(|&place| !taken[place] && melds[place].shape == shape)?;
            taken[place] = true;
            Some(place)
        })
        .collect();
    for (place, laid) in places.iter_mut().zip(old).filter(|_| cut) {
        if let (None, Some(Laid { shape: Shape::Run(suit, start, len), .. })) = (*place, laid) {
            *place = cut_out(melds, &mut taken, *suit, *start, *len);
        }
    }
    places
}

/// Cuts this run out of a longer one if what is left on either side is nothing or a run.
fn cut_out(melds: &mut Vec<Laid>, taken: &mut Vec<bool>, suit: Suit, start: u8, len: u8) -> Option<usize> {
    let can_stand = |cards: u8| cards == 0 || cards as usize >= SHORTEST;
    for place in 0..melds.len() {
        let Laid { shape: Shape::Run(other, first, total), jokers } = melds[place] else { continue };
        if taken[place] || other != suit || first > start || start + len > first + total {
            continue;
        }
        let (below, above) = (start - first, first + total - start - len);
        if can_stand(below) && can_stand(above) {
            let part = |from: u8, cards: u8| Laid {
                shape: Shape::Run(suit, from, cards),
                jokers: jokers >> (from - first) & ((1 << cards) - 1),
            };
            melds[place] = part(start, len);
            taken[place] = true;
            for (from, cards) in [(first, below), (start + len, above)] {
                if cards > 0 {
                    melds.push(part(from, cards));
                    taken.push(false);
                }
            }
            return Some(place);
        }
    }
    None
}

/// How many jokers of each name the sweep lays.
fn jokers_by_card(scenario: &Scenario, problem: &Problem, found: &Found) -> [u8; NATURALS] {
    let mut jokers = [0; NATURALS];
    for (index, _) in &scenario.kept {
        jokers[*index] += 1;
    }
    for (position, step) in (problem.first..problem.end).zip(&found.steps) {
        for suit in 0..4 {
            let index = Card::natural(Problem::rank(position), suit).byte() as usize;
            jokers[index] += step.wild_sets[suit as usize] + step.wild_runs[suit as usize];
        }
    }
    jokers
}

/// Says which cards are jokers: those that were, where an old meld lies again, otherwise the last.
fn name_jokers(melds: &mut [Laid], old: &[Option<Laid>], places: &[Option<usize>], mut left: [u8; NATURALS]) {
    for (laid, place) in old.iter().zip(places) {
        let (Some(laid), Some(place)) = (laid, place) else { continue };
        for (index, bit) in laid.places().filter(|(_, bit)| laid.jokers & bit != 0) {
            if left[index] > 0 {
                left[index] -= 1;
                melds[*place].jokers |= bit;
            }
        }
    }
    if left == [0; NATURALS] {
        return;
    }
    // Melds that lie as before come last: they keep their natural cards if they can.
    let mut order: Vec<usize> = (0..melds.len()).rev().collect();
    order.sort_by_key(|place| places.contains(&Some(*place)));
    for place in order {
        for (index, bit) in melds[place].places() {
            if left[index] > 0 && melds[place].jokers & bit == 0 {
                left[index] -= 1;
                melds[place].jokers |= bit;
            }
        }
    }
}

/// The loose cards that no meld takes, by card, jokers last: hand cards are laid before them.
fn left_loose(problem: &Problem, found: &Found) -> [u8; NATURALS + 1] {
    let mut left = [0; NATURALS + 1];
    let last = if problem.closes { problem.end - 1 } else { problem.end };
    for (position, step) in (problem.first..last).zip(&found.steps) {
        for suit in 0..4 {
            let laid =
                step.sets[suit] + step.runs[suit] + step.high[suit] - step.wild_sets[suit] - step.wild_runs[suit];
            let index = Card::natural(Problem::rank(position), suit as u8).byte() as usize;
            left[index] = problem.loose_left(position, suit, problem.count[position][suit] - laid);
        }
    }
    left[NATURALS] = problem.wild.loose_left(found.states.last().map_or(0, |state| state.wild));
    left
}

/// What is there unchanged in its order, then the rest: sets, then runs, by first card.
fn ordered(
    rules: &Rules,
    before: &Table,
    old: &[Option<Laid>],
    mut melds: Vec<Laid>,
    loose: &mut [u8; NATURALS + 1],
) -> Table {
    let mut table = Table::with_capacity(melds.len(), before.cards().len() + 13);
    for (group, laid) in before.groups().zip(old) {
        if is_loose(rules, group) {
            let slot = group[0].index().unwrap_or(NATURALS);
            if loose[slot] > 0 {
                loose[slot] -= 1;
                table.push([group[0]]);
            }
        } else if let Some(place) = melds.iter().position(|meld| Some(*meld) == *laid) {
            melds.remove(place);
            table.push(group.iter().copied());
        }
    }
    melds.sort_by_key(|laid| {
        (matches!(laid.shape, Shape::Run(..)), laid.places().next().map(|(index, _)| index), laid.shape, laid.jokers)
    });
    for laid in melds {
        table.push(laid.cards());
    }
    table
}
