//! Visitors of the page who play, analyse, look around and start tournaments.

use std::io;
use std::time::Duration;

use grandline_games::GameId;
use grandline_games::random::{Random, pick, seeded};
use grandline_server::client::{Client, Response, Socket};
use serde_json::{Value, json};

use crate::world::World;

/// The name under which the page offers the engine.
pub(crate) const OFFERED: &str = "student";

/// A visitor with a cookie and a mind of its own.
pub(crate) struct Visitor<'a> {
    world: &'a World,
    client: Client,
    random: Random,
}

/// Whether the server has too much to do, which it may say.
fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 503)
}

impl<'a> Visitor<'a> {
    pub(crate) fn new(world: &'a World, client: &Client, number: usize) -> Self {
        // Sixteen letters, as names of visitors have.
        let letters: String = (0..16).map(|place| char::from(b'a' + (number >> (3 * place) & 7) as u8)).collect();
        let client = client.clone().with("Cookie", &format!("grandline-visitor={letters}"));
        Visitor { world, client, random: seeded(100 + number as u64) }
    }

    fn pick(&mut self, bound: usize) -> usize {
        pick(&mut self.random, bound as u32) as usize
    }

    /// Does something again and again. What fails is a problem, unless the soak is over.
    pub(crate) fn live(mut self, what: &'static str, each: fn(&mut Self) -> io::Result<()>) {
        while !self.world.is_over() {
            match each(&mut self) {
                Ok(()) => self.world.count(what),
                Err(error) if !self.world.is_over() => self.world.problem(&format!("{what}: {error}")),
                Err(_) => {}
            }
            self.world.pause(Duration::from_millis(200));
        }
    }

    /// An answer that is neither right nor an excuse is an error.
    fn check(&self, what: &str, response: &Response, right: &[u16]) -> io::Result<Option<Value>> {
        if right.contains(&response.status) {
            return Ok(Some(response.json()));
        }
        if is_busy(response.status) {
            self.world.count("answers that the server is busy");
            self.world.pause(Duration::from_millis(500));
            return Ok(None);
        }
        Err(io::Error::other(format!("{what} was answered with {}: {}", response.status, response.body)))
    }

    fn open(&self, path: &str) -> io::Result<Option<Socket>> {
        match self.client.socket(path)? {
            Ok(socket) => Ok(Some(socket)),
            Err(refused) => self.check(path, &refused, &[]).map(|_| None),
        }
    }

    /// Plays a game, to its end or until the visitor has enough and resigns or leaves without a word.
    pub(crate) fn play(&mut self) -> io::Result<()> {
        let game = GameId::ALL[self.pick(GameId::ALL.len())];
        let new = match self.pick(4) {
            0 => json!({ "game": "connect4", "agent": OFFERED }),
            _ => json!({ "game": game, "strength": { "nodes": 300 } }),
        };
        let Some(made) = self.check("a new game", &self.client.post("/api/v1/play", &new)?, &[201])? else {
            return Ok(());
        };
        let address = format!("/api/v1/play/{}", made["id"].as_str().unwrap_or_default());
        let Some(mut live) = self.open(&format!("{address}/live"))? else { return Ok(()) };
        loop {
            let state = match turn(&mut live)? {
                Turn::Mine(state) => state,
                Turn::Over => break,
                // The server gives up those who say nothing for a minute, as a visitor does who waits for a busy machine. A
                // page opens its socket again, and so does this visitor.
                Turn::Closed => {
                    self.world.count("sockets opened again");
                    let Some(again) = self.open(&format!("{address}/live"))? else { return Ok(()) };
                    live = again;
                    continue;
                }
            };
            let legal = state["position"]["legal"].as_array().map_or(&[][..], Vec::as_slice);
            let chosen = &legal[self.pick(legal.len())]["move"];
            let ply = state["plies"].as_array().map_or(0, Vec::len);
            let body = json!({ "key": made["key"], "move": chosen, "ply": ply });
            // A killed engine ends the game, and after an undo the state may be an old one.
            self.check("a move", &self.client.post(&format!("{address}/move"), &body)?, &[200, 409])?;
            let key = json!({ "key": made["key"] });
            match self.pick(40) {
                0 => {
                    return self
                        .check("resigning", &self.client.post(&format!("{address}/resign"), &key)?, &[200, 409])
                        .map(drop);
                }
                1 => return Ok(()),
                2 => drop(self.check("undo", &self.client.post(&format!("{address}/undo"), &key)?, &[200, 409])?),
                _ => {}
            }
            self.world.pause(Duration::from_millis(100));
        }
        let key = json!({ "key": made["key"] });
        self.check("a rematch", &self.client.post(&format!("{address}/rematch"), &key)?, &[201, 409]).map(drop)
    }

