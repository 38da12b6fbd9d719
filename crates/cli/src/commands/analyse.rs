//! `grandline analyse`

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::Family;
use grandline_games::{Notation, with_game};
use grandline_search::{Limits, Report};

use crate::input::PositionArguments;
use crate::output;
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
    /// The agent: a preset, preset:key=value,..., a TOML file, ugi:COMMAND or json:COMMAND; the
    /// game's champion if not given
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
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<()> {
        with_game!(self.position.game, G => self.think::<G>())
    }

    fn think<G: Family>(&self) -> Result<()> {
        let contender = thinking::contender(self.position.game, self.agent.as_deref())?;
        let record = self.position.record::<G>()?;
        if record.outcome().is_some() {
            bail!("there is nothing to think about: the game is over ({})", record.reason());
        }
        let lines = self.lines.max(1);
        let mut thinker = Thinker::<G>::new(&contender, self.limits.seed, lines)?;
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
        let report = thinker.think(&record, &limits, None, &mut |report| {
            // An iteration that was cut short often has nothing new to say.
            let news = (report.depth, report.pv.clone());
            if written.is_ok() && (self.json || shown.as_ref() != Some(&news)) {
                written = self.show(record.position(), report);
                shown = Some(news);
            }
        })?;
        written?;
        if self.json {
            return output::json(&thinking::report_json(record.position(), &report));
        }
        let Some(best) = report.best else { bail!("{} found no move", thinker.name) };
        let mover = G::player_name(record.position().to_move());
        let value = thinking::words(&report.value);
        let best = record.position().format_move(best);
        output::line(&format!("\n{} plays {best} for {mover}: {value}", thinker.name))
    }

    fn show<G: Notation>(&self, position: &G, report: &Report<G>) -> Result<()> {
        if self.json {
            return output::json(&thinking::report_json(position, report));
        }
        let speed = report.counts.nodes as f64 / report.time.as_secs_f64().max(1e-6);
        let numbers = |value: &str| {
            let (states, speed) = (output::human(report.counts.nodes as f64), output::human(speed));
            format!("{:>5} {value:>14} {states:>10} {speed:>9}", report.depth)
        };
        if report.lines.len() <= 1 {
            let line = thinking::line_texts(position, &report.pv).join(" ");
            return output::line(&format!("{}  {line}", numbers(&thinking::words(&report.value))));
        }
        for line in &report.lines {
            let texts = thinking::line_texts(position, &line.pv).join(" ");
            output::line(&format!("{}  {texts}", numbers(&thinking::words(&line.value))))?;
        }
        Ok(())
    }
}
