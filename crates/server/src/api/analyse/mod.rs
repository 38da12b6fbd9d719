//! `/analyse`: a socket for questions about positions and games. One question at a time: the next one ends it.
//!
//! `question.rs` is what a page says and how a search is prepared for it, `position.rs` and `review.rs` answer.

mod position;
mod question;
mod review;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use self::question::Said;
use super::socket::{self, Connection, Heard, Upgrade};
use crate::error::{ApiError, without_place};
use crate::guard::Visitor;
use crate::state::Shared;

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
    messages: mpsc::Receiver<Value>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        // A search ends when the task that waits for it is dropped.
        self.task.abort();
    }
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
                let Heard::Text(text) = heard else { return };
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
    message("error", number.unwrap_or_default(), &error.to_json())
}

/// Begins to answer a question.
fn ask(app: &Shared, visitor: &Visitor, said: Said) -> Asked {
    let (sender, messages) = mpsc::channel(64);
    let number = said.number();
    let answers = Answers { number, sender };
    let (app, visitor) = (app.clone(), visitor.clone());
    let task = tokio::spawn(async move {
        let done = match said {
            Said::Position { subject, lines, .. } => position::run(&app, &visitor, &subject, lines, &answers).await,
            Said::Review { subject, .. } => review::run(&app, &visitor, &subject, &answers).await,
            Said::Stop => Ok(()),
        };
        if let Err(error) = done {
            answers.send("error", &error.to_json()).await;
        }
    });
    Asked { number, task, messages }
}

/// Where the answers to a question go. A page that is gone is noticed elsewhere.
#[derive(Clone)]
struct Answers {
    number: Option<u64>,
    sender: mpsc::Sender<Value>,
}

impl Answers {
    async fn send(&self, kind: &str, facts: &impl Serialize) {
        let _ = self.sender.send(message(kind, self.number.into(), facts)).await;
    }

    /// The same from a thread that searches; false if nobody wants to know.
    fn send_blocking(&self, kind: &str, facts: &impl Serialize) -> bool {
        self.sender.blocking_send(message(kind, self.number.into(), facts)).is_ok()
    }
}

/// A message of a type about a question.
fn message(kind: &str, number: Value, facts: &impl Serialize) -> Value {
    let mut message = Map::new();
    message.insert("type".to_owned(), kind.into());
    message.insert("number".to_owned(), number);
    if let Ok(Value::Object(facts)) = serde_json::to_value(facts) {
        message.extend(facts);
    }
    Value::Object(message)
}
