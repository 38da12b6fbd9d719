//! `grandline db`

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use grandline_arena::store::{self, Location, StoreError};
use indicatif::ProgressBar;
use serde_json::json;

use crate::database::location;
use crate::output;
use crate::run::style_of;

/// Move results between databases
#[derive(Args)]
pub(crate) struct Db {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Subcommand)]
enum DbCommand {
    Copy(Copy),
}

/// Copy tournaments and games from one database to another
///
/// Games keep the order in which they were stored, so that the last hash of a tournament stays the
/// same (`grandline verify`). A copy that was interrupted continues where it stopped, and a copy of
/// a tournament that went on since adds what is new. A tournament whose hashes do not fit is not
/// copied.
///
/// Examples:
///   grandline db copy grandline.db postgres://me@db.example/arena
///   grandline db copy postgres://me@db.example/arena backup.db --tournament my-agents
#[derive(Args)]
#[command(verbatim_doc_comment)]
struct Copy {
    /// The database to read: a file, or postgres://USER@HOST/NAME
    #[arg(value_name = "FROM", value_parser = location)]
    from: Location,
    /// The database to write; a file is made if it does not exist
    #[arg(value_name = "TO", value_parser = location)]
    to: Location,
    /// Only this tournament; without it all tournaments, the games of the page and their reviews are copied
    #[arg(long, short, value_name = "NAME")]
    tournament: Option<String>,
    /// Print one JSON object per tournament
    #[arg(long)]
    json: bool,
}

impl Db {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.command {
            DbCommand::Copy(copy) => copy.run(),
        }
    }
}

impl Copy {
    fn run(&self) -> Result<()> {
        if self.from == self.to {
            bail!("{} would be copied to itself; name two databases", self.from);
        }
        let mut from = store::open_existing(&self.from).map_err(|error| without_option(&error))?;
        let entries = match &self.tournament {
            None => from.list()?,
            Some(name) => match from.find(name)? {
                Some(entry) => vec![entry],
                None => {
                    bail!("{} has no tournament '{name}'; `grandline report --db {0} --list` lists them", self.from)
                }
            },
        };
        let mut to = store::open(&self.to).map_err(|error| without_option(&error))?;
        for entry in &entries {
            let name = &entry.entered.name;
            let bar = if self.json { ProgressBar::hidden() } else { ProgressBar::new(entry.games) };
            let bar = bar.with_style(style_of("{bar:32} {pos}/{len} games, {eta} left"));
            let copied = store::copy(from.as_mut(), to.as_mut(), entry, &mut |games| bar.set_position(games));
            bar.finish_and_clear();
            let copied = copied?;
            if self.json {
                output::json(&json!({
                    "tournament": name, "copied": copied.games, "before": copied.before, "head": copied.head,
                }))?;
                continue;
            }
            let before = if copied.before > 0 { format!(", {} were there", copied.before) } else { String::new() };
            output::line(&format!("{name}: {} games copied{before}; last hash {}", copied.games, copied.head))?;
        }
        if self.tournament.is_some() {
            return Ok(());
        }
        // The tables of the page are made by opening the stores.
        let (mut from, mut to) = (store::open_documents(&self.from)?, store::open_documents(&self.to)?);
        let games = store::copy_documents(from.as_mut(), to.as_mut()).context("the games of the page")?;
        let reviews = store::copy_reviews(from.as_mut(), to.as_mut()).context("the reviews of games")?;
        if self.json {
            return Ok(());
        }
        output::line(&format!("games of the page: {games} copied"))?;
        output::line(&format!("reviews of games: {reviews} copied"))
    }
}

/// The message of a store without the option that other commands have.
fn without_option(error: &StoreError) -> anyhow::Error {
    anyhow!("{}", error.to_string().replace(" with --db", ""))
}
