//! Games against agents.

use std::sync::Arc;
use std::time::Duration;

use grandline_search::ManualClock;
use serde_json::{Value, json};

use crate::common::{TestServer, hear_of, text};

/// A game and the key to it.
pub(crate) struct LiveGame<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) path: String,
    pub(crate) key: String,
}

impl<'a> LiveGame<'a> {
    pub(crate) fn new(server: &'a TestServer, game: &Value) -> Self {
        Self::from(server, &server.post_json("/api/v1/play", game))
    }

    pub(crate) fn from(server: &'a TestServer, answer: &Value) -> Self {
        assert_eq!(answer["address"], format!("/game/{}", text(&answer["id"])));
        LiveGame { server, path: format!("/api/v1/play/{}", text(&answer["id"])), key: text(&answer["key"]).to_owned() }
    }

    pub(crate) fn state(&self) -> Value {
        self.server.get_json(&self.path)
    }

    pub(crate) fn wait_for_turn(&self) -> Value {
        self.server.wait_for(&self.path, |state| state["turn"] != "agent")
    }

    pub(crate) fn act(&self, action: &str, more: Value) -> (u16, Value) {
        let mut body = more;
        body["key"] = self.key.as_str().into();
        let response = self.server.post(&format!("{}/{action}", self.path), &body);
        (response.status, response.json())
    }

    pub(crate) fn play(&self, text: &str) -> Value {
        let (status, state) = self.act("move", json!({ "move": text }));
        assert_eq!(status, 200, "{state}");
        state
    }
}

fn moves(state: &Value) -> Vec<&str> {
    state["plies"].as_array().expect("plies").iter().map(|ply| text(&ply["move"])).collect()
}

#[test]
fn every_game_is_played_to_its_end() {
    let server = TestServer::start();
    for game in server.get_json("/api/v1/games")["games"].as_array().expect("a list") {
        let name = text(&game["name"]);
        let seat =
            LiveGame::new(&server, &json!({ "game": name, "agent": "greedy", "side": "random", "setup": "seed:7" }));
        let mut state = seat.wait_for_turn();
        while state["turn"] == "person" {
            let legal = state["position"]["legal"].as_array().expect("moves");
            seat.play(text(&legal[legal.len() / 2]["move"]));
            state = seat.wait_for_turn();
        }
        assert_eq!(state["outcome"]["by"], "rules", "{name}");
        assert_eq!(state["outcome"]["winner"], state["position"]["outcome"]["winner"], "{name}");
        assert_eq!(state["position"]["moves"].as_array().expect("moves").len(), moves(&state).len(), "{name}");
        let (status, refused) = seat.act("move", json!({ "move": "1" }));
        assert_eq!((status, &refused["error"]), (409, &json!("the game is over")), "{name}");
        let by_agent = state["plies"].as_array().expect("plies").iter().filter(|ply| ply["by"] == "agent");
        assert!(
            by_agent.clone().count() > 0 && by_agent.clone().all(|ply| ply["nodes"].is_u64() && ply["chance"].is_f64())
        );
    }
}

#[test]
fn a_game_has_everything_the_page_shows() {
    let server = TestServer::start();
    let seat = LiveGame::new(
        &server,
        &json!({ "game": "connect4", "agent": "in104-connect4-v2", "strength": { "depth": 3 }, "moves": ["4", "4"] }),
    );
    seat.play("3");
    let mut state = seat.wait_for_turn();
    for ply in state["plies"].as_array_mut().expect("plies") {
        if let Some(time) = ply.get_mut("time_ms") {
            *time = "some".into();
        }
    }
    state["created"] = "some time".into();
    state["id"] = "an id".into();
    state["position"] = "a position".into();
    insta::assert_snapshot!(serde_json::to_string_pretty(&state).expect("JSON"));
}

