//! Tournaments: started, watched, stopped, resumed, and read.

use std::path::Path;

use grandline_arena::AgentSpec;
use grandline_arena::store::{NewEntry, Sqlite, Store};
use grandline_arena::tournament::{RunOptions, Tournament, run};
use grandline_games::GameId;
use serde_json::{Value, json};

use crate::common::{TestServer, hear, text};

/// A tournament that is over in a moment.
fn quick() -> Value {
    json!({
        "name": "quick", "game": "connect4", "games": 4, "seed": 3,
        "agents": ["mcts", "greedy", "random"], "limits": { "nodes": 100 }, "openings": "random:2",
    })
}

/// One that nobody waits for.
fn endless(name: &str) -> Value {
    json!({
        "name": name, "game": "connect4", "games": 20_000,
        "agents": ["mcts", "random"], "limits": { "nodes": 2000 },
    })
}

pub(crate) fn start(server: &TestServer, definition: &Value) -> String {
    let made = server.post_json("/api/v1/tournaments", &json!({ "definition": definition }));
    assert_eq!(made["address"], format!("/tournaments/{}", made["id"]));
    format!("/api/v1/tournaments/{}", made["id"])
}

pub(crate) fn finished(server: &TestServer, path: &str) -> Value {
    server.wait_for(path, |state| state["state"] == "finished")
}

fn done(state: &Value) -> u64 {
    state["games"]["done"].as_u64().expect("a number of games")
}

