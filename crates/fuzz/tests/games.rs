//! Rules and records: texts of positions, moves and files, and the fast rules beside their slow twins.

#[path = "../../games/tests/checkers/twin.rs"]
mod checkers_twin;
#[expect(dead_code, reason = "the games are chosen here, not at random")]
#[path = "../../games/tests/common/twins.rs"]
mod common;
#[path = "../../games/tests/connect4/twin.rs"]
mod connect4_twin;
#[path = "../../games/tests/divercite/twin.rs"]
mod divercite_twin;
#[path = "../../games/tests/hand_of_the_king/twin.rs"]
mod hand_of_the_king_twin;
#[expect(dead_code, reason = "texts are compared in the tests of the game")]
#[path = "../../games/tests/othello/twin.rs"]
mod othello_twin;

use std::collections::BTreeSet;

use common::Twin;
use grandline_fuzz::{choices, texts};
use grandline_games::checkers::pdn::FirstScore;
use grandline_games::checkers::{Aiarena, Checkers, English};
use grandline_games::connect4::Connect4;
use grandline_games::divercite::{Classic, Course, Divercite};
use grandline_games::formats::{Format, Hints, PlainRecord, read, write};
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne, Published, WithCompanions};
use grandline_games::othello::Othello;
use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId, Notation};

/// A game of `plies` random moves.
fn played(game: GameId, seed: u64, plies: usize) -> AnyPosition {
    let mut position = game.set_up(&format!("seed:{seed}")).expect("a start");
    let mut random = seeded(seed);
    for _ in 0..plies {
        let Some(mv) = position.random_move(&mut random) else { break };
        position.play(mv);
    }
    position
}

/// Records of a few moves in a format, of every game that has it.
fn files(format: Format) -> Vec<String> {
    let mut files = Vec::new();
    for &game in GameId::ALL {
        for plies in [0, 7, 200] {
            let end = played(game, plies as u64, plies);
            let record = PlainRecord { setup: end.start_text(), moves: end.played(), ..PlainRecord::new(game) };
            let Ok(record) = record.checked() else { continue };
            files.extend(write(&[record], format, FirstScore::default()));
        }
    }
    assert!(!files.is_empty(), "no game can be written as {format}");
    files
}

/// Texts of all games, each after the name of its game and a line break.
fn named(texts: impl Fn(GameId) -> Vec<String>) -> Vec<String> {
    GameId::ALL.iter().flat_map(|&game| texts(game).into_iter().map(move |text| format!("{game}\n{text}"))).collect()
}

/// The game and the text that [`named`] joined, unless the name was changed.
fn split(text: &str) -> Option<(GameId, &str)> {
    let (game, text) = text.split_once('\n')?;
    Some((game.parse().ok()?, text))
}

#[test]
fn positions_that_are_read_can_be_written_and_read_again() {
    let seeds = named(|game| [0, 1, 5, 12, 30].map(|plies| played(game, plies as u64, plies).text()).to_vec());
    texts(&seeds, |text| {
        let Some((game, text)) = split(text) else { return false };
        let Ok(position) = game.set_up(text) else { return false };
        let again = game.set_up(&position.text()).expect("its own text");
        assert_eq!(position, again);
        // Whatever it is, it can be played on and looked at.
        let _ = (position.detail(), position.scene(true), position.canonical_key());
        assert_eq!(position.outcome().is_some(), position.legal_count() == 0);
        true
    });
}

#[test]
fn moves_that_are_read_are_legal() {
    texts(&named(|game| played(game, 3, 6).legal_moves()), |text| {
        let Some((game, text)) = split(text) else { return false };
        let position = played(game, 3, 6);
        let Ok(mv) = position.parse_move(text) else { return false };
        let full = position.move_text(mv).expect("a legal move");
        assert_eq!(position.parse_move(&full), Ok(mv));
        true
    });
}

