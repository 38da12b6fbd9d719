//! `grandline ugi`

use anyhow::Result;
use clap::Args;
use grandline_arena::Agent;
use grandline_arena::ugi::serve;
use grandline_games::GameId;

use crate::external::ExternalArguments;
use crate::output;

/// Speak UGI on standard input and output, as an engine for other programs
///
/// Understands the words of UGI and of UCI; docs/engines.md lists them. The options UGI_Game,
/// Agent, Seed, MultiPV, Threads and Hash can be set by the host. Searches run in the background:
/// isready is answered and stop obeyed at any time.
///
/// Examples:
///   grandline ugi connect4
///   grandline ugi divercite --agent skypiea-v5:depth=3
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Ugi {
    /// The game at first; the option UGI_Game changes it
    #[arg(default_value = "divercite")]
    game: GameId,
    /// The agent at first; the game's champion if not given
    #[arg(long, short, value_name = "AGENT")]
    agent: Option<String>,
    #[command(flatten)]
    external: ExternalArguments,
}

impl Ugi {
    pub(crate) fn run(&self) -> Result<()> {
        let agent = self.agent.as_deref().map(|text| Agent::resolve(self.game, text)).transpose()?;
        self.external.warn(agent.is_some_and(|agent| agent.own_file().is_some()));
        let input = std::io::stdin().lock();
        Ok(serve(input, output::stream(), self.game, self.agent.as_deref(), &self.external.options())?)
    }
}
