//! Clients that vanish: in the middle of a request, of a body, of an answer, or with a socket open.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use grandline_games::random::{pick, seeded};

use crate::world::World;

/// The start of what a client says before it vanishes.
fn words(host: SocketAddr, kind: u32) -> String {
    let socket = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: R3JhbmRsaW5lIGNsaWVudA==\r\n";
    let host = format!("HTTP/1.1\r\nHost: {host}\r\n");
    match kind {
        0 => String::new(),
        1 => "GET /api/v1/ga".to_owned(),
        2 => format!(
            "POST /api/v1/position {host}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{{\"game\""
        ),
        3 => format!("GET /api/v1/agents {host}\r\n"),
        4 => format!("GET /api/v1/analyse {host}{socket}\r\n"),
        _ => format!("GET / {host}\r\nGET / {host}\r\nGET / {host}\r\n"),
    }
}

/// Vanishes again and again, a few at a time.
pub(crate) fn vanish(world: &World, address: SocketAddr) {
    let mut random = seeded(3);
    let mut open = Vec::new();
    while !world.is_over() {
        match TcpStream::connect(address) {
            Ok(mut stream) => {
                // The server may refuse to listen; the next client tries again.
                let _ = stream.write_all(words(address, pick(&mut random, 6)).as_bytes());
                open.push(stream);
            }
            Err(error) => world.problem(&format!("a client cannot connect: {error}")),
        }
        if open.len() > pick(&mut random, 20) as usize {
            open.clear();
            world.count("groups of clients that vanished");
        }
        world.pause(Duration::from_millis(100));
    }
}
