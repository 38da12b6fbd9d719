//! External engines through real pipes: honest ones play to the end, hostile ones lose with a reason a student can read.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_arena::adjudication::Adjudication;
use grandline_arena::agent::{Agent, AgentError, Player, Turn};
use grandline_arena::external::{CommandLine, ExternalOptions, JsonPlayer, UgiPlayer, ugi};
use grandline_arena::game::{Conditions, GameOutcome, play};
use grandline_arena::played::{Ending, SearchSummary};
use grandline_arena::time_control::{ClockKind, TimeControl};
use grandline_games::{AnyPosition, GameId, MoveId, Side};
use grandline_search::{Limits, Report};

/// Long enough for any machine: no test depends on how long an honest engine takes.
const LONG: Duration = Duration::from_secs(120);
/// How long to wait for an engine that never answers.
const SHORT: Duration = Duration::from_millis(300);

fn patient() -> ExternalOptions {
    ExternalOptions { start: LONG, answer: LONG, grace: LONG, ..ExternalOptions::default() }
}

fn impatient() -> ExternalOptions {
    ExternalOptions { answer: SHORT, ..patient() }
}

/// A script of the tests, and the file in which it signs with its process ids.
struct Script {
    file: PathBuf,
    signatures: tempfile::NamedTempFile,
}

impl Script {
    fn new(name: &str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile").join(name);
        assert!(file.exists(), "{name}");
        Script { file, signatures: tempfile::NamedTempFile::new().expect("a temporary file") }
    }

    fn command(&self) -> CommandLine {
        let line = format!("python3 '{}' '{}'", self.file.display(), self.signatures.path().display());
        line.parse().expect("a command")
    }

    fn ugi(&self, options: ExternalOptions) -> UgiPlayer {
        UgiPlayer::new(self.command(), options)
    }

