//! Tournaments: started, watched to their end, and their games opened.

use std::sync::atomic::Ordering;

use grandline_arena::store::{Note, NoteKind, Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{Event, Tournament};
use serde_json::json;

use crate::harness::{Page, Quiet, visit, visit_expecting};

/// Chooses agents in the form.
async fn choose(page: &Page, game: &str, agents: &[&str]) {
    page.open(&format!("/tournaments/new?game={game}")).await;
    page.see("form .opponents").await;
    for agent in agents {
        page.click(&format!("input[name=agent][value='{agent}']")).await;
    }
}

/// Keeps the answers to orders until they are released.
const HOLD_ANSWERS: &str = "
    const real = window.fetch;
    const released = new Promise((resolve) => { window.release = resolve; });
    window.fetch = async (address, options) => {
        const answer = await real(address, options);
        if (options?.method !== 'POST') return answer;
        await released;
        setTimeout(() => { window.answered = true; }, 100);
        return answer;
    };";

async fn await_state(page: &Page, state: &str) {
    page.see(&format!(".tournament .state-{state}")).await;
}

#[tokio::test]
async fn a_tournament_is_started_and_its_game_opened() {
    visit(async |world| {
        let page = &world.page;
        page.open("/").await;
        page.click("nav a[href='/tournaments']").await;
        page.read(".page", "No tournaments yet").await;
        page.click("a[href='/tournaments/new']").await;
        page.see("form .opponents").await;
        page.until("document.querySelector('[data-action=start]').disabled").await;
        choose(page, "connect4", &["mcts", "greedy", "random"]).await;
        page.write("input[name=games]", "4").await;
        page.write("input[name=nodes]", "3000").await;
        page.write("input[name=name]", "A <b>cup</b>").await;
        page.read("form [role=status]", "12 games in total").await;
        page.read("form .estimate", "about ").await;
        page.click("[data-action=start]").await;
        page.read("h1", "A <b>cup</b>").await;
        assert_eq!(page.count("h1 b").await, 0, "names stay texts");
        await_state(page, "finished").await;
        page.until("document.querySelectorAll('.standings tbody tr').length === 3").await;
        page.until("document.querySelectorAll('.played li').length === 12").await;
        assert_eq!(page.count(".boards li").await, 0, "nothing is played any more");
        assert_eq!(page.count(".bars .point").await, 3);
        page.read(".standings tbody tr:first-child", "mcts").await;
        // A cell of the table shows the games of its two agents.
        page.click(".cross tbody tr:first-child button.cell").await;
        page.until("document.querySelectorAll('.played li').length === 4").await;
        page.click(".played li:first-child a").await;
        page.see(".board svg").await;
        assert!(page.address().await.starts_with("/analyse/connect4?tournament=1&number="));
        page.read(".contest", "mcts").await;
        page.see(".chart .line").await;
        assert!(page.count(".chart .line-1").await >= 1, "states, a line a player");
        page.until("document.querySelectorAll('.moves .move').length > 6").await;
        page.reload().await;
        page.read(".contest", "A <b>cup</b>").await;
        page.click(".contest a").await;
        await_state(page, "finished").await;
        // And its agents are rated now.
        page.open("/agents/connect4/mcts").await;
        page.read(".page", "from 8 games").await;
        page.open("/agents/connect4").await;
        page.read(".agents", "not measured yet").await;
    })
    .await;
}

#[tokio::test]
async fn a_game_of_two_agents_has_a_curve_of_each() {
    visit(async |world| {
        let page = &world.page;
        let agents = ["in104-checkers-v3", "in104-checkers-next"];
        let definition = json!({ "game": "checkers", "games": 2, "agents": agents, "limits": { "nodes": 500 } });
        world.server.post("/tournaments", &json!({ "definition": definition })).await;
        page.open("/tournaments/1").await;
        await_state(page, "finished").await;
        page.click(".played li:first-child a").await;
        // The evaluations of both, each as a line of its own; what was spent stands below.
        let value = ".chart[data-panel=graph]";
        page.read(value, "according to Black").await;
        page.read(value, "according to White").await;
        for line in [".line-0", ".line-1"] {
            let points =
                format!("return document.querySelector('{value} {line}').getAttribute('d').split(/[ML]/).length > 3");
            assert_eq!(page.script(&points).await, json!(true), "{line}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_test_of_two_is_told_in_plain_words() {
    visit(async |world| {
        let page = &world.page;
        choose(page, "connect4", &["mcts"]).await;
        page.until("document.querySelector('input[name=sprt]').disabled").await;
        page.click("input[name=agent][value=random]").await;
        page.click("input[name=sprt]").await;
        page.write("input[name=games]", "1000").await;
        page.write("input[name=nodes]", "100").await;
        page.click("[data-action=start]").await;
        await_state(page, "finished").await;
        page.read(".plain-words", "Decided: mcts is stronger than random").await;
        page.see(".gauge.accept_h1").await;
        page.read(".facts", "LOS").await;
        // How it went, as curves; and one Elo, which is explained once.
        page.until("document.querySelectorAll('.curves .bound').length === 2").await;
        page.until("document.querySelector('.tournament').textContent.split('a lead of 100 points').length === 2")
            .await;
    })
    .await;
}

#[tokio::test]
async fn the_verdict_of_a_test_is_said_in_french() {
    visit(async |world| {
        let page = &world.page;
        let definition = json!({
            "game": "connect4", "games": 1000, "agents": ["beginner", "strong"], "limits": { "nodes": 100 },
            "sprt": "elo0=0,elo1=10",
        });
        world.server.post("/tournaments", &json!({ "definition": definition })).await;
        page.open("/tournaments/1").await;
        await_state(page, "finished").await;
        page.open("/tournaments").await;
        page.read(".tournaments", "beginner is not stronger than strong by 10 nElo or more: ").await;
        page.click("[data-language=fr]").await;
        page.read(".tournaments", "beginner n'est pas plus fort que strong de 10 nElo ou plus").await;
    })
    .await;
}

#[tokio::test]
async fn an_elo_without_bounds_has_no_curve_and_no_heading_for_one() {
    visit(async |world| {
        let page = &world.page;
        let definition = json!({ "game": "connect4", "games": 4, "agents": ["perfect", "random"] });
        world.server.post("/tournaments", &json!({ "definition": definition })).await;
        page.open("/tournaments/1").await;
        await_state(page, "finished").await;
        page.until("document.querySelectorAll('.played li').length === 4").await;
        page.read(".verdict", "all 4 games won").await;
        page.until("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/history'))").await;
        page.settle().await;
        assert_eq!(page.script("return document.querySelector('.curves').checkVisibility()").await, json!(false));
        page.until("![...document.querySelectorAll('h2')].some((each) => each.checkVisibility() && each.textContent === 'How it went')")
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_text_is_a_tournament_and_a_wrong_one_is_explained() {
    let quiet = Quiet { but: &["422 (Unprocessable Entity)"] };
    visit_expecting(quiet, async |world| {
        let page = &world.page;
        page.open("/tournaments/new").await;
        page.click("input[name=way][value=toml]").await;
        let wrong = "name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", \"ugi:rm\"]";
        page.write("textarea[name=toml]", wrong).await;
        page.click("[data-action=start]").await;
        page.read(".complaint", "'ugi'").await;
        let right = "name = \"cup\"\ngame = \"connect4\"\nagents = [\"random\", \"greedy\"]\ngames = 6\n";
        page.write("textarea[name=toml]", right).await;
        page.click("[data-action=start]").await;
        await_state(page, "finished").await;
        page.until("document.querySelectorAll('.played li').length === 6").await;
        page.click("nav.families a").await;
        page.read(".tournaments", "cup").await;
        // Those that come with the program are there to be looked at.
        page.open("/tournaments/new?way=preset").await;
        page.read(".tournaments", "divercite-reports").await;
    })
    .await;
}

#[tokio::test]
async fn a_tournament_is_watched_and_stopped_and_goes_on_and_survives_a_lost_server() {
    let quiet = Quiet { but: &["WebSocket connection to", "ERR_CONNECTION"] };
    visit_expecting(quiet, async |world| {
        let page = &world.page;
        choose(page, "connect4", &["mcts", "random"]).await;
        page.write("input[name=games]", "9000").await;
        page.click("[data-action=start]").await;
        // It is watched: a board with a game on it, and the list as results come in.
        page.see(".boards li svg .cell").await;
        page.read(".boards", "Game").await;
        page.until("document.querySelectorAll('.played li').length > 1").await;
        page.read(".progress", "left").await;
        // An answer that comes after the socket's news does not put the page back.
        page.script(HOLD_ANSWERS).await;
        page.click("[data-action=stop]").await;
        await_state(page, "stopped").await;
        page.script("window.release()").await;
        page.until("window.answered").await;
        await_state(page, "stopped").await;
        page.click("[data-action=resume]").await;
        await_state(page, "running").await;
        // The server goes away; the page says so, finds back by itself, and the tournament is there to go on with.
        let server = std::mem::replace(&mut world.server, crate::harness::TestServer::start().await);
        let page = &world.page;
        let restarted = server
            .restart(async || {
                page.until("!document.getElementById('notice').hidden").await;
            })
            .await;
        page.until("document.getElementById('notice').hidden").await;
        await_state(page, "stopped").await;
        page.click("[data-action=resume]").await;
        await_state(page, "running").await;
        std::mem::replace(&mut world.server, restarted).stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_room_sees_a_tournament_on_the_projector_and_reads_its_report() {
    visit(async |world| {
        let page = &world.page;
        let definition =
            json!({ "game": "connect4", "games": 4, "agents": ["greedy", "random", "mcts"], "limits": { "nodes": 50 } });
        world.server.post("/tournaments", &json!({ "definition": definition })).await;
        page.open("/tournaments/1").await;
        page.click("[data-action=projector]").await;
        page.until("document.querySelectorAll('.projector tbody tr').length === 3").await;
        assert_eq!(page.address().await, "/tournaments/1/projector");
        page.until("!document.querySelector('#header').checkVisibility()").await;
        let size = "return parseFloat(getComputedStyle(document.querySelector('.projector tbody th')).fontSize)";
        assert!(page.script(size).await.as_f64() > Some(20.0), "it is read from the last row");
        page.click("[data-action=leave]").await;
        await_state(page, "finished").await;
        page.see("#header .brand").await;
        page.click("[data-action=report]").await;
        page.see(".report iframe").await;
        page.read("h1", "Report: ").await;
        let frame = page.client.find(fantoccini::Locator::Css(".report iframe")).await.expect("a frame");
        frame.enter_frame().await.expect("the report");
        page.read("body", "mcts").await;
        page.client.clone().enter_parent_frame().await.expect("the page");
        // It is as dark as the page, whatever the system prefers.
        for theme in ["dark", "light", "system"] {
            page.click(&format!("[data-theme-choice={theme}]")).await;
            let ground = "getComputedStyle(document.body).backgroundColor";
            let framed = "getComputedStyle(document.querySelector('iframe').contentDocument.body).backgroundColor";
            page.until(&format!("{ground} === {framed}")).await;
        }
        page.resize(360, 740).await;
        for part in ["report", "projector"] {
            page.open(&format!("/tournaments/1/{part}")).await;
            page.see("h1").await;
            page.settle().await;
            let fits = "return document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(page.script(fits).await, json!(true), "the {part} is too wide");
        }
    })
    .await;
}

#[tokio::test]
async fn tournaments_fit_on_a_phone_and_speak_french() {
    visit(async |world| {
        let page = &world.page;
        choose(page, "divercite", &["skypiea-v5", "greedy", "random", "little-garden"]).await;
        page.write("input[name=games]", "2").await;
        page.write("input[name=nodes]", "50").await;
        page.resize(360, 740).await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        for way in ["toml", "preset", "form"] {
            page.click(&format!("input[name=way][value={way}]")).await;
            assert_eq!(page.script(fits).await, json!(true), "{way} is too wide");
        }
        page.click("[data-action=start]").await;
        await_state(page, "finished").await;
        page.until("document.querySelectorAll('.played li').length === 12").await;
        assert_eq!(page.script(fits).await, json!(true), "a tournament is too wide");
        page.click(".header .more").await;
        page.click("[data-language=fr]").await;
        page.read("h2", "Classement").await;
        page.open("/tournaments").await;
        page.read(".tournaments", "terminé").await;
        assert_eq!(page.script(fits).await, json!(true), "the list is too wide");
    })
    .await;
}

#[tokio::test]
async fn accuracy_is_shown_where_a_solver_judges() {
    visit(async |world| {
        let page = &world.page;
        choose(page, "connect4", &["in104-connect4-threats", "greedy", "random"]).await;
        page.write("input[name=games]", "4").await;
        page.write("input[name=nodes]", "3000").await;
        page.click("[data-action=start]").await;
        await_state(page, "finished").await;
        page.read(".standings thead", "Accuracy").await;
        let judged = "[...document.querySelectorAll('.standings td.accuracy')].filter((cell) => /\\d\\s%$/.test(cell.textContent)).length === 3";
        page.until(judged).await;
        let tip = "return document.querySelector('.standings td.accuracy span').dataset.tip";
        let tip = page.script(tip).await;
        assert!(tip.as_str().is_some_and(|tip| tip.starts_with("Moves judged: ")), "{tip}");
        page.resize(390, 800).await;
        let inside = "const { right } = document.querySelector('.standings').getBoundingClientRect(); \
                      return document.documentElement.scrollWidth <= innerWidth && right <= innerWidth";
        assert_eq!(page.script(inside).await, json!(true), "the table is too wide for a phone");
        page.click(".header .more").await;
        page.click("[data-language=fr]").await;
        page.read(".standings thead", "Précision").await;
        page.until(judged).await;
        assert_eq!(page.script(inside).await, json!(true), "the French table is too wide for a phone");
        choose(page, "othello", &["greedy", "random"]).await;
        page.write("input[name=games]", "2").await;
        page.click("[data-action=start]").await;
        await_state(page, "finished").await;
        page.see(".standings tbody tr").await;
        assert_eq!(page.count(".standings td.accuracy").await, 0, "nothing can judge Othello");
    })
    .await;
}

#[tokio::test]
async fn what_another_program_plays_shows_how_far_it_is() {
    visit(async |world| {
        let page = &world.page;
        let text = "name = 'cup'\ngame = 'connect4'\ngames = 20000\nagents = ['greedy', 'random']\n";
        let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
        let mut store = Sqlite::open(world.server.database()).expect("the same file");
        // The other program ends each of its runs after some games.
        let play_some = |store: &mut Sqlite, games: u64| {
            let options = RunOptions::default();
            let stop = options.stop.clone();
            let mut played = 0;
            let hear = &mut |event: &Event| {
                played += u64::from(matches!(event, Event::GameFinished { .. }));
                stop.store(played >= games, Ordering::Relaxed);
            };
            run(&tournament, store, &options, hear).expect("games").key.0
        };
        let address = format!("/tournaments/{}", play_some(&mut store, 10));
        page.open("/tournaments").await;
        page.read(".tournaments .progress", "of 20,000 games").await;
        page.open(&address).await;
        await_state(page, "stopped").await;
        page.read("header .progress", "of 20,000 games").await;
        let done = "document.querySelector('header progress').value";
        let before = page.until(done).await.as_u64().expect("games");
        assert!((10..20_000).contains(&before), "{before}");
        play_some(&mut store, 10);
        page.until(&format!("{done} > {before}")).await;
        page.open(&format!("{address}/projector")).await;
        page.read(".projector .progress", "of 20,000 games").await;
    })
    .await;
}

#[tokio::test]
async fn workers_of_other_machines_are_shown() {
    visit(async |world| {
        let page = &world.page;
        let text = "name = 'cup'\ngame = 'connect4'\ngames = 4\nagents = ['greedy', 'random']\n";
        let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
        let mut store = Sqlite::open(world.server.database()).expect("the same file");
        let entry = run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("games");
        let address = format!("/tournaments/{}", entry.key.0);
        page.open(&address).await;
        page.see(".standings tbody tr").await;
        assert_eq!(page.script("return document.querySelector('[data-part=workers]').hidden").await, json!(true));
        let status = json!({ "version": "0.1.0", "cores": 2, "speed": 900_000, "errors": 1, "away": true });
        let jobs = json!({ "waiting": 3, "running": 2, "repeated": 5, "dead": 1, "games_per_second": 12.5 });
        let note = |kind, number, worker: &str, text: String| Note { kind, number, worker: worker.to_owned(), text };
        let mut notes: Vec<Note> = (0..4).map(|number| Note::played(number, "lab-7")).collect();
        notes.push(note(NoteKind::Worker, 0, "lab-7", status.to_string()));
        notes.push(note(NoteKind::Jobs, 0, "", jobs.to_string()));
        notes.push(note(NoteKind::Dead, 9, "lab-7", "no bwrap".to_owned()));
        store.note(entry.key, &notes).expect("room");
        page.open(&address).await;
        page.read("[data-part=workers] tbody tr", "lab-7").await;
        page.read("[data-part=workers] tbody tr", "does not answer").await;
        page.read(
            "[data-part=workers]",
            "12.5 games per second. Jobs: 3 waiting, 2 running. Games: 5 repeated, 1 dead.",
        )
        .await;
        page.read("[data-part=workers]", "Game 9 could not be played: no bwrap").await;
        page.resize(360, 740).await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.script(fits).await, json!(true), "the table is too wide for a phone");
        page.click(".header .more").await;
        page.click("[data-language=fr]").await;
        page.read("[data-part=workers]", "3 en attente").await;
        page.read("[data-part=workers] tbody tr", "ne répond pas").await;
    })
    .await;
}
