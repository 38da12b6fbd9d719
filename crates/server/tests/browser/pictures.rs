//! Pictures of the page for the guides. They are always taken, so that the guides can be made at any time, but kept only by
//! `cargo xtask screenshots`: no two machines have the same letters, so nothing compares them.

use std::fs;
use std::path::PathBuf;

use crate::games::{await_turn, begin};
use crate::harness::{Page, visit};

/// A game in which White went wrong four times.
const GAME: &str = "RC34 RC43 GC54 RC45 RC14 GC32 RR24 RR44 BC36 GC41 GR53 GR31 GR13 RR55 GC52 BC74 BC25 BR64 BR35 BC63 BR33 YR42 RR75 \
                    GR04 YC47 YR73 YR84 YC23 BR37 RR62 YC56 YR22 RR48 BR57 YR15 GR40 YR46 BR66 GR26 YC65";
const DESKTOP: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

/// Where pictures are kept, if they are.
fn folder() -> Option<PathBuf> {
    std::env::var_os("GRANDLINE_PICTURES").map(PathBuf::from)
}

/// Looks at the page as it is now, in a size and in light or dark.
async fn take(page: &Page, name: &str, (width, height): (u32, u32), dark: bool) {
    page.resize(width, height).await;
    page.prefer_dark(dark).await;
    // A click scrolls to what it clicks.
    page.script("scrollTo(0, 0)").await;
    // All that moves has come to rest, but for what never does; then two frames, so that what was resized is drawn.
    page.until("document.getAnimations().every((each) => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity)")
        .await;
    let drawn = "const done = arguments[arguments.length - 1]; requestAnimationFrame(() => requestAnimationFrame(() => done()));";
    page.client.execute_async(drawn, Vec::new()).await.expect("a page that is drawn");
    let picture = page.client.screenshot().await.expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"), "{name}");
    if let Some(folder) = folder() {
        fs::write(folder.join(format!("page-{name}.png")), picture).expect("a file");
    }
}

/// A tournament of Divercité while it is played and when it is over, a match with a test, and the list.
async fn tournaments(page: &Page) {
    page.resize(DESKTOP.0, DESKTOP.1).await;
    page.prefer_dark(false).await;
    page.open("/tournaments/new?game=divercite").await;
    page.see("form .opponents").await;
    for agent in ["skypiea-v5", "little-garden", "water-seven", "greedy"] {
        page.click(&format!("input[name=agent][value='{agent}']")).await;
    }
    page.write("input[name=games]", "8").await;
    // Agents that think longer play better games for the pictures; nobody sees those of a test.
    page.write("input[name=nodes]", if folder().is_some() { "40000" } else { "10000" }).await;
    page.write("input[name=name]", "Four at Divercité").await;
    take(page, "tournament-form", DESKTOP, false).await;
    page.click("[data-action=start]").await;
    page.see(".boards li svg .cell").await;
    page.until("document.querySelectorAll('.played li').length > 20").await;
    take(page, "tournament-running", DESKTOP, false).await;
    take(page, "tournament-phone", PHONE, true).await;
    page.see(".state-finished").await;
    page.until("document.querySelectorAll('.played li').length === 48").await;
    take(page, "tournament", DESKTOP, true).await;

    page.resize(DESKTOP.0, DESKTOP.1).await;
    page.prefer_dark(false).await;
    page.open("/tournaments/new?way=toml").await;
    let text = "name = \"Do a hundred more simulations help?\"\ngame = \"connect4\"\ngames = 4000\nsprt = \"elo0=0,elo1=5\"\n\
                agents = [\"mcts:simulations=600,tree=1\", \"mcts:simulations=500,tree=1\"]\n";
    page.write("textarea[name=toml]", text).await;
    page.click("[data-action=start]").await;
    page.until("document.querySelectorAll('.played li').length > 40").await;
    take(page, "tournament-sprt", DESKTOP, false).await;
    page.click("[data-action=stop]").await;
    page.see(".tournament .tag:not(.state-running, .state-stopping)").await;
    page.open("/tournaments").await;
    page.see(".tournaments").await;
    take(page, "tournaments", DESKTOP, false).await;
}

#[tokio::test]
async fn pictures() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.see(".games").await;
        take(page, "home", DESKTOP, false).await;

        let moves: Vec<&str> = GAME.split(' ').take(16).collect();
        begin(page, &format!("divercite?moves={}", moves.join("+")), "first").await;
        await_turn(page).await;
        page.click("[data-action=hint]").await;
        page.see(".marks .mark").await;
        take(page, "game", DESKTOP, false).await;
        take(page, "phone", PHONE, false).await;

        page.resize(DESKTOP.0, DESKTOP.1).await;
        let moves = GAME.split_whitespace().collect::<Vec<_>>().join("+");
        page.open(&format!("/analyse/divercite?moves={moves}&ply=21")).await;
        page.click("[data-action=review]").await;
        page.see(".tally").await;
        page.until("document.querySelectorAll('.lines li').length === 3").await;
        take(page, "review", DESKTOP, true).await;

        tournaments(page).await;

        page.open("/agents/connect4").await;
        page.see(".agents").await;
        take(page, "agents", DESKTOP, false).await;
    })
    .await;
}
