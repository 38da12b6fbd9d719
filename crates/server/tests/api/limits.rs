//! Searches are limited, and end when nobody wants them any more. Nothing here is decided by how long something takes.

use grandline_server::SearchLimits;
use grandline_server::client::{Client, Socket};
use serde_json::{Value, json};

use crate::common::{TestServer, hear, hear_of};

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
    let server = TestServer::with(|options| options.searches = SearchLimits { at_once: 8, waiting: 8, a_visitor: 2 });
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
    let server = TestServer::with(|options| options.searches = SearchLimits { at_once: 1, waiting: 1, a_visitor: 1 });
    let first = visitor(&server, 'a');
    let mut running = ask(&first, 1);
    hear_of(&mut running, "report");
    let refused = hear(&mut ask(&first, 2));
    assert_eq!((&refused["type"], &refused["status"], &refused["number"]), (&json!("error"), &json!(429), &json!(2)));
    insta::assert_snapshot!(refused["error"], @r#""searches per visitor are limited to 1; end one of yours""#);
    let mut waiting = ask(&visitor(&server, 'b'), 3);
    assert_eq!(hear(&mut waiting), json!({ "type": "waiting", "number": 3 }));
    let refused = hear(&mut ask(&visitor(&server, 'c'), 4));
    assert_eq!((&refused["type"], &refused["status"]), (&json!("error"), &json!(503)));
    insta::assert_snapshot!(refused["error"], @r#""the server is busy with 2 searches; try again in a moment""#);
    // Playing needs a search as well.
    let new = json!({ "game": "connect4" });
    let refused = visitor(&server, 'd').post("/api/v1/play", &new).expect("an answer");
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")));
    assert_eq!(first.post("/api/v1/play", &new).expect("an answer").status, 429);
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
