//! The fewest moves of single cards that turn one table into another.
//!
//! A card that stays in its place is not moved, and every other card is moved once: from its group or
//! from the hand to the group it is to lie in. So the moves are fewest when the most cards stay, and the
//! question is which group after takes the place of which group before. A joker is the same card under
//! any name; giving it another name where it lies is told, but is no move.

use crate::card::Card;
use crate::table::Table;

mod homes;
mod order;

use homes::find_homes;
use order::put_in_order;

/// A card that goes from one place to another, or a joker that gets another name where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The card as it lies before, a joker of the hand unnamed.
    pub card: Card,
    /// The group it leaves; `None` for the hand.
    pub source: Option<usize>,
    /// The group it comes to, or the one of a joker that is named anew.
    pub target: usize,
    /// The card as it lies after; only a joker can differ.
    pub becomes: Card,
}

impl Move {
    /// Whether no card changes its place: a joker gets another name.
    pub fn is_name(&self) -> bool {
        self.source == Some(self.target)
    }
}

/// The fewest moves that turn `before` into `after`, in the order in which they are to be made.
///
/// Groups keep their positions in `before`, even while they are empty; the groups that are new have the
/// positions that follow, in the order in which they are started. Cards that `before` does not hold
/// come from the hand. `None` if a card of `before` is not in `after`.
///
/// # Examples
/// ```
/// use rummy_core::{Table, moves::find_moves};
/// let before = Table::parse("5s 6s 7s | 8c 8d 8h 8s").unwrap();
/// let after = Table::parse("8c 8d 8h | 5s 6s 7s 8s 9s").unwrap();
/// let moves = find_moves(&before, &after).unwrap();
/// let told: Vec<_> = moves.iter().map(|step| (step.card.to_string(), step.source, step.target)).collect();
/// assert_eq!(told, [("8s".to_owned(), Some(1), 0), ("9s".to_owned(), None, 0)]);
/// ```
pub fn find_moves(before: &Table, after: &Table) -> Option<Vec<Move>> {
    let changes = Changes::between(before, after, find_homes(before, after))?;
    Some(put_in_order(before.len(), after, &changes))
}

/// What happens to each group after, its place settled.
struct Changes {
    /// The group before whose place it takes.
    homes: Vec<Option<usize>>,
    /// The cards that come to it, in its own order.
    arrivals: Vec<Vec<Arrival>>,
    /// The jokers that stay in it under another name: the old and the new one.
    names: Vec<Vec<(Card, Card)>>,
}

/// A card that comes to a group.
#[derive(Clone, Copy)]
struct Arrival {
    card: Card,
    source: Option<usize>,
    becomes: Card,
}

impl Changes {
    /// `None` if a card of `before` is left over.
    fn between(before: &Table, after: &Table, homes: Vec<Option<usize>>) -> Option<Self> {
        let mut leaving: Vec<Vec<Card>> = before.groups().map(<[Card]>::to_vec).collect();
        let mut coming: Vec<Vec<Card>> = after.groups().map(<[Card]>::to_vec).collect();
        let mut names = vec![Vec::new(); after.len()];
        for (place, home) in homes.iter().enumerate() {
            if let Some(home) = *home {
                let (old, new) = (&mut leaving[home], &mut coming[place]);
                new.retain(|card| !take(old, |other| other == card));
                names[place] = pair_jokers(old, new);
            }
        }
        let arrivals = arrivals(&mut leaving, &coming);
        leaving.iter().all(Vec::is_empty).then_some(Self { homes, arrivals, names })
    }
}

/// Takes the jokers that are in both groups out of them, each with its name in either.
fn pair_jokers(old: &mut Vec<Card>, new: &mut Vec<Card>) -> Vec<(Card, Card)> {
    let mut pairs = Vec::new();
    while let (Some(from), Some(to)) = (find_joker(old), find_joker(new)) {
        pairs.push((old.remove(from), new.remove(to)));
    }
    pairs
}

fn find_joker(cards: &[Card]) -> Option<usize> {
    cards.iter().position(|card| card.is_joker())
}

fn take(cards: &mut Vec<Card>, is_it: impl Fn(&Card) -> bool) -> bool {
    let place = cards.iter().position(is_it);
    place.map(|place| cards.remove(place)).is_some()
}

