//! How fast the page answers while a class plays and analyses.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grandline_games::GameId;
use grandline_server::client::{Client, Socket};
use grandline_server::{Options, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::with_database;
use crate::output;

/// Visitors who play.
const PLAYERS: usize = 100;
/// Visitors who analyse.
const ANALYSTS: usize = 100;
/// Moves of each player, if games last so long.
const MOVES: usize = 10;
/// The time that a player takes for a move, on average.
const THOUGHT: Duration = Duration::from_secs(4);
/// Requests of each kind to look at the page meanwhile.
const ROUNDS: usize = 50;
/// How long a visitor waits for a turn. A machine that is busy with other things takes long, and is measured all the same.
const PATIENCE: Duration = Duration::from_secs(600);
/// The limit of the agents' searches, so that their answers show the server's part.
const NODES: u64 = 20_000;

/// Measures a server on this machine and prints what its answers take, by address.
pub(super) fn print(as_json: bool) -> Result<()> {
    let measured = with_database(measure)?;
    if as_json {
        return output::json(&measured.iter().map(Times::to_json).collect::<Vec<_>>());
    }
    let mut rows = vec![["milliseconds", "answers", "p50", "p99", "most"].map(String::from).to_vec()];
    for times in &measured {
        let numbers = [times.quantile(0.5), times.quantile(0.99), times.quantile(1.0)];
        let count = times.taken.len().to_string();
        rows.push([vec![times.what.clone(), count], numbers.map(|number| format!("{number:.1}")).to_vec()].concat());
    }
    output::table(&rows)?;
    output::line(&format!(
        "\n{PLAYERS} visitors played against agents of {NODES} nodes per move while {ANALYSTS} analysed"
    ))
}

fn measure(database: &std::path::Path) -> Result<Vec<Times>> {
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    let server = runtime.block_on(Server::bind(Options { port: 0, ..Options::new(database) }))?;
    let client = Client::new(server.address());
    let (end, ended) = oneshot::channel::<()>();
    let running = runtime.spawn(server.run(async { drop(ended.await) }));
    let measured = load(&client);
    drop(end);
    runtime.block_on(running).context("the server failed")?;
    measured
}

/// What was asked for, and how many milliseconds each answer took.
struct Times {
    what: String,
    taken: Vec<f64>,
}

impl Times {
    fn new(what: impl Into<String>) -> Self {
        Times { what: what.into(), taken: Vec::new() }
    }

    fn add(&mut self, since: Instant) {
        self.taken.push(since.elapsed().as_secs_f64() * 1000.0);
    }

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
            "answers": self.taken.len(),
            "p50_ms": self.quantile(0.5),
            "p99_ms": self.quantile(0.99),
            "most_ms": self.quantile(1.0),
        })
    }
}

fn load(client: &Client) -> Result<Vec<Times>> {
    let over = AtomicBool::new(false);
    let began = AtomicUsize::new(0);
    thread::scope(|scope| {
        let analysts: Vec<_> = (0..ANALYSTS).map(|number| (number, client.clone(), &over, &began)).collect();
        let analysts: Vec<_> = analysts
            .into_iter()
            .map(|(number, client, over, began)| scope.spawn(move || analyse(&client, number, over, began)))
            .collect();
        // The measurement begins when searches run in every place.
        while began.load(Ordering::Relaxed) < 1 {
            thread::sleep(Duration::from_millis(10));
        }
        let players: Vec<_> = (0..PLAYERS).map(|number| (number, client.clone())).collect();
        let players: Vec<_> =
            players.into_iter().map(|(number, client)| scope.spawn(move || play(&client, number))).collect();
        let looked = look(client);
        let mut moves = [Times::new("a move is accepted"), Times::new("the agent has answered")];
        let mut failed = None;
        for player in players {
            match ended(player) {
                Ok(times) => moves.iter_mut().zip(times).for_each(|(all, own)| all.taken.extend(own.taken)),
                Err(error) => failed = Some(error),
            }
        }
        over.store(true, Ordering::Relaxed);
        for analyst in analysts {
            if let Err(error) = ended(analyst) {
                failed = Some(error);
            }
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(moves.into_iter().chain(looked?).collect()),
        }
    })
}

/// What a visitor's thread returned.
fn ended<T>(visitor: thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    visitor.join().unwrap_or_else(|_| bail!("a visitor panicked"))
}

