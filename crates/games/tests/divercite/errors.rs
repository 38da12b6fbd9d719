//! What people read when they make a mistake.

use grandline_games::divercite::TieBreak;
use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Margin, Notation, PositionError};

use crate::{Position, after, common};

#[test]
fn moves_that_cannot_be_made_say_why() {
    let refused = |position: &Position, text: &str| position.parse_move(text).expect_err(text).to_string();
    let start = Position::start(0);
    insta::assert_snapshot!(refused(&start, ""), @"'' is not a move: character 1 (the end): expected a colour: R, G, B or Y");
    insta::assert_snapshot!(refused(&start, "XC34"), @"'XC34' is not a move: character 1 ('X'): expected a colour: R, G, B or Y");
    insta::assert_snapshot!(refused(&start, "RX34"), @"'RX34' is not a move: character 2 ('X'): expected C for a city or R for a resource");
    insta::assert_snapshot!(refused(&start, "RC94"), @"'RC94' is not a move: character 3 ('9'): expected a row from 0 to 8");
    insta::assert_snapshot!(refused(&start, "RC3"), @"'RC3' is not a move: character 4 (the end): expected a column from 0 to 8");
    insta::assert_snapshot!(refused(&start, "RC3é"), @"'RC3é' is not a move: character 4 ('é'): expected a column from 0 to 8");
    insta::assert_snapshot!(refused(&start, "RC345"), @"'RC345' is not a move: character 5 ('5'): expected the end: a move is a piece, a row and a column, such as RC34");
    insta::assert_snapshot!(refused(&start, "RC00"), @"RC00 is not legal: there is no cell (0,0); row 0 has only column 4");
    insta::assert_snapshot!(refused(&start, "RR05"), @"RR05 is not legal: there is no cell (0,5); row 0 has only column 4");
    insta::assert_snapshot!(refused(&start, "RR34"), @"RR34 is not legal: (3,4) is a city cell; RR is a resource");
    insta::assert_snapshot!(refused(&start, "RC33"), @"RC33 is not legal: (3,3) is a resource cell; RC is a city");
    let position = after("RC34,GR33,RC43,GR44");
    insta::assert_snapshot!(refused(&position, "BC34"), @"BC34 is not legal: (3,4) is taken by White's red city");
    insta::assert_snapshot!(refused(&position, "BR33"), @"BR33 is not legal: (3,3) is taken by a green resource");
    insta::assert_snapshot!(refused(&position, "RC45"), @"RC45 is not legal: White has no RC left; in stock: 3 RR, 2 GC, 3 GR, 2 BC, 3 BR, 2 YC, 3 YR");
    assert_eq!(start.parse_move("rc34"), start.parse_move("RC34"));
}

