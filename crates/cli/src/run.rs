//! Running many games: options, events to a file, and a progress bar with the standings on a terminal.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_arena::report::Standings;
use grandline_arena::report::words::scaled;
use grandline_arena::store::{Entry, Store};
use grandline_arena::tournament::{Dispatch, RunOptions, run};
use grandline_arena::{Event, ExternalOptions, Tournament};
use grandline_search::time::parse_duration;
use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use crate::external::ExternalArguments;
use crate::{agent, games_file, output, standings};

/// How often the table is redrawn.
const EVERY: Duration = Duration::from_secs(1);
/// How many of the best the table shows.
const ROWS: usize = 12;

/// The most games that are played at once: each has a thread, and some engines.
const MOST_GAMES: usize = 1024;

/// How many games are played at once.
#[derive(Args)]
pub(crate) struct ConcurrencyArguments {
    /// Games played in parallel [default: the number of cores]
    #[arg(long, value_name = "K")]
    concurrency: Option<usize>,
    /// Allow more parallel games than cores, although they then slow each other down
    #[arg(long)]
    force: bool,
}

/// How games are run, for every command that plays many.
#[derive(Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    concurrency: ConcurrencyArguments,
    /// How long an external engine may take to start
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    start_limit: Duration,
    /// How long an external engine may take for a move where the game has no clock
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    answer_limit: Duration,
    /// Write events to a file, one JSON object per line; - is standard output
    #[arg(long, value_name = "FILE")]
    events: Option<String>,
    #[command(flatten)]
    external: ExternalArguments,
    #[command(flatten)]
    dispatch: DispatchArguments,
}

/// Where games are played, for every command that plays many.
#[derive(Args)]
pub(crate) struct DispatchArguments {
    #[cfg(feature = "nats")]
    #[command(flatten)]
    nats: crate::nats::NatsArguments,
}

impl DispatchArguments {
    /// Other machines, if some were named.
    #[cfg(feature = "nats")]
    pub(crate) fn dispatch(&self) -> Result<Option<Arc<dyn Dispatch>>> {
        Ok(self.nats.dispatch()?.map(|nats| Arc::new(nats) as Arc<dyn Dispatch>))
    }

    /// This build plays here.
    #[cfg(not(feature = "nats"))]
    pub(crate) fn dispatch(&self) -> Result<Option<Arc<dyn Dispatch>>> {
        Ok(None)
    }
}

impl ConcurrencyArguments {
    /// How many games are played at once.
    pub(crate) fn games_at_once(&self) -> Result<usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.concurrency {
            None => Ok(cores),
            Some(0) => bail!("--concurrency 0: at least one game must be played at a time"),
            Some(wanted) if wanted > cores && !self.force => {
                bail!("--concurrency {wanted}: this machine has {cores} cores; add --force to play more games at once")
            }
            Some(wanted) if wanted > MOST_GAMES => {
                bail!("--concurrency {wanted}: at most {MOST_GAMES} games can be played at once")
            }
            Some(wanted) => Ok(wanted),
        }
    }
}

/// The time of day in seconds since 1970.
pub(crate) fn now() -> Option<i64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|since| since.as_secs().try_into().ok())
}

impl RunArguments {
    /// Plays what is left of a tournament and writes its games to the file `record`, if there is one.
    pub(crate) fn play(
        &self,
        tournament: &Tournament,
        store: &mut dyn Store,
        quiet: bool,
        record: Option<&str>,
    ) -> Result<Entry> {
        let standings = match store.find(&tournament.name)? {
            Some(entry) => Standings::read(tournament, &entry, store)?,
            None => Standings::of(tournament),
        };
        let (start, answer) = (self.start_limit, self.answer_limit);
        // Ctrl-C stops the run.
        let options = RunOptions {
            concurrency: self.concurrency.games_at_once()?,
            stop: agent::stop_on_interrupt(),
            tells_moves: self.events.is_some(),
            created: now(),
            external: ExternalOptions { start, answer, ..self.external.options() },
            dispatch: self.dispatch.dispatch()?,
            ..RunOptions::default()
        };
        let events = self.events.as_ref().map(open_events).transpose()?;
        let mut watcher = Watcher { events, failure: None, quiet, standings, display: None };
        let entry = run(tournament, store, &options, &mut |event| watcher.hear(event))?;
        watcher.finish()?;
        if let Some(file) = record {
            games_file::write(file, tournament, &entry, store)?;
        }
        Ok(entry)
    }
}

