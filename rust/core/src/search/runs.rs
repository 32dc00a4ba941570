//! The open runs of one suit.
//!
//! A state says how many runs of length one, two, and three or more are open. Runs of three or
//! more are alike: each may end or go on. Where a meld may hold one joker only, runs with and
//! without a joker are told apart.

use std::sync::LazyLock;

/// A state of the open runs of one suit.
pub type Open = u16;

/// The state without an open run.
pub const IDLE: Open = 0;

/// What the sweep knows of open runs.
pub trait Runs: 'static {
    /// Most runs of one suit open at once.
    const MAX_OPEN: usize;
    /// Whether jokers count for the state.
    const TELLS_JOKERS: bool;

    /// The number of states with at most so many open runs; they come first.
    fn count_states(open: usize) -> usize;
    /// How many runs are open.
    fn count_open(state: Open) -> u8;
    /// Whether the state can be open after a position with so many natural cards of the suit when so
    /// many jokers are laid.
    fn can_occur(state: Open, naturals: u8, laid: u8) -> bool;
    /// How few jokers can be laid when the state is open after a position with so many naturals.
    fn least_laid(state: Open, naturals: u8) -> u8;
    /// How many cards the state needs at the next position: one for each run shorter than three.
    fn need(state: Open) -> u8;
    /// The state with these lengths of runs without and with a joker.
    fn find_state(lengths: Lengths) -> Option<Open>;
    /// Six fields of four bits, the highest of each clear: all that can come of one state can come of
    /// another none of whose fields is larger. Then each run is as long as one of the other's, and those
    /// over may end.
    fn weakness(state: Open) -> u32;
    /// The states after `cards` cards at the next position, `wild` of them jokers.
    fn after(state: Open, cards: u8, wild: u8) -> &'static [Open];
}

/// Runs of which only the length counts. With two packs and two jokers at most four are open.
pub struct Plain;

const PLAIN_OPEN: usize = 4;
const PLAIN_STATES: usize = 35;
const PLAIN_UP_TO: [usize; PLAIN_OPEN + 1] = [1, 4, 10, 20, 35];

/// `(one, two, three or more)` for each state, by the number of open runs.
const PLAIN: [(u8, u8, u8); PLAIN_STATES] = plain_table();
const PLAIN_NEXT: [[Option<[Open; 1]>; PLAIN_OPEN + 1]; PLAIN_STATES] = plain_next_table();
const PLAIN_NEED: [u8; PLAIN_STATES] = plain_need_table();

impl Runs for Plain {
    const MAX_OPEN: usize = PLAIN_OPEN;
    const TELLS_JOKERS: bool = false;

    #[inline]
    fn count_states(open: usize) -> usize {
        PLAIN_UP_TO[open]
    }

    #[inline]
    fn count_open(state: Open) -> u8 {
        let (one, two, three) = PLAIN[state as usize];
        one + two + three
    }

    #[inline]
    fn can_occur(state: Open, naturals: u8, laid: u8) -> bool {
        Self::count_open(state) <= naturals + laid
    }

    fn least_laid(state: Open, naturals: u8) -> u8 {
        Self::count_open(state).saturating_sub(naturals)
    }

    #[inline]
    fn need(state: Open) -> u8 {
        PLAIN_NEED[state as usize]
    }

    fn find_state(lengths: Lengths) -> Option<Open> {
        let [without, with] = lengths;
        let open = (without[0] + with[0], without[1] + with[1], without[2] + with[2]);
        PLAIN.iter().position(|other| *other == open).map(|at| at as Open)
    }

    fn weakness(state: Open) -> u32 {
        let (one, two, three) = PLAIN[state as usize];
        weakness_of([one, two, three])
    }

    #[inline]
    fn after(state: Open, cards: u8, _wild: u8) -> &'static [Open] {
        match &PLAIN_NEXT[state as usize][cards as usize] {
            Some(next) => next,
            None => &[],
        }
    }
}

/// The runs of one, one or two cards, and how many fewer than seven there are.
const fn weakness_of(lengths: [u8; 3]) -> u32 {
    let [one, two, three] = lengths;
    (one as u32) << 8 | ((one + two) as u32) << 4 | (7 - one - two - three) as u32
}

