//! `/analyse`: a socket for questions about positions and games. One question at a time: the next one ends it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use grandline_agents::{Preset, Thought, build_any};
use grandline_games::{AnyPosition, GameId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::review;
use super::socket::{self, Heard, Line, Upgrade};
use crate::agents::resolve;
use crate::error::{ApiError, without_place};
use crate::guard::Visitor;
use crate::pool::{Ticket, Unfinished};
use crate::state::Shared;
use crate::strength::{Most, Strength};
use crate::text::{AgentText, MoveTexts, SetupText};
use crate::view::play_out;

/// How long a position is thought about if nothing is said.
const USUAL: Duration = Duration::from_secs(60);
/// Reports are sent at most this often.
const PACE: Duration = Duration::from_millis(100);
/// The most lines.
const MOST_LINES: usize = 10;

/// What a page says.
#[derive(Deserialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    deny_unknown_fields,
    expecting = "an object whose type is position, review or stop"
)]
enum Said {
    Position {
        number: Option<u64>,
        #[serde(flatten)]
        subject: Subject,
        #[serde(default = "one")]
        lines: usize,
    },
    Review {
        number: Option<u64>,
        #[serde(flatten)]
        subject: Subject,
    },
    Stop,
}

fn one() -> usize {
    1
}

/// What a question is about, and who is asked.
#[derive(Deserialize)]
pub(super) struct Subject {
    game: GameId,
    #[serde(default)]
    setup: SetupText,
    #[serde(default)]
    moves: MoveTexts,
    agent: Option<AgentText>,
    #[serde(default)]
    limits: Strength,
}

pub(super) async fn socket(
    State(app): State<Shared>,
    visitor: Visitor,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    socket::open(app.clone(), upgrade, move |line| talk(app, visitor, line))
}

/// A question that is being answered.
struct Asked {
    number: Option<u64>,
    task: JoinHandle<()>,
    answers: mpsc::Receiver<Value>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        // Whoever waits for a search and is dropped ends it.
        self.task.abort();
    }
}

