//! `grandline analyse`

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::Thought;
use grandline_arena::ExternalOptions;
use grandline_search::Limits;

use crate::input::PositionArguments;
use crate::output;
use crate::programs::ProgramArguments;
use crate::thinking::{self, LimitArguments, Thinker};

/// Let an agent think about a position, and watch it
///
/// Prints the best moves while it thinks: depth, value for the player to move, states visited and
/// the expected line. Without a limit the agent thinks as long as its preset says, or two seconds.
/// Ctrl-C makes it answer with what it has.
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
    /// How many of the best moves to show, each with its line
    #[arg(long, value_name = "K", default_value_t = 1)]
    lines: usize,
    /// One JSON object a line for each report, the last one is the answer
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: ProgramArguments,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<()> {
        let contender = thinking::contender(self.position.game, self.agent.as_deref())?;
        let position = self.position.resolve()?;
        if position.outcome().is_some() {
            bail!("there is nothing to think about: the game is over ({})", position.reason());
        }
        let lines = self.lines.max(1);
        let options = ExternalOptions { lines, ..self.programs.options() };
        let mut thinker = Thinker::new(self.position.game, &contender, self.limits.seed, &options)?;
        let mut limits = Limits { lines, ..self.limits.limits(thinking::stop_on_interrupt()) };
        // A named agent stops by itself where its preset says so; the champion asked for nothing may go on for ever.
        if self.limits.are_absent() && self.agent.is_none() {
            limits.time = Some(Duration::from_secs(2));
        }
        if !self.json {
            output::line(&format!("{:>5} {:>14} {:>10} {:>9}  line", "depth", "value", "states", "per s"))?;
        }
        // What cannot be written is noticed at the end; a search is not stopped for it.
        let mut written = Ok(());
        let mut shown = None;
        let thought = thinker.think(position.as_ref(), &limits, None, &mut |thought| {
            // An iteration that was cut short often has nothing new to say.
            let news = (thought.depth, thought.pv.clone());
            if written.is_ok() && (self.json || shown.as_ref() != Some(&news)) {
                written = self.show(&thought);
                shown = Some(news);
            }
        })?;
        written?;
        if self.json {
            return output::json(&thought);
        }
        let Some(best) = thought.best else { bail!("{} found no move", thinker.name) };
        let mover = position.side_name(position.to_move());
        output::line(&format!("\n{} plays {best} for {mover}: {}", thinker.name, thought.worth.words))
    }

    fn show(&self, thought: &Thought) -> Result<()> {
        if self.json {
            return output::json(thought);
        }
        let row = |value: &str, line: &[String]| {
            let (states, speed) = (output::human(thought.nodes as f64), output::human(thought.nodes_per_s()));
            output::line(&format!("{:>5} {value:>14} {states:>10} {speed:>9}  {}", thought.depth, line.join(" ")))
        };
        if thought.lines.len() <= 1 {
            return row(&thought.worth.words, &thought.pv);
        }
        thought.lines.iter().try_for_each(|line| row(&line.worth.words, &line.pv))
    }
}
