//! What a page shows only after a click: dialogs, questions, and errors that visitors meet. For tests that look at all of it.

use serde_json::{Value, json};

use crate::harness::{Page, Quiet, TestServer, World};

/// What is written where something else is expected.
pub(crate) const NONSENSE: &str = "qwertz";

/// Wrong requests are answered with 422, and a server that is away not at all.
pub(crate) const PROVOKED: Quiet = Quiet { but: &["422", "404", "409", "ERR_CONNECTION", "WebSocket", "Failed to"] };

/// Goes through all of it without loading the page again, and lets each be looked at.
pub(crate) async fn provoke(world: &mut World, look: &mut impl AsyncFnMut(&Page, &str)) {
    in_a_game(world, look).await;
    between_two_people(world, look).await;
    in_analyse(world, look).await;
    in_the_editor(world, look).await;
    in_a_review(world, look).await;
    in_forms(world, look).await;
    without_a_server(world, look).await;
}

/// Starts a game of this browser, and shows it.
async fn start(world: &World, new: &Value) -> Value {
    let World { server, page, .. } = world;
    let made = server.post("/play", new).await;
    page.own_game(&made, new["game"].as_str().expect("a game"), new["agent"].as_str().unwrap_or_default()).await;
    page.follow(made["address"].as_str().expect("an address")).await;
    page.see(".board svg").await;
    made
}

/// Presses where it is: what is scrolled to the middle may lie under something.
async fn press(page: &Page, selector: &str) {
    page.see(selector).await;
    page.script(&format!("document.querySelector({}).click()", json!(selector))).await;
}

/// Closes the dialog that is open.
async fn close(page: &Page) {
    page.script("document.querySelector('dialog').close()").await;
    page.until("!document.querySelector('dialog')").await;
}

async fn in_a_game(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let page = &world.page;
    let capture =
        json!({ "game": "checkers", "setup": "B:W18,27:B14,1", "agent": "random", "clock": { "minutes": 5 } });
    start(world, &capture).await;
    page.see(".board.live").await;
    page.touch("1").await;
    page.until("document.querySelector('.message').textContent").await;
    look(page, "a click against a rule").await;
    page.touch("14").await;
    page.until("!document.querySelector('.message').textContent").await;
    page.touch("2").await;
    page.until("document.querySelector('.message').textContent").await;
    look(page, "a click that does not continue a move").await;
    for (action, what) in [("share", "a game shared"), ("hint", "a hint")] {
        page.script("document.querySelector('.message').textContent = ''").await;
        press(page, &format!("[data-action={action}]")).await;
        let told = if action == "hint" { "document.querySelector('.marks .mark')" } else { "true" };
        page.until(&format!("document.querySelector('.message').textContent && {told}")).await;
        look(page, what).await;
    }
    press(page, "[data-action=rules]").await;
    page.see("dialog .rules svg").await;
    look(page, "rules").await;
    close(page).await;
    press(page, "[data-action=resign]").await;
    page.see("[data-action=resign-no]").await;
    look(page, "whether to resign").await;
    press(page, "[data-action=resign-no]").await;
}

async fn between_two_people(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let World { server, page, .. } = world;
    let made = start(world, &json!({ "game": "connect4", "opponent": "person" })).await;
    let (id, guest) = (made["id"].as_str().expect("an id"), &made["guest_key"]);
    let address = |what: &str| format!("/play/{id}/{what}");
    for (ply, (mv, key)) in [("4", &made["key"]), ("4", guest)].into_iter().enumerate() {
        server.post(&address("move"), &json!({ "key": key, "move": mv, "ply": ply })).await;
    }
    page.until("document.querySelectorAll('.moves .move').length === 2").await;
    server.post(&address("undo"), &json!({ "key": guest })).await;
    page.see("[data-action=accept]").await;
    look(page, "a friend who asks to take back a move").await;
    press(page, "[data-action=decline]").await;
    page.until("document.querySelector('.ask').hidden").await;
    press(page, "[data-action=undo]").await;
    page.see("[data-action=withdraw]").await;
    look(page, "a friend who is asked").await;
    press(page, "[data-action=withdraw]").await;
    server.post(&address("resign"), &json!({ "key": guest })).await;
    page.until("!document.querySelector('.outcome').hidden").await;
    server.post(&address("rematch"), &json!({ "key": guest })).await;
    page.see("[data-action=accept]").await;
    look(page, "a rematch that is offered").await;
    press(page, "[data-action=decline]").await;
}

async fn in_analyse(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let page = &world.page;
    page.follow("/analyse/checkers?moves=11-15").await;
    page.see(".board.live").await;
    page.touch("1").await;
    page.until("document.querySelector('.message').textContent").await;
    look(page, "a click that cannot work in Analyse").await;
    for (action, field, send) in
        [("position", "textarea[name=position]", "set-up"), ("import", "textarea[name=record]", "read")]
    {
        press(page, &format!("[data-action={action}]")).await;
        page.see(field).await;
        look(page, action).await;
        page.write(field, NONSENSE).await;
        press(page, &format!("[data-action={send}]")).await;
        page.see("dialog .complaint").await;
        look(page, &format!("a wrong {action}")).await;
        close(page).await;
    }
    press(page, "[data-action=import]").await;
    page.write("textarea[name=record]", "11-15 11-15").await;
    press(page, "[data-action=read]").await;
    page.see("dialog .complaint").await;
    look(page, "a record with a move against the rules").await;
    close(page).await;
    press(page, "[data-action=export]").await;
    page.until("document.querySelector('dialog textarea').value").await;
    look(page, "export").await;
    close(page).await;
}

