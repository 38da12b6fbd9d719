//! How fast the page answers while visitors analyse.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grandline_games::GameId;
use grandline_server::client::{Client, Socket};
use grandline_server::{Options, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::with_database;
use crate::output;

/// Visitors who analyse at once.
const VISITORS: usize = 10;
/// Requests of each kind.
const ROUNDS: usize = 200;

/// Measures a server on this machine and prints what its answers take, by address.
pub(super) fn print(as_json: bool) -> Result<()> {
    let measured = with_database(measure)?;
    if as_json {
        return output::json(&measured.iter().map(Times::to_json).collect::<Vec<_>>());
    }
    let mut rows = vec![["milliseconds", "p50", "p99", "most"].map(String::from).to_vec()];
    for times in &measured {
        let numbers = [times.quantile(0.5), times.quantile(0.99), times.quantile(1.0)];
        rows.push([vec![times.what.clone()], numbers.map(|number| format!("{number:.1}")).to_vec()].concat());
    }
    output::table(&rows)?;
    output::line(&format!("\n{ROUNDS} requests of each kind while {VISITORS} visitors analysed"))
}

fn measure(database: &std::path::Path) -> Result<Vec<Times>> {
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    let server = runtime.block_on(Server::bind(Options { port: 0, ..Options::new(database) }))?;
    let client = Client::new(server.address());
    let (end, ended) = oneshot::channel::<()>();
    let running = runtime.spawn(server.run(async { drop(ended.await) }));
    let measured = load(&client);
    drop(end);
    runtime.block_on(running).context("the server failed")?.context("the server failed")?;
    measured
}

/// What was asked for, and how many milliseconds each answer took.
struct Times {
    what: String,
    taken: Vec<f64>,
}

impl Times {
    /// The time that a share of the answers stayed within.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.taken.clone();
        sorted.sort_by(f64::total_cmp);
        let index = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(index.saturating_sub(1)).copied().unwrap_or(0.0)
    }

    fn to_json(&self) -> Value {
        json!({
            "request": self.what,
            "p50_ms": self.quantile(0.5),
            "p99_ms": self.quantile(0.99),
            "most_ms": self.quantile(1.0),
        })
    }
}

fn load(client: &Client) -> Result<Vec<Times>> {
    // They stay open while the requests are made, and end their searches when they are dropped.
    let _visitors = (0..VISITORS).map(|number| visitor(client, number)).collect::<Result<Vec<_>>>()?;
    let mut times = Vec::new();
    let position = json!({ "game": "divercite", "moves": ["RC34", "GR22"] });
    let requests: [(&str, &str, Option<&Value>); 5] = [
        ("GET", "/", None),
        ("GET", "/assets/board.css", None),
        ("GET", "/api/v1/games", None),
        ("GET", "/api/v1/agents?game=divercite", None),
        ("POST", "/api/v1/position", Some(&position)),
    ];
    for (method, path, body) in requests {
        let mut taken = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let response = match body {
                Some(body) => client.post(path, body)?,
                None => client.get(path)?,
            };
            taken.push(start.elapsed().as_secs_f64() * 1000.0);
            if response.status != 200 {
                bail!("{method} {path} was answered with {}: {}", response.status, response.body);
            }
            // A person does not ask a thousand times a second.
            std::thread::sleep(Duration::from_millis(2));
        }
        times.push(Times { what: format!("{method} {path}"), taken });
    }
    let status = client.get("/api/v1/status")?.json();
    if status["searches"]["running"] != VISITORS {
        bail!("not all of the {VISITORS} visitors were analysing to the end: {status}");
    }
    let all = times.iter().flat_map(|times| times.taken.clone()).collect();
    times.push(Times { what: "all".to_owned(), taken: all });
    Ok(times)
}

/// A visitor who has begun to analyse a game.
fn visitor(client: &Client, number: usize) -> Result<Socket> {
    let letter = char::from(b'a' + number as u8);
    let cookie = format!("grandline-visitor={}", String::from(letter).repeat(16));
    let opened = client.clone().with("Cookie", &cookie).socket("/api/v1/analyse")?;
    let mut socket = opened.map_err(|refused| anyhow!("a visitor was refused: {}", refused.body))?;
    let game = GameId::ALL[number % GameId::ALL.len()];
    socket.say(&json!({ "type": "position", "game": game, "lines": 3, "limits": { "time_ms": 600_000 } }))?;
    socket.hear()?.context("a visitor's socket was closed")?;
    Ok(socket)
}
