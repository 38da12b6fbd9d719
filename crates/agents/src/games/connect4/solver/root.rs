//! A position of the game as the search sees it.

use grandline_games::Game;
use grandline_games::connect4::Connect4;

use super::bits::{is_several, playable, winning};
use super::score::{loss_at_once, win_with};
use super::node::Node;

/// An unfinished position.
pub(super) struct Root {
    /// Discs of the player to move.
    own: u64,
    /// Discs of both.
    filled: u64,
    /// The number of empty cells.
    pub(super) empty: i32,
}

/// What can be seen of a position at once.
pub(super) enum Prospect {
    /// The game ends within two plies with this score, and this move reaches it.
    Settled { score: i32, cell: u64 },
    /// It takes a search.
    Open(Node),
}

/// The discs of both players.
pub(super) fn filled(position: &Connect4) -> u64 {
    position.discs(position.to_move()) | position.discs(!position.to_move())
}

impl Root {
    pub(super) fn new(position: &Connect4) -> Self {
        let own = position.discs(position.to_move());
        Root { own, filled: filled(position), empty: 42 - i32::from(position.plies()) }
    }

    /// The cells of all moves.
    pub(super) fn cells(&self) -> impl Iterator<Item = u64> + use<> {
        let playable = playable(self.filled);
        (0..u64::BITS).map(move |bit| playable & 1 << bit).filter(|&cell| cell != 0)
    }

    /// Whether a move completes four.
    pub(super) fn wins_with(&self, cell: u64) -> bool {
        winning(self.own, self.filled) & cell != 0
    }

    /// The position after a move.
    pub(super) fn after(&self, cell: u64) -> Self {
        Root { own: self.own ^ self.filled, filled: self.filled | cell, empty: self.empty - 1 }
    }

    /// Wins, losses that cannot be avoided, and a full board are seen without a search.
    pub(super) fn prospect(&self) -> Prospect {
        let playable = playable(self.filled);
        let any = playable & playable.wrapping_neg();
        let threats = winning(self.own, self.filled);
        let wins = threats & playable;
        if wins != 0 {
            return Prospect::Settled { score: win_with(self.empty), cell: wins & wins.wrapping_neg() };
        }
        if self.empty < 2 {
            return Prospect::Settled { score: 0, cell: any };
        }
        let danger = winning(self.own ^ self.filled, self.filled);
        let forced = danger & playable;
        let moves = if forced != 0 { forced } else { playable } & !(danger >> 1);
        if moves == 0 || is_several(forced) {
            return Prospect::Settled { score: loss_at_once(self.empty), cell: any };
        }
        Prospect::Open(Node { own: self.own, filled: self.filled, threats, danger, moves })
    }
}
