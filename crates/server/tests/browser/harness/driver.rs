//! The driver of the browser: a process that is ended with everything it started.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use tempfile::TempDir;

use super::page::Page;

const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
];

pub(crate) struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    pub(crate) async fn start() -> Self {
        tokio::task::spawn_blocking(Self::spawn).await.expect("the driver starts")
    }

    /// A port that is free for one protocol may be taken for the other; the driver then ends, and the next try has another.
    fn spawn() -> Self {
        (0..10).find_map(|_| Self::try_to_spawn()).expect("chromedriver says its port")
    }

    fn try_to_spawn() -> Option<Self> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut process = command.spawn().expect("chromedriver; Debian has it in chromium-driver");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        // It says "ChromeDriver was started successfully on port 12345."
        let port = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("successfully on port ")?.1.trim_end_matches('.').parse().ok());
        let Some(port) = port else {
            let _ = process.wait();
            return None;
        };
        Some(Driver { process, port })
    }

    /// A browser that remembers nothing, with a page of a desktop's size.
    pub(crate) async fn page(&self, origin: &str) -> Page {
        let profile = TempDir::new().expect("a folder for the browser");
        let mut flags: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        flags.push("--window-size=1280,800".to_owned());
        flags.push("--lang=en".to_owned());
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let capabilities = capabilities.as_object().expect("an object").clone();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{}", self.port)).await;
        Page::new(client.expect("a browser"), origin, profile).await
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Browsers that were not closed go with it.
        if let Some(group) = Pid::from_raw(self.process.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.process.wait();
    }
}
