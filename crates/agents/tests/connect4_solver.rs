//! The Connect 4 solver against searches too simple to be wrong.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use grandline_agents::games::connect4::Solver;
use grandline_games::connect4::{Column, Connect4};
use grandline_games::random::{Random, seeded};
use grandline_games::{Game, Symmetry};
use grandline_search::{Exact, Knowledge, Limits, ManualClock, Question, Solution, Verdict};

const SCORE: Question = Question { margin: true, all_moves: false };
const VERDICT: Question = Question { margin: false, all_moves: false };

/// The score for the player to move, by alpha-beta and nothing else.
fn alpha_beta(position: &Connect4, mut alpha: i16, beta: i16) -> i16 {
    if let Some(margin) = position.outcome() {
        return margin.seen_by(position.to_move());
    }
    let mut best = -18;
    for mv in position.moves() {
        best = best.max(-alpha_beta(&position.child(mv), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The scores of all moves for the player to move, without cuts, and the number of plies until the game ends.
fn minimax(position: &Connect4) -> (i16, u32, Vec<(Column, i16)>) {
    if let Some(margin) = position.outcome() {
        return (margin.seen_by(position.to_move()), 0, Vec::new());
    }
    let children: Vec<_> = position.moves().map(|mv| (mv, minimax(&position.child(mv)))).collect();
    let moves: Vec<_> = children.iter().map(|&(mv, (score, ..))| (mv, -score)).collect();
    let best = moves.iter().map(|&(_, score)| score).max().expect("a move");
    let plies = children.iter().find(|(_, (score, ..))| -score == best).map_or(0, |(_, (_, plies, _))| plies + 1);
    (best, plies, moves)
}

/// An unfinished position of random play with this many empty cells.
fn random_position(random: &mut Random, empty: u32) -> Connect4 {
    loop {
        let mut position = Connect4::start(0);
        while position.plies_left() > Some(empty)
            && let Some(mv) = position.random_move(random)
        {
            position.play(mv);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn solve(solver: &mut Solver, position: &Connect4, question: Question) -> Solution<Column> {
    solver.solve(position, question, &Limits::default()).expect("no limit")
}

fn score(solver: &mut Solver, position: &Connect4) -> i16 {
    solve(solver, position, SCORE).exact.margin.expect("a margin")
}

#[test]
fn scores_are_those_of_alpha_beta() {
    let mut random = seeded(1);
    let mut solver = Solver::new(1);
    for round in 0..1_500 {
        let position = random_position(&mut random, 2 + round % 15);
        let expected = alpha_beta(&position, -18, 18);
        assert_eq!(score(&mut solver, &position), expected, "{position}");
        solver.forget();
        assert_eq!(score(&mut solver, &position), expected, "{position}, with an empty table");
    }
}

#[test]
fn late_positions_are_solved_as_by_minimax_and_the_generic_solver() {
    let mut random = seeded(2);
    let mut solver = Solver::new(1);
    let mut generic = grandline_search::Solver::new(1);
    for round in 0..3_000 {
        let position = random_position(&mut random, 1 + round % 8);
        let (margin, plies, moves) = minimax(&position);
        let exact = Exact { verdict: Verdict::of(margin.into()), margin: Some(margin), plies: Some(plies) };
        for all_moves in [false, true] {
            for asks_margin in [false, true] {
                let question = Question { margin: asks_margin, all_moves };
                let solution = solve(&mut solver, &position, question);
                assert_eq!(solution.exact.verdict, exact.verdict, "{position}");
                if asks_margin {
                    assert_eq!(solution.exact, exact, "{position}");
                }
                let keeps = |score: i16| if asks_margin { score == margin } else { score.signum() == margin.signum() };
                let kept = moves.iter().filter(|&&(_, score)| keeps(score)).map(|&(mv, _)| mv);
                if all_moves {
                    assert_eq!(solution.best, kept.collect::<Vec<_>>(), "{position}, {question:?}");
                } else {
                    let [best] = solution.best[..] else { panic!("{position}: {:?}", solution.best) };
                    assert!(kept.collect::<Vec<_>>().contains(&best), "{position}, {question:?}: {best:?}");
                }
            }
        }
        let other = generic.solve(&position, SCORE, &Limits::default()).expect("no limit");
        assert_eq!(other.exact.margin, Some(margin), "{position}");
    }
}

#[test]
fn a_score_is_that_of_the_best_child() {
    let mut random = seeded(3);
    let mut solver = Solver::new(4);
    for round in 0..60 {
        let position = random_position(&mut random, 20 + round % 6);
        let solution = solve(&mut solver, &position, Question { margin: true, all_moves: true });
        let children = position.moves().map(|mv| {
            let child = position.child(mv);
            let score = child.outcome().map_or_else(|| score(&mut solver, &child), |won| won.seen_by(child.to_move()));
            (mv, -score)
        });
        let children: Vec<_> = children.collect();
        let best = children.iter().map(|&(_, score)| score).max();
        assert_eq!(solution.exact.margin, best, "{position}");
        let kept: Vec<_> = children.iter().filter(|&&(_, score)| Some(score) == best).map(|&(mv, _)| mv).collect();
        assert_eq!(solution.best, kept, "{position}");
    }
}

#[test]
fn mirror_images_have_the_same_score_and_verdicts_have_its_sign() {
    let mut random = seeded(4);
    let mut solver = Solver::new(4);
    for round in 0..200 {
        let position = random_position(&mut random, 18 + round % 9);
        solver.forget();
        let exact = solve(&mut solver, &position, SCORE).exact;
        solver.forget();
        let image = solve(&mut solver, &position.mapped(Symmetry::all::<Connect4>().last().expect("two")), SCORE);
        assert_eq!(image.exact, exact, "{position}");
        solver.forget();
        assert_eq!(solve(&mut solver, &position, VERDICT).exact.verdict, exact.verdict, "{position}");
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let mut random = seeded(5);
    let (mut one, mut two) = (Solver::new(8), Solver::new(8).with_threads(2));
    for round in 0..24 {
        let position = random_position(&mut random, 26 + round % 4);
        let expected = solve(&mut one, &position, SCORE).exact;
        assert_eq!(solve(&mut two, &position, SCORE).exact, expected, "{position}");
        two.forget();
        assert_eq!(solve(&mut two, &position, VERDICT).exact.verdict, expected.verdict, "{position}");
    }
}

#[test]
fn limits_end_a_search() {
    let start = Connect4::start(0);
    for threads in [1, 2] {
        let mut solver = Solver::new(8).with_threads(threads);
        for nodes in [0, 1, 100, 1_000, 200_000] {
            let limits = Limits::nodes(nodes);
            assert_eq!(solver.solve(&start, SCORE, &limits), None, "{nodes} nodes are too few");
        }
        let clock = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
        assert_eq!(solver.solve(&start, SCORE, &Limits::time(Duration::from_millis(50), clock)), None);
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        assert_eq!(solver.solve(&start, SCORE, &limits), None);
    }
}

#[test]
fn a_stopped_search_ends() {
    let limits = Limits::default();
    let stop = Arc::clone(&limits.stop);
    let solving = std::thread::spawn(move || Solver::new(8).solve(&Connect4::start(0), SCORE, &limits));
    std::thread::sleep(Duration::from_millis(30));
    stop.store(true, Ordering::Relaxed);
    assert_eq!(solving.join().expect("no panic"), None);
}

#[test]
fn nodes_are_counted_within_the_limit() {
    let mut random = seeded(6);
    let mut solver = Solver::new(1);
    for _ in 0..50 {
        let position = random_position(&mut random, 20);
        solver.forget();
        let nodes = solve(&mut solver, &position, SCORE).nodes;
        solver.forget();
        let solution = solver.solve(&position, SCORE, &Limits::nodes(nodes + 1)).expect("enough nodes");
        assert_eq!(solution.nodes, nodes, "the same search");
        solver.forget();
        let solution = solver.solve(&position, SCORE, &Limits::nodes(nodes / 2));
        assert!(solution.is_none_or(|proven| proven.exact.margin.is_none() || nodes < 2), "{position}");
    }
}
