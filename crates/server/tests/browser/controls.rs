//! The buttons of a game that other tests do not press: sounds, and the agent that is told to move now.

use serde_json::json;

use crate::games::{await_turn, begin, make_move};
use crate::harness::{World, visit};

/// Counts the tones that the page plays, which nobody hears in a test.
const COUNT_TONES: &str = "
    window.tones = 0;
    window.AudioContext = class { currentTime = 0; destination = null; resume() { return Promise.resolve(); } };
    const parameter = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    window.GainNode = class { gain = parameter; connect(next) { return next; } };
    window.OscillatorNode = class { connect(next) { return next; } start() { window.tones += 1; } stop() {} };
";

/// Where each button of a game is, by its action.
const PLACES: &str = "
    return [...document.querySelectorAll('.actions .action')].map((button) => {
        const { left, top, width } = button.getBoundingClientRect();
        return [button.dataset.action, Math.round(left), Math.round(scrollY + top), Math.round(width)];
    });";

/// Whether all of the result can be read without scrolling: it lies under nothing.
const RESULT_IN_SIGHT: &str = "
    const result = [...document.querySelectorAll('.outcome h2, .seat .verdict strong')].find((each) => each.checkVisibility());
    const { x, y, width, height } = result.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === result && result.textContent;";

#[tokio::test]
async fn buttons_stay_where_they_are_and_the_result_is_in_sight() {
    visit(async |world| {
        let page = &world.page;
        for (width, height, language, result) in
            [(1280, 800, "en", "You lose"), (390, 844, "en", "You lose"), (360, 740, "fr", "Vous perdez")]
        {
            page.resize(width, height).await;
            crate::views::speak(page, language).await;
            begin(page, "divercite", "first").await;
            assert!(await_turn(page).await);
            let at_first = page.script(PLACES).await;
            assert!(at_first.as_array().is_some_and(|places| places.len() > 5), "{at_first}");
            make_move(page, 3).await;
            page.until("document.querySelectorAll('.moves .move').length === 2").await;
            assert_eq!(page.script(PLACES).await, at_first, "after a move, {width} {language}");
            // Pressed where it is: on a phone, what is scrolled to the middle lies under the board.
            page.script("document.querySelector('[data-action=resign]').click()").await;
            page.click("[data-action=resign-yes]").await;
            page.see(".outcome:not([hidden])").await;
            assert_eq!(page.script(PLACES).await, at_first, "at the end, {width} {language}");
            page.script("scrollTo(0, 0)").await;
            assert_eq!(page.script(RESULT_IN_SIGHT).await, json!(result), "{width} {language}");
        }
    })
    .await;
}

#[tokio::test]
async fn sounds_are_off_until_someone_switches_them_on() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        assert!(await_turn(page).await);
        page.script(COUNT_TONES).await;
        page.touch("4").await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        assert_eq!(page.script("return window.tones").await, json!(0));
        page.see("[data-action=sound][aria-pressed=false]").await;
        page.click("[data-action=sound]").await;
        page.see("[data-action=sound][aria-pressed=true]").await;
        // What was switched on is heard, and so are the moves of both sides.
        page.until("window.tones === 1").await;
        assert!(await_turn(page).await);
        page.touch("4").await;
        page.until("window.tones >= 4").await;
        page.reload().await;
        page.see("[data-action=sound][aria-pressed=true]").await;
    })
    .await;
}

#[tokio::test]
async fn an_agent_that_thinks_is_told_to_move_now() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let new = json!({ "game": "othello", "agent": "mcts", "strength": { "time_ms": 60_000 } });
        let made = server.post("/play", &new).await;
        page.open("/").await;
        page.own_game(&made, "othello", "mcts").await;
        page.open(made["address"].as_str().expect("an address")).await;
        assert!(await_turn(page).await);
        page.see("[data-action=hurry][aria-disabled=true]").await;
        page.click(".cell.next .hit").await;
        page.see("[data-action=hurry][aria-disabled=false]").await;
        page.read(".seat.far .note", "depth").await;
        page.click("[data-action=hurry]").await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        let state = server.get(&format!("/play/{}", made["id"].as_str().expect("an id"))).await;
        assert!(state["plies"][1]["time_ms"].as_u64() < Some(60_000), "{}", state["plies"][1]);
    })
    .await;
}
