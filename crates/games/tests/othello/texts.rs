//! Texts of moves and positions, what their errors say, and the cell that passes.

use grandline_games::othello::Othello;
use grandline_games::{AnyPosition, Game, GameId, Notation, Numbered};

use crate::{WHITE_MUST_PASS, position};

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn boards_and_lists_of_moves() {
    assert_eq!(Othello::start(0).to_string(), START);
    assert_eq!(position(""), Othello::start(0));
    assert_eq!(position(&START.to_lowercase()), Othello::start(0));
    let played = position("f5d6c3");
    assert_eq!(played.to_string(), "------------------X--------XX------OXX-----O-------------------- O");
    for text in ["F5D6C3", "f5 d6 c3", "f5d6 c3 "] {
        assert_eq!(position(text), played, "{text}");
    }
}

#[test]
fn passes_have_three_texts() {
    let moves = "d3c3b3b2f5a3a1c1";
    let forced = position(moves);
    for text in ["pass", "PASS", "--", "pa"] {
        let mv = forced.parse_move(text).expect("a pass");
        assert_eq!(forced.format_move(mv), "pass");
        assert_eq!(position(&format!("{moves}{text}")), forced.child(mv));
        assert_eq!(position(&format!("{moves}{text}f6")), position(&format!("{moves}f6")));
    }
    assert_eq!(forced.move_of(64), forced.moves().next());
    assert_eq!(Othello::start(0).move_of(64), None);
}

#[test]
fn illegal_moves_say_why() {
    let refused = |at: &str, text: &str| position(at).parse_move(text).expect_err(text).to_string();
    insta::assert_snapshot!(refused("", "x3"), @"'x3' is not a move: character 1 ('x'): expected a column from a to h, or pass");
    insta::assert_snapshot!(refused("", ""), @"'' is not a move: character 1 (the end): expected a column from a to h, or pass");
    insta::assert_snapshot!(refused("", "d"), @"'d' is not a move: character 2 (the end): expected a row from 1 to 8");
    insta::assert_snapshot!(refused("", "d9"), @"'d9' is not a move: character 2 ('9'): expected a row from 1 to 8");
    insta::assert_snapshot!(refused("", "d33"), @"'d33' is not a move: character 3 ('3'): expected the end: a move is one square, such as d3");
    insta::assert_snapshot!(refused("", "passe"), @"'passe' is not a move: character 1 ('p'): expected a column from a to h, or pass");
    insta::assert_snapshot!(refused("", "d4"), @"d4 is not legal: White has a disc there; Black can play d3, c4, f5 or e6");
    insta::assert_snapshot!(refused("", "a1"), @"a1 is not legal: a disc there turns none of White's; Black can play d3, c4, f5 or e6");
    insta::assert_snapshot!(refused("", "pass"), @"pass is not legal: Black can play d3, c4, f5 or e6");
    insta::assert_snapshot!(refused(WHITE_MUST_PASS, "a1"), @"a1 is not legal: White cannot place a disc and must pass");
    insta::assert_snapshot!(refused("e6f4e3f6g5d6e7f5c5", "a1"), @"a1 is not legal: the game is over (Black wins 13 to 0)");
}

#[test]
fn impossible_positions_say_why() {
    let refused = |text: &str| text.parse::<Othello>().expect_err(text).to_string();
    insta::assert_snapshot!(refused("?"), @"position text: character 1 ('?'): expected a move such as f5, or 'X', 'O' or '-' for each of the 64 squares");
    insta::assert_snapshot!(refused("f5d"), @"position text: character 4 (the end): expected a row from 1 to 8");
    insta::assert_snapshot!(refused("f5z6"), @"position text: character 3 ('z'): expected a column from a to h, or pass");
    insta::assert_snapshot!(refused("f5d6a1"), @"move 3 of the position text: a1 is not legal: a disc there turns none of White's; Black can play c3, c4, c5, c6 or c7");
    insta::assert_snapshot!(refused("f5pass"), @"move 2 of the position text: pass is not legal: White can play f4, d6 or f6");
    insta::assert_snapshot!(refused("e6f4e3f6g5d6e7f5c5a1"), @"move 10 of the position text: a1 is not legal: the game is over (Black wins 13 to 0)");
    insta::assert_snapshot!(refused("--X"), @"position text: character 4 (the end): expected 'X', 'O' or '-' for each of the 64 squares");
    insta::assert_snapshot!(refused(&START.replace("OX", "O?")), @"position text: character 29 ('?'): expected 'X', 'O' or '-' for each of the 64 squares");
    insta::assert_snapshot!(refused(&START[..64]), @"position text: character 65 (the end): expected a space and the side to move, since 64 squares were read");
    insta::assert_snapshot!(refused(&START.replace(' ', "X")), @"position text: character 65 ('X'): expected a space and the side to move, since 64 squares were read");
    insta::assert_snapshot!(refused(&START.replace(" X", " W")), @"position text: character 66 ('W'): expected 'X' or 'O', the side to move");
    insta::assert_snapshot!(refused(&format!("{START} ")), @"position text: character 67 (' '): expected the end of the text");
    insta::assert_snapshot!(refused(&START.replace("XO", "-O")), @"impossible position: d5 is empty; d4, e4, d5 and e5 have discs from the start");
}

/// A pass is made by touching a button that is there only when it is the move to make.
#[test]
fn the_button_to_pass() {
    let mut game = GameId::Othello.set_up(WHITE_MUST_PASS).expect("a position");
    let ids = |game: &AnyPosition| game.scene(true).cells().map(|cell| cell.id.clone()).collect::<Vec<_>>();
    assert_eq!(game.paths(), [("pass".to_owned(), vec!["pass".to_owned()])]);
    assert_eq!(ids(&game).last().map(String::as_str), Some("pass"));
    insta::assert_snapshot!(game.scene(true).description, @"Othello: White must pass; Black 57, White 5");
    game.play_text("pass").expect("a pass");
    assert_eq!(ids(&game).len(), 64);
    let svg = game.scene(true).to_bare_svg();
    assert!(svg.contains("White passed") && svg.contains("s-accent"));
    insta::assert_snapshot!(game.scene(true).canvas.to_string(), @r"
       a  b  c  d  e  f  g  h
    1  ·  ○  ○  ○  ○  ○  ●  ●   ● Black 57
    2  ●  ●  ●  ●  ●  ●  ●  ●   Black to move
    3  ●  ●  ●  ●  ●  ●  ●  ●
    4  ●  ●  ●  ●  ●  ●  ●  ●
    5  ●  ●  ●  ●  ●  ●  ●  ●
    6  ●  ●  ●  ●  ●  ●  ●  ●
    7  ●  ●  ●  ●  ●  ●  ●  ●   [passed]
    8  ●  ●  ●  ●  ●  ●  ●  ·   ○ White 5
    ");
}
