//! The part of a rule-set that turns and ends read, and the score of a deal.

use super::{Outcome, Reason, count_hand};
use crate::card::Card;
use crate::rules::Rules;

/// When a player with a low count may end the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KnockWhen {
    /// Never.
    No,
    /// With a play.
    AfterPlay,
    /// With a play, or without one at the end of a turn.
    AfterTurn,
}

/// What a finished deal gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Each player what is left in the hand.
    Left,
    /// The winner the differences.
    Differences,
    /// Nothing.
    Nothing,
}

/// What turns and ends read of a rule-set. Every field is mandatory: there are no defaults.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Flow {
    /// Cards of one draw.
    pub draw_cards: u8,
    /// The draw with this number ends the turn; `None` if no draw does.
    pub draws_a_turn: Option<u8>,
    /// Whether a turn begins with a draw.
    pub draws_first: bool,
    /// Cards drawn after a play that does not empty the hand.
    pub draws_after_play: u8,
    /// When a player with a low count may end the deal.
    pub knock: KnockWhen,
    /// The highest count with which a player may knock.
    pub knock_count: u32,
    /// Whether an empty stock leads to one last turn for each; otherwise to an end when every player passes.
    pub has_last_turns: bool,
    /// What a finished deal gives.
    pub score: Score,
    /// What the player who is out gets besides the differences.
    pub out_bonus: u32,
    /// What each player who undercuts a knock gets besides the differences.
    pub undercut_bonus: u32,
}

impl Flow {
    /// Whether no more can be drawn in a turn after so many draws.
    pub fn is_drawn_out(&self, draws: u8) -> bool {
        self.draws_a_turn.is_some_and(|most| draws >= most)
    }

    /// Scores a deal that has ended (RULES.md section 6). With neither a seat that is out nor one that has
    /// knocked, the stock is used up.
    pub fn score(&self, rules: &Rules, hands: &[Vec<Card>], out: Option<usize>, knocker: Option<usize>) -> Outcome {
        let counts: Vec<u32> = hands.iter().map(|hand| count_hand(rules, hand)).collect();
        // A hand that is not empty counts at least one, so the seat that is out has the lowest count alone.
        let lowest = counts.iter().copied().min().unwrap_or(0);
        let mut winners: Vec<usize> = (0..counts.len()).filter(|&seat| counts[seat] == lowest).collect();
        let reason = match (out, knocker) {
            (Some(_), _) => Reason::Out,
            (None, Some(knocker)) if winners == [knocker] => Reason::Knock,
            (None, Some(knocker)) => {
                winners.retain(|&seat| seat != knocker);
                Reason::Undercut
            }
            (None, None) if self.has_last_turns => Reason::StockOut,
            (None, None) => Reason::Blocked,
        };
        let points = match self.score {
            Score::Left => counts,
            Score::Nothing => vec![0; counts.len()],
            Score::Differences => {
                let bonus = match reason {
                    Reason::Out => self.out_bonus,
                    Reason::Undercut => self.undercut_bonus,
                    _ => 0,
                };
                let won = counts.iter().map(|count| count - lowest).sum::<u32>() + bonus;
                (0..counts.len()).map(|seat| if winners.contains(&seat) { won } else { 0 }).collect()
            }
        };
        Outcome { reason, winners, points }
    }
}
