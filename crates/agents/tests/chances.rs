//! What values mean for the result of a game, and engines behind texts.

use grandline_agents::{Catalogue, Search, Yardstick, build_any};
use grandline_games::GameId;
use grandline_search::{Exact, Limits, Value, Verdict};

fn chance(yardstick: Yardstick, value: f64) -> f64 {
    yardstick.chance(&Value::Heuristic(value))
}

#[test]
fn a_proof_says_more_than_any_estimate() {
    let logistic = Yardstick::Logistic { level: 1.0, temperature: 2.0 };
    for yardstick in [logistic, Yardstick::Results] {
        let proven = |verdict| yardstick.chance(&Value::Exact(Exact { verdict, margin: None, plies: None }));
        assert_eq!([Verdict::Loss, Verdict::Draw, Verdict::Win].map(proven), [0.0, 0.5, 1.0]);
        assert_eq!((chance(yardstick, -1e9), chance(yardstick, 1e9)), (1.0 - 0.98, 0.98));
    }
    assert_eq!(chance(logistic, 1.0), 0.5, "the level is even");
    assert_eq!(chance(Yardstick::Results, 0.5), 0.75);
    assert!((chance(logistic, 3.0) - 1.0 / (1.0 + (-1.0_f64).exp())).abs() < 1e-12, "e to 1 at one temperature above");
}

#[test]
fn chances_are_seen_by_the_first_player() {
    // Black, who begins, is two men up; whoever is to move, that is good for First.
    for position in ["B:W30,31,32:B1,2,3,4,5", "W:W30,31,32:B1,2,3,4,5"] {
        let game = GameId::Checkers.set_up(position).expect("a position");
        let preset = Catalogue::of(GameId::Checkers).agent("in104-checkers-next").expect("an agent");
        let mut engine = build_any(&preset, 0).expect("an engine");
        let thought = engine.search(game.as_ref(), &Limits::depth(3), &mut |_| {}).expect("a thought");
        assert_eq!(thought.worth.value > 0.0, position.starts_with('B'), "a value is seen by the player to move");
        assert!(thought.worth.chance > 0.7, "{position}: {:?}", thought.worth);
    }
}

#[test]
fn every_agent_finds_the_start_of_its_game_open() {
    for &game in GameId::ALL {
        let start = game.set_up("-").expect("a start");
        for preset in Catalogue::of(game).list() {
            let mut engine = build_any(&preset, 0).expect("an engine");
            let limits = Limits { nodes: Some(500), ..Limits::depth(1) };
            let thought = engine.search(start.as_ref(), &limits, &mut |_| {}).expect("a thought");
            let chance = thought.worth.chance;
            // The best of hundreds of means over two or three random games each is far too good, as it should be.
            let open = if preset.search() == Search::Flat { 0.02..=0.98 } else { 0.05..=0.95 };
            assert!(open.contains(&chance), "{game}, {}: {chance} of {}", preset.name, thought.worth.words);
        }
    }
}

#[test]
fn an_engine_of_another_game_says_nothing() {
    let preset = Catalogue::of(GameId::Connect4).agent("random").expect("an agent");
    let mut engine = build_any(&preset, 0).expect("an engine");
    let checkers = GameId::Checkers.set_up("-").expect("a start");
    assert_eq!(engine.search(checkers.as_ref(), &Limits::default(), &mut |_| {}), None);
}