/// A client with the cookie of a visitor of its own.
fn visitor(client: &Client, kind: char, number: usize) -> Client {
    // Sixteen letters, as names of visitors have.
    let letters: String = (0..15).map(|place| char::from(b'a' + (number >> (3 * place) & 7) as u8)).collect();
    client.clone().with("Cookie", &format!("grandline-visitor={kind}{letters}"))
}

/// Analyses position after position until the bench is over.
fn analyse(client: &Client, number: usize, over: &AtomicBool, began: &AtomicUsize) -> Result<()> {
    let opened = visitor(client, 'x', number).socket("/api/v1/analyse")?;
    let socket: Socket = opened.map_err(|refused| anyhow!("an analyst was refused: {}", refused.body))?;
    let mut socket = socket.patient(PATIENCE)?;
    let game = GameId::ALL[number % GameId::ALL.len()];
    while !over.load(Ordering::Relaxed) {
        socket.say(&json!({ "type": "position", "game": game, "lines": 3, "limits": { "time_ms": 600_000 } }))?;
        loop {
            let message = socket.hear()?.context("an analyst's socket was closed")?;
            match message["type"].as_str() {
                Some("report") => began.fetch_add(1, Ordering::Relaxed),
                Some("error") => bail!("an analyst was refused: {message}"),
                // Its time is shared with the others.
                Some("done") => break,
                _ => 0,
            };
            if over.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Plays a game; how long its moves took to be accepted, and to be answered by the agent.
fn play(client: &Client, number: usize) -> Result<[Times; 2]> {
    let client = visitor(client, 'p', number);
    let game = GameId::ALL[number % GameId::ALL.len()];
    // Not all at once, as people do not.
    thread::sleep(THOUGHT * number as u32 / PLAYERS as u32);
    let new = client.post("/api/v1/play", &json!({ "game": game, "strength": { "nodes": NODES } }))?;
    if new.status != 201 {
        bail!("a player was refused: {} {}", new.status, new.body);
    }
    let made = new.json();
    let address = format!("/api/v1/play/{}", made["id"].as_str().unwrap_or_default());
    let opened = client.socket(&format!("{address}/live"))?;
    let live = opened.map_err(|refused| anyhow!("a player was refused: {}", refused.body))?;
    let mut live = live.patient(PATIENCE)?;
    let mut times = [Times::new(""), Times::new("")];
    let mut state = wait(&mut live)?;
    for _ in 0..MOVES {
        let Some(state_now) = &state else { break };
        let legal = state_now["position"]["legal"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(chosen) = legal.get(legal.len() / 2) else { break };
        let start = Instant::now();
        let body = json!({ "key": made["key"], "move": chosen["move"] });
        let answer = client.post(&format!("{address}/move"), &body)?;
        if answer.status != 200 {
            bail!("a move was refused: {} {}", answer.status, answer.body);
        }
        times[0].add(start);
        state = wait(&mut live)?;
        times[1].add(start);
        thread::sleep(THOUGHT);
    }
    Ok(times)
}

/// The game when it is the player's turn; `None` when it is over.
fn wait(live: &mut Socket) -> Result<Option<Value>> {
    loop {
        let message = live.hear()?.context("a player's socket was closed")?;
        match message["state"]["turn"].as_str() {
            Some("person") => return Ok(Some(message["state"].clone())),
            Some("over") => return Ok(None),
            _ => {}
        }
    }
}

/// Looks at the page as visitors do who come while others play.
fn look(client: &Client) -> Result<Vec<Times>> {
    let position = json!({ "game": "divercite", "moves": ["RC34", "GR22"] });
    let requests: [(&str, &str, Option<&Value>); 4] = [
        ("GET", "/", None),
        ("GET", "/api/v1/games", None),
        ("GET", "/api/v1/agents?game=divercite", None),
        ("POST", "/api/v1/position", Some(&position)),
    ];
    let mut all = Vec::new();
    for (method, path, body) in requests {
        let mut times = Times::new(format!("{method} {path}"));
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let response = match body {
                Some(body) => client.post(path, body)?,
                None => client.get(path)?,
            };
            times.add(start);
            if response.status != 200 {
                bail!("{method} {path} was answered with {}: {}", response.status, response.body);
            }
            thread::sleep(Duration::from_millis(100));
        }
        all.push(times);
    }
    Ok(all)
}