    /// Asks about positions; some questions are interrupted by the next, some by leaving.
    pub(crate) fn analyse(&mut self) -> io::Result<()> {
        let Some(mut socket) = self.open("/api/v1/analyse")? else { return Ok(()) };
        for number in 0..8 {
            let game = GameId::ALL[self.pick(GameId::ALL.len())];
            let kind = ["position", "review"][usize::from(self.pick(4) == 0)];
            let mut question = json!({ "type": kind, "number": number, "game": game, "limits": { "time_ms": 200 } });
            if kind == "position" {
                question["lines"] = 2.into();
            }
            socket.say(&question)?;
            match self.pick(6) {
                0 => continue,
                1 => return Ok(()),
                2 => socket.say(&json!({ "type": "stop" }))?,
                _ => {}
            }
            loop {
                let message = socket.hear()?.ok_or_else(|| io::Error::other("the socket was closed"))?;
                let is_about_this = message["number"] == number;
                match message["type"].as_str() {
                    Some("done" | "stopped") if is_about_this => break,
                    Some("error") if is_busy(message["status"].as_u64().unwrap_or(0) as u16) => break,
                    Some("error") => return Err(io::Error::other(format!("{question}: {message}"))),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Looks at pages and lists.
    pub(crate) fn look(&mut self) -> io::Result<()> {
        let paths = ["/", "/api/v1/games", "/api/v1/agents?game=divercite", "/api/v1/status", "/api/v1/tournaments"];
        for path in paths {
            self.check(path, &self.client.get(path)?, &[200])?;
        }
        let moves = json!({ "game": "checkers", "moves": ["11-15", "22-18"] });
        self.check("a position", &self.client.post("/api/v1/position", &moves)?, &[200]).map(drop)
    }

    /// Starts a tournament, may stop and resume it, waits for its end and looks at everything about it.
    pub(crate) fn organise(&mut self) -> io::Result<()> {
        let agents = json!(["mcts", "greedy", OFFERED]);
        let definition = json!({ "game": "connect4", "games": 4, "agents": agents, "limits": { "nodes": 200 }, "openings": "random:2" });
        let new = self.client.post("/api/v1/tournaments", &json!({ "definition": definition }))?;
        let Some(made) = self.check("a new tournament", &new, &[201])? else { return Ok(()) };
        let address = format!("/api/v1/tournaments/{}", made["id"]);
        let mut live = self.open(&format!("{address}/live"))?;
        if self.pick(2) == 0 {
            self.world.pause(Duration::from_millis(300));
            // It may be over already.
            self.check("stop", &self.client.post(&format!("{address}/stop"), &json!({}))?, &[200, 409])?;
        }
        while !self.world.is_over() {
            let Some(state) = self.check(&address, &self.client.get(&address)?, &[200])? else { continue };
            match state["state"].as_str() {
                Some("finished") => break,
                Some("stopped") => {
                    self.check("resume", &self.client.post(&format!("{address}/resume"), &json!({}))?, &[200, 409])?;
                }
                Some("failed") => return Err(io::Error::other(format!("{address} failed: {}", state["failure"]))),
                _ => {}
            }
            self.world.pause(Duration::from_millis(300));
        }
        if self.world.is_over() {
            return Ok(());
        }
        for path in ["history", "games", "games/0", "report/report.html", "report/standings.csv", "accuracy"] {
            self.check(path, &self.client.get(&format!("{address}/{path}"))?, &[200, 202])?;
        }
        // The first message is the state as it was then.
        live.as_mut().map_or(Ok(None), Socket::hear).map(drop)
    }
}

/// What a visitor hears of its game.
enum Turn {
    /// It is the visitor's turn, and this is the game.
    Mine(Value),
    Over,
    /// The server has closed the socket.
    Closed,
}

/// Listens until it is the visitor's turn.
fn turn(live: &mut Socket) -> io::Result<Turn> {
    loop {
        let Some(message) = live.hear()? else { return Ok(Turn::Closed) };
        match message["state"]["turn"].as_str() {
            Some("person") => return Ok(Turn::Mine(message["state"].clone())),
            Some("over") => return Ok(Turn::Over),
            _ => {}
        }
    }
}
