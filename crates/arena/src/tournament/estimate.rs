//! How long a tournament takes, estimated from a few searches before it starts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::build;
use grandline_games::AnyPosition;
use grandline_games::random::seeded;
use grandline_search::{Clock, WallClock};

use super::definition::{Format, Tournament};
use crate::agent::Agent;

/// Random games that say how long a game is.
const GAMES: u64 = 8;
/// Positions of a random game that agents search.
const POSITIONS: usize = 6;
/// The share of a game's clock that agents use, as our own do.
const SHARE_OF_CLOCK: f64 = 0.8;

/// How long a tournament takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Games, if no test ends it early.
    pub games: u64,
    /// Time of all games, one after the other.
    pub time: Duration,
    /// Whether it may take longer: a search was cut off, or an agent is an external engine.
    pub is_least: bool,
}

impl Tournament {
    /// Estimates how long the tournament takes with its agents. Where time does not limit a move, agents search a few
    /// positions until `budget` is over; a search that takes long ends when `stop` is set.
    pub fn estimate(&self, agents: &[Agent], budget: Duration, stop: &Arc<AtomicBool>) -> Estimate {
        let games: Vec<Vec<AnyPosition>> = (0..GAMES).map(|seed| self.random_game(seed)).collect();
        let plies = games.iter().map(Vec::len).sum::<usize>() as f64 / GAMES as f64;
        let (per_move, is_least) = match self.given_time(plies / 2.0) {
            Some(time) => (time, false),
            None => self.searched_time(agents, &games[0], budget, stop),
        };
        let games = self.expected_games();
        let time = Duration::try_from_secs_f64(per_move * plies * games as f64).unwrap_or(Duration::MAX);
        Estimate { games, time, is_least }
    }

    /// The positions of a random game, but for the last, which has no moves.
    fn random_game(&self, seed: u64) -> Vec<AnyPosition> {
        let mut random = seeded(seed);
        let Ok(mut position) = self.game.set_up(&format!("seed:{seed}")).or_else(|_| self.game.set_up("-")) else {
            return Vec::new();
        };
        let mut positions = Vec::new();
        while let Some(mv) = position.random_move(&mut random) {
            positions.push(position.clone());
            position.play(mv);
        }
        positions
    }

    /// Seconds per move where the limits say them; a game has about `moves` moves of each side.
    fn given_time(&self, moves: f64) -> Option<f64> {
        let clock = self.limits.tc.map(|tc| {
            let periods = tc.moves.map_or(1.0, |period| (moves / f64::from(period)).max(1.0));
            let whole = tc.base.as_secs_f64() * periods + tc.increment.as_secs_f64() * moves;
            SHARE_OF_CLOCK * whole / moves.max(1.0)
        });
        let fixed = self.limits.movetime.map(|time| time.as_secs_f64());
        [clock, fixed].into_iter().flatten().reduce(f64::min)
    }

    /// Seconds per move that searches take, and whether it may be more.
    fn searched_time(
        &self,
        agents: &[Agent],
        game: &[AnyPosition],
        budget: Duration,
        stop: &Arc<AtomicBool>,
    ) -> (f64, bool) {
        let share = budget / agents.len().max(1) as u32;
        let means: Vec<f64> = agents.iter().map(|agent| self.mean_time(agent, game, share, stop)).collect();
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len().max(1) as f64;
        let per_move = match (self.format, means.split_first()) {
            // The first agent plays in every game.
            (Format::Gauntlet, Some((first, others))) => f64::midpoint(*first, mean(others)),
            _ => mean(&means),
        };
        (per_move, stop.load(Ordering::Relaxed) || agents.iter().any(Agent::is_external))
    }

    /// Seconds that an agent takes for a move, by at least one search; nothing for an external engine. Its engine is gone when
    /// the next one is made: many together may need more memory than there is.
    fn mean_time(&self, agent: &Agent, game: &[AnyPosition], budget: Duration, stop: &Arc<AtomicBool>) -> f64 {
        let Agent::Preset(preset) = agent else { return 0.0 };
        if stop.load(Ordering::Relaxed) {
            return 0.0;
        }
        let mut engine = build(preset, 0);
        let (mut spent, mut searches) = (Duration::ZERO, 0);
        for index in 0..POSITIONS {
            let Some(position) = game.get((2 * index + 1) * game.len() / (2 * POSITIONS)) else { break };
            let clock = Arc::new(WallClock::start());
            engine.search(position, &self.limits.limits(None, stop, clock.clone()), &mut |_| {});
            spent += clock.now();
            searches += 1;
            if spent >= budget || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        spent.as_secs_f64() / f64::from(searches.max(1))
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;

    use super::*;
    use crate::agent::AgentSpec;

    fn estimate(limits: &str) -> Estimate {
        let text = format!(
            "name = \"a\"\ngame = \"connect4\"\ngames = 10\nagents = [\"random\", \"greedy\", \"mcts\"]\n{limits}\n"
        );
        let tournament = Tournament::read(&text, "a.toml").unwrap_or_else(|error| panic!("{error}"));
        let agents: Vec<Agent> = tournament
            .agents
            .iter()
            .map(|AgentSpec { agent, .. }| Agent::preset(GameId::Connect4, agent).expect("an agent"))
            .collect();
        tournament.estimate(&agents, Duration::from_millis(200), &Arc::new(AtomicBool::new(false)))
    }

    #[test]
    fn times_per_move_and_clocks_are_added_up() {
        let Estimate { games, time, is_least } = estimate("limits.movetime = \"1s\"");
        assert_eq!((games, is_least), (30, false));
        // Random games of Connect 4 have 7 to 42 plies.
        assert!((30 * 7..=30 * 42).contains(&time.as_secs()), "{time:?}");
        // The clock of both sides, 30 times.
        assert_eq!(estimate("limits.tc = \"10+0\"").time.as_secs_f64().round(), 30.0 * 2.0 * 10.0 * SHARE_OF_CLOCK);
    }

    #[test]
    fn searches_are_measured_where_time_is_not_given() {
        let Estimate { time, is_least, .. } = estimate("limits.nodes = 100");
        assert!(time > Duration::ZERO && !is_least);
    }

    #[test]
    fn searches_that_were_cut_off_leave_a_lower_bound() {
        let text = "name = \"a\"\ngame = \"connect4\"\nagents = [\"mcts\", \"random\"]\nlimits.nodes = 1000000000\n";
        let tournament = Tournament::read(text, "a.toml").expect("a tournament");
        let agents = ["mcts", "random"].map(|name| Agent::preset(GameId::Connect4, name).expect("an agent"));
        let stop = Arc::new(AtomicBool::new(true));
        assert!(tournament.estimate(&agents, Duration::ZERO, &stop).is_least);
    }
}
