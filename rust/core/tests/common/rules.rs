//! The rule-sets, for tests, benches and fuzz targets.

use rummy_core::{Ace, JokerLaw, Rules};

/// The core's part of a rule-set, with its larger pack (RULES.md sections 2, 5 and 6).
pub fn rules(id: &str) -> Rules {
    let one_a_card = [1; 14];
    let plain = Rules {
        packs: 2,
        jokers: 0,
        ace: Ace::Either,
        joker_law: JokerLaw::None,
        jokers_a_meld: 13,
        loose: false,
        opening_run: 0,
        worth: one_a_card,
    };
    match id {
        "manipulation" => Rules { ace: Ace::High, worth: [15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 1], ..plain },
        "machiavelli" | "guadalupe" => plain,
        "shanghai" => Rules { ace: Ace::Low, ..plain },
        "carousel" | "manipulation-jokers" => Rules {
            jokers: 2,
            joker_law: JokerLaw::Movable,
            worth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 25],
            ..plain
        },
        "vatikan" => Rules { jokers: 2, joker_law: JokerLaw::Neighbour, opening_run: 3, ..plain },
        "tahiti" => Rules {
            jokers: 4,
            joker_law: JokerLaw::Locked,
            jokers_a_meld: 1,
            loose: true,
            worth: [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 30],
            ..plain
        },
        other => panic!("no rule-set {other}"),
    }
}
