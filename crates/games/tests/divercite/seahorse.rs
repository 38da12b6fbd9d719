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
    insta::assert_snapshot!(write_state(record.position(), NAMES), @r#"{"scores":{"140000000000001":0,"140000000000002":0},"next_player":{"name":"Luffy","id":140000000000001,"piece_type":"W"},"players":[{"name":"Luffy","id":140000000000001,"piece_type":"W"},{"name":"Zoro","id":140000000000002,"piece_type":"B"}],"rep":{"env":{"(3, 4)":{"piece_type":"RCW","owner_id":140000000000001},"(3, 3)":{"piece_type":"BRB","owner_id":140000000000002}},"dim":[9,9]},"max_step":40,"step":2,"players_pieces_left":{"140000000000001":{"RC":1,"RR":3,"GC":2,"GR":3,"BC":2,"BR":3,"YC":2,"YR":3},"140000000000002":{"RC":2,"RR":3,"GC":2,"GR":3,"BC":2,"BR":2,"YC":2,"YR":3}}}"#);
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
    insta::assert_snapshot!(parse_recording("[{").expect_err("not JSON").to_string(), @"not JSON: EOF while parsing an object at line 1 column 2");
    insta::assert_snapshot!(parse_recording("[]").expect_err("no state").to_string(), @"the recording is empty: a game has at least the state it starts from");
    insta::assert_snapshot!(parse_state("3").expect_err("no object").to_string(), @"state 0: a state is a JSON object");
    insta::assert_snapshot!(parse_state("{}").expect_err("no board").to_string(), @"state 0: rep.env, the pieces, is missing");
    insta::assert_snapshot!(refused(&|states| { states.remove(2); }), @"state 2: 2 pieces were added to the state before; a move adds one");
    insta::assert_snapshot!(refused(&|states| states[3] = states[2].clone()), @"state 3: 0 pieces were added to the state before; a move adds one");
    insta::assert_snapshot!(refused(&|states| states[2]["step"] = 7.into()), @"state 2: step 7 with 2 pieces on the board");
    insta::assert_snapshot!(refused(&|states| {
        let scores = states[4]["scores"].as_object_mut().expect("scores");
        scores.values_mut().for_each(|score| *score = 9.into());
    }), @"state 4: White's score is said to be 9 and is 0");
    insta::assert_snapshot!(refused(&|states| {
        let left = states[4]["players_pieces_left"].as_object_mut().expect("stocks");
        left.values_mut().for_each(|stock| stock["YR"] = 0.into());
    }), @"state 4: White is said to have 0 YR left and has 3");
    let env = |place: &str, piece: &str| format!(r#"{{"rep": {{"env": {{"{place}": {{"piece_type": "{piece}"}}}}}}}}"#);
    let refused = |place, piece| parse_state(&env(place, piece)).expect_err(place).to_string();
    insta::assert_snapshot!(refused("3, 4", "RCW"), @"state 0: '3, 4' is not a place such as '(3, 4)'");
    insta::assert_snapshot!(refused("(0, 0)", "RCW"), @"state 0: there is no cell (0, 0)");
    insta::assert_snapshot!(refused("(3, 4)", "RRW"), @"state 0: (3, 4) is a city cell; RRW is a resource");
    insta::assert_snapshot!(refused("(3, 4)", "RCX"), @"state 0: 'RCX' on (3, 4) is not a piece such as 'RCW'");
    insta::assert_snapshot!(refused("(3, 4)", "RCB"), @"state 0: W has placed 0 pieces and B 1; W starts, in turns");
    let twice = env("(3, 4)", r#"RCW"}, "(3,4)": {"piece_type": "RCB"#);
    insta::assert_snapshot!(parse_state(&twice).expect_err("a cell twice").to_string(), @"state 0: two pieces stand on (3, 4)");
    assert!(parse_state(&env("(3, 4)", "RCW")).is_ok(), "all but the pieces may be left out");
}
