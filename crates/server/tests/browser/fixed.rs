//! Things that once were wrong on the page, each seen as a visitor saw it.

use serde_json::json;

use crate::harness::{Quiet, World, visit, visit_expecting};

#[tokio::test]
async fn a_man_between_two_jumps_stays_in_sight() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/checkers?position=B:W14,23,32:B9,1").await;
        page.see(".board.live").await;
        page.touch("9").await;
        page.touch("18").await;
        page.see(".carried .piece").await;
        // Nothing is drawn above it, and it stands in the cell it has come to.
        page.until("document.querySelector('.board svg .carried').nextElementSibling === null || document.querySelector('.board svg .carried').nextElementSibling.matches('.marks')").await;
        let apart = page
            .script(
                "const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
                 const [a, b] = [middle(document.querySelector('.carried')), middle(document.querySelector('[data-cell=\"18\"]'))];
                 return Math.hypot(a[0] - b[0], a[1] - b[1]);",
            )
            .await;
        assert!(apart.as_f64().is_some_and(|apart| apart < 8.0), "{apart}");
    })
    .await;
}

#[tokio::test]
async fn a_finished_game_fills_the_bar() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let made = server.post("/play", &json!({ "game": "connect4", "agent": "random" })).await;
        page.open("/").await;
        page.own_game(&made, "connect4", "random").await;
        let address = made["address"].as_str().expect("an address");
        server
            .post(&format!("/play/{}/resign", made["id"].as_str().expect("an id")), &json!({ "key": made["key"] }))
            .await;
        page.open(address).await;
        page.see(".outcome").await;
        page.until("document.querySelector('.bar')?.getAttribute('aria-valuenow') === '0'").await;
        page.open(&format!("/analyse/connect4?from={}", made["id"].as_str().expect("an id"))).await;
        page.until("document.querySelector('.bar')?.getAttribute('aria-valuenow') === '0'").await;
    })
    .await;
}

#[tokio::test]
async fn a_game_lost_on_time_fills_the_bar() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let new = json!({ "game": "checkers", "agent": "random", "clock": { "minutes": 0.1 } });
        let made = server.post("/play", &new).await;
        page.open("/").await;
        page.own_game(&made, "checkers", "random").await;
        page.open(made["address"].as_str().expect("an address")).await;
        // The clocks start with the first move.
        page.touch("9").await;
        page.touch("13").await;
        page.read(".outcome", "Black ran out of time").await;
        page.until("document.querySelector('.bar')?.getAttribute('aria-valuenow') === '0'").await;
    })
    .await;
}

/// The digits of a clock stand in its middle, and the longest name has room beside it.
#[tokio::test]
async fn names_are_whole_beside_a_clock() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let new = json!({ "game": "connect4", "agent": "in104-connect4-threats", "clock": { "minutes": 180 } });
        let made = server.post("/play", &new).await;
        page.open("/").await;
        page.own_game(&made, "connect4", "in104-connect4-threats").await;
        page.open(made["address"].as_str().expect("an address")).await;
        page.see(".seat.far .clock").await;
        let cut = "return [...document.querySelectorAll('.seat .name')].filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)";
        assert_eq!(page.script(cut).await, json!([]));
        let aside = "
            return Math.max(...[...document.querySelectorAll('.seat .clock')].map((clock) => {
                const range = document.createRange();
                range.selectNodeContents(clock);
                const [digits, box] = [range.getBoundingClientRect(), clock.getBoundingClientRect()];
                return Math.abs(digits.left + digits.right - box.left - box.right) / 2;
            }));";
        let aside = page.script(aside).await;
        assert!(aside.as_f64().is_some_and(|aside| aside <= 2.0), "{aside} pixels");
    })
    .await;
}

