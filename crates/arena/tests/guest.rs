//! Agents that live in the program that runs the arena: asked by text, checked by the rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grandline_arena::guest::{Guest, GuestAnswer, GuestSeat, GuestTurn, Invited};
use grandline_arena::store::{Memory, Store};
use grandline_arena::tournament::{Entrant, RunOptions, run};
use grandline_arena::{Ending, Failure, Played, Thought, Tournament};
use grandline_games::GameId;

/// Plays whatever a function of the legal moves says.
struct Puppet {
    seated: Arc<AtomicU64>,
    play: fn(&[String]) -> Result<String, Failure>,
}

impl Guest for Puppet {
    fn seat(&self) -> Box<dyn GuestSeat> {
        self.seated.fetch_add(1, Ordering::Relaxed);
        Box::new(Seat { begun: 0, play: self.play })
    }
}

struct Seat {
    begun: u64,
    play: fn(&[String]) -> Result<String, Failure>,
}

impl GuestSeat for Seat {
    fn begin(&mut self, _seed: u64) -> Result<(), Failure> {
        self.begun += 1;
        Ok(())
    }

    fn choose(&mut self, turn: &GuestTurn<'_>) -> Result<GuestAnswer, Failure> {
        assert!(self.begun > 0, "asked before its game began");
        assert_eq!(turn.game.game(), "connect4");
        let text = (self.play)(&turn.game.legal_moves())?;
        let thought = Thought { nodes: Some(self.begun), ..Thought::default() };
        Ok(GuestAnswer { text, thought, time: Duration::from_micros(7) })
    }
}

/// A match of a puppet, which is not looked for under its own name, against the preset `greedy`.
fn games(play: fn(&[String]) -> Result<String, Failure>) -> Vec<Played> {
    let seated = Arc::new(AtomicU64::new(0));
    let puppet = Entrant { agent: "nobody".to_owned(), ..Entrant::new("puppet") };
    let tournament = Tournament { games: 4, ..Tournament::between(GameId::Connect4, puppet, Entrant::new("greedy")) };
    let guest = Arc::new(Puppet { seated: seated.clone(), play });
    let guests = vec![Invited { name: "puppet".to_owned(), guest }];
    let mut store = Memory::default();
    let options = RunOptions { guests, ..RunOptions::default() };
    let entry = run(&tournament, &mut store, &options, &mut |_| {}).expect("a match");
    let mut games = Vec::new();
    store.games(entry.key, &mut |game| games.push(game)).expect("games");
    assert_eq!(games.len(), 4);
    assert_eq!(seated.load(Ordering::Relaxed), 1, "one thread needs one seat");
    games
}

#[test]
fn a_guest_plays_and_says_what_it_cost() {
    for game in games(|legal| Ok(legal[legal.len() - 1].clone())) {
        assert_eq!(game.ending, Ending::Rules, "{}", game.reason);
        let own = usize::from(game.players[0] != "puppet");
        let ply = &game.plies[own];
        assert_eq!((ply.micros, ply.thought.nodes), (7, Some(game.number + 1)));
    }
}

#[test]
fn a_move_that_is_none_loses() {
    for game in games(|_| Ok("9".to_owned())) {
        assert_eq!(game.ending, Ending::Illegal);
        assert!(game.reason.starts_with("puppet played an illegal move: '9'"), "{}", game.reason);
        assert!(game.reason.ends_with("legal are 1, 2, 3, 4, 5, 6, 7"), "{}", game.reason);
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
