//! The rules' side of a game: what every algorithm needs and nothing it does not.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

use rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::random::pick;

/// One of the two sides; `First` made, or will make, the first move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// The side that starts.
    First = 0,
    /// The side that answers.
    Second = 1,
}

impl Side {
    /// Both sides in order, for loops over players.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1, to index the two-element arrays that hold something for each player.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player of an index that is even for `First`, such as a number of plies.
    #[inline]
    pub const fn from_parity(index: usize) -> Self {
        if index.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// `first` or `second`, as records and JSON call the players.
    pub const fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

/// The side called `first` or `second`.
impl FromStr for Side {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let side = Side::BOTH.into_iter().find(|side| side.name() == name);
        side.ok_or_else(|| format!("'{name}' is not a side: write first or second"))
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The result of a finished game: the sign says who won as seen by `First`, the size by how much.
/// Ties are already broken, so zero is a draw and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Margin(pub i16);

impl Margin {
    /// Neither side won.
    pub const DRAW: Margin = Margin(0);

    /// A win of `player` by `size`, which must be positive.
    #[inline]
    pub const fn win(player: Side, size: i16) -> Self {
        match player {
            Side::First => Margin(size),
            Side::Second => Margin(-size),
        }
    }

    /// The winner, or `None` for a draw.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self.0 {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The margin with the sign turned so that positive is good for `player`.
    #[inline]
    pub const fn seen_by(self, player: Side) -> i16 {
        match player {
            Side::First => self.0,
            Side::Second => -self.0,
        }
    }
}

/// An element of a game's symmetry group; `Symmetry(0)` is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The element that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Every element of the group of `G`, the identity first.
    pub fn all<G: Game>() -> impl Iterator<Item = Symmetry> {
        (0..G::SYMMETRIES).map(Symmetry)
    }
}

/// A position of a two-player game together with its rules.
///
/// Positions are small and copied rather than undone: a search clones and plays. Moves are checked
/// where text enters (see [`Notation`](crate::Notation)); in here every move is legal by contract.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A whole turn; a multi-jump of checkers is one move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The largest size of a [`Margin`]; it bounds the window of exact solvers.
    const MAX_MARGIN: i16;
    /// Whether the players strictly take turns.
    const ALTERNATES: bool = true;
    /// Whether a position can come back, which makes a third occurrence a draw (see [`Record`](crate::Record)).
    const RECURS: bool = false;
    /// The size of the symmetry group.
    const SYMMETRIES: u8 = 1;

    /// Whether [`perft`] counts a game that ended earlier as a leaf, where the published counts of a game do.
    const PERFT_COUNTS_ENDED: bool = false;

    /// The start of a game; games without a random set-up ignore the seed.
    fn start(seed: u64) -> Self;

    /// Whose turn it is; of no meaning once the game is over.
    fn to_move(&self) -> Side;

    /// Every legal move, none when the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The legal moves without those that lead where an earlier one leads: all that a search has to look at.
    #[inline]
    fn distinct_moves(&self) -> impl Iterator<Item = Self::Move> {
        self.moves()
    }

    /// Makes a legal move of this position.
    fn play(&mut self, mv: Self::Move);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Margin>;

    /// A hash of all that matters for the future: equal futures reached by different orders of
    /// moves share it.
    fn key(&self) -> u64;

    /// The position after a legal move. Always inlined, so that a caller pays only for the parts of the child it uses.
    #[inline(always)]
    fn child(&self, mv: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// The image of this position under a symmetry; it has the same value and as many moves.
    fn mapped(&self, symmetry: Symmetry) -> Self {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY, "a game with symmetries maps its positions");
        self.clone()
    }

    /// The image of a move, such that `p.child(m).mapped(s) == p.mapped(s).child(map_move(m, s))`.
    fn map_move(mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY, "a game with symmetries maps its moves");
        mv
    }

    /// The one image that stands for the whole class of symmetric positions, and the symmetry that leads to it.
    fn canonical(&self) -> (Self, Symmetry) {
        let mut best = (self.clone(), Symmetry::IDENTITY);
        for symmetry in Symmetry::all::<Self>().skip(1) {
            let image = self.mapped(symmetry);
            if image.key() < best.0.key() {
                best = (image, symmetry);
            }
        }
        best
    }

    /// How many legal moves there are, without making a list: the last ply of a perft.
    #[inline]
    fn count_moves(&self) -> usize {
        self.moves().count()
    }

    /// A uniformly random legal move, `None` when the game is over.
    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Self::Move> {
        let count = self.count_moves() as u32;
        if count == 0 { None } else { self.moves().nth(pick(rng, count) as usize) }
    }

    /// Plays uniformly random moves to the end of the game.
    #[inline]
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        loop {
            if let Some(margin) = self.outcome() {
                return margin;
            }
            match self.random_move(rng) {
                Some(mv) => self.play(mv),
                None => unreachable!("an unfinished game has a legal move"),
            }
        }
    }

    /// At most how many plies the game still lasts, where the rules bound it.
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// How many plies were played since the start of the game, where the position shows it.
    #[inline]
    fn plies_played(&self) -> Option<u32> {
        None
    }

    /// Pieces, cards or free places left, as the game counts them; the depth schedules of agents read it.
    #[inline]
    fn left(&self) -> u32 {
        self.plies_left().unwrap_or(0)
    }

    /// Whether this position counts as an occurrence of `earlier` for the repetition rule.
    #[inline]
    fn recurs(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// A hash that is the same for positions that [come back](Game::recurs).
    #[inline]
    fn recurrence_key(&self) -> u64 {
        self.key()
    }

    /// How many plies back an occurrence of this position can lie at most: what was before a capture need not be searched.
    #[inline]
    fn recurs_within(&self) -> usize {
        usize::MAX
    }
}

/// Counts the leaves of the game tree at a depth: the sequences of exactly `depth` legal moves, and those that end the game
/// earlier where [`Game::PERFT_COUNTS_ENDED`] says so.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if G::PERFT_COUNTS_ENDED && position.outcome().is_some() {
        return 1;
    }
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        // Written out, so that the compiler drops what only deeper plies would need, such as the key.
        2 => position.moves().map(|mv| last_ply(&position.child(mv))).sum(),
        _ => position.moves().map(|mv| perft(&position.child(mv), depth - 1)).sum(),
    }
}

/// The moves of the last ply, counted in bulk.
#[inline]
fn last_ply<G: Game>(position: &G) -> u64 {
    let count = position.count_moves() as u64;
    if G::PERFT_COUNTS_ENDED { count.max(1) } else { count }
}
