//! `grandline train`: learns an evaluation from self-play.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::learned::Model;
use grandline_arena::statistics::SprtTerms;
use grandline_arena::train::{RoundResult, TrainEvent, TrainOptions, Training, train};
use grandline_games::GameId;
use indicatif::{ProgressBar, ProgressStyle};

use crate::run::DispatchArguments;
use crate::{agent, output};

/// Learn an evaluation: play games, fit weights, test them; again
///
/// Each round plays games of an agent against itself, fits weights to their positions and tests them against the best
/// weights so far. All of it is a function of the options and the seed; a run that was stopped resumes with the same command.
/// The best weights are in DIR/best.weights: `grandline match GAME "AGENT:evaluation=learned,weights=DIR/best.weights" ...`.
#[derive(Args)]
pub(crate) struct Train {
    /// The game, one that declares features
    game: GameId,
    /// Where everything is kept: games, weights, tests, learning curves
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The agent whose search plays; in the first round with its own evaluation
    #[arg(long, value_name = "AGENT", default_value = "alphabeta")]
    agent: String,
    /// The features to learn from [default: the first that the game declares]
    #[arg(long, value_name = "NAME")]
    features: Option<String>,
    /// What turns them into a value: tables, network:16 or network:32
    #[arg(long, value_name = "MODEL", default_value = "tables")]
    model: Model,
    /// How many times games are played and weights fitted
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// Games of each round
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// Random moves before each game: at least and at most how many
    #[arg(long, value_name = "FROM-TO", default_value = "4-12", value_parser = range)]
    opening_plies: [u32; 2],
    /// The share of random moves, so that positions after mistakes are seen too
    #[arg(long, value_name = "0..0.5", default_value_t = 0.02)]
    slips: f64,
    /// Plies left from which a solver tries to label positions with their exact result; 0 for never
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    solve_plies: u32,
    /// The nodes it may take each time
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    solve_nodes: u64,
    /// The share of the result in a label; the rest is the value of the search
    #[arg(long, value_name = "0..1", default_value_t = 0.75)]
    result_share: f64,
    /// The share of games kept back for validation
    #[arg(long, value_name = "0..1", default_value_t = 0.05)]
    validation: f64,
    /// At most how often the positions are gone through; a fit ends when it no longer improves
    #[arg(long, value_name = "N", default_value_t = 60)]
    epochs: u32,
    /// The test of new weights against the best so far
    #[arg(long, value_name = "TERMS", default_value = "elo0=0,elo1=10")]
    sprt: SprtTerms,
    /// Games of a test at most; undecided, the better score counts
    #[arg(long, value_name = "N", default_value_t = 1000)]
    test_games: u64,
    /// What everything random comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads that play and fit [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print events as JSON, one per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    dispatch: DispatchArguments,
}

/// `4-12`, or one number for both ends.
fn range(text: &str) -> Result<[u32; 2], String> {
    let number = |text: &str| text.trim().parse().map_err(|_| format!("'{text}' is not a number of plies: write 4-12"));
    match text.split_once('-') {
        Some((least, most)) => Ok([number(least)?, number(most)?]),
        None => number(text).map(|both| [both, both]),
    }
}

impl Train {
    pub(crate) fn run(self) -> Result<()> {
        let default = Training::new(self.game)?;
        let training = Training {
            features: self.features.unwrap_or(default.features),
            model: self.model,
            agent: self.agent,
            rounds: self.rounds,
            games: self.games,
            nodes: self.nodes,
            opening_plies: self.opening_plies,
            slips: self.slips,
            solve_plies: self.solve_plies,
            solve_nodes: self.solve_nodes,
            result_share: self.result_share,
            validation: self.validation,
            epochs: self.epochs,
            sprt: self.sprt,
            test_games: self.test_games,
            seed: self.seed,
            ..default
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let options = TrainOptions {
            threads: match self.threads {
                Some(0) => bail!("--threads 0: at least one is needed"),
                threads => threads.unwrap_or(cores),
            },
            stop: agent::stop_on_interrupt(),
            made_by: format!("grandline {}", env!("CARGO_PKG_VERSION")),
            dispatch: self.dispatch.dispatch()?,
        };
        let mut display = Display { json: self.json, bar: None };
        train(&training, &self.out, &options, &mut |event| display.hear(event))?;
        Ok(())
    }
}

/// A bar on a terminal; a line for each step otherwise.
struct Display {
    json: bool,
    bar: Option<ProgressBar>,
}

impl Display {
    fn hear(&mut self, event: &TrainEvent) {
        if self.json {
            // A closed pipe ends the program elsewhere; here nothing is lost.
            let _ = output::line(&serde_json::to_string(event).unwrap_or_default());
            return;
        }
        match event {
            TrainEvent::Round { round, rounds, done, games } => {
                self.say(&format!("round {round} of {rounds}: {games} games, {done} there already"));
                self.start(*games, *done, "{bar:32} {pos}/{len} games, {per_sec}, {eta} left");
            }
            TrainEvent::Game { done, .. } => self.advance(*done),
            TrainEvent::Warning { text } => self.say(text),
            TrainEvent::Fitting { round, positions } => {
                self.clear();
                self.say(&format!("round {round}: fitting to {positions} positions"));
            }
            TrainEvent::Epoch { epoch, .. } => self.say(&format!(
                "  epoch {:2}: loss {:.5} in training, {:.5} in validation",
                epoch.epoch, epoch.training, epoch.validation
            )),
            TrainEvent::Testing { round, against, games, most } => {
                if self.bar.is_none() {
                    self.say(&format!("round {round}: testing against {against}, {most} games at most"));
                    self.start(*most, *games, "{bar:32} {pos}/{len} test games, {per_sec}");
                }
                self.advance(*games);
            }
            TrainEvent::RoundFinished(result) => {
                self.clear();
                self.say(&told(result));
            }
            TrainEvent::Finished { complete, weights } => {
                self.clear();
                if !complete {
                    self.say("stopped; the same command resumes");
                }
                if let Some(weights) = weights {
                    let _ = output::line(weights);
                }
            }
        }
    }

    fn start(&mut self, length: u64, position: u64, template: &str) {
        if !std::io::stderr().is_terminal() {
            // Remembers that the step was told of.
            self.bar = Some(ProgressBar::hidden());
            return;
        }
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(length).with_position(position).with_style(style);
        bar.reset_eta();
        self.bar = Some(bar);
    }

    fn advance(&self, position: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(position);
        }
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| output::note(text)),
            None => output::note(text),
        }
    }
}

/// A round in a line.
fn told(result: &RoundResult) -> String {
    let kept = if result.accepted { "kept" } else { "not kept" };
    let elo = match (result.elo, result.elo_error) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0} Elo"),
        _ => format!("{:.1} % of the points", 100.0 * result.score),
    };
    format!(
        "round {}: {elo} against {} in {} games, {kept}; loss {:.5}",
        result.round, result.against, result.games, result.loss
    )
}
