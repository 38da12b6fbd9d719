//! The best lines of a position, while they are found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::{Analysis, build, tables};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

use super::Answers;
use super::question::{Subject, enter};
use crate::error::{ApiError, check_range};
use crate::guard::Visitor;
use crate::limits::Maximum;
use crate::pool::Purpose;
use crate::state::Shared;
use crate::view::merged;

/// The time of an analysis without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Reports are sent at most this often.
const PACE: Duration = Duration::from_millis(100);
/// The most lines.
const MOST_LINES: usize = 10;

/// Analyses a position and reports on the way.
pub(super) async fn run(
    app: &Shared,
    visitor: &Visitor,
    subject: &Subject,
    lines: usize,
    answers: &Answers,
) -> Result<(), ApiError> {
    check_range("lines", lines, 1..=MOST_LINES)?;
    let limits = subject.limits.checked(&Maximum::ANALYSIS)?.or_time(DEFAULT_TIME);
    let (position, preset) = subject.resolve(app)?;
    if position.outcome().is_some() {
        let words = format!("the game is over: {}", position.reason());
        return Err(ApiError::wrong(words));
    }
    let (agent, mover) = (preset.name.clone(), position.to_move());
    let report = |analysis: &Analysis| {
        let facts = json!({ "agent": agent, "mover": mover, "nodes_per_s": analysis.nodes_per_s() });
        let mut report = merged(facts, analysis);
        report["founded"] = analysis.is_founded.into();
        if !analysis.is_founded {
            report["chance"] = serde_json::Value::Null;
        }
        report
    };
    let ticket = enter(app, visitor, Purpose::Analysis).await?;
    if !ticket.is_next() {
        answers.send("waiting", &json!({})).await;
    }
    let yielded = ticket.yielded();
    let stop = Arc::new(AtomicBool::new(false));
    let mut limits = limits.limits(stop.clone());
    limits.lines = lines;
    limits.analysis = true;
    // Only the latest report counts: a page that is slow misses some, and is never behind.
    let (latest, mut reports) = watch::channel(None::<Analysis>);
    let disposal = app.pool.disposal();
    let search = ticket.run(stop, Maximum::ANALYSIS.time, move || {
        if tables::may_have(&position) {
            // Opened here, where no clock of a game runs and no request waits.
            let _ = tables::open(position.game());
        }
        let mut watch = |report: &_| drop(latest.send(Some(Analysis::of(&position, report))));
        let mut engine = disposal.owns(build(&preset, 0));
        let report = engine.get()?.search(&position, &limits, &mut watch)?;
        Some(Analysis::of(&position, &report))
    });
    tokio::pin!(search);
    let mut next = Instant::now();
    loop {
        tokio::select! {
            found = &mut search => {
                let mut done = report(&found?);
                done["yielded"] = yielded.load(Ordering::Relaxed).into();
                answers.send("done", &done).await;
                return Ok(());
            }
            Ok(()) = async { tokio::time::sleep_until(next).await; reports.changed().await } => {
                next = Instant::now() + PACE;
                let analysis = reports.borrow_and_update().clone();
                if let Some(analysis) = analysis {
                    answers.send("report", &report(&analysis)).await;
                }
            }
        }
    }
}
