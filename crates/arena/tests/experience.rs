//! Books made from the games of a store.

use grandline_agents::experience::{Book, MoveTally};
use grandline_agents::{Catalogue, build};
use grandline_arena::agent::files_of;
use grandline_arena::experience::{Gathered, Gathering, gather};
use grandline_arena::store::{NewEntry, Sqlite, Store};
use grandline_arena::{Ending, Opening, Played, Ply, SearchSummary};
use grandline_games::random::seeded;
use grandline_games::{GameId, Margin, Side};
use grandline_search::Limits;
use serde_json::Value;

/// A game of a result, with an opening before the bar.
fn game(number: u64, moves: &str, winner: Option<Side>) -> Played {
    let (opening, moves) = moves.split_once('|').unwrap_or(("", moves));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let ply = |mv| Ply { mv, micros: 0, search: SearchSummary::default() };
    Played {
        number,
        round: 0,
        pair: number,
        players: ["a", "b"].map(str::to_owned),
        opening: Opening { setup: "-".to_owned(), moves: words(opening) },
        plies: words(moves).into_iter().map(ply).collect(),
        winner,
        margin: 0,
        ending: Ending::Rules,
        reason: String::new(),
        detail: Value::Null,
        evidence: None,
    }
}

fn enter(store: &mut dyn Store, name: &str, game: GameId, games: &[Played]) {
    let entry = NewEntry { name: name.to_owned(), game, definition: String::new(), created: None };
    let key = store.create(&entry).expect("a free name").key;
    store.add(key, games).expect("room");
}

const FIRST: Option<Side> = Some(Side::First);
const SECOND: Option<Side> = Some(Side::Second);

/// A store with two tournaments of Connect 4 and one of checkers.
fn store() -> Sqlite {
    let mut store = Sqlite::in_memory().expect("memory");
    let lost_on_time = Played { ending: Ending::Time, ..game(2, "4 4 4", FIRST) };
    let adjudicated = Played { ending: Ending::Solver, ..game(3, "5 4", SECOND) };
    enter(
        &mut store,
        "one",
        GameId::Connect4,
        &[game(0, "3 4 1", FIRST), game(1, "4 4", None), lost_on_time, adjudicated],
    );
    enter(&mut store, "two", GameId::Connect4, &[game(0, "3 | 4 1", SECOND)]);
    enter(&mut store, "draughts", GameId::Checkers, &[game(0, "11-15 22-18", FIRST)]);
    store
}

fn gathering(game: Option<GameId>, tournaments: &[&str]) -> Gathering {
    let tournaments = tournaments.iter().map(|name| (*name).to_owned()).collect();
    Gathering { game, tournaments, players: Vec::new(), plies: 12, games: 1 }
}

/// The lines of a book, and what it was made from.
fn lines(gathered: &Gathered) -> String {
    let Gathered { book, tournaments, games, forfeits } = gathered;
    let text = book.to_text("").lines().skip(2).collect::<Vec<_>>().join("\n").replace('\t', " ");
    format!("{tournaments} tournaments, {games} games, {forfeits} forfeits\n{text}")
}

