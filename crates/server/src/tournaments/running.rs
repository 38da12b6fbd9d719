//! The running tournament, as those who watch see it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use grandline_arena::report::Standings;
use grandline_arena::statistics::Phase;
use grandline_arena::store::TournamentKey;
use grandline_arena::{Event, Opening, Ply, Tournament};
use grandline_games::scene::Ending;
use grandline_games::{GameId, Side};
use serde_json::{Value, json};

use super::digest::digest;
use crate::state::lock;
use crate::view::Both;

/// How many warnings are kept.
const MOST_WARNINGS: usize = 20;

/// A running tournament.
pub(crate) struct Running {
    pub(crate) key: TournamentKey,
    pub(crate) tournament: Tournament,
    /// Set to stop it.
    pub(crate) stop: Arc<AtomicBool>,
    /// How many games are played at once.
    at_once: usize,
    inner: Mutex<Inner>,
    /// How often it changed.
    version: AtomicU64,
    /// What was told last, and of which number of games.
    told: Mutex<Option<(u64, Arc<Value>)>>,
}

struct Inner {
    standings: Standings,
    expected: u64,
    boards: BTreeMap<u64, Board>,
    warnings: VecDeque<String>,
}

/// A game that is being played, or was until just now.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) number: u64,
    players: [String; 2],
    opening: Opening,
    moves: Vec<String>,
    last: Option<(Side, Ply)>,
    result: Option<Ending>,
    /// The version of the tournament at its last change.
    pub(crate) changed: u64,
}

impl Running {
    pub(crate) fn new(key: TournamentKey, tournament: Tournament, at_once: usize) -> Self {
        let (standings, expected) = (Standings::of(&tournament), tournament.expected_games());
        let inner = Inner { standings, expected, boards: BTreeMap::new(), warnings: VecDeque::new() };
        Running {
            key,
            tournament,
            stop: Arc::new(AtomicBool::new(false)),
            at_once,
            inner: Mutex::new(inner),
            version: AtomicU64::new(1),
            told: Mutex::new(None),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// Takes in the results that were there before.
    pub(super) fn begin_with(&self, standings: Standings) {
        self.inner().standings = standings;
    }

    /// How often it changed.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes note of an event of the runner.
    pub(super) fn hear(&self, event: &Event) {
        let mut inner = self.inner();
        let version = self.version() + 1;
        match event {
            Event::Round { before, games, .. } => inner.expected = inner.expected.max(before + games),
            Event::GameStarted { number, players, opening } => {
                inner.make_room(self.at_once);
                let (number, players, opening) = (*number, players.clone(), opening.clone());
                let (moves, changed) = (Vec::new(), version);
                let board = Board { number, players, opening, moves, last: None, result: None, changed };
                inner.boards.insert(number, board);
            }
            Event::Move { number, player, made, .. } => {
                if let Some(board) = inner.boards.get_mut(number) {
                    board.moves.push(made.mv.clone());
                    board.last = Some((*player, made.clone()));
                    board.changed = version;
                }
            }
            Event::GameFinished { game } => {
                inner.standings.add(game);
                if let Some(board) = inner.boards.get_mut(&game.number) {
                    board.result = Some(Ending { winner: game.winner, reason: game.reason.clone() });
                    board.changed = version;
                }
            }
            Event::Warning { text } => {
                if inner.warnings.len() == MOST_WARNINGS {
                    inner.warnings.pop_front();
                }
                inner.warnings.push_back(text.clone());
            }
            Event::Started { .. } | Event::Sprt { .. } | Event::Finished { .. } => {}
        }
        drop(inner);
        self.version.store(version, Ordering::Release);
    }

    /// How many games are done, and how many are expected.
    pub(crate) fn progress(&self) -> (u64, u64) {
        let inner = self.inner();
        (inner.standings.games(), inner.expected.max(inner.standings.games()))
    }

    pub(crate) fn warnings(&self) -> Vec<String> {
        self.inner().warnings.iter().cloned().collect()
    }

    /// How it stands; computed once for all who ask after the same game.
    pub(crate) fn standings(&self) -> Arc<Value> {
        let mut told = lock(&self.told);
        let standings = {
            let inner = self.inner();
            if let Some((_, value)) = told.as_ref().filter(|(games, _)| *games == inner.standings.games()) {
                return value.clone();
            }
            inner.standings.clone()
        };
        // The runner continues while ratings are computed.
        let value = Arc::new(digest(&standings, Phase::Running));
        *told = Some((standings.games(), value.clone()));
        value
    }

    /// The games on the boards.
    pub(crate) fn boards(&self) -> Vec<Board> {
        self.inner().boards.values().cloned().collect()
    }
}

impl Inner {
    /// A finished game stays on its board until the next one needs it.
    fn make_room(&mut self, at_once: usize) {
        while self.boards.len() >= at_once {
            let finished = self.boards.values().find(|board| board.result.is_some()).or(self.boards.values().next());
            let Some(number) = finished.map(|board| board.number) else { return };
            self.boards.remove(&number);
        }
    }
}

impl Board {
    /// The board as the page shows it: a picture, the players, and the last search.
    pub(crate) fn to_json(&self, game: GameId) -> Value {
        let mut told = json!({
            "number": self.number,
            "players": { "first": self.players[0], "second": self.players[1] },
            "ply": self.opening.moves.len() + self.moves.len(),
            "last": self.last.as_ref().map(|(player, ply)| json!({
                "player": player.name(),
                "move": ply.mv,
                "depth": ply.search.depth,
                "nodes": ply.search.nodes,
                "time_ms": ply.micros / 1000,
            })),
            "result": self.result.as_ref().map(|Ending { winner, reason }| json!({
                "winner": winner.map_or("draw", Side::name),
                "reason": reason,
            })),
        });
        if let Ok(mut position) = self.opening.position(game) {
            // These moves were legal when they were made.
            let made = position.play_all(&self.moves);
            debug_assert!(made.is_ok());
            // The rules have their own words for the games that they end.
            let ending = self.result.as_ref().filter(|_| position.outcome().is_none());
            let scene = ending.map_or_else(|| position.scene(true), |ending| position.scene_at_end(ending));
            told["svg"] = scene.to_bare_svg().into();
            told["description"] = scene.description.into();
            told["to_move"] = json!((position.outcome().is_none() && ending.is_none()).then(|| position.to_move()));
            told["paints"] = json!(Both::of(|player| position.side_paint(player).class()));
        }
        told
    }
}
