//! Rules, notations and pictures of two-player board games: exact, fast, and free of I/O.
//!
//! [`Game`] is what algorithms need, [`Notation`] what people need, and the [registry](GameId) is the
//! one list of the games there are; [`with_game!`] enters generic code from a name.
//!
//! ```
//! use grandline_games::{Game, GameId, Notation, connect4::Connect4, with_game};
//!
//! let mut position = Connect4::start(0);
//! for text in ["4", "4", "3"] {
//!     let mv = position.parse_move(text)?;
//!     position.play(mv);
//! }
//! assert_eq!(position.to_string(), "443");
//!
//! let id: GameId = "connect4".parse()?;
//! assert_eq!(with_game!(id, G => G::start(0).moves().count()), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod registry;

// The one list of games: the folder of each, and its variants by name.
registry! { $
    divercite: Divercite = divercite::Divercite<divercite::Course>, DiverciteClassic = divercite::Divercite<divercite::Classic>;
    connect4: Connect4 = connect4::Connect4;
    checkers: Checkers = checkers::Checkers<checkers::English>, CheckersAiarena = checkers::Checkers<checkers::Aiarena>;
    hand_of_the_king:
        HandOfTheKing = hand_of_the_king::HandOfTheKing<hand_of_the_king::PhaseOne>,
        HandOfTheKingCompanions = hand_of_the_king::HandOfTheKing<hand_of_the_king::WithCompanions>,
        HandOfTheKingPublished = hand_of_the_king::HandOfTheKing<hand_of_the_king::Published>;
    othello: Othello = othello::Othello;
}

mod any_position;
mod bits;
mod edit;
pub mod formats;
mod game;
mod game_id;
mod measure;
mod notation;
mod numbered;
pub mod random;
mod record;
pub mod scene;

pub use any_position::{AnyPosition, LineError, Position};
pub use edit::{Change, Editor, Sketched, Tool};
pub use game::{Game, Margin, Side, Symmetry, perft};
pub use game_id::{ListedGame, UnknownGame};
pub use measure::{Measure, MeasureKind};
pub use notation::{MoveError, MoveKind, Notation, PositionError};
pub use numbered::{MoveId, Numbered, Planes};
pub use record::{Record, Stage};
