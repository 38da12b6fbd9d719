//! The recorded games through the binary itself: `replay` must give every number of them.

use std::io::Read;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

/// A recorded file of the rules' tests.
fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/vectors").join(name);
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a gzip file of text");
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Replays all records in one run and returns the answers.
fn replay(game: &str, records: &[Value]) -> Vec<Value> {
    let input: String = records.iter().map(|record| format!("{record}\n")).collect();
    let output = Command::cargo_bin("grandline")
        .expect("the binary")
        .args(["replay", game, "--list"])
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let answers: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    assert_eq!(answers.len(), records.len());
    answers
}

#[test]
fn divercite_scores_and_counts() {
    for file in ["divercite-random.json.gz", "divercite-ties.json.gz"] {
        let vectors = vectors(file);
        let games = list(&vectors);
        let records: Vec<Value> = games.iter().map(|game| json!({ "moves": game["moves"] })).collect();
        for (game, answer) in games.iter().zip(replay("divercite", &records)) {
            let plies = list(&answer["plies"]);
            let scores: Vec<&Value> = plies.iter().map(|ply| &ply["detail"]["score"]).collect();
            assert_eq!(json!(scores), game["scores"], "{}", game["seed"]);
            let mut legal: Vec<&Value> = plies.iter().map(|ply| &ply["legal"]).collect();
            legal.push(&answer["legal"]);
            assert_eq!(json!(legal), game["legal"]);
            assert_eq!(answer["detail"]["divercites"], game["div"]);
            let winner = match list(&game["winners"]) {
                [only] if only == 0 => "first",
                [only] if only == 1 => "second",
                _ => "draw",
            };
            assert_eq!(answer["outcome"]["winner"], winner);
        }
    }
}

#[test]
fn hand_of_the_king_owners_and_companions() {
    let text = |mv: &Value| match mv {
        Value::Array(words) => {
            let words: Vec<String> =
                words.iter().map(|word| word.as_str().map_or_else(|| word.to_string(), str::to_owned)).collect();
            if words.len() == 1 { words[0].clone() } else { format!("{}:{}", words[0], words[1..].join(",")) }
        }
        Value::String(word) => word.clone(),
        number => number.to_string(),
    };
    for (file, game_name) in
        [("hotk-phase1.json.gz", "hand-of-the-king"), ("hotk-phase2.json.gz", "hand-of-the-king/companions")]
    {
        let vectors = vectors(file);
        let games = list(&vectors["games"]);
        let records: Vec<Value> = games
            .iter()
            .map(|game| {
                let moves: Vec<String> = list(&game["plies"]).iter().map(|ply| text(&ply["m"])).collect();
                json!({ "setup": game["board"], "moves": moves })
            })
            .collect();
        for (game, answer) in games.iter().zip(replay(game_name, &records)) {
            for (expected, ply) in list(&game["plies"]).iter().zip(list(&answer["plies"])) {
                let player = if expected["p"] == 1 { "first" } else { "second" };
                assert_eq!(ply["player"], player);
                assert_eq!(ply["legal_ordered"], expected["n"], "{game_name} {}", game["seed"]);
                assert_eq!(ply["detail"]["owners"], expected["own"]);
                assert_eq!(ply["detail"]["counts"], json!([expected["c1"], expected["c2"]]));
                assert_eq!(ply["detail"]["left"], expected["left"]);
                if let Some(choose) = expected.get("choose") {
                    assert_eq!(ply["detail"]["choosing"], json!(*choose == json!(true) || *choose == json!(1)));
                    assert_eq!(ply["detail"]["companions"], expected["comp"]);
                }
            }
            let winner = if game["winner"] == 1 { "first" } else { "second" };
            assert_eq!(answer["outcome"]["winner"], winner);
        }
    }
}

#[test]
fn checkers_positions_and_moves() {
    let vectors = vectors("checkers-aiarena-games.json.gz");
    let games = list(&vectors["games"]);
    let records: Vec<Value> = games
        .iter()
        .map(|game| {
            let moves: Vec<&Value> = list(&game["plies"]).iter().filter_map(|ply| ply.get("played")).collect();
            json!({ "setup": game["start"], "moves": moves })
        })
        .collect();
    for (game, answer) in games.iter().zip(replay("checkers/aiarena", &records)) {
        let expected = list(&game["plies"]);
        for (before, ply) in expected.iter().zip(list(&answer["plies"])) {
            assert_eq!(ply["legal"], before["n"]);
            assert_eq!(ply["moves"], before["moves"]);
        }
        for (after, ply) in expected.iter().skip(1).zip(list(&answer["plies"])) {
            assert_eq!(ply["detail"]["position"], after["pos"]);
        }
        assert_eq!(answer["legal"], 0);
    }
}
