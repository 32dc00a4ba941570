//! From bytes to rule-sets, tables and hands. Bytes that run out are zeros, so every input means something.

use rummy_core::card::parse_cards;
use rummy_core::meld::{LONGEST, SHORTEST};
use rummy_core::search::{Position, Values};
use rummy_core::{Ace, Card, JokerLaw, Meld, Pool, Rules, Table};

use super::super::rules::rules;

const IDS: [&str; 8] =
    ["manipulation", "machiavelli", "shanghai", "guadalupe", "carousel", "vatikan", "tahiti", "manipulation-jokers"];

/// What is left of an input.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    pub fn flag(&mut self) -> bool {
        self.next() & 1 == 1
    }

    /// One of the rule-sets, or any that the bindings would make.
    pub fn rules(&mut self) -> Rules {
        let which = self.below(IDS.len() + 3);
        if let Some(id) = IDS.get(which) {
            return rules(id);
        }
        let jokers = self.next() % 5;
        let law = [JokerLaw::Movable, JokerLaw::Neighbour, JokerLaw::Locked][self.below(3)];
        // What the bindings allow: a locked meld holds one joker, others any number of two.
        let (jokers_a_meld, jokers) = if law == JokerLaw::Locked { (1, jokers) } else { (13, jokers.min(2)) };
        let (pays, least) = (self.next(), self.next());
        let rules = Rules {
            packs: 1 + self.next() % 2,
            jokers,
            ace: [Ace::Low, Ace::High, Ace::Either][self.below(3)],
            joker_law: if jokers == 0 { JokerLaw::None } else { law },
            jokers_a_meld,
            // A loose card would free a movable joker.
            loose: self.flag() && (jokers == 0 || law == JokerLaw::Locked),
            opening_run: if self.flag() { self.next() % 14 } else { 0 },
            worth: core::array::from_fn(|slot| least.wrapping_add((slot as u8).wrapping_mul(pays)).max(1)),
        };
        assert_eq!(rules.find_problem(), None);
        rules
    }

    /// A card, of which jokers are more frequent than others.
    pub fn card(&mut self) -> Card {
        let byte = self.next();
        Card::from_byte(byte).unwrap_or(if byte < 0xC0 { Card::JOKER } else { Card::from_index(byte as usize % 52) })
    }

    pub fn cards(&mut self, most: usize) -> Vec<Card> {
        (0..self.below(most + 1)).map(|_| self.card()).collect()
    }

    /// A group that is a meld more often than chance would have it.
    pub fn group(&mut self) -> Vec<Card> {
        match self.below(4) {
            0 => self.cards(16),
            1 => vec![self.card()],
            _ => self.meld(),
        }
    }

    /// A set or a run if there were cards enough, any of them jokers.
    pub fn meld(&mut self) -> Vec<Card> {
        let (kind, size, jokers) = (self.next(), self.next(), self.next());
        let mut cards: Vec<Card> = if kind < 96 {
            let without = size % 5;
            (0..4).filter(|&suit| suit != without).map(|suit| Card::natural(kind % 13 + 1, suit)).collect()
        } else {
            let start = kind / 4 % 14;
            let size = SHORTEST as u8 + size % 11;
            (start..start + size.min(14)).map(|place| Card::natural(place % 13 + 1, kind % 4)).collect()
        };
        if jokers >= 192 {
            let first = jokers as usize % cards.len();
            cards[first] = cards[first].as_joker();
            if jokers >= 240 {
                let second = (first + 1) % cards.len();
                cards[second] = cards[second].as_joker();
            }
        }
        cards
    }

    /// A table and a hand that can occur: melds and cards that the packs do not hold are left out.
    pub fn position(&mut self, rules: &Rules, limits: Limits) -> (Table, Vec<Card>) {
        let mut left = Left::of(rules);
        let mut table = Table::default();
        for _ in 0..self.below(limits.groups + 1) {
            let group = if rules.loose && self.next() < 64 { vec![self.card()] } else { self.meld() };
            let group = if group.len() == 1 { loose(group[0]) } else { group };
            let (mut then, mut taken) = (left.clone(), Vec::new());
            for &card in group.iter().take(LONGEST) {
                // A card that is not there is a joker if there is one.
                let Some(card) = [card, card.as_joker()].into_iter().find(|&card| then.take(card)) else { break };
                taken.push(card);
            }
            let meld = Meld::of_named(rules, &taken);
            let lies = if group.len() == 1 { taken.len() == 1 } else { meld.is_some() };
            // In the order of strict text.
            let taken = meld.map_or(taken, |meld| meld.cards().to_vec());
            if lies && table.cards().len() + taken.len() <= limits.table {
                table.push(taken.iter().map(|&card| if group.len() == 1 { loose(card)[0] } else { card }));
                left = then;
            }
        }
        let mut hand = Vec::new();
        for _ in 0..self.below(limits.hand + 1) {
            let card = self.card();
            let card = if card.is_joker() { Card::JOKER } else { card };
            if left.take(card) {
                hand.push(card);
            }
        }
        (table, hand)
    }
}

