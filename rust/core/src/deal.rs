//! One deal at full speed: turns, draws and ends (RULES.md sections 4 and 6).
//!
//! The Python package's referee is the authority on the flow of a game. This is the same flow for
//! millions of deals between players that are part of this crate; the tests hold the two together,
//! event by event.

mod flow;

pub use flow::{Flow, KnockWhen, Score};

use crate::card::Card;
use crate::fault::Fault;
use crate::play::{Play, check_position};
use crate::rules::Rules;
use crate::table::Table;

/// What a seat does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Draw from the stock.
    Draw,
    /// Make a play.
    Lay(Play),
    /// End the deal with a low count, with a play or without one.
    Knock(Option<Play>),
    /// End the turn without a play.
    Pass,
}

/// The kinds of action open to the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Open {
    /// To draw.
    pub draw: bool,
    /// To make a play.
    pub lay: bool,
    /// To knock with a play.
    pub knock: bool,
    /// To knock without one.
    pub knock_alone: bool,
}

/// Why a deal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A hand is empty.
    Out,
    /// A knock that won.
    Knock,
    /// A knock that did not: another count is as low or lower.
    Undercut,
    /// The last turns are over.
    StockOut,
    /// Everybody passed with an empty stock.
    Blocked,
}

/// How a deal ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// The seats that won; several share it.
    pub winners: Vec<usize>,
    /// The points of each seat.
    pub points: Vec<u32>,
}

/// What happened, as the log of the Python package has it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A seat drew these cards.
    Drew(usize, &'a [Card]),
    /// A seat put down these cards, and the table after.
    Laid(usize, &'a Play),
    /// A seat passed.
    Passed(usize),
    /// A seat knocked; the play made for it comes before.
    Knocked(usize),
}

/// The state of a deal.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The table.
    pub table: Table,
    /// The hand of each seat, in card order.
    pub hands: Vec<Vec<Card>>,
    /// The stock, the next card last.
    pub stock: Vec<Card>,
    /// Whose turn it is.
    pub seat: usize,
    /// For each seat, whether it has made a first play.
    pub opened: Vec<bool>,
    /// How often the seat to act has drawn in this turn.
    pub draws: u8,
    /// How many seats have passed in a row.
    pub passes: usize,
    /// How many turns have ended.
    pub turn: u32,
    /// How many of the last turns are still to be ended.
    pub turns_left: Option<usize>,
    /// How the deal ended; `None` while it runs.
    pub outcome: Option<Outcome>,
    /// Whether its plays tell how much they disturb the table and what they are worth.
    pub with_figures: bool,
}

impl Deal {
    /// A deal that begins with these cards; the stock is given with the next card first.
    ///
    /// # Errors
    /// Every reason why the cards cannot lie so, or none if there are no cards in a hand or no such seat.
    pub fn new(
        rules: &Rules,
        flow: &Flow,
        hands: Vec<Vec<Card>>,
        table: Table,
        mut stock: Vec<Card>,
        seat: usize,
    ) -> Result<Self, Vec<Fault>> {
        let players = hands.len();
        let hidden: Vec<Card> = hands.iter().flatten().chain(&stock).copied().collect();
        let faults = check_position(rules, &table, &hidden);
        if !faults.is_empty() || seat >= players || hands.iter().any(Vec::is_empty) {
            return Err(faults);
        }
        let turns_left = (flow.has_last_turns && stock.is_empty()).then_some(players);
        stock.reverse();
        let hands = hands.into_iter().map(sorted).collect();
        let opened = vec![false; players];
        Ok(Self {
            table,
            hands,
            stock,
            seat,
            opened,
            draws: 0,
            passes: 0,
            turn: 0,
            turns_left,
            outcome: None,
            with_figures: false,
        })
    }

    /// The hand of the seat to act.
    pub fn hand(&self) -> &[Card] {
        &self.hands[self.seat]
    }

    /// The kinds of action open to the seat to act, whatever it holds. Where nothing can be drawn it may pass.
    pub fn open(&self, flow: &Flow) -> Open {
        let is_drawn_out = flow.is_drawn_out(self.draws);
        let draw = !self.stock.is_empty() && !is_drawn_out;
        let lay = !is_drawn_out && (self.draws > 0 || self.stock.is_empty() || !flow.draws_first);
        let knocks = flow.knock != KnockWhen::No && self.turns_left.is_none();
        let knock_alone = knocks
            && flow.knock == KnockWhen::AfterTurn
            && (lay || is_drawn_out)
            && (self.stock.is_empty() || is_drawn_out);
        Open { draw, lay, knock: knocks && lay, knock_alone }
    }

