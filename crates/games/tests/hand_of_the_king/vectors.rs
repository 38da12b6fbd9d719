//! Games recorded with the course's own functions, and leaf counts of its boards.

use std::io::Read;

use flate2::read::GzDecoder;
use grandline_games::hand_of_the_king::{HandOfTheKing, Location, PhaseOne, Variant, WithCompanions};
use grandline_games::{Game, Margin, Notation, Side, perft};
use serde_json::{Value, json};

use crate::common;

/// A move of the vectors in our notation: a location, or a list such as `["Jaqen", 3, 9, "Jon"]`.
fn move_text(mv: &Value) -> String {
    let Some(list) = mv.as_array() else { return mv.to_string() };
    let mut words = list.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
    let name = words.next().expect("a companion");
    let choices: Vec<String> = words.collect();
    if choices.is_empty() { name } else { format!("{name}:{}", choices.join(",")) }
}

fn replay<V: Variant>(file: &str, expected_games: usize) {
    let vectors = common::vectors(file);
    let games = vectors["games"].as_array().expect("games");
    assert_eq!(games.len(), expected_games);
    for game in games {
        let board = game["board"].as_str().expect("a board");
        let mut position: HandOfTheKing<V> = board.parse().expect("a start");
        assert_eq!(position.to_string(), board);
        for ply in game["plies"].as_array().expect("plies") {
            let context = format!("{} at {position}", ply["m"]);
            assert_eq!(json!(position.to_move().index() + 1), ply["p"], "{context}");
            assert_eq!(position.move_counts()["legal_ordered"], ply["n"], "{context}");
            let mv = position.parse_move(&move_text(&ply["m"])).expect("a legal move");
            position.play(mv);
            let detail = position.detail();
            assert_eq!(detail["owners"], ply["own"], "{context}");
            assert_eq!(detail["counts"], json!([ply["c1"], ply["c2"]]), "{context}");
            assert_eq!(detail["left"], ply["left"], "{context}");
            if V::COMPANIONS {
                assert_eq!(json!(position.to_move().index() + 1), ply["next"], "{context}");
                assert_eq!(detail["choosing"], ply["choose"], "{context}");
                assert_eq!(detail["companions"], ply["comp"], "{context}");
            }
        }
        let winner = position.outcome().and_then(Margin::winner).map(Side::index);
        assert_eq!(json!(winner.map(|index| index + 1)), game["winner"], "{position}");
        assert_eq!(json!(position.varys().number()), game["varys"], "{position}");
        let left: Vec<u8> =
            Location::all().filter(|&place| position.card(place).is_some()).map(Location::number).collect();
        let mut final_left: Vec<u8> = serde_json::from_value(game["final_left"].clone()).expect("locations");
        final_left.sort_unstable();
        assert_eq!(left, final_left, "{position}");
        assert_eq!(position.move_counts()["legal_ordered"], 0, "{position}");
    }
}

#[test]
fn replays_the_games_of_phase_one() {
    replay::<PhaseOne>("hotk-phase1.json.gz", 250);
}

#[test]
fn replays_the_games_of_phase_two() {
    replay::<WithCompanions>("hotk-phase2.json.gz", 120);
}

#[test]
fn counts_the_leaves_of_the_course_boards() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/hotk-perft.txt.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the counts");
    GzDecoder::new(file).read_to_string(&mut text).expect("a gzip file of text");
    let mut boards = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut words = line.split_whitespace();
        let board: HandOfTheKing = words.next().expect("a board").parse().expect("a start");
        let expected: Vec<u64> = words.map(|count| count.parse().expect("a count")).collect();
        let counts: Vec<u64> = (1..=6).map(|depth| perft(&board, depth)).collect();
        assert_eq!(counts, expected, "{board}");
        boards += 1;
    }
    assert_eq!(boards, 30);
}
