//! The macro that makes everything there is once per game from the list in `lib.rs`.

/// Makes [`GameId`] and [`with_game!`](crate::with_game) from the list. The first token is a dollar
/// sign, which a macro can only write into another macro by being handed it.
macro_rules! registry {
    ($d:tt $($module:ident: $($id:ident = $game:ty),+;)+) => {
        $(pub mod $module;)+


        /// A game and variant by name; what is behind it is reached through [`with_game!`](crate::with_game).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $($(#[allow(missing_docs, reason = "the title of the game says it")] $id,)+)+
        }

        impl GameId {
            /// Every game, in the order of the list.
            pub const ALL: &'static [GameId] = &[$($(GameId::$id),+),+];
        }

        $($(impl game_id::ListedGame for $game {
            const ID: GameId = GameId::$id;
        })+)+

        /// The type behind each name.
        #[allow(missing_docs, reason = "aliases of documented types")]
        pub mod position {
            $(use super::$module;)+
            $($(pub type $id = $game;)+)+
        }

        /// Enters generic code once: in the expression the name before `=>` is the type of the game's position.
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d game:ident => $d body:expr) => {
                match $d id {
                    $($($crate::GameId::$id => {
                        type $d game = $crate::position::$id;
                        $d body
                    })+)+
                }
            };
        }
    };
}
