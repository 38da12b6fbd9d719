//! Positions and games under analysis.

use fantoccini::key::Key;

use crate::games::{await_turn, begin, make_move};
use crate::harness::visit;
use crate::views::speak;

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

/// A browser keeps pages that were left for the way back. Their searches must not count against the visitor's four.
#[tokio::test]
async fn thinking_stops_on_pages_that_the_browser_keeps() {
    visit(async |world| {
        let page = &world.page;
        let sockets = async || world.server.get("/status").await["sockets"].clone();
        for game in ["divercite", "checkers", "othello"] {
            page.open(&format!("/analyse/{game}")).await;
            page.see(".lines li").await;
            while sockets().await != 1 {
                tokio::task::yield_now().await;
            }
        }
        page.client.back().await.expect("a way back");
        page.until("location.pathname === '/analyse/checkers'").await;
        page.see(".lines li").await;
        while sockets().await != 1 {
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
        page.read(".status", "Analysis is off").await;
        while world.server.get("/status").await["searches"]["running"] != 0 {
            tokio::task::yield_now().await;
        }
        // Another move than that of the game is a variation, and the main line is a press away.
        page.key(Key::Left).await;
        page.until(
            "document.querySelectorAll('.move[aria-current]').length === 1 && location.search.includes('ply=2')",
        )
        .await;
        page.touch("7").await;
        page.read(".variations .move[aria-current]", "7").await;
        page.click("[data-action=return]").await;
        page.until("location.search.includes('ply=2') && document.querySelector('.variations')").await;
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
        page.read(".message", "Column 3 (blunder) turned a win into a loss").await;
        page.read(".because", "Best move was column 1, because column 3 allows column 1").await;
        // Both players have an accuracy, and the better one made no mistake.
        assert_eq!(page.count(".tally .accuracy").await, 2);
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

/// In French, too: a draw is a word of the page there, and once was taken for a loss.
#[tokio::test]
async fn a_proven_draw_is_said_in_french() {
    visit(async |world| {
        let page = &world.page;
        speak(page, "fr").await;
        page.open(
            "/analyse/connect4?moves=3+3+2+4+4+3+3+4+4+4+4+3+3+5+6+6+6+6+6+5+6+5+5+2+2+2+2+2+1+1+1+1+1+1+7+7+7+7",
        )
        .await;
        page.read(".lines .exact .worth", "nulle").await;
    })
    .await;
}

#[tokio::test]
async fn mistakes_are_tried_again() {
    visit(async |world| {
        let page = &world.page;
        // Red could win with a fourth disc in column 1 and plays elsewhere.
        page.open("/analyse/connect4?moves=1+4+1+4+1+3+3+1&review=1").await;
        page.click("[data-action=retry]").await;
        page.read(".retry", "Mistake 1 of").await;
        let count = "document.querySelector('.retry p').textContent.match(/of (\\d+)/)[1]";
        let all = page.script(&format!("return Number({count})")).await.as_u64().expect("a number");
        assert_eq!(page.count(".lines li").await, 0, "nobody tells the move");
        for number in 1..=all {
            page.read(".retry", &format!("Mistake {number} of")).await;
            page.click("[data-action=retry-solution]").await;
            page.read(".retry", "The best move is").await;
            if number < all {
                page.click("[data-action=retry-next]").await;
            }
        }
        page.click("[data-action=retry-end]").await;
        page.until("!document.querySelector('.retry').checkVisibility()").await;
        page.see(".lines li").await;
    })
    .await;
}

#[tokio::test]
async fn the_reply_to_a_mistake_is_played_on_the_board_as_a_variation() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+1+4+1+3+1+3+2&ply=7&review=1").await;
        page.see(".tally").await;
        page.click("[data-action=refutation]").await;
        page.until("document.querySelector('.variations .move[aria-current]')?.textContent === '1'").await;
    })
    .await;
}

#[tokio::test]
async fn a_review_is_kept_and_its_link_opens_it_for_others() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?moves=4+1+4+1+3+1+3+1&ply=0").await;
        page.click("[data-action=review]").await;
        page.see(".tally").await;
        page.until("location.search.includes('review=1')").await;
        page.script("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })").await;
        page.click("[data-action=share-review]").await;
        page.read(".message", "Anyone with this link sees this review: http").await;
        let link = page.script("return document.querySelector('.message').textContent.match(/\\/analyse\\S+/)[0]").await;
        // Another person's browser has it at once: nothing is searched for it again.
        let other = world.visitor().await;
        speak(&other, "fr").await;
        other.reload().await;
        other.see(".games").await;
        other.script("window.WebSocket = class extends EventTarget { close() {} }").await;
        other.script(&format!("const link = document.createElement('a'); link.href = {link}; document.body.append(link); link.click();")).await;
        other.see(".tally").await;
        other.until("document.querySelectorAll('.moves .move')[6].classList.contains('blunder')").await;
        other.click(".chart circle:last-of-type").await;
        other.read(".because", "Le meilleur coup était colonne 1, car colonne 3 permet colonne 1.").await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_agent_without_an_evaluation_shows_none_and_a_finished_game_fills_the_bar() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4?agent=random").await;
        page.until("document.querySelector('.lines .worth')?.textContent === '–'").await;
        page.see(".bar.unknown").await;
        page.open("/analyse/connect4?moves=4+1+4+1+4+1+4").await;
        page.until("document.querySelector('.bar')?.getAttribute('aria-valuenow') === '100'").await;
        page.open("/analyse/connect4?moves=4+1+4+1+4+2").await;
        page.read(".lines .exact .worth", "wins by 18").await;
        page.until("document.querySelector('.bar')?.getAttribute('aria-valuenow') === '100'").await;
    })
    .await;
}
