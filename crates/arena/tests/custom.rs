//! Agents that live in the program that runs the arena; the rules check their moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grandline_arena::store::{Sqlite, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{Agent, AgentSpec, Answer, CustomAgent, Ending, Failure, Played, Player, Tournament, Turn};
use grandline_games::{GameId, MoveId};
use grandline_search::{Report, Watch};

/// Plays whatever a function of the legal moves says.
struct Puppet {
    begun: u64,
    play: fn(&[String]) -> Result<usize, Failure>,
}

impl Player for Puppet {
    fn begin(&mut self, _game: GameId, _seed: u64) -> Result<(), Failure> {
        self.begun += 1;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        assert!(self.begun > 0, "asked before its game began");
        assert_eq!(turn.position.game(), GameId::Connect4);
        let legal = turn.position.legal_moves();
        let chosen = (self.play)(&legal)?;
        let mv = legal.get(chosen).and_then(|text| turn.position.parse_move(text).ok());
        let mv = mv.unwrap_or(MoveId(99));
        let mut report = Report::unsearched(Some(mv));
        report.counts.nodes = self.begun;
        Ok(Answer { mv, report, time: Duration::from_micros(7) })
    }
}

/// A match of a puppet, which is not looked for under its own name, against the preset `greedy`.
fn games(play: fn(&[String]) -> Result<usize, Failure>) -> Vec<Played> {
    let made = Arc::new(AtomicU64::new(0));
    let puppet = AgentSpec { name: "puppet".to_owned(), ..AgentSpec::new("nobody") };
    let tournament = Tournament { games: 4, ..Tournament::between(GameId::Connect4, puppet, AgentSpec::new("greedy")) };
    let counted = made.clone();
    let player = Arc::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        Box::new(Puppet { begun: 0, play }) as Box<dyn Player>
    });
    let agents = vec![("nobody".to_owned(), Agent::Custom(CustomAgent { name: "puppet".to_owned(), player }))];
    let mut store = Sqlite::in_memory().expect("memory");
    let options = RunOptions { agents, ..RunOptions::default() };
    let entry = run(&tournament, &mut store, &options, &mut |_| {}).expect("a match");
    let mut games = Vec::new();
    store.games(entry.key, &mut |game| games.push(game)).expect("games");
    assert_eq!(games.len(), 4);
    assert_eq!(made.load(Ordering::Relaxed), 1, "one thread needs one player");
    games
}

#[test]
fn a_custom_agent_plays_and_says_what_it_cost() {
    for game in games(|legal| Ok(legal.len() - 1)) {
        assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
        let own = usize::from(game.players[0] != "puppet");
        let ply = &game.plies[own];
        assert_eq!((ply.micros, ply.search.nodes), (7, Some(game.number + 1)));
    }
}

#[test]
fn a_move_that_is_none_loses() {
    for game in games(|_| Ok(9)) {
        assert_eq!((game.ending, game.reason.as_str()), (Ending::Illegal, "puppet played a move that is not legal"));
    }
}

#[test]
fn a_failure_loses_with_its_evidence() {
    let fail = |_: &[String]| {
        Err(Failure { ending: Ending::Crash, reason: "gave up".to_owned(), evidence: Some("why".to_owned()) })
    };
    for game in games(fail) {
        assert_eq!((game.ending, game.reason.as_str()), (Ending::Crash, "puppet gave up"));
        assert!(game.evidence.is_some_and(|evidence| evidence.ends_with("why")));
    }
}
