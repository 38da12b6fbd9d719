//! The 503 games that were replayed on the course's own implementation.

use std::collections::HashSet;

use grandline_games::divercite::{Cell, TieBreak};
use grandline_games::{Game, Notation, Record, Side};
use serde_json::{Value, json};

use crate::{Position, common};

/// Replays one game and compares everything its record says.
fn replay(game: &Value) -> Record<Position> {
    let seed = &game["seed"];
    let mut record = Record::new(Position::start(0));
    let moves = game["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 40, "seed {seed}");
    for (ply, text) in moves.iter().enumerate() {
        assert_eq!(json!(record.position().count_moves()), game["legal"][ply], "seed {seed} ply {ply}");
        assert_eq!(record.position().moves().count(), record.position().count_moves(), "seed {seed} ply {ply}");
        let text = text.as_str().expect("a move");
        let mv = record.position().parse_move(text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        record.play(mv);
        let scores = Side::BOTH.map(|player| record.position().score(player));
        assert_eq!(json!(scores), game["scores"][ply], "seed {seed} ply {ply}");
    }
    assert_eq!((record.position().count_moves(), &game["legal"][40]), (0, &json!(0)), "seed {seed}");
    record
}

fn check_end(position: &Position, game: &Value) {
    let seed = &game["seed"];
    let both = |of: &dyn Fn(Side) -> u8| json!(Side::BOTH.map(of));
    assert_eq!(both(&|player| position.raw_score(player)), game["raw"], "seed {seed}");
    assert_eq!(both(&|player| position.score(player)), game["final"], "seed {seed}");
    assert_eq!(both(&|player| position.divercites(player)), game["div"], "seed {seed}");
    for (index, name) in ["stack2", "stack3", "stack4"].into_iter().enumerate() {
        assert_eq!(both(&|player| position.stacks(player)[index]), game[name], "seed {seed} {name}");
    }
    let winners = match position.outcome().expect("the game is over").winner() {
        Some(winner) => json!([winner.index()]),
        None => json!([0, 1]),
    };
    assert_eq!(winners, game["winners"], "seed {seed}");
    let (stage, words) = match position.tie_break() {
        None => (Value::Null, ""),
        Some(TieBreak::Divercites) => (json!("div"), "more divercités"),
        Some(TieBreak::Matches(4)) => (json!("4"), "four matching"),
        Some(TieBreak::Matches(3)) => (json!("3"), "three matching"),
        Some(TieBreak::Matches(size)) => (json!(size.to_string()), "two matching"),
        Some(TieBreak::Start) => (json!("first"), "White started"),
    };
    assert_eq!(stage, game["tie_stage"], "seed {seed}");
    assert!(position.reason().contains(words), "seed {seed}: {}", position.reason());
    let empty: Vec<String> = Cell::all().filter(|&cell| position.is_empty(cell)).map(|cell| cell.to_string()).collect();
    assert_eq!(json!(empty), json!([game["empty"]]), "seed {seed}");
}

#[test]
fn every_recorded_game_is_the_same_here() {
    let mut stages = HashSet::new();
    let mut count = 0;
    for name in ["divercite-random.json.gz", "divercite-ties.json.gz"] {
        for game in common::vectors(name).as_array().expect("games") {
            check_end(replay(game).position(), game);
            stages.insert(game["tie_stage"].to_string());
            count += 1;
        }
    }
    assert_eq!(count, 503);
    assert_eq!(stages.len(), 6, "only the stages {stages:?} occur");
}
