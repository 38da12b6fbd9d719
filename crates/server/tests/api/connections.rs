//! Connections: what comes compressed, how many there may be, and what happens to those that say nothing. What is waited
//! for must come; how long it takes decides nothing.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use flate2::read::GzDecoder;
use grandline_server::ConnectionLimits;

use crate::common::TestServer;

fn connect(server: &TestServer) -> TcpStream {
    let address: SocketAddr = server.client.address();
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
    stream
}

/// Everything that comes until the server closes the connection.
fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A connection that is reset has said all there is.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

/// The head and the body of an answer to a client that takes gzip.
fn get_packed(server: &TestServer, path: &str) -> (String, Vec<u8>) {
    let mut stream = connect(server);
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("a server that listens");
    let answer = rest(stream);
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
}

#[test]
fn answers_are_compressed_for_those_who_take_it() {
    let server = TestServer::start();
    for path in ["/", "/assets/board.css", "/assets/texts/fr.json", "/api/v1/games", "/api/v1/agents?game=divercite"] {
        let (head, packed) = get_packed(&server, path);
        assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{path}: {head}");
        let mut plain = String::new();
        GzDecoder::new(packed.as_slice()).read_to_string(&mut plain).expect("gzip");
        let response = server.get(path);
        assert_eq!((response.header("content-encoding"), &plain), (None, &response.body), "{path}");
        assert!(2 * packed.len() < plain.len(), "{path} is hardly smaller");
    }
    assert!(!get_packed(&server, "/api/v1/status").0.contains("content-encoding"), "a short answer stays as it is");
}

#[test]
fn files_of_the_page_have_addresses_with_a_hash() {
    let server = TestServer::start();
    let page = server.get("/").body;
    let addresses: Vec<&str> = page.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(addresses.len() > 5, "{page}");
    for address in addresses {
        assert!(address.starts_with("/assets/v-"), "{address}");
        assert_eq!(server.get(address).status, 200, "{address}");
    }
}

#[test]
fn an_address_has_so_many_connections() {
    let server = TestServer::with(|options| {
        options.connections = ConnectionLimits { all: 8, per_address: 2, ..ConnectionLimits::default() };
    });
    let (first, second) = (connect(&server), connect(&server));
    let refused = String::from_utf8_lossy(&rest(connect(&server))).into_owned();
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    drop((first, second));
    let is_open = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        server.client.get("/api/v1/status").is_ok_and(|response| response.status == 200)
    });
    assert!(is_open, "places are given back");
}

#[test]
fn connections_that_say_nothing_are_closed() {
    let short = Duration::from_millis(50);
    let server = TestServer::with(|options| {
        options.connections = ConnectionLimits { head: short, body: short, ..ConnectionLimits::default() };
    });
    assert!(!rest(connect(&server)).starts_with(b"HTTP/1.1 200"), "a connection without a request");
    let mut half = connect(&server);
    half.write_all(b"GET / HTTP/1.1\r\nHost: localh").expect("a server that listens");
    assert!(!rest(half).starts_with(b"HTTP/1.1 200"), "half of a head");
    let mut slow = connect(&server);
    let head = "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{";
    slow.write_all(head.as_bytes()).expect("a server that listens");
    let answer = String::from_utf8_lossy(&rest(slow)).into_owned();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("the body did not arrive within 0.05 s"), "{answer}");
}

#[test]
fn connections_in_which_nothing_moves_are_closed() {
    let short = Duration::from_millis(50);
    let server = TestServer::with(|options| {
        options.connections = ConnectionLimits { silence: short, ..ConnectionLimits::default() };
    });
    let mut socket = server.socket("/api/v1/analyse");
    assert_eq!(socket.hear().expect("an end"), None, "also one that has become a WebSocket");
}
