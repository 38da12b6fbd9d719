//! `/analyse`: a socket for questions about positions and games. One question at a time: the next one ends it.
//!
//! `question.rs` is what a page says and how a search is prepared for it, `position.rs` and `review.rs` answer, and `kept.rs`
//! has the reviews that were made before.

mod kept;
mod position;
mod question;
mod review;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

pub(super) use self::kept::show as review;
use self::question::Said;
use super::socket::{self, Connection, Upgrade};
use crate::error::{ApiError, without_place};
use crate::guard::Visitor;
use crate::state::Shared;
use crate::view::merged;

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
    /// The one task that answers. Dropping the set aborts it, and a search ends when nobody waits for it.
    _task: JoinSet<()>,
    messages: mpsc::Receiver<Value>,
}

/// Answers questions until the page leaves.
async fn talk(app: Shared, visitor: Visitor, mut line: Connection) {
    let mut present: Option<Asked> = None;
    loop {
        let message = async {
            match &mut present {
                Some(asked) => asked.messages.recv().await,
                None => std::future::pending().await,
            }
        };
        let reply = tokio::select! {
            heard = line.hear() => {
                let Some(text) = heard else { return };
                match serde_json::from_str(&text) {
                    Ok(Said::Stop) => {
                        present.take().map(|asked| json!({ "type": "stopped", "number": asked.number }))
                    }
                    Ok(said) => {
                        // The old question is dropped before the new one asks for its place.
                        drop(present.take());
                        present = Some(ask(&app, &visitor, said));
                        None
                    }
                    Err(error) => Some(not_a_question(&text, &error.to_string())),
                }
            }
            message = message => {
                if message.is_none() {
                    present = None;
                }
                message
            }
        };
        if let Some(reply) = reply
            && !line.say(&reply).await
        {
            return;
        }
    }
}

fn not_a_question(text: &str, error: &str) -> Value {
    let number = serde_json::from_str::<Value>(text).ok().and_then(|value| value.get("number").cloned());
    let error = ApiError::malformed(format!("not a question: {}", without_place(error)));
    message("error", &number, &error.to_json())
}

/// Begins to answer a question.
fn ask(app: &Shared, visitor: &Visitor, said: Said) -> Asked {
    let (sender, messages) = mpsc::channel(64);
    let number = said.number();
    let answers = Answers { number, sender };
    let (app, visitor) = (app.clone(), visitor.clone());
    let mut task = JoinSet::new();
    task.spawn(async move {
        let done = match said {
            Said::Position { subject, lines, .. } => position::run(&app, &visitor, &subject, lines, &answers).await,
            Said::Review { subject, .. } => review::run(&app, &visitor, &subject, &answers).await,
            Said::Stop => Ok(()),
        };
        if let Err(error) = done {
            answers.send("error", &error.to_json()).await;
        }
    });
    Asked { number, _task: task, messages }
}

/// Where the answers to a question go. A page that is gone is noticed elsewhere.
#[derive(Clone)]
struct Answers {
    number: Option<u64>,
    sender: mpsc::Sender<Value>,
}

impl Answers {
    async fn send(&self, kind: &str, facts: &impl Serialize) {
        let _ = self.sender.send(message(kind, &self.number, facts)).await;
    }
}

/// A message of a type about a question.
fn message(kind: &str, number: &impl Serialize, facts: &impl Serialize) -> Value {
    merged(json!({ "type": kind, "number": number }), facts)
}