async fn in_the_editor(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let page = &world.page;
    // The first piece of the palette, put twice, makes a position that cannot be.
    for (game, cells) in [
        ("divercite", ["34", "35"]),
        ("connect4", ["4", "4"]),
        ("checkers", ["18", "19"]),
        ("hand-of-the-king/companions", ["7", "8"]),
        ("othello", ["a1", "b1"]),
    ] {
        page.follow(&format!("/analyse/{game}?edit=1")).await;
        page.see("dialog.editor .board svg").await;
        for cell in cells {
            page.click(&format!("dialog.editor [data-cell='{cell}'] .hit")).await;
        }
        page.until("!document.querySelector('[data-action=edit-undo]').disabled").await;
        look(page, &format!("{game}: two pieces put")).await;
        press(page, "[data-action=edit-clear]").await;
        page.settle().await;
        look(page, &format!("{game}: a board that was cleared")).await;
        close(page).await;
    }
}

async fn in_a_review(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let page = &world.page;
    // Red could win with a fourth disc in column 1 and plays elsewhere.
    page.follow("/analyse/connect4?moves=1+4+1+4+1+3+3+1&ply=7&review=1").await;
    page.see("[data-action=refutation]").await;
    look(page, "why a move was a mistake").await;
    press(page, "[data-action=refutation]").await;
    page.settle().await;
    look(page, "the reply on the board").await;
    press(page, "[data-action=retry]").await;
    page.see("[data-action=retry-solution]").await;
    look(page, "a mistake to be tried again").await;
    page.touch("7").await;
    page.settle().await;
    look(page, "another move than the best").await;
    press(page, "[data-action=retry-solution]").await;
    page.settle().await;
    look(page, "the best move").await;
}

async fn in_forms(world: &World, look: &mut impl AsyncFnMut(&Page, &str)) {
    let page = &world.page;
    page.follow("/play/connect4").await;
    page.see(".levels").await;
    page.script("for (const more of document.querySelectorAll('.page details, form details')) more.open = true").await;
    for (choice, what) in [("who][value=link", "a friend by link"), ("clock][value=own", "a clock of one's own")] {
        press(page, &format!("input[name={choice}]")).await;
        look(page, what).await;
    }
    page.follow("/tournaments/new?game=connect4").await;
    page.see("form .opponents").await;
    look(page, "a tournament without agents").await;
    for agent in ["random", "greedy"] {
        press(page, &format!("input[name=agent][value={agent}]")).await;
    }
    press(page, "input[name=sprt]").await;
    page.write("input[name=games]", "5").await;
    look(page, "an odd number of games").await;
    page.write("input[name=games]", "4").await;
    press(page, "input[name=sprt]").await;
    page.write("textarea[name=changed]", NONSENSE).await;
    press(page, "[data-action=start]").await;
    page.see("form .complaint, .page .complaint").await;
    look(page, "an unknown agent").await;
    page.follow("/tournaments/new?way=toml").await;
    let cup = "name = 'cup'\ngame = 'connect4'\nagents = ['random', 'mcts']\n";
    let line = |key: &str, value: &str| format!("{cup}{key} = {value}");
    let quoted = format!("'{NONSENSE}'");
    let unknown = [
        line(NONSENSE, "3"),
        line("format", &quoted),
        line("limits", "{ nodes = -3 }"),
        line("games", &quoted),
        format!("name = 'cup'\ngame = {quoted}\nagents = ['random', 'mcts']"),
    ];
    let [one, two, three, four, five] = unknown.each_ref().map(String::as_str);
    for wrong in [
        NONSENSE,
        "game = 'connect4'\nagents = ['random']",
        "game = 'connect4'\nagents = ['random', 'ugi:rm']",
        one,
        two,
        three,
        four,
        five,
    ] {
        page.write("textarea[name=toml]", wrong).await;
        page.script("for (const each of document.querySelectorAll('.complaint')) each.hidden = true").await;
        press(page, "[data-action=start]").await;
        page.see(".complaint").await;
        look(page, "a wrong file").await;
    }
}

async fn without_a_server(world: &mut World, look: &mut impl AsyncFnMut(&Page, &str)) {
    start(world, &json!({ "game": "connect4", "agent": "random" })).await;
    world.page.see(".board.live").await;
    let server = std::mem::replace(&mut world.server, TestServer::start().await);
    let page = &world.page;
    let again = server
        .restart(async || {
            page.until("!document.getElementById('notice').hidden").await;
            look(page, "a game without its server").await;
            page.touch("4").await;
            page.until("document.querySelector('.message').textContent").await;
            look(page, "a move without a server").await;
            page.script("document.querySelector('nav a[href=\"/tournaments\"]').click()").await;
            page.see("main .lost").await;
            look(page, "a view without a server").await;
        })
        .await;
    std::mem::replace(&mut world.server, again).stop().await;
}
