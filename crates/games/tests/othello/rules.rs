//! What is legal, what it does, and how games end.

use std::collections::BTreeSet;

use grandline_games::othello::{Move, Othello};
use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Margin, Notation, Side, Symmetry, perft};

use crate::common::{self, Twin};
use crate::twin::Board;
use crate::{WHITE_MUST_PASS, position};

#[test]
fn agrees_with_its_twin() {
    common::agree::<Othello, Board>(500);
}

/// The same from boards with discs anywhere, square by square: lines of every length meet in every direction.
#[test]
fn agrees_with_its_twin_on_any_board() {
    let mut rng = seeded(1);
    for round in 0..3000 {
        let density = 1 + round % 8;
        let mut squares: Vec<char> = (0..64).map(|_| if pick(&mut rng, 8) < density { 'X' } else { '-' }).collect();
        for square in [27, 28, 35, 36] {
            squares[square] = 'X';
        }
        let white_share = 1 + pick(&mut rng, 7);
        for square in &mut squares {
            if *square == 'X' && pick(&mut rng, 8) < white_share {
                *square = 'O';
            }
        }
        let text = format!("{} {}", String::from_iter(squares), if round % 2 == 0 { 'X' } else { 'O' });
        let (mut fast, mut slow) = (position(&text), Board::start(&text));
        loop {
            let legal: BTreeSet<String> = fast.moves().map(|mv| fast.format_move(mv)).collect();
            assert_eq!(legal, slow.legal().into_iter().collect(), "{fast}");
            assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
            for mv in fast.moves() {
                let mut child = Board::start(&fast.to_string());
                child.play(&fast.format_move(mv));
                assert_eq!(fast.child(mv).to_string(), child.text(), "{mv:?} at {fast}");
            }
            let Some(mv) = fast.random_move(&mut rng) else { break };
            slow.play(&fast.format_move(mv));
            fast.play(mv);
        }
    }
}

#[test]
fn a_position_is_32_bytes() {
    assert!(size_of::<Othello>() <= 32);
}

/// Published counts take a game that ended early for a leaf: 228 games of 9 plies are among those of depth 10.
#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (1..=10).map(|depth| perft(&Othello::start(0), depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284]);
}

/// The shortest games: all discs of one colour after 9 plies, or after 10 for White.
#[test]
fn the_shortest_games() {
    for (moves, margin, reason) in [
        ("e6f4e3f6g5d6e7f5c5", 13, "Black wins 13 to 0"),
        ("d3c3b3e3f3f4f5b2a1", 13, "Black wins 13 to 0"),
        ("d3c3b3e3f5a3c4e6f4g4", -14, "White wins 14 to 0"),
    ] {
        let end = position(moves);
        assert_eq!(end.outcome(), Some(Margin(margin)), "{moves}");
        assert_eq!(end.reason(), reason);
        assert_eq!(end.moves().next(), None);
        assert_eq!(end.empties(), 64 - margin.unsigned_abs() as u32, "empty squares count for nobody");
    }
}

/// The first pass of a game can be the ninth ply.
#[test]
fn a_pass_is_the_only_move_or_none() {
    let mut forced = position("d3c3b3b2f5a3a1c1");
    assert!(forced.must_pass());
    assert_eq!(forced.moves().collect::<Vec<_>>(), [Move::PASS]);
    assert_eq!(forced.count_moves(), 1);
    assert_eq!(forced.random_move(&mut seeded(1)), Some(Move::PASS));
    assert_eq!(forced.outcome(), None);
    let (before, key) = (forced, forced.key());
    forced.play(Move::PASS);
    assert_eq!(forced.to_move(), Side::Second);
    assert_eq!(Side::BOTH.map(|side| forced.discs(side)), Side::BOTH.map(|side| before.discs(side)));
    assert_ne!(forced.key(), key);
    assert!(!forced.must_pass() && forced.moves().all(|mv| mv.square().is_some()));
}

/// The same side passes twice before the board is full.
#[test]
fn a_side_can_pass_again_and_again() {
    let moves = "d3c3f5f6c4f4b2a1e6c2g6f7f3h6c1d2d1e2g3c5b4d6g7f8g8a5e8e3e1h3b3b5c6e7g4h4b6g5f2a3h7a6g2a4d8h8b7h2a7c8d7c7g1a8\
                 a2f1b8h1passh5passb1";
    let end = position(moves);
    assert_eq!(end, position(&moves.replace("pass", "")), "a forced pass need not be written");
    assert_eq!((end.empties(), end.moves().next()), (0, None));
}

#[test]
fn a_draw_with_empty_squares() {
    let end = position("-XXXXXX-OXOOOOOXOOXOXOXXOOOXOXXXOOOOXXXXOOOOOXXXOOOOXXXXOOOOXXXX X");
    assert_eq!(end.outcome(), Some(Margin::DRAW));
    assert_eq!(end.reason(), "draw: 31 discs each");
}

#[test]
fn what_an_evaluation_asks_for() {
    let start = Othello::start(0);
    assert_eq!((start.empties(), start.empty().count_ones()), (60, 60));
    assert_eq!(Side::BOTH.map(|side| start.count(side)), [2, 2]);
    let squares = |set: u64| (0..64).filter(|square| set >> square & 1 == 1).collect::<Vec<u32>>();
    assert_eq!(squares(start.mobility(Side::First)), [19, 26, 37, 44]);
    assert_eq!(squares(start.mobility(Side::Second)), [20, 29, 34, 43]);
    assert_eq!((start.owner(27), start.owner(28), start.owner(0)), (Some(Side::Second), Some(Side::First), None));
    let forced = position(WHITE_MUST_PASS);
    assert_eq!((forced.mobility(Side::First), forced.mobility(Side::Second)), (1, 0));
}

/// Four of the eight images of the start are the start; the others exchange its colours.
#[test]
fn symmetries_of_the_start() {
    let start = Othello::start(0);
    let same = Symmetry::all::<Othello>().filter(|&symmetry| start.mapped(symmetry) == start).count();
    assert_eq!(same, 4);
    let openings: BTreeSet<String> = start.moves().map(|mv| start.child(mv).canonical().0.to_string()).collect();
    assert_eq!(openings.len(), 1, "the four first moves are one");
    assert_eq!(Othello::map_move(Move::PASS, Symmetry(5)), Move::PASS);
}
