//! Variations of an analysed game: kept, walked through, promoted, deleted, exported.

use fantoccini::key::Key;

use crate::harness::{Page, visit};

/// The moves of the list, main line and variations, as they stand there.
async fn shows(page: &Page, moves: &str) {
    page.until(&format!(
        "[...document.querySelectorAll('.moves .move')].map((move) => move.dataset.move).join() === '{moves}'"
    ))
    .await;
}

#[tokio::test]
async fn another_move_is_a_variation_and_the_game_stays() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+4+3&ply=2").await;
        page.until("document.querySelectorAll('.move[aria-current]').length === 1").await;
        page.touch("7").await;
        shows(page, "4,4,3,7").await;
        page.read(".variations .move[aria-current]", "7").await;
        page.touch("1").await;
        shows(page, "4,4,3,7,1").await;
        // The address keeps all of it.
        assert!(page.address().await.contains("line=4+4+7+1"), "{}", page.address().await);
        page.reload().await;
        shows(page, "4,4,3,7,1").await;
        page.read(".variations .move[aria-current]", "1").await;
        // Back along the variation to the fork, where both continuations are offered.
        page.key(Key::Left).await;
        page.key(Key::Left).await;
        page.see(".fork .main").await;
        page.click(".fork .main").await;
        page.until("document.querySelector('.moves > li .move[aria-current]')?.dataset.move === '3'").await;
    })
    .await;
}

#[tokio::test]
async fn a_variation_becomes_the_main_line_or_goes() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+4+(3+5)+2&line=4+3").await;
        shows(page, "4,4,3,5,2").await;
        page.click("[data-action=promote]").await;
        shows(page, "4,3,4,2,5").await;
        page.until("location.search.includes('moves=4+3+%284+2%29+5')").await;
        // The other line is the variation now.
        page.click(".variations .move").await;
        page.click("[data-action=delete]").await;
        shows(page, "4,3,5").await;
        page.until("!document.querySelector('[data-action=delete]')").await;
    })
    .await;
}

#[tokio::test]
async fn variations_are_exported_and_imported_where_a_format_has_them() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/checkers?moves=11-15+23-19+(22-18+15x22)+8-11").await;
        page.see(".variations").await;
        page.click("[data-action=export]").await;
        page.click("dialog [value=pdn]").await;
        page.until("document.querySelector('dialog textarea').value.includes('23-19 (1... 22-18 2. 15x22) 2. 8-11')")
            .await;
        page.click("dialog [value=moves]").await;
        page.until("document.querySelector('dialog textarea').value.startsWith('1. 11-15 23-19 (1... 22-18')").await;
        page.click("dialog header button").await;
        page.open("/analyse/connect4").await;
        page.click("[data-action=import]").await;
        page.write("dialog textarea", "1. 4 4 (1... 3 5) 2. 2").await;
        page.click("[data-action=read]").await;
        shows(page, "4,4,3,5,2").await;
    })
    .await;
}
