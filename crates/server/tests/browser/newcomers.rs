//! What a newcomer needs: rules, levels, why a click does not work, whose turn it is, and the games one has played.

use grandline_games::GameId;

use crate::games::{await_turn, begin, make_move};
use crate::harness::visit;

/// Second has taken the last card of a house and must use a companion.
const COMPANION_DUE: &str = "......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeRaSaJaMe!";

#[tokio::test]
async fn every_game_explains_itself_and_offers_levels() {
    visit(async |world| {
        let page = &world.page;
        for game in GameId::ALL {
            page.open(&format!("/play/{game}")).await;
            page.see(".levels").await;
            assert_eq!(page.count(".levels input[name=agent]").await, 5, "{game}");
            page.until("document.querySelector('input[name=agent]:checked').value === 'easy'").await;
            // A first visitor finds the rules open.
            page.until("document.querySelectorAll('.rules li').length >= 4").await;
            assert_eq!(
                page.count(".rules svg").await,
                page.count(".rules li").await,
                "{game}: a picture for each idea"
            );
            assert_eq!(page.count(".rules svg [id]").await, 0, "a picture has no names that are there twice");
        }
    })
    .await;
}

#[tokio::test]
async fn a_level_is_played_by_its_name_and_the_tab_says_whose_turn_it_is() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.read(".levels label:nth-of-type(2)", "Easy about 1,000 Elo").await;
        page.click(".levels input[value=beginner]").await;
        page.click(".go button").await;
        assert!(await_turn(page).await);
        page.read(".seat.far .name", "Beginner").await;
        page.until("document.title.startsWith('Your turn')").await;
        make_move(page, 3).await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        // Looking back, one finds the way to the game again.
        page.click(".steps button").await;
        page.click(".back-to-live").await;
        assert!(await_turn(page).await);
        page.click("[data-action=rules]").await;
        page.until("document.querySelectorAll('dialog .rules li').length >= 4").await;
    })
    .await;
}

#[tokio::test]
async fn the_champion_is_called_so() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.click(".levels label:last-of-type input").await;
        page.click(".go button").await;
        assert!(await_turn(page).await);
        page.read(".seat.far .name", "Champion").await;
        page.until("document.title.includes('Champion')").await;
        page.open("/").await;
        page.read(".continue", "Resume Connect 4 against Champion").await;
        page.open("/mine").await;
        page.read(".mine li", "Connect 4 against Champion").await;
    })
    .await;
}

#[tokio::test]
async fn a_click_that_cannot_work_says_why() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "checkers?position=B:W18,27:B14,1", "first").await;
        assert!(await_turn(page).await);
        // The other man may not move: there is something to capture.
        page.touch("1").await;
        page.read(".message", "Not possible: Black must capture, 14x23x32.").await;
        page.read("#announcer", "Not possible").await;
        page.touch("14").await;
        page.until("document.querySelector('.message').textContent === ''").await;
        // Once a move is started, the moves that continue it are named.
        page.touch("2").await;
        page.read(".message", "Not possible: the piece on 14 can capture 14x23x32.").await;
        page.open("/analyse/checkers?position=B:W18,27:B14,1").await;
        page.see(".board.live").await;
        page.touch("1").await;
        page.read(".message", "Not possible: Black must capture, 14x23x32.").await;
        page.read("#announcer", "Not possible").await;
        page.touch("14").await;
        page.until("document.querySelector('.message').textContent === ''").await;
    })
    .await;
}

#[tokio::test]
async fn a_step_that_cannot_work_says_why() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "divercite", "first").await;
        assert!(await_turn(page).await);
        for (touched, why) in [
            (&["34"][..], "choose a piece from your stock first."),
            (&["B-RC"][..], "that is Black's stock, and it is White's turn."),
            (&["W-RC", "04"][..], "04 is a round cell, and a city needs a square one."),
        ] {
            for cell in touched {
                page.touch(cell).await;
            }
            page.read(".message", &format!("Not possible: {why}")).await;
            page.read("#announcer", why).await;
        }
        page.click("[data-language=fr]").await;
        page.see(".board.live").await;
        page.touch("34").await;
        page.read(".message", "choisissez d'abord une pièce de votre réserve.").await;
        begin(page, &format!("hand-of-the-king/companions?position={COMPANION_DUE}"), "second").await;
        assert!(await_turn(page).await);
        page.touch("Jon").await;
        page.touch("3").await;
        page.read(".message", "pas de carte en 3.").await;
    })
    .await;
}

#[tokio::test]
async fn moves_are_listed_in_words_with_their_pieces() {
    visit(async |world| {
        let page = &world.page;
        begin(page, "connect4", "first").await;
        assert!(await_turn(page).await);
        page.touch("4").await;
        page.read(".moves .move", "column 4").await;
        page.see(".moves .move svg circle").await;
        page.until("document.querySelector('.moves .move').dataset.tip === 'Notation: 4'").await;
        page.read("#announcer", "column").await;
        page.click("[data-language=fr]").await;
        page.read(".moves .move", "colonne 4").await;
        begin(page, "hand-of-the-king", "first").await;
        assert!(await_turn(page).await);
        make_move(page, 0).await;
        let house = "/Stark|Greyjoy|Lannister|Targaryen|Baratheon|Tyrell|Tully/.test(document.querySelector('.move')?.textContent)";
        page.until(house).await;
    })
    .await;
}

#[tokio::test]
async fn every_step_with_a_companion_says_what_to_click() {
    visit(async |world| {
        let page = &world.page;
        begin(page, &format!("hand-of-the-king/companions?position={COMPANION_DUE}"), "second").await;
        let note = "document.querySelector('.seat.active .note')?.textContent";
        assert!(await_turn(page).await);
        page.until(&format!("{note}.includes('choose a companion')")).await;
        page.touch("Ramsay").await;
        page.until(&format!("{note}.includes('Ramsay: choose the first card')")).await;
        page.read("#announcer", "Ramsay: choose the first card").await;
        // The cards can be chosen in any order: the last first.
        let last = "return [...document.querySelectorAll('.cell.next')].at(-1).dataset.cell";
        let last = page.script(last).await;
        page.touch(last.as_str().expect("a card")).await;
        page.until(&format!("{note}.includes('the card to swap it with')")).await;
        page.click(".cell.next .hit").await;
        page.until(
            "[...document.querySelectorAll('.move')].some((move) => move.textContent.startsWith('Ramsay swaps'))",
        )
        .await;
    })
    .await;
}

#[tokio::test]
async fn my_games_are_listed_filtered_and_forgotten() {
    visit(async |world| {
        let page = &world.page;
        page.open("/mine").await;
        page.read("main", "No games here yet").await;
        begin(page, "connect4", "first").await;
        assert!(await_turn(page).await);
        begin(page, "othello", "first").await;
        assert!(await_turn(page).await);
        page.click("[data-action=resign]").await;
        page.click("[data-action=resign-yes]").await;
        page.see(".outcome").await;
        page.click("nav a[href='/mine']").await;
        page.until("document.querySelectorAll('.mine li').length === 2").await;
        page.read(".mine li:first-child", "Othello against Easy").await;
        page.read(".mine .state-lost", "lost").await;
        page.click("input[name=show][value=running]").await;
        page.until("document.querySelectorAll('.mine li').length === 1").await;
        page.read(".mine li", "Connect 4").await;
        assert_eq!(page.address().await, "/mine?show=running");
        page.click("[data-action=forget]").await;
        page.read("main", "No games here yet").await;
        page.click("input[name=show][value=all]").await;
        page.until("document.querySelectorAll('.mine li').length === 1").await;
    })
    .await;
}
