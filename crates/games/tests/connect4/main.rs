//! Connect 4 against its twin, the course's games and published counts.

#[path = "../common/mod.rs"]
mod common;
mod twin;

use grandline_games::connect4::Connect4;
use grandline_games::{Game, GameId, Margin, Notation, PositionError, Record, perft};

#[test]
fn agrees_with_its_twin() {
    common::agree::<Connect4, twin::Board>(500);
}

#[test]
fn a_position_is_24_bytes() {
    assert!(size_of::<Connect4>() <= 24);
}

#[test]
fn perft_from_the_empty_board() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&Connect4::start(0), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
}

/// Every position of the course's games: its text, its number of moves, its verdict.
#[test]
fn replays_the_course_games() {
    let vectors = common::vectors("connect4-aiarena-games.json.gz");
    let games = vectors["games"].as_array().expect("games");
    assert!(games.len() >= 100, "only {} games", games.len());
    for game in games {
        let mut position = Connect4::start(0);
        for ply in game["plies"].as_array().expect("plies") {
            let text = ply["pos"].as_str().expect("a position");
            assert_eq!(text.parse::<Connect4>().as_ref(), Ok(&position), "{text}");
            assert_eq!(position.to_aiarena(), text);
            let verdict = match ply["term"].as_u64().expect("a verdict") {
                0 => None,
                1 => Some(1),
                2 => Some(-1),
                _ => Some(0),
            };
            assert_eq!(position.outcome().map(|margin| margin.0.signum()), verdict, "{text}");
            if verdict.is_none() {
                assert_eq!(position.count_moves() as u64, ply["n"].as_u64().expect("a count"), "{text}");
            }
            if let Some(column) = ply["played"].as_str() {
                let column: u8 = column.parse().expect("a column");
                let mv = position.parse_move(&(column + 1).to_string()).expect("a legal move");
                position.play(mv);
            }
        }
        assert!(position.outcome().is_some(), "the last game state is final");
    }
}

#[test]
fn margins_count_discs_in_hand() {
    let fastest: Connect4 = "1122334".parse().expect("a win with the fourth disc");
    assert_eq!(fastest.outcome(), Some(Margin(18)));
    let second: Connect4 = "71122334".parse().expect("a win of the second player");
    assert_eq!(second.outcome(), Some(Margin(-18)));
}

/// Equal positions share a text, but a game that was played shows the moves in their own order.
#[test]
fn a_played_game_keeps_its_order() {
    let mut game = GameId::Connect4.set_up("-").expect("the start");
    game.play_all(["1", "7", "2", "7", "1"]).expect("legal moves");
    assert_eq!(game.text(), "17271");
    assert_eq!(
        game.text().parse::<Connect4>().as_ref(),
        game.record::<Connect4>().as_ref().map(Record::position).ok_or(&PositionError::Impossible(String::new()))
    );
}

#[test]
fn impossible_boards_are_refused() {
    let refused = |text: &str| text.parse::<Connect4>().expect_err(text).to_string();
    insta::assert_snapshot!(refused("4485"), @"position text: character 3 ('8'): expected a column from 1 to 7");
    insta::assert_snapshot!(refused("11223344"), @"move 8 of the position text: 4 is not legal: the game is over (Red has four in line with disc 4)");
    insta::assert_snapshot!(refused("4444444"), @"move 7 of the position text: 4 is not legal: column 4 is full; open: 1 2 3 5 6 7");
    insta::assert_snapshot!(refused("w////// w"), @"impossible position: 1 white and 0 black discs with White to move; White starts and the sides take turns");
    insta::assert_snapshot!(refused("wwww/bbbb///// w"), @"impossible position: no order of moves leads to these discs");
    insta::assert_snapshot!(refused("bw////// w"), @"impossible position: no order of moves leads to these discs");
    insta::assert_snapshot!(refused("x////// w"), @"position text: character 1 ('x'): expected 'w', 'b' or '/'");
    insta::assert_snapshot!(refused("//////"), @"position text: character 7 (the end): expected 'w' or 'b', the side to move");
    assert!(matches!("".parse::<Connect4>(), Ok(position) if position == Connect4::start(0)));
    assert!(matches!("9".parse::<Connect4>(), Err(PositionError::Syntax { at: 0, .. })));
}

/// A mark for a move lies where its disc will, not in the middle of the column.
#[test]
fn marks_lie_where_discs_land() {
    let target = |text: &str| text.parse::<Connect4>().expect(text).scene(None).target("4").expect("a column").y;
    let heights = ["", "4", "44", "444"].map(target);
    assert!(heights.windows(2).all(|pair| (pair[0] - pair[1] - 1.0).abs() < 1e-6), "{heights:?}");
}
