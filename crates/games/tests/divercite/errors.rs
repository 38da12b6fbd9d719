//! What people read when they make a mistake.

use grandline_games::divercite::TieBreak;
use grandline_games::{Game, Notation, PositionError};

use crate::{Position, after, common};

#[test]
fn moves_that_cannot_be_made_say_why() {
    let refused = |position: &Position, text: &str| position.parse_move(text).expect_err(text).to_string();
    let start = Position::start(0);
    insta::assert_snapshot!(refused(&start, ""), @"");
    insta::assert_snapshot!(refused(&start, "XC34"), @"");
    insta::assert_snapshot!(refused(&start, "RX34"), @"");
    insta::assert_snapshot!(refused(&start, "RC94"), @"");
    insta::assert_snapshot!(refused(&start, "RC3"), @"");
    insta::assert_snapshot!(refused(&start, "RC3é"), @"");
    insta::assert_snapshot!(refused(&start, "RC345"), @"");
    insta::assert_snapshot!(refused(&start, "RC00"), @"");
    insta::assert_snapshot!(refused(&start, "RR05"), @"");
    insta::assert_snapshot!(refused(&start, "RR34"), @"");
    insta::assert_snapshot!(refused(&start, "RC33"), @"");
    let position = after("RC34,GR33,RC43,GR44");
    insta::assert_snapshot!(refused(&position, "BC34"), @"");
    insta::assert_snapshot!(refused(&position, "BR33"), @"");
    insta::assert_snapshot!(refused(&position, "RC45"), @"");
    assert_eq!(start.parse_move("rc34"), start.parse_move("RC34"));
}

#[test]
fn no_move_follows_the_last() {
    let games = common::vectors("divercite-random.json.gz");
    let moves: Vec<&str> = games[0]["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
    let end = after(&moves.join(","));
    insta::assert_snapshot!(end.parse_move("RR40").expect_err("the game is over").to_string(), @"");
    let longer = format!("{},RR40", moves.join(","));
    assert!(matches!(longer.parse::<Position>(), Err(PositionError::Move { ply: 41, .. })));
}

#[test]
fn texts_that_are_no_positions_say_why() {
    let refused = |text: &str| text.parse::<Position>().expect_err(text).to_string();
    insta::assert_snapshot!(refused(""), @"");
    insta::assert_snapshot!(refused("RC34,RC34"), @"");
    insta::assert_snapshot!(refused("RC34,,"), @"");
    insta::assert_snapshot!(refused("/"), @"");
    insta::assert_snapshot!(refused("./...."), @"");
    insta::assert_snapshot!(refused("./.../...../...R..."), @"");
    insta::assert_snapshot!(refused("./.../...../...r..."), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....R..../......./...../.../. 3333 2333"), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../."), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3343 2333"), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3333 2333 w"), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 3333 3333"), @"");
    insta::assert_snapshot!(refused("./.../...../...R1.../....r..../......./...../.../. 2333 3333"), @"");
    insta::assert_snapshot!(refused("./.../.R1.R1./...R1.../........./......./...../.../. 3333 3333"), @"");
    insta::assert_snapshot!(refused("r/rrr/...../......./........./......./...../.../. 3333 0033"), @"");
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
            let won = end.outcome().and_then(|margin| margin.winner()).map(|winner| winner.index() == 0);
            end.tie_break() == stage && won == winner
        };
        ends.into_iter().find(wanted).map_or_else(|| "no such game".to_owned(), |end| end.reason())
    };
    insta::assert_snapshot!(reason(Some(TieBreak::Divercites), Some(true)), @"");
    insta::assert_snapshot!(reason(Some(TieBreak::Divercites), Some(false)), @"");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(3)), Some(false)), @"");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(2)), Some(true)), @"");
    insta::assert_snapshot!(reason(Some(TieBreak::Matches(2)), None), @"");
    insta::assert_snapshot!(reason(Some(TieBreak::Start), Some(true)), @"");
}
