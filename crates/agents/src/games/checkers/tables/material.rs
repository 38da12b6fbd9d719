//! Which pieces both sides have: what a slice of the tables is named after.

use std::fmt;

use grandline_games::checkers::Board;

/// The men and kings of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// How many men.
    pub men: u8,
    /// How many kings.
    pub kings: u8,
}

/// The pieces of the side to move and of its opponent. All positions with the same material are one slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The side to move.
    pub own: Force,
    /// The other side.
    pub other: Force,
}

impl Force {
    /// Men and kings together.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// All forces of this many pieces, those with fewer men first.
    fn all(pieces: u8) -> impl Iterator<Item = Force> {
        (0..=pieces).map(move |men| Force { men, kings: pieces - men })
    }
}

impl Material {
    /// The most pieces of a slice. Distances of up to six pieces fit into a byte.
    pub const MOST: u8 = 6;
    /// How many numbers [`number`](Self::number) can take.
    pub(super) const NUMBERS: usize = 7 * 7 * 7 * 7;

    /// The material of a board with Black to move.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let force = |pieces: u32| {
            let kings = (pieces & board.kings).count_ones() as u8;
            Force { men: pieces.count_ones() as u8 - kings, kings }
        };
        Material { own: force(board.black), other: force(board.white) }
    }

    /// All material of this many pieces with at least one on each side, in the order in which slices are solved: a crowned
    /// man leads to a slice with fewer men, so those come first.
    pub fn all(pieces: u8) -> Vec<Material> {
        let mut all: Vec<Material> = (1..pieces)
            .flat_map(|own| Force::all(own).map(move |force| (own, force)))
            .flat_map(|(own, force)| Force::all(pieces - own).map(move |other| Material { own: force, other }))
            .collect();
        all.sort_by_key(|material| (material.men(), *material));
        all
    }

    /// The same without the second of two slices that are solved together, since each is the other after a quiet move.
    pub fn pairs(pieces: u8) -> Vec<Material> {
        Material::all(pieces).into_iter().filter(|material| *material <= material.swapped()).collect()
    }

    /// The material when the other side is to move.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Material { own: self.other, other: self.own }
    }

    /// How many pieces there are.
    pub const fn pieces(self) -> u8 {
        self.own.pieces() + self.other.pieces()
    }

    /// How many men there are.
    const fn men(self) -> u8 {
        self.own.men + self.other.men
    }

    /// A small number that no other material of at most six pieces has.
    #[inline]
    pub(super) const fn number(self) -> usize {
        let Material { own, other } = self;
        ((own.men as usize * 7 + own.kings as usize) * 7 + other.men as usize) * 7 + other.kings as usize
    }

    /// The slices that captures and crownings lead to, with their side to move.
    pub(super) fn conversions(self) -> Vec<Material> {
        let Material { own, other } = self;
        let crowned = (own.men > 0).then(|| Force { men: own.men - 1, kings: own.kings + 1 });
        let mut found = Vec::new();
        for own in [Some(own), crowned].into_iter().flatten() {
            for men in 0..=other.men {
                for kings in 0..=other.kings {
                    let left = Material { own: Force { men, kings }, other: own };
                    if left.own.pieces() > 0 && left != self.swapped() {
                        found.push(left);
                    }
                }
            }
        }
        found
    }
}

/// `kkm-v-k`: the side to move has two kings and a man, its opponent a king.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |force: Force| "k".repeat(force.kings.into()) + &"m".repeat(force.men.into());
        write!(f, "{}-v-{}", letters(self.own), letters(self.other))
    }
}