async fn talk(app: Shared, visitor: Visitor, mut line: Line) {
    let mut present: Option<Asked> = None;
    loop {
        let answer = async {
            match &mut present {
                Some(asked) => asked.answers.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            heard = line.hear() => {
                let Heard::Text(text) = heard else { return };
                let said = match serde_json::from_str::<Said>(&text) {
                    Ok(Said::Stop) => {
                        if let Some(asked) = present.take()
                            && !line.say(&json!({ "type": "stopped", "number": asked.number })).await
                        {
                            return;
                        }
                        continue;
                    }
                    Ok(said) => said,
                    Err(error) => {
                        let number = serde_json::from_str::<Value>(&text).ok().and_then(|value| value.get("number").cloned());
                        let error = error.to_string();
                        let words = format!("not a question: {}", without_place(&error));
                        if !line.say(&error_message(number.unwrap_or_default(), &ApiError::malformed(words))).await {
                            return;
                        }
                        continue;
                    }
                };
                // The old question is dropped before the new one asks for its place.
                drop(present.take());
                present = Some(ask(&app, &visitor, said));
            }
            message = answer => match message {
                Some(message) => if !line.say(&message).await { return },
                None => present = None,
            }
        }
    }
}

fn error_message(number: Value, error: &ApiError) -> Value {
    let mut message = Map::new();
    message.insert("type".to_owned(), "error".into());
    message.insert("number".to_owned(), number);
    message.extend(error.to_json());
    Value::Object(message)
}

/// Begins to answer a question.
fn ask(app: &Shared, visitor: &Visitor, said: Said) -> Asked {
    let (answers, receiver) = mpsc::channel(64);
    let number = match &said {
        Said::Position { number, .. } | Said::Review { number, .. } => *number,
        Said::Stop => None,
    };
    let (app, visitor) = (app.clone(), visitor.clone());
    let task = tokio::spawn(async move {
        let done = match said {
            Said::Position { subject, lines, .. } => position(&app, &visitor, number, subject, lines, &answers).await,
            Said::Review { subject, .. } => review(&app, &visitor, number, subject, &answers).await,
            Said::Stop => Ok(()),
        };
        if let Err(error) = done {
            // A page that is gone needs no error.
            let _ = answers.send(error_message(number.into(), &error)).await;
        }
    });
    Asked { number, task, answers: receiver }
}

/// What a search needs.
pub(super) struct Search {
    pub(super) ticket: Ticket,
    pub(super) preset: Preset,
    pub(super) position: Box<dyn AnyPosition>,
}

/// Checks a question and waits for its place.
async fn prepare(
    app: &Shared,
    visitor: &Visitor,
    number: Option<u64>,
    subject: &Subject,
    answers: &mpsc::Sender<Value>,
) -> Result<Search, ApiError> {
    let position = play_out(subject.game, &subject.setup, &subject.moves)?;
    // An agent's own time for a move is part of how it plays; here the visitor says how long to think.
    let preset = resolve(subject.game, subject.agent.as_ref())?.without_time();
    let ticket = enter_patiently(app, visitor).await?;
    if !ticket.is_next() {
        let _ = answers.send(json!({ "type": "waiting", "number": number })).await;
    }
    Ok(Search { ticket, preset, position })
}

/// A search that was just ended takes a moment to end; the visitor's next one waits for it rather than being refused.
async fn enter_patiently(app: &Shared, visitor: &Visitor) -> Result<Ticket, ApiError> {
    for _ in 0..20 {
        if let Ok(ticket) = app.pool.enter(visitor) {
            return Ok(ticket);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    app.pool.enter(visitor)
}

pub(super) fn unfinished(unfinished: Unfinished) -> ApiError {
    match unfinished {
        Unfinished::Closing => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server closes"),
        Unfinished::Failed => ApiError::failure("the search failed"),
    }
}

async fn position(
    app: &Shared,
    visitor: &Visitor,
    number: Option<u64>,
    subject: Subject,
    lines: usize,
    answers: &mpsc::Sender<Value>,
) -> Result<(), ApiError> {
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(ApiError::out_of_range("lines", "1", &MOST_LINES.to_string()));
    }
    let strength = subject.limits.checked(&Most::OF_AN_ANALYSIS)?.or_time(USUAL);
    let Search { ticket, preset, position } = prepare(app, visitor, number, &subject, answers).await?;
    if position.outcome().is_some() {
        let words = format!("there is nothing to think about: the game is over ({})", position.reason());
        return Err(ApiError::wrong(words));
    }
    let about = (preset.name.clone(), position.to_move().name());
    let stop = Arc::new(AtomicBool::new(false));
    let mut limits = strength.limits(stop.clone());
    limits.lines = lines;
    let (latest, mut reports) = watch::channel(None::<Thought>);
    let search = ticket.run(stop, Most::OF_AN_ANALYSIS.time, move || {
        let mut engine = build_any(&preset, 0).ok()?;
        engine.search(position.as_ref(), &limits, &mut |thought| drop(latest.send(Some(thought))))
    });
    tokio::pin!(search);
    let mut next = Instant::now();
    loop {
        tokio::select! {
            thought = &mut search => {
                let thought = thought.map_err(unfinished)?.ok_or_else(|| ApiError::failure("the search failed"))?;
                let _ = answers.send(report("done", number, &about, &thought)).await;
                return Ok(());
            }
            Ok(()) = async { tokio::time::sleep_until(next).await; reports.changed().await } => {
                next = Instant::now() + PACE;
                let thought = reports.borrow_and_update().clone();
                if let Some(thought) = thought {
                    let _ = answers.send(report("report", number, &about, &thought)).await;
                }
            }
        }
    }
}

/// A thought as a message.
fn report(kind: &str, number: Option<u64>, about: &(String, &'static str), thought: &Thought) -> Value {
    let mut message = Map::new();
    message.insert("type".to_owned(), kind.into());
    message.insert("number".to_owned(), number.into());
    message.insert("agent".to_owned(), about.0.as_str().into());
    message.insert("mover".to_owned(), about.1.into());
    if let Ok(Value::Object(facts)) = serde_json::to_value(thought) {
        message.extend(facts);
    }
    message.insert("nodes_per_s".to_owned(), thought.nodes_per_s().into());
    Value::Object(message)
}

async fn review(
    app: &Shared,
    visitor: &Visitor,
    number: Option<u64>,
    subject: Subject,
    answers: &mpsc::Sender<Value>,
) -> Result<(), ApiError> {
    let strength = subject.limits.checked(&Most::OF_A_REVIEW)?.or_time(review::USUAL);
    let search = prepare(app, visitor, number, &subject, answers).await?;
    review::run(search, strength, number, answers.clone()).await
}
