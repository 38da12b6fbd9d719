//! Exact search against plain minimax to the end.

use std::sync::Arc;

use crate::common::{Double, Plain, level_connect4, quietly};
use grandline_games::connect4::Connect4;
use grandline_games::position;
use grandline_games::random::{Random, seeded};
use grandline_games::{Game, GameId, Margin, Record, Side, with_game};
use grandline_search::{
    AlphaBeta, Evaluator, Exact, Knowledge, Limits, Minimax, Options, ProofOptions, Prover, Question, Solver,
    TimeOptions, Value, Verdict,
};
use rand_core::Rng;

/// Values finished games by their margin.
#[derive(Clone, Copy)]
struct ByMargin;

impl<G: Game> Evaluator<G> for ByMargin {
    type State = ();

    fn evaluate(&self, _state: &(), _position: &G, _viewpoint: Side) -> i32 {
        0
    }

    fn terminal(&self, _state: &(), _position: &G, margin: Margin, _ply: u32, viewpoint: Side) -> i32 {
        i32::from(margin.seen_by(viewpoint))
    }

    fn is_result_proven(&self) -> bool {
        false
    }
}

/// A random game taken back from its end by some moves, the fewer the more choice they had.
fn late_record<G: Game>(rng: &mut Random, most: usize) -> Record<G> {
    let mut record = Record::new(G::start(rng.next_u64()));
    while record.outcome().is_none()
        && let Some(mv) = record.position().random_move(rng)
    {
        record.play(mv);
    }
    let mut lines = 1;
    while lines < most && record.undo().is_some() {
        lines *= record.position().count_moves();
    }
    record
}

/// Everything that can be asked about a position.
fn questions() -> impl Iterator<Item = Question> {
    [false, true].into_iter().flat_map(|margin| [false, true].map(|all_moves| Question { margin, all_moves }))
}

/// Asks a solver every question about a position, whose moves have these margins for the player to move.
fn check_solver<G: Game>(solver: &mut Solver<G>, record: &Record<G>, valued: &[(G::Move, i16)]) {
    let margin = valued.iter().map(|&(_, margin)| margin).max().expect("a move");
    for question in questions() {
        let solution = solver.solve(record.position(), question, &Limits::default()).expect("no limit");
        let Exact { verdict, margin: known, .. } = solution.exact;
        assert_eq!(verdict, Verdict::of(i32::from(margin)), "{record:?}");
        assert!(known.is_some() || !question.margin, "{record:?}");
        assert!(known.is_none_or(|known| known == margin), "{known:?} and not {margin}: {record:?}");
        let keeps = |value: i16| if known.is_some() { value == margin } else { value.signum() == margin.signum() };
        let best: Vec<G::Move> = valued.iter().filter(|&&(_, value)| keeps(value)).map(|&(mv, _)| mv).collect();
        if question.all_moves {
            assert_eq!(solution.best, best, "{question:?} of {record:?}");
        } else {
            assert_eq!(solution.best.len(), 1, "{record:?}");
            assert!(best.contains(&solution.best[0]), "{question:?} of {record:?}");
        }
    }
}

/// The moves of a position in order with their margins, by minimax to the end; `None` if that takes too long.
fn margins<G: Game>(record: &Record<G>) -> Option<Vec<(G::Move, i16)>> {
    let report = quietly(&mut Minimax::new(Arc::new(ByMargin), 200), record, &Limits::nodes(300_000));
    let margin = |mv: G::Move| {
        let root_move = report.root_moves.iter().find(|root_move| root_move.mv == mv);
        (mv, root_move.expect("a value for every move").value.number() as i16)
    };
    (report.depth > 0).then(|| record.position().moves().map(margin).collect())
}

/// Checks that no other best move leaves fewer best replies.
fn check_hardest<G: Game>(record: &Record<G>, valued: &[(G::Move, i16)], played: G::Move) {
    let margin = valued.iter().map(|&(_, margin)| margin).max().expect("a move");
    let best_replies = |mv: G::Move| {
        let mut child = record.clone();
        child.play(mv);
        if child.outcome().is_some() {
            return Some(0);
        }
        let replies = margins(&child).filter(|_| child.position().to_move() != record.position().to_move())?;
        let best = replies.iter().map(|&(_, margin)| margin).max()?;
        Some(replies.iter().filter(|&&(_, margin)| margin == best).count())
    };
    let Some(left) = best_replies(played) else { return };
    for &(mv, _) in valued.iter().filter(|&&(_, value)| value == margin) {
        assert!(best_replies(mv).is_none_or(|replies| left <= replies), "{mv:?} is harder than {played:?}: {record:?}");
    }
}

