//! The opening book of Connect 4 against the solver.

use grandline_agents::games::connect4::{Book, Solver};
use grandline_games::connect4::Connect4;
use grandline_games::random::seeded;
use grandline_games::{Game, Notation, Symmetry};
use grandline_search::{Knowledge, Limits, Question};
use rand_core::Rng;

/// The positions of the book that comes with the program, by its own lines.
fn positions() -> Vec<Connect4> {
    let text = include_str!("../src/games/connect4/book.tsv");
    let position = |line: &str| {
        let mut position = Connect4::start(0);
        for digit in line.split('\t').next().expect("moves").trim_matches('-').chars() {
            let mv = position.parse_move(&digit.to_string()).expect("a move");
            position.play(mv);
        }
        position
    };
    text.lines().map(position).collect()
}

/// Solves entries again that do not take long: some of the latest, chosen at random.
#[test]
fn entries_are_what_the_solver_finds() {
    let (book, mut positions) = (Book::embedded(), positions());
    assert_eq!(positions.len(), book.len(), "no position twice");
    positions.sort_by_key(|position| std::cmp::Reverse(position.plies()));
    positions.truncate(200);
    let mut rng = seeded(12);
    let mut solver = Solver::new(64);
    let mut solved = 0;
    for _ in 0..20 {
        let position = positions[(rng.next_u64() % positions.len() as u64) as usize];
        let entry = book.get(&position).expect("its own position");
        let question = Question { margin: true, all_moves: false };
        let Some(solution) = solver.solve(&position, question, &Limits::nodes(2_000_000)) else { continue };
        if let Some(margin) = solution.exact.margin {
            assert_eq!(margin, i16::from(entry.score), "{position:?}");
            solved += 1;
        }
    }
    assert!(solved > 0, "none was solved within its nodes");
}

#[test]
fn scores_follow_from_those_of_the_next_moves() {
    let book = Book::embedded();
    for position in positions() {
        let entry = book.get(&position).expect("its own position");
        for mv in position.moves() {
            let Some(child) = book.get(&position.child(mv)) else { continue };
            assert!(-child.score <= entry.score, "{mv:?} is better than the best: {position:?}");
            if entry.best.contains(&mv) {
                assert_eq!(-child.score, entry.score, "{mv:?} is not best: {position:?}");
            } else if entry.is_complete {
                assert!(-child.score < entry.score, "{mv:?} is best, too: {position:?}");
            }
        }
    }
}

#[test]
fn mirror_images_have_mirrored_moves() {
    let mirror = Symmetry(1);
    for position in positions() {
        let (entry, image) = (Book::embedded().get(&position), Book::embedded().get(&position.mapped(mirror)));
        let (entry, image) = (entry.expect("its own position"), image.expect("its mirror image"));
        assert_eq!(entry.score, image.score);
        let moves: Vec<_> = image.best.iter().map(|&mv| Connect4::map_move(mv, mirror)).collect();
        if position != position.mapped(mirror) {
            assert_eq!(entry.best, moves, "{position:?}");
        }
    }
}

#[test]
fn a_wrong_line_is_named() {
    for (text, line) in
        [("44\t1\t4\n", 0), ("44\t1\t4\n4\t19\t4\n", 2), ("8\t1\t4", 1), ("4\t1\t", 1), ("4\t1", 1), ("", 0)]
    {
        assert_eq!(Book::read(text).err().unwrap_or(0), line, "{text:?}");
    }
}
