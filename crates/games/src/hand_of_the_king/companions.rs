//! Phase two: the six companions, when they are due, and what they do.

use rand_core::Rng;

use super::house::House;
use super::location::Location;
use super::{HandOfTheKing, Move, Variant};
use crate::bits::{Bits, nth_bit};
use crate::random::pick;

/// A companion, in the order of the course's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Companion {
    /// Gives two cards of a house on the board.
    Jon = 0,
    /// Gives a card of Baratheon.
    Gendry = 1,
    /// Makes two cards change places, Varys allowed.
    Ramsay = 2,
    /// Kills a card.
    Sandor = 3,
    /// Kills two cards and a companion.
    Jaqen = 4,
    /// Gives another normal move.
    Melisandre = 5,
}

impl Companion {
    /// Every companion in order.
    pub const ALL: [Companion; 6] = [
        Companion::Jon,
        Companion::Gendry,
        Companion::Ramsay,
        Companion::Sandor,
        Companion::Jaqen,
        Companion::Melisandre,
    ];

    /// The name, as moves and records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Companion::Jon => "Jon",
            Companion::Gendry => "Gendry",
            Companion::Ramsay => "Ramsay",
            Companion::Sandor => "Sandor",
            Companion::Jaqen => "Jaqen",
            Companion::Melisandre => "Melisandre",
        }
    }

    /// The companion of a name, in capital or small letters.
    pub fn named(name: &str) -> Option<Companion> {
        Companion::ALL.into_iter().find(|companion| companion.name().eq_ignore_ascii_case(name))
    }

    /// How many choices the companion asks for; with fewer cards on the board it leaves the game.
    const fn choices(self) -> u32 {
        match self {
            Companion::Gendry | Companion::Melisandre => 0,
            Companion::Jon | Companion::Sandor => 1,
            Companion::Ramsay => 2,
            Companion::Jaqen => 3,
        }
    }
}

/// A set of companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Companions(pub(super) u8);

impl Companions {
    /// Nobody.
    pub const NONE: Companions = Companions(0);
    /// All six.
    pub const ALL: Companions = Companions(0x3F);

    /// How many there are.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a companion is in the set.
    #[inline]
    pub const fn contains(self, companion: Companion) -> bool {
        self.0 >> companion as u8 & 1 != 0
    }

    /// Whether there is nobody.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Who is in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Companion> {
        Companion::ALL.into_iter().filter(move |&companion| self.contains(companion))
    }

    #[must_use]
    pub(super) const fn with(self, companion: Companion) -> Self {
        Companions(self.0 | 1 << companion as u8)
    }

    #[must_use]
    pub(super) const fn without(self, companion: Companion) -> Self {
        Companions(self.0 & !(1 << companion as u8))
    }

    /// Those who stay with a number of cards on the board and Varys free to move or not. The order
    /// of the three rules matters: Jaqen leaves last, if he is then alone.
    #[must_use]
    pub(super) fn pruned(mut self, cards: u32, varys_moves: bool) -> Self {
        if !varys_moves {
            self = self.without(Companion::Melisandre);
        }
        for companion in Companion::ALL {
            if companion.choices() > cards {
                self = self.without(companion);
            }
        }
        if self == Companions::NONE.with(Companion::Jaqen) { Companions::NONE } else { self }
    }
}

/// What a list of moves has had already, so that of moves with the same effect one is kept.
#[derive(Default)]
pub(super) struct Seen {
    /// Houses of Jon's cards, one bit for each code.
    houses: u8,
    /// Whether Ramsay exchanged two cards of one house, which changes nothing.
    idle: bool,
}

impl Seen {
    /// Whether no earlier move led where this one leads. Jon's cards of a house are all alike.
    pub(super) fn is_new<V: Variant>(&mut self, position: &HandOfTheKing<V>, mv: Move) -> bool {
        match mv {
            Move::Jon(card) => {
                let house = 1 << position.code(card);
                let is_new = self.houses & house == 0;
                self.houses |= house;
                is_new
            }
            Move::Ramsay(a, b) if position.code(a) == position.code(b) => !std::mem::replace(&mut self.idle, true),
            _ => true,
        }
    }
}

/// The sets a companion's choices come from.
#[derive(Clone, Copy)]
struct Choices {
    due: Companions,
    cards: u64,
    cards_and_varys: u64,
}

impl<V: Variant> HandOfTheKing<V> {
    fn choices(&self) -> Choices {
        let cards = self.cards();
        let due = if self.choosing { self.companions } else { Companions::NONE };
        Choices { due, cards, cards_and_varys: cards | self.varys.bit() }
    }

    /// Every way to use a companion, if one is due.
    pub(super) fn companion_moves(&self) -> impl Iterator<Item = Move> {
        let choices = self.choices();
        choices.due.iter().flat_map(move |companion| choices.moves(companion))
    }

    /// How many there are, and how many when the two orders of a pair count as two.
    pub(super) fn count_companion_moves(&self, ordered: bool) -> usize {
        let choices = self.choices();
        let orders = if ordered { 2 } else { 1 };
        choices.due.iter().map(|c| choices.count(c) * if choices.is_pair(c) { orders } else { 1 }).sum()
    }

