//! What one does around the moves of a game: hints, undoing, reloading, watching, giving up, losing the connection.

use std::collections::BTreeSet;

use fantoccini::key::Key;

use crate::games::{await_turn, begin, limit_nodes, make_move};
use crate::harness::{Quiet, visit, visit_expecting};

#[tokio::test]
async fn a_first_visitor_plays_after_two_clicks() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.see(".games").await;
        let games = world.server.get("/games").await;
        let families = games["games"].as_array().expect("games").iter().map(|game| game["family"].to_string());
        assert_eq!(page.count(".game-card svg").await, families.collect::<BTreeSet<_>>().len() as u64);
        page.click("[data-play=connect4]").await;
        page.click(".go button").await;
        assert!(await_turn(page).await);
        page.read(".seat.near .name", "You").await;
    })
    .await;
}

#[tokio::test]
async fn moves_are_undone_and_survive_a_reload() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        for choice in [0, 6] {
            await_turn(page).await;
            make_move(page, choice).await;
        }
        page.until("document.querySelectorAll('.moves .move').length === 4 && document.querySelector('.board.live')")
            .await;
        page.click("[data-action=undo]").await;
        page.until("document.querySelectorAll('.moves .move').length === 2 && document.querySelector('.board.live')")
            .await;
        let before = page.script("return document.querySelector('.board svg').outerHTML").await;
        page.reload().await;
        assert!(await_turn(page).await);
        assert_eq!(page.count(".moves .move").await, 2);
        assert_eq!(page.script("return document.querySelector('.board svg').outerHTML").await, before);
        // The key was kept: the game goes on.
        make_move(page, 3).await;
        page.until("document.querySelectorAll('.moves .move').length === 4").await;
    })
    .await;
}

#[tokio::test]
async fn a_hint_points_at_a_move_that_can_be_made() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        await_turn(page).await;
        page.click("[data-action=hint]").await;
        page.see(".marks .mark").await;
        page.read(".message", "Hint:").await;
        let words =
            page.script("return document.querySelector('.message').textContent.match(/Hint: column (\\w+)/)[1]").await;
        page.touch(words.as_str().expect("a column")).await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        assert_eq!(page.count(".marks .mark").await, 0);
        page.until("document.querySelector('.message').textContent === ''").await;
    })
    .await;
}

#[tokio::test]
async fn the_past_is_looked_at_with_arrow_keys() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "checkers", "second").await;
        for choice in [0, 5] {
            await_turn(page).await;
            make_move(page, choice).await;
        }
        page.until("document.querySelectorAll('.moves .move').length === 5 && document.querySelector('.board.live')").await;
        let board = "return document.querySelector('.board svg').getAttribute('aria-label')";
        let now = page.script(board).await;
        page.script("document.querySelector('.moves').focus()").await;
        page.key(Key::Home).await;
        page.until("!document.querySelector('.move[aria-current]') && !document.querySelector('.board.live')").await;
        page.read("#announcer", "Start position").await;
        page.key(Key::Right).await;
        page.until("document.querySelector('.move[aria-current]')?.textContent === document.querySelectorAll('.move')[0].textContent").await;
        page.key(Key::End).await;
        page.see(".board.live").await;
        assert_eq!(page.script(board).await, now);
    })
    .await;
}

#[tokio::test]
async fn arrow_keys_step_through_the_moves_unless_a_cell_is_being_chosen() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        await_turn(page).await;
        page.touch("4").await;
        page.until("document.querySelectorAll('.moves .move').length === 2 && document.querySelector('.board.live')")
            .await;
        // A click leaves the arrow keys to the moves.
        page.key(Key::Left).await;
        page.see(".back-to-live").await;
        page.click(".back-to-live").await;
        page.see(".board.live").await;
        // So does the board itself; Enter leads to its cells, Escape back.
        page.script("document.querySelector('.board').focus()").await;
        page.key(Key::Left).await;
        page.see(".back-to-live").await;
        page.key(Key::End).await;
        page.see(".board.live").await;
        page.until("document.activeElement.matches('.board')").await;
        page.key(Key::Enter).await;
        page.until("document.activeElement.closest('.cell')").await;
        let cell = "document.activeElement.closest('.cell').dataset.cell";
        let before = page.script(&format!("return {cell}")).await;
        page.key(if before == "7" { Key::Left } else { Key::Right }).await;
        page.until(&format!("{cell} !== {before}")).await;
        assert_eq!(page.count(".board.live").await, 1, "the live position stays");
        page.key(Key::Escape).await;
        page.until("document.activeElement.matches('.board')").await;
    })
    .await;
}

#[tokio::test]
async fn whoever_has_only_the_address_watches() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        await_turn(page).await;
        let watcher = world.visitor().await;
        watcher.open(&page.address().await).await;
        watcher.see(".board svg").await;
        watcher.read(".seat.near .note", "watching").await;
        for action in ["hint", "undo", "resign"] {
            assert_eq!(watcher.count(&format!("[data-action={action}]")).await, 0, "{action}");
        }
        assert_eq!(watcher.count(".board.live").await + watcher.count(".cell.next").await, 0);
        watcher.touch("4").await;
        make_move(page, 0).await;
        watcher.until("document.querySelectorAll('.moves .move').length === 2").await;
        assert_eq!(watcher.count(".cell.next").await, 0);
        let complaints = watcher.complaints(&Quiet::ALL).await;
        watcher.close().await;
        assert!(complaints.is_empty(), "{complaints:?}");
    })
    .await;
}

#[tokio::test]
async fn resigning_is_asked_for_twice_and_leads_to_a_rematch() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        await_turn(page).await;
        page.click("[data-action=resign]").await;
        page.click("[data-action=resign-yes]").await;
        page.read(".outcome h2", "You lose").await;
        let before = page.address().await;
        page.click("[data-action=rematch]").await;
        page.until(&format!("location.pathname !== '{before}' && document.querySelector('.board.live')")).await;
        // The sides are swapped: the agent has moved already.
        assert_eq!(page.count(".moves .move").await, 1);
        page.read(".seat.near .name", "Yellow").await;
    })
    .await;
}

#[tokio::test]
async fn a_lost_connection_says_so_and_comes_back() {
    let quiet = Quiet { but: &["WebSocket connection to", "ERR_CONNECTION_REFUSED"] };
    visit_expecting(quiet, async |world| {
        begin(&world.page, "connect4", "first").await;
        await_turn(&world.page).await;
        make_move(&world.page, 0).await;
        await_turn(&world.page).await;
        let fresh = crate::harness::TestServer::start().await;
        let server = std::mem::replace(&mut world.server, fresh);
        let page = &world.page;
        let server = server.restart(async || page.read("#notice", "Connection lost").await).await;
        std::mem::replace(&mut world.server, server).stop().await;
        page.until("document.querySelector('#notice').hidden && document.querySelector('.board.live')").await;
        make_move(page, 1).await;
        page.until("document.querySelectorAll('.moves .move').length === 4").await;
    })
    .await;
}

#[tokio::test]
async fn clocks_run_for_whoever_is_to_move() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        limit_nodes(page).await;
        page.click("input[name=clock][value='3+2']").await;
        page.click(".go button").await;
        assert!(await_turn(page).await);
        page.read(".seat.near .clock", "3:00").await;
        make_move(page, 0).await;
        page.see(".seat.near.running .clock").await;
        page.until("document.querySelector('.seat.near .clock').textContent < '3:02'").await;
    })
    .await;
}
