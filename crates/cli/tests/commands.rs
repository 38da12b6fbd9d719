//! What a person reads: help, output and errors of every command, as snapshots of whole runs.

use std::process::Output;

use assert_cmd::Command;

/// Runs the binary in an empty folder with a text on standard input.
fn run_with(arguments: &[&str], input: &str) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    Command::cargo_bin("grandline")
        .expect("the binary")
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("COLUMNS")
        .write_stdin(input)
        .output()
        .expect("the binary runs")
}

/// A run as a person sees it: the command, what it printed, what it complained about, how it ended.
fn transcript(arguments: &[&str], input: &str) -> String {
    let output = run_with(arguments, input);
    let line = arguments
        .iter()
        .map(|word| if word.contains(' ') || word.is_empty() { format!("\"{word}\"") } else { (*word).to_owned() })
        .collect::<Vec<_>>()
        .join(" ");
    let command = format!("$ grandline {line}");
    let mut text = format!("{}\n{}", command.trim_end(), String::from_utf8_lossy(&output.stdout));
    for complaint in String::from_utf8_lossy(&output.stderr).lines() {
        text.push_str(&format!("! {complaint}\n"));
    }
    text.push_str(&format!("-> {}\n", output.status.code().unwrap_or(-1)));
    text
}

/// Several runs in one snapshot.
fn transcripts(runs: &[&[&str]]) -> String {
    runs.iter().map(|arguments| transcript(arguments, "")).collect::<Vec<_>>().join("\n")
}

#[test]
fn help_of_every_command() {
    insta::assert_snapshot!(transcripts(&[
        &["--help"],
        &["games", "--help"],
        &["show", "--help"],
        &["replay", "--help"],
        &["convert", "--help"],
        &["perft", "--help"],
        &["bench", "--help"],
    ]));
}

#[test]
fn games_are_listed() {
    insta::assert_snapshot!(transcripts(&[&["games"], &["games", "--json"]]));
}

#[test]
fn positions_are_shown() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "connect4", "--moves", "4 4 3 3 5 2 6"],
        &["show", "connect4", "--position", "44", "--json"],
        &["show", "divercite", "--moves", "RC34 GR22 YC45 BR44"],
        &["show", "checkers", "--moves", "11-15 22-18 15x22 25x18"],
        &["show", "checkers/aiarena", "--moves", "23-19 9-14"],
        &["show", "hand-of-the-king", "--position", "seed:7", "--json"],
        &["show", "hand-of-the-king/companions", "--position", "course:3"],
    ]));
}

#[test]
fn usage_errors_are_one_line_and_exit_with_2() {
    insta::assert_snapshot!(transcripts(&[
        &[],
        &["dance"],
        &["show"],
        &["show", "chess"],
        &["show", "connect4", "--colour"],
        &["perft", "connect4"],
        &["perft", "connect4", "zero"],
        &["perft", "connect4", "0"],
    ]));
}

#[test]
fn wrong_positions_and_moves_name_the_rule() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "connect4", "--moves", "4 8"],
        &["show", "connect4", "--position", "4444448"],
        &["show", "connect4", "--position", "44x"],
        &["show", "connect4", "--moves", "1 1 2 2 3 3 4 5"],
        &["show", "divercite", "--moves", "RC33"],
        &["show", "divercite", "--moves", "RC34 GC34"],
        &["show", "divercite", "--moves", "RC34 RR22 RC32 RR33 RC41"],
        &["show", "divercite", "--moves", "RX34"],
        &["show", "divercite", "--moves", "RC00"],
        &["show", "checkers", "--moves", "11-15 22-18 12-16"],
        &["show", "checkers", "--moves", "11-20"],
        &["show", "checkers", "--position", "B:W21-32:B1-99"],
        &["show", "checkers/aiarena", "--position", "mmmm/w/0"],
        &["show", "hand-of-the-king", "--position", "seed:7", "--moves", "99"],
        &["show", "hand-of-the-king", "--position", "seed:x"],
        &["show", "hand-of-the-king", "--position", "VVV"],
    ]));
}

#[test]
fn records_are_replayed_line_by_line() {
    let lines = r#"{"moves": ["4", "d", 3]}
{"setup": "44", "moves": ["4", "4", "4", "4", "4"]}

not json
{"moves": "4"}
{"setup": "9", "moves": []}
{"moves": ["1", "2", "1", "2", "1", "2", "1"]}
"#;
    insta::assert_snapshot!(transcript(&["replay", "connect4"], lines));
    insta::assert_snapshot!(transcript(
        &["replay", "checkers", "--list"],
        r#"{"setup": "B:W18,19:B11", "moves": ["11-15"]}"#
    ));
    insta::assert_snapshot!(transcript(
        &["replay", "hand-of-the-king/companions"],
        r#"{"setup": "course:1", "moves": []}"#
    ));
}

#[test]
fn leaves_are_counted() {
    insta::with_settings!({filters => vec![
        (r"[0-9.]+ s +[0-9.]+( [kMG])?/s", "[time]"),
        (r#""leaves_per_s":[0-9.]+"#, r#""leaves_per_s":[speed]"#),
    ]}, {
        insta::assert_snapshot!(transcripts(&[
            &["perft", "connect4", "4"],
            &["perft", "connect4", "3", "--position", "4444", "--json"],
            &["perft", "checkers", "5", "--json"],
        ]));
    });
}

#[test]
fn speeds_are_printed_for_every_game() {
    let output = run_with(&["bench", "--json", "--time", "1"], "");
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let games = run_with(&["games", "--json"], "");
    for line in String::from_utf8_lossy(&games.stdout).lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("a game");
        let name = game["name"].as_str().expect("a name");
        for figure in ["playouts_per_s", "playouts_per_s_all_threads", "perft_leaves_per_s"] {
            assert!(figures["rules"][name][figure].as_f64().is_some_and(|speed| speed > 0.0), "{name} {figure}");
        }
    }
    assert_eq!(output.status.code(), Some(0));
    let table = run_with(&["bench", "--game", "connect4", "--time", "1"], "");
    assert!(String::from_utf8_lossy(&table.stdout).starts_with("game"));
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("board.svg");
    let path = file.to_str().expect("a path");
    let output = run_with(&["show", "connect4", "--moves", "4", "--svg", path], "");
    assert!(output.status.success() && output.stdout.is_empty());
    let svg = std::fs::read_to_string(&file).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.contains("prefers-color-scheme"));
    let printed = run_with(&["show", "connect4", "--moves", "4", "--svg", "-"], "");
    assert_eq!(String::from_utf8_lossy(&printed.stdout), svg);
    let refused = run_with(&["show", "connect4", "--svg", "no/such/folder/board.svg"], "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot write no/such/folder/board.svg"));
}
