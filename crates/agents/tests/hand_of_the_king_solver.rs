//! The exact solver of Hand of the King against plain minimax, the generic solver and itself.

#[path = "common/limits.rs"]
mod limits;

use grandline_agents::games::hand_of_the_king::Solver;
use grandline_games::hand_of_the_king::{HandOfTheKing, Move, PhaseOne, Published, Variant};
use grandline_games::random::seeded;
use grandline_games::{Game, Symmetry};
use grandline_search::{Exact, Knowledge, Limits, Question, Solution, Verdict};

const RESULT: Question = Question { margin: false, all_moves: false };
const EVERYTHING: Question = Question { margin: true, all_moves: true };

/// A position with at most this many cards, Varys included, after random moves; `None` if the game ended before.
fn late<V: Variant>(seed: u64, left: u32) -> Option<HandOfTheKing<V>> {
    let mut position = if seed.is_multiple_of(4) { HandOfTheKing::course(seed) } else { HandOfTheKing::start(seed) };
    let mut rng = seeded(seed);
    while position.left() > left {
        position.play(position.random_move(&mut rng)?);
    }
    position.outcome().is_none().then_some(position)
}

/// The margin for the player to move, by trying everything.
fn minimax<V: Variant>(position: &HandOfTheKing<V>) -> i16 {
    match position.outcome() {
        Some(margin) => margin.seen_by(position.to_move()),
        None => position.moves().map(|mv| -minimax(&position.child(mv))).max().expect("a move"),
    }
}

fn solve<V: Variant>(
    solver: &mut impl Knowledge<HandOfTheKing<V>>,
    position: &HandOfTheKing<V>,
    question: Question,
) -> Solution<Move> {
    solver.solve(position, question, &Limits::default()).expect("nothing limits it")
}

/// The margin, after a check that the question without it has the same answer.
fn margin<V: Variant>(solver: &mut Solver<V>, position: &HandOfTheKing<V>) -> i16 {
    let verdict = solve(solver, position, RESULT).exact.verdict;
    let margin = solve(solver, position, EVERYTHING).exact.margin.expect("the margin was asked for");
    assert_eq!(verdict, Verdict::of(margin.into()), "{position}");
    margin
}

fn agrees_with_minimax<V: Variant>(seeds: u64, left: u32) {
    let mut solver = Solver::new(8);
    let mut compared = 0;
    for position in (0..seeds).filter_map(|seed| late::<V>(seed, left)) {
        let values: Vec<(Move, i16)> = position.moves().map(|mv| (mv, -minimax(&position.child(mv)))).collect();
        let best = values.iter().map(|&(_, value)| value).max().expect("a move");
        let moves = |keeps: &dyn Fn(i16) -> bool| -> Vec<Move> {
            values.iter().filter(|&&(_, value)| keeps(value)).map(|&(mv, _)| mv).collect()
        };
        let result = solve(&mut solver, &position, Question { all_moves: true, ..RESULT });
        assert_eq!(result.exact.verdict, Verdict::of(best.into()), "{position}");
        assert_eq!(result.best, moves(&|value| value.signum() == best.signum()), "{position}");
        let all = solve(&mut solver, &position, EVERYTHING);
        assert_eq!(all.exact, Exact::from_margin(best), "{position}");
        assert_eq!(all.best, moves(&|value| value == best), "{position}");
        compared += 1;
    }
    assert!(compared > seeds / 2, "{compared} positions of {seeds}");
}

#[test]
fn phase_one_agrees_with_minimax() {
    agrees_with_minimax::<PhaseOne>(2500, 10);
    agrees_with_minimax::<PhaseOne>(40, 14);
}

#[test]
fn the_published_rule_agrees_with_minimax() {
    agrees_with_minimax::<Published>(2500, 11);
}

fn agrees_with_the_generic_solver<V: Variant>(seeds: u64, left: u32) {
    let (mut own, mut generic) = (Solver::new(8), grandline_search::Solver::new(8));
    for position in (0..seeds).filter_map(|seed| late::<V>(seed, left)) {
        let (own, generic) = (solve(&mut own, &position, EVERYTHING), solve(&mut generic, &position, EVERYTHING));
        assert_eq!((own.exact, own.best), (generic.exact, generic.best), "{position}");
    }
}

#[test]
fn both_variants_agree_with_the_generic_solver() {
    agrees_with_the_generic_solver::<PhaseOne>(50, 17);
    agrees_with_the_generic_solver::<Published>(50, 18);
}

