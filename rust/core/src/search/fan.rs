//! What can be done at one position.

use super::bounds::{Bounds, NEVER, UNSET};
use super::problem::{Problem, Step};
use super::runs::{IDLE, Open, Runs};
use super::sets::{MOST, Take, most_sets};

/// Most jokers under any name.
const MOST_WILD: usize = 4;

/// The open runs of each suit before a position, the aces kept for the end, and the jokers laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    pub position: u8,
    pub wild: u8,
    pub runs: [Open; 4],
    pub high: Take,
}

impl State {
    /// Nothing decided yet.
    pub fn start(problem: &Problem) -> Self {
        Self { position: problem.first as u8, wild: 0, runs: [IDLE; 4], high: [0; 4] }
    }

    /// A number of its own for each state.
    pub fn key(self) -> u64 {
        let runs = self.runs.iter().fold(0, |bits, &open| bits << 10 | u64::from(open));
        let high = self.high.iter().fold(runs, |bits, &kept| bits << 3 | u64::from(kept));
        high << 7 | u64::from(self.wild) << 4 | u64::from(self.position)
    }
}

/// Which states after a position to visit: those whose payment and bound together are in this range.
#[derive(Clone, Copy)]
pub struct Window {
    /// Above this.
    pub above: Option<u16>,
    /// Up to this.
    pub to: u16,
}

impl Window {
    /// All of them.
    pub const ALL: Self = Self { above: None, to: u16::MAX };
}

/// A state after a position, the step to it, what the step leaves in the hand, and the bound on the rest.
pub struct Visit {
    pub state: State,
    pub step: Step,
    pub paid: u16,
    pub rest: u16,
}

/// Cards of each suit that must and that may be laid at a position.
pub type Cards = [(u8, u8); 4];

/// What one suit can do at a position.
#[derive(Clone, Copy)]
struct Turn {
    runs: u8,
    wild_sets: u8,
    wild_runs: u8,
    high: u8,
    after: Open,
    /// What is left in the hand.
    left: u16,
    /// The bound on the rest by the jokers at hand for it.
    rest: [u16; MOST_WILD + 1],
    /// What is left and the least bound.
    least: u16,
}

impl Turn {
    fn wild(&self) -> u8 {
        self.wild_sets + self.wild_runs
    }
}

/// All turns of all suits at one position, by suit and by the number of its cards that go into sets.
///
/// Kept from state to state: what is not filled for one is never read for it.
#[derive(Default)]
pub struct Fan {
    turns: [[Vec<Turn>; MOST as usize + 1]; 4],
    /// For each suit, bit `n` says that there is a turn with `n` cards in sets.
    alive: [u8; 4],
}

/// One expansion: everything that stays the same while its combinations are visited.
struct Expansion<'a, R> {
    problem: &'a Problem,
    bounds: &'a Bounds<R>,
    state: State,
    /// Jokers not laid yet.
    jokers: u8,
    window: Window,
    /// The least total above the window.
    next: Option<u16>,
}

impl Fan {
    /// Calls `visit` with each state after the next position. Returns the least total above the window.
    pub fn expand<R: Runs>(
        &mut self,
        problem: &Problem,
        bounds: &Bounds<R>,
        state: State,
        window: Window,
        visit: &mut impl FnMut(Visit),
    ) -> Option<u16> {
        let position = state.position as usize;
        let cards = core::array::from_fn(|suit| problem.cards(position, suit, state.high[suit]));
        self.expand_cards(problem, bounds, state, cards, window, visit)
    }

    /// What a sweep from a state costs at least.
    pub fn bound<R: Runs>(&mut self, problem: &Problem, bounds: &Bounds<R>, state: State) -> u16 {
        let jokers = problem.wild.count() - state.wild;
        let expansion = Expansion { problem, bounds, state, jokers, window: Window::ALL, next: None };
        let least = (0..4).map(|suit| {
            let (must, count) = problem.cards(state.position as usize, suit, state.high[suit]);
            let alive = expansion.fill(&mut self.turns[suit], suit, must, count);
            let lists = self.turns[suit].iter().enumerate().filter(|(sets, _)| alive >> sets & 1 == 1);
            lists.flat_map(|(_, list)| list).map(|turn| turn.least).min().unwrap_or(NEVER)
        });
        least.sum()
    }

    /// [`Fan::expand`] with other cards at the next position than the problem has.
    pub fn expand_cards<R: Runs>(
        &mut self,
        problem: &Problem,
        bounds: &Bounds<R>,
        state: State,
        cards: Cards,
        window: Window,
        visit: &mut impl FnMut(Visit),
    ) -> Option<u16> {
        let jokers = problem.wild.count() - state.wild;
        let mut expansion = Expansion { problem, bounds, state, jokers, window, next: None };
        for (suit, (must, count)) in cards.into_iter().enumerate() {
            self.alive[suit] = expansion.fill(&mut self.turns[suit], suit, must, count);
        }
        for &sets in problem.takes(state.position as usize) {
            let alive = (0..4).fold(1, |alive, suit| alive & self.alive[suit] >> sets[suit]);
            if alive == 1 {
                let lists = core::array::from_fn(|suit| self.turns[suit][sets[suit] as usize].as_slice());
                if problem.is_plain {
                    expansion.combine_plain(sets, lists, visit);
                } else {
                    expansion.combine(sets, lists, visit);
                }
            }
        }
        expansion.next
    }
}