#[test]
fn a_watcher_sees_the_game_and_the_thinking() {
    let server = TestServer::start();
    let seat =
        LiveGame::new(&server, &json!({ "game": "divercite", "agent": "mcts", "strength": { "nodes": 300_000 } }));
    let mut socket = server.socket(&format!("{}/live", seat.path));
    let first = hear_of(&mut socket, "state");
    assert_eq!((&first["state"]["turn"], &first["state"]["position"]["ply"]), (&json!("person"), &json!(0)));
    assert!(!first.to_string().contains(&seat.key), "the key is nobody's business");
    seat.play("RC34");
    let thinking = hear_of(&mut socket, "thinking");
    assert_eq!((&thinking["ply"], &thinking["mover"]), (&json!(1), &json!("second")));
    assert!(thinking["nodes_per_s"].is_f64() && thinking["pv"].is_array() && thinking["words"].is_string());
    assert_eq!((&thinking["exact"], thinking.get("result")), (&json!(false), Some(&json!(null))));
    loop {
        let state = hear_of(&mut socket, "state")["state"].take();
        if state["position"]["ply"] == 2 {
            assert_eq!((&state["turn"], &state["thinking"]), (&json!("person"), &json!(false)));
            break;
        }
    }
    let mut turned = server.socket(&format!("{}/live?turned=true", seat.path));
    let plain = server.get_json(&seat.path);
    assert_ne!(hear_of(&mut turned, "state")["state"]["position"]["svg"], plain["position"]["svg"]);
    assert_eq!(
        server.get_json(&format!("{}?turned=true", seat.path))["position"]["cells"][0]["id"],
        plain["position"]["cells"][0]["id"]
    );
}

#[test]
fn proven_results_are_data() {
    let server = TestServer::start();
    let moves = ["4", "1", "4", "1", "5", "1"];
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "moves": moves, "strength": { "nodes": 10_000 } }));
    let (status, hint) = seat.act("hint", json!({}));
    assert_eq!((status, hint["exact"] == true), (200, hint["result"]["verdict"].is_string()), "{hint}");
    seat.play("7");
    let state = seat.wait_for_turn();
    let last = state["plies"].as_array().and_then(|plies| plies.last()).expect("a move of the agent");
    assert_eq!((&last["move"], &last["result"]["verdict"]), (&json!("1"), &json!("win")), "{last}");
    assert_eq!((&state["outcome"]["winner"], state["plies"][0].get("result")), (&json!("second"), None));
}

#[test]
fn only_the_key_moves() {
    let server = TestServer::start();
    let mut seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "random" }));
    let key = std::mem::replace(&mut seat.key, "aaaaaaaaaaaaaaaaaaaaaaaa".to_owned());
    for (action, more) in [
        ("move", json!({ "move": "4" })),
        ("undo", json!({})),
        ("hint", json!({})),
        ("resign", json!({})),
        ("hurry", json!({})),
        ("rematch", json!({})),
    ] {
        let (status, refused) = seat.act(action, more);
        assert_eq!(status, 403, "{action}: {refused}");
    }
    assert_eq!(moves(&seat.state()), [""; 0]);
    seat.key = key;
    let state = seat.play("4");
    assert_eq!(moves(&state)[0], "4");
}

#[test]
fn illegal_moves_name_the_rule() {
    let server = TestServer::start();
    let seat = LiveGame::new(&server, &json!({ "game": "checkers", "moves": ["11-15", "22-18"], "agent": "random" }));
    let (status, refused) = seat.act("move", json!({ "move": "12-16" }));
    assert_eq!(status, 422);
    insta::assert_snapshot!(refused["error"], @r#""12-16 is not legal: Black must capture, 15x22""#);
    let (status, refused) = seat.act("move", json!({ "move": "15x22", "ply": 1 }));
    assert_eq!(status, 409);
    insta::assert_snapshot!(refused["error"], @r#""this move is for another ply; 2 plies have been played""#);
    assert_eq!(moves(&seat.state()), ["11-15", "22-18"]);
    let (status, _) = seat.act("move", json!({ "move": "15x22", "ply": 2 }));
    assert_eq!(status, 200);
}

#[test]
fn a_move_sent_twice_is_made_once() {
    let server = TestServer::start();
    let seat = LiveGame::new(&server, &json!({ "game": "divercite", "agent": "random" }));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = || seat.act("move", json!({ "move": "RC34", "ply": 0 })).0;
        let both = [scope.spawn(send), scope.spawn(send)];
        both.map(|thread| thread.join().expect("an answer")).to_vec()
    });
    assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 1, "{statuses:?}");
    assert!(statuses.contains(&409), "{statuses:?}");
    assert_eq!(seat.wait_for_turn()["position"]["ply"], 2);
}

