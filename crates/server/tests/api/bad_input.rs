//! Bad input of every kind. The answers are a snapshot, because people read them.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::common::{TestServer, hear, text};

/// An answer in a line; ids and keys are not the same twice.
fn told(status: u16, body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("an error is JSON: {body}"));
    assert_eq!(body["status"], status);
    let mut more = body.clone();
    let fields = more.as_object_mut().expect("an object");
    fields.remove("error");
    fields.remove("status");
    let more = if fields.is_empty() { String::new() } else { format!(" {more}") };
    format!("{status} {}{more}", text(&body["error"]))
}

#[test]
fn wrong_bodies_are_answered_with_what_would_be_right() {
    let server = TestServer::start();
    let long = "x".repeat(5000);
    let many = vec!["4"; 1001];
    let cases = [
        ("position", "nonsense".to_owned()),
        ("position", "{}".to_owned()),
        ("position", "[1]".to_owned()),
        ("position", json!({ "game": 4 }).to_string()),
        ("position", json!({ "game": "chess" }).to_string()),
        ("position", json!({ "game": "connect4", "colour": "red" }).to_string()),
        ("position", json!({ "game": "connect4", "setup": long }).to_string()),
        ("position", json!({ "game": "connect4", "setup": "seed:-1" }).to_string()),
        ("position", json!({ "game": "checkers", "setup": "B:W21-32:Q1-12" }).to_string()),
        ("position", json!({ "game": "connect4", "moves": many }).to_string()),
        ("position", json!({ "game": "connect4", "moves": "44" }).to_string()),
        ("position", json!({ "game": "connect4", "moves": ["4", "<script>alert(1)</script>"] }).to_string()),
        ("position", json!({ "game": "connect4", "moves": [long] }).to_string()),
        ("position", json!({ "game": "checkers", "moves": ["11-15", "22-18", "12-16"] }).to_string()),
        ("position", json!({ "game": "connect4", "moves": ["1", "1", "2", "2", "3", "3", "4", "4"] }).to_string()),
        ("position", json!({ "game": "connect4", "turned": "yes" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "nobody" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "ugi:rm -rf /" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "json:python3 evil.py" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "/etc/passwd.toml" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "mcts:tree=65536" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "in104-connect4-threats:threads=64" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": "mcts:simulations=many" }).to_string()),
        ("play", json!({ "game": "connect4", "agent": long }).to_string()),
        ("play", json!({ "game": "connect4", "side": "third" }).to_string()),
        ("play", json!({ "game": "connect4", "clock": { "minutes": 0 } }).to_string()),
        ("play", json!({ "game": "connect4", "clock": { "minutes": 1e300 } }).to_string()),
        ("play", json!({ "game": "connect4", "clock": { "minutes": 5, "increment": -1 } }).to_string()),
        ("play", json!({ "game": "connect4", "clock": { "hours": 5 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "time_ms": 0 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "time_ms": 1e9 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "time_ms": 100_000_000 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "nodes": -1 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "nodes": 0 } }).to_string()),
        ("play", json!({ "game": "connect4", "strength": { "depth": 61 } }).to_string()),
        ("play", json!({ "game": "connect4", "moves": ["1", "1", "2", "2", "3", "3", "4"] }).to_string()),
        ("play", json!({ "game": "connect4", "moves": ["8"] }).to_string()),
        ("import", json!({ "text": "what is this" }).to_string()),
        ("import", json!({ "text": "{}", "format": "zip" }).to_string()),
        ("import", json!({ "text": "1. 11-15 9-13 *" }).to_string()),
        ("import", json!({ "text": "{\"moves\": [\"4\"]}" }).to_string()),
        ("import", json!({ "text": "[{\"rep\": 1}]" }).to_string()),
        ("export", json!({ "game": "divercite", "format": "pdn" }).to_string()),
        ("export", json!({ "game": "divercite", "format": "png" }).to_string()),
        ("export", json!({ "game": "divercite" }).to_string()),
        ("export", json!({ "game": "checkers", "format": "pdn", "tags": vec![("a", "b"); 51] }).to_string()),
        ("play/aaaaaaaaaa/move", json!({ "key": "x", "move": "4" }).to_string()),
        ("play/..%2f..%2f/undo", json!({ "key": "x" }).to_string()),
        ("play/aaaaaaaaaa/dance", json!({}).to_string()),
    ];
    let mut lines = String::new();
    for (address, body) in cases {
        let path = format!("/api/v1/{address}");
        let response = server.client.request("POST", &path, Some(("application/json", &body))).expect("an answer");
        let shown: String = body.chars().take(100).collect();
        let _ = writeln!(lines, "{address} {shown}\n    {}", told(response.status, &response.body));
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn wrong_requests_are_answered_as_json() {
    let server = TestServer::start();
    let huge = json!({ "game": "connect4", "setup": "x".repeat(70_000) }).to_string();
    let huger = json!({ "text": "x".repeat(2_200_000) }).to_string();
    let fine = json!({ "game": "connect4" }).to_string();
    let cases = [
        ("GET", "/api/v1", None),
        ("GET", "/api/v1/nothing", None),
        ("GET", "/api/v1/position", None),
        ("POST", "/api/v1/games", Some(("application/json", fine.as_str()))),
        ("DELETE", "/api/v1/games", None),
        ("GET", "/api/v1/games/chess", None),
        ("GET", "/api/v1/agents?game=chess", None),
        ("GET", "/api/v1/agents?name=mcts", None),
        ("GET", "/api/v1/agents/mcts", None),
        ("GET", "/api/v1/agents/chess/mcts", None),
        ("GET", "/api/v1/agents/connect4/nobody", None),
        ("GET", "/api/v1/agents/connect4/mcts:tree=9999", None),
        ("GET", "/api/v1/play/aaaaaaaaaa", None),
        ("GET", "/api/v1/play/%27;drop%20table%20live_games", None),
        ("GET", "/api/v1/play/aaaaaaaaaa?turned=perhaps", None),
        ("GET", "/api/v1/analyse", None),
        ("POST", "/api/v1/position", Some(("text/plain", fine.as_str()))),
        ("POST", "/api/v1/position", Some(("application/x-www-form-urlencoded", "game=connect4"))),
        ("POST", "/api/v1/position", None),
        ("POST", "/api/v1/position", Some(("application/json", huge.as_str()))),
        ("POST", "/api/v1/import", Some(("application/json", huger.as_str()))),
    ];
    let mut lines = String::new();
    for (method, path, body) in cases {
        let response = server.client.request(method, path, body).expect("an answer");
        let media = body.map(|(media, _)| format!(" {media}")).unwrap_or_default();
        let _ = writeln!(lines, "{method} {path}{media}\n    {}", told(response.status, &response.body));
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn wrong_questions_leave_the_socket_open() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    let cases = [
        json!("hello"),
        json!({ "type": "dance" }),
        json!({ "type": "position", "number": 7 }),
        json!({ "type": "position", "number": "seven", "game": "connect4" }),
        json!({ "type": "position", "number": 8, "game": "connect4", "bogus": 1 }),
        json!({ "type": "position", "number": 9, "game": "connect4", "moves": ["9"] }),
        json!({ "type": "position", "number": 10, "game": "connect4", "lines": 11 }),
        json!({ "type": "position", "number": 11, "game": "connect4", "agent": "nobody" }),
        json!({ "type": "position", "number": 12, "game": "connect4", "limits": { "time_ms": 1 } }),
        json!({ "type": "position", "number": 13, "game": "connect4", "limits": { "hours": 1 } }),
        json!({ "type": "position", "number": 14, "game": "connect4", "moves": ["1", "1", "2", "2", "3", "3", "4"] }),
        json!({ "type": "review", "number": 15, "game": "connect4", "limits": { "time_ms": 60000 } }),
        json!({ "type": "review", "number": 16, "game": "connect4", "lines": 2 }),
    ];
    let mut lines = String::new();
    for question in cases {
        socket.say(&question).expect("an open socket");
        let _ = writeln!(lines, "{question}\n    {}", hear(&mut socket));
    }
    insta::assert_snapshot!(lines);
    socket
        .say(&json!({ "type": "position", "number": 17, "game": "connect4", "limits": { "depth": 2 } }))
        .expect("an open socket");
    assert_eq!(crate::common::hear_of(&mut socket, "done")["number"], 17);
}

#[test]
fn texts_of_users_stay_texts() {
    let server = TestServer::start();
    // Everything is answered as JSON that browsers do not guess about, whatever it repeats.
    let response =
        server.post("/api/v1/position", &json!({ "game": "connect4", "moves": ["<img src=x onerror=alert(1)>"] }));
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    let tags = json!([["Event", "</title><script>alert(1)</script>"]]);
    let file = server.post_json("/api/v1/export", &json!({ "game": "checkers", "format": "svg", "tags": tags }));
    assert!(!text(&file["text"]).contains("<script>"));
}
