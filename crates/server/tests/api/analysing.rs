//! Positions and games under analysis.

use serde_json::{Value, json};

use crate::common::{TestServer, hear, hear_of, text};

#[test]
fn the_best_lines_come_with_words_and_paths() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    let question = json!({
        "type": "position", "number": 5, "game": "checkers", "moves": ["11-15"], "agent": "in104-checkers-next",
        "lines": 3, "limits": { "depth": 7 },
    });
    socket.say(&question).expect("an open socket");
    let done = hear_of(&mut socket, "done");
    assert_eq!(
        (&done["number"], &done["agent"], &done["mover"]),
        (&json!(5), &json!("in104-checkers-next"), &json!("second"))
    );
    assert_eq!(done["depth"], 7);
    let lines = done["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["pv"], &lines[0]["value"], &lines[0]["chance"]),
        (&done["pv"], &done["value"], &done["chance"])
    );
    let legal =
        server.post_json("/api/v1/position", &json!({ "game": "checkers", "moves": ["11-15"] }))["legal"].take();
    for line in lines {
        let known =
            legal.as_array().expect("moves").iter().find(|mv| mv["move"] == line["pv"][0]).expect("a legal move");
        assert_eq!(known["path"], line["path"]);
        assert!(line["chance"].as_f64().is_some_and(|chance| (0.02..=0.98).contains(&chance)));
    }
    // The worse a line is for the player to move, the better for the other.
    let chances: Vec<f64> = lines.iter().filter_map(|line| line["chance"].as_f64()).collect();
    assert!(chances.is_sorted(), "{chances:?}");
}

#[test]
fn proven_results_are_said_as_such() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    let mut words = |question: Value| {
        socket.say(&question).expect("an open socket");
        let done = hear_of(&mut socket, "done");
        json!([done["words"], done["exact"], done["result"], done["chance"], done["best"]])
    };
    let moves = ["1", "7", "1", "7", "1"];
    let told = words(json!({ "type": "position", "game": "connect4", "moves": moves, "limits": { "depth": 4 } }));
    insta::assert_snapshot!(told, @r#"["-1.40",false,null,0.41048683147592147,"1"]"#);
    let told = words(
        json!({ "type": "position", "game": "connect4", "moves": ["1", "7", "1", "7", "1", "2"], "limits": { "depth": 4 } }),
    );
    insta::assert_snapshot!(told);
}

#[test]
fn every_agent_of_every_game_can_be_asked() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    for agent in server.get_json("/api/v1/agents")["agents"].as_array().expect("a list") {
        let question = json!({
            "type": "position", "game": agent["game"], "agent": agent["name"], "setup": "seed:2", "limits": { "nodes": 200, "depth": 2 },
        });
        socket.say(&question).expect("an open socket");
        let done = hear_of(&mut socket, "done");
        assert!(done["best"].is_string(), "{agent}: {done}");
        // An agent without an evaluation says so.
        let chance = done["chance"].as_f64();
        assert_eq!(chance.is_some(), done["founded"] == true, "{agent}: {done}");
        assert!(chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{agent}: {done}");
    }
}

/// A game of Connect 4 in which Yellow overlooks a row of three on the ground.
const OVERSIGHT: [&str; 7] = ["4", "4", "3", "3", "5", "5", "2"];

#[test]
fn a_review_marks_what_was_thrown_away() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    let question = json!({
        "type": "review", "number": 3, "game": "connect4", "moves": OVERSIGHT, "limits": { "depth": 6 }, "agent": "in104-connect4-threats",
    });
    socket.say(&question).expect("an open socket");
    let mut plies = Vec::new();
    let done = loop {
        let message = hear(&mut socket);
        assert_eq!(message["number"], 3);
        match text(&message["type"]) {
            "ply" => plies.push(message),
            _ => break message,
        }
    };
    assert_eq!(done["type"], "done");
    assert_eq!(plies.iter().map(|ply| ply["ply"].as_u64()).collect::<Vec<_>>(), (0..=7).map(Some).collect::<Vec<_>>());
    // 3 on the second stone of the pair makes an open three: whatever Yellow does, it comes too late.
    let blunders: Vec<&Value> = plies.iter().filter(|ply| ply["mark"] == "blunder").collect();
    assert_eq!(blunders.len(), 1, "{plies:#?}");
    assert_eq!(
        (&blunders[0]["ply"], &blunders[0]["played"], &blunders[0]["played_chance"]),
        (&json!(3), &json!("3"), &json!(1.0))
    );
    assert_ne!(blunders[0]["best"], "3");
    assert_eq!(done["players"]["second"]["blunder"], 1);
    assert_eq!(done["players"]["first"]["blunder"], 0);
    let accuracy = |player: &str| done["players"][player]["accuracy"].as_f64().expect("a share");
    assert!(accuracy("first") > accuracy("second"), "{done}");
    assert!((0.0..=1.0).contains(&accuracy("second")), "{done}");
    assert!(!blunders[0]["refutation"].as_array().expect("a line").is_empty(), "{blunders:#?}");
    assert!(plies.iter().filter(|ply| ply["mark"].is_null()).all(|ply| ply["refutation"].is_null()));
    let last = &plies[7];
    assert_eq!(
        (&last["best"], &last["played"], &last["chance"], &last["exact"]),
        (&Value::Null, &Value::Null, &json!(1.0), &json!(true))
    );
}

