//! The one list of games. A game added here has a command line, a page, Python and an arena.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::erased::{AnyPosition, Erased};
use crate::measure::Measure;
use crate::notation::{Notation, PositionError};

/// Makes [`GameId`] and [`with_game!`](crate::with_game) from the list. The first token is a dollar
/// sign, which a macro can only write into another macro by being handed it.
macro_rules! registry {
    ($d:tt $($id:ident = $game:ty;)+) => {
        /// A game and variant by name; what is behind it is reached through [`with_game!`](crate::with_game).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(#[allow(missing_docs, reason = "the title of the game says it")] $id,)+
        }

        impl GameId {
            /// Every game, in the order of the list.
            pub const ALL: &'static [GameId] = &[$(GameId::$id),+];
        }

        /// The type behind each name.
        #[allow(missing_docs, reason = "aliases of documented types")]
        pub mod position {
            $(pub type $id = $game;)+
        }

        /// Enters generic code once: in the expression the name before `=>` is the type of the game's position.
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d game:ident => $d body:expr) => {
                match $d id {
                    $($crate::GameId::$id => {
                        type $d game = $crate::registry::position::$id;
                        $d body
                    })+
                }
            };
        }
    };
}

registry! { $
    Divercite = crate::divercite::Divercite<crate::divercite::Course>;
    DiverciteClassic = crate::divercite::Divercite<crate::divercite::Classic>;
    Connect4 = crate::connect4::Connect4;
    Checkers = crate::checkers::Checkers<crate::checkers::English>;
    CheckersAiarena = crate::checkers::Checkers<crate::checkers::Aiarena>;
    HandOfTheKing = crate::hand_of_the_king::HandOfTheKing<crate::hand_of_the_king::PhaseOne>;
    HandOfTheKingCompanions = crate::hand_of_the_king::HandOfTheKing<crate::hand_of_the_king::WithCompanions>;
    HandOfTheKingPublished = crate::hand_of_the_king::HandOfTheKing<crate::hand_of_the_king::Published>;
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

    /// The numbers of a finished game that tables show.
    pub fn measures(self) -> &'static [Measure] {
        with_game!(self, G => G::MEASURES)
    }

    /// A game begun from a set-up text: `-`, `seed:N` or a position.
    pub fn set_up(self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        with_game!(self, G => Ok(Box::new(Erased::new(G::set_up(text)?))))
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
#[error("there is no game '{name}'; the games are {}", known())]
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