const fn plain_table() -> [(u8, u8, u8); PLAIN_STATES] {
    let mut table = [(0, 0, 0); PLAIN_STATES];
    let (mut at, mut total) = (0, 0);
    while total <= PLAIN_OPEN as u8 {
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

const fn find_plain(one: u8, two: u8, three: u8) -> Open {
    let mut at = 0;
    while at < PLAIN_STATES {
        let open = PLAIN[at];
        if open.0 == one && open.1 == two && open.2 == three {
            return at as Open;
        }
        at += 1;
    }
    panic!("no such state")
}

/// The short runs must go on. A run of three or more that goes on can do all that it and a new run
/// beside it could (cut it where the new one would begin), so cards left over go to those first.
/// The result has exactly as many runs open as cards were laid, which makes it a function of them.
const fn plain_next_table() -> [[Option<[Open; 1]>; PLAIN_OPEN + 1]; PLAIN_STATES] {
    let mut table = [[None; PLAIN_OPEN + 1]; PLAIN_STATES];
    let mut state = 0;
    while state < PLAIN_STATES {
        let (one, two, three) = PLAIN[state];
        let mut cards = one + two;
        while cards <= PLAIN_OPEN as u8 {
            let spare = cards - one - two;
            let longer = if spare < three { spare } else { three };
            table[state][cards as usize] = Some([find_plain(spare - longer, one, two + longer)]);
            cards += 1;
        }
        state += 1;
    }
    table
}

const fn plain_need_table() -> [u8; PLAIN_STATES] {
    let mut table = [0; PLAIN_STATES];
    let mut state = 0;
    while state < PLAIN_STATES {
        table[state] = PLAIN[state].0 + PLAIN[state].1;
        state += 1;
    }
    table
}

/// Runs of which the length and whether they hold a joker count. With two packs and four jokers at
/// most six are open.
pub struct OneJoker;

const ONE_JOKER_OPEN: usize = 6;
const ONE_JOKER_UP_TO: [usize; ONE_JOKER_OPEN + 1] = [1, 7, 28, 84, 210, 462, 924];
/// Most jokers laid at once.
const MOST_WILD: usize = 4;

/// How many runs of one, two, three or more cards are open, without and with a joker.
pub type Lengths = [[u8; 3]; 2];

struct OneJokerTable {
    lengths: Vec<Lengths>,
    /// By state, cards and jokers among them.
    next: Vec<Vec<Open>>,
}

static ONE_JOKER: LazyLock<OneJokerTable> = LazyLock::new(OneJokerTable::new);

impl Runs for OneJoker {
    const MAX_OPEN: usize = ONE_JOKER_OPEN;
    const TELLS_JOKERS: bool = true;

    fn count_states(open: usize) -> usize {
        ONE_JOKER_UP_TO[open]
    }

    fn count_open(state: Open) -> u8 {
        ONE_JOKER.lengths[state as usize].as_flattened().iter().sum()
    }

    fn can_occur(state: Open, naturals: u8, laid: u8) -> bool {
        let [without, with] = ONE_JOKER.lengths[state as usize];
        without.iter().sum::<u8>() <= naturals && with.iter().sum::<u8>() <= laid
    }

    fn least_laid(state: Open, _naturals: u8) -> u8 {
        ONE_JOKER.lengths[state as usize][1].iter().sum()
    }

    fn need(state: Open) -> u8 {
        ONE_JOKER.lengths[state as usize].iter().map(|lengths| lengths[0] + lengths[1]).sum()
    }

    fn find_state(lengths: Lengths) -> Option<Open> {
        ONE_JOKER.lengths.iter().position(|other| *other == lengths).map(|at| at as Open)
    }

    fn weakness(state: Open) -> u32 {
        let [without, with] = ONE_JOKER.lengths[state as usize];
        weakness_of(without) << 12 | weakness_of(with)
    }

    fn after(state: Open, cards: u8, wild: u8) -> &'static [Open] {
        if wild as usize > MOST_WILD {
            return &[];
        }
        &ONE_JOKER.next[(state as usize * (ONE_JOKER_OPEN + 1) + cards as usize) * (MOST_WILD + 1) + wild as usize]
    }
}

/// How the cards of one position go on runs where jokers are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laying {
    /// Runs of three or more without and with a joker that go on.
    pub longer: [u8; 2],
    /// Runs begun.
    pub new: u8,
    /// Jokers on runs without one of length one, two, three or more, and as the first card of a run.
    pub jokers: [u8; 4],
}

