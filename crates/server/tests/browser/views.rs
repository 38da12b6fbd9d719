//! Every view of the page in every state that it has, for tests that look at all of them.

use serde_json::{Value, json};

use crate::harness::{Page, Quiet, World};

/// A game of each kind of board.
const GAMES: [&str; 5] = ["divercite", "connect4", "checkers", "hand-of-the-king/companions", "othello"];

/// What a walk through all views may make a page say: one of them does not exist, and each is left as soon as it was read,
/// whether its socket is open or not.
pub(crate) const WALK: Quiet = Quiet { but: &["404", "WebSocket is closed before the connection is established"] };

/// Lets the page speak a language.
pub(crate) async fn speak(page: &Page, language: &str) {
    page.open("/").await;
    page.script(&format!("localStorage.setItem('grandline.language', '\"{language}\"')")).await;
}

/// The addresses of all views: games to start, running and over, positions, reviews, tournaments, agents, and nothing.
pub(crate) async fn every_view(world: &World) -> Vec<String> {
    let World { server, page, .. } = world;
    let mut views: Vec<String> =
        ["/", "/nowhere", "/mine", "/tournaments", "/tournaments/new", "/tournaments/new?way=toml"]
            .into_iter()
            .chain(["/tournaments/new?way=preset", "/agents/connect4/perfect"])
            .map(str::to_owned)
            .collect();
    page.open("/").await;
    for game in GAMES {
        views.extend([format!("/play/{game}"), format!("/agents/{game}"), format!("/analyse/{game}")]);
        let setup = if game.starts_with("hand") { "seed:3" } else { "-" };
        let new = json!({ "game": game, "setup": setup, "agent": "random", "clock": { "minutes": 5 } });
        let running = server.post("/play", &new).await;
        page.own_game(&running, game, "random").await;
        let over = server.post("/play", &new).await;
        page.own_game(&over, game, "random").await;
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        server.post(&format!("/play/{}/resign", text(&over["id"])), &json!({ "key": over["key"] })).await;
        views.extend([text(&running["address"]), text(&over["address"])]);
    }
    views.push("/analyse/connect4?moves=4+4+4+4+4+3+3&review=1".to_owned());
    views.push("/analyse/connect4?moves=4+4+(3+5+(2+2))+2&line=4+3".to_owned());
    views.extend(GAMES.map(|game| format!("/analyse/{game}?edit=1")));
    let (id, address) = played(world, "connect4", &["greedy", "random", "mcts"]).await;
    views.push(format!("/analyse/connect4?tournament={id}&number=0&ply=0"));
    views.extend([format!("{address}/projector"), format!("{address}/report"), address]);
    for game in GAMES.into_iter().filter(|&game| game != "connect4") {
        let (_, address) = played(world, game, &["greedy", "random"]).await;
        views.extend([format!("{address}/report"), address]);
    }
    views
}

/// The number and the address of a tournament that is over.
async fn played(world: &World, game: &str, agents: &[&str]) -> (Value, String) {
    let server = &world.server;
    let definition = json!({ "game": game, "games": 2, "agents": agents, "limits": { "nodes": 50 } });
    let tournament = server.post("/tournaments", &json!({ "definition": definition })).await;
    let address = tournament["address"].as_str().expect("an address").to_owned();
    while server.get(&address).await["state"] != "finished" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    (tournament["id"].clone(), address)
}
