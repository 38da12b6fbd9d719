//! `/tournaments/{id}/live`: a socket that tells a page about a tournament.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use grandline_arena::store::TournamentKey;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{one, require};
use crate::api::extract::OfTournament;
use crate::api::socket::{self, Connection, Upgrade};
use crate::error::ApiError;
use crate::state::Shared;
use crate::tournaments::{QueuePlace, Running};

/// Boards are sent at most this often, and standings, whose ratings take some time, less.
const BOARDS: Duration = Duration::from_millis(200);
const STANDINGS: Duration = Duration::from_secs(1);
/// How often the database is asked about a tournament that does not run here: another program may play it.
const ELSEWHERE: Duration = Duration::from_secs(2);

pub(crate) async fn live(
    State(app): State<Shared>,
    OfTournament(key): OfTournament,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    require(&app, key).await?;
    socket::open(app.clone(), upgrade, move |line| watch(app, key, line))
}

/// Tells a page about a tournament until it leaves: everything at once, and then what has changed.
async fn watch(app: Shared, key: TournamentKey, mut line: Connection) {
    let mut changes = app.organiser.changes();
    let mut seen = Seen::default();
    let mut next = Instant::now();
    // Whether standings are owed that it was too early for.
    let mut owed = true;
    let mut due = Instant::now();
    let mut look = Instant::now();
    loop {
        let later = if owed { due } else { look };
        tokio::select! {
            heard = line.hear() => if heard.is_none() { return },
            Ok(()) = async { tokio::time::sleep_until(next).await; changes.changed().await } => {}
            () = tokio::time::sleep_until(later) => {}
        }
        next = Instant::now() + BOARDS;
        changes.mark_unchanged();
        let place = app.organiser.place(key);
        if Instant::now() >= look {
            look = Instant::now() + ELSEWHERE;
            if matches!(place, QueuePlace::Idle(_)) {
                // A database that does not answer is asked again.
                let stored = one::stored(&app, key).await.ok().or(seen.stored);
                owed |= std::mem::replace(&mut seen.stored, stored) != stored;
            }
        }
        let mark = mark(&place);
        owed |= seen.place != Some(mark);
        // A tournament that begins or ends is told at once.
        if owed && (Instant::now() >= due || seen.is_another(mark)) {
            let Ok(state) = one::state(&app, key).await else { return };
            if !line.say(&json!({ "type": "state", "state": state })).await {
                return;
            }
            owed = false;
            due = Instant::now() + STANDINGS;
            seen.place = Some(mark);
        }
        if let QueuePlace::Running(running) = &place
            && let Some(message) = seen.boards(running)
            && !line.say(&message).await
        {
            return;
        }
    }
}

/// What a page was told.
#[derive(Default)]
struct Seen {
    /// The word for the place, and what it counted.
    place: Option<(u8, u64)>,
    boards: u64,
    present: Vec<u64>,
    /// What the database had, where the tournament does not run here.
    stored: Option<u64>,
}

/// The kind of a place, and a number that changes with what is told of it.
fn mark(place: &QueuePlace) -> (u8, u64) {
    match place {
        QueuePlace::Running(running) if running.is_stopping() => (0, running.progress().0),
        QueuePlace::Running(running) => (1, running.progress().0),
        QueuePlace::Waiting(before) => (2, *before as u64),
        QueuePlace::Idle(None) => (3, 0),
        QueuePlace::Idle(Some(_)) => (4, 0),
    }
}

impl Seen {
    /// Whether the tournament began or ended since.
    fn is_another(&self, (kind, _): (u8, u64)) -> bool {
        self.place.is_none_or(|(seen, _)| seen != kind)
    }

    /// The boards that have changed, and the numbers of all; `None` if nothing has.
    fn boards(&mut self, running: &Running) -> Option<Value> {
        let version = running.version();
        if version == self.boards {
            return None;
        }
        let boards = running.boards();
        let game = running.tournament.game;
        let changed = boards.iter().filter(|board| board.changed > self.boards);
        let changed: Vec<Value> = changed.map(|board| board.to_json(game)).collect();
        let present: Vec<u64> = boards.iter().map(|board| board.number).collect();
        self.boards = version;
        if changed.is_empty() && present == self.present {
            return None;
        }
        self.present.clone_from(&present);
        Some(json!({ "type": "boards", "boards": changed, "present": present }))
    }
}
