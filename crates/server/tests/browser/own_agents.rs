//! Agents of the operator's own on the page: chosen like any other, playing, failing, and left out where they cannot help.

use grandline_arena::ExternalOptions;
use grandline_server::OwnAgents;
use tempfile::TempDir;

use crate::games::{await_turn, make_move};
use crate::harness::{Quiet, TestServer, World, visit_server};

/// Visits a server that offers a program for Connect 4, which plays the last column that is free and knows three moves.
async fn visit_own(test: impl AsyncFnOnce(&mut World)) {
    let folder = TempDir::new().expect("a folder");
    let program = folder.path().join("last.py");
    let lines = [
        "import json, sys",
        "for line in sys.stdin:",
        "    question = json.loads(line)",
        "    if len(question['moves']) > 5: sys.exit('nothing comes to mind')",
        "    print(json.dumps({'move': question['legal'][-1]}), flush=True)",
    ];
    std::fs::write(&program, lines.join("\n")).expect("a program");
    let text = format!("connect4:last-column=json:python3 '{}'", program.display());
    let read = move || OwnAgents::read(&[text], ExternalOptions::default()).expect("an agent");
    let agents = tokio::task::spawn_blocking(read).await.expect("agents that were read");
    visit_server(TestServer::with(agents).await, Quiet::ALL, test).await;
}

#[tokio::test]
async fn an_agent_of_ones_own_is_chosen_answers_and_fails_in_words() {
    visit_own(async |world| {
        let page = &world.page;
        page.open("/play/connect4").await;
        page.read(".opponents [role=group]", "json:python3 last.py").await;
        page.click("input[name=agent][value=last-column]").await;
        page.click(".go button").await;
        page.read(".seat.far .name", "last-column").await;
        assert!(await_turn(page).await);
        make_move(page, 0).await;
        page.until("document.querySelectorAll('.moves .move')[1]?.dataset.move === '7'").await;
        for choice in [0, 1] {
            assert!(await_turn(page).await);
            make_move(page, choice).await;
        }
        page.until("document.querySelectorAll('.moves .move').length === 6").await;
        assert!(await_turn(page).await);
        make_move(page, 2).await;
        page.read(".outcome h2", "You win").await;
        page.read(".outcome p", "nothing comes to mind").await;
    })
    .await;
}

#[tokio::test]
async fn an_agent_of_ones_own_is_offered_where_it_works() {
    visit_own(async |world| {
        let page = &world.page;
        page.open("/analyse/connect4").await;
        page.see(".analysis select").await;
        assert_eq!(page.count("option[value=last-column]").await, 0);
        page.open("/agents/connect4/last-column").await;
        page.read(".description", "external engine").await;
        assert_eq!(page.count(".settings").await + page.count("a[href^='/analyse/connect4']").await, 0);
        page.open("/tournaments/new?game=connect4").await;
        page.click("input[name=agent][value=last-column]").await;
        page.click("input[name=agent][value=random]").await;
        page.write("input[name=games]", "2").await;
        page.click("[data-action=start]").await;
        page.until("document.querySelector('.standings')?.textContent.includes('last-column')").await;
    })
    .await;
}
