//! `grandline tune`

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use grandline_arena::Tuning;
use grandline_arena::report::words::plain;
use grandline_arena::tune::{Outcome, ParameterRange, TuneEvent, TuneOptions, Values, read, run};
use grandline_games::GameId;
use indicatif::ProgressBar;

use super::matches::ConditionArguments;
use crate::run::{ConcurrencyArguments, DispatchArguments, now, style_of};
use crate::{agent, output};

/// How many lines tell the progress where there is no terminal.
const LINES: u64 = 10;

/// Tune numbers of a preset by SPSA, with games of the arena
///
/// Any numeric key of the preset and any parameter of its evaluation can be tuned; several at once.
/// Each iteration moves all of them up or down by chance, plays the two opposite variants against each
/// other in pairs of games, and moves the values towards the winner. The tuned values are the mean of
/// the later half of all iterations. A closing match on other openings compares them with the start.
///
/// Everything is kept in the folder --out: preset.toml (the tuned preset), chart.svg, result.json,
/// comparison.db (the closing match) and iterations.jsonl. A run that was stopped or killed resumes
/// when it is started again, also by `grandline tune --out DIR` alone. With limits by nodes or depth
/// the result depends on the seed alone, not on the machine.
///
/// Examples:
///   grandline tune divercite skypiea-v5 --parameter c=0..60 --parameter r=0..60 --depth 3 --out tuned
///   grandline tune connect4 mcts --parameter exploration=0.3..3 --nodes 500 --out tuned
///   grandline match divercite tuned/preset.toml skypiea-v5 --games 100
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Tune {
    /// The game (`grandline games` lists them); may be left out to resume
    #[arg(requires_all = ["agent", "parameters"])]
    game: Option<GameId>,
    /// The preset, with or without changes, or a TOML file; its values are the start
    agent: Option<String>,
    /// A number to tune and its range, such as c=0..60; may be given several times
    #[arg(long = "parameter", value_name = "NAME=FROM..TO", requires = "game", allow_hyphen_values = true)]
    parameters: Vec<ParameterRange>,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = Tuning::ITERATIONS, requires = "game")]
    iterations: u64,
    /// Pairs of games per iteration
    #[arg(long, value_name = "N", default_value_t = Tuning::PAIRS, requires = "game")]
    pairs: u64,
    /// How far a value moves in the first iteration if one variant wins every game, as a share of its range
    #[arg(long, value_name = "SHARE", default_value_t = Tuning::STEP, requires = "game")]
    step: f64,
    /// Distance of both variants from the values in the first iteration, as a share of the range
    #[arg(long, value_name = "SHARE", default_value_t = Tuning::SPREAD, requires = "game")]
    spread: f64,
    /// Games of the closing match, even; 0 for none
    #[arg(long, value_name = "N", default_value_t = Tuning::GAMES, requires = "game")]
    games: u64,
    #[command(flatten)]
    conditions: ConditionArguments,
    /// Seed of the directions, the openings and the agents' random choices
    #[arg(long, value_name = "S", default_value_t = 0, requires = "game")]
    seed: u64,
    /// The folder of the run; created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print events as JSON, one object per line; the last one is the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    concurrency: ConcurrencyArguments,
    #[command(flatten)]
    dispatch: DispatchArguments,
}

impl Tune {
    pub(crate) fn run(&self) -> Result<()> {
        let tuning = self.tuning()?;
        let concurrency = self.concurrency.games_at_once()?;
        // Ctrl-C stops the run.
        let (stop, dispatch) = (agent::stop_on_interrupt(), self.dispatch.dispatch()?);
        let options = TuneOptions { concurrency, stop, created: now(), dispatch };
        let mut watcher = Watcher { json: self.json, iterations: tuning.iterations, bar: None, failure: None };
        let outcome = run(&tuning, &self.out, &options, &mut |event| watcher.hear(event))?;
        if let Some(failure) = watcher.failure {
            return Err(failure);
        }
        if self.json { Ok(()) } else { self.show(&outcome) }
    }

    /// What was asked for: by the arguments, or by the folder.
    fn tuning(&self) -> Result<Tuning> {
        let (Some(game), Some(agent)) = (self.game, &self.agent) else { return Ok(read(&self.out)?) };
        if self.parameters.is_empty() {
            bail!("no parameter is named; write one as --parameter NAME=FROM..TO");
        }
        Ok(Tuning {
            iterations: self.iterations,
            pairs: self.pairs,
            step: self.step,
            spread: self.spread,
            games: self.games,
            seed: self.seed,
            openings: self.conditions.openings.clone(),
            limits: self.conditions.control(),
            adjudicate: self.conditions.adjudication(),
            ..Tuning::new(game, agent.as_str(), self.parameters.clone())
        })
    }

    fn show(&self, outcome: &Outcome) -> Result<()> {
        let mut rows = vec![["parameter", "from", "to", "start", "tuned", "mean"].map(str::to_owned).to_vec()];
        for tuned in &outcome.parameters {
            let numbers = [tuned.from, tuned.to, tuned.start, tuned.value, tuned.mean].map(plain);
            rows.push([tuned.name.clone()].into_iter().chain(numbers).collect());
        }
        output::table(&rows)?;
        output::line(&format!("\n{}", outcome.verdict()))?;
        if let Some(block) = &outcome.block {
            output::line(&format!("\n{block}"))?;
        }
        let (preset, chart) = (self.out.join("preset.toml"), self.out.join("chart.svg"));
        output::line(&format!("\nThe tuned preset: {}\nA chart: {}", preset.display(), chart.display()))
    }
}

/// Listens to a run: a bar on a terminal, a few lines elsewhere, or events as JSON.
struct Watcher {
    json: bool,
    iterations: u64,
    bar: Option<ProgressBar>,
    failure: Option<anyhow::Error>,
}

impl Watcher {
    fn hear(&mut self, event: &TuneEvent) {
        if self.json {
            if self.failure.is_none() {
                self.failure = output::json(event).err();
            }
            return;
        }
        match event {
            TuneEvent::Started { iterations, done, .. } => {
                self.open(*iterations, *done, "{bar:32} {pos}/{len} iterations, {eta} left: {msg}");
                if (1..*iterations).contains(done) {
                    self.say(&format!("resuming after iteration {done} of {iterations}"));
                }
            }
            TuneEvent::Iteration(iteration) => {
                self.advance(iteration.iteration, &iteration.values);
            }
            TuneEvent::Comparison { done, games } => {
                if self.bar.as_ref().is_none_or(|bar| bar.length() != Some(*games) || bar.message() != "closing match")
                {
                    self.open(*games, *done, "{bar:32} {pos}/{len} games, {eta} left: {msg}");
                }
                if let Some(bar) = &self.bar {
                    bar.set_message("closing match");
                    bar.set_position(*done);
                }
            }
            TuneEvent::Warning { text } => self.say(text),
            TuneEvent::Finished { .. } => {
                if let Some(bar) = self.bar.take() {
                    bar.finish_and_clear();
                }
            }
        }
    }

    /// Shows a bar in the place of the one before.
    fn open(&mut self, length: u64, done: u64, template: &str) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        let bar = ProgressBar::new(length).with_position(done).with_style(style_of(template));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(500));
        self.bar = Some(bar);
    }

    fn advance(&self, done: u64, values: &Values) {
        let all = self.iterations;
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(values.to_string());
            }
            None if done == all || done.is_multiple_of(all.div_ceil(LINES)) => {
                self.say(&format!("iteration {done} of {all}: {values}"));
            }
            None => {}
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| output::complain(text)),
            None => output::complain(text),
        }
    }
}
