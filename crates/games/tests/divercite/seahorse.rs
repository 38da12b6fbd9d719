//! Recordings of the course's framework, both ways.

use grandline_games::divercite::seahorse::{parse_recording, parse_state, write_recording, write_state};
use grandline_games::random::seeded;
use grandline_games::{Game, Notation, Record};
use serde_json::Value;

use crate::Position;

const NAMES: [&str; 2] = ["Luffy", "Zoro"];

fn random_record(seed: u64, plies: usize) -> Record<Position> {
    let mut rng = seeded(seed);
    let mut record = Record::new(Position::start(0));
    for _ in 0..plies {
        let mv = record.position().random_move(&mut rng).expect("a game has 40 moves");
        record.play(mv);
    }
    record
}

#[test]
fn recordings_round_trip() {
    for seed in 0..20 {
        for plies in [0, 1, 7, 39, 40] {
            let record = random_record(seed, plies);
            let text = write_recording(&record, NAMES);
            assert_eq!(parse_recording(&text).as_ref(), Ok(&record));
            let states: Vec<Value> = serde_json::from_str(&text).expect("JSON");
            assert_eq!(states.len(), plies + 1);
            // The last state alone lists the pieces in the order of play.
            let last = states[plies].to_string();
            assert_eq!(parse_recording(&last).as_ref(), Ok(&record));
            assert_eq!(parse_state(&last).as_ref(), Ok(record.position()));
        }
    }
}

#[test]
fn positions_without_a_past_keep_their_stocks() {
    for seed in 0..20 {
        let record = random_record(seed, 23);
        let text = write_state(record.position(), NAMES);
        assert_eq!(parse_state(&text).as_ref(), Ok(record.position()));
        let mut later = Record::new(*record.position());
        later.play(record.position().moves().next().expect("a legal move"));
        assert_eq!(parse_recording(&write_recording(&later, NAMES)).as_ref(), Ok(&later));
    }
}

#[test]
fn states_are_written_as_seahorse_does() {
    let mut record = Record::new(Position::start(0));
    for text in ["RC34", "BR33"] {
        let mv = record.position().parse_move(text).expect("a legal move");
        record.play(mv);
    }
    insta::assert_snapshot!(write_state(record.position(), NAMES), @"");
}

#[test]
fn bad_recordings_say_what_is_wrong() {
    let record = random_record(1, 4);
    let states: Vec<Value> = serde_json::from_str(&write_recording(&record, NAMES)).expect("JSON");
    let refused = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut states = states.clone();
        change(&mut states);
        let text = Value::Array(states).to_string();
        parse_recording(&text).expect_err(&text).to_string()
    };
    insta::assert_snapshot!(parse_recording("[{").expect_err("not JSON").to_string(), @"");
    insta::assert_snapshot!(parse_recording("[]").expect_err("no state").to_string(), @"");
    insta::assert_snapshot!(parse_state("3").expect_err("no object").to_string(), @"");
    insta::assert_snapshot!(parse_state("{}").expect_err("no board").to_string(), @"");
    insta::assert_snapshot!(refused(&|states| { states.remove(2); }), @"");
    insta::assert_snapshot!(refused(&|states| states[3] = states[2].clone()), @"");
    insta::assert_snapshot!(refused(&|states| states[2]["step"] = 7.into()), @"");
    insta::assert_snapshot!(refused(&|states| {
        let scores = states[4]["scores"].as_object_mut().expect("scores");
        scores.values_mut().for_each(|score| *score = 9.into());
    }), @"");
    insta::assert_snapshot!(refused(&|states| {
        let left = states[4]["players_pieces_left"].as_object_mut().expect("stocks");
        left.values_mut().for_each(|stock| stock["YR"] = 0.into());
    }), @"");
    let env = |place: &str, piece: &str| format!(r#"{{"rep": {{"env": {{"{place}": {{"piece_type": "{piece}"}}}}}}}}"#);
    let refused = |place, piece| parse_state(&env(place, piece)).expect_err(place).to_string();
    insta::assert_snapshot!(refused("3, 4", "RCW"), @"");
    insta::assert_snapshot!(refused("(0, 0)", "RCW"), @"");
    insta::assert_snapshot!(refused("(3, 4)", "RRW"), @"");
    insta::assert_snapshot!(refused("(3, 4)", "RCX"), @"");
    insta::assert_snapshot!(refused("(3, 4)", "RCB"), @"");
    assert!(parse_state(&env("(3, 4)", "RCW")).is_ok(), "all but the pieces may be left out");
}
