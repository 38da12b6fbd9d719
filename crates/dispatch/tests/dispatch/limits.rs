//! What a worker gives to games: time that its speed asks for, and no more memory than it may use.

use std::sync::Arc;

use grandline_arena::report::Workers;
use grandline_arena::store::{Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{AgentSpec, Played, Speed, Tournament};
use grandline_dispatch::{Broker, Nats as Dispatch};
use grandline_fixtures::Nats;
use tempfile::TempDir;

use crate::common::{Worker, dispatched};

/// An engine that plays the first legal move after 20 ms, and says as its nodes how many milliseconds it was given.
const ENGINE: &str = "import json, sys, time\n\
                      for line in sys.stdin:\n\
                      \x20   question = json.loads(line)\n\
                      \x20   time.sleep(0.02)\n\
                      \x20   print(json.dumps({'move': question['legal'][0], 'nodes': question['clock_ms'][0]}), flush=True)\n";
const SLEEP: u64 = 20_000;

/// The games of a tournament with an hour per move that is meant for a million nodes per second, on a worker of a speed.
fn played_at(speed: u64, folder: &TempDir) -> Vec<Played> {
    let nats = Nats::start();
    let file = folder.path().join("engine.py");
    std::fs::write(&file, ENGINE).expect("a file");
    let text =
        "name = 'cup'\ngame = 'connect4'\ngames = 2\nagents = ['greedy', 'random']\n[limits]\nmovetime = '3600s'\n";
    let mut tournament = Tournament::read(text, "cup.toml").expect("a tournament");
    tournament.agents[0] = AgentSpec::new(format!("json:python3 {}", file.display()));
    let _worker = Worker::with(&nats, "one", |options| {
        options.speed = Some(Speed { nodes: speed, noise: 0 });
        options.allowed = vec!["python3".to_owned()];
    });
    let dispatch = Dispatch::new(Broker::new(nats.address())).expect("a broker").for_speed(Some(1_000_000));
    let options = RunOptions { dispatch: Some(Arc::new(dispatch)), ..RunOptions::default() };
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &options, &mut |_| {}).expect("games");
    assert!(entry.verdict.is_some());
    let mut games = Vec::new();
    store.games(entry.key, &mut |game| games.push(game)).expect("readable");
    games
}

#[test]
fn clocks_are_scaled_by_the_speed_of_the_worker_and_stored_as_if_they_were_not() {
    let folder = TempDir::new().expect("a folder");
    // Half as fast: two hours. A hundred times as fast: 36 seconds.
    for (speed, given) in [(500_000, 7_200_000), (100_000_000, 36_000)] {
        let games = played_at(speed, &folder);
        assert_eq!(games.len(), 2);
        for game in &games {
            let side = usize::from(game.players[0] != games[0].players[0]);
            let own: Vec<_> = game.plies.iter().skip(side).step_by(2).collect();
            assert!(!own.is_empty());
            for ply in own {
                assert_eq!(ply.search.nodes, Some(given), "{game:?}");
                // The time here, as it would be on the machine that the clocks are meant for. The referee may look at its clock
                // when the engine already sleeps.
                assert!(ply.micros >= SLEEP / 2 * speed / 1_000_000, "{} µs at {speed} nodes/s", ply.micros);
            }
        }
    }
}

#[test]
fn games_that_need_too_much_memory_are_refused_with_a_reason_in_the_report() {
    let nats = Nats::start();
    let text = "name = 'cup'\ngame = 'connect4'\ngames = 2\nagents = ['in104-connect4-threats:table=64', 'random']\n[limits]\nnodes = 10\n";
    let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
    let mut store = Sqlite::in_memory().expect("memory");
    let small = Worker::with(&nats, "small", |options| options.memory = Some(63 << 20));
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("a refusal is no failure");
    assert!(entry.verdict.is_none() && entry.games == 0, "{entry:?}");
    small.end();
    let remarks = Workers::read(&mut store, entry.key).expect("readable").expect("workers").remarks();
    let reason = "worker small: 1 game with 64 MB of tables needs 64 MB, more than --memory allows (63 MB)";
    assert!(remarks.len() == 2 && remarks.iter().all(|remark| remark.contains(reason)), "{remarks:?}");
    // A worker that may use as much plays them, and then they are not missing any more.
    let _large = Worker::with(&nats, "large", |options| options.memory = Some(64 << 20));
    let entry = run(&tournament, &mut store, &dispatched(&nats), &mut |_| {}).expect("games");
    assert!(entry.verdict.is_some());
    let remarks = Workers::read(&mut store, entry.key).expect("readable").expect("workers").remarks();
    assert_eq!(remarks, Vec::<String>::new());
}
