//! The values of the reports' agents, found by the presets themselves.

mod common;

use grandline_games::divercite::{Course, Divercite};
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne};
use grandline_games::{Game, Notation, Record};
use grandline_search::Evaluator;
use serde_json::Value;

use common::{think, vectors};

const TOLERANCE: f64 = 1e-6;

/// The game of a vector, its moves as our notation has them.
fn replayed<G: Notation>(start: G, moves: &Value) -> Record<G> {
    let mut record = Record::new(start);
    for mv in moves.as_array().expect("moves") {
        let text = mv.as_str().map_or_else(|| mv.to_string(), str::to_owned);
        let mv = record.position().parse_move(&text).expect("a legal move");
        record.play(mv);
    }
    record
}

#[test]
fn divercite_agents_value_positions_as_their_report_does() {
    let vectors = vectors("divercite-agent-values.json.gz");
    let vectors = vectors.as_array().expect("a list");
    assert_eq!(vectors.len(), 64);
    for vector in vectors {
        let record = replayed(Divercite::<Course>::start(0), &vector["moves"]);
        let evaluation = vector["evaluation"].as_str().expect("a name");
        let (depth, value) = (vector["depth"].as_u64().expect("plies"), vector["value"].as_f64().expect("a value"));
        let agents: &[&str] = match evaluation {
            "score" => &["skypiea", "little-garden"],
            "stock(2,4)" => &["skypiea-v2", "enies-lobby", "water-seven"],
            "stock(16,16)" => &["skypiea-v2.2"],
            "stock(24,24)" => &["skypiea-v5"],
            other => panic!("no agent evaluates by {other}"),
        };
        // Minimax without cuts has its turn where it does not take long.
        let plain = ["little-garden", "water-seven"];
        for agent in agents.iter().filter(|agent| depth <= 2 || !plain.contains(agent)) {
            let report = think(&format!("{agent}:depth={depth}"), &record);
            let found = report.value().number();
            assert!((found - value).abs() < TOLERANCE, "{agent} at depth {depth}: {found}, not {value}; {record:?}");
        }
    }
}

#[test]
fn hand_of_the_king_agents_value_positions_as_their_report_does() {
    let vectors = vectors("hotk-agent-values.json.gz");
    let vectors = vectors.as_array().expect("a list");
    assert_eq!(vectors.len(), 60);
    for vector in vectors {
        let start: HandOfTheKing<PhaseOne> = vector["setup"].as_str().expect("a board").parse().expect("a start");
        let record = replayed(start, &vector["moves"]);
        let (plies, value) = (vector["plies"].as_u64().expect("plies"), vector["value"].as_f64().expect("a value"));
        let evaluator = grandline_agents::games::hand_of_the_king::HousesLiteral;
        let position = record.position();
        let units = evaluator.evaluate(&(), position, position.to_move());
        let scale = Evaluator::<HandOfTheKing<PhaseOne>>::scale(&evaluator);
        let (fixed, known) = (f64::from(units) / f64::from(scale), vector["static"].as_f64().expect("a value"));
        assert!((fixed - known).abs() < TOLERANCE, "{position}: {fixed}, not {known}");
        let found = think(&format!("hotk-minimax-literal:depth={plies}"), &record).value().number();
        assert!((found - value).abs() < TOLERANCE, "{position} at {plies} plies: {found}, not {value}");
    }
}

/// After a move of the opponent the code of theboys compares the agent with itself.
#[test]
fn the_leaves_of_theboys_literal_are_0_at_even_depths() {
    let vectors = vectors("divercite-agent-values.json.gz");
    let mut odd = Vec::new();
    for vector in vectors.as_array().expect("a list").iter().take(20) {
        let record = replayed(Divercite::<Course>::start(0), &vector["moves"]);
        if record.plies() > 36 {
            continue;
        }
        assert_eq!(think("theboys-literal:depth=2", &record).value().number(), 0.0);
        odd.push(think("theboys-literal:depth=1", &record).value() == think("theboys:depth=1", &record).value());
    }
    assert!(odd.iter().all(|&same| same), "after its own move the agent measures what it means to");
}
