//! Searches are limited, and end when nobody wants them any more. Nothing here is decided by how long something takes.

use grandline_server::SearchLimits;
use grandline_server::client::{Client, Socket};
use serde_json::{Value, json};

use crate::common::{TestServer, hear, hear_of, text};

/// A question that would take ten minutes.
fn long_question(number: u64) -> Value {
    json!({ "type": "position", "number": number, "game": "divercite", "limits": { "time_ms": 600_000 } })
}

fn running(server: &TestServer) -> Value {
    server.get_json("/api/v1/status")["searches"]["running"].clone()
}

/// A browser of its own.
fn visitor(server: &TestServer, letter: char) -> Client {
    let name: String = std::iter::repeat_n(letter, 16).collect();
    server.client.clone().with("Cookie", &format!("grandline-visitor={name}"))
}

fn ask(client: &Client, number: u64) -> Socket {
    let mut socket = client.socket("/api/v1/analyse").expect("an answer").expect("a socket");
    socket.say(&long_question(number)).expect("an open socket");
    socket
}

#[test]
fn a_search_ends_when_the_visitor_leaves() {
    let server = TestServer::start();
    let mut socket = ask(&server.client, 1);
    hear_of(&mut socket, "report");
    assert_eq!(running(&server), 1);
    drop(socket);
    server.wait_for_quiet();
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let server = TestServer::start();
    let mut socket = ask(&server.client, 1);
    hear_of(&mut socket, "report");
    socket.say(&json!({ "type": "stop" })).expect("an open socket");
    assert_eq!(hear_of(&mut socket, "stopped"), json!({ "type": "stopped", "number": 1 }));
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 0);
}

#[test]
fn the_next_question_ends_the_one_before() {
    let server = TestServer::with(|options| {
        options.searches = SearchLimits { moves: 1, analyses: 8, waiting: 8, per_visitor: 2 }
    });
    let mut socket = ask(&server.client, 0);
    for number in 1..20 {
        socket.say(&long_question(number)).expect("an open socket");
    }
    // More questions than a visitor may have searches, and none of them was refused.
    loop {
        let message = hear(&mut socket);
        assert_eq!(message["type"], "report", "{message}");
        if message["number"] == 19 {
            break;
        }
    }
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    socket
        .say(&json!({ "type": "position", "number": 20, "game": "connect4", "limits": { "depth": 3 } }))
        .expect("an open socket");
    let done = hear_of(&mut socket, "done");
    assert_eq!((&done["number"], &done["depth"]), (&json!(20), &json!(3)), "nothing of an old question comes later");
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 0);
}

