//! Games, agents, positions, records, and the files of the page.

use serde_json::{Value, json};

use crate::common::{TestServer, text};

#[test]
fn games_come_with_a_picture_and_a_champion() {
    let server = TestServer::start();
    let answer = server.get_json("/api/v1/games");
    let games = answer["games"].as_array().expect("a list");
    let told: Vec<Value> = games
        .iter()
        .map(|game| {
            // Variants keep theirs to themselves, so that the first page is light.
            let name = text(&game["name"]).to_owned();
            assert_eq!(game["picture"].is_null(), game["name"] != game["family"], "{name}");
            let mut own = server.get_json(&format!("/api/v1/games/{name}"));
            assert!(text(&own["picture"]).starts_with("<svg"), "{name}");
            let mut game = game.clone();
            for game in [&mut own, &mut game] {
                game.as_object_mut().expect("an object").remove("picture");
            }
            assert_eq!(own, game);
            game
        })
        .collect();
    insta::assert_snapshot!(told.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn agents_are_listed_by_game_champions_first() {
    let server = TestServer::start();
    let all = server.get_json("/api/v1/agents");
    let one = server.get_json("/api/v1/agents?game=checkers/aiarena");
    let groups: Vec<&str> =
        one["agents"].as_array().expect("a list").iter().map(|agent| text(&agent["group"])).collect();
    assert_eq!(groups[0], "champion");
    assert!(
        groups.is_sorted_by_key(|group| ["champion", "report", "baseline", "level"]
            .iter()
            .position(|known| known == group))
    );
    assert!(all["agents"].as_array().expect("a list").len() > 8 * groups.len() / 2);
    for agent in all["agents"].as_array().expect("a list") {
        let address = format!("/api/v1/agents/{}/{}", text(&agent["game"]), text(&agent["name"]));
        assert_eq!(server.get_json(&address), *agent);
    }
    let changed = server.get_json("/api/v1/agents/divercite/skypiea-v5:depth=3");
    assert_eq!(changed["settings"]["depth"], "3");
}

#[test]
fn a_position_has_all_that_a_page_needs() {
    let server = TestServer::start();
    for game in server.get_json("/api/v1/games")["games"].as_array().expect("a list") {
        let name = text(&game["name"]);
        let position = server.post_json("/api/v1/position", &json!({ "game": name, "setup": "seed:3" }));
        let cells: Vec<&str> =
            position["cells"].as_array().expect("cells").iter().map(|cell| text(&cell["id"])).collect();
        let legal = position["legal"].as_array().expect("moves");
        assert!(!legal.is_empty() && !cells.is_empty(), "{name}");
        for mv in legal {
            let path = mv["path"].as_array().expect("a path");
            assert!(!path.is_empty() && path.iter().all(|cell| cells.contains(&text(cell))), "{name}: {mv}");
        }
        let svg = text(&position["svg"]);
        assert!(!svg.contains("style") && !svg.contains("<script"), "a strict policy takes no style from a picture");
        let next = json!({ "game": name, "setup": "seed:3", "moves": [legal[0]["move"]] });
        let next = server.post_json("/api/v1/position", &next);
        assert_eq!((&next["last"], &next["last_path"]), (&legal[0]["move"], &legal[0]["path"]), "{name}");
        assert_eq!(next["ply"], 1);
        // The text of a position is a set-up again.
        let again = server.post_json("/api/v1/position", &json!({ "game": name, "setup": next["text"] }));
        assert_eq!(again["legal"], next["legal"], "{name}");
    }
}

#[test]
fn a_turned_board_has_its_cells_elsewhere() {
    let server = TestServer::start();
    let plain = server.post_json("/api/v1/position", &json!({ "game": "checkers" }));
    let turned = server.post_json("/api/v1/position", &json!({ "game": "checkers", "turned": true }));
    let centre = |position: &Value, axis: &str| position["cells"][0][axis].as_f64().expect("a number");
    for axis in ["x", "y"] {
        let size = plain["size"][axis].as_f64().expect("a number");
        assert!((centre(&plain, axis) + centre(&turned, axis) - size).abs() < 0.01);
    }
    assert_eq!(plain["legal"], turned["legal"]);
}

#[test]
fn a_position_of_a_finished_game_says_how_it_ended() {
    let server = TestServer::start();
    let moves = ["1", "1", "2", "2", "3", "3", "4"];
    let position = server.post_json("/api/v1/position", &json!({ "game": "connect4", "moves": moves }));
    assert_eq!(position["legal"], json!([]));
    insta::assert_snapshot!(position["outcome"]);
}

#[test]
fn records_go_out_and_come_back() {
    let server = TestServer::start();
    let moves = json!(["11-15", "23-18", "8-11"]);
    for format in ["json", "pdn"] {
        let asked =
            json!({ "game": "checkers", "moves": moves, "format": format, "tags": [["Event", "A \"quoted\" <tag>"]] });
        let file = server.post_json("/api/v1/export", &asked);
        assert!(text(&file["file"]).starts_with("checkers."), "{file}");
        let read = server.post_json("/api/v1/import", &json!({ "text": file["text"] }));
        assert_eq!(read["format"], format);
        assert_eq!(read["records"][0]["moves"], moves);
        assert_eq!(read["records"][0]["game"], "checkers");
    }
    let svg = server.post_json("/api/v1/export", &json!({ "game": "divercite", "moves": ["RC34"], "format": "svg" }));
    assert!(text(&svg["text"]).contains("<style>"), "a file of its own brings its style");
    let line = json!({ "moves": ["4", "4"] }).to_string();
    let many = format!("{line}\n").repeat(203);
    let read = server.post_json("/api/v1/import", &json!({ "text": many, "game": "connect4", "format": "json" }));
    assert_eq!((read["records"].as_array().map(Vec::len), &read["left_off"]), (Some(200), &json!(3)));
}

#[test]
fn every_address_of_the_page_is_the_page() {
    let server = TestServer::start();
    let game = server.post_json("/api/v1/play", &json!({ "game": "connect4", "agent": "random" }));
    let known = [
        "/",
        "/play",
        "/play/divercite",
        "/play/checkers/aiarena",
        "/analyse/hand-of-the-king/companions",
        "/analyse",
        "/analyse/connect4?position=44&moves=1,2",
        "/tournaments",
        "/agents",
        "/agents/connect4",
        "/agents/connect4/mcts",
        "/agents/checkers/aiarena/mcts",
        text(&game["address"]),
    ];
    for path in known {
        let response = server.get(path);
        assert_eq!(response.status, 200, "{path}");
        assert!(response.body.contains("<!doctype html>"), "{path}");
    }
    for path in
        ["/nowhere", "/play/chess", "/game/none", "/game/aaaaaaaaaa", "/agents/connect4/nobody", "/play/connect4/x"]
    {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert!(response.body.contains("<!doctype html>"), "the page says it: {path}");
    }
}

#[test]
fn files_are_sent_once() {
    let server = TestServer::start();
    for (path, media) in [("/", "text/html; charset=utf-8"), ("/assets/board.css", "text/css; charset=utf-8")] {
        let first = server.get(path);
        assert_eq!(
            (first.status, first.header("content-type"), first.header("cache-control")),
            (200, Some(media), Some("no-cache"))
        );
        let tag = first.header("etag").expect("a tag");
        let again = server.client.clone().with("If-None-Match", tag).get(path).expect("an answer");
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
    }
    for path in [
        "/assets/nothing.js",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets//etc/passwd",
        "/assets/",
    ] {
        let response = server.get(path);
        assert!(response.status == 404 && !response.body.contains("[package]"), "{path}: {}", response.status);
    }
}