#[test]
fn a_review_is_kept_for_everyone() {
    let server = TestServer::start();
    let wanted = json!({ "game": "connect4", "moves": ["4", "1", "4", "1", "4", "2", "4"] });
    let kept = |server: &TestServer| server.post_json("/api/v1/review", &wanted)["review"].take();
    let review = |limits: &Value| {
        let mut question = json!({ "type": "review", "number": 1, "limits": limits });
        question.as_object_mut().expect("an object").extend(wanted.as_object().expect("an object").clone());
        let mut socket = server.socket("/api/v1/analyse");
        socket.say(&question).expect("an open socket");
        let mut plies = Vec::new();
        loop {
            let message = hear(&mut socket);
            match text(&message["type"]) {
                "ply" => plies.push(message),
                _ => return (plies, message),
            }
        }
    };
    assert_eq!(kept(&server), Value::Null);
    review(&json!({ "depth": 1 }));
    assert_eq!(kept(&server), Value::Null, "what others chose limits for is not what everyone sees");
    let (plies, done) = review(&json!({}));
    let found = kept(&server);
    assert_eq!(found["players"], done["players"]);
    assert_eq!(found["plies"].as_array().map(Vec::len), Some(8));
    assert_eq!(found["plies"][5]["moves"]["played"], json!({ "label": "column 2" }));
    for (kept, said) in found["plies"].as_array().expect("plies").iter().zip(&plies) {
        assert_eq!((&kept["ply"], &kept["best"], &kept["chance"]), (&said["ply"], &said["best"], &said["chance"]));
    }
    // However the start is written; also after a restart, and without the token.
    let start = server.post_json("/api/v1/position", &json!({ "game": "connect4" }))["start"].take();
    let written = json!({ "game": "connect4", "setup": start, "moves": wanted["moves"] });
    assert_eq!(server.post_json("/api/v1/review", &written)["review"], found);
    let server = server.restart_with(|options| options.token = Some("open-sesame".to_owned()));
    assert_eq!(kept(&server), found);
    assert_eq!(
        server.post_json("/api/v1/review", &json!({ "game": "connect4", "moves": ["4"] }))["review"],
        Value::Null
    );
}

#[test]
fn points_that_were_proven_are_counted() {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    // A game of Divercité by two greedy players; its end is searched exactly by the champion.
    let seed = json!({ "game": "divercite", "agent": "greedy" });
    let game = server.post_json("/api/v1/play", &seed);
    let path = format!("/api/v1/play/{}", text(&game["id"]));
    let mut state = server.wait_for(&path, |state| state["turn"] != "agent");
    while state["turn"] == "person" {
        let first = &state["position"]["legal"][0]["move"];
        server.post_json(&format!("{path}/move"), &json!({ "key": game["key"], "move": first }));
        state = server.wait_for(&path, |state| state["turn"] != "agent");
    }
    let moves = &state["position"]["moves"];
    let question =
        json!({ "type": "review", "number": 1, "game": "divercite", "moves": moves, "limits": { "nodes": 20_000 } });
    socket.say(&question).expect("an open socket");
    let mut proven = 0;
    loop {
        let message = hear(&mut socket);
        if message["type"] == "done" {
            break;
        }
        let Some(points) = message["lost_points"].as_i64() else { continue };
        proven += 1;
        assert!(points >= 0 && message["result"]["margin"].is_i64(), "{message}");
        assert!(points == 0 || message["mark"].is_string(), "a move that loses points is marked: {message}");
        assert!(message["best"] != message["played"] || points == 0, "{message}");
    }
    assert!(proven > 0, "the end of the game is solved");
}

/// The last report about a position.
fn analysed(question: &Value) -> Value {
    let server = TestServer::start();
    let mut socket = server.socket("/api/v1/analyse");
    socket.say(question).expect("an open socket");
    loop {
        let message = hear(&mut socket);
        if message["type"] == "done" {
            return message;
        }
    }
}

#[test]
fn an_agent_without_an_evaluation_reports_none() {
    let done = analysed(&json!({ "type": "position", "number": 1, "game": "connect4", "agent": "random" }));
    assert_eq!((&done["founded"], &done["chance"]), (&json!(false), &Value::Null), "{done}");
    let limits = json!({ "nodes": 1000 });
    let done = analysed(&json!({ "type": "position", "number": 1, "game": "checkers", "limits": limits }));
    assert_eq!(done["founded"], true);
    assert!(done["chance"].is_number(), "{done}");
}
