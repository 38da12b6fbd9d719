//! `grandline match`

use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use grandline_arena::openings::OpeningSource;
use grandline_arena::report::Standings;
use grandline_arena::statistics::{Phase, SprtTerms};
use grandline_arena::store::{self, Location};
use grandline_arena::tournament::MatchSummary;
use grandline_arena::{Adjudication, AgentSpec, Agreement, BaseTime, ClockKind, TimeControl, Tournament};
use grandline_games::GameId;
use grandline_search::time::parse_duration;

use super::verify;
use crate::database::location;
use crate::run::RunArguments;
use crate::{output, standings};

/// Play a match between two agents and report which is stronger, with the error
///
/// Games come in pairs on the same opening with sides swapped. With --sprt the match ends as soon as
/// the test has decided.
///
/// Agents are presets (`grandline agents`), presets with changes (skypiea-v5:depth=3), TOML files,
/// ugi:COMMAND, json:COMMAND, or Python files: python:FILE.py, seahorse:FILE.py, aiarena:FILE.py,
/// hotk:FILE.py, kaggle:FILE.py.
///
/// Examples:
///   grandline match divercite skypiea-v5 little-garden --games 20 --seed 1
///   grandline match connect4 greedy "json:python3 my_agent.py" --games 100
///   grandline match checkers in104-checkers-next mcts --tc 10+0.1 --sprt elo0=0,elo1=10
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Match {
    /// The game (`grandline games` lists them)
    game: GameId,
    /// The agent whose result is reported
    a: String,
    /// Its opponent
    b: String,
    /// Number of games, even; with --sprt the maximum [default: 100, with --sprt 20000]
    #[arg(long, value_name = "N", value_parser = pairs)]
    games: Option<u64>,
    #[command(flatten)]
    conditions: ConditionArguments,
    /// Seed of the openings and of the agents' random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Sequential test whether A is stronger; stops when decided: elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TERMS")]
    sprt: Option<SprtTerms>,
    /// Write the games to a file, in the format of its extension: .jsonl, or .pdn for checkers
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Store the match in a database, a file or postgres://USER@HOST/NAME; a match that was stopped resumes
    #[arg(long, value_name = "FILE", value_parser = location)]
    db: Option<Location>,
    /// Name of the match in the database
    #[arg(long, value_name = "NAME", requires = "db")]
    name: Option<String>,
    /// Print the result as JSON, one object on the last line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArguments,
}

/// Time control, openings and adjudication.
#[derive(Args)]
pub(crate) struct ConditionArguments {
    /// Clocks: seconds and increment (10+0.1), or moves/seconds+increment (40/60+0.5)
    #[arg(long, value_name = "TC")]
    tc: Option<BaseTime>,
    /// Time per move, such as 100ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    movetime: Option<Duration>,
    /// Nodes per move, or simulations
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Which time counts: wall time, or CPU time of the agent
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    clock: ClockKind,
    /// By how much a clock may be overdrawn before the game is lost
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_duration)]
    margin: Duration,
    /// Where games begin: start, random:PLIES, random:PLIES,balanced, three-move (checkers), or a file with one opening
    /// per line [default: customary for the game]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<OpeningSource>,
    /// End a game when the exact solver finds its result within this many nodes
    #[arg(long, value_name = "NODES")]
    solver: Option<u64>,
    /// End a game when both agents value it at VALUE or more for the same side, for MOVES moves of each
    #[arg(long, value_name = "VALUE[:MOVES]", value_parser = agreement)]
    agree: Option<Agreement>,
    /// Maximum number of plies; a longer game is a draw
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
}

pub(crate) fn pairs(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&games: &u64| games > 0 && games.is_multiple_of(2));
    number.ok_or_else(|| "an even number from 2 is needed, since every opening is played from both sides".to_owned())
}

fn agreement(text: &str) -> Result<Agreement, String> {
    let wrong = || format!("'{text}' is not an agreement: write a value and a number of moves, such as 5:3");
    let (value, moves) = text.split_once(':').unwrap_or((text, "3"));
    let value = value.parse().ok().filter(|value: &f64| *value > 0.0).ok_or_else(wrong)?;
    Ok(Agreement { value, moves: moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)? })
}

impl ConditionArguments {
    /// What each agent may spend.
    pub(crate) fn control(&self) -> TimeControl {
        let (tc, movetime, nodes, depth) = (self.tc, self.movetime, self.nodes, self.depth);
        TimeControl { tc, movetime, nodes, depth, clock: self.clock, margin: self.margin }
    }

    /// When games end early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        Adjudication { solver: self.solver, agree: self.agree, max_plies: self.max_plies }
    }
}

impl Match {
    pub(crate) fn run(&self) -> Result<()> {
        let tournament = self.tournament()?;
        let mut store = match &self.db {
            Some(file) => store::open(file)?,
            None => store::temporary()?,
        };
        if let Some(db) = &self.db
            && let Some(entry) = store.find(&tournament.name)?
        {
            verify::warn(store.as_mut(), &entry, db)?;
        }
        let entry = self.run.play(&tournament, store.as_mut(), self.json, self.record.as_deref())?;
        let standings = Standings::read(&tournament, &entry, store.as_mut())?;
        let phase = if entry.verdict.is_some() { Phase::Finished } else { Phase::Running };
        let summary = MatchSummary::new(&standings, phase);
        if self.json {
            return output::json(&summary.to_json());
        }
        standings::show(&standings)?;
        output::line(&format!("\n{}\n\n{}", summary.words(), summary.block(&tournament)))
    }

    fn tournament(&self) -> Result<Tournament> {
        let games = self.games.unwrap_or(if self.sprt.is_some() { 20_000 } else { 100 });
        let [a, b] = [AgentSpec::new(self.a.as_str()), AgentSpec::new(self.b.as_str())];
        // An agent may be measured against itself; its two sides then need two names.
        let b = if a.name == b.name { AgentSpec { name: format!("{} (2)", b.name), ..b } } else { b };
        let between = Tournament::between(self.game, a, b);
        let control = self.conditions.control();
        // The default differs from other matches of the same agents.
        let default = || format!("{} {} ({control}, seed {})", self.game, between.name, self.seed);
        let name = self.name.clone().unwrap_or_else(default);
        let tournament = Tournament {
            name,
            games,
            openings: self.conditions.openings.clone(),
            seed: self.seed,
            limits: control,
            adjudicate: self.conditions.adjudication(),
            sprt: self.sprt,
            ..between
        };
        tournament.check().context("this match cannot be played")?;
        Ok(tournament)
    }
}
