//! Games and positions in and out, and texts that would like to be more than texts.

use crate::harness::{Quiet, visit, visit_expecting};

const TWO_GAMES: &str = r#"[Event "<b>Cup</b>"]
[Black "<img src=x onerror=alert(1)>"]
[White "B"]
1. 11-15 22-18 2. 15x22 25x18 *

[Event "Second"]
1. 9-14 *
"#;

#[tokio::test]
async fn games_are_imported_and_their_words_stay_words() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/checkers").await;
        page.click("[data-action=import]").await;
        page.write("textarea[name=record]", TWO_GAMES).await;
        page.click("[data-action=read]").await;
        page.read(".records", "<img src=x onerror=alert(1)>").await;
        assert_eq!(page.count(".records img, .records b").await, 0);
        page.click(".records li:first-child button").await;
        page.until("document.querySelectorAll('.moves .move').length === 4").await;
        assert!(page.address().await.contains("11-15"));
    })
    .await;
}

#[tokio::test]
async fn games_and_boards_are_exported() {
    visit(async |world| {
        let page = &world.page;
        page.open("/analyse/checkers?moves=11-15+22-18").await;
        page.click("[data-action=export]").await;
        let text = "document.querySelector('dialog textarea').value";
        page.until(&format!("{text}.includes('\"11-15\"')")).await;
        page.click("dialog [value=pdn]").await;
        page.until(&format!("{text}.includes('1. 11-15 22-18')")).await;
        page.click("dialog [value=svg]").await;
        page.until(&format!("{text}.startsWith('<svg')")).await;
    })
    .await;
}

#[tokio::test]
async fn a_position_is_set_up_and_a_wrong_one_explained() {
    let quiet = Quiet { but: &["422 (Unprocessable Entity)"] };
    visit_expecting(quiet, async |world| {
        let page = &world.page;
        page.open("/analyse/checkers").await;
        page.click("[data-action=position]").await;
        page.write("textarea[name=position]", "W:W<script>").await;
        page.click("[data-action=set-up]").await;
        page.read("dialog .complaint", "position text").await;
        page.write("textarea[name=position]", "W:WK10,22:B7,K30").await;
        page.click("[data-action=set-up]").await;
        page.until("!document.querySelector('dialog') && document.querySelector('.board svg')?.ariaLabel.includes('1 man and 1 king')").await;
        assert!(page.address().await.contains("position=W%3AWK10"));
    })
    .await;
}

#[tokio::test]
async fn wrong_addresses_lead_home() {
    let quiet = Quiet { but: &["404 (Not Found)"] };
    visit_expecting(quiet, async |world| {
        let page = &world.page;
        for address in ["/nowhere", "/play/chess", "/analyse/chess", "/agents/chess", "/game/unknown1"] {
            page.open(address).await;
            page.read("h1", "Page not found").await;
        }
        page.click(".lost .primary").await;
        page.see(".games").await;
    })
    .await;
}
