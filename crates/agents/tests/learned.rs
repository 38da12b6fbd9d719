//! Learned evaluations: features of every game that declares some, files of weights, and presets that name them.

use std::sync::Arc;

use grandline_agents::learned::{Model, Provenance, Sample, UNIT, Weights, WeightsError, feature_set, feature_sets};
use grandline_agents::{Catalogue, build};
use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::{Limits, Value};
use rand_core::Rng;

/// Weights of some model over a set of features, any numbers.
fn made_up(game: GameId, features: &str, model: Model) -> Weights {
    let set = feature_set(game, features).expect("declared");
    let mut rng = seeded(5);
    let size = model.size(set.layout());
    let values = (0..size).map(|_| (rng.next_u32() % 201) as i16 - 100).collect();
    let (version, provenance) =
        (set.layout().version, Provenance { made_by: "a test".to_owned(), ..Provenance::default() });
    Weights { game, features: features.to_owned(), version, model, values, provenance }
}

/// The games that declare features, with each of their sets.
fn declared() -> Vec<(GameId, &'static str)> {
    let sets =
        |&game: &GameId| feature_sets(game).into_iter().map(move |set| (game, set.layout().name)).collect::<Vec<_>>();
    let all: Vec<_> = GameId::ALL.iter().flat_map(sets).collect();
    assert!(!all.is_empty());
    all
}

fn legal(position: &AnyPosition) -> Vec<MoveId> {
    let mut moves = Vec::new();
    position.list_moves(&mut moves);
    moves
}

/// Random games of a kind; `visit` is given every position.
fn walk(game: GameId, games: u64, mut visit: impl FnMut(&AnyPosition)) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut position = game.set_up(&format!("seed:{seed}")).expect("a start");
        loop {
            visit(&position);
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.next_u64() as usize % moves.len()]);
        }
    }
}

#[test]
fn layouts_hold_together() {
    for (game, name) in declared() {
        let set = feature_set(game, name).expect("declared");
        let layout = set.layout();
        let entries: usize = layout.tables.iter().map(|table| table.size).sum();
        assert_eq!(entries, layout.entries(), "{game} {name}");
        for index in 0..entries as u32 {
            let parameters = layout.parameters_of(index);
            assert!(!parameters.is_empty(), "{game} {name}: entry {index}");
            assert!(parameters.iter().all(|&(parameter, _)| (parameter as usize) < layout.parameters));
            let turned = layout.turned[index as usize] as usize;
            assert_eq!(layout.turned[turned], index, "{game} {name}: turned twice");
            assert_eq!(parameters.len(), layout.parameters_of(turned as u32).len(), "{game} {name}: entry {index}");
        }
        let mut sample = Sample::default();
        walk(game, 20, |position| {
            assert!(set.sample(position, &mut sample));
            assert_eq!(sample.indices.len(), layout.terms);
            assert!(sample.phase < layout.phases);
            assert!(sample.indices.iter().all(|&index| (index as usize) < entries));
        });
    }
}

/// Weights that are symmetric by construction value symmetric positions the same, through a real preset.
#[test]
fn searches_under_learned_weights_are_the_same_for_both_models_and_threads() {
    for (game, name) in declared() {
        for model in [Model::Tables, Model::Network { hidden: 16 }, Model::Network { hidden: 32 }] {
            let bytes = made_up(game, name, model).to_bytes();
            let catalogue = Catalogue::of(game).with_files(move |_| Ok(bytes.clone()));
            let agent = catalogue
                .agent("random:search=alphabeta,evaluation=learned,weights=some.weights,table=1,pvs=true,depth=3");
            let plain = catalogue.agent("random:search=minimax,evaluation=learned,weights=some.weights,depth=3");
            let (agent, plain) = (agent.expect("an agent"), plain.expect("an agent"));
            let mut checked = 0;
            walk(game, 2, |position| {
                if position.outcome().is_some() || checked > 40 || legal(position).len() > 30 {
                    return;
                }
                checked += 1;
                let value = |preset| {
                    let report = build(preset, 1).search(position, &Limits::default(), &mut |_| {}).expect("its game");
                    report.lines.first().map(|line| line.value)
                };
                let (fast, slow) = (value(&agent), value(&plain));
                assert_eq!(fast, slow, "{game} {name} {model}: {position:?}");
                if let Some(Value::Heuristic(value)) = fast {
                    assert!(value.abs() < 1e6);
                }
            });
            assert!(checked > 10, "{game} {name}: {checked} positions");
        }
    }
}

#[test]
fn files_come_back_as_they_were() {
    for (game, name) in declared() {
        for model in [Model::Tables, Model::Network { hidden: 32 }] {
            let weights = made_up(game, name, model);
            let read = Weights::from_bytes(&weights.to_bytes()).expect("our own file");
            assert_eq!(read, weights);
            assert_eq!(read.check(game), Ok(()));
        }
    }
}

