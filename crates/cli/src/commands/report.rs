//! `grandline report`

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use grandline_agents::has_solver;
use grandline_arena::Judge;
use grandline_arena::accuracy::NODES;
use grandline_arena::report::words::{date, shortened};
use grandline_arena::report::{self, Summary};
use grandline_arena::store::{self, Entry, Location, Store};
use serde_json::json;

use super::verify;
use crate::database::location;
use crate::{output, standings};

/// Write a report of a tournament: an HTML page with tables and charts, and CSV files
///
/// The page is one self-contained file. Beside it are its charts as SVG, standings.csv, cross.csv,
/// games.csv, plies.csv, and tournament.toml to repeat the tournament.
///
/// Examples:
///   grandline report             (the newest tournament of grandline.db, into report/)
///   grandline report --list
///   grandline report --tournament divercite-reports --out results
///   grandline report --json      (the standings as one JSON object, and no files)
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Report {
    /// The database: a file, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "FILE", default_value = "grandline.db", value_parser = location)]
    db: Location,
    /// The tournament [default: the newest]
    #[arg(long, short, value_name = "NAME")]
    tournament: Option<String>,
    /// The folder to write into [default: report]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// List the tournaments of the database instead
    #[arg(long, conflicts_with_all = ["tournament", "out"])]
    list: bool,
    /// Moves of each agent that the exact solver judges, in games that have one; 0 for none
    #[arg(long, value_name = "N", default_value_t = 300)]
    accuracy: u64,
    /// Print the standings as one JSON object; files are written only if --out names a folder
    #[arg(long)]
    json: bool,
}

impl Report {
    pub(crate) fn run(&self) -> Result<()> {
        let mut store = store::open_existing(&self.db)?;
        if self.list {
            return list(&store.list()?, self.json);
        }
        let entry = self.entry(store.as_mut())?;
        verify::warn(store.as_mut(), &entry, &self.db)?;
        let mut summary = Summary::gather(store.as_mut(), entry)?;
        let game = summary.standings.game();
        if self.accuracy > 0
            && has_solver(game)
            && let Some(mut judge) = Judge::new(game, NODES)
        {
            summary.judge(store.as_mut(), &mut judge, self.accuracy)?;
        }
        if self.json {
            output::json(&summary.json(&summary.table()))?;
        } else {
            output::line(&format!("{}: {}\n", summary.entry.entered.name, state(&summary.entry)))?;
            standings::show(&summary.standings)?;
            if let Some(workers) = &summary.workers {
                standings::show_workers(workers)?;
            }
        }
        let folder = match (&self.out, self.json) {
            (Some(folder), _) => folder.as_path(),
            (None, true) => return Ok(()),
            (None, false) => Path::new("report"),
        };
        let written = report::write(&summary, store.as_mut(), folder)?;
        if self.json {
            return Ok(());
        }
        let names = written.iter().skip(1).filter_map(|path| path.file_name()?.to_str()).collect::<Vec<_>>();
        let page = written.first().map_or(folder, |page| page.as_path()).display();
        output::line(&format!("\nWrote {page}, to be opened in a browser, and beside it {}.", names.join(", ")))
    }

    /// The tournament asked for, or the newest.
    fn entry(&self, store: &mut dyn Store) -> Result<Entry> {
        let entries = store.list()?;
        if entries.is_empty() {
            bail!("{} has no tournament yet; play one with `grandline tournament FILE.toml --db {0}`", self.db);
        }
        let Some(name) = &self.tournament else {
            return Ok(entries.into_iter().next_back().unwrap_or_else(|| unreachable!("it is not empty")));
        };
        let names: Vec<&str> = entries.iter().rev().map(|entry| entry.entered.name.as_str()).collect();
        let known = match names.as_slice() {
            [shown @ .., _, _] if names.len() > 8 => {
                let shown = &shown[..7.min(shown.len())];
                format!("'{}' and {} more (--list shows them)", shown.join("', '"), names.len() - shown.len())
            }
            names => format!("'{}'", names.join("', '")),
        };
        match entries.iter().find(|entry| entry.entered.name == *name) {
            Some(entry) => Ok(entry.clone()),
            None => bail!("{} has no tournament '{name}'; it has {known}", self.db),
        }
    }
}

fn state(entry: &Entry) -> String {
    let games = if entry.games == 1 { "1 game".to_owned() } else { format!("{} games", entry.games) };
    let state = if entry.verdict.is_some() { "finished" } else { "not finished" };
    format!("{} of {}, {state}", games, entry.entered.game.title())
}

fn list(entries: &[Entry], as_json: bool) -> Result<()> {
    if entries.is_empty() && !as_json {
        return output::line("there is no tournament yet");
    }
    if as_json {
        return entries.iter().try_for_each(|entry| {
            output::json(&json!({
                "name": entry.entered.name,
                "game": entry.entered.game.name(),
                "games": entry.games,
                "complete": entry.verdict.is_some(),
                "verdict": entry.verdict,
                "created": entry.entered.created,
            }))
        });
    }
    let rows: Vec<Vec<String>> = entries
        .iter()
        .map(|entry| {
            let entered = entry.entered.created.map_or_else(String::new, date);
            vec![shortened(&entry.entered.name, 60), state(entry), entered]
        })
        .collect();
    output::table(&rows)
}
