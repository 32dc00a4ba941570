//! A player that thinks: it deals the cards it cannot see at random, plays on from each of its choices, and
//! takes the choice that wins most (flat Monte Carlo over determinizations, with the same worlds for all).

use super::{Hold, Style, can_knock, find_best, play_out, search};
use crate::card::Card;
use crate::deal::{Action, Deal, Flow};
use crate::play::Play;
use crate::pool::Pool;
use crate::rules::Rules;
use crate::search::{Objective, Position, spent};
use crate::table::Table;

/// What is known of another seat.
#[derive(Clone, Debug)]
pub struct Other {
    /// How likely it is that it holds back.
    pub holds: f64,
    /// The table at the end of its last turn, and how many of its cards are newer; `None` before its first.
    pub stuck: Option<(Table, usize)>,
}

/// What a seat knows, and how long it may think.
#[derive(Clone, Debug)]
pub struct Mind {
    /// The deal with the hands of the others as blanks and with blanks for the stock.
    pub deal: Deal,
    /// The others, by seat; that of the seat itself is not read.
    pub others: Vec<Other>,
    /// The start of the random numbers.
    pub seed: u64,
    /// How many states the searches in thought may look at.
    pub budget: u64,
}

/// A choice: what is done now, and how it is gone on after it.
struct Choice {
    action: Action,
    style: Style,
    won: f64,
    tried: u32,
}

const PATIENT: Style =
    Style { objective: Objective::Cards, hold: Some(Hold { danger: 0, stock: 0 }), nodes: Some(NODES) };
const EAGER: Style = Style { nodes: Some(NODES), ..Style::GREEDY };
/// The bound on a search in thought.
const NODES: u64 = 1000;

impl Mind {
    /// What to do.
    pub fn think(&mut self, rules: &Rules, flow: &Flow) -> Action {
        let mut choices = self.choices(rules, flow);
        if choices.len() == 1 {
            return choices.remove(0).action;
        }
        let unseen = self.find_unseen(rules);
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut left = choices.len();
        let mut order: Vec<usize> = (0..left).collect();
        let begun = spent();
        let rounds = usize::BITS - (left - 1).leading_zeros();
        let mut round = 0u32;
        while left > 1 {
            round += 1;
            let until = self.budget * u64::from(round) / u64::from(rounds);
            while spent() - begun < until {
                let (world, styles) = self.sample(rules, &unseen, &mut rng);
                for &index in &order[..left] {
                    let choice = &mut choices[index];
                    let mut styles = styles.clone();
                    styles[self.deal.seat] = choice.style;
                    let won = self.try_out(rules, flow, world.clone(), &choice.action, &styles);
                    choice.won += won;
                    choice.tried += 1;
                }
            }
            order[..left].sort_by(|&a, &b| choices[b].mean().total_cmp(&choices[a].mean()));
            left = left.div_ceil(2);
        }
        choices.swap_remove(order[0]).action
    }

    /// The cards that the seat cannot see, in card order.
    fn find_unseen(&self, rules: &Rules) -> Vec<Card> {
        let mut pool = Pool::default();
        for card in (0..52).map(Card::from_index) {
            (0..rules.packs).for_each(|_| pool.add(card));
        }
        (0..rules.jokers).for_each(|_| pool.add(Card::JOKER));
        for &card in self.deal.table.cards().iter().chain(self.deal.hand()) {
            pool.take(card);
        }
        pool.cards().collect()
    }

    /// One way the hidden cards can lie, and a style for each seat.
    fn sample(&self, rules: &Rules, unseen: &[Card], rng: &mut fastrand::Rng) -> (Deal, Vec<Style>) {
        let styles: Vec<Style> =
            self.others.iter().map(|other| if rng.f64() < other.holds { PATIENT } else { EAGER }).collect();
        let mut deal = self.deal.clone();
        for _ in 0..8 {
            let mut cards = unseen.to_vec();
            rng.shuffle(&mut cards);
            for seat in (0..deal.hands.len()).filter(|&seat| seat != deal.seat) {
                let size = deal.hands[seat].len();
                deal.hands[seat] = cards.split_off(cards.len() - size);
            }
            cards.truncate(deal.stock.len());
            deal.stock = cards;
            if self.fits(rules, &deal, &styles) {
                break;
            }
        }
        for hand in &mut deal.hands {
            hand.sort_unstable();
        }
        (deal, styles)
    }

    /// Whether the hands of those who do not hold back had no play at the end of their last turns.
    fn fits(&self, rules: &Rules, deal: &Deal, styles: &[Style]) -> bool {
        (0..deal.hands.len()).filter(|&seat| seat != deal.seat && styles[seat].hold.is_none()).all(|seat| {
            let Some((table, newer)) = &self.others[seat].stuck else { return true };
            let mut old = deal.hands[seat][*newer..].to_vec();
            old.sort_unstable();
            old.is_empty() || !Position::known(rules, table.clone(), old, deal.opened[seat]).can_play()
        })
    }

    fn try_out(&self, rules: &Rules, flow: &Flow, mut world: Deal, action: &Action, styles: &[Style]) -> f64 {
        let seat = world.seat;
        world.apply(rules, flow, action.clone(), &mut |_| ());
        play_out(rules, flow, &mut world, styles, &mut |_| ());
        world.outcome.map_or(0.0, |outcome| {
            let share = if outcome.winners.contains(&seat) { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
            let points: u32 = outcome.points.iter().sum();
            let mine = f64::from(outcome.points[seat]);
            let sign = if flow.score == crate::deal::Score::Differences { 1.0 } else { -1.0 };
            share + sign * 0.0005 * (mine * outcome.points.len() as f64 - f64::from(points))
        })
    }

    /// What is worth a thought.
    fn choices(&mut self, rules: &Rules, flow: &Flow) -> Vec<Choice> {
        let open = self.deal.open(flow);
        let deal = &mut self.deal;
        let mut plays: Vec<Play> = Vec::new();
        if open.lay {
            let mut add = |play: Option<Play>| {
                if let Some(play) = play
                    && !plays.iter().any(|other| other.cards == play.cards)
                {
                    plays.push(play);
                }
            };
            add(find_best(rules, deal, Objective::Cards, None));
            add(find_best(rules, deal, Objective::Points, None));
            add(search(rules, deal, Position::hint));
        }
        let size = deal.hand().len();
        if let Some(whole) = plays.iter().position(|play| play.cards.len() == size) {
            let action = Action::Lay(plays.swap_remove(whole));
            return vec![Choice { action, style: PATIENT, won: 0.0, tried: 0 }];
        }
        let mut choices = Vec::new();
        let mut push = |action: Action, style: Style| choices.push(Choice { action, style, won: 0.0, tried: 0 });
        let wait = if open.draw { Action::Draw } else { Action::Pass };
        push(wait.clone(), PATIENT);
        if open.knock_alone && can_knock(rules, flow, deal, None) {
            push(Action::Knock(None), PATIENT);
        }
        if !plays.is_empty() {
            push(wait, EAGER);
        }
        for play in plays {
            if open.knock && can_knock(rules, flow, deal, Some(&play)) {
                push(Action::Knock(Some(play.clone())), PATIENT);
            }
            push(Action::Lay(play.clone()), PATIENT);
            push(Action::Lay(play), EAGER);
        }
        choices
    }
}

impl Choice {
    fn mean(&self) -> f64 {
        self.won / f64::from(self.tried.max(1))
    }
}
