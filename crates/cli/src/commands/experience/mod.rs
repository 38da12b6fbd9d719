//! `grandline experience`

mod build;
mod show;
mod study;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Build and show a book of results: how games went after each early move
///
/// A book counts how games went in which a move was made in a position; positions that are equal
/// up to symmetry count as one. An agent with the key experience plays by it, and searches where
/// the book has too few games. A book comes from the games of a database, or from deep searches.
///
/// Examples:
///   grandline experience build --db grandline.db --game connect4 --out connect4.book
///   grandline experience study divercite --nodes 200000 --plies 2 --out divercite.book
///   grandline experience show connect4.book --moves "4 4"
///   grandline match connect4 mcts:experience=connect4.book mcts --games 100
#[derive(Args)]
#[command(verbatim_doc_comment, arg_required_else_help = false)]
pub(crate) struct Experience {
    #[command(subcommand)]
    command: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(build::Build),
    Study(study::Study),
    Show(show::Show),
}

impl Experience {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.command {
            Action::Build(command) => command.run(),
            Action::Study(command) => command.run(),
            Action::Show(command) => command.run(),
        }
    }
}

/// A number of things.
fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
