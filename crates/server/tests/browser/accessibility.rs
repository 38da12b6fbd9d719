//! The page for those who do not see it or use no mouse: axe-core on every view, the way around the header, the focus.

use std::path::PathBuf;

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::harness::{Page, World, visit, visit_expecting};
use crate::provoked::{PROVOKED, provoke};
use crate::views::{WALK, every_view, speak};

/// What depends on colours: all that a dark page can have wrong and the same page in light has right.
const COLOURS: &str = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";
/// The rules that are checked: the standards up to WCAG 2.2 AA, best practices, and those still called experimental.
const RULES: &str = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']";

/// The script of axe-core, which `cargo xtask test` installs.
fn axe() -> String {
    let file: PathBuf =
        [env!("CARGO_TARGET_TMPDIR"), "..", "axe", "node_modules", "axe-core", "axe.min.js"].iter().collect();
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo xtask axe` installs axe-core", file.display());
    })
}

/// What axe-core finds wrong with the page.
async fn violations(page: &Page, rules: &str) -> Vec<String> {
    page.script(&format!(
        "window.found = null; axe.run(document, {{ runOnly: {rules} }}).then((found) => {{ window.found = found.violations; }});"
    ))
    .await;
    let found = page.until("window.found && { all: window.found }").await;
    let words = |violation: &Value| {
        let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
        let html: Vec<String> = nodes.iter().take(3).map(|node| node["html"].to_string()).collect();
        format!("{}: {}", violation["id"], html.join(", "))
    };
    found["all"].as_array().expect("a list").iter().map(words).collect()
}

/// Looks at every view in a language, dark and light. A test for each language: they take long, and go side by side.
async fn assert_axe_finds_nothing(language: &str) {
    let axe = axe();
    visit_expecting(WALK, async |world| {
        let views = every_view(world).await;
        let page = &world.page;
        let mut all = Vec::new();
        speak(page, language).await;
        page.reload().await;
        page.script(&axe).await;
        for view in &views {
            page.follow(view).await;
            page.see("main h1, main .table").await;
            for (dark, rules) in [(true, COLOURS), (false, RULES)] {
                page.prefer_dark(dark).await;
                page.settle().await;
                let found = violations(page, rules).await;
                all.extend(found.into_iter().map(|words| format!("dark={dark} {view} {words}")));
            }
        }
        assert!(all.is_empty(), "{all:#?}");
    })
    .await;
}

/// Looks at all dialogs, questions and errors in a language, dark and light.
async fn assert_axe_finds_nothing_provoked(language: &str) {
    let axe = axe();
    visit_expecting(PROVOKED, async |world| {
        speak(&world.page, language).await;
        world.page.reload().await;
        world.page.script(&axe).await;
        let mut all = Vec::new();
        let mut look = async |page: &Page, what: &str| {
            for (dark, rules) in [(true, COLOURS), (false, RULES)] {
                page.prefer_dark(dark).await;
                page.settle().await;
                let found = violations(page, rules).await;
                all.extend(found.into_iter().map(|words| format!("dark={dark} {what}: {words}")));
            }
        };
        provoke(world, &mut look).await;
        assert!(all.is_empty(), "{all:#?}");
    })
    .await;
}

#[tokio::test]
async fn axe_finds_nothing_in_dialogs_and_errors_in_english() {
    assert_axe_finds_nothing_provoked("en").await;
}

#[tokio::test]
async fn axe_finds_nothing_in_dialogs_and_errors_in_french() {
    assert_axe_finds_nothing_provoked("fr").await;
}

#[tokio::test]
async fn axe_finds_nothing_in_english() {
    assert_axe_finds_nothing("en").await;
}

#[tokio::test]
async fn axe_finds_nothing_in_french() {
    assert_axe_finds_nothing("fr").await;
}

/// No script runs in the frame of a report, so that axe-core looks at a copy outside of it.
#[tokio::test]
async fn axe_finds_nothing_in_a_report() {
    let axe = axe();
    visit(async |world| {
        let World { server, page, .. } = &world;
        let definition = json!({ "game": "connect4", "games": 4, "agents": ["greedy", "random", "mcts"], "limits": { "nodes": 50 } });
        server.post("/tournaments", &json!({ "definition": definition })).await;
        page.open("/tournaments/1").await;
        page.see(".state-finished").await;
        for language in ["en", "fr"] {
            speak(page, language).await;
            page.open("/tournaments/1/report").await;
            let framed = "document.querySelector('iframe')?.contentDocument?.documentElement";
            page.until(&format!("{framed}?.lang === '{language}' && Boolean({framed}.querySelector('h1'))")).await;
            let report = page.script(&format!("return {framed}.outerHTML")).await;
            page.client.goto("about:blank").await.expect("an empty page");
            page.script(&format!("document.open(); document.write('<!doctype html>' + {report}); document.close();")).await;
            page.script(&axe).await;
            for (dark, rules) in [(true, COLOURS), (false, RULES)] {
                page.prefer_dark(dark).await;
                page.settle().await;
                assert_eq!(violations(page, rules).await, [""; 0], "{language}, dark={dark}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_first_key_leads_past_the_header() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.see(".games").await;
        page.key(Key::Tab).await;
        page.until("document.activeElement.matches('.skip')").await;
        page.key(Key::Enter).await;
        page.until("document.activeElement.id === 'main'").await;
        assert_eq!(page.address().await, "/");
    })
    .await;
}

#[tokio::test]
async fn the_keys_stay_where_they_were_after_a_move() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let made = server.post("/play", &json!({ "game": "connect4", "agent": "random" })).await;
        page.open("/").await;
        page.own_game(&made, "connect4", "random").await;
        page.open(made["address"].as_str().expect("an address")).await;
        page.see(".board.live").await;
        page.script("document.querySelector('[data-cell=\"5\"] .hit').focus()").await;
        page.key(Key::Enter).await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        page.see(".board.live").await;
        page.until("document.activeElement.closest('.cell')?.dataset.cell === '5'").await;
    })
    .await;
}
