//! Agents of the operator's own: offered by name, playing through real pipes, and nothing more than names to visitors.

use std::path::{Path, PathBuf};

use grandline_arena::ExternalOptions;
use grandline_server::{Options, OwnAgents};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{TestServer, hear_of, text};
use crate::playing::LiveGame;

/// Programs that answer JSON lines. Each signs with its process id when it starts.
struct Programs(TempDir);

impl Programs {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        for (name, answer) in [
            ("last", "question['legal'][-1]"),
            ("cheat", "'9'"),
            ("mortal", "question['legal'][0] if len(question['moves']) < 3 else exit('I am tired')"),
            ("slow", "__import__('time').sleep(1000)"),
        ] {
            let lines = [
                "import json, os, sys".to_owned(),
                format!("print(os.getpid(), file=open({:?}, 'a'))", folder.path().join(format!("{name}.pid"))),
                "for line in sys.stdin:".to_owned(),
                "    question = json.loads(line)".to_owned(),
                format!("    print(json.dumps({{'move': {answer}}}), flush=True)"),
            ];
            std::fs::write(folder.path().join(format!("{name}.py")), lines.join("\n")).expect("a program");
        }
        Programs(folder)
    }

    fn command(&self, name: &str) -> String {
        format!("json:python3 '{}'", self.0.path().join(format!("{name}.py")).display())
    }

    /// A server that offers them all for Connect 4, and a changed preset for every game that has it.
    fn serve(&self) -> TestServer {
        let agents = self.agents();
        TestServer::with(move |options: &mut Options| options.agents = agents)
    }

    fn agents(&self) -> OwnAgents {
        let programs = ["last", "cheat", "mortal", "slow"];
        let mut texts: Vec<String> =
            programs.iter().map(|name| format!("connect4:{name}={}", self.command(name))).collect();
        texts.push("deeper=greedy:depth=2".to_owned());
        texts.push("checkers:last=greedy".to_owned());
        OwnAgents::read(&texts, ExternalOptions::default()).expect("agents")
    }

    /// The processes of a program that were ever started, the one of the check first.
    fn started(&self, name: &str) -> Vec<PathBuf> {
        let signed = std::fs::read_to_string(self.0.path().join(format!("{name}.pid"))).unwrap_or_default();
        signed.lines().map(|id| Path::new("/proc").join(id)).collect()
    }

    fn wait_for_start(&self, name: &str, count: usize) {
        wait(|| self.started(name).len() >= count, &format!("{name} was not started {count} times"));
    }

    fn wait_for_end(&self, name: &str) {
        let ended = || self.started(name).iter().all(|process| !process.exists());
        wait(ended, &format!("a process of {name} is still there"));
    }
}

/// Waits until something holds, but not for ever.
fn wait(holds: impl Fn() -> bool, otherwise: &str) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{otherwise}");
}

fn agent<'a>(list: &'a Value, name: &str) -> &'a Value {
    list["agents"].as_array().expect("agents").iter().find(|agent| agent["name"] == name).expect("the agent")
}

#[test]
fn they_are_listed_for_their_games_without_telling_where_they_are() {
    let programs = Programs::new();
    let server = programs.serve();
    let list = server.get_json("/api/v1/agents?game=connect4");
    let last = agent(&list, "last");
    assert_eq!(
        *last,
        json!({
            "game": "connect4", "name": "last", "kind": "program", "group": "own", "search": null, "evaluation": null,
            "description": "external engine: json:python3 last.py", "settings": {}, "elo": null, "rating": null,
        })
    );
    assert_eq!(server.get_json("/api/v1/agents/connect4/last"), *last);
    let deeper = agent(&list, "deeper");
    assert_eq!(
        (&deeper["kind"], &deeper["group"], &deeper["settings"]["depth"]),
        (&json!("preset"), &json!("own"), &json!("2"))
    );
    assert!(text(&deeper["description"]).starts_with("greedy:depth=2: "), "{deeper}");
    assert!(!list.to_string().contains(&programs.0.path().display().to_string()));
    let others = server.get_json("/api/v1/agents?game=checkers");
    assert_eq!(agent(&others, "last")["kind"], "preset", "another game, another agent");
    assert!(others["agents"].as_array().expect("agents").iter().all(|agent| agent["name"] != "cheat"));
}

#[test]
fn a_game_is_played_to_its_end_by_one_process() {
    let programs = Programs::new();
    let server = programs.serve();
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "last", "side": "second" }));
    let mut socket = server.socket(&format!("{}/live", seat.path));
    assert_eq!(hear_of(&mut socket, "state")["state"]["agent"]["name"], "last");
    let mut state = seat.wait_for_turn();
    assert_eq!((&state["plies"][0]["move"], &state["can_hurry"]), (&json!("7"), &json!(false)));
    assert!(state["plies"][0].get("nodes").is_none(), "it said nothing about its thoughts");
    while state["turn"] == "person" {
        seat.play(text(&state["position"]["legal"][0]["move"]));
        state = seat.wait_for_turn();
    }
    assert_eq!(
        (&state["outcome"]["by"], &state["outcome"]["winner"]),
        (&json!("rules"), &json!("first")),
        "the agent filled a column first"
    );
    assert_eq!(programs.started("last").len(), 2, "one to look at it, one for the game");
    programs.wait_for_end("last");
}

