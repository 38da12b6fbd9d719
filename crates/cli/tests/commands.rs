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
        .env("GRANDLINE_TABLES", folder.path())
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
    let overview = transcript(&["--help"], "");
    let list = overview.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).expect("a list");
    let names = list.lines().filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help");
    let each: Vec<String> = names.map(|name| transcript(&[name, "--help"], "")).collect();
    assert!(each.len() > 15, "{overview}");
    insta::assert_snapshot!(format!("{overview}\n{}", each.join("\n")));
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
        let measured = [
            ("rules", vec!["playouts_per_s", "playouts_per_s_all_threads", "perft_leaves_per_s"]),
            ("search", vec!["nodes_per_s", "nodes_per_s_all_threads", "simulations_per_s"]),
        ];
        for (part, names) in measured {
            for figure in names {
                assert!(figures[part][name][figure].as_f64().is_some_and(|speed| speed > 0.0), "{name} {figure}");
            }
        }
    }
    assert_eq!(output.status.code(), Some(0));
    let table = run_with(&["bench", "--game", "connect4", "--time", "1"], "");
    assert!(String::from_utf8_lossy(&table.stdout).starts_with("per second"));
}

/// The nodes each agent visits under fixed limits, and a checksum of how. A change here is a change of some search: if it is meant,
/// write the new lines down (`grandline bench --signature > crates/cli/signature.txt`) and say in the commit what changed.
#[test]
fn the_signature_of_the_searches_is_the_one_written_down() {
    let kept = include_str!("../signature.txt").lines();
    let output = run_with(&["bench", "--signature"], "");
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    for (kept, found) in kept.clone().zip(found.lines()) {
        assert_eq!(found, kept, "this agent searches differently");
    }
    assert_eq!(found.lines().count(), kept.count());
}

#[test]
fn agents_are_listed_and_explained() {
    insta::assert_snapshot!(transcripts(&[
        &["agents", "--game", "connect4"],
        &["agents", "--game", "divercite", "skypiea-v5"],
        &["agents", "--game", "divercite", "skypiea-v5:depth=3", "--json"],
        &["agents", "--game", "divercite", "skypea-v5"],
        &["agents", "--game", "connect4", "in104-connect4-v3:dept=3"],
        &["agents", "skypiea-v5"],
        &["agents", "--game", "divercite", "--keys"],
    ]));
}

/// What an agent thinks; times and speeds differ from run to run.
#[test]
fn positions_are_analysed() {
    insta::with_settings!({filters => vec![
        (r#""time_ms":[0-9.]+"#, r#""time_ms":[time]"#),
        (r"( +[0-9.]+(?: [kM])?)( +[0-9.]+(?: [kMG])?)  ", "$1 [speed]  "),
    ]}, {
        insta::assert_snapshot!(transcripts(&[
            &["analyse", "connect4", "--moves", "1 7 1 7 1", "--agent", "in104-connect4-threats:depth=1"],
            &["analyse", "connect4", "--moves", "1 7 1 7 1", "--agent", "in104-connect4-v3:depth=1", "--json"],
            &["analyse", "checkers", "--agent", "in104-checkers-next", "--depth", "5", "--lines", "2"],
            &["analyse", "divercite", "--moves", "RC34 GR22", "--agent", "skypiea-v5"],
            &["analyse", "connect4", "--moves", "1 1 2 2 3 3 4"],
            &["analyse", "connect4", "--time", "soon"],
        ]));
    });
}

/// A whole game at the terminal, with every word a person can say.
#[test]
fn a_game_is_played() {
    let words = "help\nmoves\nhint\n9\n4\nthink\n4\nundo\nboard\n99)\n3)\n3\n3\n5\n1\n1\nresign\n";
    insta::assert_snapshot!(transcript(&["play", "connect4", "--agent", "in104-connect4-v2:depth=3"], words));
    insta::assert_snapshot!(transcript(
        &["play", "hand-of-the-king", "--agent", "greedy", "--side", "second", "--position", "seed:3"],
        "quit\n"
    ));
}

/// The reports' own file form works wherever an agent is named.
#[test]
fn agents_of_ones_own_are_read_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "base = \"in104-connect4-v3\"\ndescription = \"mine\"\ndepth = 3\n").expect("a file");
    let path = file.to_str().expect("a path");
    let output = run_with(&["analyse", "connect4", "--agent", path, "--json", "--depth", "2"], "");
    let last = String::from_utf8_lossy(&output.stdout).lines().last().map(str::to_owned).unwrap_or_default();
    let answer: serde_json::Value = serde_json::from_str(&last).expect("a report");
    assert_eq!(answer["depth"], 2, "{answer}");
    std::fs::write(&file, "base = \"in104-connect4-v3\"\ncolour = 3\n").expect("a file");
    let refused = run_with(&["analyse", "connect4", "--agent", path], "");
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("mine.toml, line 2") && complaint.contains("'colour'"), "{complaint}");
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

/// What is wrong gets its line, and the next line is read.
#[test]
fn positions_are_solved_line_by_line() {
    let input = "1213141\n112233\n\nfoo\n4444444\n12345678\n1 2 3\n-7\n4444443333332222225555\n";
    let solved = transcript(&["solve", "connect4"], input);
    let all = transcript(&["solve", "connect4", "--all-moves"], "313131\n44444433333322222255551\n");
    let late = transcript(&["solve", "othello", "--nodes", "1"], "-\n");
    let never = transcript(&["solve", "checkers"], "-\n");
    insta::with_settings!({ filters => vec![(r#""micros":\d+"#, "\"micros\":[time]")] }, {
        insta::assert_snapshot!([solved, all, late, never].join("\n"));
    });
}
