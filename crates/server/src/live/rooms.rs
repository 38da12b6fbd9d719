//! All rooms in memory, and the task that looks at their clocks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::document::GameDocument;
use super::game::LiveGame;
use super::room::Room;
use crate::agents::OfferedAgent;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::random;
use crate::state::{Shared, lock};

/// The letters of a game's id: 50 bits, too many to guess.
pub(crate) const ID_LENGTH: usize = 10;
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(50);
/// How often the database is asked what other servers have changed.
const LOOK: Duration = Duration::from_secs(1);
/// How long a game that nobody watches stays in memory; the database keeps it.
const MEMORY: Duration = Duration::from_secs(600);
/// How long the player of a game that nobody watches is kept for the next move.
const KEPT: Duration = Duration::from_secs(60);

/// The rooms in memory.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<HashMap<String, Entry>>);

struct Entry {
    room: Arc<Room>,
    used: Instant,
}

impl Rooms {
    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        lock(&self.0)
    }

    pub(crate) fn count(&self) -> usize {
        self.entries().len()
    }

    /// Opens a new game and stores it.
    pub(crate) async fn open(&self, app: &Shared, document: GameDocument) -> Result<Arc<Room>, ApiError> {
        let text = serde_json::to_string(&document).map_err(|_| ApiError::failure("the game cannot be stored"))?;
        let id = document.id.clone();
        let agent = match document.is_duel() {
            true => OfferedAgent::nobody(),
            false => OfferedAgent::resolve(&app.agents, document.game, Some(&document.agent))?,
        };
        let game = LiveGame::new(document, agent, app.now())?;
        app.store.save(&id, text).await?;
        Ok(self.put(id, game))
    }

    fn put(&self, id: String, game: LiveGame) -> Arc<Room> {
        let mut entries = self.entries();
        // Two visitors may have asked for it at once; both get the room that was there first.
        let entry =
            entries.entry(id).or_insert_with(|| Entry { room: Arc::new(Room::new(game)), used: Instant::now() });
        entry.used = Instant::now();
        entry.room.clone()
    }

    /// The room of a game, from memory or from the database.
    pub(crate) async fn find(&self, app: &Shared, visitor: Visitor, id: &str) -> Result<Arc<Room>, ApiError> {
        let present = self.entries().get_mut(id).map(|entry| {
            entry.used = Instant::now();
            entry.room.clone()
        });
        let room = match present {
            Some(room) => room,
            None => self.load(app, id).await?,
        };
        // The server may have been closed when it was the agent's turn.
        if room.game().awaits_agent() && !room.is_thinking() {
            room.let_agent_move(app, visitor);
        }
        Ok(room)
    }

    async fn load(&self, app: &Shared, id: &str) -> Result<Arc<Room>, ApiError> {
        let game = if random::is_name(id, ID_LENGTH) { stored(app, id).await? } else { None };
        let game = game.ok_or_else(|| ApiError::not_found("this game does not exist on this server"))?;
        Ok(self.put(id.to_owned(), game))
    }

    /// Takes over the games that another server has changed.
    async fn take_over(&self, app: &Shared) -> Result<(), ApiError> {
        for id in app.store.overtaken().await? {
            let room = self.entries().get(&id).map(|entry| entry.room.clone());
            if let Some(room) = room {
                room.reload(app).await?;
            }
        }
        Ok(())
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.entries().values().map(|entry| entry.room.clone()).collect()
    }

    /// Drops the players of all games.
    pub(crate) async fn drop_players(&self) {
        for room in self.all() {
            room.drop_player().await;
        }
    }

    /// Leaves to the database the games that nobody uses.
    fn sweep(&self, app: &Shared) {
        for entry in self.entries().values().filter(|entry| entry.used.elapsed() >= KEPT) {
            if !entry.room.is_watched() {
                drop(entry.room.drop_player());
            }
        }
        let mut left = Vec::new();
        self.entries().retain(|id, entry| {
            let stays = entry.used.elapsed() < MEMORY || !entry.room.is_quiet();
            if !stays {
                left.push(id.clone());
            }
            stays
        });
        if !left.is_empty() {
            app.store.forget(left);
        }
    }
}

/// A game as the database has it.
pub(super) async fn stored(app: &Shared, id: &str) -> Result<Option<LiveGame>, ApiError> {
    let Some(text) = app.store.load(id).await? else { return Ok(None) };
    let damaged = || ApiError::failure("this game was stored by another version and cannot be read");
    let document: GameDocument = serde_json::from_str(&text).map_err(|_| damaged())?;
    let agent = match document.is_duel() {
        true => OfferedAgent::nobody(),
        false => OfferedAgent::of_old(&app.agents, document.game, &document.agent),
    };
    LiveGame::new(document, agent, app.now()).map(Some).map_err(|_| damaged())
}

/// Looks at the clocks of all games until it is aborted.
pub(crate) async fn keep(app: Shared) {
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = looks.tick() => {
                // A database that does not answer now is asked again.
                let _ = app.rooms.take_over(&app).await;
                continue;
            }
            _ = ticks.tick() => {}
        }
        for room in app.rooms.all() {
            let is_late = room.game().is_late(app.now());
            if is_late {
                let looked = room.change(&app, |game, now| {
                    game.look_at_clock(now);
                    Ok(())
                });
                // What could not be stored now is stored with the next change.
                let _ = looked.await;
            }
        }
        app.rooms.sweep(&app);
    }
}
