//! `POST /tournaments/estimate`: how long a tournament would take.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::State;
use serde_json::json;

use crate::api::extract::Body;
use crate::error::{Answer, answer};
use crate::guard::Visitor;
use crate::pool::Purpose;
use crate::state::Shared;
use crate::tournaments::{Application, admissible};

/// The time in which new searches are started, and the time after which the last one is stopped.
const BUDGET: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(2);

pub(crate) async fn estimate(
    State(app): State<Shared>,
    visitor: Visitor,
    Body(application): Body<Application>,
) -> Answer {
    // A form is half filled in most of the time, so that what it lacks is an answer and no error.
    let admitted = application.read().and_then(|(tournament, _)| {
        let agents = admissible(&tournament, &app.agents)?;
        Ok((tournament, agents))
    });
    let (tournament, agents) = match admitted {
        Ok(admitted) => admitted,
        Err(problem) => return answer(json!({ "problem": problem.words() })),
    };
    let ticket = app.pool.analyse(&visitor, Purpose::Glance)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let estimate = ticket.run(stop, LONGEST, move || Some(tournament.estimate(&agents, BUDGET, &flag))).await?;
    let seconds = estimate.time.as_secs_f64() / app.organiser.at_once() as f64;
    answer(json!({ "games": estimate.games, "seconds": seconds, "is_least": estimate.is_least }))
}
