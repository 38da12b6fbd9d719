//! Several servers on one database: on a PostgreSQL server, and in a file.

use serde_json::{Value, json};

use crate::common::{TestServer, text};
use crate::playing::LiveGame;

/// Two servers on a new database of a PostgreSQL server, and two on a file.
fn on_shared_databases(check: impl Fn(&TestServer, &TestServer)) {
    let file = TestServer::start();
    let path = file.database();
    check(&file, &TestServer::with(|options| options.database = path.into()));
    #[cfg(feature = "postgres")]
    {
        let address = grandline_fixtures::Postgres::shared().new_address();
        let server = || TestServer::with(|options| options.database = address.as_str().into());
        check(&server(), &server());
    }
}

fn plies(state: &Value) -> usize {
    state["plies"].as_array().expect("plies").len()
}

#[test]
fn two_people_play_on_two_servers() {
    on_shared_databases(|one, two| {
        let game = json!({ "game": "connect4", "opponent": "person", "side": "first" });
        let answer = one.post_json("/api/v1/play", &game);
        let path = format!("/api/v1/play/{}", text(&answer["id"]));
        let guest = text(&answer["guest_key"]);
        let host = LiveGame::from(one, &answer);
        let mut watcher = two.socket(&format!("{path}/live"));
        crate::common::hear_of(&mut watcher, "state");
        let guest = LiveGame { server: two, path: path.clone(), key: guest.to_owned() };
        for ply in 0..6 {
            let (player, other) = if ply % 2 == 0 { (&host, &guest) } else { (&guest, &host) };
            player.play("4");
            // The other server hears of it without being asked about this game in particular.
            other.server.wait_for(&path, |state| plies(state) == ply + 1);
        }
        let heard = loop {
            let heard = crate::common::hear_of(&mut watcher, "state");
            if plies(&heard["state"]) == 6 {
                break heard;
            }
        };
        assert_eq!(plies(&heard["state"]), 6, "those who watch are told");
    });
}

#[test]
fn nobody_overwrites_what_another_server_stored() {
    on_shared_databases(|one, two| {
        let game = json!({ "game": "connect4", "agent": "random", "side": "first" });
        let answer = one.post_json("/api/v1/play", &game);
        let here = LiveGame::from(one, &answer);
        let there = LiveGame { server: two, path: here.path.clone(), key: here.key.clone() };
        assert_eq!(plies(&there.state()), 0, "both have it in memory");
        here.play("4");
        let state = here.wait_for_turn();
        // Before the other server has looked, or after: its stale state never replaces the new one.
        let (status, told) = there.act("move", json!({ "move": "1" }));
        match status {
            409 => assert!(text(&told["error"]).contains("changed on another server"), "{told}"),
            200 => assert!(plies(&told) > plies(&state), "{told}"),
            _ => panic!("{status}: {told}"),
        }
        let there = there.wait_for_turn();
        assert!(plies(&there) >= plies(&state));
        assert_eq!(there["plies"][0], state["plies"][0]);
        assert_eq!(there["plies"][1], state["plies"][1]);
    });
}

#[test]
fn results_are_seen_on_both_servers() {
    on_shared_databases(|one, two| {
        let definition = json!({ "definition": {
            "name": "shared", "game": "connect4", "games": 20, "agents": ["random", "greedy"], "limits": { "nodes": 10 },
        }});
        let entered = one.post_json("/api/v1/tournaments", &definition);
        let path = format!("/api/v1/tournaments/{}", entered["id"]);
        let finished = two.wait_for(&path, |state| state["state"] == "finished");
        assert_eq!(finished["standings"]["games"], 20);
        assert_eq!(two.post("/api/v1/tournaments", &definition).status, 409, "the name is taken");
        let other = json!({ "definition": {
            "name": "another", "game": "connect4", "games": 20, "agents": ["random", "greedy"], "limits": { "nodes": 10 },
        }});
        let entered = two.post_json("/api/v1/tournaments", &other);
        one.wait_for(&format!("/api/v1/tournaments/{}", entered["id"]), |state| state["state"] == "finished");
    });
}
