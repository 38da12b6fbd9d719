//! How the page looks: narrow screens, dark surroundings, French.

use serde_json::json;

use crate::games::{await_turn, begin, make_move};
use crate::harness::{Page, visit};

/// Whether nothing reaches over the right edge.
async fn assert_fits(page: &Page, what: &str) {
    let width = page.script("return document.documentElement.scrollWidth - innerWidth").await;
    assert!(width.as_i64() <= Some(0), "{what} is {width} pixels too wide");
}

#[tokio::test]
async fn everything_fits_on_a_phone() {
    visit(async |world| {
        let page = &world.page;
        page.resize(360, 740).await;
        for (address, seen) in [
            ("/", ".games"),
            ("/play/hand-of-the-king/companions", ".levels"),
            ("/analyse/divercite?moves=RC34+GR22", ".lines li"),
            ("/agents/checkers", ".agents"),
            ("/agents/divercite/skypiea-next", ".settings"),
        ] {
            page.open(address).await;
            page.see(seen).await;
            assert_fits(page, address).await;
        }
        begin(page, "divercite", "first").await;
        await_turn(page).await;
        assert_fits(page, "a game").await;
        let board = "const { top, bottom, left, right } = document.querySelector('.board svg').getBoundingClientRect()";
        let within = format!("{board}; return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight");
        assert_eq!(page.script(&within).await, json!(true), "the board is not in sight");
        make_move(page, 3).await;
        page.until("document.querySelectorAll('.moves .move').length === 2").await;
        // However far one scrolls, the board stays.
        page.script("scrollTo(0, document.body.scrollHeight)").await;
        assert_eq!(page.script(&format!("{board}; return top >= 0 && bottom <= innerHeight")).await, json!(true));
        // Language and light are behind a button here.
        page.click(".header .more").await;
        page.click("[data-theme-choice=dark]").await;
        page.until("document.documentElement.dataset.theme === 'dark'").await;
    })
    .await;
}

/// However far the page was scrolled, the board does not hide what is asked.
#[tokio::test]
async fn a_question_is_in_sight_on_a_phone() {
    visit(async |world| {
        let page = &world.page;
        page.resize(390, 844).await;
        begin(page, "divercite", "first").await;
        await_turn(page).await;
        page.click("[data-action=resign]").await;
        page.see("[data-action=resign-yes]").await;
        page.script("scrollTo(0, document.body.scrollHeight)").await;
        let on_top = "
            const button = document.querySelector('[data-action=resign-yes]');
            const { x, y, width, height } = button.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === button;";
        assert_eq!(page.script(on_top).await, json!(true));
        page.click("[data-action=resign-no]").await;
    })
    .await;
}

/// The words of buttons that are broken in two.
const BROKEN_WORDS: &str = "
    const broken = [];
    for (const label of document.querySelectorAll('.action span')) {
        const text = label.firstChild;
        for (const { 0: word, index } of text.textContent.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) broken.push(word);
        }
    }
    return broken;";

#[tokio::test]
async fn no_button_breaks_a_word() {
    visit(async |world| {
        let page = &world.page;
        let made = world.server.post("/play", &json!({ "game": "divercite", "agent": "random" })).await;
        page.open("/").await;
        page.own_game(&made, "divercite", "random").await;
        for language in ["en", "fr"] {
            crate::views::speak(page, language).await;
            for address in [made["address"].as_str().expect("an address"), "/analyse/divercite?moves=RC34"] {
                page.open(address).await;
                page.see(".action span").await;
                for width in [1280, 1000, 390, 360] {
                    page.resize(width, 800).await;
                    assert_eq!(page.script(BROKEN_WORDS).await, json!([]), "{language} {address} {width}");
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn all_places_are_in_reach_of_a_thumb() {
    visit(async |world| {
        let page = &world.page;
        page.resize(360, 740).await;
        for language in ["en", "fr"] {
            crate::views::speak(page, language).await;
            page.open("/tournaments").await;
            page.see("nav a[aria-current]").await;
            assert_eq!(page.count(".header nav a").await, 5);
            let whole = "return [...document.querySelectorAll('.header nav a')].every((place) => {
                const { left, right, bottom } = place.getBoundingClientRect();
                const fits = left >= 0 && right <= innerWidth && bottom <= innerHeight;
                return fits && place.scrollWidth <= place.clientWidth && right - left >= 44;
            })";
            assert_eq!(page.script(whole).await, json!(true), "{language}");
        }
        page.click(".header nav a[href='/agents']").await;
        page.see(".agents").await;
        // What comes last on a page is not hidden behind the bar.
        page.script("scrollTo(0, document.body.scrollHeight)").await;
        let free = "return document.querySelector('main').getBoundingClientRect().bottom
            <= document.querySelector('.header nav').getBoundingClientRect().top + 1";
        assert_eq!(page.script(free).await, json!(true));
    })
    .await;
}

#[tokio::test]
async fn dark_follows_the_system_until_someone_chooses() {
    visit(async |world| {
        let page = &world.page;
        let ground = "getComputedStyle(document.body).backgroundColor";
        let (light, dark) = ("rgb(251, 250, 247)", "rgb(23, 25, 29)");
        page.open("/").await;
        page.see(".games").await;
        page.until(&format!("{ground} === '{light}'")).await;
        page.prefer_dark(true).await;
        page.until(&format!("{ground} === '{dark}'")).await;
        let board = "getComputedStyle(document.querySelector('.f-board')).fill";
        let on_dark = page.script(&format!("return {board}")).await;
        page.click("[data-theme-choice=light]").await;
        page.until(&format!("{ground} === '{light}' && {board} !== '{}'", on_dark.as_str().expect("a colour"))).await;
        page.reload().await;
        page.see(".games").await;
        page.until(&format!("{ground} === '{light}'")).await;
        page.click("[data-theme-choice=system]").await;
        page.until(&format!("{ground} === '{dark}'")).await;
    })
    .await;
}

#[tokio::test]
async fn the_page_speaks_french() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.read("nav", "Play").await;
        page.click("[data-language=fr]").await;
        page.read("nav", "Jouer").await;
        page.read(".games", "Puissance 4").await;
        page.until("document.documentElement.lang === 'fr'").await;
        begin(page, "connect4", "first").await;
        await_turn(page).await;
        page.read(".seat.near", "à vous de jouer").await;
        page.read(".seat.near", "Rouge").await;
        page.click("[data-language=en]").await;
        page.read(".seat.near", "your turn").await;
        assert_eq!(page.count(".board.live").await, 1, "the game goes on in another language");
    })
    .await;
}

#[tokio::test]
async fn agents_are_listed_and_played() {
    visit(async |world| {
        let page = &world.page;
        page.open("/agents/divercite").await;
        page.read(".agents", "skypiea-next").await;
        page.click(".agents a[href='/agents/divercite/little-garden']").await;
        page.read(".settings", "minimax").await;
        page.click(".page .primary").await;
        page.until("document.querySelector('input[name=agent]:checked')?.value === 'little-garden'").await;
    })
    .await;
}
