//! What the arena reads: tournaments, tunings, openings, clocks, UGI from both ends, and answers in JSON.

use std::io::Cursor;
use std::time::Duration;

use grandline_arena::external::{CommandLine, ExternalOptions, JsonAnswer, SandboxMode};
use grandline_arena::openings::OpeningSource;
use grandline_arena::statistics::SprtTerms;
use grandline_arena::ugi::{Command, EngineOption, Info, Score, SearchCommand, serve};
use grandline_arena::{BaseTime, ClockKind, Tournament, Tuning};
use grandline_fuzz::texts;
use grandline_games::GameId;

const TOURNAMENT: &str = r#"name = "my-agents"
game = "divercite"
format = "round-robin"
games = 20
openings = "random:2"
seed = 1
agents = ["skypiea-v5", "greedy", { agent = "json:python3 mine.py", name = "mine", elo = 1200 }]
limits.tc = "10+0.1"
"#;

const TEST: &str = r#"name = "is-it-stronger"
game = "connect4"
games = 2000
agents = ["mcts:simulations=600", "mcts:simulations=500"]
sprt = "elo0=0,elo1=10"
limits.nodes = 1000
"#;

const TUNING: &str = r#"game = "divercite"
agent = "skypiea-v5"
parameters = ["stock.c=0..60", "stock.r=0..60"]
iterations = 20
pairs = 8
step = 0.05
spread = 0.05
games = 0
seed = 1
"#;

#[test]
fn tournaments() {
    let swiss = TOURNAMENT.replace("round-robin", "swiss").replace("seed", "rounds = 3\nseed");
    texts(&[TOURNAMENT, &swiss, TEST], |text| {
        let Ok(tournament) = Tournament::read(text, "mine.toml") else { return false };
        let written = toml::to_string(&tournament).expect("TOML");
        let again = Tournament::read(&written, "again.toml").unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again, tournament, "{written}");
        true
    });
}

#[test]
fn tunings() {
    texts(&[TUNING], |text| toml::from_str::<Tuning>(text).is_ok());
}

#[test]
fn words_of_commands() {
    let seeds = [
        "random:4,balanced",
        "three-move",
        "10+0.1",
        "40/60+0.5",
        "elo0=0,elo1=10,alpha=0.05,beta=0.05",
        "cpu",
        "require",
        "python3 'my agent.py' --depth \"3 4\"",
        "a\\ b c",
    ];
    texts(&seeds, |text| {
        let _ = (text.parse::<SprtTerms>(), text.parse::<ClockKind>(), text.parse::<SandboxMode>());
        if let Ok(time) = text.parse::<BaseTime>() {
            assert_eq!(time.to_string().parse(), Ok(time));
        }
        text.parse::<OpeningSource>().is_ok() | text.parse::<CommandLine>().is_ok()
    });
}

#[test]
fn lines_of_a_host() {
    let seeds = [
        "position startpos moves d e4",
        "position fen B:W14,23,32:B9,1 moves 9x18",
        "go movetime 100 depth 3 nodes 5 p1time 10 p2time 20 p1inc 1 p2inc 1 movestogo 4",
        "setoption name Hash value 16",
        "query p1turn",
    ];
    texts(&seeds, |text| {
        let is_known = !matches!(Command::parse(text), None | Some(Command::Unknown(_)));
        // A time of nothing is sent as a millisecond, so that the lines are compared.
        let line = SearchCommand::parse(text.split_whitespace()).to_string();
        assert_eq!(SearchCommand::parse(line.split_whitespace().skip(1)).to_string(), line);
        is_known
    });
}

#[test]
fn lines_of_an_engine() {
    let seeds = [
        "depth 5 seldepth 7 multipv 1 score cp 13 nodes 100 nps 2000 time 5 pv d e4 f3",
        "score mate -3 hashfull 3 string hello world",
        "name Hash type spin default 16 min 1 max 1024",
        "name Style type combo default a var a var b",
    ];
    texts(&seeds, |text| {
        let score = Info::parse(text).score.map(Score::value);
        let Some(option) = EngineOption::parse(text) else { return score.is_some() };
        let line = option.to_string();
        let words = line.strip_prefix("option ").unwrap_or(&line);
        assert_eq!(EngineOption::parse(words), Some(option), "{line}");
        true
    });
}

#[test]
fn answers_in_json() {
    let seeds = [
        r#"{"move": "4"}"#,
        r#"{"move": 4, "depth": 7, "nodes": 1200, "value": -0.5, "line": ["4", 4, "3"]}"#,
        r#"{"line": [], "value": null, "move": "d", "nodes": 18446744073709551615}"#,
    ];
    let position = GameId::Connect4.set_up("-").expect("the start");
    texts(&seeds, |text| {
        let Some(JsonAnswer { text, nodes, said }) = JsonAnswer::parse(text) else { return false };
        if let Ok(mv) = position.parse_move(text.trim()) {
            assert_eq!(said.report(&position, mv, nodes, Duration::ZERO).best(), Some(mv));
        }
        true
    });
}

#[test]
fn conversations_with_a_host() {
    let seeds = [
        "ugi\nisready\nuginewgame\nposition startpos moves d d\ngo nodes 50\nquery gameover\nquit\n",
        "uci\nsetoption name Hash value 1\nposition startpos\ngo depth 1\nstop\nisready\n",
    ];
    texts(&seeds, |text| {
        // Searches end by their nodes; a host that wants one without an end has to be there to stop it.
        let text = text.replace("go", "stop\ngo nodes 20");
        serve(
            Cursor::new(text),
            std::io::sink(),
            GameId::Connect4,
            Some("in104-connect4-v3"),
            &ExternalOptions::default(),
        )
        .expect("an engine that goes on");
        true
    });
}
