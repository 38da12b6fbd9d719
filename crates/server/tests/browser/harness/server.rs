//! A server in this process, on a port of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use grandline_server::{Options, OwnAgents, Server};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) struct TestServer {
    folder: Arc<TempDir>,
    address: SocketAddr,
    end: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(OwnAgents::default()).await
    }

    /// A server with agents of its own.
    pub(crate) async fn with(agents: OwnAgents) -> Self {
        let folder = TempDir::new().expect("a folder for the database");
        Self::start_on(0, Arc::new(folder), agents).await
    }

    async fn start_on(port: u16, folder: Arc<TempDir>, agents: OwnAgents) -> Self {
        let options = Options { port, agents, ..Options::new(folder.path().join("games.db")) };
        let server = Server::bind(options).await.expect("a server");
        let address = server.address();
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(async move {
            // A sender that is dropped ends the server, too.
            server.run(async { drop(ended.await) }).await;
        });
        TestServer { folder, address, end, running }
    }

    /// Ends the server and starts it again on the same port and database.
    pub(crate) async fn restart(self, meanwhile: impl AsyncFnOnce()) -> Self {
        let (port, folder) = (self.address.port(), self.folder.clone());
        self.stop().await;
        meanwhile().await;
        Self::start_on(port, folder, OwnAgents::default()).await
    }

    pub(crate) async fn stop(self) {
        drop(self.end);
        self.running.await.expect("the server ends well");
    }

    /// The file of the database, which other programs may open, too.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Asks the API.
    pub(crate) async fn get(&self, path: &str) -> Value {
        self.ask(&format!("GET /api/v1{path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address)).await
    }

    /// Sends JSON to the API.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        let (host, body) = (self.address, body.to_string());
        let head = format!("POST /api/v1{path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json");
        self.ask(&format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await
    }

    async fn ask(&self, request: &str) -> Value {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }
}
