//! How accurately agents of tournaments play, judged by the solver of the game.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{TestServer, text};
use crate::tournaments::{finished, start};

/// A tournament from openings that the solver knows all about.
fn solved() -> Value {
    json!({
        "name": "solved", "game": "connect4", "games": 8, "seed": 5, "agents": ["perfect", "greedy", "random"],
        "limits": { "nodes": 2_000_000 }, "openings": "random:12",
    })
}

/// Asks until the games are judged.
fn judged(server: &TestServer, path: &str) -> Value {
    for _ in 0..60 {
        let response = server.get(&format!("{path}/accuracy"));
        let told = response.json();
        match response.status {
            200 => return told,
            202 => assert_eq!((&told["state"], &told["agents"]), (&json!("judging"), &Value::Null)),
            status => panic!("{status}: {}", response.body),
        }
    }
    panic!("the games of {path} are never judged");
}

fn number(agent: &Value, field: &str) -> u64 {
    agent[field].as_u64().unwrap_or_else(|| panic!("{field} of {agent}"))
}

#[test]
fn moves_of_a_tournament_are_judged_once() {
    let server = TestServer::start();
    let path = start(&server, &solved());
    assert_eq!(finished(&server, &path)["has_solver"], true);
    let table = |file: &str| server.get(&format!("{path}/report/{file}")).body;
    assert!(!table("standings.csv").contains("accuracy") && !table("report.html").contains("Moves judged"));
    // Several ask at once, and all of them get the same answer.
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let visitors: Vec<_> = (0..6).map(|_| scope.spawn(|| judged(&server, &path))).collect();
        visitors.into_iter().map(|visitor| visitor.join().expect("an answer")).collect()
    });
    let told = &answers[0];
    assert!(answers.iter().all(|answer| answer == told), "{answers:?}");
    assert_eq!(
        (&told["state"], &told["games"], &told["of"], &told["stored"]),
        (&json!("done"), &json!(24), &json!(24), &json!(24))
    );
    let agents = told["agents"].as_array().expect("agents");
    let names: Vec<&str> = agents.iter().map(|agent| text(&agent["name"])).collect();
    assert_eq!(names, ["perfect", "greedy", "random"]);
    for agent in agents {
        let lost: u64 = ["win_to_draw", "win_to_loss", "draw_to_loss"].iter().map(|field| number(agent, field)).sum();
        let moves = number(agent, "moves");
        assert!(moves > 10 && lost <= moves, "{agent}");
        let share = agent["share"].as_f64().expect("a share");
        assert!((share - (moves - lost) as f64 / moves as f64).abs() < 1e-12, "{agent}");
        assert_eq!(lost == 0, agent["name"] == "perfect", "only the solver itself plays without mistakes: {agent}");
    }
    // What is known is told at once.
    let before = Instant::now();
    assert_eq!(server.get_json(&format!("{path}/accuracy")), *told);
    assert!(before.elapsed() < Duration::from_secs(2), "{:?}", before.elapsed());
    // Reports have it from then on.
    let standings = table("standings.csv");
    let mut lines = standings.lines();
    assert!(
        lines
            .next()
            .is_some_and(|head| head.ends_with(",accuracy,accuracy_error,judged,win_to_draw,win_to_loss,draw_to_loss"))
    );
    let perfect = lines.find(|line| line.contains(",perfect,")).expect("a line");
    let fields: Vec<&str> = perfect.rsplit(',').collect();
    assert_eq!((fields[5], fields[3]), ("1", number(&agents[0], "moves").to_string().as_str()), "{perfect}");
    assert!(table("report.html").contains("Moves judged"));
}

#[test]
fn games_without_a_solver_are_not_judged() {
    let server = TestServer::start();
    let definition = json!({ "game": "othello", "games": 2, "agents": ["greedy", "random"], "limits": { "depth": 1 } });
    let path = start(&server, &definition);
    assert_eq!(finished(&server, &path)["has_solver"], false);
    let refused = server.get(&format!("{path}/accuracy"));
    let words = "Othello has no solver, so its moves cannot be judged";
    assert_eq!((refused.status, text(&refused.json()["error"])), (404, words));
    let unknown = server.get("/api/v1/tournaments/99/accuracy");
    assert_eq!((unknown.status, text(&unknown.json()["error"])), (404, "this tournament does not exist"));
}

#[test]
fn a_bounded_number_of_games_is_judged() {
    let server = TestServer::start();
    let definition = json!({
        "game": "connect4", "games": 120, "agents": ["random", "greedy"], "limits": { "depth": 1 },
        "openings": "random:24",
    });
    let path = start(&server, &definition);
    finished(&server, &path);
    let told = judged(&server, &path);
    assert_eq!((&told["games"], &told["of"], &told["stored"]), (&json!(100), &json!(100), &json!(120)));
}

#[test]
fn judging_ends_with_the_server() {
    let server = TestServer::start();
    // From early positions that are not in the book: the solver needs all of its nodes for most of them.
    let definition = json!({
        "game": "connect4", "games": 120, "agents": ["random", "greedy"], "limits": { "depth": 1 },
        "openings": "random:4",
    });
    let path = start(&server, &definition);
    finished(&server, &path);
    let client = server.client.clone();
    let visitor = std::thread::spawn(move || client.get(&format!("{path}/accuracy")));
    server.wait_for("/api/v1/status", |status| status["searches"]["running"] == 1);
    let before = Instant::now();
    let server = server.restart();
    assert!(before.elapsed() < Duration::from_secs(4), "the server waited {:?}", before.elapsed());
    assert_eq!(server.get_json("/api/v1/status")["searches"]["running"], 0);
    // Half of the games would be another number: no answer, or that the server ends.
    let answer = visitor.join().expect("a thread");
    assert!(answer.as_ref().map_or(true, |answer| answer.status == 503), "{answer:?}");
}