    /// A uniformly random way to use a companion.
    pub(super) fn random_companion_move(&self, rng: &mut impl Rng) -> Option<Move> {
        let choices = self.choices();
        let mut rank = pick(rng, self.count_companion_moves(false) as u32) as usize;
        for companion in choices.due.iter() {
            let count = choices.count(companion);
            if rank < count {
                return Some(choices.move_of_rank(companion, rank as u32));
            }
            rank -= count;
        }
        None
    }

    /// Lets a companion act; the turn then passes, except with Melisandre.
    pub(super) fn use_companion(&mut self, mv: Move) {
        let Some(companion) = mv.companion() else { return };
        self.companions = self.companions.without(companion);
        self.choosing = false;
        match mv {
            Move::Jon(card) => self.captured.add(self.to_move, self.code(card), 2),
            Move::Gendry => self.captured.add(self.to_move, House::Baratheon.code(), 1),
            Move::Ramsay(a, b) => self.exchange(a, b),
            Move::Sandor(card) => self.remove(card.bit()),
            Move::Jaqen(a, b, killed) => {
                self.remove(a.bit() | b.bit());
                self.companions = self.companions.without(killed);
            }
            Move::Melisandre | Move::Take(_) => {}
        }
        self.prune();
        if companion != Companion::Melisandre {
            self.to_move = !self.to_move;
        }
    }

    /// Sends away the companions who can no longer be of use.
    pub(super) fn prune(&mut self) {
        let cards = self.cards();
        self.companions = self.companions.pruned(cards.count_ones(), cards & self.varys.lines() != 0);
    }

    fn exchange(&mut self, a: Location, b: Location) {
        for plane in &mut self.planes {
            let differs = (*plane >> a.0 ^ *plane >> b.0) & 1;
            *plane ^= differs << a.0 | differs << b.0;
        }
        if self.varys == a {
            self.varys = b;
        } else if self.varys == b {
            self.varys = a;
        }
    }
}

impl Choices {
    const fn is_pair(&self, companion: Companion) -> bool {
        matches!(companion, Companion::Ramsay | Companion::Jaqen)
    }

    fn count(&self, companion: Companion) -> usize {
        let cards = self.cards.count_ones() as usize;
        match companion {
            Companion::Jon | Companion::Sandor => cards,
            Companion::Gendry | Companion::Melisandre => 1,
            Companion::Ramsay => (cards + 1) * cards / 2,
            Companion::Jaqen => cards * (cards - 1) / 2 * (self.due.len() - 1),
        }
    }

    /// The moves of one companion; every kind of choice is an iterator that is empty for the others.
    fn moves(self, companion: Companion) -> impl Iterator<Item = Move> {
        let only = |wanted: Companion, set: u64| if companion == wanted { set } else { 0 };
        let alone = match companion {
            Companion::Gendry => Some(Move::Gendry),
            Companion::Melisandre => Some(Move::Melisandre),
            _ => None,
        };
        let jon = Bits(only(Companion::Jon, self.cards)).map(|card| Move::Jon(Location(card)));
        let sandor = Bits(only(Companion::Sandor, self.cards)).map(|card| Move::Sandor(Location(card)));
        let ramsay = pairs(only(Companion::Ramsay, self.cards_and_varys)).map(|(a, b)| Move::Ramsay(a, b));
        let others = self.due.without(Companion::Jaqen);
        let jaqen = pairs(only(Companion::Jaqen, self.cards))
            .flat_map(move |(a, b)| others.iter().map(move |killed| Move::Jaqen(a, b, killed)));
        alone.into_iter().chain(jon).chain(sandor).chain(ramsay).chain(jaqen)
    }

    /// One of the moves of a companion by a number below their count.
    fn move_of_rank(&self, companion: Companion, rank: u32) -> Move {
        let card = |rank| Location(nth_bit(self.cards, rank));
        match companion {
            Companion::Jon => Move::Jon(card(rank)),
            Companion::Sandor => Move::Sandor(card(rank)),
            Companion::Gendry => Move::Gendry,
            Companion::Melisandre => Move::Melisandre,
            Companion::Ramsay => {
                let (a, b) = pair_of_rank(self.cards_and_varys, rank);
                Move::ramsay(a, b)
            }
            Companion::Jaqen => {
                let others = self.due.without(Companion::Jaqen);
                let victims = others.len() as u32;
                let (a, b) = pair_of_rank(self.cards, rank / victims);
                let killed = others.iter().nth((rank % victims) as usize);
                Move::jaqen(a, b, killed.unwrap_or_else(|| unreachable!("the rank is below the number of others")))
            }
        }
    }
}

/// The pairs of a set, the lower place first.
fn pairs(set: u64) -> impl Iterator<Item = (Location, Location)> {
    Bits(set).flat_map(move |a| Bits(set & !((2 << a) - 1)).map(move |b| (Location(a), Location(b))))
}

/// A pair of a set by its number. The ranks fill a triangle: row `r` holds the pairs of place `r` with the `r` before it.
fn pair_of_rank(set: u64, rank: u32) -> (Location, Location) {
    let mut row = 1;
    let mut before = rank;
    while before >= row {
        before -= row;
        row += 1;
    }
    (Location(nth_bit(set, before)), Location(nth_bit(set, row)))
}
