//! A game by its name: what can be asked of every game of the list.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::GameId;
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::measure::Measure;
use crate::notation::{Notation, PositionError};
use crate::numbered::Numbered;
use crate::random::Random;
use crate::record::Record;
use crate::scene::Tint;

/// A game of the list.
pub trait ListedGame: Notation {
    /// Its name in the list.
    const ID: GameId;
}

impl GameId {
    /// The name used in commands, addresses and records.
    pub fn name(self) -> &'static str {
        with_game!(self, G => G::NAME)
    }

    /// The name as a person writes it.
    pub fn title(self) -> &'static str {
        with_game!(self, G => G::TITLE)
    }

    /// One line that says what the game is about.
    pub fn summary(self) -> &'static str {
        with_game!(self, G => G::SUMMARY)
    }

    /// Colours that only its pictures have.
    pub fn palette(self) -> &'static [Tint] {
        with_game!(self, G => G::PALETTE)
    }

    /// The numbers of a finished game that tables show.
    pub fn measures(self) -> &'static [Measure] {
        with_game!(self, G => G::MEASURES)
    }

    /// A game begun from a set-up text: `-`, `seed:N` or a position.
    pub fn set_up(self, text: &str) -> Result<AnyPosition, PositionError> {
        with_game!(self, G => Ok(AnyPosition::new(Record::new(G::set_up(text)?))))
    }

    /// Plays a uniformly random game from the set-up of each seed; returns how many the first side won, were drawn, and the
    /// second side won.
    pub fn random_games(self, seeds: Range<u64>, random: &mut Random) -> [u64; 3] {
        let games = seeds.end - seeds.start;
        let (mut first, mut second) = (0, 0);
        with_game!(self, G => for seed in seeds {
            let margin = G::start(seed).playout(random).0;
            first += u64::from(margin > 0);
            second += u64::from(margin < 0);
        });
        [first, games - first - second, second]
    }

    /// Whether each seed has a set-up of its own.
    pub fn has_random_setups(self) -> bool {
        with_game!(self, G => G::start(1) != G::start(2))
    }

    /// The name of the openings that players of the game use, where there are such.
    pub fn openings(self) -> Option<&'static str> {
        with_game!(self, G => G::OPENINGS)
    }

    /// The openings that players of the game use.
    pub fn customary_openings(self) -> Vec<AnyPosition> {
        with_game!(self, G => G::customary_openings().into_iter().map(AnyPosition::new::<G>).collect())
    }

    /// How many numbers of moves there are: every [`MoveId`](crate::MoveId) is below it.
    pub fn actions(self) -> usize {
        with_game!(self, G => G::ACTIONS)
    }

    /// How many planes an observation has, and their rows and columns.
    pub fn planes(self) -> [usize; 3] {
        with_game!(self, G => G::PLANES)
    }

    /// Whether the sides strictly take turns.
    pub fn alternates(self) -> bool {
        with_game!(self, G => G::ALTERNATES)
    }

    /// The largest margin a game can be won by.
    pub fn max_margin(self) -> i16 {
        with_game!(self, G => G::MAX_MARGIN)
    }

    /// What the two sides are called, the first in front.
    pub fn sides(self) -> [&'static str; 2] {
        with_game!(self, G => G::PLAYERS)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game '{name}' does not exist; the games are {}", known())]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: String,
}

fn known() -> String {
    GameId::ALL.iter().map(|id| id.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let wanted = GameId::ALL.iter().find(|id| id.name().eq_ignore_ascii_case(name));
        wanted.copied().ok_or_else(|| UnknownGame { name: name.to_owned() })
    }
}
