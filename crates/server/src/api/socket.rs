//! What all sockets have in common: their number is limited, they are pinged, and they end with the server.

use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use serde_json::json;
use tokio::time::Interval;

use crate::error::ApiError;
use crate::state::{Shared, closes};

/// The most sockets open at once.
pub(crate) const MOST: usize = 1000;
/// The most bytes of a message from a page.
const LARGEST_MESSAGE: usize = 64 * 1024;
/// How often a page is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);
/// A page that has not said anything for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);

/// A socket and what keeps it alive.
pub(super) struct Connection {
    socket: WebSocket,
    pings: Interval,
    heard: tokio::time::Instant,
    app: Shared,
}

/// A request that may become a socket, or why it cannot.
pub(super) type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Opens a socket for a conversation.
pub(super) fn open<F, T>(app: Shared, upgrade: Upgrade, talk: F) -> Result<Response, ApiError>
where
    F: FnOnce(Connection) -> T + Send + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    let permit = app.sockets.clone().try_acquire_owned();
    let permit = permit.map_err(|_| ApiError::unavailable("too many pages are open; try again in a moment"))?;
    let upgrade =
        upgrade.map_err(|_| ApiError::malformed("this address is a WebSocket; docs/api.md says what it speaks"))?;
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut pings = tokio::time::interval(PING);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        talk(Connection { socket, pings, heard: tokio::time::Instant::now(), app }).await;
        drop(permit);
    }))
}

impl Connection {
    /// Sends a message; false if the page is gone.
    pub(super) async fn say(&mut self, message: &impl Serialize) -> bool {
        // Everything we say can be written as JSON.
        let Ok(text) = serde_json::to_string(message) else { return true };
        self.send(Message::Text(text.into())).await
    }

    /// A page that takes nothing for a minute is as good as gone, and must not keep what waits for it.
    async fn send(&mut self, message: Message) -> bool {
        matches!(tokio::time::timeout(SILENCE, self.socket.send(message)).await, Ok(Ok(())))
    }

    /// Waits for the page to say something, pinging it meanwhile; `None` if the page is gone or the server closes. It may be
    /// given up at any moment without losing a message.
    pub(super) async fn hear(&mut self) -> Option<String> {
        let closing = self.app.closing.subscribe();
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        self.heard = tokio::time::Instant::now();
                        return Some(text.to_string());
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {
                        self.heard = tokio::time::Instant::now();
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                },
                _ = self.pings.tick() => {
                    if self.heard.elapsed() > SILENCE || !self.send(Message::Ping(Vec::new().into())).await {
                        return None;
                    }
                }
                () = closes(closing.clone()) => {
                    self.say(&json!({ "type": "closing" })).await;
                    return None;
                }
            }
        }
    }
}
