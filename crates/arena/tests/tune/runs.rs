//! Runs with games: they depend on the seed alone, and a run that was stopped resumes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_agents::Catalogue;
use grandline_arena::tune::{Outcome, TuneError, TuneEvent, TuneOptions, read, run};
use grandline_arena::{Agent, TimeControl, Tuning};
use grandline_games::GameId;
use tempfile::TempDir;

fn tuning() -> Tuning {
    let parameters = ["two=0..10", "three=0..20"].map(|text| text.parse().expect("a range")).to_vec();
    Tuning {
        iterations: 12,
        pairs: 3,
        games: 20,
        seed: 5,
        limits: TimeControl { nodes: Some(60), ..TimeControl::default() },
        ..Tuning::new(GameId::Connect4, "in104-connect4-threats:table=1", parameters)
    }
}

fn tuned(folder: &Path, tuning: &Tuning, concurrency: usize) -> Outcome {
    let options = TuneOptions { concurrency, ..TuneOptions::default() };
    run(tuning, folder, &options, &mut |_| {}).expect("a tuning")
}

fn file(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect(name)
}

#[test]
fn threads_change_nothing() {
    let folders = [1, 2].map(|concurrency| {
        let folder = tempfile::tempdir().expect("a folder");
        let outcome = tuned(folder.path(), &tuning(), concurrency);
        (folder, outcome)
    });
    let [(one, a), (two, b)] = &folders;
    assert_eq!(a, b);
    for name in ["iterations.jsonl", "preset.toml", "chart.svg", "result.json", "tune.toml", "start.toml"] {
        assert_eq!(file(one, name), file(two, name), "{name}");
    }
    assert!(a.complete && a.iterations.len() == 12);
    assert_eq!(a.comparison.as_ref().expect("a match")["games"], 20);
    // Another seed plays other games.
    let other = tempfile::tempdir().expect("a folder");
    assert_ne!(tuned(other.path(), &Tuning { seed: 6, ..tuning() }, 2).parameters, a.parameters);
}

#[test]
fn a_stopped_run_resumes() {
    let whole = tempfile::tempdir().expect("a folder");
    let expected = tuned(whole.path(), &tuning(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let mut seen = 0;
    // Stopped after iterations 1, 2, 3, ..., and in the closing match.
    for stop_after in 1.. {
        let stop = Arc::new(AtomicBool::new(false));
        let options = TuneOptions { concurrency: 2, stop: stop.clone(), ..TuneOptions::default() };
        let outcome = run(&tuning(), folder.path(), &options, &mut |event| match event {
            TuneEvent::Iteration(iteration) if iteration.iteration >= stop_after => stop.store(true, Ordering::Relaxed),
            TuneEvent::Comparison { done, .. } if (1..20).contains(done) => {
                seen += 1;
                stop.store(seen == 1, Ordering::Relaxed);
            }
            _ => {}
        });
        let outcome = outcome.expect("a tuning");
        if outcome.complete {
            assert_eq!(outcome, expected);
            break;
        }
        assert!(outcome.verdict().ends_with("the same command resumes it."), "{}", outcome.verdict());
        assert!(stop_after < 30);
    }
    for name in ["iterations.jsonl", "preset.toml", "result.json"] {
        assert_eq!(file(&folder, name), file(&whole, name), "{name}");
    }
    assert_eq!(read(folder.path()).expect("a tuning"), tuning());
}

#[test]
fn a_torn_line_is_played_again_and_a_wrong_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = tuned(folder.path(), &tuning(), 2);
    let log = file(&folder, "iterations.jsonl");
    let path = folder.path().join("iterations.jsonl");
    // Cut at any place, it is the same in the end.
    for length in [0, 1, 40, log.len() / 2, log.len() - 1] {
        std::fs::write(&path, &log[..length]).expect("room");
        assert_eq!(tuned(folder.path(), &tuning(), 2), expected);
        assert_eq!(file(&folder, "iterations.jsonl"), log);
    }
    let second = log.lines().nth(1).expect("a line");
    for wrong in [log.replacen("\"wins\":", "\"wins\":1", 1), log.replace(second, "{}"), format!("{log}{second}\n")] {
        std::fs::write(&path, &wrong).expect("room");
        let error = run(&tuning(), folder.path(), &TuneOptions::default(), &mut |_| {}).expect_err("wrong");
        assert!(matches!(error, TuneError::Damaged(..)), "{error}");
        assert!(error.to_string().contains("iterations.jsonl:"), "{error}");
    }
}

#[test]
fn two_runs_cannot_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut refused = None;
    run(&tuning(), folder.path(), &TuneOptions::default(), &mut |event| {
        if matches!(event, TuneEvent::Started { .. }) {
            refused = run(&tuning(), folder.path(), &TuneOptions::default(), &mut |_| {}).err();
        }
    })
    .expect("a tuning");
    assert!(matches!(refused, Some(TuneError::Busy(_))), "{refused:?}");
}

#[test]
fn the_preset_of_a_run_can_be_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = tuned(folder.path(), &tuning(), 2);
    let path = folder.path().join("preset.toml");
    let Agent::Preset(loaded) = Agent::resolve(GameId::Connect4, &path.to_string_lossy()).expect("an agent") else {
        panic!("not a preset");
    };
    assert_eq!(loaded.name, "in104-connect4-threats-tuned");
    let tuned = Catalogue::of(GameId::Connect4).agent(&outcome.agent).expect("an agent");
    assert!(loaded.plays_like(&tuned));
    let values: Vec<f64> = outcome.parameters.iter().map(|parameter| parameter.value).collect();
    assert_eq!(loaded.evaluation(), format!("threats({}, {}, 120)", values[0], values[1]));
    // It can be tuned further.
    let again = Tuning { agent: path.to_string_lossy().into_owned(), iterations: 1, games: 0, ..tuning() };
    let further = run(&again, &folder.path().join("again"), &TuneOptions::default(), &mut |_| {}).expect("a tuning");
    assert_eq!(further.parameters.iter().map(|parameter| parameter.start).collect::<Vec<_>>(), values);
}
