//! A small blocking client of the API, for the tests and for measuring the server under load.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::error::{Error, ProtocolError};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// How long an answer may take before the connection counts as dead.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most bytes of an answer; more is no answer of ours.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Whom to ask, and the headers of every request.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body as text.
    pub body: String,
}

impl Response {
    /// The first header of a name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null if it is not.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

impl Client {
    /// A client of the server at an address.
    pub fn new(address: SocketAddr) -> Self {
        Client { address, headers: vec![("Host".to_owned(), address.to_string())] }
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The same client with another value of a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Asks for an address.
    pub fn get(&self, path: &str) -> io::Result<Response> {
        self.request("GET", path, None)
    }

    /// Sends JSON to an address.
    pub fn post(&self, path: &str, body: &Value) -> io::Result<Response> {
        self.request("POST", path, Some(("application/json", &body.to_string())))
    }

    /// Any request, over a connection of its own. The body comes with its media type.
    pub fn request(&self, method: &str, path: &str, body: Option<(&str, &str)>) -> io::Result<Response> {
        let mut lines = vec!["Connection: close".to_owned()];
        if let Some((media, text)) = body {
            lines.push(format!("Content-Type: {media}"));
            lines.push(format!("Content-Length: {}", text.len()));
        }
        let mut stream = self.send(method, path, &lines)?;
        if let Some((_, text)) = body {
            // A server that refuses a body by its length may close before it has read it; its answer is still there.
            match stream.get_mut().write_all(text.as_bytes()) {
                Err(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {}
                other => other?,
            }
        }
        let (status, headers) = read_head(&mut stream)?;
        let body = read_body(&mut stream, &headers, LARGEST)?;
        Ok(Response { status, headers, body })
    }

    fn send(&self, method: &str, path: &str, lines: &[String]) -> io::Result<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let own = self.headers.iter().map(|(name, value)| format!("{name}: {value}"));
        let head: Vec<String> =
            [format!("{method} {path} HTTP/1.1")].into_iter().chain(own).chain(lines.iter().cloned()).collect();
        stream.write_all(format!("{}\r\n\r\n", head.join("\r\n")).as_bytes())?;
        Ok(BufReader::new(stream))
    }

    /// Opens a WebSocket, or returns the answer that refuses it.
    pub fn socket(&self, path: &str) -> io::Result<Result<Socket, Response>> {
        let lines = [
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            // Any sixteen bytes will do; nothing here lies between us and the server that could mistake an answer for another.
            "Sec-WebSocket-Key: R3JhbmRsaW5lIGNsaWVudA==",
        ];
        let mut stream = self.send("GET", path, &lines.map(str::to_owned))?;
        let (status, headers) = read_head(&mut stream)?;
        if status == 101 {
            let read = stream.buffer().to_vec();
            let socket = WebSocket::from_partially_read(stream.into_inner(), read, Role::Client, None);
            return Ok(Ok(Socket { socket, patience: PATIENCE }));
        }
        let body = read_body(&mut stream, &headers, 0)?;
        Ok(Err(Response { status, headers, body }))
    }
}

/// Reads a body: of the length it says, piece by piece, or `unless` so many bytes as come.
fn read_body(stream: &mut BufReader<TcpStream>, headers: &[(String, String)], unless: u64) -> io::Result<String> {
    let header = |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let mut bytes = Vec::new();
    if header("transfer-encoding") == Some("chunked") {
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            let wrong = || io::Error::new(ErrorKind::InvalidData, format!("not the length of a piece: {line:?}"));
            let length = u64::from_str_radix(line.trim(), 16).map_err(|_| wrong())?.min(LARGEST);
            // Each piece, the last and empty one included, has an empty line behind it.
            stream.by_ref().take(length).read_to_end(&mut bytes)?;
            stream.read_line(&mut String::new())?;
            if length == 0 || bytes.len() as u64 > LARGEST {
                break;
            }
        }
    } else {
        let length = header("content-length").and_then(|value| value.parse().ok());
        stream.by_ref().take(length.unwrap_or(unless).min(LARGEST)).read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_head(stream: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<(String, String)>)> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| io::Error::new(ErrorKind::InvalidData, format!("not an answer: {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok((status, headers));
        }
        if let Some((name, value)) = line.trim().split_once(':') {
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
}

/// An open WebSocket.
#[derive(Debug)]
pub struct Socket {
    socket: WebSocket<TcpStream>,
    patience: Duration,
}

impl Socket {
    /// The same socket with another time that the next message may take.
    pub fn patient(self, patience: Duration) -> io::Result<Self> {
        self.socket.get_ref().set_read_timeout(Some(patience))?;
        Ok(Socket { patience, ..self })
    }

    /// Sends a message.
    pub fn say(&mut self, message: &Value) -> io::Result<()> {
        self.socket.send(Message::text(message.to_string())).map_err(io::Error::other)
    }

    /// The next message; `None` once the server has closed the socket. Pings are no message: a server that only pings is
    /// waited for no longer than one that is silent.
    pub fn hear(&mut self) -> io::Result<Option<Value>> {
        let start = Instant::now();
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(Some(serde_json::from_str(&text)?)),
                Ok(Message::Close(_)) => return Ok(None),
                Ok(_) if start.elapsed() < self.patience => {}
                Ok(_) => return Err(io::Error::new(ErrorKind::TimedOut, "the server pings but says nothing")),
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Ok(None),
                Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => return Ok(None),
                Err(Error::Io(error)) if error.kind() == ErrorKind::ConnectionReset => return Ok(None),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// The next message of a type, all others before it left out; the server's complaint if it has one.
    pub fn hear_of(&mut self, kind: &str) -> io::Result<Option<Value>> {
        loop {
            match self.hear()? {
                Some(message) if message["type"] == "error" && kind != "error" => {
                    return Err(io::Error::other(message.to_string()));
                }
                Some(message) if message["type"] != kind => {}
                found => return Ok(found),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use serde_json::json;

    use super::*;

    /// A client's socket to a server that sends messages and then pings until the client leaves.
    fn socket_to(messages: Vec<Message>) -> Socket {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let request = BufReader::new(stream.try_clone().expect("a second handle")).lines();
            request.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
            stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n\r\n").expect("a client that listens");
            let mut server = WebSocket::from_raw_socket(stream, Role::Server, None);
            let pings = std::iter::repeat_with(|| Message::Ping(Vec::new().into()));
            for message in messages.into_iter().chain(pings) {
                if server.send(message).is_err() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        Client::new(address).socket("/").expect("an answer").expect("a socket")
    }

    #[test]
    fn pings_are_no_answer() {
        let mut socket = socket_to(Vec::new()).patient(Duration::from_millis(200)).expect("patience");
        assert_eq!(socket.hear_of("done").expect_err("nothing is said").kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn a_complaint_is_heard_in_place_of_what_was_hoped_for() {
        let messages = [json!({ "type": "report" }), json!({ "type": "error", "error": "the server is busy" })];
        let mut socket = socket_to(messages.iter().map(|message| Message::text(message.to_string())).collect());
        let error = socket.hear_of("done").expect_err("a complaint");
        assert!(error.to_string().contains("the server is busy"), "{error}");
    }
}
