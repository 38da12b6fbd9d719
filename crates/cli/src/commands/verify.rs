//! `grandline verify`

use anyhow::{Result, bail};
use clap::Args;
use grandline_arena::store::{self, Entry, Location, Store};
use grandline_arena::verify::{Checks, Verification, verify};
use serde_json::json;

use crate::database::location;
use crate::{AlreadyReported, output};

/// Check stored results: replay every game, and look for rows that were changed later
///
/// Every game is replayed by the rules: moves legal, result right, clocks kept, opening and
/// pairing as the definition says. A chain of hashes shows rows that were changed, removed or
/// put in after they were stored. Its last hash stands for the definition and all games: note
/// it when a tournament is over, and give it back with --head. Exit code 1 if something does
/// not fit.
///
/// Examples:
///   grandline verify --db reports.db
///   grandline verify --db reports.db --tournament my-agents --replay 5%
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Verify {
    /// The database: a file, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "FILE", default_value = "grandline.db", value_parser = location)]
    db: Location,
    /// The tournament [default: all]
    #[arg(long, short, value_name = "NAME")]
    tournament: Option<String>,
    /// Play this share of the games again that native agents played under fixed limits, such as 5%
    #[arg(long, value_name = "SHARE", default_value = "0%", value_parser = share)]
    replay: f64,
    /// The last hash that the tournament must have
    #[arg(long, value_name = "HASH", requires = "tournament")]
    head: Option<String>,
    /// Print one JSON object per tournament
    #[arg(long)]
    json: bool,
}

/// A share as a percentage.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse().ok().filter(|share| (0.0..=100.0).contains(share));
    number.map(|share: f64| share / 100.0).ok_or_else(|| format!("'{text}' is not a share such as 5%"))
}

impl Verify {
    pub(crate) fn run(&self) -> Result<()> {
        let mut store = store::open_existing(&self.db)?;
        let entries = match &self.tournament {
            None => store.list()?,
            Some(name) => match store.find(name)? {
                Some(entry) => vec![entry],
                None => bail!("{} has no tournament '{name}'; `grandline report --list` lists them", self.db),
            },
        };
        let checks = Checks { most_games: None, solver: true, again: self.replay };
        let mut fits = true;
        for entry in entries {
            let mut found = verify(store.as_mut(), &entry, &checks)?;
            if let Some(head) = self.head.as_ref().filter(|head| **head != found.head) {
                found.expect_head(head);
            }
            fits &= found.problems.is_empty();
            self.show(&entry, &found)?;
        }
        if fits { Ok(()) } else { Err(AlreadyReported.into()) }
    }

    fn show(&self, entry: &Entry, found: &Verification) -> Result<()> {
        if self.json {
            let mut line = json!({ "tournament": entry.entered.name, "game": entry.entered.game.name() });
            if let (Some(line), Ok(serde_json::Value::Object(found))) =
                (line.as_object_mut(), serde_json::to_value(found))
            {
                line.extend(found);
            }
            return output::json(&line);
        }
        let again = if found.again > 0 { format!(", {} played again", found.again) } else { String::new() };
        let verdict = match found.problems.len() {
            0 => "everything fits".to_owned(),
            1 => "1 problem".to_owned(),
            problems => format!("{problems} problems"),
        };
        output::line(&format!("{}: {} games replayed{again}; {verdict}", entry.entered.name, found.replayed))?;
        found.problems.iter().try_for_each(|problem| output::line(&format!("  {problem}")))?;
        found.remarks.iter().try_for_each(|remark| output::line(&format!("  note: {remark}")))?;
        output::line(&format!("  last hash {}", found.head))
    }
}

/// How many games are replayed before a table is shown; the hashes of all are checked.
const MOST_GAMES: u64 = 2000;

/// Says what does not fit in a tournament whose results are about to be used.
pub(crate) fn warn(store: &mut dyn Store, entry: &Entry, db: &Location) -> Result<()> {
    let found = verify(store, entry, &Checks { most_games: Some(MOST_GAMES), ..Checks::default() })?;
    if let Some(warning) = found.warning() {
        let name = &entry.entered.name;
        output::complain(&format!("'{name}' does not fit: {warning}; `grandline verify --db {db}` lists everything"));
    }
    Ok(())
}
