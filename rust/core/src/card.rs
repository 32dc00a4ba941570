//! A card in one byte.

use core::fmt;

/// Number of different natural cards.
pub const NATURALS: usize = 52;

/// A suit as an index: clubs, diamonds, hearts, spades.
pub type Suit = u8;

const JOKER_BIT: u8 = 0x40;
const NO_NAME: u8 = NATURALS as u8;
const RANK_LETTERS: &[u8; 13] = b"A23456789TJQK";
const SUIT_LETTERS: &[u8; 4] = b"cdhs";

/// A natural card, a joker that stands for one, or a joker without a name.
///
/// The byte of a natural card is `(rank - 1) * 4 + suit`, so the order of bytes is the order
/// of cards (RULES.md section 1), jokers last. A joker sets bit 6 above the byte of the card
/// it stands for, or above 52 if it has no name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// A joker without a name, as it is held in a hand.
    pub const JOKER: Self = Self(JOKER_BIT | NO_NAME);

    /// The natural card of `rank` 1 (ace) to 13 (king) and `suit` 0 to 3.
    ///
    /// # Panics
    /// If either is out of range.
    pub const fn natural(rank: u8, suit: Suit) -> Self {
        assert!(rank >= 1 && rank <= 13 && suit < 4, "rank 1 to 13 and suit 0 to 3");
        Self((rank - 1) * 4 + suit)
    }

    /// The natural card with this index below 52.
    ///
    /// # Panics
    /// If the index is 52 or more.
    pub const fn from_index(index: usize) -> Self {
        assert!(index < NATURALS, "an index below 52");
        Self(index as u8)
    }

    /// Reads a byte; `None` if it is no card.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        let name = byte & !JOKER_BIT;
        if name < NO_NAME || byte == Self::JOKER.0 { Some(Self(byte)) } else { None }
    }

    /// The byte that [`Card::from_byte`] reads back.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Whether this is a joker, named or not.
    pub const fn is_joker(self) -> bool {
        self.0 & JOKER_BIT != 0
    }

    /// Whether this is a joker that stands for no card yet.
    pub const fn is_unnamed(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// The index below 52 of the card itself or of the card a joker stands for.
    pub const fn index(self) -> Option<usize> {
        let name = self.0 & !JOKER_BIT;
        if name < NO_NAME { Some(name as usize) } else { None }
    }

    /// The card itself, or the natural card a joker stands for.
    pub const fn identity(self) -> Option<Self> {
        match self.index() {
            Some(index) => Some(Self(index as u8)),
            None => None,
        }
    }

    /// The rank 1 to 13 of the card or of the card a joker stands for.
    pub const fn rank(self) -> Option<u8> {
        match self.index() {
            Some(index) => Some(index as u8 / 4 + 1),
            None => None,
        }
    }

    /// The suit 0 to 3 of the card or of the card a joker stands for.
    pub const fn suit(self) -> Option<Suit> {
        match self.index() {
            Some(index) => Some(index as u8 % 4),
            None => None,
        }
    }

    /// A joker that stands for the same card as `self`.
    #[must_use]
    pub const fn as_joker(self) -> Self {
        Self(self.0 | JOKER_BIT)
    }

    /// Reads the strict text of one card: `7s`, `Td`, `*`, `*7s`.
    ///
    /// # Examples
    /// ```
    /// use rummy_core::Card;
    /// assert_eq!(Card::parse("*7s").unwrap().to_string(), "*7s");
    /// assert!(Card::parse("1s").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix('*') {
            return if name.is_empty() { Some(Self::JOKER) } else { Some(Self::parse_natural(name)?.as_joker()) };
        }
        Self::parse_natural(text)
    }

    fn parse_natural(text: &str) -> Option<Self> {
        let [rank, suit] = text.as_bytes() else { return None };
        let rank = RANK_LETTERS.iter().position(|letter| letter == rank)?;
        let suit = SUIT_LETTERS.iter().position(|letter| letter == suit)?;
        Some(Self((rank * 4 + suit) as u8))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_joker() {
            f.write_str("*")?;
        }
        if let Some(index) = self.index() {
            write!(f, "{}{}", RANK_LETTERS[index / 4] as char, SUIT_LETTERS[index % 4] as char)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads cards separated by spaces, in strict text; `None` if one cannot be read.
pub fn parse_cards(text: &str) -> Option<Vec<Card>> {
    text.split_whitespace().map(Card::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_reads_back_or_is_refused() {
        let read = (0..=u8::MAX).filter_map(Card::from_byte).collect::<Vec<_>>();
        assert_eq!(read.len(), 52 + 52 + 1);
        for card in read {
            assert_eq!(Card::from_byte(card.byte()), Some(card));
            assert_eq!(Card::parse(&card.to_string()), Some(card));
        }
    }

    #[test]
    fn order_is_rank_then_suit_then_jokers() {
        let cards = parse_cards("As 2c 2d Tc Ks *Ac *Ks *").unwrap();
        assert!(cards.is_sorted());
    }
}
