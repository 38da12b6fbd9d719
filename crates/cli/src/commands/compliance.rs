//! `grandline compliance`

use anyhow::{Context, Result};
use clap::Args;
use grandline_arena::ExternalOptions;
use grandline_arena::compliance::{Finding, Outcome, check_json, check_ugi};
use grandline_arena::external::{CommandLine, ugi};
use grandline_arena::ugi::Kind;
use grandline_games::GameId;
use serde_json::json;

use crate::{AlreadyReported, output};

/// Test an external engine against the protocol, check by check
///
/// Starts the engine and asks what a tournament would ask, and more. Each failure says what was
/// expected, what was found, and how to fix it. docs/engines.md explains the protocol.
///
/// Examples:
///   grandline compliance "python3 engine.py" --game connect4
///   grandline compliance "grandline ugi checkers"
///   grandline compliance "json:python3 agent.py" --game divercite
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Compliance {
    /// The command that starts the engine, in quotes; prefixed with json: if it speaks JSON
    /// lines
    #[arg(value_name = "CMD")]
    command: String,
    /// The game; not needed if the engine has an option UGI_Game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Print one JSON object per line for each check; the last one is the total
    #[arg(long)]
    json: bool,
}

impl Compliance {
    pub(crate) fn run(&self) -> Result<()> {
        let options = ExternalOptions::default();
        let (command, is_json) = match self.command.strip_prefix("json:") {
            Some(command) => (command, true),
            None => (self.command.strip_prefix("ugi:").unwrap_or(&self.command), false),
        };
        let command: CommandLine = command.parse()?;
        let game = match self.game {
            Some(game) => game,
            None if is_json => return Err(unknown_game()),
            None => game_of(&command, &options)?,
        };
        self.check(game, &command, &options, is_json)
    }

    fn check(&self, game: GameId, command: &CommandLine, options: &ExternalOptions, is_json: bool) -> Result<()> {
        let mut counts = [0; 3];
        let mut written = Ok(());
        let mut report = |finding: &Finding| {
            counts[finding.outcome as usize] += 1;
            if written.is_ok() {
                written = if self.json { output::json(finding) } else { show(finding) };
            }
        };
        if is_json {
            check_json(game, command, options, &mut report)?;
        } else {
            check_ugi(game, command, options, &mut report)?;
        }
        written?;
        let [passed, failed, skipped] = counts;
        if self.json {
            let command = self.command.as_str();
            let sum =
                json!({ "command": command, "game": game.name(), "pass": passed, "fail": failed, "skip": skipped });
            output::json(&sum)?;
        } else {
            output::line(&format!("\n{passed} passed, {failed} failed, {skipped} skipped ({game})"))?;
        }
        if failed == 0 { Ok(()) } else { Err(AlreadyReported.into()) }
    }
}

fn unknown_game() -> anyhow::Error {
    anyhow::anyhow!("which game does it play? Name it with --game, such as --game connect4")
}

/// The game an engine plays by itself.
fn game_of(command: &CommandLine, options: &ExternalOptions) -> Result<GameId> {
    let identity = ugi::check(command, options)?;
    let option = identity.options.into_iter().find(|option| option.name == "UGI_Game");
    match option.map(|option| option.kind) {
        Some(Kind::Combo { default, .. } | Kind::Text { default }) => {
            default.parse().with_context(|| "the default of its option UGI_Game; name the game with --game")
        }
        _ => Err(unknown_game()),
    }
}

/// A finding for people.
fn show(finding: &Finding) -> Result<()> {
    let outcome = match finding.outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "FAIL",
        Outcome::Skip => "skip",
    };
    let found = finding.found.as_deref().unwrap_or_default();
    let why = if finding.outcome == Outcome::Skip { format!("  ({found})") } else { String::new() };
    output::line(&format!("{:>3} {outcome}  {}{why}", finding.number, finding.name))?;
    if finding.outcome != Outcome::Fail {
        return Ok(());
    }
    output::line(&format!("      expected: {}", finding.expected))?;
    output::line(&format!("      found:    {found}"))?;
    output::line(&format!("      to fix:   {}", finding.fix.unwrap_or_default()))?;
    // The end of what was said is where it went wrong.
    const SHOWN: usize = 12;
    let hidden = finding.transcript.len().saturating_sub(SHOWN);
    if hidden > 0 {
        output::line(&format!("        ... ({hidden} lines)"))?;
    }
    finding.transcript[hidden..].iter().try_for_each(|line| output::line(&format!("        {line}")))
}
