//! Browsers. Starting one takes longer than most tests, so that a test hands its browser on to the next, with nothing in it
//! that it could remember.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

const FLAGS: [&str; 13] = [
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
    "--window-size=1280,800",
    "--lang=en",
];

/// Starts the driver, and ends it with its browsers when its input ends: with this process, however that ends. The browsers
/// keep their files in a folder that goes, too.
const KEEPER: &str = "
    export TMPDIR=$(mktemp -d)
    chromedriver --port=0 < /dev/null &
    exec > /dev/null
    cat
    trap '' TERM
    kill 0
    wait
    rm -rf \"$TMPDIR\"
    kill -9 0";

/// What talks to browsers: it outlives the tests, each of which has a runtime of its own.
static TALKS: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime for all browsers")
});
static DRIVER: LazyLock<Driver> = LazyLock::new(|| {
    // A port that is free for one protocol may be taken for the other; the driver then ends, and the next try has another.
    (0..10).find_map(|_| Driver::start()).expect("chromedriver says its port; Debian has it in chromium-driver")
});
static IDLE: Mutex<Vec<Client>> = Mutex::new(Vec::new());

struct Driver {
    port: u16,
    /// Its input ends when this process ends.
    _keeper: Child,
}

impl Driver {
    fn start() -> Option<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER]).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper = command.spawn().expect("a shell");
        let mut lines = BufReader::new(keeper.stdout.take().expect("its output")).lines().map_while(Result::ok);
        // It says "ChromeDriver was started successfully on port 12345."
        let port =
            lines.find_map(|line| line.rsplit_once("successfully on port ")?.1.trim_end_matches('.').parse().ok());
        let Some(port) = port else {
            // Waiting ends its input, and it itself.
            let _ = keeper.wait();
            return None;
        };
        std::thread::spawn(move || lines.for_each(drop));
        Some(Driver { port, _keeper: keeper })
    }
}

/// A browser that no other test uses.
pub(super) async fn borrow() -> Client {
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    match idle {
        Some(client) => client,
        None => TALKS.spawn(start()).await.expect("a browser"),
    }
}

/// Leaves a browser to the next test.
pub(super) fn hand_back(client: Client) {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(client);
}

async fn start() -> Client {
    let port = tokio::task::spawn_blocking(|| DRIVER.port).await.expect("a driver");
    let capabilities = json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "args": FLAGS },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    let capabilities = capabilities.as_object().expect("an object").clone();
    let mut builder = ClientBuilder::new(HttpConnector::new());
    let client = builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await;
    client.expect("a browser")
}