#[test]
fn moves_are_taken_back_to_the_persons_own() {
    let server = TestServer::start();
    let seat =
        LiveGame::new(&server, &json!({ "game": "connect4", "agent": "random", "side": "second", "moves": ["4"] }));
    let state = seat.state();
    assert_eq!((&state["turn"], &state["can_undo"]), (&json!("person"), &json!(false)));
    assert_eq!(seat.act("undo", json!({})).0, 409, "a move of the set-up is nobody's to take back");
    seat.play("4");
    let state = seat.wait_for_turn();
    assert_eq!((moves(&state).len(), &state["can_undo"]), (3, &json!(true)));
    let (status, state) = seat.act("undo", json!({}));
    assert_eq!((status, moves(&state)), (200, vec!["4"]));
    assert_eq!(state["turn"], "person");
}

#[test]
fn undo_interrupts_a_thinking_agent() {
    let server = TestServer::start();
    let seat =
        LiveGame::new(&server, &json!({ "game": "divercite", "agent": "mcts", "strength": { "time_ms": 60_000 } }));
    seat.play("RC34");
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    assert_eq!(seat.act("move", json!({ "move": "GC45" })).1["error"], "it is not your turn");
    assert_eq!(seat.act("hint", json!({})).0, 409);
    let (status, state) = seat.act("undo", json!({}));
    assert_eq!((status, &state["turn"], &state["thinking"]), (200, &json!("person"), &json!(false)));
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 0);
    // The next move is answered by a search of its own, not by what is left of the old one.
    seat.play("RC54");
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    let (status, _) = seat.act("hurry", json!({}));
    assert_eq!(status, 200);
    let state = seat.wait_for_turn();
    assert_eq!((moves(&state)[0], moves(&state).len()), ("RC54", 2));
}

#[test]
fn a_person_resigns_and_plays_again_with_the_other_side() {
    let clock = Arc::new(ManualClock::default());
    let server = TestServer::with(|options| options.clock = clock.clone());
    let asked = json!({ "game": "checkers", "agent": "random", "clock": { "minutes": 3, "increment": 2 } });
    let seat = LiveGame::new(&server, &asked);
    seat.play("11-15");
    seat.wait_for_turn();
    let (status, state) = seat.act("resign", json!({}));
    assert_eq!(status, 200);
    assert_eq!(
        state["outcome"],
        json!({ "winner": "second", "margin": null, "reason": "Black resigned", "by": "resignation" })
    );
    assert_eq!(state["can_undo"], false);
    assert_eq!(seat.act("undo", json!({})).0, 409);
    assert_eq!(seat.act("resign", json!({})).0, 409);
    let (status, answer) = seat.act("rematch", json!({}));
    assert_eq!(status, 201);
    assert_eq!(seat.state()["rematch"], answer["id"]);
    let next = LiveGame::from(&server, &answer);
    let state = next.wait_for_turn();
    assert_eq!((&state["person"], moves(&state).len()), (&json!("second"), 1));
    assert_eq!(state["clock"]["left_ms"], json!({ "first": 182_000, "second": 180_000 }));
    assert_ne!(next.key, seat.key);
}

#[test]
fn the_board_of_a_game_that_was_resigned_says_who_won() {
    let server = TestServer::start();
    for game in server.get_json("/api/v1/games")["games"].as_array().expect("games") {
        let name = text(&game["name"]);
        let seat = LiveGame::new(&server, &json!({ "game": name, "agent": "random", "setup": "seed:7" }));
        let running = seat.wait_for_turn();
        assert!(text(&running["position"]["description"]).contains("to move"), "{name}");
        let (_, state) = seat.act("resign", json!({}));
        let (position, reason) = (&state["position"], text(&state["outcome"]["reason"]));
        let winner = text(&position["players"]["second"]);
        let words = text(&position["description"]);
        assert!(words.contains(&format!("{winner} wins, {reason}")), "{name}: {words}");
        assert!(!position.to_string().contains("to move"), "{name}: {position}");
        assert_eq!((&position["legal"], &position["prompts"]), (&json!([]), &json!([])), "{name}");
    }
}

