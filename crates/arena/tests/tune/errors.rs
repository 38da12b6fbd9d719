//! What is wrong with a tuning is said before anything is played, with what would be right.

use grandline_arena::tune::{TuneOptions, run};
use grandline_arena::{TimeControl, Tuning};
use grandline_games::GameId;

fn tuning(game: GameId, agent: &str, parameters: &[&str]) -> Tuning {
    let parameters = parameters.iter().map(|text| text.parse().expect("a range")).collect();
    let limits = TimeControl { nodes: Some(10), ..TimeControl::default() };
    Tuning { iterations: 1, pairs: 1, games: 0, limits, ..Tuning::new(game, agent, parameters) }
}

#[test]
fn wrong_tunings_are_explained() {
    let divercite = |agent: &str, parameters: &[&str]| tuning(GameId::Divercite, agent, parameters);
    let fine = || divercite("skypiea-v5", &["c=0..60"]);
    let nowhere = std::path::Path::new("/nowhere/at/all");
    let table = [
        divercite("skypiea-v5", &["x=0..60"]),
        divercite("skypiea-v5", &["depth=1..9"]),
        divercite("skypiea-v5", &["child-bound=1..9"]),
        divercite("skypiea-v5:depth=2", &["child-bound=1..9"]),
        divercite("skypiea-v5", &["c=30..60"]),
        divercite("skypiea-v5", &["c=0..60.5"]),
        divercite("skypiea-v5", &["c=0..6000"]),
        divercite("skypiea-v5", &["order-above=-5..5"]),
        divercite("skypiea-v5", &["c=0..60", "c=0..50"]),
        divercite("skypiea-v5", &["c=0..60", "evaluation.c=0..50"]),
        divercite("skypiea-v5", &[]),
        divercite("little-garden", &["depth=1..5"]),
        divercite("skypiea-v6", &["c=0..60"]),
        divercite("missing.toml", &["c=0..60"]),
        divercite("ugi:./engine", &["c=0..60"]),
        divercite("seahorse:player.py", &["c=0..60"]),
        divercite("random", &["c=0..60"]),
        Tuning { iterations: 0, ..fine() },
        Tuning { pairs: 0, ..fine() },
        Tuning { step: 0.0, ..fine() },
        Tuning { spread: 0.6, ..fine() },
        Tuning { games: 3, ..fine() },
        Tuning { seed: u64::MAX, ..fine() },
        Tuning {
            limits: TimeControl::default(),
            ..tuning(GameId::Connect4, "in104-connect4-threats:time=false", &["two=0..9"])
        },
    ];
    let texts = table.iter().map(|tuning| {
        let error = run(tuning, nowhere, &TuneOptions::default(), &mut |_| {}).expect_err("a wrong tuning");
        let parameters: Vec<String> = tuning.parameters.iter().map(ToString::to_string).collect();
        format!("{} {}\n  {error}\n", tuning.agent, parameters.join(" "))
    });
    insta::assert_snapshot!(texts.collect::<String>());
}

#[test]
fn a_folder_holds_one_tuning() {
    let folder = tempfile::tempdir().expect("a folder");
    let agent = folder.path().join("mine.toml");
    std::fs::write(&agent, "base = 'skypiea-v5'\nevaluation = 'stock(10, 10)'\n").expect("room");
    let first = tuning(GameId::Divercite, &agent.to_string_lossy(), &["c=0..60"]);
    let out = folder.path().join("out");
    let attempt = |tuning: &Tuning| run(tuning, &out, &TuneOptions::default(), &mut |_| {}).map(drop);
    attempt(&first).expect("a tuning");
    attempt(&first).expect("it is already over");
    let mut texts = Vec::new();
    texts.push(attempt(&Tuning { seed: 2, pairs: 7, ..first.clone() }).expect_err("another tuning").to_string());
    std::fs::write(&agent, "base = 'skypiea-v5'\nevaluation = 'stock(10, 11)'\n").expect("room");
    texts.push(attempt(&first).expect_err("another agent").to_string());
    std::fs::remove_file(out.join("tune.toml")).expect("a file");
    texts.push(attempt(&first).expect_err("a log without its definition").to_string());
    let place = folder.path().to_string_lossy().into_owned();
    insta::assert_snapshot!(texts.join("\n").replace(&place, "DIR"));
}
