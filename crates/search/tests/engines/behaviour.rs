//! What every engine promises: a legal move under any limit, the same moves from the same seed, time for the whole game.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::common::{Cyclic, Double, Noise, Plain, affordable, check_legal, quietly, random_record};
use grandline_games::connect4::Connect4;
use grandline_games::random::seeded;
use grandline_games::{Game, GameId, Notation, Record, with_game};
use grandline_search::{
    AlphaBeta, Engine, Evaluation, Exact, Flat, Greed, Greedy, Knowledge, Limits, ManualClock, Minimax, OneSided,
    OneSidedOptions, Options, Order, Playouts, Prior, ProofOptions, Prover, Question, RandomMover, Reductions,
    Remaining, Report, Selection, Solution, Solver, TimeOptions, TreeOptions, TreeSearch, Value, Verdict, WallClock,
};

fn noise<G: Game>() -> Arc<dyn Evaluation<G>> {
    Arc::new(Noise { range: 100, antisymmetric: false })
}

/// Proofs with this many plies left, before a search.
fn prover<G: Game>(plies: u32, hardest: bool) -> Prover<G> {
    let engine = AlphaBeta::new(noise(), Options { table_megabytes: 1, depth: 30, ..Options::default() });
    let options = ProofOptions { plies, hardest, time: TimeOptions::default() };
    Prover::new(Box::new(Solver::new(1)), Box::new(engine), options)
}

/// One engine of every kind, small enough for tests.
fn engines<G: Game>() -> Vec<(&'static str, Box<dyn Engine<G>>)> {
    let small = || Options { table_megabytes: 1, depth: 30, ..Options::default() };
    let risky = Options {
        order: Order::Evaluation,
        child_bound: Some(4),
        reductions: Some(Reductions::default()),
        quiescence: Some(4),
        aspiration: Some(10),
        ..small()
    };
    let sorted = Options { order: Order::Separate, quiescence: Some(3), ..small() };
    let tree = |options| Box::new(TreeSearch::new(noise(), TreeOptions { megabytes: 8, simulations: 3000, ..options }));
    let puct = TreeOptions {
        selection: Selection::Puct,
        prior: Prior::Evaluation { temperature: 20.0 },
        leaf: grandline_search::LeafValue::Evaluation { width: 50.0 },
        ..TreeOptions::default()
    };
    let guided =
        OneSidedOptions { playouts: Playouts::Guided, simulations: 200, root_children: Some(3), ..Default::default() };
    vec![
        ("minimax", Box::new(Minimax::new(noise(), 3))),
        ("alpha-beta", Box::new(AlphaBeta::new(noise(), small()))),
        ("alpha-beta, everything on", Box::new(AlphaBeta::new(noise(), risky))),
        ("alpha-beta, sorted", Box::new(AlphaBeta::new(noise(), sorted).with_ordering(noise()))),
        ("alpha-beta, plain", Box::new(AlphaBeta::new(noise(), Options::plain(4)))),
        ("prover", Box::new(prover(6, false))),
        ("prover, hardest moves", Box::new(prover(10, true))),
        ("flat", Box::new(Flat::new(noise(), 300, 5))),
        ("one-sided", Box::new(OneSided::new(noise(), OneSidedOptions { simulations: 500, ..Default::default() }))),
        ("one-sided, guided", Box::new(OneSided::new(noise(), guided))),
        ("uct", tree(TreeOptions::default())),
        ("puct", tree(puct)),
        ("random", Box::new(RandomMover::new(3))),
        ("greedy, course", Box::new(Greedy::new(noise(), Greed::LastBetterThanFirst, 3))),
        ("greedy", Box::new(Greedy::new(noise(), Greed::Best, 3))),
    ]
}

fn always_legal<G: Game>(seed: u64) {
    let mut rng = seeded(seed);
    for (name, mut engine) in engines::<G>() {
        let record = random_record::<G>(&mut rng, 12);
        let stopped = Limits::depth(5);
        stopped.stop.store(true, Ordering::Relaxed);
        let mut limits = vec![stopped, Limits::depth(2), Limits::depth(4)];
        limits.extend([1, 2, 10, 100, 3000].map(Limits::nodes));
        limits.extend(
            [0, 50, 1000].map(|micros| Limits::time(Duration::from_micros(micros), Arc::new(WallClock::start()))),
        );
        for mut limits in limits {
            let deepest = affordable(record.position(), 6, 5_000.0);
            limits.depth = Some(limits.depth.unwrap_or(deepest).min(deepest));
            let report = engine.search(&record, &limits, &mut |report| check_legal(&record, report));
            assert!(report.best().is_some(), "{name} with {limits:?}");
            check_legal(&record, &report);
        }
    }
}

#[test]
fn a_legal_move_under_any_limit() {
    for (seed, &id) in GameId::ALL.iter().enumerate() {
        with_game!(id, G => always_legal::<G>(seed as u64));
    }
    always_legal::<Plain>(2);
    always_legal::<Double>(3);
    always_legal::<Cyclic>(4);
}