#[test]
fn searches_are_limited_by_visitor_and_in_all() {
    let server = TestServer::with(|options| {
        options.searches = SearchLimits { moves: 1, analyses: 1, waiting: 1, per_visitor: 1 }
    });
    let first = visitor(&server, 'a');
    let mut running = ask(&first, 1);
    hear_of(&mut running, "report");
    let refused = hear(&mut ask(&first, 2));
    assert_eq!((&refused["type"], &refused["status"], &refused["number"]), (&json!("error"), &json!(429), &json!(2)));
    insta::assert_snapshot!(refused["error"], @r#""analyses per visitor are limited to 1; end one of yours""#);
    let mut waiting = ask(&visitor(&server, 'b'), 3);
    assert_eq!(hear(&mut waiting), json!({ "type": "waiting", "number": 3 }));
    let refused = hear(&mut ask(&visitor(&server, 'c'), 4));
    assert_eq!((&refused["type"], &refused["status"]), (&json!("error"), &json!(503)));
    insta::assert_snapshot!(refused["error"], @r#""the server is busy; try again in a moment""#);
    // Moves have places of their own: players notice nothing of it.
    let new = json!({ "game": "connect4", "agent": "random", "side": "second" });
    let player = visitor(&server, 'd');
    let game = player.post("/api/v1/play", &new).expect("an answer").json();
    let address = format!("/api/v1/play/{}", text(&game["id"]));
    server.wait_for(&address, |state| state["turn"] == "person" && state["plies"][0]["by"] == "agent");
    let mv = json!({ "key": game["key"], "move": "4" });
    assert_eq!(player.post(&format!("{address}/move"), &mv).expect("an answer").status, 200);
    server.wait_for(&address, |state| state["plies"].as_array().is_some_and(|plies| plies.len() == 3));
    // Who waited comes next.
    drop(running);
    hear_of(&mut waiting, "report");
    // Who leaves while waiting takes nobody's place.
    let mut next = ask(&visitor(&server, 'e'), 5);
    assert_eq!(hear(&mut next)["type"], "waiting");
    drop(next);
    server.wait_for("/api/v1/status", |status| status["searches"]["waiting"] == 0);
    drop(waiting);
    server.wait_for_quiet();
}

#[test]
fn visitors_without_a_cookie_have_places_of_their_own() {
    let limits = SearchLimits { moves: 1, analyses: 2, waiting: 2, per_visitor: 1 };
    let server = TestServer::with(|options| options.searches = limits);
    // A class behind one address, or several programs on one machine.
    let mut first = ask(&server.client, 1);
    hear_of(&mut first, "report");
    let mut second = ask(&server.client, 2);
    hear_of(&mut second, "report");
    // Behind a proxy all connections come from one place, and the proxy says whose they are.
    let server = TestServer::with(|options| (options.searches, options.trusts_proxy) = (limits, true));
    let at = |address: &str| server.client.clone().with("X-Forwarded-For", address);
    let mut first = ask(&at("192.0.2.7"), 1);
    hear_of(&mut first, "report");
    let mut second = ask(&at("192.0.2.8"), 2);
    hear_of(&mut second, "report");
    assert_eq!(hear(&mut ask(&at("192.0.2.7"), 3))["status"], 429);
}

#[test]
fn the_longest_analysis_yields_to_others() {
    let server = TestServer::with(|options| {
        options.searches = SearchLimits { moves: 1, analyses: 1, waiting: 8, per_visitor: 1 };
    });
    let mut first = ask(&visitor(&server, 'a'), 1);
    hear_of(&mut first, "report");
    let mut second = ask(&visitor(&server, 'b'), 2);
    assert_eq!(hear(&mut second)["type"], "waiting");
    let done = hear_of(&mut first, "done");
    assert_eq!(done["yielded"], true);
    assert!(done["best"].is_string(), "it ends with what it has found: {done}");
    hear_of(&mut second, "report");
}

#[test]
fn a_move_is_stored_before_the_agent_has_a_place() {
    let server = TestServer::with(|options| {
        options.searches = SearchLimits { moves: 1, analyses: 1, waiting: 8, per_visitor: 1 };
    });
    let slow = json!({ "game": "divercite", "agent": "mcts", "side": "second", "strength": { "time_ms": 60_000 } });
    let slow = server.post_json("/api/v1/play", &slow);
    let slow = format!("/api/v1/play/{}", text(&slow["id"]));
    server.wait_for(&slow, |state| state["thinking"] == true && state["agent_waits"] == false);
    let new = json!({ "game": "connect4", "agent": "random", "clock": { "minutes": 5 } });
    let game = server.post_json("/api/v1/play", &new);
    let address = format!("/api/v1/play/{}", text(&game["id"]));
    let moved = server.post_json(&format!("{address}/move"), &json!({ "key": game["key"], "move": "4" }));
    assert_eq!(moved["plies"][0]["move"], "4");
    let waits = server.wait_for(&address, |state| state["agent_waits"] == true);
    assert_eq!((&waits["turn"], &waits["clock"]["running"]), (&json!("agent"), &Value::Null), "its clock stands");
    // It is in the database, and the agent answers when the server is there again.
    let server = server.restart();
    let state = server.wait_for(&address, |state| state["turn"] == "person");
    assert_eq!(state["plies"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_server_ends_while_searches_run() {
    let server = TestServer::start();
    let mut sockets: Vec<Socket> = (0..3).map(|number| ask(&server.client, number)).collect();
    for socket in &mut sockets {
        hear_of(socket, "report");
    }
    // Ends the server, whose thread is joined: a search that went on would keep it from ending.
    let _next = server.restart();
    for mut socket in sockets {
        assert_eq!(hear_of(&mut socket, "closing"), json!({ "type": "closing" }));
        while let Some(message) = socket.hear().expect("an end") {
            assert_ne!(message["type"], "report", "{message}");
        }
    }
}
