//! Hand of the King: Varys walks over a court of 36 cards, the players gather the houses he passes.

mod banners;
mod companions;
mod course;
mod edit;
mod house;
mod location;
mod moves;
mod numbered;
mod picture;
mod position;
mod setup;
mod sigils;
mod symmetry;
mod terminal;
mod text;
mod variant;
mod words;

use std::marker::PhantomData;

use rand_core::Rng;

use crate::bits::Bits;
use crate::game::{Game, Margin, Side, Symmetry};
use crate::random::{mix, seeded};
use banners::Captured;

pub use companions::{Companion, Companions};
pub use course::BoardError;
pub use house::House;
pub use location::Location;
pub use variant::{PhaseOne, Published, Variant, WithCompanions};

/// A position. Each place's house code (0: no card, 1 to 7: a house) lies across three bit planes, so
/// that the cards are the union of the planes and a house is three comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandOfTheKing<V: Variant = PhaseOne> {
    planes: [u64; 3],
    captured: Captured,
    varys: Location,
    to_move: Side,
    companions: Companions,
    /// Whether the player to move has earned a companion and must use one now.
    choosing: bool,
    variant: PhantomData<V>,
}

/// A ply: a normal move, or the use of a companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Varys goes to a card.
    Take(Location),
    /// Two cards of the house of a card on the board.
    Jon(Location),
    /// A card of Baratheon.
    Gendry,
    /// Two cards change places; the lower place comes first.
    Ramsay(Location, Location),
    /// A card leaves the game.
    Sandor(Location),
    /// Two cards, the lower place first, and a companion leave the game.
    Jaqen(Location, Location, Companion),
    /// Another normal move.
    Melisandre,
}

impl Move {
    /// Ramsay's move with the places in either order.
    pub fn ramsay(a: Location, b: Location) -> Self {
        Move::Ramsay(a.min(b), a.max(b))
    }

    /// Jaqen's move with the places in either order.
    pub fn jaqen(a: Location, b: Location, killed: Companion) -> Self {
        Move::Jaqen(a.min(b), a.max(b), killed)
    }

    /// Which companion is used, `None` for a normal move.
    pub const fn companion(self) -> Option<Companion> {
        match self {
            Move::Take(_) => None,
            Move::Jon(_) => Some(Companion::Jon),
            Move::Gendry => Some(Companion::Gendry),
            Move::Ramsay(..) => Some(Companion::Ramsay),
            Move::Sandor(_) => Some(Companion::Sandor),
            Move::Jaqen(..) => Some(Companion::Jaqen),
            Move::Melisandre => Some(Companion::Melisandre),
        }
    }
}

impl<V: Variant> HandOfTheKing<V> {
    /// A start with the places of each house's cards.
    fn with_cards(sets: [u64; 7], varys: Location) -> Self {
        let [stark, greyjoy, lannister, targaryen, baratheon, tyrell, tully] = sets;
        HandOfTheKing {
            planes: [
                stark | lannister | baratheon | tully,
                greyjoy | lannister | tyrell | tully,
                targaryen | baratheon | tyrell | tully,
            ],
            captured: Captured::default(),
            varys,
            to_move: Side::First,
            companions: if V::COMPANIONS { Companions::ALL } else { Companions::NONE },
            choosing: false,
            variant: PhantomData,
        }
    }

    /// The house of the card at a place; `None` if it is empty or Varys stands there.
    #[inline]
    pub fn card(&self, at: Location) -> Option<House> {
        House::from_code(self.code(at))
    }

    /// Where Varys stands.
    #[inline]
    pub fn varys(&self) -> Location {
        self.varys
    }

    /// How many cards of each house a player has captured.
    #[inline]
    pub fn counts(&self, player: Side) -> [u8; 7] {
        House::ALL.map(|house| self.captured.count(player, house))
    }

    /// Who captured last in a house, `None` before anyone has.
    pub fn last_taker(&self, house: House) -> Option<Side> {
        self.captured.last(house)
    }

