//! The searches of the core alone on the positions with right answers, grouped by rule-set and size.
//!
//! Every answer is asserted before it is measured. A group is measured as a whole: one iteration
//! searches each of its positions once.

#[path = "../rust/core/tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use common::{Case, cases};
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use rummy_core::search::{Objective, Position};
use rummy_core::{Play, check_play};

/// A position ready to be searched, and the table after its best play.
struct Ready {
    case: Case,
    position: Position,
    best: Option<Play>,
}

impl Ready {
    fn new(case: Case) -> Self {
        let position = case.position();
        let best = position.best_play(Objective::Cards, None);
        assert_eq!(best.as_ref().map_or(0, |play| play.cards.len()), case.most_cards(), "{}", case.data);
        assert_eq!(position.can_play(), best.is_some(), "{}", case.data);
        let ready = Self { case, position, best };
        assert!(ready.judge(), "{}", ready.case.data);
        ready
    }

    /// Whether the best play, if there is one, is judged to be legal.
    fn judge(&self) -> bool {
        let case = &self.case;
        let judged = |play: &Play| check_play(&case.rules, &case.table, &play.table, &case.hand, case.opened);
        self.best.as_ref().is_none_or(|play| judged(play).is_ok())
    }
}

/// The number of cards on the table, in steps of fifteen as the random positions have them.
fn size(case: &Case) -> String {
    let cards = case.table.cards().len().div_ceil(15) * 15;
    let hand = case.data.get("hand_cards").map_or(String::new(), |cards| format!("+{cards}"));
    format!("{} {cards:02}{hand}", case.id)
}

fn groups(name: &str) -> BTreeMap<String, Vec<Ready>> {
    let mut groups = BTreeMap::<String, Vec<Ready>>::new();
    for case in cases(name) {
        groups.entry(size(&case)).or_default().push(Ready::new(case));
    }
    groups
}

fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    what: &str,
    size: &str,
    ready: &[Ready],
    mut ask: impl FnMut(&Ready),
) {
    group.throughput(Throughput::Elements(ready.len() as u64));
    group.bench_function(format!("{what}/{size}"), |bencher| {
        bencher.iter(|| ready.iter().for_each(&mut ask));
    });
}

fn search(criterion: &mut Criterion) {
    for name in ["positions", "positions_play", "positions_jokers"] {
        let mut group = criterion.benchmark_group(name);
        // Some three hundred groups: a second each.
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(500));
        for (size, ready) in groups(name) {
            measure(&mut group, "best_play", &size, &ready, |ready| {
                black_box(ready.position.best_play(Objective::Cards, None));
            });
            measure(&mut group, "can_play", &size, &ready, |ready| {
                black_box(ready.position.can_play());
            });
            measure(&mut group, "check_play", &size, &ready, |ready| {
                black_box(ready.judge());
            });
        }
        group.finish();
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
