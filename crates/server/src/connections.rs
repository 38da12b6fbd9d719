//! Connections: how many there may be, how long they may be silent, and how they end.
//!
//! A connection that says nothing, sends its head or body slowly, or takes no answer is closed, so that a server with
//! few descriptors stays reachable.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Sleep};
use tower_service::Service;

use crate::guard::network;
use crate::state::{closes, lock};

/// The pause after a connection could not be accepted, which happens when the system has no descriptors left.
const PAUSE: Duration = Duration::from_millis(50);
/// Descriptors for everything but connections: the database, external engines, files.
const RESERVED: u64 = 128;
/// The answer to a connection too many.
const BUSY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// How many connections there may be, and how long they may take.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// In all.
    pub all: usize,
    /// From one address; a class may share one.
    pub per_address: usize,
    /// The time for the head of a request, and the time that a connection is kept for the next request.
    pub head: Duration,
    /// The time for the body of a request.
    pub body: Duration,
    /// The time in which nothing comes or goes. Sockets are pinged more often.
    pub silence: Duration,
}

impl Default for ConnectionLimits {
    /// What the system's limit of descriptors allows.
    fn default() -> Self {
        let all = descriptors().saturating_sub(RESERVED).clamp(32, 4096) as usize;
        let [head, body, silence] = [15, 20, 75].map(Duration::from_secs);
        ConnectionLimits { all, per_address: all / 2, head, body, silence }
    }
}

/// The descriptors that this process may have; the soft limit is raised to the hard one.
#[cfg(target_os = "linux")]
fn descriptors() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let before = limit.current.unwrap_or(1024);
    limit.current = limit.maximum.map(|most| most.min(65_536));
    if setrlimit(Resource::Nofile, limit).is_ok() { limit.current.unwrap_or(65_536) } else { before }
}

#[cfg(not(target_os = "linux"))]
fn descriptors() -> u64 {
    1024
}

/// Answers connections until the server closes, then lets those that are open finish.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    closing: watch::Receiver<bool>,
) {
    let open = Arc::new(Open { limits, by_address: Mutex::default() });
    // Every connection holds a sender, so that the channel ends with the last of them.
    let (held, mut last) = mpsc::channel::<()>(1);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            },
            () = closes(closing.clone()) => break,
        };
        let Some(permit) = Open::enter(&open, address.ip()) else {
            // An answer if it can be sent at once; a client that floods the server does not read it.
            let _ = stream.try_write(BUSY);
            continue;
        };
        // Answers are small and wanted at once; a system that cannot do it is only slower.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(Bounded::new(stream, limits.silence, permit));
        let router = router.clone();
        let service = service_fn(move |mut request: Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(address));
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(stream, service)
            .with_upgrades();
        let (held, closing) = (held.clone(), closing.clone());
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            // A connection that breaks off concerns nobody else.
            tokio::select! {
                _ = connection.as_mut() => return,
                () = closes(closing) => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
            drop(held);
        });
    }
    drop(held);
    // Nothing is ever sent.
    let _ = last.recv().await;
}

/// The connections that are open.
struct Open {
    limits: ConnectionLimits,
    by_address: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to be connected. It is given back when dropped.
struct Permit {
    open: Arc<Open>,
    address: IpAddr,
}

impl Open {
    fn enter(open: &Arc<Open>, address: IpAddr) -> Option<Permit> {
        let address = network(address);
        let mut by_address = lock(&open.by_address);
        let ConnectionLimits { all, per_address, .. } = open.limits;
        let own = by_address.get(&address).copied().unwrap_or(0);
        if own >= per_address || by_address.values().sum::<usize>() >= all {
            return None;
        }
        by_address.insert(address, own + 1);
        Some(Permit { open: open.clone(), address })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut by_address = lock(&self.open.by_address);
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// A stream that fails when nothing comes or goes for too long, and holds its permit as long as it is open: also when
/// it has become a WebSocket.
struct Bounded {
    stream: TcpStream,
    silence: Duration,
    patience: Pin<Box<Sleep>>,
    _permit: Permit,
}

impl Bounded {
    fn new(stream: TcpStream, silence: Duration, permit: Permit) -> Self {
        Bounded { stream, silence, patience: Box::pin(tokio::time::sleep(silence)), _permit: permit }
    }

    /// Passes on what the stream says, unless it has been silent for too long.
    fn within_patience<T>(&mut self, polled: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            let end = Instant::now() + self.silence;
            self.patience.as_mut().reset(end);
            return polled;
        }
        self.patience.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Bounded {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.within_patience(polled, cx)
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.within_patience(polled, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(cx);
        self.within_patience(polled, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.within_patience(polled, cx)
    }
}
