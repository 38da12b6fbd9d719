//! Exact knowledge that a search probes: it may save work, and never changes what is proven.

use std::sync::Arc;

use crate::common::{Double, Noise, Plain, check_legal, level_connect4, quietly, random_record};
use grandline_games::connect4::{Column, Connect4};
use grandline_games::random::seeded;
use grandline_games::{Game, Record};
use grandline_search::{
    AlphaBeta, Exact, Indifferent, Knowledge, Known, Limits, Minimax, Options, Question, Report, Reuse, Solution,
    TreeOptions, TreeSearch, Value, Verdict,
};

/// What is told about a position whose result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// The result and its distance.
    All,
    /// The result without its distance.
    Result,
    /// A lower bound: the result itself or a worse one.
    AtLeast,
    /// An upper bound: the result itself or a better one.
    AtMost,
}

/// Knows the last plies of a game by minimax.
struct Oracle {
    plies: u32,
    told: Told,
    draws_differ: bool,
}

impl Oracle {
    fn new(plies: u32, told: Told) -> Box<Self> {
        Box::new(Oracle { plies, told, draws_differ: false })
    }
}

/// The result of a position by minimax to the end of the game.
fn result<G: Game>(record: &Record<G>) -> Exact {
    match quietly(&mut Minimax::new(Arc::new(Indifferent), 60), record, &Limits::default()).value() {
        Value::Exact(exact) => exact,
        Value::Heuristic(value) => panic!("{value} is not a result of {record:?}"),
    }
}

impl<G: Game> Knowledge<G> for Oracle {
    fn probe(&self, position: &G) -> Option<Known> {
        assert_eq!(position.outcome(), None, "only unfinished games are asked about");
        if position.plies_left()? > self.plies {
            return None;
        }
        let exact = result(&Record::new(position.clone()));
        let weakened = |than: Verdict| if position.key().is_multiple_of(2) { Exact::only(than) } else { exact };
        Some(match self.told {
            Told::All => Known::Exact(exact),
            Told::Result => Known::Exact(Exact::only(exact.verdict)),
            Told::AtLeast => Known::AtLeast(weakened(exact.verdict.min(Verdict::Draw))),
            Told::AtMost => Known::AtMost(weakened(exact.verdict.max(Verdict::Draw))),
        })
    }

    fn draws_differ(&self) -> bool {
        self.draws_differ
    }

    fn solve(&mut self, _: &G, _: Question, _: &Limits) -> Option<Solution<G::Move>> {
        None
    }
}

const TOLD: [Told; 4] = [Told::All, Told::Result, Told::AtLeast, Told::AtMost];

/// The result after a move, for the player who made it.
fn verdict_after<G: Game>(position: &G, mv: G::Move) -> Verdict {
    let child = position.child(mv);
    let sign = match child.outcome() {
        Some(margin) => i32::from(margin.seen_by(position.to_move())),
        None => {
            let sign = result(&Record::new(child.clone())).verdict.sign();
            if child.to_move() == position.to_move() { sign } else { -sign }
        }
    };
    Verdict::of(sign)
}

fn alpha_beta_agrees<G: Game>(record: &Record<G>) {
    let expected = result(record);
    for (number, told) in TOLD.into_iter().enumerate() {
        let options = match number % 2 {
            0 => Options { table_megabytes: 1, ..Options::default() },
            _ => Options { table_megabytes: 1, reuse: Reuse::EqualDepth, deepen_from: None, ..Options::default() },
        };
        let mut engine = AlphaBeta::new(Arc::new(Indifferent), options).with_knowledge(Oracle::new(4, told));
        for _ in 0..2 {
            let report = quietly(&mut engine, record, &Limits::default());
            check_legal(record, &report);
            let Value::Exact(exact) = report.value() else { panic!("{told:?}: {:?} of {record:?}", report.value()) };
            let best = report.best().expect("a move");
            assert_eq!(verdict_after(record.position(), best), expected.verdict, "{told:?}: {record:?}");
            assert_eq!(exact.verdict, expected.verdict, "{told:?}: {record:?}");
            if told != Told::Result {
                assert_eq!(exact.plies, expected.plies, "{told:?}: {record:?}");
            } else if expected.verdict == Verdict::Win {
                // A win at an unknown distance may hide the shortest one, but none is called shorter than it is.
                assert!(exact.plies >= expected.plies || exact.plies.is_none(), "{exact:?}: {record:?}");
            }
        }
    }
}

#[test]
fn knowledge_does_not_change_what_alpha_beta_proves() {
    let mut rng = seeded(1);
    for left in [3, 5, 7] {
        (0..25).for_each(|_| alpha_beta_agrees(&level_connect4(&mut rng, left)));
    }
    for _ in 0..60 {
        alpha_beta_agrees(&late::<Plain>(&mut rng));
        alpha_beta_agrees(&late::<Double>(&mut rng));
    }
}