fn loose(card: Card) -> Vec<Card> {
    vec![if card.is_joker() { Card::JOKER } else { card }]
}

/// The most a position holds.
#[derive(Clone, Copy)]
pub struct Limits {
    pub groups: usize,
    pub table: usize,
    pub hand: usize,
}

/// The cards not yet dealt.
#[derive(Clone)]
struct Left(Pool);

impl Left {
    fn of(rules: &Rules) -> Self {
        let naturals = (0..52).flat_map(|index| (0..rules.packs).map(move |_| Card::from_index(index)));
        Self(naturals.chain((0..rules.jokers).map(|_| Card::JOKER)).collect())
    }

    fn take(&mut self, card: Card) -> bool {
        self.0.take(card)
    }
}

/// A position with what is needed to judge its plays.
pub struct Decoded {
    pub rules: Rules,
    pub table: Table,
    pub hand: Vec<Card>,
    pub opened: bool,
    pub position: Position,
}

impl Decoded {
    pub fn new(bytes: &mut Bytes, limits: Limits) -> Self {
        let rules = bytes.rules();
        let opened = bytes.flag();
        let (table, hand) = bytes.position(&rules, limits);
        let position = Position::new(&rules, table.clone(), hand.clone(), opened);
        let position = position.unwrap_or_else(|faults| panic!("{table:?} with {hand:?}: {faults:?}"));
        let decoded = Self { rules, table, hand, opened, position };
        tell(|| decoded.told());
        decoded
    }

    /// A small value for each card of the hand, below zero for some inputs altogether.
    pub fn values(&self, bytes: &mut Bytes) -> Values {
        let (base, spread) = (i64::from(bytes.next() % 32) - 16, 1 + bytes.below(16));
        let by_card: Vec<i64> = self.hand.iter().map(|_| base + bytes.below(spread) as i64).collect();
        let value = |card| self.hand.iter().position(|&other| other == card).map_or(0, |place| by_card[place]);
        Values::new(&self.hand, value).unwrap()
    }

    /// Some cards of the hand; where the bytes have run out too.
    pub fn part(&self, bytes: &mut Bytes) -> Vec<Card> {
        let chosen = bytes.next() ^ 0b0010_0010;
        let cards = self.hand.iter().enumerate().filter(|(place, _)| chosen >> (place % 8) & 1 == 1);
        cards.map(|(_, &card)| card).collect()
    }

    /// The position in words, for messages.
    pub fn told(&self) -> String {
        format!("{:?} | table {:?} | hand {:?} | opened {}", self.rules, self.table, self.hand, self.opened)
    }
}

/// Says what an input means if `TELL` is in the environment.
pub fn tell(told: impl Fn() -> String) {
    if std::env::var_os("TELL").is_some() {
        eprintln!("{}", told());
    }
}

/// The cards in card order, jokers unnamed.
pub fn sorted(cards: &[Card]) -> Vec<Card> {
    cards.iter().copied().collect::<Pool>().cards().collect()
}

/// The strict text of cards.
pub fn text(cards: &[Card]) -> String {
    let text: Vec<String> = cards.iter().map(Card::to_string).collect();
    let text = text.join(" ");
    assert_eq!(parse_cards(&text).as_deref(), Some(cards));
    text
}