    /// Waits until nothing of the process groups is left that lives, and fails if something stays.
    fn assert_all_gone(&self, processes: usize) {
        let signed = std::fs::read_to_string(self.signatures.path()).expect("the signatures");
        let signed: Vec<&str> = signed.lines().collect();
        assert!(signed.len() >= processes, "{signed:?}");
        let leader_is_there = signed.first().is_some_and(|leader| Path::new("/proc").join(leader).exists());
        assert!(!leader_is_there, "the child was reaped");
        for process in signed {
            let lives = || {
                let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
                // Children of the child are reaped by the system, which may take its time.
                stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
            };
            let mut looks = 0;
            while lives() {
                looks += 1;
                assert!(looks < 1000, "process {process} is still there");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

fn start() -> AnyPosition {
    GameId::Connect4.set_up("-").expect("the start")
}

fn game_from(position: AnyPosition, players: [&mut dyn Player; 2], control: &TimeControl) -> GameOutcome {
    let stop = Arc::new(AtomicBool::new(false));
    let adjudication = Adjudication::default();
    let conditions = Conditions { control, adjudication: &adjudication, stop: &stop };
    play(position, players, 1, conditions, &mut |_, _| {}).expect("it is not stopped")
}

fn game(first: &mut dyn Player, second: &mut dyn Player, control: &TimeControl) -> GameOutcome {
    game_from(start(), [first, second], control)
}

fn opponent() -> Box<dyn Player> {
    Agent::resolve(GameId::Connect4, "random").expect("a preset").player(&ExternalOptions::default())
}

/// Plays a hostile engine as the first player, checks that it lost and left nothing behind, and says how it lost.
fn loss(name: &str, options: ExternalOptions, control: &TimeControl) -> (GameOutcome, String) {
    let script = Script::new(name);
    let mut engine = script.ugi(options);
    let game = game(&mut engine, &mut *opponent(), control);
    assert_eq!(game.margin.winner(), Some(Side::Second), "{}", game.reason);
    assert!(game.ending.is_forfeit());
    assert!(game.evidence.as_ref().is_some_and(|evidence| evidence.starts_with("position: ")));
    drop(engine);
    // One that does not get beyond its start may not have signed yet.
    script.assert_all_gone(usize::from(!name.ends_with("_at_start.py")));
    let words = format!("{}: {}", game.ending.name(), game.reason);
    (game, words)
}

fn words(name: &str, options: ExternalOptions) -> String {
    loss(name, options, &TimeControl::default()).1
}

#[test]
fn an_honest_engine_plays_on() {
    let script = Script::new("honest.py");
    let mut engine = script.ugi(patient());
    for _ in 0..3 {
        let game = game(&mut *opponent(), &mut engine, &TimeControl::default());
        assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
        assert!(game.plies.len() >= 7);
    }
    drop(engine);
    script.assert_all_gone(1);
    let signed = std::fs::read_to_string(script.signatures.path()).expect("the signatures");
    assert_eq!(signed.lines().count(), 1, "one process played all games");
}

#[test]
fn dying_loses() {
    insta::assert_snapshot!(words("dies_at_start.py", patient()), @r#"crash: {first} died: exit status 1, after it wrote "the opening book is missing""#);
    insta::assert_snapshot!(words("dies_mid_game.py", patient()), @r#"crash: {first} died: exit status 1, after it wrote "ZeroDivisionError: integer division or modulo by zero""#);
    insta::assert_snapshot!(words("crashes_hard.py", patient()), @"crash: {first} died: signal 11 (SIGSEGV)");
}

#[test]
fn silence_loses() {
    insta::assert_snapshot!(words("hangs.py", impatient()), @"silence: {first} did not answer with bestmove within 300ms");
    insta::assert_snapshot!(words("hangs_at_start.py", ExternalOptions { start: SHORT, ..patient() }), @"silence: {first} did not answer with ugiok within 300ms");
    insta::assert_snapshot!(words("stops_itself.py", impatient()), @"silence: {first} did not answer with bestmove within 300ms");
    insta::assert_snapshot!(words("ignores_sigterm.py", impatient()), @"silence: {first} did not answer with bestmove within 300ms");
    insta::assert_snapshot!(words("closes_stdout.py", patient()), @"silence: {first} closed its output and cannot answer any more");
}

#[test]
fn floods_lose() {
    insta::assert_snapshot!(words("floods.py", patient()), @"protocol: {first} wrote more than 8192 KiB without an answer");
    insta::assert_snapshot!(words("endless_line.py", patient()), @"protocol: {first} wrote a line of more than 64 KiB");
}

#[test]
fn garbage_loses() {
    insta::assert_snapshot!(words("prints_garbage.py", patient()), @"protocol: {first} said 'my move is the middle one' and 999 more lines, which is not UGI, but not bestmove so far");
    let binary = words("prints_binary.py", patient());
    assert!(
        binary.starts_with("protocol: {first} said '") && binary.ends_with(", but not bestmove so far"),
        "{binary}"
    );
    assert!(!binary.chars().any(char::is_control), "{binary}");
}

#[test]
fn illegal_moves_lose() {
    insta::assert_snapshot!(words("plays_illegally.py", patient()), @"illegal: {first} played an illegal move: 1 is not legal: column 1 is full; open: 2 3 4 5 6 7; legal moves: 2, 3, 4, 5, 6, 7");
    insta::assert_snapshot!(words("plays_nonsense.py", patient()), @"illegal: {first} played an illegal move: 'e2e4' is not a move: character 2 ('2'): expected the end: a move is one column; legal moves: 1, 2, 3, 4, 5, 6, 7");
}

#[test]
fn wrong_answers_lose() {
    insta::assert_snapshot!(words("says_too_much.py", patient()), @"protocol: {first} answered 'bestmove 4 ponder 5', which is not 'bestmove' followed by one move");
    insta::assert_snapshot!(words("moves_twice.py", patient()), @"protocol: {first} answered more than once: after its move it also said 'bestmove 1'");
}

#[test]
fn late_answers_lose_on_time() {
    let tight = TimeControl { tc: Some("0.1".parse().expect("a clock")), ..TimeControl::default() };
    let (game, words) = loss("answers_late.py", patient(), &tight);
    assert_eq!(game.ending, Ending::Time);
    assert!(words.starts_with("time: {first} lost on time: its move took "), "{words}");
    let (game, _) = loss("hangs.py", ExternalOptions { grace: SHORT, ..patient() }, &tight);
    assert_eq!(game.ending, Ending::Silence, "an engine that never answers is silent, clock or not");
}

#[cfg(target_os = "linux")]
#[test]
fn cpu_time_is_the_time_of_the_engine() {
    let movetime = Duration::from_millis(100);
    let control = TimeControl { movetime: Some(movetime), clock: ClockKind::Cpu, ..TimeControl::default() };
    let (game, words) = loss("burns_time.py", ExternalOptions { grace: SHORT, ..patient() }, &control);
    assert_eq!(game.ending, Ending::Time, "{words}");
    assert!(words.ends_with(" of CPU time"), "{words}");
    // An engine that sleeps uses no CPU time: the same lateness costs nothing.
    let script = Script::new("answers_late.py");
    let limits = Limits { time: Some(movetime), ..Limits::default() };
    let time = time_of_one_move(&mut script.ugi(patient()), &limits, ClockKind::Cpu);
    assert!(time < Duration::from_millis(400), "{time:?}");
}

fn time_of_one_move(engine: &mut UgiPlayer, limits: &Limits, clock: ClockKind) -> Duration {
    let position = start();
    engine.begin(GameId::Connect4, 0).expect("it begins");
    let turn = Turn { clock, ..Turn::alone(&position, limits, None) };
    engine.choose(&turn, &mut |_| {}).expect("it answers").time
}

#[test]
fn a_player_is_asked_about_its_own_game_only() {
    let script = Script::new("honest.py");
    let mut engine = script.ugi(patient());
    let (position, limits) = (start(), Limits::default());
    assert!(engine.choose(&Turn::alone(&position, &limits, None), &mut |_| {}).is_err(), "no game has begun");
    engine.begin(GameId::Connect4, 0).expect("it begins");
    let other = GameId::Checkers.set_up("-").expect("the start");
    assert!(engine.choose(&Turn::alone(&other, &limits, None), &mut |_| {}).is_err());
    assert!(engine.choose(&Turn::alone(&position, &limits, None), &mut |_| {}).is_ok());
}

#[test]
fn children_of_a_child_go_with_it() {
    let script = Script::new("forks.py");
    let mut engine = script.ugi(patient());
    let game = game(&mut engine, &mut *opponent(), &TimeControl::default());
    insta::assert_snapshot!(format!("{}: {}", game.ending.name(), game.reason), @"crash: {first} died: exit status 9");
    drop(engine);
    script.assert_all_gone(3);
}

#[test]
fn what_goes_to_stderr_does_not_matter() {
    let script = Script::new("complains.py");
    let mut engine = script.ugi(patient());
    time_of_one_move(&mut engine, &Limits::default(), ClockKind::Wall);
}

#[test]
fn an_engine_is_started_again_for_the_next_game() {
    let script = Script::new("plays_one_game.py");
    let mut engine = script.ugi(patient());
    for _ in 0..3 {
        let game = game(&mut *opponent(), &mut engine, &TimeControl::default());
        assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
    }
    let script = Script::new("dies_mid_game.py");
    let mut engine = script.ugi(patient());
    for _ in 0..2 {
        let game = game(&mut engine, &mut *opponent(), &TimeControl::default());
        assert_eq!((game.ending, game.plies.len()), (Ending::Crash, 4), "{}", game.reason);
    }
}

#[test]
fn a_stopped_game_ends_at_once() {
    let script = Script::new("hangs.py");
    let mut engine = script.ugi(ExternalOptions { grace: SHORT, ..patient() });
    engine.begin(GameId::Connect4, 0).expect("it begins");
    let limits = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    assert!(engine.choose(&Turn::alone(&start(), &limits, None), &mut |_| {}).is_err());
    drop(engine);
    script.assert_all_gone(1);
}

#[test]
fn evidence_shows_what_was_said() {
    let (game, _) = loss("dies_mid_game.py", patient(), &TimeControl::default());
    let evidence = game.evidence.expect("evidence");
    insta::with_settings!({filters => vec![(r#"File ".*/hostile"#, "File \"hostile")]}, {
        insta::assert_snapshot!(evidence);
    });
}

#[test]
fn wrong_commands_are_told_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("engine");
    std::fs::write(&plain, "not a program").expect("a file");
    let check = |text: &str| {
        let agent = Agent::resolve(GameId::Connect4, text);
        let error = agent.and_then(|agent| agent.check(&TimeControl::default(), &patient()));
        error.expect_err("a wrong command").to_string().replace(&folder.path().display().to_string(), "FOLDER")
    };
    let commands = [
        "ugi:",
        "ugi:'engine",
        "ugi:no-such-engine --fast",
        "json:no-such-engine",
        "ugi:./no-such-engine --fast",
        &format!("ugi:{}", plain.display()),
        "ugi:python3 missing.py",
        "json:python3 -u missing.py",
        "ugi:sh -c 'echo engine: not found >&2; exit 127'",
        "json:sh -c 'echo engine: not found >&2; exit 127'",
        "ugi:sh -c 'exit 126'",
        "seahorse:player.py",
        "python:agent.py:best",
        "hotk:agent.py",
        "no-such-agent",
        "missing.toml",
    ];
    let told: Vec<String> = commands.iter().map(|command| check(command)).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn engines_that_start_and_fail_are_no_wrong_commands() {
    let remark = |name: &str, options: &ExternalOptions| {
        ugi::check(&Script::new(name).command(), options).expect("it can be started").remark
    };
    assert_eq!(remark("honest.py", &patient()), None);
    assert!(remark("dies_at_start.py", &patient()).is_some_and(|remark| remark.starts_with("died: exit status 1")));
    let short = ExternalOptions { start: SHORT, ..patient() };
    assert!(remark("hangs_at_start.py", &short).is_some_and(|remark| remark.contains("ugiok within 300ms")));
}

#[test]
fn a_preset_with_several_threads_has_no_cpu_clock() {
    let agent = Agent::resolve(GameId::Connect4, "in104-connect4-threats:threads=2").expect("a preset");
    let mut control = TimeControl { clock: ClockKind::Cpu, ..TimeControl::default() };
    assert!(agent.check(&control, &patient()).is_ok(), "nothing is measured");
    control.movetime = Some(SHORT);
    let error = agent.check(&control, &patient()).expect_err("two threads");
    assert!(matches!(error, AgentError::Threads { threads: 2, .. }), "{error}");
}

fn json(name: &str) -> JsonPlayer {
    JsonPlayer::new(Script::new(name).command(), patient())
}

#[test]
fn json_engines_play_every_game() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/random_engine.py");
    let command: CommandLine = format!("python3 '{}'", file.display()).parse().expect("a command");
    for _ in 0..2 {
        let mut engine = JsonPlayer::new(command.clone(), patient());
        let game = game(&mut engine, &mut *opponent(), &TimeControl::default());
        assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
    }
    // A game with a random set-up, which is written out.
    let position = GameId::HandOfTheKing.set_up("seed:5").expect("a start");
    let mut players = [(); 2].map(|()| JsonPlayer::new(command.clone(), patient()));
    let [first, second] = &mut players;
    let game = game_from(position, [first, second], &TimeControl::default());
    assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
}

/// What an engine says of its search for a move at the start.
fn report(player: &mut dyn Player) -> Report<MoveId> {
    player.begin(GameId::Connect4, 0).expect("it begins");
    let (position, limits) = (start(), Limits::default());
    let answer = player.choose(&Turn::alone(&position, &limits, None), &mut |_| {}).expect("it answers");
    assert_eq!(answer.report.best(), Some(answer.mv));
    answer.report
}

fn summary(player: &mut dyn Player) -> SearchSummary {
    SearchSummary::of(&report(player))
}

/// An engine that gives one answer.
fn answering(answer: &str) -> JsonPlayer {
    JsonPlayer::new(format!("sh -c 'read question; echo \"$0\"' '{answer}'").parse().expect("a command"), patient())
}

#[test]
fn json_engines_may_say_their_line() {
    let length = |line: &str| report(&mut answering(&format!(r#"{{"move": 4, "line": {line}}}"#))).pv().len();
    assert_eq!(length(r#"["4", "5", "4"]"#), 3);
    assert_eq!(length("[4, 5, 4]"), 3, "numbers, as in `move`");
    assert_eq!(length(r#"["4", null, "4"]"#), 1);
    assert_eq!(length(r#""4 5 4""#), 1, "not a list: only the move counts");
}

#[test]
fn engines_may_say_little_of_their_search() {
    let nothing = SearchSummary::default();
    let only_value = SearchSummary { value: Some(-1.5), ..nothing.clone() };
    let json = |answer: &str| summary(&mut answering(answer));
    assert_eq!(json(r#"{"move": 4}"#), nothing);
    assert_eq!(json(r#"{"move": 4, "value": -1.5}"#), only_value);
    assert_eq!(
        json(r#"{"move": 4, "depth": 3, "nodes": 9}"#),
        SearchSummary { depth: Some(3), nodes: Some(9), ..nothing.clone() }
    );
    let ugi = |info: &str| {
        let loop_of_lines = r#"while read word rest; do case "$word" in ugi) echo ugiok;; isready) echo readyok;; go) echo "$0"; echo bestmove 4;; quit) exit;; esac; done"#;
        let command = CommandLine::from_str(&format!("sh -c '{loop_of_lines}' '{info}'")).expect("a command");
        summary(&mut UgiPlayer::new(command, patient()))
    };
    assert_eq!(ugi("info depth 5 nodes 100"), nothing, "only lines with a score count");
    assert_eq!(ugi("info score cp -150"), only_value);
    assert_eq!(
        ugi("info depth 5 nodes 100 score mate 3 pv 1 1"),
        SearchSummary { depth: Some(5), nodes: Some(100), value: Some(999_995.0), exact: true, cutoffs: Vec::new() }
    );
}

#[test]
fn json_engines_may_end_after_each_answer() {
    let game = game(&mut json("json_once.py"), &mut *opponent(), &TimeControl::default());
    assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
}

#[test]
fn json_engines_lose_with_a_reason() {
    let words = |name: &str| {
        let game = game(&mut json(name), &mut *opponent(), &TimeControl::default());
        assert_eq!(game.margin.winner(), Some(Side::Second), "{}", game.reason);
        format!("{}: {}", game.ending.name(), game.reason)
    };
    insta::assert_snapshot!(words("json_dies.py"), @r#"crash: {first} died: exit status 1, after it wrote "I have seen enough""#);
    insta::assert_snapshot!(words("json_chats.py"), @r#"protocol: {first} answered 'let me see' instead of a line like {"move": "..."}; notes belong on stderr"#);
    insta::assert_snapshot!(words("json_doubles.py"), @r#"protocol: {first} said '{"move": 4}' without being asked: one line is one answer, and notes belong on stderr"#);
    insta::assert_snapshot!(words("json_cheats.py"), @"illegal: {first} played an illegal move: '8' is not a move: character 1 ('8'): expected a column from 1 to 7 (or a to g); legal moves: 1, 2, 3, 4, 5, 6, 7");
}
