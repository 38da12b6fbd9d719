//! Wrong wishes for tournaments. The answers are snapshots, because people read them.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::common::{TestServer, text};

fn told(status: u16, body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("an error is JSON: {body}"));
    assert_eq!(body["status"], status, "{body}");
    format!("{status} {}", text(&body["error"]))
}

/// A right definition with one thing changed.
fn with(key: &str, value: Value) -> Value {
    let mut definition = json!({
        "name": "cup", "game": "connect4", "games": 2, "agents": ["greedy", "random"], "limits": { "nodes": 10 },
    });
    definition[key] = value;
    json!({ "definition": definition })
}

#[test]
fn wrong_wishes_are_answered_with_what_would_be_right() {
    let server = TestServer::start();
    let long = "x".repeat(300);
    let crowd: Vec<Value> = (0..65).map(|number| json!({ "agent": "random", "name": format!("r{number}") })).collect();
    let cases = [
        json!({}),
        json!([]),
        json!({ "toml": "a = 1", "preset": "hotk-reports" }),
        json!({ "definition": 7 }),
        json!({ "wish": "a cup" }),
        json!({ "preset": "nothing" }),
        json!({ "preset": "../../etc/passwd" }),
        json!({ "toml": "" }),
        json!({ "toml": "name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", " }),
        json!({ "toml": "name = \"cup\"\ngame = \"chess\"\nagents = [\"random\", \"greedy\"]" }),
        json!({ "toml": "name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", \"greedy\"]\nspeed = 9" }),
        json!({ "preset": "hotk-reports", "games": 3 }),
        json!({ "preset": "hotk-reports", "games": 1_000_000 }),
        json!({ "preset": "hotk-reports", "name": long }),
        with("game", json!("chess")),
        with("game", json!(null)),
        with("games", json!(0)),
        with("games", json!(3)),
        with("games", json!(-2)),
        with("games", json!(u64::MAX - 1)),
        with("format", json!("lottery")),
        with("format", json!("swiss")),
        with("rounds", json!(3)),
        with("agents", json!([])),
        with("agents", json!(["random"])),
        with("agents", json!(["random", "random"])),
        with("agents", json!(["random", "nobody"])),
        with("agents", json!(["random", 7])),
        with("agents", json!(["random", "skypiea-v5"])),
        with("agents", json!(["random", "mcts:tree=65536"])),
        with("agents", json!(["random", "in104-connect4-threats:threads=64"])),
        with("agents", json!(["random", { "agent": "greedy", "elo": 1e9 }])),
        with("agents", json!(["random", { "agent": "greedy", "name": long }])),
        with("agents", json!(["random", format!("greedy:{long}")])),
        with("agents", json!(crowd)),
        json!({ "definition": { "game": "connect4", "agents": ["random", "greedy:search=alphabeta"] } }),
        with("limits", json!({ "nodes": 0 })),
        with("limits", json!({ "nodes": 10_000_000_000_u64 })),
        with("limits", json!({ "depth": 100 })),
        with("limits", json!({ "movetime": "0s" })),
        with("limits", json!({ "movetime": "1h" })),
        with("limits", json!({ "tc": "9h" })),
        with("limits", json!({ "speed": 1 })),
        with("openings", json!("random:many")),
        with("openings", json!("random:500")),
        with("openings", json!("random:60")),
        with("openings", json!("three-move")),
        with("sprt", json!("elo0=10,elo1=0")),
        with("sprt", json!("alpha=2")),
        with("adjudicate", json!({ "solver": 1_000_000_000_000_u64 })),
        with("name", json!(long)),
        with("description", json!("x".repeat(3000))),
        with("seed", json!("one")),
    ];
    let mut lines = String::new();
    for body in cases {
        let body = body.to_string();
        let response = server.client.request("POST", "/api/v1/tournaments", Some(("application/json", &body)));
        let response = response.expect("an answer");
        let shown: String = body.chars().take(160).collect();
        let _ = writeln!(lines, "{shown}\n    {}", told(response.status, &response.body));
    }
    insta::assert_snapshot!(lines);
    assert_eq!(server.get_json("/api/v1/tournaments")["tournaments"], json!([]), "nothing was entered");
}

#[test]
fn no_program_and_no_file_can_be_named() {
    let server = TestServer::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    let mark = folder.path().join("mark");
    // Files that would be fine agents, books and openings, if only they were read.
    let (agent, openings) = (folder.path().join("mine.toml"), folder.path().join("openings.txt"));
    std::fs::write(&agent, "search = \"random\"\n").expect("a file");
    std::fs::write(&openings, "4 4\n").expect("a file");
    let agents = [
        format!("ugi:touch {}", mark.display()),
        format!("json:touch {}", mark.display()),
        format!(" json:touch {}", mark.display()),
        format!("UGI:touch {}", mark.display()),
        format!("python:{}", mark.display()),
        format!("seahorse:{}", mark.display()),
        format!("aiarena:{}", mark.display()),
        format!("hotk:{}", mark.display()),
        agent.display().to_string(),
        format!("random:{}", agent.display()),
        format!("mcts:experience={}", openings.display()),
        format!("mcts:experience=\"{}\"", openings.display()),
    ];
    let mut lines = String::new();
    let mut refuse = |what: &str, body: &Value| {
        let response = server.post("/api/v1/tournaments", body);
        assert_eq!(response.status, 422, "{what}: {}", response.body);
        let words = told(response.status, &response.body).replace(&folder.path().display().to_string(), "FOLDER");
        let what = what.replace(&folder.path().display().to_string(), "FOLDER");
        let _ = writeln!(lines, "{what}\n    {words}");
    };
    for agent in &agents {
        refuse(agent, &with("agents", json!(["random", agent])));
        let named = json!(["random", { "agent": agent, "name": "harmless" }]);
        refuse(&format!("{agent} as harmless"), &with("agents", named));
        let toml =
            format!("name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", {}]\nlimits.nodes = 9", json!(agent));
        refuse(&format!("{agent} in TOML"), &json!({ "toml": toml }));
    }
    for place in [openings.display().to_string(), "/etc/passwd".to_owned(), "file.txt".to_owned()] {
        refuse(&format!("openings {place}"), &with("openings", json!(place)));
        let toml = format!(
            "name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", \"greedy\"]\nopenings = {}",
            json!(place)
        );
        refuse(&format!("openings {place} in TOML"), &json!({ "toml": toml }));
    }
    insta::assert_snapshot!(lines);
    assert!(!mark.exists());
    assert_eq!(server.get_json("/api/v1/tournaments")["tournaments"], json!([]));
}

#[test]
fn wrong_addresses_are_answered_as_json() {
    let server = TestServer::start();
    let made = server.post_json("/api/v1/tournaments", &with("seed", json!(1)));
    server.wait_for(&format!("/api/v1/tournaments/{}", made["id"]), |state| state["state"] == "finished");
    let cases = [
        ("GET", "/api/v1/tournaments/99"),
        ("GET", "/api/v1/tournaments/-1"),
        ("GET", "/api/v1/tournaments/+1"),
        ("GET", "/api/v1/tournaments/1%27%20or%201=1"),
        ("GET", "/api/v1/tournaments/99999999999999999999"),
        ("GET", "/api/v1/tournaments/1/games/77"),
        ("GET", "/api/v1/tournaments/1/games/first"),
        ("GET", "/api/v1/tournaments/1/games?from=-1"),
        ("GET", "/api/v1/tournaments/1/games?most=0"),
        ("GET", "/api/v1/tournaments/1/games?most=501"),
        ("GET", "/api/v1/tournaments/1/games?order=random"),
        ("GET", "/api/v1/tournaments/99/games"),
        ("GET", "/api/v1/tournaments/1/report/nothing.txt"),
        ("GET", "/api/v1/tournaments/1/report/..%2f..%2ftest.db"),
        ("GET", "/api/v1/tournaments/1/live"),
        ("GET", "/api/v1/tournaments/99/live"),
        ("POST", "/api/v1/tournaments/99/stop"),
        ("POST", "/api/v1/tournaments/99/resume"),
        ("POST", "/api/v1/tournaments/1/stop"),
        ("POST", "/api/v1/tournaments/1/resume"),
        ("DELETE", "/api/v1/tournaments/1"),
    ];
    let mut lines = String::new();
    for (method, path) in cases {
        let body = (method == "POST").then_some(("application/json", "{}"));
        let response = server.client.request(method, path, body).expect("an answer");
        let _ = writeln!(lines, "{method} {path}\n    {}", told(response.status, &response.body));
    }
    insta::assert_snapshot!(lines);
    for (path, status) in
        [("/tournaments/1", 200), ("/tournaments/new", 200), ("/tournaments/99", 404), ("/tournaments/x", 404)]
    {
        assert_eq!(server.get(path).status, status, "{path}");
    }
}
