//! Divercité against its twin, the course's games and counted facts.

#[path = "../common/mod.rs"]
mod common;
mod course_games;
mod errors;
mod seahorse;
mod twin;

use std::collections::{HashMap, HashSet};

use grandline_games::divercite::{Cell, Classic, Colour, Course, Divercite, Kind, Piece, Placement};
use grandline_games::random::seeded;
use grandline_games::{Game, Margin, Notation, Side, Symmetry, perft};

type Position = Divercite<Course>;

/// The position after moves from the start.
fn after(moves: &str) -> Position {
    moves.parse().unwrap_or_else(|error| panic!("{moves}: {error}"))
}

#[test]
fn agrees_with_its_twin() {
    common::agree::<Position, twin::Board<Course>>(300);
    common::agree::<Divercite<Classic>, twin::Board<Classic>>(300);
}

#[test]
fn moves_come_in_the_reference_order() {
    let mut rng = seeded(11);
    let mut fast = Position::start(0);
    let mut slow = <twin::Board<Course> as common::Twin>::start("-");
    while let Some(mv) = fast.random_move(&mut rng) {
        let legal: Vec<String> = fast.moves().map(|mv| fast.format_move(mv)).collect();
        assert_eq!(legal, common::Twin::legal(&slow), "{fast}");
        assert_eq!(fast.moves().size_hint(), (legal.len(), Some(legal.len())));
        common::Twin::play(&mut slow, &fast.format_move(mv));
        fast.play(mv);
    }
}

#[test]
fn a_position_is_at_most_64_bytes_and_a_move_is_one() {
    assert!(size_of::<Position>() <= 64);
    assert_eq!(size_of::<Placement>(), 1);
}

#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&Position::start(0), depth)).collect();
    assert_eq!(counts, [164, 26_240, 4_093_440, 622_202_880]);
}

#[test]
fn first_moves_are_nine_classes() {
    let start = Position::start(0);
    let classes: HashSet<u64> = start.moves().map(|mv| start.child(mv).canonical().0.key()).collect();
    assert_eq!(classes.len(), 9);
}

#[test]
fn all_images_have_one_canonical_form() {
    let position = after("RC34,GR33,BR44,YC23,RR24,GC45,BR35,RC54");
    let images: HashSet<u64> = Symmetry::all::<Position>().map(|symmetry| position.mapped(symmetry).key()).collect();
    assert_eq!(images.len(), 192);
    let (canonical, _) = position.canonical();
    for symmetry in Symmetry::all::<Position>() {
        let (again, leads) = position.mapped(symmetry).canonical();
        assert_eq!(again, canonical, "{symmetry:?}");
        assert_eq!(position.mapped(symmetry).mapped(leads), canonical, "{symmetry:?}");
    }
}

/// The one integer of the rules page that holds the exact result of a full board.
fn value(position: &Position) -> i64 {
    let of = |player: Side| {
        let [two, three, four] = position.stacks(player).map(i64::from);
        let divercites = i64::from(position.divercites(player));
        (i64::from(position.raw_score(player)) << 17)
            + divercites * 17i64.pow(3)
            + four * 17i64.pow(2)
            + three * 17
            + two
    };
    of(Side::First) - of(Side::Second)
}

#[test]
fn one_integer_holds_the_result() {
    let mut rng = seeded(3);
    let mut draws = 0;
    for _ in 0..50_000 {
        let mut position = Position::start(0);
        let margin = position.playout(&mut rng);
        assert_eq!(position.outcome(), Some(margin));
        let winner = match value(&position) {
            0.. => Some(Side::First),
            -8..=-1 => None,
            _ => Some(Side::Second),
        };
        draws += usize::from(winner.is_none());
        assert_eq!(margin.winner(), winner, "{position}");
    }
    assert!(draws > 0, "no game reached the draw");
}

/// Playouts take a way of their own; what they leave must be a position like any other.
#[test]
fn playouts_end_in_whole_positions() {
    let mut rng = seeded(4);
    for plies in (0..40).cycle().take(400) {
        let mut position = Position::start(0);
        for _ in 0..plies {
            let mv = position.random_move(&mut rng).expect("a game has 40 moves");
            position.play(mv);
        }
        position.playout(&mut rng);
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!(position.count_moves(), 0);
    }
}