impl<R: Runs> Expansion<'_, R> {
    /// Fills the turns of a suit; bit `n` of the result says that there is one with `n` cards in sets.
    fn fill(&self, lists: &mut [Vec<Turn>], suit: usize, must: u8, count: u8) -> u8 {
        if self.problem.is_plain {
            return self.fill_plain(lists, suit, must, count);
        }
        let position = self.state.position as usize;
        let need = self.problem.need[position][suit];
        let opening = self.problem.closes && position == self.problem.first;
        let most = self.problem.most[position][suit].min(count + self.jokers);
        let mut alive = 0;
        for sets in 0..=most {
            let list = &mut lists[sets as usize];
            list.clear();
            if sets < need.sets {
                continue;
            }
            let keeps = if opening { self.problem.high[suit].min(count) } else { 0 };
            for high in need.high..=keeps {
                let kept = if opening { high } else { self.state.high[suit] };
                let row = self.bounds.row(position + 1, suit, kept);
                self.push_turns(list, suit, (must, count), (sets, high), row);
            }
            alive |= u8::from(!list.is_empty()) << sets;
        }
        alive
    }

    /// [`Expansion::fill`] where there are no jokers and no conditions.
    fn fill_plain(&self, lists: &mut [Vec<Turn>], suit: usize, must: u8, count: u8) -> u8 {
        let problem = self.problem;
        let position = self.state.position as usize;
        let opening = problem.closes && position == problem.first;
        let (weight, loose) = (problem.worth[position][suit].unsigned_abs(), problem.loose[position][suit]);
        let open = self.state.runs[suit];
        let need = R::need(open);
        let most = problem.most[position][suit].min(count);
        for list in &mut lists[..=most as usize] {
            list.clear();
        }
        let mut alive = 0;
        for high in 0..=if opening { problem.high[suit].min(count) } else { 0 } {
            let row = self.bounds.row(position + 1, suit, if opening { high } else { self.state.high[suit] });
            for runs in need..=count - high {
                let Some(&after) = R::after(open, runs, 0).first() else { continue };
                let rest = row[after as usize];
                debug_assert_ne!(rest, UNSET, "a state that cannot occur");
                if rest >= NEVER {
                    continue;
                }
                let free = count - high - runs;
                for sets in free.saturating_sub(count - must)..=free.min(most) {
                    let left = if problem.lightest < 0 {
                        problem.cost_of_left(position, suit, free - sets)
                    } else {
                        u16::from((free - sets).saturating_sub(loose)) * weight
                    };
                    let (least, rest) = (left + rest, [rest, NEVER, NEVER, NEVER, NEVER]);
                    let turn = Turn { runs, wild_sets: 0, wild_runs: 0, high, after, left, rest, least };
                    lists[sets as usize].push(turn);
                    alive |= 1 << sets;
                }
            }
        }
        alive
    }

    /// Adds the turns with so many cards in sets and kept for the end.
    fn push_turns(&self, list: &mut Vec<Turn>, suit: usize, cards: (u8, u8), beside: (u8, u8), row: &[u16]) {
        let ((must, count), (sets, high)) = (cards, beside);
        let position = self.state.position as usize;
        let open = self.state.runs[suit];
        let need = self.problem.need[position][suit];
        let from_below = if position > 0 { self.problem.need[position - 1][suit].above } else { 0 };
        if need.below > R::count_open(open) {
            return;
        }
        let fewest = R::need(open).max(need.below).max(need.above).max(from_below);
        let fewest = fewest.max(need.runs.saturating_sub(high)).max(must.saturating_sub(sets + high + self.jokers));
        let most = (count + self.jokers).saturating_sub(sets + high).min(R::MAX_OPEN as u8);
        for runs in fewest..=most {
            let all = sets + high + runs;
            // A joker beside a hand card of its name that stays could as well be that card.
            let least_wild = all.saturating_sub(count);
            let most_wild = (all.saturating_sub(must)).min(self.jokers).min(sets + runs);
            let most_wild = if self.problem.saves_jokers { least_wild.min(most_wild) } else { most_wild };
            for wild in least_wild..=most_wild {
                let left = count - (all - wild);
                if all - wild < must {
                    continue;
                }
                let paid = self.problem.cost_of_left(position, suit, left);
                let in_runs = if R::TELLS_JOKERS { wild.saturating_sub(sets)..=wild.min(runs) } else { wild..=wild };
                for wild_runs in in_runs {
                    for &after in R::after(open, runs, if R::TELLS_JOKERS { wild_runs } else { 0 }) {
                        let turn = Turn {
                            runs,
                            wild_sets: wild - wild_runs,
                            wild_runs,
                            high,
                            after,
                            left: paid,
                            rest: [NEVER; MOST_WILD + 1],
                            least: 0,
                        };
                        list.extend(self.bounded(turn, row));
                    }
                }
            }
        }
    }

    /// The turn with its bounds; `None` if the suit cannot be completed after it.
    #[inline]
    fn bounded(&self, mut turn: Turn, row: &[u16]) -> Option<Turn> {
        let jokers = (self.jokers - turn.wild()) as usize;
        for (jokers, rest) in turn.rest[..=jokers].iter_mut().enumerate() {
            *rest = row[jokers * self.bounds.stride() + turn.after as usize];
            debug_assert_ne!(*rest, UNSET, "a state that cannot occur");
        }
        turn.least = turn.left + turn.rest[jokers];
        (turn.rest[jokers] < NEVER).then_some(turn)
    }

    /// Visits every combination of the suits' turns with this choice of sets.
    fn combine(&mut self, sets: Take, lists: [&[Turn]; 4], visit: &mut impl FnMut(Visit)) {
        let most_wild_sets = if R::TELLS_JOKERS { most_sets(sets) } else { u8::MAX };
        let least = lists.map(|list| list.iter().map(|turn| turn.least).min().unwrap_or(NEVER));
        for c in lists[0] {
            if self.is_above(c.least + least[1] + least[2] + least[3]) {
                continue;
            }
            for d in lists[1] {
                if c.wild() + d.wild() > self.jokers || self.is_above(c.least + d.least + least[2] + least[3]) {
                    continue;
                }
                for h in lists[2] {
                    for s in lists[3] {
                        let turns = [c, d, h, s];
                        let wild: u8 = turns.iter().map(|turn| turn.wild()).sum();
                        let wild_sets: u8 = turns.iter().map(|turn| turn.wild_sets).sum();
                        if wild <= self.jokers && wild_sets <= most_wild_sets {
                            self.offer(sets, turns, wild, visit);
                        }
                    }
                }
            }
        }
    }

    /// [`Expansion::combine`] where there are no jokers.
    #[inline]
    fn combine_plain(&mut self, sets: Take, lists: [&[Turn]; 4], visit: &mut impl FnMut(Visit)) {
        for c in lists[0] {
            for d in lists[1] {
                for h in lists[2] {
                    for s in lists[3] {
                        let total = c.least + d.least + h.least + s.least;
                        if !self.is_above(total) {
                            self.visit(sets, [c, d, h, s], 0, total, visit);
                        }
                    }
                }
            }
        }
    }

    /// Whether a total lies above the window; keeps the least that does.
    fn is_above(&mut self, total: u16) -> bool {
        let above = total > self.window.to;
        if above {
            self.next = Some(self.next.map_or(total, |least| least.min(total)));
        }
        above
    }

    /// Visits one combination if it lies in the window and all suits can be completed.
    fn offer(&mut self, sets: Take, turns: [&Turn; 4], wild: u8, visit: &mut impl FnMut(Visit)) {
        let rest = share(turns, (self.jokers - wild) as usize);
        let total = turns[0].left + turns[1].left + turns[2].left + turns[3].left + rest;
        if rest < NEVER && !self.is_above(total) {
            self.visit(sets, turns, wild, total, visit);
        }
    }

    /// Visits one combination unless it was visited in a window before.
    #[inline]
    fn visit(&self, sets: Take, turns: [&Turn; 4], wild: u8, total: u16, visit: &mut impl FnMut(Visit)) {
        if self.window.above.is_some_and(|above| total <= above) {
            return;
        }
        let paid = turns[0].left + turns[1].left + turns[2].left + turns[3].left;
        let high = turns.map(|turn| turn.high);
        let opening = self.state.position as usize == self.problem.first;
        let state = State {
            position: self.state.position + 1,
            wild: self.state.wild + wild,
            runs: turns.map(|turn| turn.after),
            high: if opening { high } else { self.state.high },
        };
        let step = Step {
            sets,
            runs: turns.map(|turn| turn.runs),
            wild_sets: turns.map(|turn| turn.wild_sets),
            wild_runs: turns.map(|turn| turn.wild_runs),
            high,
        };
        visit(Visit { state, step, paid, rest: total - paid });
    }
}

/// The least sum of the suits' bounds over the ways to share the jokers among them.
#[inline]
fn share(turns: [&Turn; 4], jokers: usize) -> u16 {
    if jokers == 0 {
        return turns[0].rest[0] + turns[1].rest[0] + turns[2].rest[0] + turns[3].rest[0];
    }
    let mut sums = turns[0].rest;
    for turn in &turns[1..] {
        // From the most jokers down, so that each sum is made of those before.
        for all in (0..=jokers).rev() {
            sums[all] = (0..=all).map(|own| sums[all - own].saturating_add(turn.rest[own])).min().unwrap_or(NEVER);
        }
    }
    sums[jokers]
}
