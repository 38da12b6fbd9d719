//! Positions arranged by hand, for every game.

use grandline_games::random::seeded;
use grandline_games::{Change, GameId, Side};
use rand_core::Rng;

/// A sketch after changes; the last one tells whether it was made.
fn sketch(game: GameId, text: &str, changes: &[(&str, &str)]) -> grandline_games::Sketched {
    let mut sketched = game.sketch(text, None).expect("an editor").expect("a sketch");
    for (cell, tool) in changes {
        let change = Change::Put { cell: (*cell).to_owned(), tool: (*tool).to_owned() };
        sketched = game.sketch(&sketched.sketch, Some(&change)).expect("an editor").expect("a sketch");
    }
    sketched
}

fn problem(game: GameId, text: &str, changes: &[(&str, &str)]) -> String {
    sketch(game, text, changes).position.expect_err("an impossible position").to_string()
}

/// Whatever is done, a sketch can be read again, and one without a problem is a position of the game.
#[test]
fn any_change_gives_a_sketch_and_one_without_a_problem_is_a_position() {
    for &game in GameId::ALL {
        let tools = game.tools().expect("every game has an editor");
        let mut random = seeded(7);
        let mut draw = |below: usize| (random.next_u32() as usize) % below;
        let mut possible = 0;
        for round in 0..20 {
            let mut sketched = game.sketch(&format!("seed:{round}"), None).expect("an editor").expect("a sketch");
            for _ in 0..60 {
                let cells: Vec<String> = sketched.scene.cells().map(|cell| cell.id.clone()).collect();
                let tool = draw(tools.len() + 1);
                let tool = tools.get(tool).map_or_else(String::new, |tool| tool.code.clone());
                let change = match draw(12) {
                    0 => Change::Turn(Side::Second),
                    1 => Change::Turn(Side::First),
                    _ => Change::Put { cell: cells[draw(cells.len())].clone(), tool },
                };
                let text = sketched.sketch.clone();
                let next = game.sketch(&text, Some(&change)).expect("an editor");
                sketched = next.unwrap_or_else(|error| panic!("{game}: {change:?} on {text}: {error}"));
                if let Ok(position) = &sketched.position {
                    possible += 1;
                    let again = game.set_up(position).unwrap_or_else(|error| panic!("{game}: {position}: {error}"));
                    assert_eq!(again.text(), *position, "{game}");
                    assert_eq!(again.to_move(), sketched.to_move, "{game}: {position}");
                }
            }
        }
        assert!(possible > 0, "{game}: nothing that was arranged is possible");
    }
}

#[test]
fn discs_of_connect_4_fall_into_columns() {
    let game = GameId::Connect4;
    let found = sketch(game, "-", &[("4", "first"), ("4", "second"), ("3", "first")]);
    assert_eq!(found.position.expect("a position"), "443");
    let words = problem(game, "-", &[("4", "first"), ("4", "first")]);
    assert_eq!(words, "impossible position: Red has 2 discs and Yellow 0; Red starts and the players take turns");
    assert_eq!(sketch(game, "-", &[("4", "")]).refused.expect("a refusal"), "column 4 is empty");
    assert_eq!(sketch(game, "443", &[("3", ""), ("4", ""), ("4", "")]).position.expect("a position"), "-");
}

#[test]
fn the_middle_of_othello_is_never_empty() {
    let words = problem(GameId::Othello, "-", &[("d4", "")]);
    assert_eq!(words, "impossible position: d4 is empty; d4, e4, d5 and e5 have discs from the start");
    assert!(sketch(GameId::Othello, "-", &[("a1", "first"), ("h8", "second")]).position.is_ok());
}

#[test]
fn men_of_checkers_are_crowned_on_the_far_row() {
    let game = GameId::Checkers;
    let cleared = game.sketch("-", Some(&Change::Clear)).expect("an editor").expect("a sketch").sketch;
    let words = problem(game, &cleared, &[("30", "black-man"), ("5", "white-king")]);
    assert!(words.contains("a man of Black on square 30 would be a king"), "{words}");
    let found = sketch(game, &cleared, &[("30", "black-king"), ("5", "white-king")]);
    assert_eq!(found.position.expect("a position"), "B:WK5:BK30");
    let turned = game.sketch("B:WK5:BK30", Some(&Change::Turn(Side::Second))).expect("an editor").expect("a sketch");
    assert_eq!(turned.position.expect("a position"), "W:WK5:BK30");
}

#[test]
fn pieces_of_divercite_come_from_the_stocks() {
    let game = GameId::Divercite;
    let found = sketch(game, "-", &[("34", "W-RC"), ("44", "GR")]);
    assert_eq!(found.position.expect("a position"), game.set_up("RC34,GR44").expect("moves").text());
    let refused = sketch(game, "-", &[("44", "W-RC")]).refused.expect("a refusal");
    assert_eq!(refused, "cities stand in the middle of the tiles");
    // A third red city of White's does not exist, and a stock hands resources over.
    let refused = sketch(game, "-", &[("34", "W-RC"), ("32", "W-RC"), ("54", "W-RC")]).refused.expect("a refusal");
    assert_eq!(refused, "White has two red cities, and both are on the board");
    let words = problem(game, "-", &[("34", "W-RC"), ("44", "GR"), ("W-GR", "")]);
    let expected = "White has placed 2 pieces and Black 0; White starts and the players take turns";
    assert_eq!(words, format!("impossible position: {expected}"));
}

#[test]
fn cards_of_hand_of_the_king_are_captured_or_change_places() {
    let game = GameId::HandOfTheKingCompanions;
    let start = game.set_up("seed:3").expect("a deal");
    let varys = start.text().find('V').expect("Varys").to_string();
    let other = if varys == "0" { "1" } else { "0" };
    assert!(sketch(game, "seed:3", &[(other, "varys")]).position.is_ok());
    let captured = sketch(game, "seed:3", &[(other, "second")]);
    assert!(captured.position.expect("a position").contains('/'));
    let refused = sketch(game, "seed:3", &[(&varys, "first")]).refused.expect("a refusal");
    assert_eq!(refused, "Varys is never captured; put him on another place");
    let refused = sketch(game, "seed:3", &[("Jon", "")]).refused.expect("a refusal");
    assert_eq!(refused, "companions leave the game only after a card was captured");
}