#[test]
fn other_and_damaged_files_are_refused_with_the_reason() {
    let (game, name) = declared()[0];
    let weights = made_up(game, name, Model::Tables);
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(b"PK\x03\x04"), Err(WeightsError::Foreign));
    assert_eq!(Weights::from_bytes(b""), Err(WeightsError::Foreign));
    assert!(matches!(Weights::from_bytes(b"grandline weights 1\n{}\n"), Err(WeightsError::Header(_))));
    assert!(matches!(Weights::from_bytes(b"grandline weights 1\n{"), Err(WeightsError::Header(_))));
    let text = String::from_utf8_lossy(&bytes);
    let numbers = text.split("\"numbers\":").nth(1).and_then(|rest| rest.split(',').next()).expect("a header");
    let huge = text.replacen(numbers, "18446744073709551615", 1);
    assert!(matches!(Weights::from_bytes(huge.as_bytes()), Err(WeightsError::Header(_))));
    for length in [bytes.len() - 1, bytes.len() / 2, bytes.len() - 40] {
        assert!(matches!(Weights::from_bytes(&bytes[..length]), Err(WeightsError::Damaged(_))), "{length} bytes");
    }
    let mut flipped = bytes.clone();
    let last = flipped.len() - 100;
    flipped[last] ^= 1;
    assert!(matches!(Weights::from_bytes(&flipped), Err(WeightsError::Damaged(_))));
    let other = GameId::ALL.iter().find(|other| other.name().split('/').next() != game.name().split('/').next());
    assert_eq!(
        weights.check(*other.expect("another game")),
        Err(WeightsError::OtherGame(game, *other.expect("another")))
    );
    let old = Weights { version: 999, ..weights.clone() };
    assert!(matches!(old.check(game), Err(WeightsError::OtherVersion(_, 999, _))));
    let unknown = Weights { features: "tea leaves".to_owned(), ..weights.clone() };
    assert!(matches!(unknown.check(game), Err(WeightsError::UnknownFeatures(..))));
    let short = Weights { values: vec![1, 2, 3], ..weights.clone() };
    assert!(matches!(short.check(game), Err(WeightsError::Size(3, _))));
    let odd = Weights { model: Model::Network { hidden: 17 }, ..weights };
    assert_eq!(odd.check(game), Err(WeightsError::Hidden(17)));
}

#[test]
fn presets_say_what_is_wrong_with_their_weights() {
    let (game, name) = declared()[0];
    let good = made_up(game, name, Model::Tables).to_bytes();
    let files = move |file: &str| match file {
        "good.weights" => Ok(good.clone()),
        "torn.weights" => Ok(good[..good.len() / 2].to_vec()),
        _ => Err(format!("{file} cannot be read: not found")),
    };
    let catalogue = Catalogue::of(game).with_files(files);
    let error = |text: &str| match catalogue.agent(text) {
        Ok(preset) => panic!("{} is accepted", preset.name),
        Err(error) => error.to_string(),
    };
    assert!(catalogue.agent("random:evaluation=learned,weights=good.weights").is_ok());
    let missing = error("random:evaluation=learned");
    assert!(missing.contains("key 'weights' is missing"), "{missing}");
    let lost = error("random:evaluation=learned,weights=lost.weights");
    assert!(lost.contains("there are no weights 'lost.weights'") && lost.contains("cannot be read"), "{lost}");
    let torn = error("random:evaluation=learned,weights=torn.weights");
    assert!(torn.contains("refused") && torn.contains("damaged"), "{torn}");
    // Without files, as on the page, only weights that come with the program exist.
    let bare = Catalogue::of(game).agent("random:evaluation=learned,weights=good.weights").expect_err("no files");
    assert!(bare.to_string().contains("there are no weights 'good.weights'"), "{bare}");
}

/// The sum of the weights of a sample is the value of the evaluation.
#[test]
fn a_value_is_the_sum_of_its_weights() {
    for (game, name) in declared() {
        let weights = Arc::new(made_up(game, name, Model::Tables));
        let set = feature_set(game, name).expect("declared");
        let layout = set.layout();
        let bytes = weights.to_bytes();
        let catalogue = Catalogue::of(game).with_files(move |_| Ok(bytes.clone()));
        let preset = catalogue.agent("random:search=greedy,evaluation=learned,weights=w").expect("an agent");
        let mut engine = build(&preset, 1);
        let mut sample = Sample::default();
        walk(game, 5, |position| {
            for mv in legal(position) {
                let mut child = position.clone();
                child.play(mv);
                if child.outcome().is_some() || child.to_move() == position.to_move() {
                    return;
                }
            }
            let Some(report) = engine.search(position, &Limits::default(), &mut |_| {}) else { return };
            let Some(mv) = report.best() else { return };
            let mut child = position.clone();
            child.play(mv);
            assert!(set.sample(&child, &mut sample));
            let weight = |&(parameter, factor): &(u32, i16)| {
                i32::from(weights.values[sample.phase * layout.parameters + parameter as usize]) * i32::from(factor)
            };
            let sum: i32 = sample.indices.iter().flat_map(|&index| layout.parameters_of(index)).map(weight).sum();
            let Some(Value::Heuristic(value)) = report.lines.first().map(|line| line.value) else { return };
            assert!(
                (value + f64::from(sum) / f64::from(UNIT)).abs() < 1e-9,
                "{game} {name}: {value} and {sum}: {position:?}"
            );
        });
    }
}
