//! Games and tournaments to keep: one that looks real, and every one there can be.

use grandline_arena::store::NewEntry;
use grandline_arena::{Ending, Opening, Played, Ply, SearchSummary};
use grandline_games::{GameId, Side};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A tournament that could be.
pub(crate) fn entry(name: &str) -> NewEntry {
    let definition = json!({ "name": name, "game": "connect4" }).to_string();
    NewEntry { name: name.to_owned(), game: GameId::Connect4, definition, created: Some(1_700_000_000) }
}

/// A game of Connect 4 between players that do not think, as the arena writes it.
pub(crate) fn game(number: u64) -> Played {
    let search = SearchSummary { nodes: Some(1), ..SearchSummary::default() };
    let ply = |index: u64| Ply {
        mv: (1 + (number + index) % 7).to_string(),
        micros: (number + index) % 3,
        search: search.clone(),
    };
    Played {
        number,
        round: 0,
        pair: number / 2 * 2,
        players: ["random".to_owned(), "random-2".to_owned()],
        opening: Opening::start(),
        plies: (0..21).map(ply).collect(),
        winner: Some(Side::First),
        margin: 12,
        ending: Ending::Rules,
        reason: "First has four in a row".to_owned(),
        detail: json!({ "discs": 21 }),
        evidence: None,
    }
}

/// Every letter a text can have, with those that separate parts as often as the others.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ ;\\\\\\-,!e0-9a-zA-Z\\x00\n\t]{0,12}",
        "\\PC{0,12}",
        Just(String::new()),
        Just("-".to_owned()),
        Just("22x15x8".to_owned()),
        Just("Ramsay:3,9".to_owned()),
    ]
}

fn search() -> impl Strategy<Value = SearchSummary> {
    let value = option::of(prop_oneof![any::<f64>().prop_filter("equal to itself", |v| !v.is_nan()), Just(0.25)]);
    let parts = (option::of(any::<u32>()), option::of(any::<u64>()), value, any::<bool>(), vec(any::<u64>(), 0..4));
    parts.prop_map(|(depth, nodes, value, exact, cutoffs)| SearchSummary { depth, nodes, value, exact, cutoffs })
}

fn ply() -> impl Strategy<Value = Ply> {
    (text(), any::<u64>(), search()).prop_map(|(mv, micros, search)| Ply { mv, micros, search })
}

fn detail() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!({})),
        (any::<i64>(), text()).prop_map(|(a, b)| json!({ "score": [a, 0], b: true }))
    ]
}

/// Every game there can be.
pub(crate) fn any_game() -> impl Strategy<Value = Played> {
    let numbers = (any::<u32>(), 0..=i64::MAX as u64, any::<i16>());
    let winner = prop_oneof![Just(None), Just(Some(Side::First)), Just(Some(Side::Second))];
    let ending = proptest::sample::select(Ending::ALL.as_slice());
    let texts = (text(), text(), text(), option::of(text()));
    let lists = (text(), vec(text(), 0..4), vec(ply(), 0..6));
    (numbers, winner, ending, texts, lists, detail()).prop_map(
        |((round, pair, margin), winner, ending, (first, second, reason, evidence), (setup, moves, plies), detail)| {
            Played {
                number: 0,
                round,
                pair,
                players: [first, second],
                opening: Opening { setup, moves },
                plies,
                winner,
                margin,
                ending,
                reason,
                detail,
                evidence,
            }
        },
    )
}