#[test]
fn no_move_follows_the_last() {
    let games = common::vectors("divercite-random.json.gz");
    let moves: Vec<&str> = games[0]["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
    let end = after(&moves.join(","));
    insta::assert_snapshot!(end.parse_move("RR40").expect_err("the game is over").to_string(), @"RR40 is not legal: the game is over (White wins 12-7)");
    let longer = format!("{},RR40", moves.join(","));
    assert!(matches!(longer.parse::<Position>(), Err(PositionError::Move { ply: 41, .. })));
}

#[test]
fn texts_that_are_no_positions_say_why() {
    let refused = |text: &str| text.parse::<Position>().expect_err(text).to_string();
    insta::assert_snapshot!(refused(""), @"position text: character 1 (the end): expected '-', moves joined by commas, or the rows of a board");
    insta::assert_snapshot!(refused("RC34,RC34"), @"move 2 of the position text: RC34 is not legal: (3,4) is taken by White's red city");
    insta::assert_snapshot!(refused("RC34,,"), @"move 2 of the position text: '' is not a move: character 1 (the end): expected a colour: R, G, B or Y");
    insta::assert_snapshot!(refused("/"), @"position text: character 1 ('/'): expected '.', r, g, b or y for resource cell 04");
    insta::assert_snapshot!(refused("./...."), @"position text: character 6 ('.'): expected '/': row 1 is complete");
    insta::assert_snapshot!(refused("./.../...../...R..."), @"position text: character 17 ('.'): expected 1 or 2, the owner of the city");
    insta::assert_snapshot!(refused("./.../...../...r..."), @"position text: character 16 ('r'): expected '.', or R, G, B or Y and an owner, for city cell 34");
    insta::assert_snapshot!(refused("./.../...../...R1.../....R..../......./...../.../. 3333 2333"), @"position text: character 26 ('R'): expected '.', r, g, b or y for resource cell 44");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../."), @"position text: character 51 (the end): expected a space and then the four numbers of resources left to White");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3343 2333"), @"position text: character 54 ('4'): expected 0 to 3, the blue resources left to White");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3333 2333 w"), @"position text: character 61 (' '): expected the end of the text");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3333 3333"), @"impossible position: red resources: 1 on the board and 3 + 3 in stock; together they are 6");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 2333 3333"), @"impossible position: White has placed 2 pieces and Black 0; White starts and the players take turns");
    insta::assert_snapshot!(refused("./.../.R1.R1./...R1.../........./......./...../.../. 3333 3333"), @"impossible position: White has 3 red cities on the board, of 2");
    insta::assert_snapshot!(refused("r/rrr/...../......./........./......./...../.../. 3333 0033"), @"position text: character 4 ('r'): expected '.', or R, G, B or Y and an owner, for city cell 14");
}

/// Damaged texts are refused or mean a whole position; nothing in between.
#[test]
fn damaged_texts_never_slip_through() {
    let mut rng = seeded(9);
    for round in 0..20_000 {
        let mut position = Position::start(0);
        for _ in 0..round % 41 {
            position.random_move(&mut rng).into_iter().for_each(|mv| position.play(mv));
        }
        let mut text: Vec<char> = position.to_string().chars().collect();
        for _ in 0..=pick(&mut rng, 2) {
            let at = pick(&mut rng, text.len() as u32) as usize;
            let letters = ['.', '/', ' ', 'r', 'Y', 'é', '0', '1', '2', '3', ','];
            text[at] = letters[pick(&mut rng, letters.len() as u32) as usize];
        }
        let text: String = text.into_iter().collect();
        if let Ok(other) = text.parse::<Position>() {
            assert_eq!(other.to_string().parse(), Ok(other), "{text}");
            assert_eq!(other.moves().count(), other.count_moves(), "{text}");
        }
    }
}

/// One finished game for each way a tie can be broken.
#[test]
fn reasons_name_the_stage_of_the_tie() {
    let games = common::vectors("divercite-ties.json.gz");
    let reason = |stage: Option<TieBreak>, winner: Option<bool>| {
        let ends = games.as_array().expect("games").iter().map(|game| {
            let moves: Vec<&str> =
                game["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
            after(&moves.join(","))
        });
        let wanted = |end: &Position| {
            let won = end.outcome().and_then(Margin::winner).map(|winner| winner.index() == 0);
            end.tie_break() == stage && won == winner
        };
        ends.into_iter().find(wanted).map_or_else(|| "no such game".to_owned(), |end| end.reason())
    };
    insta::assert_snapshot!(reason(Some(TieBreak::Divercites), Some(true)), @"White wins 10-9: equal scores; White has more divercités, 1 to 0");
    insta::assert_snapshot!(reason(Some(TieBreak::Divercites), Some(false)), @"Black wins 12-11: equal scores; Black has more divercités, 1 to 0");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(4)), Some(false)), @"Black wins 9-8: equal scores; Black has more cities with four matching resources, 1 to 0");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(3)), Some(false)), @"Black wins 9-8: equal scores; Black has more cities with three matching resources, 1 to 0");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(2)), Some(true)), @"White wins 11-9: equal scores; White has more cities with two matching resources, 3 to 2");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(2)), None), @"draw 10-10: equal scores; Black has more cities with two matching resources, 2 to 0, which makes up for White having started");
    insta::assert_snapshot!(reason(Some(TieBreak::Start), Some(true)), @"White wins 10-9: equal scores; all that breaks ties is equal too, and White started");
}
