//! What visitors of the page send: bodies of requests.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use grandline_fuzz::texts;
use grandline_server::{Options, Server};
use serde_json::Value;
use tokio::runtime::Runtime;
use tower_service::Service;

/// Every address that takes a body, with one that is right or nearly so. A tournament would be run, so that one is only
/// estimated: it is read by the same code.
const SEEDS: [&str; 16] = [
    r#"position {"game": "connect4", "setup": "-", "moves": ["4", "4"], "turned": true}"#,
    r#"position {"game": "checkers", "setup": "B:W14,23,32:B9,1", "moves": []}"#,
    r#"position {"game": "hand-of-the-king", "setup": "seed:7"}"#,
    r#"position/why {"game": "checkers", "moves": ["11-15"], "cell": "1"}"#,
    r#"edit {"game": "connect4", "sketch": "-", "change": {"put": {"cell": "4", "tool": "first"}}}"#,
    r#"edit {"game": "checkers", "sketch": "-", "change": {"turn": "second"}, "turned": true}"#,
    r#"edit {"game": "divercite", "sketch": "-", "change": "clear"}"#,
    r#"import {"text": "4453", "format": "moves", "game": "connect4"}"#,
    r#"import {"text": "[Event \"x\"]\n1. 11-15 23-19 2. 8-11 *"}"#,
    r#"import {"text": "{\"game\": \"othello\", \"moves\": [\"f5\", \"d6\"]}"}"#,
    r#"export {"game": "checkers", "moves": ["11-15"], "format": "pdn", "tags": [["Event", "x"]]}"#,
    r#"export {"game": "connect4", "moves": ["4", "4"], "format": "moves", "variations": [{"ply": 1, "moves": ["3"], "variations": []}]}"#,
    r#"export {"game": "divercite", "format": "svg", "turned": true}"#,
    r#"play {"game": "divercite", "agent": "skypiea-next:depth=3", "side": "random", "clock": {"minutes": 5, "increment": 3}, "strength": {"time_ms": 1000}}"#,
    r#"tournaments/estimate {"definition": {"game": "connect4", "games": 10, "openings": "random:4", "limits": {"nodes": 1000}, "agents": ["mcts", {"agent": "greedy:time=1s", "name": "slow", "elo": 1000}], "sprt": "elo0=0,elo1=20,alpha=0.05,beta=0.05"}}"#,
    r#"tournaments/estimate {"toml": "name = \"mine\"\ngame = \"connect4\"\ngames = 4\nagents = [\"mcts\", \"greedy\"]\nlimits.nodes = 10\n", "seed": 3}"#,
];

/// The addresses of a server that has closed: it reads and checks everything, but searches and stores nothing.
fn closed_server(runtime: &Runtime) -> (Router, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let router = runtime.block_on(async {
        let options = Options { port: 0, ..Options::new(folder.path().join("fuzz.db")) };
        let server = Server::bind(options).await.expect("a server");
        let router = server.router();
        server.run(async {}).await;
        router
    });
    (router, folder)
}

/// Sends a body to an address, and returns the status and the answer.
async fn post(mut router: Router, address: &str, body: &str) -> (u16, Value) {
    let request = Request::post(format!("/api/v1/{address}"))
        .header("Host", "localhost")
        .header("Content-Type", "application/json")
        .body(Body::from(body.to_owned()))
        .expect("an address of the list");
    let Ok(response) = router.call(request).await;
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a body in memory");
    (status, serde_json::from_slice(&bytes).expect("every answer is JSON"))
}

#[test]
fn bodies_of_requests() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (router, _folder) = closed_server(&runtime);
    let addresses: Vec<&str> = SEEDS.iter().filter_map(|seed| seed.split(' ').next()).collect();
    texts(&SEEDS, |text| {
        let Some((address, body)) = text.split_once(' ').filter(|(address, _)| addresses.contains(address)) else {
            return false;
        };
        let (status, answer) = runtime.block_on(post(router.clone(), address, body));
        let error = answer["error"].as_str();
        assert_eq!(status >= 400, error.is_some(), "{status} {answer}");
        // A game that can be started would be stored now, and a tournament that can be run would be searched.
        let is_closed = matches!(error, Some("the database is closed")) || status == 503;
        assert!(status < 500 || is_closed, "{status} {answer}");
        status < 400 || is_closed
    });
}
