//! CSV, JSON and the folder of a report.

use grandline_arena::report::{csv, write};
use grandline_arena::{Ending, Opening, Played};
use grandline_games::GameId;

use crate::made::{forfeit, game, played, ply, stored, summary, tournament};

#[test]
fn tables_of_a_small_tournament() {
    let mut tournament = tournament(GameId::Divercite, "t", &["greedy", "random", "little-garden"]);
    tournament.limits.depth = Some(1);
    let games = played(&tournament);
    let summary = summary(&tournament, &games, None);
    let table = summary.table();
    let mut text = format!("{}\n{}\n", csv::standings(&summary, &table), csv::cross(&summary, &table));
    text.push_str(&csv::games_head(GameId::Divercite));
    games.iter().for_each(|game| csv::game(GameId::Divercite, game, false, &mut text));
    let mut plies = csv::plies_head();
    csv::plies(GameId::Divercite, &games[4], &mut plies);
    let plies: Vec<&str> = plies.lines().take(8).collect();
    insta::assert_snapshot!(format!("{text}\n{}", plies.join("\n")).replace('\r', ""));
    insta::assert_snapshot!(serde_json::to_string_pretty(&summary.json(&table)).expect("plain data"));
}

/// Reads CSV as RFC 4180 says.
fn parsed(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = csv.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.push(letters.next().unwrap_or_default()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => assert_eq!(letters.peek(), Some(&'\n')),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            letter => field.push(letter),
        }
    }
    assert!(row.is_empty() && field.is_empty() && !quoted, "the last line is ended");
    rows
}

#[test]
fn fields_are_quoted_where_they_must_be() {
    let names = ["a,b", "say \"hi\"\r\nor not", " blank"];
    let games = [
        Played {
            opening: Opening { setup: "x,y".to_owned(), moves: vec!["1".to_owned(), "2".to_owned()] },
            plies: vec![ply("m,1", 5, 6, -0.00001), ply("m\"2", 5, 6, f64::INFINITY)],
            ..game(0, [names[0], names[1]], None)
        },
        forfeit(1, [names[2], names[0]], Ending::Time, ""),
    ];
    let summary = summary(&tournament(GameId::Divercite, "t", &names), &games, None);
    let table = summary.table();
    let standings = parsed(&csv::standings(&summary, &table));
    assert!(standings.iter().all(|row| row.len() == standings[0].len()), "{standings:?}");
    let mut agents: Vec<&str> = standings[1..].iter().map(|row| row[1].as_str()).collect();
    agents.sort_unstable();
    assert_eq!(agents, [" blank", "a,b", "say \"hi\"\r\nor not"]);
    let cross = parsed(&csv::cross(&summary, &table));
    assert_eq!(cross.len(), 5, "two pairings from both sides, and the head");
    let (mut rows, mut plies) = (csv::games_head(GameId::Divercite), csv::plies_head());
    for played in &games {
        csv::game(GameId::Divercite, played, false, &mut rows);
        csv::plies(GameId::Divercite, played, &mut plies);
    }
    let (rows, plies) = (parsed(&rows), parsed(&plies));
    assert_eq!((rows.len(), plies.len()), (3, 3));
    assert_eq!(rows[1][3..7], ["a,b", "say \"hi\"\r\nor not", "x,y", "1 2"]);
    assert_eq!(rows[2][7..10], ["second", "-1", "time"]);
    assert_eq!(plies[1][..10], ["0", "3", "first", "a,b", "m,1", "5", "3", "6", "0", "false"]);
    assert_eq!(plies[2][8], "", "what is no number is not known");
}

#[test]
fn a_report_is_a_folder_of_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inside = folder.path().join("deep").join("report");
    let tournament = tournament(GameId::Divercite, "t", &["a", "b"]);
    let games = [Played { plies: vec![ply("RC34", 5, 6, 0.5)], ..game(0, ["a", "b"], None) }];
    let (mut store, entry) = stored(&tournament, &games, None);
    let summary = grandline_arena::report::Summary::gather(&mut store, entry).expect("memory");
    for _ in 0..2 {
        // A second report takes the place of the first.
        let written = write(&summary, &mut store, &inside).expect("it can be written");
        let mut names: Vec<&str> =
            written.iter().filter_map(|path| path.file_name()).filter_map(|name| name.to_str()).collect();
        assert_eq!(names[0], "index.html");
        names.sort_unstable();
        let all = "cross.csv depth.svg elo.svg games.csv index.html plies.csv standings.csv states.svg time.svg \
                   tournament.toml value.svg";
        assert_eq!(names.join(" "), all);
        assert!(written.iter().all(|path| path.metadata().is_ok_and(|file| file.len() > 0)));
    }
    let plies = std::fs::read_to_string(inside.join("plies.csv")).expect("it was written");
    assert_eq!(parsed(&plies).len(), 2);
    let error = write(&summary, &mut store, &inside.join("index.html")).expect_err("a file is no folder");
    assert!(error.to_string().starts_with("cannot write "), "{error}");
}
