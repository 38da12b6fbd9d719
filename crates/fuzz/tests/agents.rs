//! What agents are made of: texts of agents, presets, weights, books and endgame tables.

use std::sync::atomic::AtomicBool;

use grandline_agents::experience::Book;
use grandline_agents::games::checkers::tables::Tables;
use grandline_agents::games::connect4::Book as Connect4Book;
use grandline_agents::learned::Weights;
use grandline_agents::schedule::Schedule;
use grandline_agents::{Catalogue, agent};
use grandline_fuzz::{bytes, texts};
use grandline_games::GameId;
use grandline_games::checkers::English;
use grandline_search::time::parse_duration;

#[test]
fn texts_of_agents() {
    let seeds = [
        "mcts",
        "skypiea-v5:depth=3",
        "skypiea-v5:evaluation=stock(24, 27),time=90ms",
        "divercite-champion:simulations=400,knowledge=own",
        "mcts:exploration=1.4,simulations=100",
        "in104-checkers-next:time=50ms,counter-moves=true",
    ];
    texts(&seeds, |text| [GameId::Divercite, GameId::Checkers].map(|game| agent(game, text).is_ok()).contains(&true));
}

#[test]
fn files_of_presets() {
    let seeds = [
        "[mine]\nbase = \"skypiea-v5\"\ndescription = \"mine\"\nevaluation = \"stock(24, 27)\"\n",
        "base = \"mcts\"\nsimulations = 400\nexploration = 1.4\nelo = { divercite = 1000 }\n",
        "[a]\nbase = \"b\"\ndepth = 4\n[b]\nbase = \"skypiea-next\"\ngames = [\"divercite\"]\n",
    ];
    texts(&seeds, |text| Catalogue::of(GameId::Divercite).add(text, "mine.toml").is_ok());
}

#[test]
fn schedules_and_durations() {
    let seeds = ["3", "end", "left>=35: 2, left>=16: 5, else 7", "step<22: 5, else end", "90ms", "1.5 s", "2s"];
    texts(&seeds, |text| text.parse::<Schedule>().is_ok() | parse_duration(text).is_ok());
}

#[test]
fn weights() {
    let divercite = include_bytes!("../../agents/src/games/divercite/champion.weights");
    bytes(&[divercite], |input| {
        let Ok(weights) = Weights::from_bytes(input) else { return false };
        let _ = weights.check(GameId::Divercite);
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
        true
    });
}

#[test]
fn books() {
    let book = include_str!("../../agents/src/games/divercite/openings.book");
    let book: String = book.lines().take(12).map(|line| format!("{line}\n")).collect();
    let connect4 = "grandline-experience\t1\tconnect4\nposition\tmove\twon\tdrawn\tlost\n-\t4\t3\t1\t0\n".to_owned();
    texts(&[book, connect4], |text| {
        let Ok(book) = Book::read(text, "mine.book") else { return false };
        assert_eq!(Book::read(&book.to_text("again"), "again.book"), Ok(book));
        true
    });
}

#[test]
fn books_of_connect4() {
    texts(&["-\t1\t4\n44\t-2\t34*\n", "1234\t0\t1234567\n"], |text| {
        let Ok(book) = Connect4Book::read(text) else { return false };
        assert!(book.len() <= text.lines().count());
        true
    });
}

#[test]
fn endgame_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    grandline_agents::games::checkers::tables::build::<English>(folder.path(), 2, 1, &AtomicBool::new(false), |_| {})
        .expect("tables");
    let name = std::fs::read_dir(folder.path())
        .expect("the folder")
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .find(|path| path.is_file())
        .expect("a table");
    let file = std::fs::read(&name).expect("its bytes");
    bytes(&[file], |input| {
        std::fs::write(&name, input).expect("a changed file");
        let tables = Tables::<English>::open(folder.path());
        let position = "B:WK1:BK32".parse().expect("a position");
        let _ = tables.probe(&position);
        tables.problems().is_empty()
    });
}