/// Records that are read can be written, and say the same then.
fn round_trip(format: Format) {
    texts(&files(format), |text| {
        let _ = Format::guess(text);
        let Ok(records) = read(text, format, Hints::default()) else { return false };
        let Ok(written) = write(&records, format, FirstScore::default()) else { return true };
        let again = read(&written, format, Hints::default()).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.len(), records.len());
        for (again, record) in again.iter().zip(&records) {
            assert_eq!(again.moves, record.moves, "{written}");
        }
        true
    });
}

#[test]
fn pdn() {
    round_trip(Format::Pdn);
}

#[test]
fn seahorse() {
    round_trip(Format::Seahorse);
}

#[test]
fn json_lines() {
    round_trip(Format::Json);
}

#[test]
fn course_boards() {
    round_trip(Format::CourseBoard);
}

#[test]
fn aiarena() {
    round_trip(Format::Aiarena);
}

#[test]
fn lists_of_moves() {
    let mut seeds = named(|game| vec![played(game, 0, 9).played().join(" ")]);
    seeds.push("connect4\n1. 4 4 (1... 3 2. 5) 2. 2 *".to_owned());
    texts(&seeds, |text| {
        let Some((game, text)) = split(text) else { return false };
        let hints = Hints { game: Some(game), ..Hints::default() };
        let Ok(records) = read(text, Format::Moves, hints) else { return false };
        let written = write(&records, Format::Moves, FirstScore::default()).expect("a list of moves");
        assert_eq!(read(&written, Format::Moves, hints), Ok(records), "{written}");
        true
    });
}

#[test]
fn sketches() {
    let seeds = named(|game| [0, 5, 30].map(|plies| played(game, plies as u64, plies).text()).to_vec());
    texts(&seeds, |text| {
        let Some((game, text)) = split(text) else { return false };
        let Some(Ok(sketched)) = game.sketch(text, None) else { return false };
        if let Ok(position) = sketched.position {
            game.set_up(&position).expect("a position that is called valid");
        }
        true
    });
}

/// Plays a game on the fast rules and their twin; each byte chooses a move.
fn side_by_side<G: Notation, T: Twin>() {
    choices(|input| {
        let Some((&seed, input)) = input.split_first() else { return };
        let mut fast = G::start(u64::from(seed));
        let mut slow = T::start(&fast.to_string());
        for &choice in input {
            let moves: Vec<G::Move> = fast.moves().collect();
            let legal: BTreeSet<String> = moves.iter().map(|&mv| fast.format_move(mv)).collect();
            assert_eq!(legal, slow.legal().into_iter().collect(), "{fast}");
            assert_eq!(fast.outcome(), slow.outcome(), "{fast}");
            assert_eq!(fast.detail(), slow.detail(), "{fast}");
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
            slow.play(&fast.format_move(mv));
            fast.play(mv);
        }
    });
}

#[test]
fn connect4_and_its_twin() {
    side_by_side::<Connect4, connect4_twin::Board>();
}

#[test]
fn divercite_and_its_twin() {
    side_by_side::<Divercite<Course>, divercite_twin::Board<Course>>();
}

#[test]
fn classic_divercite_and_its_twin() {
    side_by_side::<Divercite<Classic>, divercite_twin::Board<Classic>>();
}

#[test]
fn checkers_and_its_twin() {
    side_by_side::<Checkers<English>, checkers_twin::Board<English>>();
}

#[test]
fn aiarena_checkers_and_its_twin() {
    side_by_side::<Checkers<Aiarena>, checkers_twin::Board<Aiarena>>();
}

#[test]
fn hand_of_the_king_and_its_twin() {
    side_by_side::<HandOfTheKing<PhaseOne>, hand_of_the_king_twin::Court<false, false>>();
}

#[test]
fn companions_and_their_twin() {
    side_by_side::<HandOfTheKing<WithCompanions>, hand_of_the_king_twin::Court<true, false>>();
}

#[test]
fn published_hand_of_the_king_and_its_twin() {
    side_by_side::<HandOfTheKing<Published>, hand_of_the_king_twin::Court<false, true>>();
}

#[test]
fn othello_and_its_twin() {
    side_by_side::<Othello, othello_twin::Board>();
}