/// Opens the file of events, or standard output for `-`.
fn open_events(path: &String) -> Result<(String, Box<dyn Write>)> {
    if path == "-" {
        return Ok((path.clone(), Box::new(std::io::stdout())));
    }
    let file = File::create(path).with_context(|| format!("cannot write {path}"))?;
    Ok((path.clone(), Box::new(BufWriter::new(file))))
}

/// Listens to a runner: a bar and a table on a terminal; when `quiet`, only errors and the file of events.
struct Watcher {
    events: Option<(String, Box<dyn Write>)>,
    failure: Option<std::io::Error>,
    quiet: bool,
    standings: Standings,
    display: Option<Display>,
}

/// A bar with the time left, and under it how it stands.
struct Display {
    bar: ProgressBar,
    table: ProgressBar,
    shown: Instant,
    /// What a test says, where there is one.
    words: Option<String>,
}

impl Watcher {
    /// Takes note of an event.
    fn hear(&mut self, event: &Event) {
        if let Some((_, file)) = &mut self.events
            && self.failure.is_none()
        {
            let line = serde_json::to_string(event).unwrap_or_default();
            self.failure = writeln!(file, "{line}").err();
        }
        match event {
            Event::Started { games, done, .. } if !self.quiet && std::io::stderr().is_terminal() => {
                self.display = Some(Display::new(*games, *done));
            }
            Event::Started { .. } | Event::GameStarted { .. } | Event::Move { .. } => {}
            Event::Round { before, games, .. } => {
                if let Some(display) = &self.display {
                    display.bar.set_length(before + games);
                }
            }
            Event::GameFinished { game } => {
                if let Some(display) = &mut self.display {
                    self.standings.add(game);
                    display.update(&self.standings);
                }
                if game.ending.is_forfeit() && !self.quiet {
                    self.say(&format!("game {}: {}", game.number, game.reason));
                }
            }
            Event::Sprt { words, .. } => {
                if let Some(display) = &mut self.display {
                    display.words = Some(words.clone());
                }
            }
            Event::Warning { text } => self.say(text),
            Event::Finished { complete, games, .. } => {
                if let Some(display) = self.display.take() {
                    display.table.finish_and_clear();
                    display.bar.finish_and_clear();
                }
                if !complete {
                    self.say(&format!("stopped after {games} games; finished games are kept"));
                }
            }
        }
    }

    fn say(&self, text: &str) {
        match &self.display {
            Some(display) => display.bar.suspend(|| output::complain(text)),
            None => output::complain(text),
        }
    }

    /// Whether everything could be written down.
    fn finish(self) -> Result<()> {
        let Some((path, mut file)) = self.events else { return Ok(()) };
        self.failure.map_or_else(|| file.flush(), Err).with_context(|| format!("cannot write {path}"))
    }
}

impl Display {
    fn new(games: u64, done: u64) -> Self {
        let both = MultiProgress::new();
        let style = style_of("{bar:32} {pos}/{len} games, {pace}, {eta} left");
        // What was played before says nothing about the pace of this run.
        let style = style.with_key("pace", move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let pace = state.pos().saturating_sub(done) as f64 / state.elapsed().as_secs_f64().max(0.001);
            let pace = scaled(pace);
            // The bar writes into a text, which never fails.
            let _ = out.write_str(&format!("{pace} per second"));
        });
        let bar = both.add(ProgressBar::new(games).with_position(done).with_style(style));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(500));
        let table = both.add(ProgressBar::new_spinner().with_style(style_of("{msg}")));
        Display { bar, table, shown: Instant::now(), words: None }
    }

    /// Counts a game; the table is redrawn only now and then, since ratings take some time.
    fn update(&mut self, standings: &Standings) {
        self.bar.inc(1);
        if self.shown.elapsed() < EVERY {
            return;
        }
        let table = standings::live(standings, ROWS);
        self.table.set_message(match &self.words {
            Some(words) => format!("{words}\n{table}"),
            None => table,
        });
        self.shown = Instant::now();
    }
}

/// The style of a progress bar.
pub(crate) fn style_of(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