#[test]
fn a_finished_game_has_no_move() {
    let mut record = Record::new(Connect4::start(0));
    let mut rng = seeded(9);
    while let Some(mv) = record.position().random_move(&mut rng) {
        record.play(mv);
    }
    for (name, mut engine) in engines::<Connect4>() {
        assert_eq!(engine.search(&record, &Limits::depth(3), &mut |_| {}).best(), None, "{name}");
    }
}

/// The reports of a whole game of an engine against itself.
fn self_play<G: Game>(engine: &mut dyn Engine<G>, limits: &Limits) -> Vec<Report<G::Move>> {
    let mut record = Record::new(G::start(1));
    let mut reports = Vec::new();
    while record.outcome().is_none() && reports.len() < 60 {
        let report = engine.search(&record, limits, &mut |_| {});
        record.play(report.best().expect("a move"));
        reports.push(report);
    }
    reports
}

#[test]
fn the_same_seed_and_nodes_give_the_same_reports() {
    fn repeats<G: Game>() {
        let limits = Limits { depth: Some(6), ..Limits::nodes(2500) };
        for ((name, mut once), (_, mut again)) in engines::<G>().into_iter().zip(engines::<G>()) {
            let first = self_play(&mut *once, &limits);
            assert!(first == self_play(&mut *again, &limits), "{name} differs from itself");
            // And after forgetting, the same engine repeats the same game.
            once.forget();
            assert!(first == self_play(&mut *once, &limits), "{name} remembers what it should have forgotten");
        }
    }
    repeats::<Connect4>();
    repeats::<Plain>();
    repeats::<Cyclic>();
}

#[test]
fn fifty_milliseconds_last_for_a_whole_game() {
    for (name, mut engine) in engines::<Connect4>() {
        if name.contains("minimax") || name.contains("plain") {
            continue;
        }
        let mut left = Duration::from_millis(50);
        let mut record = Record::new(Connect4::start(0));
        while record.outcome().is_none() {
            let clock = Arc::new(ManualClock::stepping(Duration::from_micros(10)));
            let remaining = Remaining { left, increment: Duration::ZERO, moves_to_go: None };
            let limits = Limits { depth: Some(20), ..Limits::remaining(remaining, clock.clone()) };
            let report = engine.search(&record, &limits, &mut |_| {});
            left = left.checked_sub(grandline_search::Clock::now(&*clock)).unwrap_or_else(|| panic!("{name} lost"));
            record.play(report.best().expect("a move"));
        }
    }
}

#[test]
fn lines_are_the_best_moves_in_order() {
    let mut rng = seeded(12);
    for _ in 0..200 {
        let record = random_record::<Connect4>(&mut rng, 30);
        let limits = Limits { lines: 3, ..Limits::depth(4) };
        let expected = quietly(&mut Minimax::new(noise(), 4), &record, &limits);
        let exact = Options { reuse: grandline_search::Reuse::EqualDepth, table_megabytes: 1, ..Options::default() };
        let report = quietly(&mut AlphaBeta::new(noise(), exact), &record, &limits);
        check_legal(&record, &report);
        let values =
            |report: &Report<<Connect4 as Game>::Move>| report.lines.iter().map(|line| line.value).collect::<Vec<_>>();
        // A proven result ends deepening, so a line may stop at less depth only where all are proven.
        assert_eq!(values(&report), values(&expected), "{record:?}");
    }
}

/// Knows that everything is lost, and not by how much.
struct Lost;

impl<G: Game> Knowledge<G> for Lost {
    fn solve(&mut self, position: &G, _: Question, _: &Limits) -> Option<Solution<G::Move>> {
        Some(Solution { exact: Exact::only(Verdict::Loss), best: position.moves().take(1).collect(), nodes: 1 })
    }
}

#[test]
fn the_search_chooses_in_a_lost_position_whose_margin_is_unknown() {
    let options = ProofOptions { plies: 60, hardest: false, time: TimeOptions::default() };
    let engine = || AlphaBeta::new(noise(), Options { table_megabytes: 1, depth: 3, ..Options::default() });
    let mut prover = Prover::<Connect4>::new(Box::new(Lost), Box::new(engine()), options);
    let mut differ = 0;
    for column in ["1", "2", "3", "4", "5", "6", "7"] {
        let mut record = Record::new(Connect4::start(0));
        record.play(record.position().parse_move(column).expect("a column"));
        let chosen = quietly(&mut engine(), &record, &Limits::default()).best();
        let report = quietly(&mut prover, &record, &Limits::default());
        assert_eq!(report.best(), chosen);
        assert_eq!(report.value(), Value::Exact(Exact::only(Verdict::Loss)), "the value stays the proven one");
        differ += u32::from(chosen != record.position().moves().next());
    }
    assert!(differ > 0, "the search never prefers another move than the proof");
}