#[tokio::test]
async fn a_number_of_games_that_cannot_be_is_said_at_once() {
    visit(async |world| {
        let page = &world.page;
        page.open("/tournaments/new?game=connect4").await;
        page.click("input[name=agent][value=random]").await;
        page.click("input[name=agent][value=greedy]").await;
        page.read("form [role=status]", "10 games in total").await;
        for (wrong, why) in [("-3", "must be between 2 and 100,000"), ("5", "must be even"), ("0", "must be between 2")]
        {
            page.write("input[name=games]", wrong).await;
            page.read("form [role=status]", why).await;
            page.until("document.querySelector('[data-action=start]').disabled").await;
        }
        page.write("input[name=games]", "6").await;
        page.read("form [role=status]", "6 games in total").await;
        page.write("input[name=nodes]", "-5").await;
        page.read("form [role=status]", "“Fixed nodes” must be between 1 and").await;
        // A field that is no longer shown has no say.
        page.click("input[name=strength][value=time]").await;
        page.read("form [role=status]", "6 games in total").await;
        page.until("!document.querySelector('[data-action=start]').disabled").await;
    })
    .await;
}

#[tokio::test]
async fn a_wrong_clock_is_explained_and_forgotten_with_its_field() {
    visit(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.click("input[name=clock][value=own]").await;
        page.write("input[name=minutes]", "0").await;
        page.click(".go button").await;
        page.read(".complaint", "“minutes” must be between 0.1 and 180.").await;
        page.click("input[name=clock][value='3+2']").await;
        page.click(".go button").await;
        page.see(".board.live").await;
    })
    .await;
}

#[tokio::test]
async fn the_way_back_leads_to_where_one_was() {
    visit(async |world| {
        let page = &world.page;
        page.resize(400, 600).await;
        page.open("/").await;
        page.see(".games").await;
        page.script("scrollTo(0, 600)").await;
        page.until("history.state?.scroll === 600").await;
        page.script("document.querySelector('[data-play]').click()").await;
        page.see(".setup").await;
        page.until("scrollY === 0").await;
        page.client.back().await.expect("a way back");
        page.see(".games").await;
        page.until("scrollY === 600").await;
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_down_is_called_so() {
    let quiet = Quiet { but: &["ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch", "Failed to load"] };
    visit_expecting(quiet, async |world| {
        world.page.open("/").await;
        world.page.see(".games").await;
        let server = std::mem::replace(&mut world.server, crate::harness::TestServer::start().await);
        let page = &world.page;
        let again = server
            .restart(async || {
                page.click("nav a[href='/tournaments']").await;
                page.read("main .lost", "The server cannot be reached").await;
            })
            .await;
        page.click("main .lost button").await;
        page.see("a[href='/tournaments/new']").await;
        std::mem::replace(&mut world.server, again).stop().await;
    })
    .await;
}

#[tokio::test]
async fn long_names_do_not_make_the_page_wider() {
    visit(async |world| {
        let World { server, page, .. } = &world;
        let name = "x".repeat(100);
        let definition = json!({ "name": name, "game": "connect4", "games": 2, "agents": ["greedy", "random"], "limits": { "nodes": 50 } });
        let made = server.post("/tournaments", &json!({ "definition": definition })).await;
        for width in [360, 1280] {
            page.resize(width, 700).await;
            for view in ["/tournaments", made["address"].as_str().expect("an address")] {
                page.open(view).await;
                page.read("main", &name).await;
                page.until("document.documentElement.scrollWidth <= innerWidth").await;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn labels_of_lines_to_one_cell_stand_side_by_side() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/divercite").await;
        page.see(".board.live").await;
        let places = page
            .script(
                "const svg = document.querySelector('.board svg');
                 const [from, other, to] = [...svg.querySelectorAll('.cell')].map((cell) => cell.dataset.cell);
                 return import(new URL(document.querySelector('script[src*=main]').src.replace('main.js', 'marks.js'))).then(({ draw }) => {
                     draw(svg, [{ path: [from, to], text: '1' }, { path: [other, to], text: '2' }]);
                     return [...svg.querySelectorAll('.marks .label')].map((label) => label.getAttribute('transform'));
                 });",
            )
            .await;
        assert_ne!(places[0], places[1], "{places}");
    })
    .await;
}
