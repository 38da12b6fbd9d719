//! `grandline tournament`

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_arena::report::{Standings, Summary};
use grandline_arena::store::{self, Location};
use grandline_arena::tournament::{PRESETS, Tournament as Definition, preset};

use super::verify;
use crate::database::location;
use crate::run::RunArguments;
use crate::{input, output, standings};

/// Play a tournament: round robin, gauntlet, Swiss or knockout
///
/// A TOML file defines it:
///
///   name = "my-agents"
///   game = "divercite"
///   format = "round-robin"          # or gauntlet, swiss (with rounds = N), knockout
///   games = 20                      # per pairing
///   openings = "random:2"
///   seed = 1
///   agents = ["skypiea-v5", "greedy", { agent = "json:python3 mine.py", name = "mine" }]
///   limits.tc = "10+0.1"            # or movetime, nodes, depth
///
/// Every game is in the database before it counts. A tournament that was stopped or killed resumes
/// when it is started again; a finished one prints its table.
///
/// Examples:
///   grandline tournament my-agents.toml
///   grandline tournament --preset divercite-reports --db reports.db
///   grandline tournament --list
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Tournament {
    /// The file that describes it; - is standard input
    #[arg(value_name = "FILE.toml", required_unless_present_any = ["preset", "list"])]
    file: Option<String>,
    /// A built-in tournament
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    preset: Option<String>,
    /// List the built-in tournaments
    #[arg(long)]
    list: bool,
    /// The database that stores the games: a file, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "FILE", default_value = "grandline.db", value_parser = location)]
    db: Location,
    /// Only resume a tournament that was started before
    #[arg(long)]
    resume: bool,
    /// Name that replaces the one in the file, for example for a second run
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Number of games per pairing, instead of the one in the file
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Seed, instead of the one in the file
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Write the games to a file, in the format of its extension: .jsonl, or .pdn for checkers
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Print the standings as JSON, one object on the last line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArguments,
}

impl Tournament {
    pub(crate) fn run(&self) -> Result<()> {
        if self.list {
            return list();
        }
        let definition = self.definition()?;
        let mut store = store::open(&self.db)?;
        let known = store.find(&definition.name)?;
        if let Some(entry) = &known {
            verify::warn(store.as_mut(), entry, &self.db)?;
        }
        if self.resume && known.is_none() {
            bail!("{} has no tournament '{}' to resume; leave out --resume to start it", self.db, definition.name);
        }
        let entry = self.run.play(&definition, store.as_mut(), self.json, self.record.as_deref())?;
        if self.json {
            let summary = Summary::gather(store.as_mut(), entry)?;
            return output::json(&summary.json(&summary.table()));
        }
        standings::show(&Standings::read(&definition, &entry, store.as_mut())?)?;
        if let Some(verdict) = &entry.verdict {
            output::line(&format!("\n{verdict}"))?;
        }
        output::line(&format!(
            "\nA page with charts: grandline report --db {} --tournament {}",
            self.db,
            quoted(&definition.name)
        ))
    }

    fn definition(&self) -> Result<Definition> {
        let mut definition = match (&self.preset, &self.file) {
            (Some(name), _) => {
                let known = || PRESETS.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
                preset(name).with_context(|| {
                    format!("tournament '{name}' does not exist; the built-in tournaments are {}", known())
                })??
            }
            (None, Some(file)) => Definition::read(&input::read_all(file)?, file)?,
            (None, None) => bail!("name a file or a --preset"),
        };
        if let Some(name) = &self.name {
            definition.name.clone_from(name);
        }
        definition.games = self.games.unwrap_or(definition.games);
        definition.seed = self.seed.unwrap_or(definition.seed);
        definition.check()?;
        Ok(definition)
    }
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.chars().all(is_plain) { name.to_owned() } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

fn list() -> Result<()> {
    let row = |(name, _): &(String, String)| -> Result<Vec<String>> {
        let description = preset(name).transpose()?.map_or_else(String::new, |definition| definition.description);
        Ok(vec![format!("{name}  {description}")])
    };
    output::table(&PRESETS.iter().map(row).collect::<Result<Vec<_>>>()?)
}
