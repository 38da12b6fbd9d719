//! The database keeps games over a restart of the server.

use grandline_server::{Options, Server, StartError};
use serde_json::{Value, json};

use crate::common::{TestServer, options, text};

#[test]
fn games_survive_a_restart() {
    let server = TestServer::start();
    let quick = server.post_json("/api/v1/play", &json!({ "game": "hand-of-the-king/companions", "setup": "seed:9", "agent": "random", "clock": { "minutes": 10, "increment": 0 } }));
    let path = format!("/api/v1/play/{}", text(&quick["id"]));
    let state = server.get_json(&path);
    server.post_json(
        &format!("{path}/move"),
        &json!({ "key": quick["key"], "move": state["position"]["legal"][0]["move"] }),
    );
    let before = server.wait_for(&path, |state| state["turn"] == "person");
    let server = server.restart();
    let after = server.get_json(&path);
    // Clocks stood still while the server was away; what ran before it ended may not have been written.
    let without_clock = |state: &Value| {
        let mut state = state.clone();
        state["clock"] = Value::Null;
        state
    };
    assert_eq!(without_clock(&after), without_clock(&before));
    let left = |state: &Value| state["clock"]["left_ms"]["first"].as_u64().expect("a clock");
    assert!(left(&after) >= left(&before));
    let moved = server.post_json(
        &format!("{path}/move"),
        &json!({ "key": quick["key"], "move": after["position"]["legal"][0]["move"] }),
    );
    assert_eq!(moved["plies"].as_array().map(Vec::len), after["plies"].as_array().map(|plies| plies.len() + 1));
}

#[test]
fn an_agent_goes_on_thinking_after_a_restart() {
    let server = TestServer::start();
    let game = server.post_json(
        "/api/v1/play",
        &json!({ "game": "divercite", "agent": "mcts", "side": "second", "strength": { "time_ms": 60_000 } }),
    );
    let path = format!("/api/v1/play/{}", text(&game["id"]));
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    let server = server.restart();
    assert_eq!(server.get_json("/api/v1/status")["searches"]["running"], 0);
    let state = server.wait_for(&path, |state| state["thinking"] == true);
    assert_eq!((&state["turn"], &state["position"]["ply"]), (&json!("agent"), &json!(0)));
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    server.post_json(&format!("{path}/hurry"), &json!({ "key": game["key"] }));
    let state = server.wait_for(&path, |state| state["turn"] == "person");
    assert_eq!(state["position"]["ply"], 1);
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let first = Server::bind(options(folder.path())).await.expect("a server");
        let mut taken = options(folder.path());
        taken.port = first.address().port();
        let error = Server::bind(taken).await.err().expect("the port is taken");
        assert!(matches!(error, StartError::Taken { .. }));
        assert!(error.to_string().contains("--port 0"), "{error}");
        let mut nowhere = options(folder.path());
        nowhere.database = folder.path().join("no/such/folder/x.db").into();
        let error = Server::bind(nowhere).await.err().expect("there is no such folder");
        assert!(error.to_string().contains("does not exist"), "{error}");
        let mut text = options(folder.path());
        let file = folder.path().join("text.db");
        text.database = file.clone().into();
        std::fs::write(&file, "this is not a database, but long enough to be looked at closely".repeat(9))
            .expect("a file");
        assert!(matches!(Server::bind(text).await, Err(StartError::Database(_))));
        let foreign = options(folder.path());
        let file = folder.path().join("foreign.db");
        let foreign = Options { database: file.clone().into(), ..foreign };
        let tables = rusqlite::Connection::open(&file).expect("a database");
        tables.execute_batch("CREATE TABLE recipes (name TEXT)").expect("a table of somebody else");
        let error = Server::bind(foreign).await.err().expect("it is not ours");
        assert!(error.to_string().contains("another program, with the table recipes"), "{error}");
    });
}
