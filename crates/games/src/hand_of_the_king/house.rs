//! The seven houses in their fixed order, which is also the order that breaks ties.

/// A house of the game; its place in the order is its tie rank, `Stark` the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum House {
    /// Eight cards.
    Stark = 0,
    /// Seven cards.
    Greyjoy = 1,
    /// Six cards.
    Lannister = 2,
    /// Five cards.
    Targaryen = 3,
    /// Four cards.
    Baratheon = 4,
    /// Three cards.
    Tyrell = 5,
    /// Two cards.
    Tully = 6,
}

impl House {
    /// Every house in order.
    pub const ALL: [House; 7] = [
        House::Stark,
        House::Greyjoy,
        House::Lannister,
        House::Targaryen,
        House::Baratheon,
        House::Tyrell,
        House::Tully,
    ];

    /// The place in the order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many cards the house has at the start.
    #[inline]
    pub const fn size(self) -> u8 {
        8 - self as u8
    }

    /// The name in full.
    pub const fn name(self) -> &'static str {
        match self {
            House::Stark => "Stark",
            House::Greyjoy => "Greyjoy",
            House::Lannister => "Lannister",
            House::Targaryen => "Targaryen",
            House::Baratheon => "Baratheon",
            House::Tyrell => "Tyrell",
            House::Tully => "Tully",
        }
    }

    /// One letter that no other house has, for pictures.
    pub const fn letter(self) -> &'static str {
        match self {
            House::Stark => "S",
            House::Greyjoy => "G",
            House::Lannister => "L",
            House::Targaryen => "T",
            House::Baratheon => "B",
            House::Tyrell => "Y",
            House::Tully => "U",
        }
    }

    /// The names of its cards, which have no effect on the game.
    pub const fn card_names(self) -> &'static [&'static str] {
        match self {
            House::Stark => &["Bran", "Robb", "Lyanna", "Rickon", "Sansa", "Eddard", "Catelyn", "Arya"],
            House::Greyjoy => &["Theon", "Balon", "Euron", "Asha", "Rodrik", "Aeron", "Victarion"],
            House::Lannister => &["Tywin", "Joffrey", "Jaime", "Cersei", "Kevan", "Tyrion"],
            House::Targaryen => &["Daenerys", "Aerys", "Aegon 1", "Viserys", "Rhaegar"],
            House::Baratheon => &["Robert", "Stannis", "Renly", "Shireen"],
            House::Tyrell => &["Garlan", "Olenna", "Margaery"],
            House::Tully => &["Edmure", "Hoster"],
        }
    }

    /// The number a card of the house has in the bit planes; 0 stands for no card.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        self as u8 + 1
    }

    /// The house of a code, `None` for an empty place or Varys.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Option<House> {
        match code {
            1..=7 => Some(House::ALL[code as usize - 1]),
            _ => None,
        }
    }
}
