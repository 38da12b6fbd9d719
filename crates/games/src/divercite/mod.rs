//! Divercité: cities of four colours, and resources around them that belong to nobody.
//!
//! A city with four different resources around it is a divercité and scores five; any other scores one for
//! each resource of its own colour. [`Divercite<Course>`] breaks ties as the course INF8175 of Polytechnique
//! Montréal does, [`Divercite<Classic>`] lets them stand as the published game does.

mod board;
mod board_text;
mod edit;
mod moves;
mod numbered;
mod picture;
mod playout;
mod position;
mod score;
pub mod seahorse;
mod symmetry;
mod terminal;
mod text;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use rand_core::Rng;

pub use self::board::{Cell, Colour, Kind, Piece};
pub use self::moves::Placement;
pub use self::score::TieBreak;

use self::board::RESOURCE_BIT;
use self::moves::{FULL_STOCK, Stock};
use crate::game::{Game, Margin, Side, Symmetry};
use crate::random::{keys, mix};

/// The rule that differs: what becomes of equal scores.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// See [`Notation::NAME`](crate::Notation::NAME).
    const NAME: &'static str;
    /// See [`Notation::TITLE`](crate::Notation::TITLE).
    const TITLE: &'static str;
    /// See [`Notation::SUMMARY`](crate::Notation::SUMMARY).
    const SUMMARY: &'static str;
    /// Whether points are added after the last move where the scores are equal.
    const BREAKS_TIES: bool;
}

/// As the course plays it: ties are broken by divercités, then by fours, threes and twos, then by who started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Course;

impl Variant for Course {
    const NAME: &'static str = "divercite";
    const TITLE: &'static str = "Divercité";
    const SUMMARY: &'static str = "Surround cities with resources: all different or all alike. Ties are broken.";
    const BREAKS_TIES: bool = true;
}

/// As it is published: equal scores are a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Classic;

impl Variant for Classic {
    const NAME: &'static str = "divercite/classic";
    const TITLE: &'static str = "Divercité (classic)";
    const SUMMARY: &'static str = "Surround cities with resources: all different or all alike. Ties stand.";
    const BREAKS_TIES: bool = false;
}

/// How many moves a game has: every piece of both players.
pub const LAST_STEP: u8 = 40;

/// A position as one plane of bits for each colour and kind, laid out as [`Cell`] draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Divercite<V: Variant> {
    /// Resources on the board by colour.
    resources: [u32; 4],
    /// Cities on the board by colour, of both players.
    cities: [u32; 4],
    /// Cities on the board by owner, of all colours.
    owned: [u32; 2],
    /// What each player may still place. The board does not tell: a placed resource has no owner.
    stocks: [Stock; 2],
    /// Points of each player's cities, before any tie is broken.
    points: [u8; 2],
    /// How many cities are on the board.
    placed: u8,
    /// How many pieces are on the board.
    step: u8,
    key: u64,
    variant: PhantomData<V>,
}

/// The key of the empty board; not zero, which tables like to keep for an empty entry.
const START_KEY: u64 = mix(0xD0);

/// What a move of each player adds to the key. A city is hashed with its owner, whose stock follows from the board.
/// A resource is hashed without, and its term includes one for the stock it leaves. Being a sum, the key
/// counts equal pieces out of a stock as multiples.
static MOVE_KEYS: [[u64; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let cities: [u64; 512] = keys(mix(0xD1));
    let resources: [u64; 256] = keys(mix(0xD2));
    let mut index = 0;
    while index < 512 {
        let (player, mv) = (index / 256, index % 256);
        table[player][mv] = if mv as u8 & RESOURCE_BIT == 0 {
            cities[index]
        } else {
            resources[mv].wrapping_add(STOCK_KEYS[player][mv >> 6])
        };
        index += 1;
    }
    table
};

/// What a resource of each colour that has left a player's stock adds to the key.
const STOCK_KEYS: [[u64; 4]; 2] = [keys(mix(0xD3)), keys(mix(0xD4))];

impl<V: Variant> Game for Divercite<V> {
    type Move = Placement;

    /// Eight divercités against nothing.
    const MAX_MARGIN: i16 = 40;
    /// Eight of the board, each with 24 permutations of the colours.
    const SYMMETRIES: u8 = 192;

    fn start(_seed: u64) -> Self {
        Divercite {
            resources: [0; 4],
            cities: [0; 4],
            owned: [0; 2],
            stocks: [FULL_STOCK; 2],
            points: [0; 2],
            placed: 0,
            step: 0,
            key: START_KEY,
            variant: PhantomData,
        }
    }

    #[inline]
    fn to_move(&self) -> Side {
        Side::from_parity(usize::from(self.step))
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Placement> {
        self.list()
    }

    #[inline]
    fn play(&mut self, mv: Placement) {
        let player = usize::from(self.step & 1);
        let (colour, bit) = (usize::from(mv.0 >> 6), mv.cell().bit());
        self.key = self.key.wrapping_add(MOVE_KEYS[player][mv.index()]);
        self.stocks[player] -= 1 << (2 * mv.piece_index());
        self.step += 1;
        if mv.0 & RESOURCE_BIT == 0 {
            self.cities[colour] |= bit;
            self.owned[player] |= bit;
            self.placed += 1;
            self.points[player] += self.city_points(mv);
        } else {
            self.resources[colour] |= bit;
            let [first, second] = self.resource_points(mv);
            self.points[0] += first;
            self.points[1] += second;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Margin> {
        self.is_over().then(|| self.margin())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn mapped(&self, symmetry: Symmetry) -> Self {
        self.image(symmetry)
    }

    fn map_move(mv: Placement, symmetry: Symmetry) -> Placement {
        symmetry::map_move(mv, symmetry)
    }

    fn canonical(&self) -> (Self, Symmetry) {
        self.representative()
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.choice().count() as usize
    }

    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Placement> {
        self.random(rng)
    }

    #[inline]
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        self.finish_at_random(rng)
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(LAST_STEP - self.step))
    }

    #[inline]
    fn plies_played(&self) -> Option<u32> {
        Some(u32::from(self.step))
    }
}
