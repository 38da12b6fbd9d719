//! `grandline convert`

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grandline_games::GameId;
use grandline_games::checkers::pdn::FirstScore;
use grandline_games::formats::{Format, Hints, read, write};

use crate::{input, output};

/// Convert records between formats
///
///   json          our own: one object per line, {"game", "setup", "moves", "result", "tags"}
///   seahorse      recordings of the Divercité course (an array of states, or one state)
///   pdn           draughts files of English checkers, with comments, variations and the like
///   course-board  board files of the Hand of the King course (36 cards: a start)
///   aiarena       position texts of the course's Connect 4 and checkers, one per line
///   moves         the moves of one game from its start (4453, 1. 11-15 23-19); needs --game to be read
///
/// Every move is checked. What a format cannot express is an error; nothing is left out.
///
/// Examples:
///   grandline convert game.json --to json          (a seahorse recording, detected)
///   grandline convert games.pdn --to json --out games.jsonl
///   grandline convert games.jsonl --to pdn --first-score white
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Convert {
    /// What to convert; - is standard input
    #[arg(default_value = "-")]
    file: String,
    /// The format to read; detected if not given
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The game, if the input does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Whose score comes first in a PDN result. In archives of English draughts 1-0 mostly means a
    /// win for Black, who starts
    #[arg(long, value_name = "COLOUR", default_value = "black", value_parser = PossibleValuesParser::new(["black", "white"]).map(|name| if name == "white" { FirstScore::White } else { FirstScore::Black }))]
    first_score: FirstScore,
    /// Where to write; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: String,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<()> {
        let text = input::read_all(&self.file)?;
        let Some(from) = self.from.or_else(|| Format::guess_for(&text, self.game)) else {
            bail!("the format of {} is not recognised; name it with --from: {}", self.file, names());
        };
        let hints = Hints { game: self.game, first_score: self.first_score };
        let records = read(&text, from, hints).with_context(|| format!("cannot read {}", self.file))?;
        output::file(&self.out, &write(&records, self.to, self.first_score)?)
    }
}

fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}