#[test]
fn results_are_counted_for_whoever_moved() {
    let all = gather(&mut store(), &gathering(Some(GameId::Connect4), &[])).expect("a book");
    insta::assert_snapshot!(lines(&all), @r"
    2 tournaments, 4 games, 1 forfeits
    - 3 1 0 1
    - 4 0 1 0
    - 5 0 0 1
    3 4 2 0 1
    34 1 1 0 1
    4 4 0 1 0
    ");
    let known = all.book.look_up(&GameId::Connect4.set_up("-").expect("the start"));
    assert_eq!(
        known[2].tally,
        MoveTally { won: 1, drawn: 0, lost: 2 },
        "columns 3 and 5 are one move of the empty board"
    );
}

#[test]
fn tournaments_plies_and_games_can_be_chosen() {
    let two = gather(&mut store(), &gathering(None, &["two"])).expect("a book");
    insta::assert_snapshot!(lines(&two), @r"
    1 tournaments, 1 games, 0 forfeits
    - 3 0 0 1
    3 4 1 0 0
    34 1 0 0 1
    ");
    let short = Gathering { plies: 1, ..gathering(Some(GameId::Connect4), &["one", "two"]) };
    assert_eq!(gather(&mut store(), &short).expect("a book").book.positions(), 1);
    let often = Gathering { games: 3, ..gathering(Some(GameId::Connect4), &[]) };
    insta::assert_snapshot!(lines(&gather(&mut store(), &often).expect("a book")), @r"
    2 tournaments, 4 games, 1 forfeits
    - 3 1 0 1
    - 4 0 1 0
    - 5 0 0 1
    3 4 2 0 1
    ");
}

#[test]
fn players_can_be_chosen() {
    let only_b = Gathering { players: vec!["b".to_owned()], ..gathering(Some(GameId::Connect4), &[]) };
    insta::assert_snapshot!(lines(&gather(&mut store(), &only_b).expect("a book")), @r"
    2 tournaments, 4 games, 1 forfeits
    3 4 2 0 1
    4 4 0 1 0
    ");
}

#[test]
fn wrong_wishes_are_explained() {
    let said = |store: &mut Sqlite, gathering| gather(store, &gathering).expect_err("no book").to_string();
    let mut broken = Sqlite::in_memory().expect("memory");
    enter(&mut broken, "cup", GameId::Connect4, &[game(0, "4", None), game(7, "4 9", None)]);
    let texts = [
        said(&mut store(), gathering(None, &[])),
        said(&mut store(), gathering(None, &["three"])),
        said(&mut Sqlite::in_memory().expect("memory"), gathering(None, &["three"])),
        said(&mut store(), gathering(Some(GameId::Checkers), &["draughts", "two"])),
        said(&mut store(), gathering(None, &["draughts", "two"])),
        said(&mut store(), gathering(Some(GameId::Divercite), &[])),
        said(&mut Sqlite::in_memory().expect("memory"), gathering(None, &[])),
        said(&mut broken, gathering(None, &[])),
        said(&mut store(), Gathering { players: vec!["c".to_owned()], ..gathering(None, &["one"]) }),
    ];
    insta::assert_snapshot!(texts.join("\n"));
}

/// Random games of every game, from a store to a book and back into an agent.
#[test]
fn every_game_learns() {
    for &id in GameId::ALL {
        let mut played = Vec::new();
        for number in 0..6 {
            let mut rng = seeded(number / 2);
            let mut position = id.set_up("seed:3").expect("a set-up");
            while position.outcome().is_none() && position.plies() < 300 {
                let mv = position.random_move(&mut rng).expect("a move");
                position.play(mv);
            }
            let winner = position.outcome().and_then(Margin::winner);
            let opening = Opening { setup: "seed:3".to_owned(), moves: Vec::new() };
            played.push(Played { opening, ..game(number, &position.played().join(" "), winner) });
        }
        let mut store = Sqlite::in_memory().expect("memory");
        enter(&mut store, "cup", id, &played);
        let gathered = gather(&mut store, &gathering(None, &[])).expect("a book");
        assert_eq!(gathered.games, 6);
        let text = gathered.book.to_text("made for a test");
        assert_eq!(Book::read(&text, "test.book").as_ref(), Ok(&gathered.book));
        let catalogue = Catalogue::of(id).with_files(move |_| Ok(text.clone().into_bytes()));
        let preset = catalogue.agent("random:experience=any,experience-min=2").expect("an agent");
        let start = id.set_up("seed:3").expect("a set-up");
        let report = build(&preset, 1).search(&start, &Limits::default(), &mut |_| {}).expect("its game");
        assert!(report.root_moves[0].visits >= 2, "{id}: chosen from the book");
    }
}

#[test]
fn books_stand_beside_the_agent_that_names_them() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my.book"), "text").expect("room");
    let inside = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(files_of(&inside("agent.toml"))("my.book"), Ok(b"text".to_vec()));
    assert_eq!(files_of("elsewhere/agent.toml")(&inside("my.book")), Ok(b"text".to_vec()));
    assert_eq!(files_of("mcts:experience=x/my.book")(&inside("my.book")), Ok(b"text".to_vec()));
    let error = files_of("folder/agent.toml")("your.book").expect_err("not there");
    assert!(error.starts_with("folder/your.book cannot be read: "), "{error}");
}