/// From five plies before the end, playouts reach every full board as often as random moves do.
#[test]
fn playouts_are_uniform() {
    let mut rng = seeded(5);
    let mut position = Position::start(0);
    while position.plies() < 35 {
        let mv = position.random_move(&mut rng).expect("a game has 40 moves");
        position.play(mv);
    }
    const GAMES: u32 = 40_000;
    let (mut direct, mut stepwise) = (HashMap::new(), HashMap::new());
    for _ in 0..GAMES {
        let mut end = position;
        end.playout(&mut rng);
        *direct.entry(end.key()).or_insert(0u32) += 1;
        let mut end = position;
        while let Some(mv) = end.random_move(&mut rng) {
            end.play(mv);
        }
        *stepwise.entry(end.key()).or_insert(0u32) += 1;
    }
    assert!(direct.len() > 2, "choose a start with more ends: {position}");
    assert_eq!(direct.len(), stepwise.len());
    for (end, count) in direct {
        let other = stepwise[&end];
        assert!(count.abs_diff(other) < 600, "{count} and {other} of {GAMES}");
    }
}

#[test]
fn accessors_describe_the_board() {
    let cell = |row, column| Cell::at(row, column).expect("a cell");
    let position = after("RC34,GR33,RR24,YR44,BR35,YC23");
    assert_eq!(position.city_at(cell(3, 4)), Some((Side::First, Colour::Red)));
    assert_eq!(position.city_at(cell(2, 3)), Some((Side::Second, Colour::Yellow)));
    assert_eq!(position.resource_at(cell(3, 3)), Some(Colour::Green));
    assert_eq!((position.city_at(cell(3, 3)), position.resource_at(cell(3, 4))), (None, None));
    let around: Vec<_> = position.resources_around(cell(3, 4)).collect();
    assert_eq!(around, [Colour::Red, Colour::Green, Colour::Blue, Colour::Yellow].map(Some));
    assert!(position.is_divercite(cell(3, 4)) && !position.is_divercite(cell(2, 3)));
    assert_eq!(Side::BOTH.map(|player| position.score(player)), [5, 0]);
    assert_eq!(Side::BOTH.map(|player| position.divercites(player)), [1, 0]);
    assert_eq!(Side::BOTH.map(|player| position.pieces_left(player)), [17, 17]);
    assert_eq!(position.stock(Side::First, Piece { colour: Colour::Red, kind: Kind::Resource }), 2);
    assert!(position.is_empty(cell(4, 3)) && !position.is_empty(cell(3, 4)));
    assert_eq!(Cell::all().count(), 41);
    for cell in Cell::all() {
        assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
        assert!(cell.neighbours().all(|other| other.kind() != cell.kind()));
    }
}

#[test]
fn board_texts_carry_the_stocks() {
    assert_eq!(Position::start(0).to_string(), "-");
    let position = after("RC34,RR44");
    assert_eq!(position.to_string(), "./.../...../...R1.../....r..../......./...../.../. 3333 2333");
    // The same board from other hands is another position.
    let other = after("RC34,GR44,RR33,YR24");
    let swapped = after("RC34,RR33,GR44,YR24");
    assert_ne!(other, swapped);
    assert_ne!(other.key(), swapped.key());
    assert_eq!(after("RC34,GR44,YC41").key(), after("YC41,GR44,RC34").key());
}

#[test]
fn classic_ties_stand() {
    let text = common::vectors("divercite-ties.json.gz");
    for game in text.as_array().expect("games") {
        let moves: Vec<&str> = game["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
        let position: Divercite<Classic> = moves.join(",").parse().expect("a legal game");
        let [first, second] = Side::BOTH.map(|player| i16::from(position.score(player)));
        assert_eq!(serde_json::json!([first, second]), game["raw"]);
        assert_eq!(position.outcome(), Some(Margin(first - second)));
        assert_eq!(position.tie_break(), None);
    }
}