    /// Who holds the banner of a house.
    #[inline]
    pub fn owner(&self, house: House) -> Option<Side> {
        self.captured.owned().owner(house)
    }

    /// How many banners a player holds.
    #[inline]
    pub fn banners(&self, player: Side) -> u32 {
        self.captured.owned().banners(player)
    }

    /// How many cards of a house lie on the board.
    #[inline]
    pub fn on_board(&self, house: House) -> u32 {
        let code = house.code();
        let plane = |index: usize| if code >> index & 1 != 0 { self.planes[index] } else { !self.planes[index] };
        (plane(0) & plane(1) & plane(2)).count_ones()
    }

    /// How many cards are left on the board besides Varys.
    #[inline]
    pub fn cards_left(&self) -> u32 {
        self.cards().count_ones()
    }

    /// Whether the player to move must use a companion now.
    #[inline]
    pub fn is_choosing(&self) -> bool {
        V::COMPANIONS && self.choosing
    }

    /// The companions still available.
    #[inline]
    pub fn companions(&self) -> Companions {
        self.companions
    }
}

impl<V: Variant> Game for HandOfTheKing<V> {
    type Move = Move;

    const MAX_MARGIN: i16 = 7;
    const ALTERNATES: bool = !V::COMPANIONS;
    const SYMMETRIES: u8 = 8;

    fn start(seed: u64) -> Self {
        Self::shuffled(&mut seeded(seed))
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        let choosing = self.is_choosing().then(|| self.companion_moves());
        let targets = if self.is_choosing() { 0 } else { self.targets() };
        Bits(targets).map(|target| Move::Take(Location(target))).chain(choosing.into_iter().flatten())
    }

    #[inline]
    fn distinct_moves(&self) -> impl Iterator<Item = Move> {
        let mut seen = companions::Seen::default();
        self.moves().filter(move |&mv| !V::COMPANIONS || seen.is_new(self, mv))
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match mv {
            Move::Take(target) => self.normal_move(target),
            _ if V::COMPANIONS => self.use_companion(mv),
            _ => debug_assert!(false, "{mv:?} in a variant without companions"),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Margin> {
        let over = !self.is_choosing() && self.cards() & self.varys.lines() == 0;
        over.then(|| self.captured.owned().margin())
    }

    /// A product of two words folded to one spreads both over all bits; two rounds take in the whole position.
    #[inline]
    fn key(&self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let turn = (self.varys.0 as u64) << 48
            | (self.companions.0 as u64) << 54
            | (self.choosing as u64) << 60
            | (self.to_move as u64) << 61;
        let board = fold(self.planes[0] ^ const { mix(1) }, self.planes[1] ^ const { mix(2) });
        let rest = fold(self.planes[2] ^ turn ^ const { mix(3) }, self.captured.essence() ^ const { mix(4) });
        fold(board ^ const { mix(5) }, rest ^ const { mix(6) })
    }

    fn mapped(&self, symmetry: Symmetry) -> Self {
        symmetry::map_position(self, symmetry)
    }

    fn map_move(mv: Move, symmetry: Symmetry) -> Move {
        symmetry::map_move(mv, symmetry)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_choosing() { self.count_companion_moves(false) } else { self.targets().count_ones() as usize }
    }

    #[inline]
    fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.is_choosing() { self.random_companion_move(rng) } else { self.random_target(rng).map(Move::Take) }
    }

    /// The choice of a random move notices the end by itself, and a copy of the position stays in registers.
    #[inline]
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        let mut position = *self;
        loop {
            if position.is_choosing() {
                position.random_companion_move(rng).into_iter().for_each(|mv| position.use_companion(mv));
            } else if let Some(target) = position.random_target(rng) {
                position.normal_move(target);
            } else {
                break;
            }
        }
        *self = position;
        position.captured.owned().margin()
    }

    /// Every move takes a card or a companion.
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(self.cards_left() + self.companions.count())
    }

    /// The cards and Varys.
    #[inline]
    fn left(&self) -> u32 {
        self.cards_left() + 1
    }
}
