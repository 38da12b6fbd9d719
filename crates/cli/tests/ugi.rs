//! Our engine as other programs meet it: `grandline ugi` through real pipes, with our own host at the other end as well.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use assert_cmd::Command;
use grandline_arena::external::{UgiPlayer, ugi};
use grandline_arena::game::{Conditions, GameOutcome, play};
use grandline_arena::{Adjudication, Agent, Ending, ExternalOptions, Player, TimeControl, Turn};
use grandline_games::GameId;
use grandline_search::Limits;
use proptest::prelude::*;

/// What the engine says to some lines.
fn said(arguments: &[&str], lines: &str) -> String {
    let output =
        Command::cargo_bin("grandline").expect("the binary").arg("ugi").args(arguments).write_stdin(lines).output();
    let output = output.expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn it_says_who_it_is() {
    insta::with_settings!({filters => vec![(env!("CARGO_PKG_VERSION"), "[version]")]}, {
        insta::assert_snapshot!(said(&["connect4"], "ugi\nisready\nquit\n"));
        insta::assert_snapshot!(said(&["connect4", "--agent", "random"], "uci\nisready\nquit\n"));
    });
}

#[test]
fn queries_are_answered() {
    let queries = "query p1turn\nquery gameover\nquery result\nquery game\nquery fen\nquery legalmoves\nquery islegal 3\nquery islegal 9\nquery score\nquery weather\n";
    let lines = format!(
        "position startpos moves 4 4 4 4 4 4\n{queries}position fen 121212\nmoves 1\n{queries}position startpos\nquery fen\n"
    );
    insta::assert_snapshot!(said(&["connect4"], &lines));
}

#[test]
fn what_is_wrong_is_said_and_survived() {
    let lines = "\
\n  \r\nnonsense\nposition\nposition fen\nposition fen 44x\nposition startpos moves 4 9\nmoves 8\nsetoption\nsetoption name Colour value red
setoption name Seed value -1\nsetoption name Agent value nobody\nsetoption name Agent value seahorse:x.py
setoption name UGI_Game value chess\nstop\nquery fen\nposition startpos moves 1 2 1 2 1 2 1\ngo depth 3\n";
    insta::assert_snapshot!(said(&["connect4", "--agent", "random"], lines));
}

#[test]
fn options_change_who_plays_what() {
    let lines = "\
setoption name UGI_Game value checkers\nquery game\nquery fen\nugi
setoption name Agent value greedy\nsetoption name Seed value 7\nsetoption name UGI_Game value divercite\nugi\nquery game\n";
    let said = said(&["connect4", "--agent", "in104-connect4-v2"], lines);
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with("option name UGI_Game")).collect();
    insta::with_settings!({filters => vec![(env!("CARGO_PKG_VERSION"), "[version]")]}, {
        insta::assert_snapshot!(lines.join("\n"));
    });
}

#[test]
fn an_infinite_search_waits_and_listens() {
    let said = said(&["connect4", "--agent", "in104-connect4-v2"], "go infinite\nisready\nquery game\nstop\n");
    let words: Vec<&str> =
        said.lines().filter_map(|line| line.split_whitespace().next()).filter(|&word| word != "info").collect();
    assert_eq!(words, ["readyok", "response", "bestmove"], "{said}");
}

#[test]
fn a_search_says_what_it_thinks() {
    let program = assert_cmd::cargo::cargo_bin("grandline");
    let mut engine = std::process::Command::new(program)
        .args(["ugi", "connect4", "--agent", "in104-connect4-threats:time=false"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let (mut input, output) = (engine.stdin.take().expect("a pipe"), engine.stdout.take().expect("a pipe"));
    input
        .write_all(b"setoption name MultiPV value 2\nposition startpos moves 4 4 3 3\ngo depth 4\n")
        .expect("it listens");
    let mut said = Vec::new();
    for line in BufReader::new(output).lines() {
        said.push(line.expect("text"));
        if said.last().is_some_and(|line| line.starts_with("bestmove")) {
            break;
        }
    }
    drop(input);
    assert!(engine.wait().expect("it ends").success(), "the end of its input ends it");
    insta::with_settings!({filters => vec![(r"time \d+", "time [ms]"), (r"nps \d+", "nps [speed]")]}, {
        insta::assert_snapshot!(said.join("\n"));
    });
}

#[test]
fn nothing_is_said_after_quit() {
    for _ in 0..20 {
        let said = said(&["connect4", "--agent", "random"], "go infinite\nquit\nisready\nugi\n");
        assert!(
            said.lines().all(|line| line.starts_with("info ")),
            "the answer to go infinite is not wanted any more: {said}"
        );
    }
}

#[test]
fn wrong_arguments_are_told() {
    let run = |arguments: &[&str]| {
        let output = Command::cargo_bin("grandline").expect("the binary").arg("ugi").args(arguments).output();
        let output = output.expect("the binary runs");
        format!("{} {}", output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr))
    };
    assert!(run(&["chess"]).starts_with("2 grandline: invalid value 'chess'"));
    assert!(run(&["connect4", "--agent", "nobody"]).starts_with("1 grandline: agent 'nobody' does not exist;"));
}

fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "ugi",
        "uci",
        "isready",
        "uginewgame",
        "position startpos",
        "position startpos moves 4 4",
        "position fen 4444",
        "moves 3",
        "moves 9",
        "go depth 2",
        "go nodes 10",
        "go movetime 1",
        "go infinite",
        "go p1time 10 p2time -5",
        "go",
        "stop",
        "setoption name Agent value greedy",
        "setoption name Seed value 3",
        "setoption name UGI_Game value checkers",
        "setoption name UGI_Game value connect4",
        "setoption name MultiPV value 3",
        "query legalmoves",
        "query score",
        "query",
    ]);
    let garbage = "(position|go|setoption|query|\\PC{0,12}) ?\\PC{0,20}";
    prop::collection::vec(prop_oneof![4 => known.prop_map(str::to_owned), 1 => garbage], 0..25)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a host says, each `go` gets exactly one answer, each `isready` too, and nothing breaks.
    #[test]
    fn every_question_is_answered_once(lines in lines()) {
        let said = said(&["connect4", "--agent", "random"], &lines);
        let asked = |word: &str| lines.lines().filter(|line| line.split_whitespace().next() == Some(word)).count();
        let answered = |word: &str| said.lines().filter(|line| line.split_whitespace().next() == Some(word)).count();
        let until_quit = lines.lines().all(|line| line.split_whitespace().next() != Some("quit"));
        prop_assert!(!until_quit || asked("go") == answered("bestmove"), "{said}");
        prop_assert!(!until_quit || asked("isready") == answered("readyok"), "{said}");
        prop_assert!(!until_quit || asked("query") == answered("response"), "{said}");
    }
}

