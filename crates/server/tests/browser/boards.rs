//! Moves by every means: keys alone, carrying pieces, and paths that could end or go on.

use fantoccini::key::Key;
use serde_json::json;

use crate::games::{await_turn, begin};
use crate::harness::visit;

#[tokio::test]
async fn a_game_is_begun_and_played_by_keys_alone() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.see(".games").await;
        let focused = "document.activeElement";
        for _ in 0..40 {
            page.key(Key::Tab).await;
            if page.script(&format!("return {focused}.dataset.play === 'divercite'")).await == json!(true) {
                break;
            }
        }
        page.key(Key::Enter).await;
        page.see(".go button").await;
        for _ in 0..60 {
            page.key(Key::Tab).await;
            if page.script(&format!("return {focused}.matches('.go button')")).await == json!(true) {
                break;
            }
        }
        page.key(Key::Enter).await;
        assert!(await_turn(page).await);
        for _ in 0..40 {
            page.key(Key::Tab).await;
            if page.script(&format!("return {focused}.matches('.board')")).await == json!(true) {
                break;
            }
        }
        page.key(Key::Enter).await;
        page.until(&format!("{focused}.matches('.cell.next .hit')")).await;
        // A piece of the stock, another beside it, back to the board with Escape, and then a whole move.
        let here = format!("return {focused}.closest('.cell').dataset.cell");
        let first = page.script(&here).await;
        page.key(Key::Right).await;
        let second = page.script(&here).await;
        assert_ne!(first, second);
        page.key(Key::Enter).await;
        page.see(".board.narrowed").await;
        page.key(Key::Escape).await;
        page.until("!document.querySelector('.board.narrowed')").await;
        assert_eq!(page.script(&here).await, second, "Escape leaves the keys where the path began");
        page.key(Key::Enter).await;
        page.until(&format!("{focused}.closest('.cell')?.dataset.cell.length === 2")).await;
        page.key(Key::Up).await;
        page.key(Key::Enter).await;
        page.until("document.querySelectorAll('.moves .move').length === 2 && document.querySelector('.board.live')")
            .await;
        page.read("#announcer", "Easy:").await;
        // The keys are on the board again when it is one's turn.
        page.until(&format!("{focused}.matches('.cell.next .hit')")).await;
    })
    .await;
}

#[tokio::test]
async fn pieces_are_carried() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "checkers", "first").await;
        await_turn(page).await;
        // Dropped beside a legal place, nothing happens.
        page.carry("11", "20").await;
        page.until("!document.querySelector('.board.narrowed') && !document.querySelector('.ghost')").await;
        page.carry("11", "15").await;
        page.read(".moves .move", "11 → 15").await;
    })
    .await;
}

#[tokio::test]
async fn a_board_is_flipped() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "checkers", "first").await;
        await_turn(page).await;
        let height = "document.querySelector(\"[data-cell='1']\").getBoundingClientRect().top";
        // Black sits at the top of a diagram; whoever plays Black sees it from there.
        let before = page.script(&format!("return {height}")).await.as_f64().expect("a height");
        page.click("[data-action=flip]").await;
        page.until(&format!("{height} < {before}")).await;
    })
    .await;
}

/// No game has such paths today, but a game may.
#[tokio::test]
async fn a_path_that_could_end_or_go_on_asks() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.see(".games").await;
        let script = r#"
            const done = arguments[arguments.length - 1];
            import(new URL(document.querySelector("script[src*=main]").src.replace("main.js", "board.js"))).then(({ Board }) => {
                const cell = (id, x) => `<g class="cell" data-cell="${id}" aria-label="${id}" transform="translate(${x} 1)"><rect class="hit" x="-.5" y="-.5" width="1" height="1"/></g>`;
                const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 2">${cell("a", 1)}${cell("b", 3)}${cell("c", 5)}</svg>`;
                window.played = [];
                const board = new Board((move) => window.played.push(move));
                document.getElementById("main").replaceChildren(board.element);
                const legal = [{ move: "short", path: ["a", "b"] }, { move: "long", path: ["a", "b", "c"] }];
                const cells = [{ id: "a", x: 1, y: 1 }, { id: "b", x: 3, y: 1 }, { id: "c", x: 5, y: 1 }];
                window.again = () => board.show({ svg, legal, cells, size: { x: 6, y: 2 }, last_path: [] }, { live: true });
                window.again();
                done();
            });
        "#;
        page.client.execute_async(script, Vec::new()).await.expect("a board");
        page.touch("a").await;
        page.touch("b").await;
        page.read(".question", "Stop here or continue?").await;
        page.click(".question .primary").await;
        page.until("played.join() === 'short'").await;
        page.script("again()").await;
        page.touch("a").await;
        page.touch("b").await;
        page.click(".question button:last-child").await;
        page.touch("c").await;
        page.until("played.join() === 'short,long'").await;
    })
    .await;
}
