//! The engine's side of UGI, served from a text.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use grandline_arena::external::ExternalOptions;
use grandline_arena::ugi::serve;
use grandline_games::GameId;

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output of the engine, without `info` lines of searches.
fn answers(agent: &str, input: &str) -> Vec<String> {
    let output = Shared::default();
    let served = serve(
        Cursor::new(input.to_owned()),
        output.clone(),
        GameId::Connect4,
        Some(agent),
        &ExternalOptions::default(),
    );
    served.expect("it ends at the end of its input");
    let text = String::from_utf8(output.0.lock().expect("no panic").clone()).expect("text");
    let is_answer = |line: &&str| !line.starts_with("info ") || line.starts_with("info string");
    text.lines().filter(is_answer).map(str::to_owned).collect()
}

#[test]
fn every_search_has_one_answer() {
    let said = answers("random", "go\ngo depth 2\ngo movetime 5\ngo p1time 10 p2time -5\ngo infinite\nstop\nstop\n");
    assert_eq!(said.len(), 5, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("bestmove ")), "{said:?}");
}

#[test]
fn an_infinite_search_listens_and_answers_when_it_is_stopped() {
    let said = answers("random", "go infinite\nisready\nquery game\nstop\n");
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!(said[..2], ["readyok", "response connect4"]);
    assert!(answers("random", "go infinite\nquit\nisready\n").is_empty(), "quit ends a search without an answer");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let said = answers("random", "position startpos moves 1 2 1 2 1 2 1\ngo depth 3\nquery result\n");
    assert!(said[0].starts_with("info string the game is over: "), "{said:?}");
    assert_eq!(said[1..], ["bestmove none", "response p1win"]);
}

#[test]
fn an_error_leaves_the_position_unchanged() {
    let input = "position startpos moves 4 4\nposition startpos moves 4 9\nmoves 3 8\nquery fen\nmoves 3\nquery fen\n";
    let said = answers("random", input);
    assert!(said[0].starts_with("info string the position is unchanged: move 2: '9' is not a move"), "{said:?}");
    assert!(said[1].starts_with("info string the position is unchanged: move 2: '8' is not a move"), "{said:?}");
    assert_eq!(said[2..], ["response 44", "response 443"]);
}

#[test]
fn options_change_the_agent_and_the_game() {
    let input = "setoption name UGI_Game value checkers\nquery game\nsetoption name Agent value nobody\n\
                 setoption name Seed value -1\ngo depth 1\n";
    let said = answers("greedy", input);
    assert_eq!(said[0], "response checkers");
    assert!(said[1].starts_with("info string agent 'nobody' does not exist; "), "{said:?}");
    assert_eq!(said[2], "info string option Seed must be between 0 and 2147483647, not '-1'");
    assert!(said[3].starts_with("bestmove "), "{said:?}");
}
