//! Positions arranged by hand, with mouse and keys.

use fantoccini::key::Key;

use crate::harness::{Page, visit};

async fn open_editor(page: &Page, address: &str) {
    page.open(address).await;
    page.click("[data-action=edit]").await;
    page.see("dialog.editor .board svg").await;
}

/// Chooses a tool, and touches a cell of the editor with it.
async fn put(page: &Page, tool: &str, cell: &str) {
    page.click(&format!("dialog.editor label:has([value='{tool}'])")).await;
    page.click(&format!("dialog.editor [data-cell='{cell}'] .hit")).await;
}

#[tokio::test]
async fn a_position_is_arranged_and_analysed_and_its_validity_said() {
    visit(async |world| {
        let page = &world.page;
        open_editor(page, "/analyse/connect4").await;
        page.read(".validity", "Valid position: Red to move").await;
        put(page, "first", "4").await;
        page.read(".validity", "Valid position: Yellow to move").await;
        put(page, "first", "4").await;
        page.read(".validity.invalid", "Red has 2 discs and Yellow 0").await;
        page.until("document.querySelector('[data-action=edit-done]').disabled").await;
        put(page, "second", "3").await;
        page.read(".validity", "Valid position: Yellow to move").await;
        put(page, "", "7").await;
        page.read(".validity.invalid", "column 7 is empty").await;
        page.click("[data-action=edit-undo]").await;
        page.read(".validity.invalid", "Red has 2 discs").await;
        put(page, "second", "4").await;
        page.read(".validity.invalid", "no order of moves leads to these discs").await;
        page.click("[data-action=edit-undo]").await;
        page.read(".validity.invalid", "Red has 2 discs").await;
        put(page, "second", "3").await;
        page.read(".validity", "Valid position").await;
        page.click("[data-action=edit-done]").await;
        page.until("location.search.includes('position=') && !document.querySelector('dialog')").await;
    })
    .await;
}

#[tokio::test]
async fn every_game_has_an_editor_and_the_side_to_move_is_chosen() {
    visit(async |world| {
        let page = &world.page;
        for (game, tool, cell) in [
            ("divercite", "W-RC", "34"),
            ("divercite/classic", "GR", "44"),
            ("checkers", "black-king", "14"),
            ("checkers/aiarena", "white-man", "14"),
            ("othello", "second", "a1"),
            ("hand-of-the-king", "second", "0"),
            ("hand-of-the-king/companions", "varys", "0"),
            ("hand-of-the-king/published", "varys", "1"),
        ] {
            open_editor(page, &format!("/analyse/{game}")).await;
            page.until("document.querySelector('.validity').textContent !== ''").await;
            let before = page.script("return document.querySelector('dialog .board').innerHTML").await;
            put(page, tool, cell).await;
            page.until(&format!("document.querySelector('dialog .board').innerHTML !== {before}")).await;
        }
        open_editor(page, "/analyse/othello").await;
        page.click("dialog label:has([name=turn][value=second])").await;
        page.read(".validity", "White to move").await;
    })
    .await;
}

#[tokio::test]
async fn the_editor_works_with_keys_alone() {
    visit(async |world| {
        let page = &world.page;
        open_editor(page, "/analyse/checkers").await;
        page.click("[data-action=edit-clear]").await;
        page.until("document.querySelectorAll('dialog .piece').length === 0").await;
        // One key goes from the board to its cells, the next one puts a piece.
        page.script("document.querySelector('dialog .board').focus()").await;
        page.key(Key::Enter).await;
        page.key(Key::Enter).await;
        page.until("document.querySelectorAll('dialog .board .piece').length === 1").await;
        page.key(Key::Down).await;
        page.key(Key::Enter).await;
        page.until("document.querySelectorAll('dialog .board .piece').length === 2").await;
    })
    .await;
}