/// A random position of a toy game not far from its end.
fn late<G: Game>(rng: &mut grandline_games::random::Random) -> Record<G> {
    loop {
        let record = random_record::<G>(rng, 13);
        if record.position().plies_left().is_some_and(|left| left <= 7) {
            return record;
        }
    }
}

#[test]
fn an_unknown_distance_is_not_reported() {
    let mut rng = seeded(2);
    let mut met = [0; 2];
    while met.iter().any(|&met| met < 5) {
        // Nobody wins with the next move, so that every result rests on what is told about the next position.
        let record = level_connect4(&mut rng, 5);
        let options = Options { table_megabytes: 1, ..Options::default() };
        let knowledge = Oracle::new(4, Told::Result);
        let mut engine = AlphaBeta::new(Arc::new(Indifferent), options).with_knowledge(knowledge);
        let value = quietly(&mut engine, &record, &Limits::default()).value();
        let verdict = result(&record).verdict;
        assert_eq!(value, Value::Exact(Exact::only(verdict)), "{record:?}");
        match verdict {
            Verdict::Win => met[0] += 1,
            Verdict::Loss => met[1] += 1,
            Verdict::Draw => {}
        }
    }
}

/// A search of a position whose result is known, by an evaluation of random numbers.
fn told_all(record: &Record<Connect4>, draws_differ: bool, limits: &Limits) -> Report<Column> {
    let oracle = Oracle { plies: 42, told: Told::Result, draws_differ };
    let options = Options { table_megabytes: 1, ..Options::default() };
    quietly(
        &mut AlphaBeta::new(Arc::new(Noise { range: 100, antisymmetric: true }), options)
            .with_knowledge(Box::new(oracle)),
        record,
        limits,
    )
}

#[test]
fn of_draws_that_differ_one_is_chosen_by_the_evaluation_and_none_is_lost() {
    let mut rng = seeded(4);
    let (mut drawn, mut chosen) = (0, 0);
    while drawn < 40 {
        let record = level_connect4(&mut rng, [6, 8, 9][drawn % 3]);
        let position = record.position();
        let draws = position.moves().filter(|&mv| verdict_after(position, mv) == Verdict::Draw).count();
        if result(&record).verdict != Verdict::Draw || draws < 2 {
            continue;
        }
        drawn += 1;
        let mut moves = [None; 2];
        for (draws_differ, mv) in [false, true].into_iter().zip(&mut moves) {
            for depth in 1..4 {
                let report = told_all(&record, draws_differ, &Limits::depth(depth));
                let best = report.best().expect("a move");
                if draws_differ {
                    assert_eq!(verdict_after(record.position(), best), Verdict::Draw, "depth {depth}: {record:?}");
                    assert_eq!(report.value(), Value::Exact(Exact::only(Verdict::Draw)), "depth {depth}: {record:?}");
                }
                *mv = Some(best);
            }
        }
        chosen += u32::from(moves[0] != moves[1]);
        // An analysis tells of every move what is true.
        let analysis = Limits { analysis: true, ..Limits::depth(3) };
        let reports = [false, true].map(|draws_differ| told_all(&record, draws_differ, &analysis));
        assert_eq!(reports[0].root_moves, reports[1].root_moves, "{record:?}");
    }
    assert!(chosen > 5, "the evaluation chose another draw in {chosen} of {drawn} positions");
}

fn tree_agrees<G: Game>(record: &Record<G>, told: Told) {
    let expected = result(record).verdict;
    for threads in [1, 2] {
        let options = TreeOptions { megabytes: 4, threads, ..TreeOptions::default() };
        let mut engine = TreeSearch::new(Arc::new(Indifferent), options).with_knowledge(Oracle::new(4, told));
        let mut record = record.clone();
        // The tree is kept from move to move, with what was told about its nodes.
        let mut value = Some(expected);
        while record.outcome().is_none() {
            let report = quietly(&mut engine, &record, &Limits::nodes(20_000));
            check_legal(&record, &report);
            let verdict = value.take().unwrap_or_else(|| result(&record).verdict);
            assert_eq!(report.value(), Value::Exact(Exact::only(verdict)), "{told:?}, {threads} threads: {record:?}");
            let best = report.best().expect("a move");
            assert_eq!(verdict_after(record.position(), best), verdict, "{told:?}, {threads} threads: {record:?}");
            record.play(best);
        }
    }
}

#[test]
fn knowledge_does_not_change_what_a_tree_search_proves() {
    let mut rng = seeded(3);
    for number in 0..40 {
        let told = TOLD[number % 4];
        tree_agrees::<Connect4>(&level_connect4(&mut rng, [2, 4, 6][number % 3]), told);
        tree_agrees(&late::<Plain>(&mut rng), told);
        tree_agrees(&late::<Double>(&mut rng), told);
    }
}
