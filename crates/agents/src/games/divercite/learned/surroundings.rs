//! A city cell with the resources around it and who still has which colour, up to a permutation of the colours.
//!
//! What is on a cell and around it is a [`Class`]; the colours that each player can still place are a mask. Pairs of both
//! that differ only by names of colours, or by colours that no longer matter there, are one kind and share a number.

use std::collections::HashMap;
use std::sync::OnceLock;

/// What is on a city cell and around it: the city in one of nine states, times the numbers of resources of each colour.
pub(super) type Class = u16;

/// Ways to have up to four resources of four colours.
const COUNTS: usize = 70;
/// States of a city cell: empty, or a city of a player and colour.
const STATES: usize = 9;
/// All classes.
pub(super) const CLASSES: usize = STATES * COUNTS;
/// Sets of colours that two players still have as resources: four bits each, those of the first player lowest.
pub(super) const MASKS: usize = 256;

/// The numbers of each colour, by their place in the list.
const NUMBERS: [[u8; 4]; COUNTS] = {
    let mut all = [[0; 4]; COUNTS];
    let (mut code, mut found) = (0u32, 0);
    while code < 625 {
        let numbers = [(code % 5) as u8, (code / 5 % 5) as u8, (code / 25 % 5) as u8, (code / 125) as u8];
        if numbers[0] + numbers[1] + numbers[2] + numbers[3] <= 4 {
            all[found] = numbers;
            found += 1;
        }
        code += 1;
    }
    all
};

/// The place in the list after a resource of each colour is added; itself where there is no room.
const ADDED: [[u8; 4]; COUNTS] = {
    let mut all = [[0; 4]; COUNTS];
    let mut from = 0;
    while from < COUNTS {
        let mut colour = 0;
        while colour < 4 {
            let mut numbers = NUMBERS[from];
            numbers[colour] += 1;
            all[from][colour] = from as u8;
            let mut to = 0;
            while to < COUNTS {
                let other = NUMBERS[to];
                if other[0] == numbers[0] && other[1] == numbers[1] && other[2] == numbers[2] && other[3] == numbers[3] {
                    all[from][colour] = to as u8;
                }
                to += 1;
            }
            colour += 1;
        }
        from += 1;
    }
    all
};

/// The class after a resource of a colour was put beside the cell.
pub(super) static WITH_RESOURCE: [[Class; 4]; CLASSES] = {
    let mut all = [[0; 4]; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        let mut colour = 0;
        while colour < 4 {
            all[class][colour] = (class / COUNTS * COUNTS) as Class + ADDED[class % COUNTS][colour] as Class;
            colour += 1;
        }
        class += 1;
    }
    all
};

/// The class of an empty cell after a player put a city of a colour there.
#[inline]
pub(super) const fn with_city(class: Class, player: usize, colour: usize) -> Class {
    class + (COUNTS * (1 + 4 * player + colour)) as Class
}

/// The numbers of all pairs of class and mask.
pub(super) struct Kinds {
    /// By mask, then by class.
    pub(super) numbers: Vec<[u16; CLASSES]>,
    /// What each number becomes when the players change sides.
    pub(super) turned: Vec<u16>,
    /// A number that kinds share which differ only by who still has which colour.
    pub(super) coarse: Vec<u16>,
    /// The points of the city, as the first player sees them.
    pub(super) points: Vec<i8>,
}

impl Kinds {
    /// How many different ones there are.
    pub(super) fn count(&self) -> usize {
        self.turned.len()
    }
}

/// What matters of a pair of class and mask: the owner, the colour of the city, and the other colours in any order. A colour
/// is how many resources of it there are and which players have more, as far as that still matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    owner: u8,
    own: Option<(u8, u8)>,
    others: [(u8, u8); 4],
}

impl Kind {
    /// The same with nobody having anything left.
    fn coarse(self) -> Self {
        let bare = |(number, _): (u8, u8)| (number, 0);
        let mut others = self.others.map(bare);
        others.sort_unstable();
        Kind { own: self.own.map(bare), others, ..self }
    }

    /// The points of the city, as the first player sees them.
    fn points(self) -> i8 {
        let Some((matches, _)) = self.own else { return 0 };
        let is_divercite = matches == 1 && self.others.iter().filter(|&&(number, _)| number == 1).count() == 3;
        let points = if is_divercite { 5 } else { matches as i8 };
        if self.owner == 1 { points } else { -points }
    }

    fn of(class: usize, mask: usize) -> Self {
        let (state, numbers) = (class / COUNTS, NUMBERS[class % COUNTS]);
        let (owner, colour) = if state == 0 { (0, None) } else { (1 + (state - 1) / 4, Some((state - 1) % 4)) };
        let is_open = numbers.iter().sum::<u8>() < 4;
        let is_diverse = numbers.iter().all(|&number| number <= 1);
        let seen = |index: usize| {
            // A missing colour matters as long as a divercité is possible, and the colour of the city in any case.
            let matters = is_open && (colour == Some(index) || is_diverse && numbers[index] == 0);
            let left = (mask >> index & 1 | (mask >> (4 + index) & 1) << 1) as u8;
            (numbers[index], if matters { left } else { 0 })
        };
        let mut others: Vec<(u8, u8)> = (0..4).filter(|&index| colour != Some(index)).map(seen).collect();
        others.sort_unstable();
        others.resize(4, (0, 0));
        Kind { owner: owner as u8, own: colour.map(seen), others: [others[0], others[1], others[2], others[3]] }
    }
}

/// The class and the mask with the players exchanged.
fn exchanged(class: usize, mask: usize) -> (usize, usize) {
    let state = class / COUNTS;
    let turned = match state {
        0 => 0,
        1..=4 => state + 4,
        _ => state - 4,
    };
    (turned * COUNTS + class % COUNTS, (mask << 4 | mask >> 4) & (MASKS - 1))
}

/// All kinds, numbered when they are first asked for.
pub(super) fn kinds() -> &'static Kinds {
    static KINDS: OnceLock<Kinds> = OnceLock::new();
    KINDS.get_or_init(|| {
        let mut known = HashMap::new();
        let mut examples = Vec::new();
        let mut numbers = vec![[0; CLASSES]; MASKS];
        for (mask, row) in numbers.iter_mut().enumerate() {
            for (class, number) in row.iter_mut().enumerate() {
                *number = *known.entry(Kind::of(class, mask)).or_insert_with(|| {
                    examples.push((class, mask));
                    examples.len() as u16 - 1
                });
            }
        }
        let turned = examples.iter().map(|&(class, mask)| {
            let (class, mask) = exchanged(class, mask);
            numbers[mask][class]
        });
        let turned = turned.collect();
        let mut known = HashMap::new();
        let kinds = examples.iter().map(|&(class, mask)| Kind::of(class, mask));
        let coarse = kinds.clone().map(|kind| {
            let next = known.len() as u16;
            *known.entry(kind.coarse()).or_insert(next)
        });
        let coarse = coarse.collect();
        let points = kinds.map(Kind::points).collect();
        Kinds { numbers, turned, coarse, points }
    })
}
