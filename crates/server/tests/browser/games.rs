//! Every game, played to its end by clicking what lights up.

use grandline_games::GameId;

use crate::harness::{Page, visit};

/// A quick opponent: the level that is offered, with a few nodes.
const NODES: &str = "200";

/// Begins a game as a visitor does, with a quick opponent.
pub(crate) async fn begin(page: &Page, game: &str, side: &str) {
    let start = if game.contains('?') { '&' } else { '?' };
    page.open(&format!("/play/{game}{start}side={side}")).await;
    limit_nodes(page).await;
    page.write("input[name=nodes]", NODES).await;
    page.click(".go button").await;
    page.see(".board svg").await;
}

/// Opens what lies behind the levels, and limits the agent by nodes.
pub(crate) async fn limit_nodes(page: &Page) {
    page.see(".levels").await;
    // The rules of a first visit move what stands below them when they come.
    page.until("!document.querySelector('.how-to-play').open || document.querySelector('.rules svg')").await;
    page.script("for (const more of document.querySelectorAll('details.more-opponents')) more.open = true").await;
    page.click("input[name=strength][value=nodes]").await;
}

/// Waits for one's turn or the end; false at the end.
pub(crate) async fn await_turn(page: &Page) -> bool {
    page.until("document.querySelector('.board.live, .outcome:not([hidden])')").await;
    page.count(".board.live").await > 0
}

/// Touches cells that light up until a move is made; `choice` says which.
pub(crate) async fn make_move(page: &Page, choice: usize) {
    loop {
        let next = "[...document.querySelectorAll('.board.live .cell.next')].map((cell) => cell.dataset.cell)";
        let cells: Vec<String> = serde_json::from_value(page.script(&format!("return {next}")).await).expect("cells");
        page.touch(&cells[choice % cells.len()]).await;
        if page.count(".board.narrowed").await == 0 {
            return;
        }
    }
}

/// Plays a whole game and checks what is said at its end.
async fn play_to_the_end(game: &str, side: &str) {
    visit(async |world| {
        let page = &world.page;
        begin(page, game, side).await;
        let mut choice = 0;
        while await_turn(page).await {
            make_move(page, choice).await;
            choice += 7;
            assert!(choice < 7 * 300, "the game does not end");
        }
        page.see(".outcome h2").await;
        let id = page.address().await.rsplit('/').next().expect("an id").to_owned();
        let state = world.server.get(&format!("/play/{id}")).await;
        let outcome = &state["outcome"];
        let title = match outcome["winner"].as_str().expect("a winner") {
            "draw" => "Draw",
            winner if winner == state["person"] => "You win",
            _ => "You lose",
        };
        page.read(".outcome h2", title).await;
        page.read(".outcome p", outcome["reason"].as_str().expect("a reason")).await;
        let moves =
            page.script("return [...document.querySelectorAll('.moves .move')].map((move) => move.dataset.move)").await;
        assert_eq!(moves, state["position"]["moves"]);
        // The scores of the agent are shown.
        page.see(".chart .line").await;
        page.see("[data-action=rematch]").await;
        assert_eq!(page.count(".board.live").await, 0);
    })
    .await;
}

/// Plays every second game of the list to its end.
async fn play_every_second_game(from: usize, side: &str) {
    for game in GameId::ALL.iter().skip(from).step_by(2) {
        play_to_the_end(game.name(), side).await;
    }
}

#[tokio::test]
async fn games_are_played_as_first() {
    play_every_second_game(0, "first").await;
}

#[tokio::test]
async fn games_are_played_as_second() {
    play_every_second_game(1, "second").await;
}
