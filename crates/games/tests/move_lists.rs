//! Bare lists of moves, and variations in the formats that hold them.

use grandline_games::GameId;
use grandline_games::checkers::pdn::FirstScore;
use grandline_games::formats::{Format, Hints, PlainRecord, Variation, read, write};
use grandline_games::random::seeded;

fn moves(game: GameId, text: &str) -> Result<PlainRecord, String> {
    let format = Format::guess_for(text, Some(game)).expect("a format");
    let hints = Hints { game: Some(game), ..Hints::default() };
    read(text, format, hints).map_err(|error| error.to_string()).map(|mut records| records.remove(0))
}

fn texts(game: GameId, text: &str) -> String {
    moves(game, text).unwrap_or_else(|error| panic!("{text}: {error}")).moves.join(" ")
}

#[test]
fn moves_are_read_with_and_without_numbers_and_spaces() {
    for text in
        ["4453", "4 4 5 3", "1. 4 4 2. 5 3", "1.4 4 2.5 3", "4, 4, 5, 3", "44\n53 *", "1. 4 {centre} 4! 2. 5 3 1-0"]
    {
        assert_eq!(texts(GameId::Connect4, text), "4 4 5 3", "{text}");
    }
    assert_eq!(texts(GameId::Checkers, "11-15 23-19"), "11-15 23-19");
    assert_eq!(texts(GameId::Checkers, "1. 11-15 23-19 2. 8-11"), "11-15 23-19 8-11");
    assert_eq!(texts(GameId::Othello, "f5d6c3"), "f5 d6 c3");
    assert_eq!(texts(GameId::Othello, "F5D6 C3"), "f5 d6 c3");
    assert_eq!(texts(GameId::Divercite, "RC43 GR33").split(' ').count(), 2);
}

/// The moves of a random game up to its last one that is not a pass.
fn random_game(seed: u64) -> Vec<String> {
    let mut position = GameId::Othello.set_up("-").expect("the start");
    let mut random = seeded(seed);
    while let Some(mv) = position.random_move(&mut random) {
        position.play(mv);
    }
    let mut moves = position.played();
    while moves.pop_if(|last| last == "pass").is_some() {}
    moves
}

/// Transcripts leave passes out.
#[test]
fn a_pass_that_is_forced_may_be_left_out() {
    let is_pass = |text: &String| text == "pass";
    let game = (0..).map(random_game).find(|moves| moves.iter().any(is_pass)).expect("a game with a pass");
    let squeezed: String = game.iter().filter(|text| !is_pass(text)).cloned().collect();
    assert_eq!(texts(GameId::Othello, &squeezed), game.join(" "));
}

#[test]
fn what_is_no_list_of_moves_is_said() {
    let wrong = |game, text| moves(game, text).expect_err("an error");
    assert_eq!(
        wrong(GameId::Connect4, "hello"),
        "moves: move 1: 'h' is not a move: character 1 ('h'): expected a column from 1 to 7 (or a to g)"
    );
    assert!(wrong(GameId::Connect4, "44444445").contains("move 7: 4 is not legal: column 4 is full"));
    assert_eq!(wrong(GameId::Connect4, "1."), "moves: no moves were found; moves of Connect 4 are written like 1 1 1");
    assert!(wrong(GameId::Connect4, "4 (3").contains("')' is missing"));
    assert!(wrong(GameId::Connect4, "(3) 4").contains("stands behind the move that it replaces"));
    assert!(wrong(GameId::Connect4, "4 ) 3").contains("')' closes nothing here"));
    assert!(wrong(GameId::Othello, "f5 a1").contains("move 2: a1"));
    let none = read("44", Format::Moves, Hints::default()).expect_err("an error").to_string();
    assert_eq!(none, "moves: a list of moves does not name its game; give it beside the text");
}

#[test]
fn variations_are_read_and_written() {
    let record = moves(GameId::Connect4, "4 4 (3 5 (2)) 5").expect("a game");
    assert_eq!(record.moves, ["4", "4", "5"]);
    let inner = Variation { ply: 2, moves: vec!["2".to_owned()], variations: Vec::new() };
    let outer = Variation { ply: 1, moves: vec!["3".to_owned(), "5".to_owned()], variations: vec![inner] };
    assert_eq!(record.variations, [outer]);
    let text = write(&[record], Format::Moves, FirstScore::Black).expect("a text");
    assert_eq!(text, "1. 4 4 (1... 3 2. 5 (2. 2)) 2. 5\n");
    assert_eq!(moves(GameId::Connect4, &text).expect("a game").variations.len(), 1);
}

#[test]
fn pdn_and_json_hold_variations_and_other_formats_refuse_them() {
    let variation = Variation { ply: 1, moves: vec!["22-18".to_owned(), "15x22".to_owned()], variations: Vec::new() };
    let moves = ["11-15", "23-19", "8-11"].map(str::to_owned).to_vec();
    let record = PlainRecord { moves, variations: vec![variation], ..PlainRecord::new(GameId::Checkers) };
    let record = record.checked().expect("a game");
    let pdn = write(std::slice::from_ref(&record), Format::Pdn, FirstScore::Black).expect("a text");
    assert!(pdn.contains("1. 11-15 23-19 (1... 22-18 2. 15x22) 2. 8-11 *"), "{pdn}");
    let json = write(std::slice::from_ref(&record), Format::Json, FirstScore::Black).expect("a text");
    assert_eq!(read(&json, Format::Json, Hints::default()).expect("games"), [record]);
    let wrong =
        PlainRecord { game: GameId::Connect4, moves: vec!["4".to_owned()], ..PlainRecord::new(GameId::Connect4) };
    let variation = Variation { ply: 0, moves: vec!["3".to_owned()], variations: Vec::new() };
    let wrong = PlainRecord { variations: vec![variation], ..wrong };
    let error = write(&[wrong], Format::Aiarena, FirstScore::Black).expect_err("an error").to_string();
    assert_eq!(error, "record 1 cannot be written as aiarena: it has variations, and the format has none");
}

#[test]
fn a_variation_replaces_a_move_of_its_line() {
    let variation = Variation { ply: 1, moves: vec!["3".to_owned()], variations: Vec::new() };
    let record = PlainRecord { moves: vec!["4".to_owned()], ..PlainRecord::new(GameId::Connect4) };
    let late = PlainRecord { variations: vec![variation], ..record };
    let error = late.checked().expect_err("an error");
    assert_eq!(error, "variation after move 1: its line has 1 moves, so that it replaces none");
}