#[test]
fn whoever_fails_loses_and_says_why() {
    let programs = Programs::new();
    let server = programs.serve();
    for (name, reason) in [("cheat", "cheat played an illegal move: "), ("mortal", "mortal died: ")] {
        let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": name }));
        let mut state = seat.wait_for_turn();
        while state["turn"] == "person" {
            seat.play(text(&state["position"]["legal"][0]["move"]));
            state = seat.wait_for_turn();
        }
        let outcome = &state["outcome"];
        assert_eq!((&outcome["by"], &outcome["winner"]), (&json!("failure"), &json!("first")), "{name}");
        assert!(text(&outcome["reason"]).starts_with(reason), "{outcome}");
        programs.wait_for_end(name);
    }
    let said = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "mortal", "moves": ["1", "2"] }));
    said.play("3");
    let state = said.wait_for_turn();
    assert!(text(&state["outcome"]["reason"]).contains("I am tired"), "{}", state["outcome"]);
}

#[test]
fn taking_back_and_giving_up_end_what_is_thinking() {
    let programs = Programs::new();
    let server = programs.serve();
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "slow" }));
    seat.play("4");
    programs.wait_for_start("slow", 2);
    let (status, refused) = seat.act("hurry", json!({}));
    assert_eq!((status, text(&refused["error"])), (409, "slow is an external engine that cannot be told to move now"));
    assert_eq!(seat.act("undo", json!({})).0, 200);
    programs.wait_for_end("slow");
    assert_eq!(seat.state()["turn"], "person");
    seat.play("3");
    programs.wait_for_start("slow", 3);
    assert_eq!(seat.act("resign", json!({})).0, 200);
    programs.wait_for_end("slow");
    let state = seat.state();
    assert_eq!((&state["outcome"]["by"], &state["plies"].as_array().map(Vec::len)), (&json!("resignation"), &Some(1)));
}

#[test]
fn undoing_between_moves_keeps_the_program() {
    let programs = Programs::new();
    let server = programs.serve();
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "last" }));
    for _ in 0..3 {
        seat.play("1");
        seat.wait_for_turn();
        assert_eq!(seat.act("undo", json!({})).0, 200);
    }
    assert_eq!(programs.started("last").len(), 2);
    drop(server);
    assert!(programs.started("last").iter().all(|process| !process.exists()), "the server took it along");
}

#[test]
fn a_server_without_the_agent_shows_its_games_and_waits() {
    let programs = Programs::new();
    let server = programs.serve();
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "last" }));
    seat.play("1");
    let before = seat.wait_for_turn();
    let (path, key) = (seat.path.clone(), seat.key.clone());
    let server = server.restart();
    let state = server.get_json(&path);
    assert_eq!(
        (&state["plies"], &state["outcome"], &state["agent"]["description"]),
        (&before["plies"], &Value::Null, &json!("This server does not offer this agent now"))
    );
    let refused = server.post(&format!("{path}/move"), &json!({ "key": key, "move": "1" }));
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("this server does not offer last now"), "{}", refused.body);
    let server = server.restart_with(|options| options.agents = programs.agents());
    server.post_json(&format!("{path}/move"), &json!({ "key": key, "move": "1" }));
    let state = server.wait_for(&path, |state| state["turn"] == "person");
    assert_eq!(state["plies"].as_array().map(Vec::len), Some(4));
}

#[test]
fn visitors_name_them_and_nothing_else() {
    let programs = Programs::new();
    let server = programs.serve();
    let command = programs.command("last");
    let wrong = [
        command.as_str(),
        "last:depth=3",
        "last=json:true",
        "connect4:last",
        "nobody",
        "json:true",
        "python:last.py",
        "LAST",
    ];
    for agent in wrong {
        let refused = server.post("/api/v1/play", &json!({ "game": "connect4", "agent": agent }));
        assert_eq!(refused.status, 422, "{agent}: {}", refused.body);
        let entered = json!({ "game": "connect4", "agents": ["random", agent], "limits": { "nodes": 10 } });
        let refused = server.post("/api/v1/tournaments", &json!({ "definition": entered }));
        assert_eq!(refused.status, 422, "{agent}: {}", refused.body);
    }
    let elsewhere = server.post("/api/v1/play", &json!({ "game": "divercite", "agent": "cheat" }));
    assert_eq!(elsewhere.status, 422, "it is registered for another game");
    assert_eq!(programs.started("last").len(), 1, "nobody started it");
}

