//! Tournaments that other machines played, and metrics.

use std::net::TcpListener;

use grandline_arena::Tournament;
use grandline_arena::store::{NewEntry, Note, NoteKind, Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_server::client::Client;
use serde_json::{Value, json};

use crate::common::{TestServer, hear_of};

#[test]
fn a_tournament_of_other_machines_shows_its_workers() {
    let server = TestServer::start();
    let text = "name = 'cup'\ngame = 'connect4'\ngames = 4\nagents = ['greedy', 'random']\n";
    let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
    let mut store = Sqlite::open(server.database()).expect("the same file");
    let entry = run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("games");
    let address = format!("/api/v1/tournaments/{}", entry.key.0);
    assert!(server.get_json(&address)["dispatch"].is_null(), "it was played on one machine");
    let status = json!({ "version": "0.1.0", "cores": 2, "speed": 900_000, "errors": 1, "away": false });
    let note = |kind, number, worker: &str, text: String| Note { kind, number, worker: worker.to_owned(), text };
    let mut notes: Vec<Note> = (0..4).map(|number| Note::played(number, "lab-7")).collect();
    notes.push(note(NoteKind::Worker, 0, "lab-7", status.to_string()));
    notes.push(note(NoteKind::Jobs, 0, "", json!({ "waiting": 3 }).to_string()));
    notes.push(note(NoteKind::Dead, 9, "lab-7", "worker lab-7: no bwrap".to_owned()));
    store.note(entry.key, &notes).expect("room");
    let shown = server.get_json(&address)["dispatch"].clone();
    assert_eq!(
        shown,
        json!({
            "workers": [{ "name": "lab-7", "games": 4, "status": status, "misfit": null }],
            "jobs": { "waiting": 3 },
            "late": 0,
            "dead": 1,
            "dead_games": [{ "game": 9, "reason": "worker lab-7: no bwrap" }],
        })
    );
}

#[test]
fn a_tournament_that_another_program_plays_is_told_live() {
    let server = TestServer::start();
    let mut store = Sqlite::open(server.database()).expect("the same file");
    is_told_live(&server, &mut store);
}

#[cfg(feature = "postgres")]
#[test]
fn a_tournament_that_another_program_plays_in_postgresql_is_told_live() {
    let address = grandline_fixtures::Postgres::shared().new_address();
    let server = TestServer::with(|options| options.database = address.as_str().into());
    let mut store = grandline_arena::store::open(address.as_str()).expect("the same database");
    is_told_live(&server, store.as_mut());
}

/// Plays a tournament in the database of a server, as another program does, and hears of each step.
fn is_told_live(server: &TestServer, store: &mut dyn Store) {
    let text = "name = 'cup'\ngame = 'connect4'\ngames = 4\nagents = ['greedy', 'random']\n";
    let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
    let definition = tournament.to_json();
    let new = NewEntry { name: "cup".to_owned(), game: tournament.game, definition, created: None };
    let entry = store.create(&new).expect("a free name");
    let mut socket = server.socket(&format!("/api/v1/tournaments/{}/live", entry.key.0));
    let mut hear_until = |is_so: &dyn Fn(&Value) -> bool| {
        while !is_so(&hear_of(&mut socket, "state")["state"]) {}
    };
    hear_until(&|state| state["games"]["done"] == 0 && state["dispatch"].is_null());
    // A worker appears, then all games, as a coordinator on another machine stores them.
    let status = json!({ "version": "0.1.0", "cores": 2 }).to_string();
    let note = Note { kind: NoteKind::Worker, number: 0, worker: "lab-7".to_owned(), text: status };
    store.note(entry.key, &[note]).expect("room");
    hear_until(&|state| state["dispatch"]["workers"][0]["name"] == "lab-7");
    let jobs = |waiting: u64| Note {
        kind: NoteKind::Jobs,
        number: 0,
        worker: String::new(),
        text: json!({ "waiting": waiting }).to_string(),
    };
    for waiting in [7, 3] {
        store.note(entry.key, &[jobs(waiting)]).expect("room");
        hear_until(&|state| state["dispatch"]["jobs"]["waiting"] == waiting);
    }
    run(&tournament, store, &RunOptions::default(), &mut |_| {}).expect("games");
    hear_until(&|state| state["state"] == "finished" && state["standings"]["games"] == 4);
}

#[test]
fn metrics_have_an_address_of_their_own() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let server = TestServer::with(|options| options.metrics = Some(free));
    let answer = Client::new(free).get("/metrics").expect("an answer");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("grandline_server_info{version=\"0.1.0\"} 1\n"), "{}", answer.body);
    assert!(answer.body.contains("# TYPE grandline_server_searches_running gauge\n"), "{}", answer.body);
    assert_eq!(Client::new(free).get("/").expect("an answer").status, 404, "nothing else is there");
    assert!(!server.get("/metrics").body.contains("grandline_server_info"));
}
