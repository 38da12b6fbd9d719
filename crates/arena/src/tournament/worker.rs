//! A thread that plays one game after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use grandline_search::{Clock, WallClock};

use super::dispatch::{Message, Workshop};
use super::error::RunError;
use super::job::{Job, Players};
use crate::event::Event;
use crate::played::Played;

/// Finished games are handed over together after this time, or as soon as there is nothing else to do: waking the runner for
/// each of thousands of short games would cost more than playing them.
const HAND_OVER: Duration = Duration::from_millis(2);

/// Plays the jobs that come until none does.
pub(super) fn work(workshop: &Workshop<'_>, jobs: &Mutex<Receiver<Job>>, outbox: &Sender<Message>) {
    let mut players = Players::new(workshop.agents, workshop.external);
    let (clock, mut handed_over) = (WallClock::start(), Duration::ZERO);
    let mut finished = Vec::new();
    while let Some(job) = next(jobs, outbox, &mut finished) {
        let message = if workshop.options.stop.load(Ordering::Relaxed) {
            Message::Abandoned
        } else {
            let played = catch_unwind(AssertUnwindSafe(|| play(workshop, &mut players, &job, outbox)));
            match played.unwrap_or(Err(RunError::Panicked)) {
                Ok(Some(played)) => {
                    finished.push(played);
                    let now = clock.now();
                    // Events of the next game must not overtake this one.
                    if workshop.options.tells_moves || now - handed_over >= HAND_OVER {
                        hand_over(outbox, &mut finished);
                        handed_over = now;
                    }
                    continue;
                }
                Ok(None) => Message::Abandoned,
                Err(error) => Message::Failed(error),
            }
        };
        hand_over(outbox, &mut finished);
        if outbox.send(message).is_err() {
            return;
        }
    }
}

/// The next job; `None` when there will be no more. Before it waits for one, finished games are handed over.
fn next(jobs: &Mutex<Receiver<Job>>, outbox: &Sender<Message>, finished: &mut Vec<Played>) -> Option<Job> {
    if let Ok(jobs) = jobs.try_lock()
        && let Ok(job) = jobs.try_recv()
    {
        return Some(job);
    }
    hand_over(outbox, finished);
    jobs.lock().ok()?.recv().ok()
}

/// A runner that is gone needs no games.
fn hand_over(outbox: &Sender<Message>, finished: &mut Vec<Played>) {
    if !finished.is_empty() {
        let _ = outbox.send(Message::Finished(std::mem::take(finished)));
    }
}

fn play(
    workshop: &Workshop<'_>,
    players: &mut Players<'_>,
    job: &Job,
    outbox: &Sender<Message>,
) -> Result<Option<Played>, RunError> {
    let Workshop { tournament, options, .. } = workshop;
    let number = job.number;
    // A runner that is gone hears nothing, and needs to hear nothing.
    let tell = |event: Event| drop(outbox.send(Message::Event(event)));
    if options.tells_moves {
        tell(Event::GameStarted { number, players: job.players(tournament), opening: job.opening.clone() });
    }
    let mut ply = job.opening.moves.len() as u32;
    let played = job.play(tournament, players, &options.stop, &mut |player, made| {
        if options.tells_moves {
            tell(Event::Move { number, ply, player, made: made.clone() });
            ply += 1;
        }
    })?;
    Ok(played)
}