#[test]
fn they_do_not_analyse_but_changed_presets_do() {
    let programs = Programs::new();
    let server = programs.serve();
    let mut socket = server.socket("/api/v1/analyse");
    for kind in ["position", "review"] {
        let question = json!({ "type": kind, "number": 1, "game": "connect4", "moves": ["4"], "agent": "last" });
        socket.say(&question).expect("a question");
        let error = hear_of(&mut socket, "error");
        assert_eq!(
            (error["status"].as_u64(), text(&error["error"])),
            (Some(422), "last is an external engine: it plays, but only presets analyse")
        );
    }
    let question = json!({ "type": "position", "number": 2, "game": "connect4", "agent": "deeper" });
    socket.say(&question).expect("a question");
    assert!(hear_of(&mut socket, "done")["best"].is_string());
    let seat = LiveGame::new(&server, &json!({ "game": "connect4", "agent": "last" }));
    let (status, hint) = seat.act("hint", json!({}));
    assert_eq!(status, 200, "hints come from the champion: {hint}");
    assert_ne!(hint["agent"], "last");
}

#[test]
fn they_take_part_in_tournaments() {
    let programs = Programs::new();
    let server = programs.serve();
    let definition = json!({
        "name": "cup", "game": "connect4", "games": 2, "limits": { "nodes": 50 },
        "agents": ["last", { "agent": "cheat", "name": "harmless" }, "deeper", "random"],
    });
    let made = server.post_json("/api/v1/tournaments", &json!({ "definition": definition }));
    let path = format!("/api/v1/tournaments/{}", made["id"]);
    let state = server.wait_for(&path, |state| state["state"] == "finished" || state["state"] == "failed");
    assert_eq!((&state["state"], &state["games"]["done"]), (&json!("finished"), &json!(12)), "{state}");
    let games = server.get_json(&format!("{path}/games?agent=harmless&opponent=last"));
    for game in games["games"].as_array().expect("games") {
        assert_eq!(game["ending"], "illegal", "{game}");
        assert!(text(&game["reason"]).starts_with("harmless played an illegal move"), "{game}");
    }
    let rating = &server.get_json("/api/v1/agents/connect4/last")["rating"];
    assert_eq!(rating["games"], 4, "games against an agent under another name measure nobody: {rating}");
    programs.wait_for_end("last");
}

#[test]
fn what_cannot_be_offered_is_said_at_once() {
    let programs = Programs::new();
    let last = programs.command("last");
    let cases: [&[&str]; 21] = [
        &["mine"],
        &["mine="],
        &["=random:depth=2"],
        &["my agent=greedy"],
        &["../mine=greedy"],
        &["..=greedy"],
        &["random=json:true"],
        &["checkers:random=json:true"],
        &["chess:mine=json:true"],
        &["mine=json:true"],
        &["mine=python:agent.py"],
        &["connect4:mine=json:true", "connect4:mine=json:true"],
        &["mine=greedy", "connect4:mine=json:true"],
        &["connect4:mine=json:no-such-program"],
        &["connect4:mine=json:"],
        &["connect4:mine=ugi:true"],
        &["mine=seahorse:nowhere.py"],
        &["checkers:mine=seahorse:nowhere.py"],
        &["mine=nobody"],
        &["mine=greedy:speed=9"],
        &["mine=nowhere.toml"],
    ];
    let mut lines = String::new();
    for case in cases {
        let texts: Vec<String> = case.iter().map(|&text| text.to_owned()).collect();
        let error = OwnAgents::read(&texts, ExternalOptions::default()).err().expect("it is wrong").to_string();
        assert!(!error.contains('\n'), "{error}");
        lines.push_str(&format!("{}\n    {error}\n", case.join("  ")));
    }
    insta::assert_snapshot!(lines);
    let alike = [format!("connect4:mine={last}"), format!("checkers:mine={last}")];
    OwnAgents::read(&alike, ExternalOptions::default()).expect("one name for two games");
}

#[test]
fn engines_that_say_what_they_play_need_no_game() {
    let folder = TempDir::new().expect("a folder");
    let script = folder.path().join("engine.py");
    let says = |games: &str| {
        let option = format!("option name UGI_Game type combo default connect4 {games}");
        let lines = [
            "import sys".to_owned(),
            "for line in sys.stdin:".to_owned(),
            format!("    if line.strip() == 'ugi': print({option:?} + '\\nugiok', flush=True)"),
            "    if line.strip() == 'quit': break".to_owned(),
        ];
        std::fs::write(&script, lines.join("\n")).expect("a program");
    };
    let read = |game: &str| {
        let text = format!("{game}engine=ugi:python3 '{}'", script.display());
        OwnAgents::read(&[text], ExternalOptions::default())
    };
    says("var connect4 var checkers var chess");
    let agents = read("").expect("an engine that says what it plays");
    let server = TestServer::with(move |options| options.agents = agents);
    for (game, offered) in [("connect4", true), ("checkers", true), ("divercite", false)] {
        let list = server.get_json(&format!("/api/v1/agents?game={game}"));
        assert_eq!(list.to_string().contains("ugi:python3 engine.py"), offered, "{game}");
    }
    read("checkers:").expect("a game that it plays");
    let error = read("divercite:").err().expect("it does not play that").to_string();
    assert!(error.ends_with("does not play divercite; it says that it plays connect4, checkers"), "{error}");
    says("var chess");
    let error = read("").err().expect("nobody knows what it plays here").to_string();
    assert!(error.contains("name one, such as divercite:engine=ugi:python3"), "{error}");
}
