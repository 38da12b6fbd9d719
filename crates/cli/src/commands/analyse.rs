//! `grandline analyse`

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::Analysis;
use grandline_agents::tables::{self, Goal, TableResult};
use grandline_arena::ExternalOptions;
use grandline_arena::report::words::scaled;
use grandline_search::Limits;

use crate::agent::{self, Analyst, LimitArguments};
use crate::external::ExternalArguments;
use crate::input::PositionArguments;
use crate::output;

/// Analyse a position with an agent
///
/// Prints the best moves while the search runs: depth, value for the player to move, nodes visited
/// and the principal variation. Without a limit the agent searches as long as its preset says, or
/// two seconds. --time, --nodes and --depth override the preset. Ctrl-C stops the search and prints
/// the best move found so far.
///
/// Examples:
///   grandline analyse connect4 --moves "4 4 3" --time 2s
///   grandline analyse divercite --moves "RC34 GR22" --agent skypiea-v5 --json
///   grandline analyse checkers --agent in104-checkers-next --depth 12 --lines 3
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Analyse {
    #[command(flatten)]
    position: PositionArguments,
    /// The agent: a preset, preset:key=value,..., a TOML file, ugi:COMMAND, json:COMMAND, or a Python file
    /// (python:FILE.py, seahorse:FILE.py, aiarena:FILE.py, hotk:FILE.py, kaggle:FILE.py); the game's champion if not given
    #[arg(long, short, value_name = "AGENT")]
    agent: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Number of best moves to show, each with its line
    #[arg(long, value_name = "K", default_value_t = 1)]
    lines: usize,
    /// Print one JSON object per line for each report; the last one is the answer
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    external: ExternalArguments,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<()> {
        let agent = agent::resolve(self.position.game, self.agent.as_deref())?;
        let position = self.position.resolve()?;
        if position.outcome().is_some() {
            bail!("there is nothing to analyse: the game is over ({})", position.reason());
        }
        if tables::may_have(&position) {
            // Whatever the agent knows, the answer says what the tables do.
            tables::open(position.game())?;
        }
        let lines = self.lines.max(1);
        self.external.warn(agent.own_file().is_some());
        let options = ExternalOptions { lines, ..self.external.options() };
        let mut analyst = Analyst::start(self.position.game, &agent, self.limits.seed, &options)?;
        // A named agent is asked what it would play, book included.
        let analysis = self.agent.is_none() || lines > 1;
        let mut limits = Limits { lines, analysis, ..self.limits.limits(agent::stop_on_interrupt()) };
        // A named agent stops where its preset says so; the default champion may have no limit.
        if self.limits.are_absent() && self.agent.is_none() {
            limits.time = Some(Duration::from_secs(2));
        }
        if !self.json {
            output::line(&format!("{:>5} {:>14} {:>10} {:>9}  line", "depth", "value", "nodes", "per s"))?;
        }
        // What cannot be written is noticed at the end; a search is not stopped for it.
        let mut written = Ok(());
        let mut shown = None;
        let analysis = analyst.analyse(&position, &limits, None, &mut |analysis| {
            // An iteration that was cut short often has nothing new to say.
            let news = (analysis.depth, analysis.pv.clone());
            if written.is_ok() && (self.json || shown.as_ref() != Some(&news)) {
                written = self.show(&analysis);
                shown = Some(news);
            }
        })?;
        written?;
        if self.json {
            return output::json(&analysis);
        }
        let Some(best) = analysis.best else { bail!("{} found no move", analyst.name) };
        let mover = position.side_name(position.to_move());
        output::line(&format!("\n{} plays {best} for {mover}: {}", analyst.name, analysis.score.words))?;
        match analysis.table {
            Some(TableResult { result, distance: Some(plies), goal }) => {
                let goal = match goal {
                    Goal::End => "end",
                    Goal::Capture => "next capture",
                };
                output::line(&format!("{mover} to move: {result} (table), {plies} plies to the {goal}"))
            }
            Some(TableResult { result, .. }) => output::line(&format!("{mover} to move: {result} (table)")),
            None => Ok(()),
        }
    }

    fn show(&self, analysis: &Analysis) -> Result<()> {
        if self.json {
            return output::json(analysis);
        }
        let row = |value: &str, line: &[String]| {
            let (nodes, speed) = (scaled(analysis.nodes as f64), scaled(analysis.nodes_per_s()));
            output::line(&format!("{:>5} {value:>14} {nodes:>10} {speed:>9}  {}", analysis.depth, line.join(" ")))
        };
        if analysis.lines.len() <= 1 {
            return row(&analysis.score.words, &analysis.pv);
        }
        analysis.lines.iter().try_for_each(|line| row(&line.score.words, &line.pv))
    }
}
