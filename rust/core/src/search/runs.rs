//! The open runs of one suit.
//!
//! A state is how many runs of length one, two, and three or more are open. Runs of three or more
//! are alike: each may end or go on.

/// Most runs of one suit open at once.
pub const MAX_OPEN: usize = 4;
/// Number of states with at most [`MAX_OPEN`] runs.
pub const STATES: usize = 35;
/// No state: a run would end too short.
pub const DEAD: u8 = u8::MAX;
/// The state without an open run.
pub const IDLE: u8 = 0;

/// `(one, two, three or more)` for each state, by the number of open runs.
const OPEN: [(u8, u8, u8); STATES] = open_table();
/// The state after `y` cards of the suit at the next position.
pub const NEXT: [[u8; MAX_OPEN + 1]; STATES] = next_table();
/// How many cards a state needs at the next position: one for each run shorter than three.
pub const NEED: [u8; STATES] = need_table();
/// The number of states with at most so many open runs.
pub const UP_TO: [usize; MAX_OPEN + 1] = [1, 4, 10, 20, 35];

const fn open_table() -> [(u8, u8, u8); STATES] {
    let mut table = [(0, 0, 0); STATES];
    let (mut at, mut total) = (0, 0);
    while total <= MAX_OPEN as u8 {
        let mut one = 0;
        while one <= total {
            let mut two = 0;
            while one + two <= total {
                table[at] = (one, two, total - one - two);
                at += 1;
                two += 1;
            }
            one += 1;
        }
        total += 1;
    }
    table
}

const fn find(one: u8, two: u8, three: u8) -> u8 {
    let mut at = 0;
    while at < STATES {
        let open = OPEN[at];
        if open.0 == one && open.1 == two && open.2 == three {
            return at as u8;
        }
        at += 1;
    }
    DEAD
}

/// The short runs must go on. A run of three or more that goes on can do all that it and a new run
/// beside it could (cut it where the new one would begin), so cards left over go to those first.
/// The result has exactly `y` runs open, which makes the step a function of `y`.
const fn next_table() -> [[u8; MAX_OPEN + 1]; STATES] {
    let mut table = [[DEAD; MAX_OPEN + 1]; STATES];
    let mut state = 0;
    while state < STATES {
        let (one, two, three) = OPEN[state];
        let mut y = one + two;
        while y <= MAX_OPEN as u8 {
            let spare = y - one - two;
            let longer = if spare < three { spare } else { three };
            table[state][y as usize] = find(spare - longer, one, two + longer);
            y += 1;
        }
        state += 1;
    }
    table
}

const fn need_table() -> [u8; STATES] {
    let mut table = [0; STATES];
    let mut state = 0;
    while state < STATES {
        table[state] = OPEN[state].0 + OPEN[state].1;
        state += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_with_y_cards_leaves_y_runs_open() {
        for state in 0..STATES {
            for (y, &next) in NEXT[state].iter().enumerate() {
                assert_eq!(next == DEAD, y < NEED[state] as usize);
                if next != DEAD {
                    let (one, two, three) = OPEN[next as usize];
                    assert_eq!((one + two + three) as usize, y);
                }
            }
        }
    }

    #[test]
    fn states_are_ordered_by_their_number_of_runs() {
        for (runs, &end) in UP_TO.iter().enumerate() {
            assert!(OPEN[..end].iter().all(|open| (open.0 + open.1 + open.2) as usize <= runs));
            assert!(OPEN[end..].iter().all(|open| (open.0 + open.1 + open.2) as usize > runs));
        }
    }
}