/// Lets a prover play and analyse a position, whose moves have these margins for the player to move.
fn check_prover<G: Game>(record: &Record<G>, valued: &[(G::Move, i16)], hardest: bool) {
    let margin = valued.iter().map(|&(_, margin)| margin).max().expect("a move");
    let engine = AlphaBeta::<G>::new(Arc::new(ByMargin), Options { table_megabytes: 1, ..Options::default() });
    let options = ProofOptions { plies: 60, hardest, time: TimeOptions::default() };
    let mut prover = Prover::new(Box::new(Solver::new(1)), Box::new(engine), options);
    for lines in [1, 3] {
        let report = quietly(&mut prover, record, &Limits { lines, ..Limits::default() });
        assert_eq!(report.value(), Value::from_margin(margin), "{record:?}");
        assert!(valued.contains(&(report.best().expect("a move"), margin)), "{record:?}");
        for line in &report.lines {
            let mut end = record.position().clone();
            line.pv.iter().for_each(|&mv| end.play(mv));
            let result = end.outcome().expect("a line to the end").seen_by(record.position().to_move());
            assert_eq!(line.value.number(), f64::from(result), "the line ends as its value says: {record:?}");
        }
        if hardest && lines == 1 {
            check_hardest(record, valued, report.best().expect("a move"));
        }
        if lines > 1 {
            let mut told: Vec<i16> = report.root_moves.iter().map(|root| root.value.number() as i16).collect();
            assert!(told.is_sorted_by(|a, b| a >= b), "{told:?}");
            told.sort_unstable();
            let mut known: Vec<i16> = valued.iter().map(|&(_, margin)| margin).collect();
            known.sort_unstable();
            assert_eq!(told, known, "{record:?}");
        }
    }
}

fn agree<G: Game>(seed: u64, positions: u32) {
    let mut rng = seeded(seed);
    let mut solver = Solver::<G>::new(4);
    let mut done = 0;
    for number in 0..positions {
        let record = late_record::<G>(&mut rng, [2, 20, 200, 2000][number as usize % 4]);
        let Some(valued) = margins(&record) else { continue };
        done += 1;
        check_solver(&mut solver, &record, &valued);
        if record.position().plies_left().is_none() {
            continue;
        }
        for hardest in [false, true] {
            check_prover(&record, &valued, hardest);
        }
    }
    // Checkers can go on for long from almost anywhere; the other games nearly always end.
    assert!(done > positions / 15, "{done} of {positions} positions of {:?} were late enough", G::start(0));
}

#[test]
fn every_game() {
    for (seed, &id) in GameId::ALL.iter().enumerate() {
        with_game!(id, G => {
            if !G::RECURS {
                agree::<G>(seed as u64, 120);
            }
        });
    }
}

#[test]
fn toy_games() {
    agree::<Plain>(2, 300);
    agree::<Double>(3, 300);
}

/// A line of checkers without progress for long, and more moves to the end than any table counts.
#[test]
fn long_games_do_not_run_out_of_depth() {
    type Checkers = position::CheckersAiarena;
    let record = Record::new(Checkers::start(0));
    let solution = Solver::new(1).solve(record.position(), Question::default(), &Limits::nodes(200_000));
    assert_eq!(solution, None);
}

#[test]
fn a_limit_ends_a_proof_without_an_answer() {
    let start = Connect4::start(0);
    for question in questions() {
        assert_eq!(Solver::new(1).solve(&start, question, &Limits::nodes(10_000)), None);
    }
}

#[test]
fn draws_of_connect_4() {
    let mut rng = seeded(7);
    let mut solver = Solver::new(4);
    let (mut drawn, mut decided) = (0, 0);
    while drawn < 30 || decided < 30 {
        let record = level_connect4(&mut rng, 8);
        let valued = margins(&record).expect("a late position");
        *if valued.iter().all(|&(_, margin)| margin <= 0) && valued.iter().any(|&(_, margin)| margin == 0) {
            &mut drawn
        } else {
            &mut decided
        } += 1;
        check_solver(&mut solver, &record, &valued);
    }
}

/// Who wins is known before by how much: a limit that leaves time for the first question only still has an answer.
#[test]
fn a_limit_in_the_search_for_the_margin_leaves_the_verdict() {
    let mut rng = seeded(8);
    let mut cut_short = 0;
    while cut_short < 20 {
        let record = level_connect4(&mut rng, 10);
        let solve = |margin: bool, limits: &Limits| {
            Solver::new(1).solve(record.position(), Question { margin, all_moves: false }, limits)
        };
        let verdict = solve(false, &Limits::default()).expect("no limit");
        let full = solve(true, &Limits::default()).expect("no limit");
        let short = solve(true, &Limits::nodes(verdict.nodes + 1)).expect("enough for the verdict");
        assert_eq!((verdict.exact.verdict, short.exact.verdict), (full.exact.verdict, full.exact.verdict));
        assert!(short.exact.margin.is_none_or(|margin| Some(margin) == full.exact.margin), "{record:?}");
        if full.nodes > verdict.nodes + 1 {
            assert_eq!((short.exact.margin, &short.best), (None, &verdict.best), "{record:?}");
            cut_short += 1;
        }
        assert_eq!(solve(true, &Limits::nodes(1)), None, "too little for anything");
    }
}
