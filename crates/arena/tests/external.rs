//! Programs of others through real pipes: honest ones play to the end, hostile ones lose with a reason a student can read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_arena::contest::{Contest, Terms, play};
use grandline_arena::external::{CommandLine, JsonContestant, UgiContestant, ugi};
use grandline_arena::{
    Adjudication, Allowance, Contender, ContenderError, Contestant, Ending, ExternalOptions, Opening, Turn,
};
use grandline_games::connect4::Connect4;
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne};
use grandline_games::{Game, GameId, Record, Side};

/// Long enough for any machine: no test depends on how long an honest program takes.
const LONG: Duration = Duration::from_secs(120);
/// How long a program is waited for that never answers.
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

    fn ugi(&self, options: ExternalOptions) -> UgiContestant<Connect4> {
        UgiContestant::new(self.command(), options)
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

fn contest<G: Game + grandline_agents::Family>(
    first: &mut dyn Contestant<G>,
    second: &mut dyn Contestant<G>,
    allowance: &Allowance,
) -> Contest {
    let stop = Arc::new(AtomicBool::new(false));
    let adjudication = Adjudication::default();
    let terms = Terms { allowance, adjudication: &adjudication, stop: &stop };
    play(Record::new(G::start(0)), [first, second], 1, terms, &mut |_| {}).expect("nobody stops it")
}

fn opponent() -> Box<dyn Contestant<Connect4>> {
    let contender = Contender::resolve(GameId::Connect4, "random").expect("a preset");
    contender.contestant(&ExternalOptions::default())
}

/// Plays a hostile engine as the first player, checks that it lost and left nothing behind, and says how it lost.
fn loss(name: &str, options: ExternalOptions, allowance: &Allowance) -> (Contest, String) {
    let script = Script::new(name);
    let mut engine = script.ugi(options);
    let contest = contest(&mut engine, &mut *opponent(), allowance);
    assert_eq!(contest.margin.winner(), Some(Side::Second), "{}", contest.reason);
    assert!(contest.ending.is_forfeit());
    assert!(contest.evidence.as_ref().is_some_and(|evidence| evidence.starts_with("position: ")));
    drop(engine);
    // One that does not get beyond its start may not have signed yet.
    script.assert_all_gone(usize::from(!name.ends_with("_at_start.py")));
    let words = format!("{}: {}", contest.ending.name(), contest.reason);
    (contest, words)
}

fn words(name: &str, options: ExternalOptions) -> String {
    loss(name, options, &Allowance::default()).1
}

#[test]
fn an_honest_engine_plays_on() {
    let script = Script::new("honest.py");
    let mut engine = script.ugi(patient());
    for _ in 0..3 {
        let contest = contest(&mut *opponent(), &mut engine, &Allowance::default());
        assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
        assert!(contest.plies.len() >= 7);
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
    insta::assert_snapshot!(words("closes_stdout.py", patient()), @"silence: {first} closed its output, so that nothing more can be heard of it");
}

#[test]
fn floods_lose() {
    insta::assert_snapshot!(words("floods.py", patient()), @"protocol: {first} wrote more than 8192 KiB without an answer");
    insta::assert_snapshot!(words("endless_line.py", patient()), @"protocol: {first} wrote a line of more than 64 KiB");
}

#[test]
fn garbage_loses() {
    insta::assert_snapshot!(words("prints_garbage.py", patient()), @"protocol: {first} said 'my move is the middle one' and 999 lines more, which is not UGI, and not bestmove so far");
    let binary = words("prints_binary.py", patient());
    assert!(
        binary.starts_with("protocol: {first} said '") && binary.ends_with(", and not bestmove so far"),
        "{binary}"
    );
    assert!(!binary.chars().any(char::is_control), "{binary}");
}

#[test]
fn illegal_moves_lose() {
    insta::assert_snapshot!(words("plays_illegally.py", patient()), @"illegal: {first} played an illegal move: 1 is not legal: column 1 is full; open: 2 3 4 5 6 7; legal are 2, 3, 4, 5, 6, 7");
    insta::assert_snapshot!(words("plays_nonsense.py", patient()), @"illegal: {first} played an illegal move: 'e2e4' is not a move: character 2 ('2'): expected the end: a move is one column; legal are 1, 2, 3, 4, 5, 6, 7");
}

#[test]
fn wrong_answers_lose() {
    insta::assert_snapshot!(words("says_too_much.py", patient()), @"protocol: {first} answered 'bestmove 4 ponder 5', which is not 'bestmove' and one move behind it");
    insta::assert_snapshot!(words("moves_twice.py", patient()), @"protocol: {first} answered more than once: after its move it also said 'bestmove 1'");
}

#[test]
fn late_answers_lose_on_time() {
    let tight = Allowance { tc: Some("0.1".parse().expect("a clock")), ..Allowance::default() };
    let (contest, words) = loss("answers_late.py", patient(), &tight);
    assert_eq!(contest.ending, Ending::Time);
    assert!(words.starts_with("time: {first} lost on time: its move took "), "{words}");
    let (contest, _) = loss("hangs.py", ExternalOptions { grace: SHORT, ..patient() }, &tight);
    assert_eq!(contest.ending, Ending::Silence, "one that never answers is silent, clock or not");
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_the_time_of_the_program() {
    let tight = |clock: &str| Allowance {
        movetime: Some(Duration::from_millis(100)),
        clock: clock.parse().expect("a clock"),
        ..Allowance::default()
    };
    let (contest, words) = loss("burns_time.py", ExternalOptions { grace: SHORT, ..patient() }, &tight("cpu"));
    assert_eq!(contest.ending, Ending::Time, "{words}");
    assert!(words.ends_with(" of processor time"), "{words}");
    // Whoever sleeps does not work: the same lateness costs nothing.
    let script = Script::new("answers_late.py");
    let mut engine = script.ugi(patient());
    let contest = contest_of_one_move(&mut engine, &tight("cpu"));
    assert!(contest < Duration::from_millis(400), "{contest:?}");
}

/// The time of one move.
fn contest_of_one_move(engine: &mut UgiContestant<Connect4>, allowance: &Allowance) -> Duration {
    let stop = Arc::new(AtomicBool::new(false));
    let record = Record::new(Connect4::start(0));
    engine.begin(0).expect("it begins");
    let turn = Turn { record: &record, allowance, clocks: None, stop: &stop };
    engine.choose(&turn, &mut |_| {}).expect("it answers").time
}

#[test]
fn children_of_a_child_go_with_it() {
    let script = Script::new("forks.py");
    let mut engine = script.ugi(patient());
    let contest = contest(&mut engine, &mut *opponent(), &Allowance::default());
    insta::assert_snapshot!(format!("{}: {}", contest.ending.name(), contest.reason), @"crash: {first} died: exit status 9");
    drop(engine);
    script.assert_all_gone(3);
}

#[test]
fn what_goes_to_stderr_does_not_matter() {
    let script = Script::new("complains.py");
    let mut engine = script.ugi(patient());
    contest_of_one_move(&mut engine, &Allowance::default());
}

#[test]
fn an_engine_is_started_again_for_the_next_game() {
    let script = Script::new("plays_one_game.py");
    let mut engine = script.ugi(patient());
    for _ in 0..3 {
        let contest = contest(&mut *opponent(), &mut engine, &Allowance::default());
        assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
    }
    let script = Script::new("dies_mid_game.py");
    let mut engine = script.ugi(patient());
    for _ in 0..2 {
        let contest = contest(&mut engine, &mut *opponent(), &Allowance::default());
        assert_eq!((contest.ending, contest.plies.len()), (Ending::Crash, 4), "{}", contest.reason);
    }
}

#[test]
fn a_stopped_game_ends_at_once() {
    let script = Script::new("hangs.py");
    let mut engine = script.ugi(ExternalOptions { grace: SHORT, ..patient() });
    engine.begin(0).expect("it begins");
    let stop = Arc::new(AtomicBool::new(true));
    let record = Record::new(Connect4::start(0));
    let turn = Turn { record: &record, allowance: &Allowance::default(), clocks: None, stop: &stop };
    assert!(engine.choose(&turn, &mut |_| {}).is_err());
    stop.store(false, Ordering::Relaxed);
    drop(engine);
    script.assert_all_gone(1);
}

#[test]
fn evidence_shows_what_was_said() {
    let (contest, _) = loss("dies_mid_game.py", patient(), &Allowance::default());
    let evidence = contest.evidence.expect("evidence");
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
        let contender = Contender::resolve(GameId::Connect4, text);
        let error = contender.and_then(|contender| contender.check(&Allowance::default(), &patient()));
        error.expect_err("a wrong command").to_string().replace(&folder.path().display().to_string(), "FOLDER")
    };
    let commands = [
        "ugi:",
        "ugi:'engine",
        "ugi:no-such-engine --fast",
        "json:no-such-engine",
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
fn a_preset_of_many_threads_has_no_processor_clock() {
    let contender = Contender::resolve(GameId::Connect4, "in104-connect4-threats:threads=2").expect("a preset");
    let mut allowance = Allowance { clock: "cpu".parse().expect("a clock"), ..Allowance::default() };
    assert!(contender.check(&allowance, &patient()).is_ok(), "nothing is measured");
    allowance.movetime = Some(SHORT);
    let error = contender.check(&allowance, &patient()).expect_err("two threads");
    assert!(matches!(error, ContenderError::Threads { threads: 2, .. }), "{error}");
}

fn json(name: &str) -> JsonContestant<Connect4> {
    JsonContestant::new(Script::new(name).command(), patient())
}

#[test]
fn json_programs_play_every_game() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/random_engine.py");
    let command: CommandLine = format!("python3 '{}'", file.display()).parse().expect("a command");
    for _ in 0..2 {
        let mut program = JsonContestant::new(command.clone(), patient());
        let contest = contest::<Connect4>(&mut program, &mut *opponent(), &Allowance::default());
        assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
    }
    // A game with a random start, which is written out.
    let opening = Opening { setup: "seed:5".to_owned(), moves: Vec::new() };
    let record = opening.record::<HandOfTheKing<PhaseOne>>().expect("an opening");
    let mut players = [(); 2].map(|()| JsonContestant::new(command.clone(), patient()));
    let [first, second] = &mut players;
    let stop = Arc::new(AtomicBool::new(false));
    let (allowance, adjudication) = (Allowance::default(), Adjudication::default());
    let terms = Terms { allowance: &allowance, adjudication: &adjudication, stop: &stop };
    let contest = play(record, [first, second], 1, terms, &mut |_| {}).expect("nobody stops it");
    assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
}

#[test]
fn json_programs_may_end_after_each_answer() {
    let contest = contest(&mut json("json_once.py"), &mut *opponent(), &Allowance::default());
    assert_eq!(contest.ending, Ending::Rules, "{}", contest.reason);
}

#[test]
fn json_programs_lose_with_a_reason() {
    let words = |name: &str| {
        let contest = contest(&mut json(name), &mut *opponent(), &Allowance::default());
        assert_eq!(contest.margin.winner(), Some(Side::Second), "{}", contest.reason);
        format!("{}: {}", contest.ending.name(), contest.reason)
    };
    insta::assert_snapshot!(words("json_dies.py"), @r#"crash: {first} died: exit status 1, after it wrote "I have seen enough""#);
    insta::assert_snapshot!(words("json_chats.py"), @r#"protocol: {first} answered 'let me see', and not a line like {"move": "..."}; notes belong on stderr"#);
    insta::assert_snapshot!(words("json_doubles.py"), @r#"protocol: {first} said '{"move": 4}' without being asked: one line is one answer, and notes belong on stderr"#);
    insta::assert_snapshot!(words("json_cheats.py"), @"illegal: {first} played an illegal move: '8' is not a move: character 1 ('8'): expected a column from 1 to 7 (or a to g); legal are 1, 2, 3, 4, 5, 6, 7");
}
