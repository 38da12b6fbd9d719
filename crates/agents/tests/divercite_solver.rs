//! The exact solver of Divercité against plain minimax, the generic solver and itself.

#[path = "common/limits.rs"]
mod limits;

use grandline_agents::games::divercite::Solver;
use grandline_games::divercite::{Classic, Course, Divercite, Placement, TieBreak, Variant};
use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Symmetry};
use grandline_search::{Exact, Knowledge, Limits, Question, Solution, Verdict};

const RESULT: Question = Question { margin: false, all_moves: false };
const EVERYTHING: Question = Question { margin: true, all_moves: true };

/// A position with `left` plies left after random moves. Half of the games place cities first, as good players do, so that
/// positions with and without cities in stock are tried.
fn late<V: Variant>(seed: u64, left: u32) -> Divercite<V> {
    let mut position = Divercite::start(0);
    let mut rng = seeded(seed);
    while position.plies_left().is_some_and(|plies| plies > left) {
        let mut moves: Vec<Placement> = position.moves().collect();
        if seed.is_multiple_of(2) && position.cities_left(position.to_move()) > 0 {
            moves.retain(|mv| mv.piece().to_string().ends_with('C'));
        }
        position.play(moves[pick(&mut rng, moves.len() as u32) as usize]);
    }
    position
}

/// The margin for the player to move, by trying everything.
fn minimax<V: Variant>(position: &Divercite<V>) -> i16 {
    match position.outcome() {
        Some(margin) => margin.seen_by(position.to_move()),
        None => position.moves().map(|mv| -minimax(&position.child(mv))).max().expect("a move"),
    }
}

fn solve<V: Variant>(
    solver: &mut impl Knowledge<Divercite<V>>,
    position: &Divercite<V>,
    question: Question,
) -> Solution<Placement> {
    solver.solve(position, question, &Limits::default()).expect("nothing limits it")
}

/// The margin, after a check that the question without it has the same answer.
fn margin<V: Variant>(solver: &mut Solver<V>, position: &Divercite<V>) -> i16 {
    let verdict = solve(solver, position, RESULT).exact.verdict;
    let margin = solve(solver, position, EVERYTHING).exact.margin.expect("the margin was asked for");
    assert_eq!(verdict, Verdict::of(margin.into()), "{position:?}");
    margin
}

/// Compares with the margins of all moves by plain minimax. Returns how many positions each verdict has.
fn agrees_with_minimax<V: Variant>(seeds: u64, left: u32) -> [u32; 3] {
    let mut solver = Solver::new(1);
    let mut verdicts = [0; 3];
    for position in (0..seeds).map(|seed| late::<V>(seed, 1 + seed as u32 / 2 % left)) {
        let values: Vec<(Placement, i16)> = position.moves().map(|mv| (mv, -minimax(&position.child(mv)))).collect();
        let best = values.iter().map(|&(_, value)| value).max().expect("a move");
        let moves = |keeps: &dyn Fn(i16) -> bool| -> Vec<Placement> {
            values.iter().filter(|&&(_, value)| keeps(value)).map(|&(mv, _)| mv).collect()
        };
        let one = solve(&mut solver, &position, RESULT);
        let keeping = moves(&|value| value.signum() == best.signum());
        assert_eq!(one.exact.verdict, Verdict::of(best.into()), "{position:?}");
        assert!(keeping.contains(&one.best[0]), "{position:?}");
        let all = solve(&mut solver, &position, Question { all_moves: true, ..RESULT });
        assert_eq!(all.exact.verdict, Verdict::of(best.into()), "{position:?}");
        assert_eq!(all.best, keeping, "{position:?}");
        let all = solve(&mut solver, &position, EVERYTHING);
        assert_eq!(all.exact, Exact::from_margin(best), "{position:?}");
        assert_eq!(all.best, moves(&|value| value == best), "{position:?}");
        verdicts[(best.signum() + 1) as usize] += 1;
    }
    verdicts
}

#[test]
fn both_variants_agree_with_minimax() {
    let course = agrees_with_minimax::<Course>(2000, 5);
    assert!(course.iter().all(|&count| count > 20), "losses, draws and wins: {course:?}");
    let classic = agrees_with_minimax::<Classic>(2000, 5);
    assert!(classic.iter().all(|&count| count > 100), "losses, draws and wins: {classic:?}");
}

fn agrees_with_the_generic_solver<V: Variant>(seeds: u64, left: u32) {
    let (mut own, mut generic) = (Solver::new(1), grandline_search::Solver::new(8));
    for position in (0..seeds).map(|seed| late::<V>(seed, left)) {
        let (own, generic) = (solve(&mut own, &position, EVERYTHING), solve(&mut generic, &position, EVERYTHING));
        assert_eq!((own.exact, own.best), (generic.exact, generic.best), "{position:?}");
    }
}

#[test]
fn both_variants_agree_with_the_generic_solver() {
    agrees_with_the_generic_solver::<Course>(60, 8);
    agrees_with_the_generic_solver::<Classic>(60, 8);
}

