//! `grandline experience study`

use std::io::{ErrorKind, IsTerminal};

use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};
use grandline_agents::Preset;
use grandline_agents::experience::Book;
use grandline_arena::Agent;
use grandline_arena::experience::{self, Studied, StudyError};
use grandline_games::{AnyPosition, GameId};
use indicatif::{ProgressBar, ProgressStyle};

use super::counted;
use crate::{agent, output};

/// Build an opening book from deep searches
///
/// The book prepares both players: it follows the best move of its own player and the best replies
/// of the opponent. Positions that are equal up to symmetry are searched once. The file is saved
/// after every search, and the same command resumes where it was stopped.
///
/// Examples:
///   grandline experience study divercite --nodes 200000 --plies 2 --out divercite.book
///   grandline match divercite "divercite-champion:experience=divercite.book" mcts --games 100
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Study {
    /// The game (`grandline games` lists them)
    game: GameId,
    /// The agent that searches [default: the game's champion]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of plies after the start to study
    #[arg(long, value_name = "N", default_value_t = 2)]
    plies: u32,
    /// Replies of the opponent to follow in each position
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    replies: u32,
    /// Begin at the customary openings of the game, such as the three-move ones of checkers
    #[arg(long)]
    customary: bool,
    /// Searches that run side by side [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Seed of the agent's random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The file of the book; it is read to resume and written after every search
    #[arg(long, value_name = "BOOK")]
    out: String,
}

impl Study {
    pub(super) fn run(&self) -> Result<()> {
        if self.out == "-" {
            bail!(
                "--out -: a study is saved after every search and needs a file, such as {}.book",
                self.game.name().replace('/', "-")
            );
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let study = experience::Study {
            agent: self.preset()?,
            nodes: self.nodes,
            plies: self.plies,
            replies: self.replies as usize,
            starts: self.starts()?,
            threads: self.threads.map_or(cores, |threads| threads as usize),
            seed: self.seed,
            stop: agent::stop_on_interrupt(),
        };
        let mut book = self.begun()?;
        let remark = format!("searches of {} with {} nodes", study.agent.name, study.nodes);
        let bar = bar();
        let ended = experience::study(&study, &mut book, &mut |book, studied| {
            show(&bar, studied);
            self.save(&book.to_text(&remark))
        });
        bar.finish_and_clear();
        match ended {
            Ok(()) => {}
            Err(StudyError::Kept(error)) => return Err(error),
            Err(stopped @ StudyError::Stopped) => output::note(&stopped.to_string()),
        }
        let positions = counted(book.positions() as u64, "position");
        output::line(&format!("{}: {positions} of {}", self.out, self.game))
    }

    fn preset(&self) -> Result<Preset> {
        match agent::resolve(self.game, self.agent.as_deref())? {
            Agent::Preset(preset) => Ok(*preset),
            _ => bail!("a book is made by a preset; `grandline agents --game {}` lists them", self.game),
        }
    }

    fn starts(&self) -> Result<Vec<AnyPosition>> {
        if self.game.has_random_setups() {
            bail!("{} begins with a random board, so that a book of one start would not help", self.game);
        }
        if !self.customary {
            return Ok(vec![self.game.set_up("-")?]);
        }
        let openings = self.game.customary_openings();
        if openings.is_empty() {
            bail!("{} has no customary openings; leave --customary out to begin at its start", self.game);
        }
        Ok(openings)
    }

    /// What the file has already.
    fn begun(&self) -> Result<Book> {
        let text = match std::fs::read_to_string(&self.out) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Book::new(self.game)),
            text => text.with_context(|| format!("cannot read {}", self.out))?,
        };
        let book = Book::read(&text, &self.out)?;
        if book.game() != self.game {
            bail!("{} is a book of {}, not of {}; choose another file", self.out, book.game(), self.game);
        }
        Ok(book)
    }

    /// Writes the file at once, so that it is never half a book.
    fn save(&self, text: &str) -> Result<()> {
        let part = format!("{}.part", self.out);
        output::file(&part, text)?;
        std::fs::rename(&part, &self.out).with_context(|| format!("cannot write {}", self.out))
    }
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "ply {msg} {bar:32} {pos}/{len} positions, {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(1).with_style(style)
}

fn show(bar: &ProgressBar, Studied { ply, done, all }: Studied) {
    if bar.message() != ply.to_string() {
        bar.set_message(ply.to_string());
        bar.reset();
    }
    bar.set_length(all as u64);
    bar.set_position(done as u64);
}
