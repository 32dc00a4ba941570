//! Deals played to their end between players of this crate.

mod choices;
mod sample;
mod think;

pub use sample::{Other, Stuck};
pub use think::Mind;

use crate::deal::{Action, Deal, Event, Flow, cards_left, count_hand};
use crate::play::Play;
use crate::rules::Rules;
use crate::search::{Objective, Position};

/// How a player of this crate plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// What its plays make most of.
    pub objective: Objective,
    /// When it keeps a play to itself; `None`: never.
    pub hold: Option<Hold>,
    /// The bound on each of its searches; `None`: they are exact.
    pub nodes: Option<u64>,
}

/// How a player holds back: it puts down nothing until its whole hand can go, or until it is time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hold {
    /// It plays when another hand has so few cards.
    pub danger: usize,
    /// It plays when the stock has so few cards.
    pub stock: usize,
}

/// The bound on a search in thought; a larger one wins hardly more.
const NODES: u64 = 1000;
/// How a player goes on in thought that holds back.
const PATIENT: Style =
    Style { objective: Objective::Cards, hold: Some(Hold { danger: 0, stock: 0 }), nodes: Some(NODES) };
/// How a player goes on in thought that plays what it can.
const EAGER: Style = Style { nodes: Some(NODES), ..Style::GREEDY };

impl Style {
    /// The most cards, every time.
    pub const GREEDY: Self = Self { objective: Objective::Cards, hold: None, nodes: None };

    /// What it does now. It reads nothing that its seat may not know.
    pub fn act(&self, rules: &Rules, flow: &Flow, deal: &mut Deal) -> Action {
        let open = deal.open(flow);
        let mut play = None;
        if open.lay {
            play = match self.hold {
                Some(hold) if !hold.is_time(deal) => find_whole(rules, deal, self.nodes),
                _ => find_best(rules, deal, self.objective, self.nodes),
            };
        }
        let may_knock = if play.is_some() { open.knock } else { open.knock_alone };
        if may_knock && can_knock(rules, flow, deal, play.as_ref()) {
            return Action::Knock(play);
        }
        match play {
            Some(play) => Action::Lay(play),
            None if open.draw => Action::Draw,
            None => Action::Pass,
        }
    }
}

impl Hold {
    fn is_time(self, deal: &Deal) -> bool {
        let mut others = deal.hands.iter().enumerate().filter(|&(seat, _)| seat != deal.seat);
        deal.stock.len() <= self.stock || others.any(|(_, hand)| hand.len() <= self.danger)
    }
}

/// Whether the count that a play leaves allows a knock; one that empties the hand needs none.
fn can_knock(rules: &Rules, flow: &Flow, deal: &Deal, play: Option<&Play>) -> bool {
    let count = match play {
        None => count_hand(rules, deal.hand()),
        Some(play) => count_hand(rules, &cards_left(deal.hand(), &play.cards)),
    };
    (1..=flow.knock_count).contains(&count)
}

/// The best play of the seat to act.
fn find_best(rules: &Rules, deal: &mut Deal, objective: Objective, nodes: Option<u64>) -> Option<Play> {
    search(rules, deal, |position| position.best_play(objective, nodes))
}

/// A play of the whole hand of the seat to act.
fn find_whole(rules: &Rules, deal: &mut Deal, nodes: Option<u64>) -> Option<Play> {
    search(rules, deal, |position| position.find_whole(nodes))
}

/// Searches the position of the seat to act, whose table and hand are lent to it.
fn search<T>(rules: &Rules, deal: &mut Deal, find: impl FnOnce(&Position) -> T) -> T {
    let seat = deal.seat;
    let table = core::mem::take(&mut deal.table);
    let hand = core::mem::take(&mut deal.hands[seat]);
    let position = Position::known(rules, table, hand, deal.opened[seat], deal.with_figures);
    let found = find(&position);
    (deal.table, deal.hands[seat]) = position.into_parts();
    found
}

/// Plays a deal to its end with a style for each seat.
pub fn play_out(rules: &Rules, flow: &Flow, deal: &mut Deal, styles: &[Style], log: &mut impl FnMut(Event<'_>)) {
    while deal.outcome.is_none() {
        let action = styles[deal.seat].act(rules, flow, deal);
        deal.apply(rules, flow, action, log);
    }
}