#[test]
fn a_hint_is_a_legal_move() {
    let server = TestServer::start();
    let seat = LiveGame::new(
        &server,
        &json!({ "game": "connect4", "moves": ["1", "7", "1", "7", "1", "7"], "agent": "random" }),
    );
    let (status, hint) = seat.act("hint", json!({}));
    assert_eq!((status, &hint["move"], &hint["path"]), (200, &json!("1"), &json!(["1"])), "{hint}");
    assert_eq!((&hint["words"], &hint["chance"], &hint["exact"]), (&json!("wins by 18"), &json!(1.0), &json!(true)));
    assert_eq!(hint["agent"], "perfect");
}

#[test]
fn the_server_says_when_a_flag_falls() {
    let clock = Arc::new(ManualClock::default());
    let server = TestServer::with(|options| options.clock = clock.clone());
    let seat = LiveGame::new(
        &server,
        &json!({ "game": "checkers", "agent": "random", "clock": { "minutes": 1, "increment": 5 } }),
    );
    let mut socket = server.socket(&format!("{}/live", seat.path));
    clock.advance(Duration::from_secs(3600));
    let state = seat.state();
    assert_eq!(
        state["clock"],
        json!({ "minutes": 1.0, "increment": 5.0, "left_ms": { "first": 60_000, "second": 60_000 }, "running": null })
    );
    seat.play("11-15");
    let state = seat.wait_for_turn();
    assert_eq!(
        state["clock"]["left_ms"],
        json!({ "first": 65_000, "second": 65_000 }),
        "the first move is free and adds its increment"
    );
    assert_eq!(state["clock"]["running"], "first");
    clock.advance(Duration::from_secs(25));
    assert_eq!(seat.state()["clock"]["left_ms"]["first"], 40_000);
    let legal = text(&seat.state()["position"]["legal"][0]["move"]).to_owned();
    let state = seat.play(&legal);
    assert_eq!(state["clock"]["left_ms"]["first"], 45_000);
    assert_eq!(state["plies"][2]["time_ms"], 25_000);
    seat.wait_for_turn();
    clock.advance(Duration::from_millis(44_999));
    assert_eq!(seat.state()["turn"], "person");
    clock.advance(Duration::from_millis(1));
    let state = loop {
        let state = hear_of(&mut socket, "state")["state"].take();
        if state["turn"] == "over" {
            break state;
        }
    };
    assert_eq!(
        state["outcome"],
        json!({ "winner": "second", "margin": null, "reason": "Black ran out of time", "by": "time" })
    );
    assert!(text(&state["position"]["description"]).contains("White wins, Black ran out of time"), "{state}");
    assert_eq!((&state["clock"]["left_ms"]["first"], &state["clock"]["running"]), (&json!(0), &Value::Null));
    assert_eq!(seat.act("move", json!({ "move": legal })).0, 409);
}

#[test]
fn an_agent_that_takes_too_long_loses_on_time() {
    let clock = Arc::new(ManualClock::default());
    let server = TestServer::with(|options| options.clock = clock.clone());
    let asked =
        json!({ "game": "divercite", "agent": "wano", "clock": { "minutes": 10 }, "strength": { "time_ms": 60_000 } });
    let seat = LiveGame::new(&server, &asked);
    seat.play("RC34");
    // Its scripted opening is quick; then it thinks.
    let state = seat.wait_for_turn();
    let legal = text(&state["position"]["legal"][0]["move"]).to_owned();
    seat.play(&legal);
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    clock.advance(Duration::from_secs(601));
    let state = seat.wait_for_turn();
    assert_eq!(
        state["outcome"],
        json!({ "winner": "first", "margin": null, "reason": "Black ran out of time", "by": "time" })
    );
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 0);
}