    /// Does an action that is open, with a play that is legal, and tells what happened.
    pub fn apply(&mut self, rules: &Rules, flow: &Flow, action: Action, log: &mut impl FnMut(Event<'_>)) {
        match action {
            Action::Draw => {
                self.draws += 1;
                self.take(flow.draw_cards, log);
                if flow.is_drawn_out(self.draws) && flow.knock != KnockWhen::AfterTurn {
                    self.end_turn(rules, flow);
                }
            }
            Action::Lay(play) => self.play(rules, flow, Some(play), false, log),
            Action::Knock(play) => self.play(rules, flow, play, true, log),
            Action::Pass => {
                log(Event::Passed(self.seat));
                self.passes += 1;
                if !flow.has_last_turns && self.passes == self.hands.len() {
                    self.finish(rules, flow, None, None);
                } else {
                    self.end_turn(rules, flow);
                }
            }
        }
    }

    fn play(&mut self, rules: &Rules, flow: &Flow, play: Option<Play>, knocks: bool, log: &mut impl FnMut(Event<'_>)) {
        let seat = self.seat;
        if let Some(play) = play {
            log(Event::Laid(seat, &play));
            take_out(&mut self.hands[seat], &play.cards);
            self.table = play.table;
            self.passes = 0;
            self.opened[seat] = true;
        }
        if self.hands[seat].is_empty() {
            self.finish(rules, flow, Some(seat), None);
        } else if knocks {
            log(Event::Knocked(seat));
            self.finish(rules, flow, None, Some(seat));
        } else {
            self.take(flow.draws_after_play, log);
            self.end_turn(rules, flow);
        }
    }

    /// Draws from the stock, or what is left of it (D3).
    fn take(&mut self, count: u8, log: &mut impl FnMut(Event<'_>)) {
        let left = self.stock.len().saturating_sub(count as usize);
        if left == self.stock.len() {
            return;
        }
        self.stock[left..].reverse();
        log(Event::Drew(self.seat, &self.stock[left..]));
        let hand = &mut self.hands[self.seat];
        for card in self.stock.drain(left..) {
            hand.insert(hand.partition_point(|&other| other <= card), card);
        }
    }

    fn end_turn(&mut self, rules: &Rules, flow: &Flow) {
        if flow.has_last_turns && self.stock.is_empty() {
            // The first turn that ends without stock is that of the seat that drew the last card; a turn
            // for each seat follows, the last one for that seat.
            let left = self.turns_left.map_or(self.hands.len(), |left| left - 1);
            self.turns_left = Some(left);
            if left == 0 {
                self.finish(rules, flow, None, None);
                return;
            }
        }
        self.seat = (self.seat + 1) % self.hands.len();
        self.draws = 0;
        self.turn += 1;
    }

    fn finish(&mut self, rules: &Rules, flow: &Flow, out: Option<usize>, knocker: Option<usize>) {
        self.outcome = Some(flow.score(rules, &self.hands, out, knocker));
    }
}

/// What the cards count in a hand (RULES.md section 6).
pub fn count_hand<'a>(rules: &Rules, hand: impl IntoIterator<Item = &'a Card>) -> u32 {
    hand.into_iter().map(|&card| rules.worth(card)).sum()
}

/// The cards of a hand that a play leaves in it.
pub fn cards_left(hand: &[Card], played: &[Card]) -> Vec<Card> {
    let mut left = hand.to_vec();
    take_out(&mut left, played);
    left
}

/// Takes cards out of a hand that holds them, both in card order.
fn take_out(hand: &mut Vec<Card>, cards: &[Card]) {
    let mut taken = cards.iter().peekable();
    hand.retain(|card| taken.next_if_eq(&card).is_none());
    debug_assert!(taken.next().is_none(), "{cards:?} in a hand");
}

fn sorted(mut hand: Vec<Card>) -> Vec<Card> {
    hand.sort_unstable();
    hand
}
