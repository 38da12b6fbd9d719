//! Two people: on one screen, and by link with a seat each.

use serde_json::json;

use crate::games::{await_turn, make_move};
use crate::harness::visit;

#[tokio::test]
async fn two_people_play_on_one_screen() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.click("input[name=who][value=screen]").await;
        page.until("!document.querySelector('.levels').checkVisibility()").await;
        page.click(".go button").await;
        for moves in 1..=4 {
            assert!(await_turn(page).await);
            make_move(page, moves).await;
            page.until(&format!("document.querySelectorAll('.moves .move').length === {moves}")).await;
        }
        page.read(".seat.near .name", "Red").await;
        page.read(".seat.far .name", "Yellow").await;
        page.reload().await;
        assert!(await_turn(page).await, "both seats are kept");
    })
    .await;
}

#[tokio::test]
async fn a_friend_takes_a_seat_by_link() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.click("input[name=who][value=link]").await;
        page.click(".go button").await;
        assert!(await_turn(page).await);
        // A browser without a clipboard shows the link; one with a clipboard says that it is there.
        page.script("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })").await;
        page.click("[data-action=invite]").await;
        page.read(".message", "/game/").await;
        let link =
            page.script("return document.querySelector('.message').textContent.match(/\\/game\\/\\S+/)[0]").await;
        let friend = world.visitor().await;
        friend.open(link.as_str().expect("a link")).await;
        friend.see(".board svg").await;
        friend.until("!location.search").await;
        friend.read(".seat.near .name, .seat.far .name", "a friend").await;
        assert_eq!(friend.count(".board.live").await, 0, "it is the other's turn");
        make_move(page, 3).await;
        assert!(await_turn(&friend).await);
        friend.until("document.title.startsWith('Your turn')").await;
        make_move(&friend, 2).await;
        assert!(await_turn(page).await);
        page.click("[data-action=resign]").await;
        page.click("[data-action=resign-yes]").await;
        page.read(".outcome h2", "You lose").await;
        friend.read(".outcome h2", "You win").await;
        // A rematch is offered, declined, offered again and accepted; both then find themselves in it.
        let before = page.address().await;
        friend.click("[data-action=rematch]").await;
        friend.read(".ask", "You offered a rematch").await;
        page.click("[data-action=decline]").await;
        friend.until("document.querySelector('.ask').hidden").await;
        friend.click("[data-action=rematch]").await;
        page.read(".ask", "Your opponent offers a rematch").await;
        page.click("[data-action=accept]").await;
        for seat in [page, &friend] {
            seat.until(&format!("location.pathname !== '{before}' && document.querySelector('.board svg')")).await;
        }
        friend.see(".board.live").await;
        make_move(&friend, 1).await;
        assert!(await_turn(page).await);
        friend.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_move_is_taken_back_when_the_other_agrees() {
    visit(async |world| {
        let page = &world.page;
        let made = world.server.post("/play", &json!({ "game": "connect4", "opponent": "person" })).await;
        let address = made["address"].as_str().expect("an address");
        page.open("/").await;
        page.own_game(&made, "connect4", "").await;
        page.open(address).await;
        let friend = world.visitor().await;
        friend.open(&format!("{address}?seat={}", made["guest_key"].as_str().expect("a key"))).await;
        friend.see(".board svg").await;
        let dimmed = "document.querySelector('[data-action=undo]').ariaDisabled";
        page.until(&format!("{dimmed} === 'true'")).await;
        make_move(page, 3).await;
        page.until(&format!("{dimmed} === 'false'")).await;
        let places =
            "return [...document.querySelectorAll('.action')].map((each) => each.getBoundingClientRect().left)";
        let before = page.script(places).await;
        page.click("[data-action=undo]").await;
        page.read(".ask", "Waiting for your opponent").await;
        assert_eq!(page.script(places).await, before, "the row of buttons stays");
        friend.read(".ask", "Your opponent asks to take back a move").await;
        friend.read("#announcer", "asks to take back").await;
        friend.click("[data-action=decline]").await;
        page.until("document.querySelector('.ask').hidden").await;
        page.click("[data-action=undo]").await;
        friend.click("[data-action=accept]").await;
        page.until("document.querySelectorAll('.moves .move').length === 0").await;
        assert!(await_turn(page).await);
        friend.close().await;
    })
    .await;
}

#[tokio::test]
async fn on_one_screen_nobody_is_asked() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.click("input[name=who][value=screen]").await;
        page.click(".go button").await;
        for moves in 1..=3 {
            assert!(await_turn(page).await);
            make_move(page, moves).await;
            page.until(&format!("document.querySelectorAll('.moves .move').length === {moves}")).await;
        }
        page.click("[data-action=undo]").await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        assert!(await_turn(page).await);
        page.click("[data-action=resign]").await;
        page.click("[data-action=resign-yes]").await;
        let before = page.address().await;
        page.click("[data-action=rematch]").await;
        page.until(&format!("location.pathname !== '{before}' && document.querySelector('.board.live')")).await;
    })
    .await;
}