/// The table keeps proofs from position to position, also of those that come before.
fn the_value_is_the_best_childs<V: Variant>(seeds: u64, left: u32) {
    let mut solver = Solver::new(8);
    for position in (0..seeds).filter_map(|seed| late::<V>(seed, left)) {
        let children = position.moves().map(|mv| position.child(mv));
        let best = children.map(|child| -margin(&mut solver, &child)).max();
        assert_eq!(Some(margin(&mut solver, &position)), best, "{position}");
        let best = position.moves().map(|mv| -margin(&mut solver, &position.child(mv))).max();
        assert_eq!(Some(margin(&mut Solver::new(8), &position)), best, "{position}");
    }
}

#[test]
fn a_value_is_the_best_value_of_a_child() {
    the_value_is_the_best_childs::<PhaseOne>(16, 19);
    the_value_is_the_best_childs::<Published>(16, 20);
}

fn symmetric_boards_agree<V: Variant>(seeds: u64, left: u32) {
    for position in (0..seeds).filter_map(|seed| late::<V>(seed, left)) {
        let value = margin(&mut Solver::new(8), &position);
        for symmetry in Symmetry::all::<HandOfTheKing<V>>() {
            let image = position.mapped(symmetry);
            assert_eq!(margin(&mut Solver::new(8), &image), value, "{image} and {position}");
        }
    }
}

#[test]
fn mirrored_and_rotated_boards_have_the_same_values() {
    symmetric_boards_agree::<PhaseOne>(8, 18);
    symmetric_boards_agree::<Published>(8, 19);
}

#[test]
fn threads_do_not_change_values() {
    let (mut one, mut two) = (Solver::<PhaseOne>::new(8), Solver::new(8).with_threads(2));
    for position in (0..20).filter_map(|seed| late(seed, 21)) {
        let (one, two) = (solve(&mut one, &position, EVERYTHING), solve(&mut two, &position, EVERYTHING));
        assert_eq!((one.exact, one.best), (two.exact, two.best), "{position}");
    }
}

#[test]
fn a_game_that_is_over_needs_no_search() {
    let mut position = HandOfTheKing::<PhaseOne>::start(1);
    position.playout(&mut seeded(1));
    let value = position.outcome().expect("the end").seen_by(position.to_move());
    let solution = solve(&mut Solver::new(8), &position, EVERYTHING);
    assert_eq!(solution, Solution { exact: Exact::from_margin(value), best: Vec::new(), nodes: 0 });
}

#[test]
fn a_limit_of_nodes_is_kept() {
    for threads in [1, 2] {
        let mut solver = Solver::<PhaseOne>::new(8).with_threads(threads);
        for nodes in [0, 1, 100, 5000] {
            let start = HandOfTheKing::start(1);
            assert_eq!(solver.solve(&start, RESULT, &Limits::nodes(nodes)), None);
        }
        for position in (0..12).filter_map(|seed| late::<PhaseOne>(seed, 21)) {
            let nodes = solve(&mut Solver::new(8), &position, RESULT).nodes;
            // Threads may not know of what the others searched last.
            let most = nodes / 2 + 256 * (threads as u64 - 1);
            let mut solver = Solver::new(8).with_threads(threads);
            if let Some(solution) = solver.solve(&position, EVERYTHING, &Limits::nodes(nodes / 2)) {
                assert!(solution.nodes <= most, "{} of {nodes}", solution.nodes);
            }
        }
    }
}

#[test]
fn who_wins_counts_even_if_a_limit_ends_the_search_for_the_margin() {
    let mut unfinished = 0;
    for position in (0..30).filter_map(|seed| late::<PhaseOne>(seed, 21)) {
        let result = solve(&mut Solver::new(8), &position, RESULT);
        let limits = Limits::nodes(result.nodes + 1);
        let solution = Solver::new(8).solve(&position, EVERYTHING, &limits).expect("enough for the result");
        assert_eq!(solution.exact.verdict, result.exact.verdict);
        assert!(!solution.best.is_empty());
        unfinished += u32::from(solution.exact.margin.is_none());
    }
    assert!(unfinished > 15, "{unfinished}");
}

#[test]
fn a_stop_is_obeyed_at_the_next_look() {
    for threads in [1, 2] {
        limits::obeys_a_stop(
            Solver::<PhaseOne>::new(8).with_threads(threads),
            &HandOfTheKing::start(1),
            threads as u64,
        );
    }
}

#[test]
fn time_is_kept() {
    limits::keeps_time(Solver::<Published>::new(8), &HandOfTheKing::start(2));
}