#[test]
fn how_long_a_tournament_takes_is_said_before_it_starts() {
    let server = TestServer::start();
    let estimate =
        |definition: Value| server.post_json("/api/v1/tournaments/estimate", &json!({ "definition": definition }));
    let by_nodes = estimate(quick());
    assert_eq!((&by_nodes["games"], &by_nodes["is_least"]), (&json!(12), &json!(false)));
    assert!(by_nodes["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{by_nodes}");
    let mut timed = quick();
    timed["limits"] = json!({ "movetime": "10s" });
    let by_time = estimate(timed);
    assert!(by_time["seconds"].as_f64().is_some_and(|seconds| seconds > 12.0 * 7.0), "{by_time}");
    // What is half filled in says what is missing.
    let mut alone = quick();
    alone["agents"] = json!(["mcts"]);
    assert!(text(&estimate(alone)["problem"]).contains("at least two"));
    let mut unknown = quick();
    unknown["agents"] = json!(["mcts", "python:x.py"]);
    assert!(text(&estimate(unknown)["problem"]).contains("python:x.py"));
    assert_eq!(server.get_json("/api/v1/tournaments")["tournaments"], json!([]), "nothing was started");
}

#[test]
fn a_tournament_is_played_and_everything_is_told() {
    let server = TestServer::start();
    assert_eq!(server.get_json("/api/v1/tournaments")["tournaments"], json!([]));
    let agent = server.get_json("/api/v1/agents/connect4/mcts");
    assert_eq!(agent["rating"], Value::Null, "nothing is measured yet");
    let path = start(&server, &quick());
    let state = finished(&server, &path);
    assert_eq!(state["games"], json!({ "done": 12, "expected": 12 }));
    assert_eq!((&state["failure"], &state["obstacle"], &state["before"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(state["definition"]["agents"].as_array().map(Vec::len), Some(3));
    assert!(text(&state["toml"]).contains("nodes = 100") && !text(&state["verdict"]).is_empty());
    let standings = &state["standings"];
    let agents = standings["agents"].as_array().expect("agents");
    assert_eq!((agents.len(), &standings["games"]), (3, &json!(12)));
    let points: f64 = agents.iter().map(|agent| agent["points"].as_f64().expect("points")).sum();
    assert!((points - 12.0).abs() < 1e-9);
    for (rank, agent) in (1..).zip(agents) {
        assert_eq!((&agent["rank"], &agent["games"]), (&json!(rank), &json!(8)));
        assert!(agent["elo"].is_number() && agent["elo_error"].is_number());
        let met = agent["against"].as_object().expect("opponents");
        assert_eq!(met.len(), 2);
    }
    assert_eq!(standings["superiority"].as_array().map(Vec::len), Some(3));
    assert_eq!(standings["match"], Value::Null);

    let list = server.get_json("/api/v1/tournaments");
    let line = &list["tournaments"][0];
    assert_eq!(
        (&line["name"], &line["state"], &line["verdict"]),
        (&json!("quick"), &json!("finished"), &state["verdict"])
    );

    // Its agents are measured now, and the page says from how many games.
    let rated = server.get_json("/api/v1/agents/connect4/mcts");
    assert_eq!((&rated["rating"]["games"], &rated["rating"]["scale"]), (&json!(8), &json!("relative")));
    let all = server.get_json("/api/v1/agents?game=connect4");
    let known = |name: &str| {
        let agents = all["agents"].as_array().expect("agents");
        agents.iter().find(|agent| agent["name"] == name).expect("an agent")["rating"].clone()
    };
    assert_eq!(known("mcts"), rated["rating"]);
    assert_eq!(known("in104-connect4-v1"), Value::Null);
}

#[test]
fn games_are_listed_page_by_page_and_opened() {
    let server = TestServer::start();
    let path = start(&server, &quick());
    finished(&server, &path);
    let first = server.get_json(&format!("{path}/games?most=5"));
    let numbers = |page: &Value| -> Vec<u64> {
        page["games"].as_array().expect("games").iter().map(|game| game["number"].as_u64().expect("a number")).collect()
    };
    assert_eq!((numbers(&first), &first["next"]), (vec![0, 1, 2, 3, 4], &json!(5)));
    let rest = server.get_json(&format!("{path}/games?from=5"));
    assert_eq!((numbers(&rest), &rest["next"]), ((5..12).collect(), &Value::Null));
    let met = server.get_json(&format!("{path}/games?agent=random&opponent=mcts"));
    assert_eq!(numbers(&met).len(), 4);
    for game in met["games"].as_array().expect("games") {
        let players = game["players"].as_object().expect("players");
        assert!(players.values().all(|name| name == "random" || name == "mcts"), "{game}");
        assert!(["first", "second", "draw"].contains(&text(&game["winner"])) && !text(&game["reason"]).is_empty());
    }
    assert_eq!(numbers(&server.get_json(&format!("{path}/games?agent=nobody"))), [0; 0]);

    let game = server.get_json(&format!("{path}/games/0"));
    let plies = game["plies"].as_array().expect("plies");
    assert_eq!(
        (&plies[0]["by"], &plies[1]["by"], &plies[2]["by"]),
        (&json!("setup"), &json!("setup"), &json!("agent"))
    );
    let moves: Vec<&Value> = plies.iter().map(|ply| &ply["move"]).collect();
    let position =
        server.post_json("/api/v1/position", &json!({ "game": "connect4", "setup": game["setup"], "moves": moves }));
    assert_eq!(position["outcome"]["winner"], game["outcome"]["winner"]);
    let movers: Vec<&Value> = plies.iter().map(|ply| &ply["player"]).collect();
    assert_eq!(json!(movers), position["movers"]);
    for ply in &plies[2..] {
        let mover = text(&game["players"][text(&ply["player"])]);
        assert!(ply["nodes"].is_number() && ply["time_ms"].is_number(), "{ply}");
        assert!(
            ply["chance"].as_f64().is_none_or(|chance| mover != "random" && (0.0..=1.0).contains(&chance)),
            "{ply}"
        );
    }
    let judged = plies.iter().any(|ply| ply["chance"].is_number() && ply["words"].is_string());
    assert!(judged, "whoever looks ahead says what it expects: {game}");
    assert_eq!(game["tournament"]["name"], "quick");
}

#[test]
fn a_text_and_a_preset_are_tournaments_too() {
    let server = TestServer::start();
    let toml = "name = \"from a file\"\ngame = \"hand-of-the-king\"\nagents = [\"greedy\", { agent = \"random\", name = \"chance\" }]\n";
    let made = server.post_json("/api/v1/tournaments", &json!({ "toml": toml }));
    let state = finished(&server, &format!("/api/v1/tournaments/{}", made["id"]));
    assert_eq!((&state["name"], &state["games"]["done"]), (&json!("from a file"), &json!(2)));
    // A name that was chosen is not taken twice; a preset's gets a number.
    let again = server.post("/api/v1/tournaments", &json!({ "toml": toml }));
    assert_eq!((again.status, &again.json()["id"]), (409, &made["id"]));
    let named = server.post_json("/api/v1/tournaments", &json!({ "toml": toml, "name": "another", "games": 4 }));
    let state = finished(&server, &format!("/api/v1/tournaments/{}", named["id"]));
    assert_eq!((&state["name"], &state["games"]["done"]), (&json!("another"), &json!(4)));
    let presets = server.get_json("/api/v1/tournaments/presets");
    assert!(presets["presets"].as_array().is_some_and(|presets| presets.len() >= 4));
    let mut names = Vec::new();
    for _ in 0..2 {
        let made = server.post_json("/api/v1/tournaments", &json!({ "preset": "hotk-reports", "games": 2 }));
        names.push(server.get_json(&format!("/api/v1/tournaments/{}", made["id"]))["name"].clone());
    }
    assert_eq!(names, ["hotk-reports", "hotk-reports (2)"]);
}

#[test]
fn a_match_with_a_test_says_where_it_stands() {
    let server = TestServer::start();
    let definition = json!({
        "game": "connect4", "games": 2000, "agents": ["mcts", "random"], "limits": { "nodes": 200 },
        "sprt": "elo0=0,elo1=50",
    });
    let path = start(&server, &definition);
    let state = finished(&server, &path);
    let duel = &state["standings"]["match"];
    assert_eq!((&duel["a"], &duel["sprt"]["decision"]), (&json!("mcts"), &json!("accept_h1")));
    assert_eq!(duel["sprt"]["expected_games_left"], 0.0);
    assert!(done(&state) < 1000, "the test ends the match: {}", state["games"]);
    assert!(text(&state["verdict"]).starts_with("mcts is stronger than random"));
    assert_eq!(state["name"], "mcts – random");
    let pairs: u64 = duel["pentanomial"].as_array().expect("pairs").iter().filter_map(Value::as_u64).sum();
    assert!(pairs > 0 && duel["los"].is_number());
}

#[test]
fn a_tournament_is_watched_to_its_end() {
    let server = TestServer::start();
    let mut definition = quick();
    definition["limits"]["nodes"] = json!(20_000);
    let path = start(&server, &definition);
    let mut socket = server.socket(&format!("{path}/live"));
    let first = hear(&mut socket);
    assert_eq!((&first["type"], &first["state"]["name"]), (&json!("state"), &json!("quick")));
    let (mut boards, mut states) = (0, 1);
    loop {
        let message = hear(&mut socket);
        match text(&message["type"]) {
            "boards" => {
                let present = message["present"].as_array().expect("numbers");
                for board in message["boards"].as_array().expect("boards") {
                    assert!(present.contains(&board["number"]) && text(&board["svg"]).starts_with("<svg"), "{board}");
                    assert!(board["players"]["first"].is_string() && board["ply"].as_u64() >= Some(2));
                    boards += 1;
                }
            }
            "state" => {
                states += 1;
                if message["state"]["state"] == "finished" {
                    assert_eq!(message["state"]["games"]["done"], 12);
                    assert_eq!(message["state"]["standings"]["games"], 12);
                    break;
                }
            }
            other => panic!("{other}"),
        }
    }
    assert!(boards > 0 && states > 1);
    // Whoever comes late is told at once.
    let mut late = server.socket(&format!("{path}/live"));
    assert_eq!(hear(&mut late)["state"]["state"], "finished");
}

#[test]
fn one_is_played_at_a_time_and_can_be_stopped() {
    let server = TestServer::start();
    let first = start(&server, &endless("first"));
    let second = start(&server, &endless("second"));
    server.wait_for(&first, |state| state["state"] == "running" && done(state) > 2);
    let waiting = server.get_json(&second);
    assert_eq!((&waiting["state"], &waiting["before"]), (&json!("waiting"), &json!(1)));
    let status = server.get_json("/api/v1/status");
    assert_eq!(status["tournaments"]["waiting"], 1);
    assert!(status["tournaments"]["running"].is_number());
    for path in [&first, &second] {
        assert_eq!(server.post(&format!("{path}/resume"), &json!({})).status, 409, "it is in hand already");
    }
    // One that waits leaves the queue, one that is played ends and keeps its games.
    let stopped = server.post_json(&format!("{second}/stop"), &json!({}));
    assert_eq!(stopped["state"], "stopped");
    server.post_json(&format!("{first}/stop"), &json!({}));
    let stopped = server.wait_for(&first, |state| state["state"] == "stopped");
    assert!(done(&stopped) > 2 && stopped["verdict"].is_null());
    assert_eq!(server.post(&format!("{first}/stop"), &json!({})).status, 409);
    // And goes on where it was.
    server.post_json(&format!("{first}/resume"), &json!({}));
    server.wait_for(&first, |state| done(state) > done(&stopped));
    let quick = start(&server, &quick());
    server.post_json(&format!("{first}/stop"), &json!({}));
    finished(&server, &quick);
    assert_eq!(server.post(&format!("{quick}/resume"), &json!({})).status, 409, "nothing is left to play");
}

#[test]
fn a_restart_loses_nothing_and_the_rest_is_played() {
    let server = TestServer::start();
    let mut definition = endless("long");
    definition["games"] = json!(60);
    let path = start(&server, &definition);
    let waiting = start(&server, &quick());
    let before = server.wait_for(&path, |state| done(state) > 3);
    let server = server.restart();
    let after = server.get_json(&path);
    assert_eq!((&after["state"], &after["obstacle"]), (&json!("stopped"), &Value::Null));
    assert!(done(&after) >= done(&before) && done(&after) < 60, "{}", after["games"]);
    assert_eq!(server.get_json(&waiting)["state"], "stopped", "one that waited is there, too");
    server.post_json(&format!("{path}/resume"), &json!({}));
    let state = finished(&server, &path);
    assert_eq!((done(&state), &state["standings"]["games"]), (60, &json!(60)));
    let games = server.get_json(&format!("{path}/games?most=100"));
    let numbers: Vec<u64> =
        games["games"].as_array().expect("games").iter().filter_map(|game| game["number"].as_u64()).collect();
    assert_eq!(numbers, (0..60).collect::<Vec<_>>(), "every game once");
}

fn tournament(name: &str, agents: &[&str]) -> Tournament {
    let between = Tournament::between(GameId::Connect4, AgentSpec::new(agents[0]), AgentSpec::new(agents[1]));
    Tournament { name: name.to_owned(), games: 20, ..between }
}

#[test]
fn another_program_plays_into_the_same_file() {
    let server = TestServer::start();
    let path = start(&server, &endless("of the page"));
    let game = server.post_json("/api/v1/play", &json!({ "game": "connect4", "agent": "random" }));
    let mut store = Sqlite::open(server.database()).expect("the same file");
    let other = tournament("of the command line", &["greedy", "random"]);
    let entry = run(&other, &mut store, &RunOptions::default(), &mut |_| {}).expect("both have room");
    assert_eq!(entry.games, 20);
    let seen = server.get_json(&format!("/api/v1/tournaments/{}", entry.key.0));
    assert_eq!((&seen["state"], &seen["standings"]["games"]), (&json!("finished"), &json!(20)));
    server.wait_for(&path, |state| done(state) > 2);
    server.post_json(&format!("{path}/stop"), &json!({}));
    server.wait_for(&path, |state| state["state"] == "stopped");
    let own = format!("/api/v1/play/{}", text(&game["id"]));
    assert_eq!(server.get_json(&own)["turn"], "person");
}

#[test]
fn a_file_that_an_older_page_made_takes_tournaments() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("old.db");
    let old = rusqlite::Connection::open(&file).expect("a file");
    old.execute_batch("CREATE TABLE live_games (id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;")
        .expect("a table");
    drop(old);
    let server = TestServer::with(|options| options.database = file.into());
    finished(&server, &start(&server, &quick()));
}

/// Enters a tournament as the command line does.
fn enter(database: &Path, tournament: &Tournament) -> i64 {
    let mut store = Sqlite::open(database).expect("the same file");
    let (name, definition) = (tournament.name.clone(), tournament.to_json());
    let new = NewEntry { name, game: tournament.game, definition, created: None };
    store.create(&new).expect("a free name").key.0
}

#[test]
fn programs_and_files_of_a_stored_tournament_are_not_touched_by_the_page() {
    let server = TestServer::start();
    let mark = server.database().with_file_name("mark");
    let command = format!("json:touch {}", mark.display());
    let book = format!("mcts:experience={}", mark.display());
    for (number, agent) in ["ugi:true", &command, "mine.toml", &book].into_iter().enumerate() {
        let id = enter(&server.database(), &tournament(&format!("stored {number}"), &["random", agent]));
        let path = format!("/api/v1/tournaments/{id}");
        let state = server.get_json(&path);
        assert_eq!(state["state"], "stopped");
        assert!(!text(&state["obstacle"]).is_empty(), "{agent}");
        let refused = server.post(&format!("{path}/resume"), &json!({}));
        assert_eq!(refused.status, 422, "{agent}: {}", refused.body);
        assert_eq!(server.get_json(&path)["state"], "stopped");
    }
    let openings = Tournament { openings: "secret.txt".parse().ok(), ..tournament("openings", &["random", "greedy"]) };
    let id = enter(&server.database(), &openings);
    assert_eq!(server.post(&format!("/api/v1/tournaments/{id}/resume"), &json!({})).status, 422);
    assert!(!mark.exists());
}

#[test]
fn reports_are_taken_away() {
    let server = TestServer::start();
    let mut definition = quick();
    definition["name"] = json!("<b>Quick</b> \"cup\"\n");
    let path = start(&server, &definition);
    finished(&server, &path);
    let report = server.get(&format!("{path}/report/report.html"));
    assert_eq!((report.status, report.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(report.header("content-disposition"), Some("attachment; filename=\"b-Quick-b-cup-report.html\""));
    assert!(report.body.contains("&lt;b&gt;Quick&lt;/b&gt;") && !report.body.contains("<b>Quick"));
    assert!(!report.body.contains("http://") || !report.body.contains("src=\"http"), "it needs nothing else");
    // The page shows it in a frame, where it may do nothing.
    let shown = server.get(&format!("{path}/report/report.html?shown=true"));
    assert_eq!((shown.body == report.body, shown.header("content-disposition")), (true, None));
    let policy = shown.header("content-security-policy").expect("a policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'unsafe-inline';") && policy.contains("sandbox"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'self'") && !policy.contains("script-src"), "{policy}");
    assert_eq!(shown.header("x-frame-options"), Some("SAMEORIGIN"));
    // How it went: as many points as games, with a rating for each agent once it has one.
    let history = server.get_json(&format!("{path}/history"));
    assert_eq!(history["games"], json!((1..=12).collect::<Vec<_>>()));
    let agents = history["agents"].as_array().expect("agents");
    assert!(agents.iter().all(|agent| agent["elo"].as_array().is_some_and(|elo| elo.len() == 12)), "{history}");
    assert_eq!((&history["llr"], &history["bounds"]), (&json!(null), &json!(null)));
    for (file, first, lines) in [
        ("standings.csv", "rank,agent,elo", 4),
        ("cross.csv", "agent,opponent", 7),
        ("games.csv", "game,round,pair", 13),
        ("plies.csv", "game,ply,side", 100),
    ] {
        let table = server.get(&format!("{path}/report/{file}"));
        assert_eq!((table.status, table.header("content-type")), (200, Some("text/csv; charset=utf-8")), "{file}");
        assert!(table.body.starts_with(first), "{file}: {}", &table.body[..80]);
        let found = table.body.matches("\r\n").count();
        assert!(if file == "plies.csv" { found > lines } else { found == lines }, "{file} has {found} lines");
    }
    let toml = server.get(&format!("{path}/report/tournament.toml"));
    assert!(Tournament::read(&toml.body, "again").is_ok(), "{}", toml.body);
    for path in [format!("{path}/report/secret.db"), "/api/v1/tournaments/99/report/games.csv".to_owned()] {
        assert_eq!(server.get(&path).status, 404, "{path}");
    }
}
