//! Positions and games under analysis.

use fantoccini::key::Key;

use crate::games::{await_turn, begin, make_move};
use crate::harness::visit;

#[tokio::test]
async fn lines_appear_and_thinking_stops_when_one_leaves() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/divercite?moves=RC34+GR22").await;
        page.until("document.querySelectorAll('.lines li').length === 3").await;
        page.read(".status", "For White").await;
        assert!(page.count(".marks .mark").await >= 1);
        page.click(".brand").await;
        page.see(".games").await;
        while world.server.get("/status").await["searches"]["running"] != 0 {
            tokio::task::yield_now().await;
        }
        while world.server.get("/status").await["sockets"] != 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn thinking_is_switched_off_and_moves_are_tried() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+4+3").await;
        page.until("document.querySelectorAll('.lines li').length > 0").await;
        page.click("[data-action=analyse]").await;
        page.read(".status", "Nobody is thinking").await;
        while world.server.get("/status").await["searches"]["running"] != 0 {
            tokio::task::yield_now().await;
        }
        // Another move than that of the game takes its place, and the game comes back.
        page.key(Key::Left).await;
        page.until(
            "document.querySelectorAll('.move[aria-current]').length === 1 && location.search.includes('ply=2')",
        )
        .await;
        page.touch("7").await;
        page.until("[...document.querySelectorAll('.moves .move')].map((move) => move.textContent).join() === '4,4,7'")
            .await;
        assert!(page.address().await.contains("moves=4+4+7"));
        page.click("[data-action=return]").await;
        page.until("[...document.querySelectorAll('.moves .move')].map((move) => move.textContent).join() === '4,4,3'")
            .await;
    })
    .await;
}

/// Yellow stacks three discs; Red plays elsewhere instead of stopping the fourth.
#[tokio::test]
async fn a_blunder_is_marked_and_found_in_the_graph() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+1+4+1+3+1+3+1&ply=0").await;
        page.click("[data-action=review]").await;
        page.see(".tally").await;
        let marked = "document.querySelectorAll('.moves .move')[6]";
        page.until(&format!("{marked}.classList.contains('blunder') && {marked}.textContent.includes('??')")).await;
        page.see(".chart .dot.blunder").await;
        page.see(".tally .blunder").await;
        page.click(".chart circle:last-of-type").await;
        page.until(&format!("{marked}.hasAttribute('aria-current')")).await;
        page.read(".message", "3 was a blunder: it turned a win into a loss").await;
        page.read(".message", "best was 1").await;
        // The last position is over, and says so.
        page.key(Key::End).await;
        page.read(".message", "four in line").await;
    })
    .await;
}

#[tokio::test]
async fn a_game_that_was_played_is_reviewed_with_what_it_cost() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        let mut choice = 0;
        while await_turn(page).await {
            make_move(page, choice).await;
            choice += 1;
        }
        page.click("[data-action=review]").await;
        page.see(".tally").await;
        assert_eq!(page.count(".chart .line-1").await, 2, "states and time, a line a player");
        assert!(page.address().await.contains("from="));
        page.reload().await;
        page.see(".moves .move").await;
    })
    .await;
}

#[tokio::test]
async fn exact_results_are_said_in_words() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+1+4+1+4+2").await;
        page.read(".lines .exact .worth", "wins by 18").await;
        page.read(".values .win text", "+18").await;
        // The other columns follow as soon as they are proven.
        page.until("document.querySelectorAll('.values .value').length === 7").await;
    })
    .await;
}
