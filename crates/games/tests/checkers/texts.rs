//! Positions and moves as text: what is read, what is written, what is refused and with which words.

use grandline_games::checkers::{Aiarena, Checkers, English};
use grandline_games::{Game, MoveError, Notation, PositionError};
use proptest::prelude::*;

fn english(text: &str) -> Checkers<English> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn starts_are_written_as_everybody_writes_them() {
    assert_eq!(Checkers::<English>::start(0).to_string(), "B:W21-32:B1-12");
    assert_eq!(Checkers::<Aiarena>::start(0).to_string(), "mmmmmmmmmmmm________MMMMMMMMMMMM/w/0");
}

#[test]
fn a_fen_is_read_in_all_its_forms() {
    let expected = "W:W18,K27:BK1,2,5-7:H12";
    for text in [
        "W:W18,K27:BK1,2,5-7:H12",
        "w:bk1,2,5,6,7:w18,k27:h12.",
        " W : B 5 - 7 , 2 , K1 : W 18 , K 27 : H 12 ",
        "W:H12:WK27,18:BK1,2,7,6,5:F3",
    ] {
        assert_eq!(english(text).to_string(), expected, "{text}");
    }
    assert_eq!(english("B:WK5-7:B").to_string(), "B:WK5,K6,K7:B");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |text: &str| text.parse::<Checkers<English>>().expect_err(text).to_string();
    insta::assert_snapshot!(refused("X:W1:B2"), @"position text: character 1 ('X'): expected 'B' or 'W', the side to move");
    insta::assert_snapshot!(refused("B:W21-33:B1-12"), @"position text: character 7 ('3'): expected a square from 1 to 32");
    insta::assert_snapshot!(refused("B:W21-32"), @"position text: character 9 (the end): expected ':B' and the squares of Black");
    insta::assert_snapshot!(refused("B:W21-32:W1-12"), @"position text: character 10 ('W'): expected each colour only once");
    insta::assert_snapshot!(refused("B:W21-32:B1-12;"), @"position text: character 15 (';'): expected ',', ':' or the end of the text");
    insta::assert_snapshot!(refused("B:W21,x:B1"), @"position text: character 7 ('x'): expected a square from 1 to 32");
    insta::assert_snapshot!(refused("B:W21-32:B1-21"), @"impossible position: square 21 holds two pieces");
    insta::assert_snapshot!(refused("B:W20-32:B1-12"), @"impossible position: White has 13 pieces, and a side begins with 12");
    insta::assert_snapshot!(refused("B:W3:B12"), @"impossible position: a man of White on square 3 would be a king, for it stands on its far row");
    insta::assert_snapshot!(refused("B:W30-21:B12"), @"impossible position: the squares 30 to 21 run backwards");
    insta::assert_snapshot!(refused("B:W21:B12:H81"), @"impossible position: 81 plies without a capture or a man's move, and the game is drawn after 80");
    let refused = |text: &str| text.parse::<Checkers<Aiarena>>().expect_err(text).to_string();
    insta::assert_snapshot!(refused("mmmm"), @"position text: character 5 (the end): expected '_', 'M', 'K', 'm' or 'k' for each of the 32 cells");
    insta::assert_snapshot!(refused("mmmmmmmmmmmm________MMMMMMMMMMMM/x/0"), @"position text: character 34 ('x'): expected 'w' or 'b', the side to move");
    insta::assert_snapshot!(refused("mmmmmmmmmmmm________MMMMMMMMMMMM/w/26"), @"impossible position: 26 plies without a capture, and the game is drawn after 25");
    insta::assert_snapshot!(refused("mmmmmmmmmmmm________MMMMMMMMMMMM/w/0/1"), @"position text: character 37 ('/'): expected the end of the text");
    insta::assert_snapshot!(refused("____________________________m___/w/0"), @"impossible position: a man of Black on square 28 would be a king, for it stands on its far row");
}

