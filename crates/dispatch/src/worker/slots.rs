//! Threads that play, each with players of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use grandline_arena::Played;
use grandline_arena::tournament::{Job, Players};
use grandline_arena::train::RemotePlayer;
use tokio::sync::oneshot;

use super::runs::Run;

/// What became of a chunk.
pub(super) enum Outcome {
    /// All games were played.
    Played(Vec<Played>),
    /// Some could not be played: those that were, the numbers of the others, and why.
    Failed(Vec<Played>, Vec<u64>, String),
    /// The games were ended from outside.
    Stopped,
}

struct Chunk {
    run: Arc<Run>,
    jobs: Vec<Job>,
    answer: oneshot::Sender<Outcome>,
}

/// The threads behind their queue.
pub(super) struct Slots(Sender<Chunk>);

impl Slots {
    /// Starts so many threads.
    pub(super) fn start(count: usize) -> Result<Self, String> {
        let (sender, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..count {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name(format!("player {number}")).spawn(move || serve(&queue));
            thread
                .map_err(|error| format!("the system does not start {count} threads ({error}); use fewer --cores"))?;
        }
        Ok(Slots(sender))
    }

    /// Gives a chunk to the next thread that is free.
    pub(super) fn play(&self, run: Arc<Run>, jobs: Vec<Job>) -> oneshot::Receiver<Outcome> {
        let (answer, wait) = oneshot::channel();
        // Threads that have ended are noticed by the answer that does not come.
        let _ = self.0.send(Chunk { run, jobs, answer });
        wait
    }
}

fn next(queue: &Mutex<Receiver<Chunk>>) -> Option<Chunk> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Plays chunks until no more come. Players are kept as long as the run stays the same.
fn serve(queue: &Mutex<Receiver<Chunk>>) {
    let mut present = next(queue);
    while let Some(first) = present.take() {
        let run = first.run.clone();
        let mut players = Players::new(&run.agents, &run.external);
        let stop = run.stop.clone();
        let mut alone = run.self_play.as_ref().map(|(work, preset)| work.player(preset, stop));
        let mut chunk = Some(first);
        while let Some(Chunk { jobs, answer, .. }) = chunk.take() {
            let outcome = match &mut alone {
                Some(player) => play_alone(player, &jobs),
                None => play(&run, &mut players, &jobs),
            };
            if matches!(outcome, Outcome::Failed(..)) {
                // A player that panicked may be in any state.
                players = Players::new(&run.agents, &run.external);
                let stop = run.stop.clone();
                alone = run.self_play.as_ref().map(|(work, preset)| work.player(preset, stop));
            }
            // A worker that was told to end does not wait for answers.
            let _ = answer.send(outcome);
            match next(queue) {
                Some(next) if Arc::ptr_eq(&next.run, &run) => chunk = Some(next),
                other => present = other,
            }
        }
    }
}

/// Plays games of self-play.
fn play_alone(player: &mut RemotePlayer<'_>, jobs: &[Job]) -> Outcome {
    let mut games = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        let begin = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| player.play(job, || begin.elapsed()))) {
            Ok(Some(played)) => games.push(played),
            Ok(None) => return Outcome::Stopped,
            Err(_) => return Outcome::Failed(games, numbers(&jobs[index..]), panicked(job)),
        }
    }
    Outcome::Played(games)
}

fn numbers(jobs: &[Job]) -> Vec<u64> {
    jobs.iter().map(|job| job.number).collect()
}

fn panicked(job: &Job) -> String {
    format!("game {} ended in a panic, which is a bug in grandline; please report it", job.number)
}

fn play(run: &Run, players: &mut Players<'_>, jobs: &[Job]) -> Outcome {
    let mut games = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        let played = catch_unwind(AssertUnwindSafe(|| job.play(&run.tournament, players, &run.stop, &mut |_, _| {})));
        let reason = match played {
            Ok(Ok(Some(mut played))) => {
                // Times are those of the machine that the clocks are meant for.
                if run.slowness != 1.0 {
                    for ply in &mut played.plies {
                        ply.micros = (ply.micros as f64 / run.slowness).round() as u64;
                    }
                }
                games.push(played);
                continue;
            }
            Ok(Ok(None)) => return Outcome::Stopped,
            Ok(Err(error)) => error.to_string(),
            Err(_) => panicked(job),
        };
        return Outcome::Failed(games, numbers(&jobs[index..]), reason);
    }
    Outcome::Played(games)
}
