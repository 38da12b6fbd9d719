//! Training: the same definition gives the same weights, however it is run and however often it is stopped.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_agents::learned::{Model, Weights, feature_set};
use grandline_arena::train::{
    Examples, FitOptions, Folder, GamesFile, TrainEvent, TrainOptions, Training, TrainingError, fit, train,
};
use grandline_games::GameId;

/// A training that takes a moment.
fn small(game: GameId) -> Training {
    let new = Training::new(game).expect("it declares features");
    Training {
        agent: if game == GameId::Othello { "alphabeta" } else { "skypiea-next" }.to_owned(),
        rounds: 2,
        games: 12,
        nodes: 60,
        solve_plies: 4,
        solve_nodes: 2000,
        epochs: 3,
        test_games: 8,
        ..new
    }
}

fn options(threads: usize) -> TrainOptions {
    TrainOptions { threads, made_by: "a test".to_owned(), ..TrainOptions::default() }
}

/// The weights of all rounds.
fn weights(folder: &Path, training: &Training) -> Vec<Vec<u8>> {
    let folder = Folder::open(folder, training).expect("our own folder");
    (1..=training.rounds).map(|round| std::fs::read(folder.weights(round)).expect("weights")).collect()
}

#[test]
fn threads_change_nothing_and_what_was_stopped_resumes() {
    for game in [GameId::Othello, GameId::Divercite] {
        let training = small(game);
        let folder = tempfile::tempdir().expect("a folder");
        let [alone, together, stopped] = ["alone", "together", "stopped"].map(|name| folder.path().join(name));
        let rounds = train(&training, &alone, &options(1), &mut |_| {}).expect("a training");
        assert_eq!(rounds.len(), 2);
        assert!(rounds.iter().all(|round| round.positions > 100 && round.games == 8), "{rounds:?}");
        train(&training, &together, &options(2), &mut |_| {}).expect("a training");
        assert_eq!(weights(&alone, &training), weights(&together, &training), "{game}");
        // Stopped after every few events until it is done.
        let mut times = 0;
        loop {
            let (mut heard, stop) = (0, Arc::new(AtomicBool::new(false)));
            let options = TrainOptions { stop: stop.clone(), ..options(2) };
            let rounds = train(&training, &stopped, &options, &mut |_| {
                heard += 1;
                if heard > 7 {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            times += 1;
            if rounds.expect("a training").len() == 2 {
                break;
            }
            assert!(times < 100, "it never ends");
        }
        assert!(times > 2, "it was hardly stopped");
        assert_eq!(weights(&alone, &training), weights(&stopped, &training), "{game}");
    }
}

#[test]
fn a_line_that_was_cut_off_is_played_again() {
    let training = Training { rounds: 1, ..small(GameId::Othello) };
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, torn] = ["whole", "torn"].map(|name| folder.path().join(name));
    train(&training, &whole, &options(2), &mut |_| {}).expect("a training");
    let games = std::fs::read(Folder::open(&whole, &training).expect("a folder").games(1)).expect("games");
    let target = Folder::open(&torn, &training).expect("a folder").games(1);
    std::fs::create_dir_all(target.parent().expect("a round")).expect("room");
    std::fs::write(&target, &games[..games.len() * 2 / 3]).expect("room");
    let mut done = None;
    train(&training, &torn, &options(2), &mut |event| {
        if let TrainEvent::Round { done: already, .. } = event {
            done = Some(*already);
        }
    })
    .expect("a training");
    assert!(done.is_some_and(|done| done > 4 && done < 12), "{done:?}");
    assert_eq!(std::fs::read(&target).expect("games"), games);
    assert_eq!(weights(&whole, &training), weights(&torn, &training));
}

#[test]
fn wrong_trainings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = small(GameId::Othello);
    let error = |training: &Training| match train(training, &folder.path().join("x"), &options(1), &mut |_| {}) {
        Ok(_) => panic!("it is accepted"),
        Err(error) => error.to_string(),
    };
    let unknown = error(&Training { features: "tea leaves".to_owned(), ..good.clone() });
    assert_eq!(unknown, "othello has no features 'tea leaves'; it has patterns");
    assert!(error(&Training { opening_plies: [5, 4], ..good.clone() }).contains("the first number is the larger one"));
    let long = Training { opening_plies: [4, 40], ..small(GameId::Divercite) };
    assert_eq!(error(&long), "openings of up to 40 plies: a game has at most 40");
    assert!(error(&Training { result_share: 1.5, ..good.clone() }).contains("from 0 to 1"));
    assert!(error(&Training { games: 0, ..good.clone() }).contains("0 games"));
    assert!(error(&Training { test_games: 3, ..good.clone() }).contains("even number"));
    assert!(error(&Training { agent: "nobody".to_owned(), ..good.clone() }).contains("'nobody' does not exist"));
    let none = Training::new(GameId::Connect4).expect_err("no features").to_string();
    assert!(none.contains("connect4 declares no features") && none.contains("othello"), "{none}");
    Folder::open(folder.path(), &good).expect("a new folder");
    let other = Training { nodes: 61, seed: 2, rounds: 5, ..good };
    let different = Folder::open(folder.path(), &other).expect_err("another training").to_string();
    assert!(different.contains("differs in nodes, seed;"), "{different}");
}

/// The examples of a small training.
fn examples(game: GameId) -> (Examples, Training) {
    let training = Training { rounds: 1, games: 40, ..small(game) };
    let folder = tempfile::tempdir().expect("a folder");
    train(&training, folder.path(), &options(2), &mut |_| {}).expect("a training");
    let games = GamesFile::read(&Folder::open(folder.path(), &training).expect("a folder").games(1)).expect("games");
    assert!(games.iter().any(|game| game.proven.is_some()), "no game was solved");
    let set = feature_set(game, &training.features).expect("declared");
    (Examples::of(game, &*set, &games, 2).expect("legal games"), training)
}

/// The weights of fixed games and a fixed seed, by their hash: a change of any arithmetic shows.
#[test]
fn weights_are_the_same_to_the_last_bit() {
    let mut hashes = Vec::new();
    for (game, models) in [(GameId::Othello, ["tables", "network:16"]), (GameId::Divercite, ["tables", "network:32"])] {
        let (examples, training) = examples(game);
        let set = feature_set(game, &training.features).expect("declared");
        for model in models {
            let model: Model = model.parse().expect("a model");
            let options = FitOptions { model, result_share: 0.7, validation: 0.1, epochs: 4, seed: 3, threads: 1 };
            let fitted = fit(&examples, set.layout(), &options, &mut |_| true).expect("not stopped");
            let again = fit(&examples, set.layout(), &FitOptions { threads: 2, ..options }, &mut |_| true);
            assert_eq!(again.as_ref(), Some(&fitted), "{game} {model}: with two threads");
            let first = fitted.epochs[0].training;
            let last = fitted.epochs[fitted.epochs.len() - 1].training;
            assert!(last < first, "{game} {model}: nothing was learned: {:?}", fitted.epochs);
            let provenance = Default::default();
            let (features, version) = (training.features.clone(), set.layout().version);
            let weights = Weights { game, features, version, model, values: fitted.values, provenance };
            assert_eq!(weights.check(game), Ok(()));
            hashes.push(format!("{game} {model} {}", &weights.hash()[..16]));
        }
    }
    insta::assert_snapshot!(hashes.join("\n"));
}

#[test]
fn damaged_games_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    std::fs::write(&file, "{\"number\":0}\n").expect("room");
    let error = GamesFile::read(&file).expect_err("not a game");
    assert!(matches!(&error, TrainingError::Games(_, 1, _)), "{error}");
    assert!(error.to_string().contains("games.jsonl, line 1"), "{error}");
}
