//! A game with those who watch it and the agent that searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use grandline_games::Side;
use serde_json::Value;
use tokio::sync::watch;

use super::game::{LiveGame, Turn};
use super::rooms::stored;
use super::thinking::{FAILED, Found, Kept, LONGEST_SEARCH, Search};
use crate::database::DatabaseError;
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::pool::{Place, Unfinished};
use crate::state::{Shared, lock};

/// A game that people look at.
pub(crate) struct Room {
    game: Mutex<LiveGame>,
    /// The search of the agent, to be ended when the game goes elsewhere.
    search: Mutex<Option<Arc<AtomicBool>>>,
    /// The agent's player, if it has moved before and was kept.
    player: Mutex<Option<Kept>>,
    /// Changes whenever the game does.
    version: watch::Sender<u64>,
    /// What the agent has found so far.
    thinking: watch::Sender<Option<Value>>,
}

impl Room {
    pub(super) fn new(game: LiveGame) -> Self {
        Room {
            game: Mutex::new(game),
            search: Mutex::default(),
            player: Mutex::default(),
            version: watch::Sender::new(0),
            thinking: watch::Sender::new(None),
        }
    }

    /// The game; a search that panicked elsewhere does not take it along.
    pub(crate) fn game(&self) -> MutexGuard<'_, LiveGame> {
        lock(&self.game)
    }

    fn search(&self) -> MutexGuard<'_, Option<Arc<AtomicBool>>> {
        lock(&self.search)
    }

    /// Keeps a player for its next move, if there can be one.
    fn keep(&self, player: Kept) {
        drop(self.drop_player());
        *lock(&self.player) = Some(player);
        if self.game().turn() == Turn::Over {
            drop(self.drop_player());
        }
    }

    /// Drops the agent's player. Ending a program may take a moment, so that no thread that answers requests does it.
    pub(super) fn drop_player(&self) -> impl Future<Output = ()> + use<> {
        let task = lock(&self.player).take().map(|player| tokio::task::spawn_blocking(move || drop(player)));
        async {
            if let Some(task) = task {
                // A thread that panics has ended, too.
                let _ = task.await;
            }
        }
    }

    pub(crate) fn versions(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(crate) fn reports(&self) -> watch::Receiver<Option<Value>> {
        self.thinking.subscribe()
    }

    /// Whether anyone watches it.
    pub(super) fn is_watched(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Whether nobody watches, no search runs and no clock runs.
    pub(super) fn is_quiet(&self) -> bool {
        !self.is_watched() && self.search().is_none() && !self.game().is_timed()
    }

    /// Whether the agent searches.
    pub(crate) fn is_thinking(&self) -> bool {
        self.search().is_some()
    }

    /// The game as the page sees it.
    pub(crate) fn view(&self, app: &Shared, turned: bool) -> Value {
        let mut view = self.game().view(app.now(), turned);
        view["thinking"] = self.is_thinking().into();
        view
    }

    /// Changes the game for a person with its key, tells the watchers and stores it.
    pub(crate) async fn act<T>(
        &self,
        app: &Shared,
        key: &str,
        action: impl FnOnce(&mut LiveGame, Side, Duration) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let seat = self.game().document.seat(key);
        let forbidden = || ApiError::forbidden("this is not a key of the game: only those who play it can move");
        let seat = seat.ok_or_else(forbidden)?;
        self.change(app, |game, now| action(game, seat, now)).await
    }

    /// Changes the game, tells the watchers and stores it.
    pub(super) async fn change<T>(
        &self,
        app: &Shared,
        action: impl FnOnce(&mut LiveGame, Duration) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let (result, saved) = {
            let mut game = self.game();
            let before = game.document.clone();
            let result = action(&mut game, app.now());
            // An action that failed may still have found that the time is up.
            if game.document == before {
                return result;
            }
            let document = serde_json::to_string(&game.document);
            let document = document.map_err(|_| ApiError::failure("the game cannot be stored"))?;
            // Given to the database before the game can change again, so that the last state is stored last.
            let saved = app.store.save(&game.document.id, document);
            if game.turn() != Turn::Agent {
                self.end_search();
            }
            if game.turn() == Turn::Over {
                drop(self.drop_player());
            }
            (result, saved)
        };
        self.version.send_modify(|version| *version += 1);
        let saved = saved.await;
        if matches!(saved, Err(DatabaseError::Overtaken)) {
            self.reload(app).await?;
        }
        saved?;
        result
    }

    /// Takes the game as the database has it, since another server has changed it.
    pub(super) async fn reload(&self, app: &Shared) -> Result<(), ApiError> {
        let id = self.game().document.id.clone();
        if let Some(game) = stored(app, &id).await? {
            drop(self.drop_player());
            self.game().replace(game);
            self.end_search();
            self.version.send_modify(|version| *version += 1);
        }
        Ok(())
    }

    /// Ends the agent's search; its result is no longer needed.
    fn end_search(&self) {
        if let Some(stop) = self.search().take() {
            stop.store(true, Ordering::Relaxed);
        }
        self.thinking.send_replace(None);
    }

    /// Makes the agent answer with what it has.
    pub(crate) fn hurry(&self) {
        if let Some(stop) = &*self.search() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the agent move as long as it is its turn, in a visitor's share of the searches.
    pub(crate) fn let_agent_move(self: &Arc<Self>, app: &Shared, visitor: Visitor) {
        let (room, app) = (self.clone(), app.clone());
        tokio::spawn(async move {
            while let Some(stop) = room.begin_search() {
                let ticket = app.pool.play(&visitor);
                if !ticket.is_next() {
                    room.game().agent_waits(app.now());
                    room.version.send_modify(|version| *version += 1);
                }
                // It waits as long as the server runs.
                let Ok(place) = ticket.place().await else { return };
                room.game().agent_starts(app.now());
                if !room.think(&app, place, stop).await {
                    return;
                }
            }
        });
    }

    /// Marks the beginning of a search, unless there is one or none is needed.
    fn begin_search(&self) -> Option<Arc<AtomicBool>> {
        let game = self.game();
        let mut search = self.search();
        if !game.awaits_agent() || search.is_some() {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        *search = Some(stop.clone());
        Some(stop)
    }

    /// One search and its move; false if the server closes.
    async fn think(self: &Arc<Self>, app: &Shared, place: Place, stop: Arc<AtomicBool>) -> bool {
        if stop.load(Ordering::Relaxed) {
            // The game went elsewhere while the search waited.
            return true;
        }
        let (task, limits) = {
            let game = self.game();
            (game.task(app.now()), game.document.limits)
        };
        let Some(task) = task else { return true };
        self.version.send_modify(|version| *version += 1);
        let generation = task.generation;
        let (room, own, disposal) = (self.clone(), app.agents.clone(), app.pool.disposal());
        let search = Search { task, limits, stop: stop.clone(), kept: lock(&self.player).take() };
        let work = move || Some(search.run(&own, &disposal, &|report| drop(room.thinking.send_replace(Some(report)))));
        let found = place.run(stop.clone(), LONGEST_SEARCH, work).await;
        {
            // A search that was ended from outside has been replaced or is not needed; otherwise this one is over.
            let mut search = self.search();
            if search.as_ref().is_some_and(|present| Arc::ptr_eq(present, &stop)) {
                *search = None;
            }
        }
        let Found { choice, kept } = match found {
            Ok(found) => found,
            Err(Unfinished::Failed) => Found::nothing(FAILED),
            // The game continues when the server runs again.
            Err(Unfinished::Closing | Unfinished::Displaced) => return false,
        };
        if *app.closing.borrow() {
            return false;
        }
        // Before the person can answer the move, so that the next search finds it.
        if let Some(kept) = kept {
            self.keep(kept);
        }
        let done = self.change(app, |game, now| {
            game.agent_moves(generation, choice, now);
            Ok(())
        });
        // The game itself is right in memory; the next change stores it again.
        let _ = done.await;
        true
    }
}
