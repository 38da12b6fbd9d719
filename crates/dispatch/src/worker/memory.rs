//! The memory that games of a run take, and whether a worker may use that much.

use grandline_agents::Preset;
use grandline_arena::{Agent, ExternalOptions, Tournament};

/// The memory of an external engine or a Python agent where the owner of the worker names none.
const ENGINE: u64 = 4 << 30;
/// The tables of the exact solver that ends games early, or that solves the last plies of self-play.
const SOLVER: u64 = 16 << 20;

/// What the games of a worker may take together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Bytes of all games.
    pub(super) bytes: u64,
    /// How many games are played at once.
    pub(super) games: usize,
}

impl Budget {
    /// Gives external engines a limit where they have none, and refuses a tournament whose games need too much.
    pub(super) fn check(
        self,
        tournament: &Tournament,
        agents: &[Agent],
        external: &mut ExternalOptions,
    ) -> Result<(), String> {
        let engine = *external.memory.get_or_insert(ENGINE);
        let mut tables: Vec<u64> = agents.iter().map(tables).collect();
        tables.sort_unstable();
        // Two agents have tables at a time. An engine, once started, stays for the next game.
        let tables: u64 = tables.iter().rev().take(2).sum();
        let engines = agents.iter().filter(|agent| agent.is_external()).count() as u64;
        let solver = if tournament.adjudicate.solver.is_some() { SOLVER } else { 0 };
        self.allow(tables + solver, engines, engine)
    }

    /// The same for self-play, which has one agent and a solver.
    pub(super) fn check_self_play(self, preset: &Preset) -> Result<(), String> {
        self.allow(of_preset(preset) + SOLVER, 0, 0)
    }

    fn allow(self, tables: u64, engines: u64, engine: u64) -> Result<(), String> {
        let games = self.games as u64;
        let needed = games.saturating_mul(engines.saturating_mul(engine).saturating_add(tables));
        if needed <= self.bytes {
            return Ok(());
        }
        let mut parts = Vec::new();
        if tables > 0 {
            parts.push(format!("{} MB of tables", megabytes(tables)));
        }
        if engines > 0 {
            let many = if engines == 1 { "1 engine".to_owned() } else { format!("{engines} engines") };
            parts.push(format!("{many} of {} MB (--agent-memory)", megabytes(engine)));
        }
        let (at_once, need) =
            if games == 1 { ("1 game".to_owned(), "needs") } else { (format!("{games} games at once"), "need") };
        Err(format!(
            "{at_once} with {} {need} {} MB, more than --memory allows ({} MB); allow more, or play fewer at once with --cores",
            parts.join(" and "),
            megabytes(needed),
            self.bytes >> 20,
        ))
    }
}

/// Bytes as megabytes, rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// The tables of an agent in one game.
fn tables(agent: &Agent) -> u64 {
    match agent {
        Agent::Preset(preset) => of_preset(preset),
        _ => 0,
    }
}

fn of_preset(preset: &Preset) -> u64 {
    (preset.cost().megabytes as u64) << 20
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(agents: &[&str], megabytes: u64, games: usize) -> Result<Option<u64>, String> {
        let text = "name = 'cup'\ngame = 'connect4'\nagents = ['greedy', 'random']\n";
        let tournament = Tournament::read(text, "cup.toml").expect("a tournament");
        let agent = |text: &&str| Agent::resolve(tournament.game, text).expect("an agent");
        let agents: Vec<Agent> = agents.iter().map(agent).collect();
        let mut external = ExternalOptions::default();
        let budget = Budget { bytes: megabytes << 20, games };
        budget.check(&tournament, &agents, &mut external).map(|()| external.memory)
    }

    #[test]
    fn games_fit_with_the_tables_of_their_two_largest_agents() {
        let agents = [
            "in104-connect4-threats:table=5",
            "in104-connect4-threats:table=3",
            "in104-connect4-threats:table=1",
            "random",
        ];
        assert_eq!(check(&agents, 16, 2), Ok(Some(ENGINE)));
        assert_eq!(
            check(&agents, 15, 2).expect_err("too little"),
            "2 games at once with 8 MB of tables need 16 MB, more than --memory allows (15 MB); allow more, or play fewer at \
             once with --cores"
        );
    }

    #[test]
    fn engines_stay_and_count_with_their_limit() {
        assert!(check(&["json:a", "ugi:b", "random"], 8192, 1).is_ok());
        let said = check(&["json:a", "ugi:b", "json:c"], 8192, 1).expect_err("too little");
        assert!(said.starts_with("1 game with 3 engines of 4096 MB (--agent-memory) needs 12288 MB"), "{said}");
    }
}