#[test]
fn two_people_play_with_a_seat_each() {
    let server = TestServer::start();
    let new = json!({ "game": "connect4", "opponent": "person", "side": "first" });
    let made = server.post_json("/api/v1/play", &new);
    let address = format!("/api/v1/play/{}", text(&made["id"]));
    let say = |key: &Value, mv: &str| server.post(&format!("{address}/move"), &json!({ "key": key, "move": mv }));
    let state = server.get_json(&address);
    assert_eq!((&state["agent"], &state["turn"], &state["can_undo"]), (&Value::Null, &json!("person"), &json!(false)));
    assert!(!state.to_string().contains(text(&made["guest_key"])), "watchers learn no key");
    assert_eq!(say(&made["guest_key"], "4").status, 409, "first is to move");
    assert_eq!(say(&made["key"], "4").status, 200);
    assert_eq!(say(&made["key"], "4").status, 409, "second is to move");
    assert_eq!(say(&made["guest_key"], "3").status, 200);
    assert_eq!(say(&json!("no key at all"), "1").status, 403);
    assert_eq!(server.post(&format!("{address}/hint"), &json!({ "key": made["key"] })).status, 409);
    let state = server.post_json(&format!("{address}/resign"), &json!({ "key": made["guest_key"] }));
    assert_eq!(state["outcome"]["winner"], "first");
    // One asks for another game, the other agrees, and both find themselves in the same, with sides switched.
    let rematch = |key: &Value| server.post(&format!("{address}/rematch"), &json!({ "key": key }));
    let asked = rematch(&made["guest_key"]);
    assert_eq!((asked.status, asked.json()), (202, json!({ "asked": true })));
    assert_eq!(rematch(&made["guest_key"]).status, 409, "it waits for an answer");
    let agreed = rematch(&made["key"]).json();
    assert_eq!(rematch(&made["guest_key"]).json()["id"], agreed["id"]);
    let address = format!("/api/v1/play/{}", text(&agreed["id"]));
    let moved = server.post(&format!("{address}/move"), &json!({ "key": made["guest_key"], "move": "1" }));
    assert_eq!(moved.status, 200, "{}", moved.body);
}

#[test]
fn a_cell_that_starts_no_move_has_a_reason() {
    let server = TestServer::start();
    let why = |game: &str, setup: &str, moves: &[&str], cell: &str| {
        let asked = json!({ "game": game, "setup": setup, "moves": moves, "cell": cell });
        server.post_json("/api/v1/position/why", &asked)["reason"].clone()
    };
    assert_eq!(why("checkers", "B:W18,27:B14,1", &[], "1"), "Black must capture, 14x23x32");
    assert_eq!(why("checkers", "-", &[], "22"), "the piece on 22 is White's, and it is Black's turn");
    assert_eq!(why("checkers", "-", &[], "99"), Value::Null);
    assert_eq!(why("connect4", "-", &["1"; 6], "1"), "column 1 is full; open: 2 3 4 5 6 7");
    assert_eq!(why("divercite", "-", &["RC34"], "34"), "34 is taken by White's red city");
    assert_eq!(why("divercite", "-", &[], "W-RC"), Value::Null);
    let wrong = json!({ "game": "connect4", "moves": ["9"], "cell": "1" });
    assert_eq!(server.post("/api/v1/position/why", &wrong).status, 422);
}

#[test]
fn a_cell_that_continues_no_move_has_a_reason() {
    let server = TestServer::start();
    let why = |game: &str, setup: &str, touched: &[&str], cell: &str| {
        let asked = json!({ "game": game, "setup": setup, "touched": touched, "cell": cell });
        server.post_json("/api/v1/position/why", &asked)["reason"].clone()
    };
    assert_eq!(why("checkers", "B:W18,27:B14,1", &["14"], "17"), "the piece on 14 can capture 14x23x32");
    assert_eq!(why("checkers", "-", &["12"], "32"), "the man on 12 can go 12-16");
    assert_eq!(why("checkers", "-", &["12"], "1"), "the man on 1 is blocked");
    assert_eq!(why("divercite", "-", &["W-RR"], "34"), "34 is a square cell, and a resource needs a round one");
    assert_eq!(why("divercite", "-", &["W-RR"], "04"), Value::Null);
    let due = "......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeRaSaJaMe!";
    let companions = "hand-of-the-king/companions";
    assert_eq!(why(companions, due, &["Sandor"], "6"), "Varys stands at 6, and he cannot be chosen");
    assert_eq!(why(companions, due, &["Ramsay"], "6"), Value::Null);
    assert_eq!(why(companions, due, &["Jaqen", "17", "19"], "25"), "Jaqen needs a companion now");
    assert_eq!(why(companions, due, &["Jaqen", "17"], "Jon"), "Jaqen needs a card now");
    let early = "no companion is due: it takes the last card of a house to earn one";
    assert_eq!(why(companions, "seed:3", &[], "Jon"), early);
}

