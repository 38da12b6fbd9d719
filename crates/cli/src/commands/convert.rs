//! `grandline convert`

use anyhow::Result;
use clap::Args;

/// Convert records between formats
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Convert {}

impl Convert {
    pub(crate) fn run(&self) -> Result<()> {
        Ok(())
    }
}
