//! Where games begin.

use std::fmt;
use std::str::FromStr;

use grandline_games::GameId;

/// Where the openings of a tournament come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// The plain start of the game; where set-ups are random, a new one for each pair.
    Start,
    /// A number of random moves from there.
    Random {
        /// How many.
        plies: u32,
        /// Whether a quick search picks openings in which neither side stands much better.
        balanced: bool,
    },
    /// The openings that the players of a game use, under their name.
    Named(String),
    /// A file of records, position texts or lists of moves, one per line.
    File(String),
}

/// The names of openings that some game has.
fn named() -> impl Iterator<Item = &'static str> {
    GameId::ALL.iter().filter_map(|game| game.openings())
}

/// How openings are written that need no file.
pub(super) fn forms() -> String {
    let mut forms = vec!["start", "random:PLIES", "random:PLIES,balanced"];
    forms.extend(named());
    forms.dedup();
    forms.join(", ")
}

impl FromStr for OpeningSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let Some(random) = text.strip_prefix("random:") else {
            return match text {
                "" => Err(format!("openings are {} or a file", forms())),
                "start" => Ok(OpeningSource::Start),
                _ if named().any(|name| name == text) => Ok(OpeningSource::Named(text.to_owned())),
                _ => Ok(OpeningSource::File(text.to_owned())),
            };
        };
        let (plies, balanced) = match random.split_once(',') {
            Some((plies, "balanced")) => (plies, true),
            Some((_, other)) => return Err(format!("'{other}' is not an option of random openings: write balanced")),
            None => (random, false),
        };
        let plies = plies.parse().ok().filter(|plies| (0..=1000).contains(plies));
        let plies =
            plies.ok_or_else(|| format!("'{random}' is not a number of plies: write random:4, for instance"))?;
        Ok(OpeningSource::Random { plies, balanced })
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Start => f.write_str("start"),
            OpeningSource::Random { plies, balanced: false } => write!(f, "random:{plies}"),
            OpeningSource::Random { plies, balanced: true } => write!(f, "random:{plies},balanced"),
            OpeningSource::Named(name) => f.write_str(name),
            OpeningSource::File(file) => f.write_str(file),
        }
    }
}