/// Where each card that a group lacks comes from: the first group that gives it up, or the hand.
///
/// A joker that has the right name already goes before one that needs another.
fn arrivals(leaving: &mut [Vec<Card>], coming: &[Vec<Card>]) -> Vec<Vec<Arrival>> {
    let mut give = |is_it: &dyn Fn(&Card) -> bool| {
        leaving.iter_mut().enumerate().find_map(|(source, cards)| {
            let place = cards.iter().position(is_it)?;
            Some((cards.remove(place), source))
        })
    };
    let mut found: Vec<Vec<Option<(Card, usize)>>> =
        coming.iter().map(|cards| cards.iter().map(|card| give(&|other| other == card)).collect()).collect();
    for (cards, found) in coming.iter().zip(&mut found) {
        for (_, none) in cards.iter().zip(found).filter(|(card, found)| card.is_joker() && found.is_none()) {
            *none = give(&|other| other.is_joker());
        }
    }
    let arrival = |(&becomes, found): (&Card, &Option<(Card, usize)>)| match *found {
        Some((card, source)) => Arrival { card, source: Some(source), becomes },
        None => Arrival { card: if becomes.is_joker() { Card::JOKER } else { becomes }, source: None, becomes },
    };
    coming.iter().zip(&found).map(|(cards, found)| cards.iter().zip(found).map(arrival).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves as text, positions from 0, a name as `2 *7s=*8s`.
    fn told(before: &str, after: &str) -> Option<Vec<String>> {
        let moves = find_moves(&Table::parse(before).unwrap(), &Table::parse(after).unwrap())?;
        let tell = |step: &Move| match step.source {
            _ if step.is_name() => format!("{} {}={}", step.target, step.card, step.becomes),
            Some(source) if step.card == step.becomes => format!("{source} {} > {}", step.card, step.target),
            Some(source) => format!("{source} {} > {} {}", step.card, step.target, step.becomes),
            None => format!("{} > {}", step.becomes, step.target),
        };
        Some(moves.iter().map(tell).collect())
    }

    fn moves(before: &str, after: &str) -> Vec<String> {
        told(before, after).unwrap()
    }

    #[test]
    fn nothing_is_moved_where_nothing_changes() {
        assert!(moves("", "").is_empty());
        assert!(moves("5s 6s 7s | Kc Kd Kh", "Kc Kd Kh | 5s 6s 7s").is_empty());
    }

    #[test]
    fn a_meld_stays_with_the_one_that_holds_all_of_it() {
        assert_eq!(moves("5s 6s 7s | 8s 9s Ts", "5s 6s 7s 8s 9s Ts"), ["1 8s > 0", "1 9s > 0", "1 Ts > 0"]);
        let split = moves("3s 4s 5s 6s 7s 8s", "6s 7s 8s | 3s 4s 5s");
        assert_eq!(split, ["0 6s > 1", "0 7s > 1", "0 8s > 1"]);
        assert_eq!(moves("3s 4s 5s | 6s 7s 8s 9s", "5s 6s 7s 8s 9s | 2s 3s 4s"), ["0 5s > 1", "2s > 0"]);
    }

    #[test]
    fn the_best_assignment_is_not_the_greedy_one() {
        // Three cards of the first meld could stay with the long run, but then the second one moves whole.
        let moved = moves("4c 5c 6c 7c 8c | 9c Tc Jc", "6c 7c 8c 9c Tc Jc | 3c 4c 5c");
        assert_eq!(moved, ["0 8c > 1", "0 7c > 1", "0 6c > 1", "3c > 0"]);
    }

    #[test]
    fn a_joker_is_named_anew_where_it_lies() {
        assert_eq!(moves("5s 6s *7s", "5s 6s 7s *8s"), ["7s > 0", "0 *7s=*8s"]);
        assert_eq!(moves("5s 6s *7s", "5s 6s 7s *8s 9s"), ["7s > 0", "0 *7s=*8s", "9s > 0"]);
        assert_eq!(moves("5s 6s *7s", "5s 6s 7s | Kc Kd *Kh"), ["7s > 0", "0 *7s > 1 *Kh", "Kc > 1", "Kd > 1"]);
        assert_eq!(moves("", "Kc Kd *Kh"), ["Kc > 0", "Kd > 0", "*Kh > 0"]);
    }

    #[test]
    fn a_card_leaves_a_meld_before_others_come() {
        let before = "2c 3c 4c 5c | 5d 5h 5s";
        let after = "Ac 2c 3c 4c | 5c 5d 5h 5s";
        assert_eq!(moves(before, after), ["0 5c > 1", "Ac > 0"]);
        // Round in a circle, the lower number comes first.
        let before = "2c 3c 4c 5c | 6d 6h 6s | 7d 7h 7s";
        let after = "2c 3c 4c | 5c 6c 7c | 6d 6h 6s | 7d 7h 7s";
        assert_eq!(moves(before, after), ["0 5c > 3", "6c > 3", "7c > 3"]);
    }

    #[test]
    fn a_lost_card_is_no_play() {
        assert_eq!(told("5s 6s 7s", "5s 6s"), None);
    }
}