/// Games whose best line ends in a tie are the hardest to value: which part of the tie-break decides them must be seen.
#[test]
fn ties_of_the_course_are_valued_by_what_breaks_them() {
    let mut solver = Solver::<Course>::new(1);
    let mut seen = [0; 3];
    for seed in 0..1500 {
        let mut position = late::<Course>(seed, 5);
        let value = margin(&mut solver, &position);
        let mover = position.to_move();
        while position.outcome().is_none() {
            position.play(solve(&mut solver, &position, EVERYTHING).best[0]);
        }
        let outcome = position.outcome().expect("the end");
        assert_eq!(outcome.seen_by(mover), value, "{position:?}");
        match position.tie_break() {
            Some(TieBreak::Divercites | TieBreak::Matches(4 | 3)) => seen[0] += 1,
            Some(TieBreak::Matches(_)) => seen[1] += 1,
            Some(TieBreak::Start) => seen[2] += 1,
            None => {}
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// The table keeps bounds from position to position, also of those that come before.
fn the_value_is_the_best_childs<V: Variant>(seeds: u64, left: u32) {
    let mut solver = Solver::new(4);
    for position in (0..seeds).map(|seed| late::<V>(seed, left)) {
        let best = position.moves().map(|mv| -margin(&mut solver, &position.child(mv))).max();
        assert_eq!(Some(margin(&mut solver, &position)), best, "{position:?}");
        assert_eq!(Some(margin(&mut Solver::new(1), &position)), best, "{position:?}");
    }
}

#[test]
fn a_value_is_the_best_value_of_a_child() {
    the_value_is_the_best_childs::<Course>(8, 9);
    the_value_is_the_best_childs::<Classic>(8, 9);
}

fn symmetric_positions_agree<V: Variant>(seeds: u64, left: u32) {
    for position in (0..seeds).map(|seed| late::<V>(seed, left)) {
        let value = margin(&mut Solver::new(1), &position);
        for symmetry in Symmetry::all::<Divercite<V>>().step_by(7) {
            let image = position.mapped(symmetry);
            assert_eq!(margin(&mut Solver::new(1), &image), value, "{image:?} and {position:?}");
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_values() {
    symmetric_positions_agree::<Course>(8, 8);
    symmetric_positions_agree::<Classic>(8, 8);
}

#[test]
fn threads_do_not_change_values() {
    let (mut one, mut two) = (Solver::<Course>::new(4), Solver::new(4).with_threads(2));
    for position in (0..12).map(|seed| late(seed, 10)) {
        let (one, two) = (solve(&mut one, &position, EVERYTHING), solve(&mut two, &position, EVERYTHING));
        assert_eq!((one.exact, one.best), (two.exact, two.best), "{position:?}");
    }
}

#[test]
fn a_game_that_is_over_needs_no_search() {
    let mut position = Divercite::<Course>::start(1);
    position.playout(&mut seeded(1));
    let value = position.outcome().expect("the end").seen_by(position.to_move());
    let solution = solve(&mut Solver::new(1), &position, EVERYTHING);
    assert_eq!(solution, Solution { exact: Exact::from_margin(value), best: Vec::new(), nodes: 0 });
}

#[test]
fn a_limit_of_nodes_is_kept() {
    for threads in [1, 2] {
        let mut solver = Solver::<Course>::new(1).with_threads(threads);
        for nodes in [0, 1, 100, 5000] {
            assert_eq!(solver.solve(&Divercite::start(0), RESULT, &Limits::nodes(nodes)), None);
        }
        let mut answered = 0;
        for position in (0..24).map(|seed| late::<Course>(seed, 10)) {
            let nodes = solve(&mut Solver::new(1), &position, EVERYTHING).nodes;
            // Threads may not know of what the others searched last.
            let most = nodes / 2 + 256 * (threads as u64 - 1);
            let mut solver = Solver::new(1).with_threads(threads);
            if let Some(solution) = solver.solve(&position, EVERYTHING, &Limits::nodes(nodes / 2)) {
                assert!(solution.nodes <= most, "{} of {nodes}", solution.nodes);
                answered += 1;
            }
        }
        assert!(answered > 12, "{answered}");
    }
}

#[test]
fn who_wins_counts_even_if_a_limit_ends_the_search_for_the_margin() {
    let mut unfinished = 0;
    for position in (0..30).map(|seed| late::<Course>(seed, 10)) {
        let result = solve(&mut Solver::new(1), &position, RESULT);
        // A few nodes are kept in reserve for the last plies.
        let limits = Limits::nodes(result.nodes + 129);
        let solution = Solver::new(1).solve(&position, EVERYTHING, &limits).expect("enough for the result");
        assert_eq!(solution.exact.verdict, result.exact.verdict);
        assert!(!solution.best.is_empty());
        unfinished += u32::from(solution.exact.margin.is_none());
    }
    assert!(unfinished > 15, "{unfinished}");
}

#[test]
fn a_stop_is_obeyed_at_the_next_look() {
    for threads in [1, 2] {
        limits::obeys_a_stop(Solver::<Course>::new(1).with_threads(threads), &Divercite::start(0), threads as u64);
    }
}

#[test]
fn time_is_kept() {
    limits::keeps_time(Solver::<Classic>::new(1), &Divercite::start(0));
}