/// Long enough for any machine.
const LONG: Duration = Duration::from_secs(120);

fn patient() -> ExternalOptions {
    ExternalOptions { start: LONG, answer: LONG, grace: LONG, ..ExternalOptions::default() }
}

/// Our own engine, behind a command.
fn engine(game: GameId, agent: &str) -> Agent {
    let program = assert_cmd::cargo::cargo_bin("grandline");
    Agent::resolve(game, &format!("ugi:'{}' ugi {game} --agent '{agent}'", program.display())).expect("a command")
}

fn contest(game: GameId, agents: [&Agent; 2], control: &TimeControl) -> GameOutcome {
    let stop = Arc::new(AtomicBool::new(false));
    let adjudication = Adjudication { max_plies: Some(60), ..Adjudication::default() };
    let conditions = Conditions { control, adjudication: &adjudication, stop: &stop };
    let [mut first, mut second] = agents.map(|agent| agent.player(&patient()));
    let start = game.set_up("seed:3").expect("a start");
    play(start, [&mut *first, &mut *second], 1, conditions, &mut |_, _| {}).expect("nobody stops it")
}

#[test]
fn every_game_is_played_through_pipes() {
    for &game in GameId::ALL {
        // The first one is told its game by the option alone.
        let other = GameId::ALL.iter().copied().find(|&other| other != game).unwrap_or(game);
        let (first, second) = (engine(other, "random"), engine(game, "greedy"));
        let contest = contest(game, [&first, &second], &TimeControl::default());
        assert!(matches!(contest.ending, Ending::Rules | Ending::Length), "{game}: {}", contest.reason);
    }
}

#[test]
fn an_agent_plays_the_same_behind_a_pipe() {
    let control = TimeControl { nodes: Some(2000), ..TimeControl::default() };
    let agent = "in104-connect4-threats:time=false";
    let here = Agent::resolve(GameId::Connect4, agent).expect("a preset");
    let there = engine(GameId::Connect4, agent);
    let here = contest(GameId::Connect4, [&here, &here], &control);
    let there = contest(GameId::Connect4, [&there, &there], &control);
    let plies = |contest: &GameOutcome| -> Vec<_> {
        let ply = |ply: &grandline_arena::Ply| (ply.mv.clone(), ply.search.depth, ply.search.nodes);
        contest.plies.iter().map(ply).collect()
    };
    assert_eq!(plies(&here), plies(&there));
    assert_eq!((here.margin, here.reason), (there.margin, there.reason));
}

#[test]
fn clocks_reach_the_engine() {
    let control =
        TimeControl { tc: Some("40/5+0.01".parse().expect("a clock")), margin: LONG, ..TimeControl::default() };
    let engine = engine(GameId::Connect4, "in104-connect4-threats");
    let random = Agent::resolve(GameId::Connect4, "random").expect("a preset");
    let contest = contest(GameId::Connect4, [&engine, &random], &control);
    assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
    assert!(contest.plies.iter().step_by(2).all(|ply| ply.search.nodes.is_some()));
}

#[test]
fn the_host_hears_several_lines() {
    let program = assert_cmd::cargo::cargo_bin("grandline");
    let command = format!("'{}' ugi connect4 --agent in104-connect4-v2", program.display()).parse().expect("a command");
    let identity = ugi::check(&command, &patient()).expect("it starts");
    assert_eq!(identity.author.as_deref(), Some("The Grandline maintainers"));
    assert!(identity.options.iter().any(|option| option.name == "Hash"));
    let mut engine = UgiPlayer::new(command, ExternalOptions { lines: 3, ..patient() });
    engine.begin(GameId::Connect4, 1).expect("it begins");
    let (start, limits) = (GameId::Connect4.set_up("-").expect("the start"), Limits::depth(5));
    let turn = Turn::alone(&start, &limits, None);
    let mut last = None;
    let answer = engine.choose(&turn, &mut |report| last = Some(report.clone())).expect("it answers");
    let last = last.expect("a report");
    assert_eq!((last.lines.len(), last.best(), last.depth), (3, Some(answer.mv), 5));
    assert!(last.lines[0].value.number() >= last.lines[2].value.number());
}
