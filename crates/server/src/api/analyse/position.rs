//! The best lines of a position, while they are found.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_agents::{Thought, build_any};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Answers;
use super::question::{Search, Subject};
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::state::Shared;
use crate::strength::Most;

/// How long a position is thought about if nothing is said.
const USUAL: Duration = Duration::from_secs(60);
/// Reports are sent at most this often.
const PACE: Duration = Duration::from_millis(100);
/// The most lines.
const MOST_LINES: usize = 10;

/// A thought, and whose it is about what.
#[derive(Serialize)]
struct Report<'a> {
    agent: &'a str,
    mover: &'static str,
    nodes_per_s: f64,
    #[serde(flatten)]
    thought: &'a Thought,
}

impl<'a> Report<'a> {
    fn of(agent: &'a str, mover: &'static str, thought: &'a Thought) -> Self {
        Report { agent, mover, nodes_per_s: thought.nodes_per_s(), thought }
    }
}

/// Thinks about a position and reports on the way.
pub(super) async fn run(
    app: &Shared,
    visitor: &Visitor,
    subject: &Subject,
    lines: usize,
    answers: &Answers,
) -> Result<(), ApiError> {
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(ApiError::out_of_range("lines", "1", &MOST_LINES.to_string()));
    }
    let strength = subject.limits.checked(&Most::OF_AN_ANALYSIS)?.or_time(USUAL);
    let (position, preset) = subject.resolve(app)?;
    if position.outcome().is_some() {
        let words = format!("there is nothing to think about: the game is over ({})", position.reason());
        return Err(ApiError::wrong(words));
    }
    let (agent, mover) = (preset.name.clone(), position.to_move().name());
    let Search { ticket, preset, position } = Search::prepare(app, visitor, (position, preset), answers).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut limits = strength.limits(stop.clone());
    limits.lines = lines;
    // Only the latest thought counts: a page that is slow misses some, and is never behind.
    let (latest, mut thoughts) = watch::channel(None::<Thought>);
    let search = ticket.run(stop, Most::OF_AN_ANALYSIS.time, move || {
        let mut engine = build_any(&preset, 0).ok()?;
        engine.search(position.as_ref(), &limits, &mut |thought| drop(latest.send(Some(thought))))
    });
    tokio::pin!(search);
    let mut next = Instant::now();
    loop {
        tokio::select! {
            thought = &mut search => {
                let thought = thought?.ok_or_else(|| ApiError::failure("the search failed"))?;
                answers.send("done", &Report::of(&agent, mover, &thought)).await;
                return Ok(());
            }
            Ok(()) = async { tokio::time::sleep_until(next).await; thoughts.changed().await } => {
                next = Instant::now() + PACE;
                let thought = thoughts.borrow_and_update().clone();
                if let Some(thought) = thought {
                    answers.send("report", &Report::of(&agent, mover, &thought)).await;
                }
            }
        }
    }
}
