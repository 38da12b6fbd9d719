//! A page in a browser: what a person does to it, and what can be seen of it.

use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::driver;

/// How long anything may take before a test gives up. Nothing takes seconds on a quiet machine, but the tests share theirs with
/// each other's searches.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(15);

/// Which complaints of a page are expected.
#[derive(Clone, Copy)]
pub(crate) struct Quiet {
    /// Parts of messages that are no complaint in a test.
    pub(crate) but: &'static [&'static str],
}

impl Quiet {
    /// The page has no reason to complain.
    pub(crate) const ALL: Quiet = Quiet { but: &[] };
}

pub(crate) struct Page {
    pub(crate) client: Client,
    origin: String,
}

/// A command of Chromium's driver beyond the standard.
#[derive(Debug)]
struct Special {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Page {
    /// A page of a desktop's size in a browser that remembers nothing.
    pub(super) async fn new(origin: &str) -> Self {
        let page = Page { client: driver::borrow().await, origin: origin.to_owned() };
        page.client.goto("about:blank").await.expect("an empty page");
        page.devtools("Network.clearBrowserCookies", json!({})).await;
        page.forget_files().await;
        page.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })).await;
        page.resize(1280, 800).await;
        page.prefer_dark(false).await;
        // What an earlier test logged is no concern of this one.
        page.log("browser").await;
        page.log("performance").await;
        page
    }

    /// Opens an address of the page.
    pub(crate) async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.origin)).await.expect("the address opens");
    }

    /// Goes to an address as a click on a link does: the page is not loaded again.
    pub(crate) async fn follow(&self, path: &str) {
        self.script(&format!(
            "document.getElementById('main').firstElementChild?.setAttribute('data-left', '');
             const link = Object.assign(document.createElement('a'), {{ href: {} }});
             document.body.append(link);
             link.click();
             link.remove();",
            json!(path)
        ))
        .await;
        self.until("document.querySelector('#main > :not([data-left])')").await;
    }

    /// The address, without the origin.
    pub(crate) async fn address(&self) -> String {
        let address = self.client.current_url().await.expect("an address");
        address.as_str().strip_prefix(&self.origin).expect("an address of the page").to_owned()
    }

    /// What a script returns.
    pub(crate) async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.expect("a script that runs")
    }

    /// Waits until an expression is truthy, and returns it.
    pub(crate) async fn until(&self, expression: &str) -> Value {
        let script = format!("const value = {expression}; return value ? value : null;");
        let start = Instant::now();
        loop {
            let value = self.script(&script).await;
            if !value.is_null() {
                return value;
            }
            if start.elapsed() > PATIENCE {
                let text = self.script("return document.body.innerText").await;
                panic!("{expression} does not come; the page says {text}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until an element is seen.
    pub(crate) async fn see(&self, selector: &str) {
        let selector = json!(selector);
        self.until(&format!("document.querySelector({selector})?.checkVisibility()")).await;
    }

    /// Waits until an element says something.
    pub(crate) async fn read(&self, selector: &str, words: &str) {
        let (selector, words) = (json!(selector), json!(words));
        self.until(&format!("document.querySelector({selector})?.textContent.includes({words})")).await;
    }

    /// Gives the browser the key of a game that was made through the API, as if it had been started here.
    pub(crate) async fn own_game(&self, made: &Value, game: &str, agent: &str) {
        let kept = json!({ "id": made["id"], "key": made["key"], "game": game, "agent": agent });
        self.script(&format!(
            "const games = JSON.parse(localStorage.getItem('grandline.games') ?? '[]');
             localStorage.setItem('grandline.games', JSON.stringify([{kept}, ...games]));"
        ))
        .await;
    }

    /// Waits until nothing on the page is loaded or moved any more.
    pub(crate) async fn settle(&self) {
        self.until("document.getAnimations().every((each) => each.playState !== 'running') && !document.querySelector('.waiting')")
            .await;
    }

    /// How many elements there are.
    pub(crate) async fn count(&self, selector: &str) -> u64 {
        let count = self.script(&format!("return document.querySelectorAll({}).length", json!(selector))).await;
        count.as_u64().expect("a number")
    }

    /// Presses the mouse on an element as soon as it is seen; once more if it was drawn anew just then.
    pub(crate) async fn click(&self, selector: &str) {
        let start = Instant::now();
        loop {
            // A person would scroll it to where nothing lies above it.
            let scrolled =
                "(element) => element?.checkVisibility() && (element.scrollIntoView({ block: 'center' }), true)";
            self.until(&format!("({scrolled})(document.querySelector({}))", json!(selector))).await;
            let clicked = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) if error.is_stale_element_reference() || error.is_no_such_element() => {
                    assert!(start.elapsed() < PATIENCE, "{selector} is drawn anew all the time: {error}");
                }
                Err(error) => panic!("{selector} cannot be clicked: {error}"),
            }
        }
    }

    /// Touches a cell of the board.
    pub(crate) async fn touch(&self, cell: &str) {
        self.click(&format!("[data-cell='{cell}'] .hit")).await;
    }

    /// Carries a piece from cell to cell.
    pub(crate) async fn carry(&self, from: &str, to: &str) {
        let place = async |cell: &str| {
            let found = self.client.find(Locator::Css(&format!("[data-cell='{cell}'] .hit"))).await.expect("a cell");
            let (x, y, width, height) = found.rectangle().await.expect("a place");
            (x + width / 2.0, y + height / 2.0)
        };
        let (from, to) = (place(from).await, place(to).await);
        let duration = Some(Duration::from_millis(40));
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration, x: from.0, y: from.1 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::MoveTo { duration, x: (from.0 + to.0) / 2.0, y: (from.1 + to.1) / 2.0 })
            .then(PointerAction::MoveTo { duration, x: to.0, y: to.1 })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(mouse).await.expect("a drag");
    }

    /// Writes into a field in place of what stands there.
    pub(crate) async fn write(&self, selector: &str, words: &str) {
        self.see(selector).await;
        let field = self.client.find(Locator::Css(selector)).await.expect("a field");
        field.clear().await.expect("an empty field");
        field.send_keys(words).await.expect("keys that are taken");
    }

    /// Presses a key wherever the focus is.
    pub(crate) async fn key(&self, key: Key) {
        let element = self.client.active_element().await.expect("something has the focus");
        element.send_keys(&char::from(key).to_string()).await.expect("a key that is taken");
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("the page loads again");
    }

    /// Makes the page as large as a screen, a phone's if it is narrow.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let mobile = width < 600;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Lets the system wish for dark or light.
    pub(crate) async fn prefer_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let feature = json!({ "name": "prefers-color-scheme", "value": value });
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [feature] })).await;
    }

    /// Empties the cache of the browser.
    pub(crate) async fn forget_files(&self) {
        self.devtools("Network.clearBrowserCache", json!({})).await;
    }

    /// Limits the network to so many bytes per second, or to nothing.
    pub(crate) async fn limit_network(&self, bytes_per_s: Option<u32>) {
        let bytes = bytes_per_s.map_or(-1, i64::from);
        let limits = json!({ "offline": false, "latency": 0, "downloadThroughput": bytes, "uploadThroughput": bytes });
        self.devtools("Network.emulateNetworkConditions", limits).await;
    }

    async fn devtools(&self, command: &str, parameters: Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.client.issue_cmd(Special { path: "goog/cdp/execute", body }).await.expect("a command of the browser");
    }

    async fn log(&self, kind: &str) -> Vec<Value> {
        let body = json!({ "type": kind });
        let entries = self.client.issue_cmd(Special { path: "se/log", body }).await.expect("the log of the browser");
        entries.as_array().expect("entries").clone()
    }

    /// The bytes that came over the network since this was asked last, headers included.
    pub(crate) async fn transferred(&self) -> u64 {
        let length = |entry: &Value| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &message["message"];
            let done = message["method"] == "Network.loadingFinished";
            done.then(|| message["params"]["encodedDataLength"].as_f64())?
        };
        self.log("performance").await.iter().filter_map(length).sum::<f64>() as u64
    }

    /// What the browser found wrong: errors in the console, and requests to other hosts.
    pub(crate) async fn complaints(&self, quiet: &Quiet) -> Vec<String> {
        let is_bad = |entry: &Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let errors = self.log("browser").await.into_iter().filter(is_bad);
        let errors = errors.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned());
        let errors = errors.filter(|message| !quiet.but.iter().any(|part| message.contains(part)));
        let requests = self.log("performance").await;
        let requests = requests.iter().filter_map(|entry| self.foreign_request(entry["message"].as_str()?));
        errors.chain(requests.collect::<Vec<_>>()).collect()
    }

    /// The address of a request that leaves the server.
    fn foreign_request(&self, message: &str) -> Option<String> {
        let message: Value = serde_json::from_str(message).ok()?;
        let (method, parameters) = (&message["message"]["method"], &message["message"]["params"]);
        let address = match method.as_str()? {
            "Network.requestWillBeSent" => parameters["request"]["url"].as_str()?,
            "Network.webSocketCreated" => parameters["url"].as_str()?,
            _ => return None,
        };
        let host = self.origin.strip_prefix("http://")?;
        let within = ["http://", "ws://"].iter().any(|scheme| address.starts_with(&format!("{scheme}{host}/")));
        let nowhere = ["data:", "blob:", "about:", "chrome:"].iter().any(|scheme| address.starts_with(scheme));
        (!within && !nowhere).then(|| format!("a request to {address}"))
    }

    /// Says what the page complains of, and closes a browser of which nobody knows what state it is in.
    #[expect(clippy::print_stderr, reason = "a test that fails shows what it printed")]
    pub(super) async fn give_up(self, quiet: &Quiet) {
        eprintln!("the page complains: {:#?}", self.complaints(quiet).await);
        // A browser that does not answer is closed with the driver.
        let _ = self.client.close().await;
    }

    /// Leaves the page; the browser goes to the next test.
    pub(crate) async fn close(self) {
        self.client.goto("about:blank").await.expect("an empty page");
        driver::hand_back(self.client);
    }
}