#[test]
fn moves_have_words_and_icons() {
    let server = TestServer::start();
    let position = |game: &str, setup: &str, moves: &[&str]| {
        server.post_json("/api/v1/position", &json!({ "game": game, "setup": setup, "moves": moves }))
    };
    let four = position("connect4", "-", &["4", "3", "4"]);
    let sketch = |label: &str, icon: u64| json!({ "label": label, "icon": icon });
    assert_eq!(four["worded"], json!([sketch("column 4", 0), sketch("column 3", 1), sketch("column 4", 0)]));
    assert_eq!(four["icons"].as_array().map(Vec::len), Some(2));
    let jump = position("checkers", "B:W18,27:B14,1", &["14x23x32"]);
    assert_eq!(jump["worded"][0]["label"], "14 × 23 × 32");
    let city = position("divercite", "-", &["RC34"]);
    assert_eq!(city["worded"][0]["label"], "red city on 34");
    let stock = json!({ "first": null, "touched": 0, "label": "Choose a piece from your stock." });
    assert_eq!(city["prompts"][0], stock);
    assert_eq!(four["prompts"], json!([]));
}

#[test]
fn two_people_agree_before_a_move_is_taken_back() {
    let server = TestServer::start();
    let made = server.post_json("/api/v1/play", &json!({ "game": "connect4", "opponent": "person", "side": "first" }));
    let address = format!("/api/v1/play/{}", text(&made["id"]));
    let act = |what: &str, key: &Value| server.post(&format!("{address}/{what}"), &json!({ "key": key }));
    let say = |key: &Value, mv: &str| server.post(&format!("{address}/move"), &json!({ "key": key, "move": mv }));
    let [host, guest] = [&made["key"], &made["guest_key"]];
    assert_eq!(act("undo", host).status, 409, "there is no move yet");
    assert_eq!(act("rematch", host).status, 409, "the game is not over");
    for (key, column) in [(host, "4"), (guest, "3"), (host, "5")] {
        assert_eq!(say(key, column).status, 200);
    }
    assert_eq!(act("decline", guest).status, 409, "nothing was asked");
    // Second asks for its own last move, which takes the move after it along.
    let state = act("undo", guest).json();
    assert_eq!(state["offer"], json!({ "kind": "undo", "by": "second" }));
    assert_eq!(moves(&state).len(), 3);
    assert_eq!(act("undo", guest).status, 409, "it waits for an answer");
    assert_eq!(act("decline", host).json()["offer"], Value::Null);
    act("undo", guest);
    let state = act("undo", host).json();
    assert_eq!((moves(&state).len(), &state["offer"]), (1, &Value::Null));
    // A move answers the question, too.
    act("undo", host);
    assert_eq!(say(guest, "1").json()["offer"], Value::Null);
}

#[test]
fn resigning_leaves_the_clocks_as_they_are() {
    let clock = Arc::new(ManualClock::default());
    let server = TestServer::with(|options| options.clock = clock.clone());
    let game =
        server.post_json("/api/v1/play", &json!({ "game": "connect4", "agent": "random", "clock": { "minutes": 5 } }));
    let address = format!("/api/v1/play/{}", text(&game["id"]));
    server.post_json(&format!("{address}/move"), &json!({ "key": game["key"], "move": "4" }));
    server.wait_for(&address, |state| state["turn"] == "person");
    clock.advance(Duration::from_secs(60));
    let before = server.get_json(&address)["clock"]["left_ms"].clone();
    let after = server.post_json(&format!("{address}/resign"), &json!({ "key": game["key"] }));
    assert_eq!(after["clock"]["left_ms"], before);
}
