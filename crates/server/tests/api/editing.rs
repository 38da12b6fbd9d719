//! Positions arranged by hand, lists of moves, and variations, over the API.

use serde_json::{Value, json};

use crate::common::{TestServer, text};

#[test]
fn a_sketch_is_changed_step_by_step_and_its_validity_said() {
    let server = TestServer::start();
    let edit = |sketch: &Value, change: Value| {
        server.post_json("/api/v1/edit", &json!({ "game": "connect4", "sketch": sketch, "change": change }))
    };
    let begun = server.post_json("/api/v1/edit", &json!({ "game": "connect4" }));
    assert_eq!(begun["tools"].as_array().expect("tools").len(), 2);
    assert_eq!(begun["text"], "-");
    let one = edit(&begun["sketch"], json!({ "put": { "cell": "4", "tool": "second" } }));
    assert_eq!(one["text"], Value::Null);
    assert!(text(&one["problem"]).contains("Red has 0 discs and Yellow 1"), "{one}");
    let two = edit(&one["sketch"], json!({ "put": { "cell": "4", "tool": "first" } }));
    assert!(text(&two["problem"]).contains("no order of moves leads to these discs"), "{two}");
    let refused = edit(&two["sketch"], json!({ "turn": "second" }));
    assert_eq!(refused["refused"], "the pieces on the board say whose turn it is");
    assert_eq!(refused["sketch"], two["sketch"]);
    assert_eq!(edit(&two["sketch"], json!("clear"))["text"], "-");
}

#[test]
fn every_game_has_an_editor_with_tools() {
    let server = TestServer::start();
    for game in server.get_json("/api/v1/games")["games"].as_array().expect("a list") {
        let sketch = server.post_json("/api/v1/edit", &json!({ "game": game["name"], "sketch": "seed:3" }));
        assert!(sketch["problem"].is_null(), "{sketch}");
        let tools = sketch["tools"].as_array().expect("tools");
        assert!(tools.len() > 1 && tools.iter().all(|tool| text(&tool["svg"]).starts_with("<svg")), "{sketch}");
    }
}

#[test]
fn lists_of_moves_come_in_with_variations_and_go_out_again() {
    let server = TestServer::start();
    let asked = json!({ "text": "1. 4 4 (1... 3 5) 2. 5", "game": "connect4" });
    let read = server.post_json("/api/v1/import", &asked);
    assert_eq!(read["format"], "moves");
    let record = &read["records"][0];
    assert_eq!(record["moves"], json!(["4", "4", "5"]));
    assert_eq!(record["variations"], json!([{ "ply": 1, "moves": ["3", "5"] }]));
    let asked = json!({
        "game": "connect4", "moves": record["moves"], "variations": record["variations"], "format": "moves",
    });
    assert_eq!(server.post_json("/api/v1/export", &asked)["text"], "1. 4 4 (1... 3 2. 5) 2. 5\n");
}
