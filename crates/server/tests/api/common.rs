//! A server that runs for the length of a test.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use grandline_server::client::{Client, Response, Socket};
use grandline_server::{Options, Server};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::oneshot;

pub(crate) struct TestServer {
    pub(crate) client: Client,
    folder: Option<TempDir>,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub(crate) fn start() -> Self {
        Self::with(|_| {})
    }

    /// A server with some options changed.
    pub(crate) fn with(change: impl FnOnce(&mut Options)) -> Self {
        Self::in_folder(TempDir::new().expect("a folder"), change)
    }

    fn in_folder(folder: TempDir, change: impl FnOnce(&mut Options)) -> Self {
        let mut options = options(folder.path());
        change(&mut options);
        let (end, ended) = oneshot::channel();
        let (address, addresses) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(options).await.expect("a server");
                address.send(server.address()).expect("the test waits");
                server.run(async { drop(ended.await) }).await;
            });
        });
        let client = Client::new(addresses.recv().expect("an address"));
        TestServer { client, folder: Some(folder), end: Some(end), thread: Some(thread) }
    }

    /// Ends the server as Ctrl-C does and starts another on the same database.
    pub(crate) fn restart(self) -> Self {
        self.restart_with(|_| {})
    }

    /// The same with some options changed.
    pub(crate) fn restart_with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        self.end();
        let folder = self.folder.take().expect("a folder");
        Self::in_folder(folder, change)
    }

    /// The file of the database, which other programs may open, too.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.as_ref().expect("a folder").path().join("test.db")
    }

    fn end(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends without panicking");
        }
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.client.get(path).expect("an answer")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.client.post(path, body).expect("an answer")
    }

    /// Asks for something that is there.
    pub(crate) fn get_json(&self, path: &str) -> Value {
        let response = self.get(path);
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        response.json()
    }

    /// Does something that is right.
    pub(crate) fn post_json(&self, path: &str, body: &Value) -> Value {
        let response = self.post(path, body);
        assert!(matches!(response.status, 200 | 201), "{path} {body}: {} {}", response.status, response.body);
        response.json()
    }

    pub(crate) fn socket(&self, path: &str) -> Socket {
        self.client.socket(path).expect("an answer").expect("a socket")
    }

    /// Asks again and again until something holds; that it takes a while is no failure, that it never comes is.
    pub(crate) fn wait_for(&self, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..6000 {
            let found = self.get_json(path);
            if holds(&found) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{path} never came to what was waited for: {}", self.get_json(path));
    }

    /// Waits until no search runs or waits.
    pub(crate) fn wait_for_quiet(&self) {
        self.wait_for("/api/v1/status", |status| {
            status["searches"]["running"] == 0 && status["searches"]["waiting"] == 0 && status["sockets"] == 0
        });
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take()
            && !std::thread::panicking()
        {
            thread.join().expect("the server ends without panicking");
        }
    }
}

pub(crate) fn options(folder: &Path) -> Options {
    Options { port: 0, ..Options::new(folder.join("test.db")) }
}

/// The text of a field.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// The next message, which must come.
pub(crate) fn hear(socket: &mut Socket) -> Value {
    socket.hear().expect("a message").expect("an open socket")
}

/// The next message of a type, which must come.
pub(crate) fn hear_of(socket: &mut Socket, kind: &str) -> Value {
    socket.hear_of(kind).expect("a message").expect("an open socket")
}
