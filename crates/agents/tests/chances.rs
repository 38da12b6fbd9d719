//! What values mean for the result of a game, and engines behind numbers.

use std::collections::{HashMap, HashSet};

use grandline_agents::evaluation::LEARNED;
use grandline_agents::{Analysis, Catalogue, Search, build, evaluations};
use grandline_games::connect4::Connect4;
use grandline_games::random::{Random, pick, seeded};
use grandline_games::{AnyPosition, Game, GameId, Record};
use grandline_search::{Exact, Knowledge, Limits, Question, Scale, Solver, Value, Verdict};

fn chance(scale: Scale, value: f64) -> f64 {
    scale.chance(&Value::Heuristic(value))
}

#[test]
fn a_proof_says_more_than_any_estimate() {
    let logistic = Scale::Logistic { level: 1.0, temperature: 2.0 };
    for scale in [logistic, Scale::Results] {
        let proven = |verdict| scale.chance(&Value::Exact(Exact { verdict, margin: None, plies: None }));
        assert_eq!([Verdict::Loss, Verdict::Draw, Verdict::Win].map(proven), [0.0, 0.5, 1.0]);
        assert_eq!((chance(scale, -1e9), chance(scale, 1e9)), (1.0 - 0.98, 0.98));
    }
    assert_eq!(chance(logistic, 1.0), 0.5, "the level is even");
    assert_eq!(chance(Scale::Results, 0.5), 0.75);
    assert!((chance(logistic, 3.0) - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-12, "e to 1 at one temperature above");
}

#[test]
fn chances_are_seen_by_the_first_player() {
    // Black, who begins, is two men up; whoever is to move, that is good for First.
    for position in ["B:W30,31,32:B1,2,3,4,5", "W:W30,31,32:B1,2,3,4,5"] {
        let game = GameId::Checkers.set_up(position).expect("a position");
        let preset = Catalogue::of(GameId::Checkers).agent("in104-checkers-next").expect("an agent");
        let mut engine = build(&preset, 0);
        let report = engine.search(&game, &Limits::depth(3), &mut |_| {}).expect("a report");
        let score = Analysis::of(&game, &report).score;
        assert_eq!(score.value > 0.0, position.starts_with('B'), "a value is seen by the player to move");
        assert!(score.chance > 0.7, "{position}: {score:?}");
    }
}

#[test]
fn every_agent_finds_the_start_of_its_game_open() {
    for &game in GameId::ALL {
        let start = game.set_up("-").expect("a start");
        for preset in Catalogue::of(game).list() {
            let mut engine = build(&preset, 0);
            let limits = Limits { nodes: Some(500), ..Limits::depth(1) };
            let report = engine.search(&start, &limits, &mut |_| {}).expect("a report");
            // A proven result is certain.
            if report.value().is_exact() {
                continue;
            }
            let chance = Analysis::of(&start, &report).score.chance;
            // The best of hundreds of means over two or three random games each is far too good, as it should be.
            let open = if preset.search() == Search::Flat { 0.02..=0.98 } else { 0.05..=0.95 };
            assert!(open.contains(&chance), "{game}, {}: {chance} of {}", preset.name, report.value());
        }
    }
}

#[test]
fn an_engine_of_another_game_says_nothing() {
    let preset = Catalogue::of(GameId::Connect4).agent("random").expect("an agent");
    let mut engine = build(&preset, 0);
    let checkers = GameId::Checkers.set_up("-").expect("a start");
    assert_eq!(engine.search(&checkers, &Limits::default(), &mut |_| {}), None);
}

#[test]
fn a_report_and_its_preset_agree_on_the_scale() {
    for &game in GameId::ALL {
        let mut position = game.set_up("seed:1").or_else(|_| game.set_up("-")).expect("a start");
        let mut random = seeded(5);
        for plies in [0, 3, 9] {
            while position.plies() < plies {
                let mv = position.random_move(&mut random).expect("a move");
                position.play(mv);
            }
            for preset in Catalogue::of(game).list() {
                let limits = Limits { nodes: Some(500), ..Limits::depth(2) };
                let report = build(&preset, 0).search(&position, &limits, &mut |_| {}).expect("a report");
                if report.value().is_exact() {
                    continue;
                }
                let scale = preset.scale(&position, report.depth);
                assert_eq!(report.scale, scale, "{game}, {} after {plies} plies", preset.name);
            }
        }
    }
}

#[test]
fn every_evaluation_can_be_made_and_measured() {
    for &game in GameId::ALL {
        let start = game.set_up("-").expect("a start");
        let mut names = HashSet::new();
        for evaluation in evaluations(game) {
            assert!(names.insert(evaluation.name), "{game} has two evaluations '{}'", evaluation.name);
            // Its values are log-odds by definition, and it needs weights.
            if evaluation.name == LEARNED {
                continue;
            }
            for text in [evaluation.name.to_owned(), evaluation.signature()] {
                let mut catalogue = Catalogue::of(game);
                let preset = format!("[mine]\nsearch = \"greedy\"\nevaluation = \"{text}\"\n");
                catalogue.add(&preset, "mine.toml").unwrap_or_else(|error| panic!("{error}"));
                let preset = catalogue.agent("mine").expect("an agent");
                let report = build(&preset, 0).search(&start, &Limits::default(), &mut |_| {}).expect("a report");
                assert!(report.best().is_some_and(|mv| start.move_text(mv).is_some()), "{game}: {text}");
                for depth in [0, 1, 20, 1000] {
                    let Scale::Logistic { level, temperature } = preset.scale(&start, depth) else {
                        panic!("{game}: {text} is not measured")
                    };
                    assert!(level.is_finite() && temperature.is_finite() && temperature > 0.0, "{game}: {text}");
                }
            }
        }
        assert!(names.contains("mobility") && names.contains("result"), "{game}: {names:?}");
    }
}

/// A game of Connect 4 with so many cells left in which nobody has won.
fn late_connect4(random: &mut Random, left: u32) -> Record<Connect4> {
    loop {
        let mut record = Record::new(Connect4::start(0));
        while record.position().plies_left() != Some(left) {
            let position = record.position();
            let moves: Vec<_> = position.moves().filter(|&mv| position.child(mv).outcome().is_none()).collect();
            if moves.is_empty() {
                break;
            }
            record.play(moves[pick(random, moves.len() as u32) as usize]);
        }
        if record.position().plies_left() == Some(left) {
            return record;
        }
    }
}

#[test]
fn the_champion_of_connect_4_proves_results_and_draws_among_them() {
    let preset = Catalogue::of(GameId::Connect4).agent("in104-connect4-threats").expect("an agent");
    let mut engine = build(&preset, 0);
    let mut solver = Solver::new(4);
    let mut random = seeded(6);
    let mut met = HashMap::new();
    while ["loss", "draw", "win"].iter().any(|verdict| met.get(verdict).is_none_or(|&count| count < 8)) {
        let record = late_connect4(&mut random, 12);
        let solution = solver.solve(record.position(), Question::default(), &Limits::default()).expect("no limit");
        let verdict = solution.exact.verdict.name();
        let position = AnyPosition::new(record);
        let report = engine.search(&position, &Limits::depth(42), &mut |_| {}).expect("a report");
        let score = Analysis::of(&position, &report).score;
        assert!(score.exact, "{}: {score:?} and not {verdict}", position.text());
        assert_eq!(score.result.map(|result| result.verdict), Some(verdict), "{}", position.text());
        *met.entry(verdict).or_insert(0) += 1;
    }
}