#[test]
fn short_captures_are_read_where_they_are_unambiguous() {
    let position = english("W:W22:B18,11");
    let full = position.parse_move("22x15x8");
    assert!(full.is_ok());
    assert_eq!(position.parse_move("22x8"), full);
    assert_eq!(position.parse_move("22X8"), full);
    let round = english("W:WK6:B9,10,17,18");
    let Err(MoveError::Ambiguous { mut candidates, .. }) = round.parse_move("6x6") else { panic!("two ways round") };
    candidates.sort();
    assert_eq!(candidates, ["6x13x22x15x6", "6x15x22x13x6"]);
    assert_eq!(round.parse_move("6x13x22x6").map(|mv| round.format_move(mv)).as_deref(), Ok("6x13x22x15x6"));
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |position: &str, text: &str| english(position).parse_move(text).expect_err(text).to_string();
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "11-19"), @"11-19 is not legal: the man on 11 can go 11-15 or 11-16");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "4-8"), @"4-8 is not legal: the man on 4 is blocked");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "11x18"), @"11x18 is not legal: Black has nothing to capture; the man on 11 can go 11-15 or 11-16");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "22-18"), @"22-18 is not legal: the piece on 22 is White's, and it is Black's turn");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "14-18"), @"14-18 is not legal: there is no piece on 14");
    insta::assert_snapshot!(refused("B:W22,23:B11,18", "11-15"), @"11-15 is not legal: Black must capture, 18x25 or 18x27");
    insta::assert_snapshot!(refused("B:W22,23:B11,18", "11x20"), @"11x20 is not legal: Black must capture, 18x25 or 18x27");
    insta::assert_snapshot!(refused("B:W22,23:B11,18", "18x24"), @"18x24 is not legal: the piece on 18 can capture 18x25 or 18x27");
    insta::assert_snapshot!(refused("W:W22:B18,11", "22x15"), @"22x15 is not legal: it is not complete: it continues to 22x15x8");
    insta::assert_snapshot!(refused("W:WK6:B9,10,17,18", "6x6"), @"6x6 is ambiguous: it could be 6x13x22x15x6 or 6x15x22x13x6");
    insta::assert_snapshot!(refused("W:W5:B1", "5-1"), @"5-1 is not legal: the game is over (White has no move left)");
    insta::assert_snapshot!(refused("W:WK32:BK1:H80", "32-27"), @"32-27 is not legal: the game is over (80 plies without a capture or a man's move)");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "11"), @"'11' is not a move: character 3 (the end): expected '-' or 'x' and the square it goes to");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "11-33"), @"'11-33' is not a move: character 4 ('3'): expected a square from 1 to 32");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "11-15-18"), @"'11-15-18' is not a move: character 6 ('-'): expected the end: a step goes to one square");
    insta::assert_snapshot!(refused("B:W21-32:B1-12", "e3"), @"'e3' is not a move: character 1 ('e'): expected a square from 1 to 32");
    let position: Checkers<Aiarena> = "W:W21,22:B11,17,18".parse().expect("a position");
    insta::assert_snapshot!(position.parse_move("20x13").expect_err("one piece"), @"20x13 is not legal: it takes 1 piece, but 2 can be taken: 21x14x7");
}

#[test]
fn the_terminal_shows_the_last_move() {
    let position = english("W:W22,K25:B18,11,K3");
    let mv = position.parse_move("22x8").expect("a capture");
    insta::assert_snapshot!(position.child(mv).scene(Some(mv)).canvas.to_string(), @"
     1      ·       ·       ●K      ·   4   ● Black 1 king
     5  ·       ·       ·      [○]      8   Black to move
     9      ·       ·       ×       ·   12
    13  ·       ·      [·]      ·       16
    17      ·       ×       ·       ·   20
    21  ·      [·]      ·       ·       24
    25      ○K      ·       ·       ·   28
    29  ·       ·       ·       ·       32  ○ White 1 man and 1 king
    ");
    let labels: Vec<String> = position.scene(None).cells().map(|cell| cell.label.clone()).collect();
    assert_eq!((labels[21].as_str(), labels[2].as_str()), ("square 22, white man", "square 3, black king"));
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}", fen in "[BW:,KH0-9 .-]{0,30}", cells in "[_mMkK]{30,33}/[wb]/[0-9]{1,3}") {
        for text in [&text, &fen, &cells] {
            for error in [text.parse::<Checkers<English>>().err(), text.parse::<Checkers<Aiarena>>().err()].into_iter().flatten() {
                let named = matches!(error, PositionError::Syntax { at, .. } if at <= text.chars().count());
                prop_assert!(named || matches!(error, PositionError::Impossible(_)), "{error}");
            }
            let _ = Checkers::<English>::start(0).parse_move(text);
        }
    }

    #[test]
    fn made_up_positions_round_trip(
        letters in prop::collection::vec(prop::sample::select(vec!['_', '_', 'm', 'M', 'k', 'K']), 32),
        white in any::<bool>(),
        counter in 0..=25,
    ) {
        let side = if white { 'w' } else { 'b' };
        let text = format!("{}/{side}/{counter}", letters.iter().collect::<String>());
        if let Ok(position) = text.parse::<Checkers<Aiarena>>() {
            prop_assert_eq!(position.to_string(), text.as_str());
            let english: Checkers<English> = text.parse().expect("possible in both variants");
            prop_assert_eq!(english.to_string().parse(), Ok(english));
            prop_assert_eq!(english.count_moves(), english.moves().count());
            for mv in english.moves() {
                prop_assert_eq!(english.parse_move(&english.format_move(mv)), Ok(mv));
                let child = english.child(mv);
                prop_assert_eq!(child.to_string().parse::<Checkers<English>>().map(|again| again.key()), Ok(child.key()));
            }
        }
    }
}
