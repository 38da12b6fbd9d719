//! What a person sees while games are played: a bar and how it stands on a terminal, nothing in a pipe.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_arena::allowance::parse_span;
use grandline_arena::tournament::RunOptions;
use grandline_arena::{Event, ExternalOptions};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::{output, thinking};

/// How games are run, for every command that plays many.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// How many games are played at once [default: the number of cores]
    #[arg(long, value_name = "K")]
    concurrency: Option<usize>,
    /// Play more games at once than there are cores, although clocks then measure the crowd
    #[arg(long)]
    force: bool,
    /// How long an external engine may take to start
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_span)]
    start_limit: Duration,
    /// How long an external engine may take for a move where the game has no clock
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_span)]
    answer_limit: Duration,
    /// Write what happens to a file, one JSON object a line; - is standard output
    #[arg(long, value_name = "FILE")]
    events: Option<String>,
}

impl RunArguments {
    /// How many games are played at once.
    pub(crate) fn concurrency(&self) -> Result<usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.concurrency {
            None => Ok(cores),
            Some(0) => bail!("--concurrency 0: at least one game must be played at a time"),
            Some(wanted) if wanted > cores && !self.force => {
                bail!("--concurrency {wanted}: this machine has {cores} cores; add --force to play more games at once")
            }
            Some(wanted) => Ok(wanted),
        }
    }
}

/// Listens to a runner.
pub(crate) struct Watcher {
    events: Option<(String, Box<dyn Write>)>,
    failure: Option<std::io::Error>,
    external: ExternalOptions,
    stop: Arc<AtomicBool>,
    bar: Option<(ProgressBar, ProgressBar)>,
    quiet: bool,
}

impl Watcher {
    /// A bar on a terminal; with `quiet` only errors and the file of events.
    pub(crate) fn new(arguments: &RunArguments, quiet: bool) -> Result<Self> {
        let open = |path: &String| -> Result<(String, Box<dyn Write>)> {
            if path == "-" {
                return Ok((path.clone(), Box::new(std::io::stdout())));
            }
            let file = File::create(path).with_context(|| format!("cannot write {path}"))?;
            Ok((path.clone(), Box::new(BufWriter::new(file))))
        };
        let events = arguments.events.as_ref().map(open).transpose()?;
        let (start, answer) = (arguments.start_limit, arguments.answer_limit);
        let external = ExternalOptions { start, answer, ..ExternalOptions::default() };
        Ok(Watcher { events, failure: None, external, stop: thinking::stop_on_interrupt(), bar: None, quiet })
    }

    /// Options of a run that this listens to. Ctrl-C stops it.
    pub(crate) fn options(&self) -> RunOptions {
        let created = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        RunOptions {
            stop: self.stop.clone(),
            tells_moves: self.events.is_some(),
            created: created.ok().and_then(|since| since.as_secs().try_into().ok()),
            external: self.external.clone(),
            ..RunOptions::default()
        }
    }

    /// Takes note of an event.
    pub(crate) fn hear(&mut self, event: &Event) {
        if let Some((_, file)) = &mut self.events
            && self.failure.is_none()
        {
            let line = serde_json::to_string(event).unwrap_or_default();
            self.failure = writeln!(file, "{line}").err();
        }
        match event {
            Event::Started { games, done, .. } if !self.quiet && std::io::stderr().is_terminal() => {
                self.bar = Some(bars(*games, *done));
            }
            Event::Round { .. } | Event::GameStarted { .. } | Event::Move { .. } | Event::Started { .. } => {}
            Event::GameFinished { reason, ending, number, .. } => {
                if let Some((bar, _)) = &self.bar {
                    bar.inc(1);
                }
                if ending.is_forfeit() && !self.quiet {
                    self.say(&format!("game {number}: {reason}"));
                }
            }
            Event::Sprt { words, .. } => {
                if let Some((_, line)) = &self.bar {
                    line.set_message(words.clone());
                }
            }
            Event::Warning { text } => self.say(text),
            Event::Finished { complete, games, .. } => {
                if let Some((bar, line)) = self.bar.take() {
                    line.finish_and_clear();
                    bar.finish_and_clear();
                }
                if !complete {
                    self.say(&format!("stopped after {games} games; nothing that was finished is lost"));
                }
            }
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some((bar, _)) => bar.suspend(|| output::complain(text)),
            None => output::complain(text),
        }
    }

    /// Whether everything could be written down.
    pub(crate) fn finish(self) -> Result<()> {
        let Some((path, mut file)) = self.events else { return Ok(()) };
        self.failure.map_or_else(|| file.flush(), Err).with_context(|| format!("cannot write {path}"))
    }
}

/// A bar with the time left, and a line for how it stands.
fn bars(games: u64, done: u64) -> (ProgressBar, ProgressBar) {
    let both = MultiProgress::new();
    let style = "{bar:32} {pos}/{len} games, {per_sec}, {eta} left";
    let bar = both.add(ProgressBar::new(games).with_position(done).with_style(style_of(style)));
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    let line = both.add(ProgressBar::new_spinner().with_style(style_of("{wide_msg}")));
    (bar, line)
}

fn style_of(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
