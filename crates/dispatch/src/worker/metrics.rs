//! A tiny HTTP server for the metrics of a worker. It answers `GET /metrics` and nothing else.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use grandline_arena::metrics::MEDIA_TYPE;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::Shared;
use crate::error::DispatchError;

/// How long a request and its answer may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest head of a request that is read.
const MOST_BYTES: usize = 8 * 1024;

/// Listens at an address, which must be free now.
pub(super) async fn listen(address: SocketAddr) -> Result<TcpListener, DispatchError> {
    let failed = |error: std::io::Error| DispatchError::Metrics(address.to_string(), error.to_string());
    TcpListener::bind(address).await.map_err(failed)
}

/// Answers requests, one after the other, as long as the worker lives.
pub(super) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            // A client that is slow or gone misses its answer.
            let _ = timeout(PATIENCE, answer(stream, &shared)).await;
        }
    }
}

async fn answer(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut head = Vec::new();
    let mut part = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < MOST_BYTES {
        let count = stream.read(&mut part).await?;
        if count == 0 {
            break;
        }
        head.extend_from_slice(&part[..count]);
    }
    let is_ours = head.starts_with(b"GET /metrics ") || head.starts_with(b"GET /metrics?");
    let (status, body) = match is_ours {
        true => ("200 OK", shared.metrics()),
        false => ("404 Not Found", "only GET /metrics is served here\n".to_owned()),
    };
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {MEDIA_TYPE}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}
