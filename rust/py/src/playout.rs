//! Deals between players of the core, and what one of them thinks.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rummy_core::Card;
use rummy_core::deal::{Action, Deal, Event, Outcome, Reason};
use rummy_core::playout::{self, Hold, Mind, Other, Stuck};
use rummy_core::search::Objective;

use crate::convert::{bytes_of, cards_of, refused, table_of};
use crate::flow::Flow;
use crate::play::Play;
use crate::rules::Rules;

/// How a player of the core plays.
#[pyclass(frozen, eq, module = "rummy._core")]
#[derive(Clone, PartialEq, Eq)]
pub struct Style(pub playout::Style);

#[pymethods]
impl Style {
    /// What its plays make most of, cards or points; how it holds back, if it does (it plays when another hand or
    /// the stock has at most so many cards); and a bound on each of its searches.
    #[new]
    #[pyo3(signature = (*, points, hold: "tuple[int, int] | None", nodes))]
    fn new(points: bool, hold: Option<(usize, usize)>, nodes: Option<u64>) -> Self {
        let objective = if points { Objective::Points } else { Objective::Cards };
        Self(playout::Style { objective, hold: hold.map(|(danger, stock)| Hold { danger, stock }), nodes })
    }
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Out => "out",
        Reason::Knock => "knock",
        Reason::Undercut => "undercut",
        Reason::StockOut => "stock-out",
        Reason::Blocked => "blocked",
    }
}

/// Why a deal ended, the winners, the points, the number of turns, and what is told besides.
type Ended<'py> = (&'static str, Vec<usize>, Vec<u32>, u32, Bound<'py, PyList>);

/// What is told of a deal besides how it ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    Counts,
    Events,
}

/// Plays a deal to its end: why it ended, the winners, the points, the number of turns, and what is told besides:
/// nothing, `counts` for each seat (plays, cards played, cards left, melds split), or the `events`.
///
/// Raises `Refused` if the cards cannot lie so, `ValueError` for anything else that is no deal.
#[pyfunction]
#[pyo3(signature = (rules, flow, hands: "list[bytes]", table: "list[bytes] | tuple[bytes, ...]", stock, seat, styles: "list[Style]", told) -> "tuple[str, list[int], list[int], int, list[tuple[object, ...]]]")]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)]
pub fn play_out<'py>(
    py: Python<'py>,
    rules: &Rules,
    flow: &Flow,
    hands: Vec<Vec<u8>>,
    table: &Bound<'py, PyAny>,
    stock: &[u8],
    seat: usize,
    styles: Vec<PyRef<'py, Style>>,
    told: &str,
) -> PyResult<Ended<'py>> {
    let told = match told {
        "nothing" => Told::Nothing,
        "counts" => Told::Counts,
        "events" => Told::Events,
        _ => return Err(PyValueError::new_err(format!("no such thing is told: {told:?}"))),
    };
    let hands = hands.iter().map(|hand| cards_of(hand)).collect::<PyResult<Vec<_>>>()?;
    let styles: Vec<playout::Style> = styles.iter().map(|style| style.0).collect();
    if styles.len() != hands.len() {
        return Err(PyValueError::new_err("there is one style for each hand"));
    }
    let mut deal = Deal::new(&rules.0, &flow.0, hands, table_of(table)?, cards_of(stock)?, seat)
        .map_err(|faults| refused(py, faults))?;
    deal.with_figures = told == Told::Counts;
    let list = PyList::empty(py);
    let mut counts = vec![(0usize, 0usize, 0usize); deal.hands.len()];
    if told == Told::Events {
        let mut added = Ok(());
        playout::play_out(&rules.0, &flow.0, &mut deal, &styles, &mut |event| {
            if added.is_ok() {
                added = append(&list, event);
            }
        });
        added?;
    } else {
        py.detach(|| {
            playout::play_out(&rules.0, &flow.0, &mut deal, &styles, &mut |event| {
                if let Event::Laid(seat, play) = event {
                    let (plays, cards, splits) = &mut counts[seat];
                    *plays += 1;
                    *cards += play.cards.len();
                    *splits += play.split;
                }
            });
        });
    }
    if told == Told::Counts {
        for ((plays, cards, splits), hand) in counts.into_iter().zip(&deal.hands) {
            list.append((plays, cards, hand.len(), splits))?;
        }
    }
    let turns = deal.turn + 1;
    let Some(Outcome { reason, winners, points }) = deal.outcome else {
        return Err(PyRuntimeError::new_err("a deal that is played out ends"));
    };
    Ok((reason_text(reason), winners, points, turns, list))
}

fn append(list: &Bound<'_, PyList>, event: Event<'_>) -> PyResult<()> {
    let py = list.py();
    match event {
        Event::Drew(seat, cards) => list.append(("drew", seat, bytes_of(py, cards))),
        Event::Laid(seat, play) => {
            let groups: Vec<Bound<'_, PyBytes>> = play.table.groups().map(|group| bytes_of(py, group)).collect();
            list.append(("laid", seat, bytes_of(py, &play.cards), groups))
        }
        Event::Passed(seat) => list.append(("passed", seat)),
        Event::Knocked(seat) => list.append(("knocked", seat)),
    }
}

/// What a seat that thinks does: the kind, and the play if there is one.
///
/// `others` holds for each seat how likely it holds back, the table when it last could have played, and how many
/// cards it has drawn since. Raises `ValueError` for what no seat can know.
#[pyfunction]
#[pyo3(signature = (
    rules,
    flow,
    table: "list[bytes] | tuple[bytes, ...]",
    hand,
    sizes,
    stock,
    seat,
    draws,
    passes,
    opened,
    turns_left,
    others: "list[tuple[float, list[bytes] | tuple[bytes, ...] | None, int]]",
    seed,
    nodes
))]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)]
pub fn think(
    py: Python<'_>,
    rules: &Rules,
    flow: &Flow,
    table: &Bound<'_, PyAny>,
    hand: &[u8],
    sizes: Vec<usize>,
    stock: usize,
    seat: usize,
    draws: u8,
    passes: usize,
    opened: Vec<bool>,
    turns_left: Option<usize>,
    others: Vec<(f64, Bound<'_, PyAny>, usize)>,
    seed: u64,
    nodes: u64,
) -> PyResult<(&'static str, Option<Play>)> {
    let mut hands: Vec<Vec<Card>> = sizes.iter().map(|&size| vec![Card::JOKER; size]).collect();
    if let Some(own) = hands.get_mut(seat) {
        *own = cards_of(hand)?;
        own.sort_unstable();
    }
    let deal = Deal {
        table: table_of(table)?,
        hands,
        stock: vec![Card::JOKER; stock],
        seat,
        opened,
        draws,
        passes,
        turn: 0,
        turns_left,
        outcome: None,
        with_figures: false,
    };
    let others = others
        .into_iter()
        .map(|(holds, table, newer)| {
            let stuck = if table.is_none() { None } else { Some(Stuck { table: table_of(&table)?, newer }) };
            Ok(Other { holds, stuck })
        })
        .collect::<PyResult<Vec<_>>>()?;
    let mind = Mind::new(&rules.0, deal, others).map_err(PyValueError::new_err)?;
    Ok(match py.detach(|| mind.think(&rules.0, &flow.0, seed, nodes)) {
        Action::Draw => ("draw", None),
        Action::Pass => ("pass", None),
        Action::Lay(play) => ("lay", Some(Play(play))),
        Action::Knock(play) => ("knock", play.map(Play)),
    })
}
