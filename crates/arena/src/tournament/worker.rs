//! A thread that plays one game after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};

use grandline_agents::Family;
use grandline_games::Side;
use grandline_games::random::mix;

use super::definition::Tournament;
use super::runner::{RunError, RunOptions};
use crate::contender::Contender;
use crate::contest::{self, Contest, Terms};
use crate::contestant::Contestant;
use crate::event::Event;
use crate::played::{Opening, Played};

/// A game to be played.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) round: u32,
    pub(super) pair: u64,
    /// The agents by their place in the tournament, the one that moves first in front.
    pub(super) agents: [usize; 2],
    pub(super) opening: Opening,
}

/// What a worker says.
pub(super) enum Message {
    /// A game began or went on.
    Told(Event),
    /// A game is over.
    Finished(Box<Played>),
    /// A game was given up.
    GivenUp,
    /// Nothing can be played.
    Failed(RunError),
}

/// What all workers of a tournament share.
pub(super) struct Workshop<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) contenders: &'a [Contender],
    pub(super) options: &'a RunOptions,
}

/// Plays what comes until nothing does.
pub(super) fn work<G: Family>(workshop: &Workshop<'_>, jobs: &Mutex<Receiver<Job>>, outbox: &Sender<Message>) {
    let mut seats: Vec<Option<Box<dyn Contestant<G>>>> = workshop.contenders.iter().map(|_| None).collect();
    loop {
        let Ok(Ok(job)) = jobs.lock().map(|jobs| jobs.recv()) else { return };
        let message = if workshop.options.stop.load(Ordering::Relaxed) {
            Message::GivenUp
        } else {
            let played = catch_unwind(AssertUnwindSafe(|| play(workshop, &mut seats, job, outbox)));
            match played.unwrap_or_else(|_| Err(RunError::Panicked)) {
                Ok(Some(played)) => Message::Finished(Box::new(played)),
                Ok(None) => Message::GivenUp,
                Err(error) => Message::Failed(error),
            }
        };
        if outbox.send(message).is_err() {
            return;
        }
    }
}

fn play<G: Family>(
    workshop: &Workshop<'_>,
    seats: &mut [Option<Box<dyn Contestant<G>>>],
    job: Job,
    outbox: &Sender<Message>,
) -> Result<Option<Played>, RunError> {
    let Workshop { tournament, contenders, options } = workshop;
    for agent in job.agents {
        seats[agent].get_or_insert_with(|| contenders[agent].contestant::<G>(&options.external));
    }
    let players = job.agents.map(|agent| tournament.agents[agent].name.clone());
    if options.tells_moves {
        let (players, opening) = (players.clone(), job.opening.clone());
        let _ = outbox.send(Message::Told(Event::GameStarted { number: job.number, players, opening }));
    }
    let record = job.opening.record::<G>()?;
    let mut ply = record.moves().len() as u32;
    let mut side = record.position().to_move();
    let mut position = options.tells_moves.then(|| record.position().clone());
    let mut watch = |made: &crate::played::Ply| {
        // Whose move it was is only worth knowing to those who watch.
        let Some(position) = &mut position else { return };
        let _ = outbox.send(Message::Told(Event::Move { number: job.number, ply, player: side, made: made.clone() }));
        ply += 1;
        if let Ok(mv) = position.parse_move(&made.mv) {
            position.play(mv);
            side = position.to_move();
        }
    };
    let terms = Terms { allowance: &tournament.limits, adjudication: &tournament.adjudicate, stop: &options.stop };
    let [Some(first), Some(second)] = seats.get_disjoint_mut(job.agents).map_err(|_| RunError::Panicked)? else {
        return Err(RunError::Panicked);
    };
    let seed = mix(mix(tournament.seed).wrapping_add(job.number));
    let contest = contest::play(record, [first.as_mut(), second.as_mut()], seed, terms, &mut watch);
    first.rest();
    second.rest();
    Ok(contest.map(|contest| finished(job, players, contest)))
}

/// The game with its number and the names of its agents.
fn finished(job: Job, players: [String; 2], contest: Contest) -> Played {
    let Contest { plies, margin, ending, reason, detail, evidence } = contest;
    let mut reason = reason;
    for (side, name) in Side::BOTH.into_iter().zip(&players) {
        if let Some(rest) = reason.strip_prefix(&format!("{{{}}}", side.name())) {
            reason = format!("{name}{rest}");
        }
    }
    Played {
        number: job.number,
        round: job.round,
        pair: job.pair,
        players,
        opening: job.opening,
        plies,
        winner: margin.winner(),
        margin: if ending.is_forfeit() { 0 } else { margin.0 },
        ending,
        reason,
        detail,
        evidence,
    }
}