impl OneJoker {
    /// The lengths that a state stands for.
    pub fn lengths(state: Open) -> Lengths {
        ONE_JOKER.lengths[state as usize]
    }

    /// Every way worth trying to lay `cards` cards, `wild` of them jokers, with what is open after it.
    ///
    /// A run of three or more without a joker that goes on can do all that it and a new run beside it
    /// could, and all that one with a joker could, so those go on first. Between a run that holds its
    /// joker and a new one, which may still take one in, neither is better.
    pub fn layings(open: Lengths, cards: u8, wild: u8) -> Vec<(Laying, Lengths)> {
        let [[n1, n2, n3], [j1, j2, j3]] = open;
        let mut layings = Vec::new();
        let Some(spare) = cards.checked_sub(n1 + n2 + j1 + j2) else { return layings };
        let plain = spare.min(n3);
        for held in 0..=(spare - plain).min(j3) {
            let new = spare - plain - held;
            for a in 0..=wild.min(n1) {
                for b in 0..=(wild - a).min(n2) {
                    for c in 0..=(wild - a - b).min(plain) {
                        let d = wild - a - b - c;
                        if d <= new {
                            let laying = Laying { longer: [plain, held], new, jokers: [a, b, c, d] };
                            let without = [new - d, n1 - a, n2 - b + plain - c];
                            let with = [d, j1 + a, j2 + b + c + held];
                            layings.push((laying, [without, with]));
                        }
                    }
                }
            }
        }
        layings
    }
}

impl OneJokerTable {
    fn new() -> Self {
        let mut lengths = Vec::with_capacity(ONE_JOKER_UP_TO[ONE_JOKER_OPEN]);
        for total in 0..=ONE_JOKER_OPEN as u8 {
            push_lengths(&mut lengths, [[0; 3]; 2], 0, total);
        }
        let find = |open: &Lengths| lengths.iter().position(|other| other == open).map(|at| at as Open);
        let mut next = Vec::with_capacity(lengths.len() * (ONE_JOKER_OPEN + 1) * (MOST_WILD + 1));
        for open in &lengths {
            for cards in 0..=ONE_JOKER_OPEN as u8 {
                for wild in 0..=MOST_WILD as u8 {
                    let layings = OneJoker::layings(*open, cards, wild);
                    let mut states: Vec<Open> = layings.iter().filter_map(|(_, open)| find(open)).collect();
                    states.sort_unstable();
                    states.dedup();
                    next.push(states);
                }
            }
        }
        Self { lengths, next }
    }
}

/// Adds every way to share `left` runs among the lengths from `slot` on.
fn push_lengths(table: &mut Vec<Lengths>, open: Lengths, slot: usize, left: u8) {
    if slot == 5 {
        let mut open = open;
        open[1][2] = left;
        return table.push(open);
    }
    for runs in 0..=left {
        let mut open = open;
        open[slot / 3][slot % 3] = runs;
        push_lengths(table, open, slot + 1, left - runs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_states<R: Runs>() {
        for state in 0..R::count_states(R::MAX_OPEN) as Open {
            let open = R::count_open(state) as usize;
            assert!((state as usize) < R::count_states(open));
            assert!(open == 0 || state as usize >= R::count_states(open - 1));
            for cards in 0..=R::MAX_OPEN as u8 {
                for &next in R::after(state, cards, 0) {
                    assert!(cards >= R::need(state));
                    assert_eq!(R::count_open(next), cards);
                }
                assert_eq!(R::after(state, cards, 0).is_empty(), cards < R::need(state));
            }
        }
    }

    #[test]
    fn a_step_leaves_as_many_runs_open_as_it_lays_cards() {
        check_states::<Plain>();
        check_states::<OneJoker>();
    }

    #[test]
    fn without_jokers_both_kinds_of_states_step_alike() {
        for (state, &(one, two, three)) in PLAIN.iter().enumerate() {
            for cards in 0..=PLAIN_OPEN as u8 {
                let plain: Vec<[u8; 3]> = Plain::after(state as Open, cards, 0)
                    .iter()
                    .map(|&next| PLAIN[next as usize])
                    .map(|(one, two, three)| [one, two, three])
                    .collect();
                let told = OneJoker::layings([[one, two, three], [0; 3]], cards, 0);
                let told: Vec<[u8; 3]> = told.iter().map(|(_, open)| open[0]).collect();
                assert_eq!(plain, told);
            }
        }
    }
}
