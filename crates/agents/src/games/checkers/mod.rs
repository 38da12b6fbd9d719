//! Checkers: the two evaluations of the IN104 report, one that sees which pieces hang and which are guarded, and endgame
//! tables.

mod learned;
pub mod tables;

use std::sync::Arc;

use grandline_games::Side;
use grandline_games::checkers::{Aiarena, Checkers, Colour, English, Variant};
use grandline_search::{Evaluator, Noise};

pub use learned::{Patterns, Squares};
use tables::TableKnowledge;

use super::{Extra, Extras, MakeKnowledge};
use crate::evaluation::{Chosen, Declaration};
use crate::learned::declared;

/// The 4x4 block in the middle of the board: the dark squares of its middle rows and columns.
const CENTRE: u32 = 1 << 9 | 1 << 10 | 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 21 | 1 << 22;

pub(super) fn register(all: &mut Extras) {
    // The tables of the process need no memory of each engine and no threads.
    all.add(extra::<English>(|_, _| Box::new(TableKnowledge::default())));
    // A game without repetition can also be solved by search.
    all.add(extra::<Aiarena>(|megabytes, _| Box::new(TableKnowledge::default().or_solve(megabytes))));
}

fn extra<V: Variant>(knowledge: MakeKnowledge<Checkers<V>>) -> Extra<Checkers<V>> {
    let evaluations = vec![
        Declaration {
            name: "checkers-simple",
            description: "a man 2, a king 3; own total less the opponent's",
            parameters: &[("man", 2), ("king", 3)],
            make: |chosen| {
                Arc::new(Pieces { man: chosen.get("man"), king: chosen.get("king"), back: 0, centre: 0 })
            },
        },
        Declaration {
            name: "checkers-positional",
            description: "a man 5, a king 8, a piece on its own back row 4 more, one in the 4x4 block in the middle 3 \
                          more; own total less the opponent's",
            parameters: &[("man", 5), ("king", 8), ("back", 4), ("centre", 3)],
            make: |chosen| {
                let [man, king, back, centre] = ["man", "king", "back", "centre"].map(|name| chosen.get(name));
                Arc::new(Pieces { man, king, back, centre })
            },
        },
        Declaration {
            name: "checkers-guarded",
            description: "pieces, back row and middle, how far men have come, pieces that can be captured and pieces \
                          that are guarded, in hundredths of a man",
            parameters: &Guarded::PARAMETERS,
            make: |chosen| Arc::new(Guarded::new(chosen)),
        },
    ];
    let features = vec![declared::<Checkers<V>, Patterns>(), declared::<Checkers<V>, Squares>()];
    Extra { evaluations, features, knowledge: Some(knowledge) }
}

fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

/// The row a colour starts from.
const fn back_row(colour: Colour) -> u32 {
    colour.other().crowning_row()
}

/// Pieces by kind and place.
pub struct Pieces {
    man: i32,
    king: i32,
    back: i32,
    centre: i32,
}

impl Pieces {
    #[inline]
    fn side<V: Variant>(&self, position: &Checkers<V>, colour: Colour) -> i32 {
        let (men, kings) = (position.men(colour), position.kings(colour));
        let pieces = men | kings;
        self.man * count(men)
            + self.king * count(kings)
            + self.back * count(pieces & back_row(colour))
            + self.centre * count(pieces & CENTRE)
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Pieces {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Checkers<V>, viewpoint: Side) -> i32 {
        let colour = Checkers::<V>::colour_of(viewpoint);
        self.side(position, colour) - self.side(position, colour.other())
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}

/// Pieces by kind and place, and what threatens and protects them.
pub struct Guarded {
    man: i32,
    king: i32,
    back: i32,
    centre: i32,
    /// A row a man has come forward.
    advance: i32,
    /// A piece that the other side could capture at once; the side to move counts half, since it may still save it.
    hanging: i32,
    /// A piece with one of its own behind it, or at the edge, where nothing can jump it.
    guarded: i32,
    /// To have the move.
    turn: i32,
}

impl Guarded {
    const PARAMETERS: [(&'static str, i32); 8] = [
        ("man", 100),
        ("king", 150),
        ("back", 12),
        ("centre", 6),
        ("advance", 3),
        ("hanging", 30),
        ("guarded", 4),
        ("turn", 3),
    ];

    fn new(chosen: &Chosen) -> Self {
        Guarded {
            man: chosen.get("man"),
            king: chosen.get("king"),
            back: chosen.get("back"),
            centre: chosen.get("centre"),
            advance: chosen.get("advance"),
            hanging: chosen.get("hanging"),
            guarded: chosen.get("guarded"),
            turn: chosen.get("turn"),
        }
    }

    #[inline]
    fn side<V: Variant>(&self, position: &Checkers<V>, colour: Colour) -> i32 {
        let (men, kings) = (position.men(colour), position.kings(colour));
        let pieces = men | kings;
        let to_move = position.colour_to_move() == colour;
        let hanging = count(position.capturable(colour));
        // The back row keeps kings out only while there are men to be kept out.
        let back = if position.men(colour.other()) != 0 { count(men & back_row(colour)) } else { 0 };
        self.man * count(men)
            + self.king * count(kings)
            + self.back * back
            + self.centre * count(pieces & CENTRE)
            + self.advance * rows_forward(men, colour)
            + self.guarded * count(guarded(pieces, colour))
            - self.hanging * hanging / if to_move { 2 } else { 1 }
            + if to_move { self.turn } else { 0 }
    }
}

/// The sum of the rows men have come forward: each bit of the row number is counted over the board at once.
fn rows_forward(men: u32, colour: Colour) -> i32 {
    let rows = count(men & 0xF0F0_F0F0) + 2 * count(men & 0xFF00_FF00) + 4 * count(men & 0xFFFF_0000);
    match colour {
        Colour::Black => rows,
        Colour::White => 7 * count(men) - rows,
    }
}

/// Pieces at the edge, or with a piece of their own straight or slantwise behind them.
fn guarded(pieces: u32, colour: Colour) -> u32 {
    /// The squares at the sides and the two home rows.
    const EDGE: u32 = 0xF818_181F;
    const EVEN_ROWS: u32 = 0x0F0F_0F0F;
    let behind = match colour {
        // A step down is 4 further on, and one more or less by the row.
        Colour::Black => {
            pieces << 4 | (pieces & EVEN_ROWS & !0x0808_0808) << 5 | (pieces & !EVEN_ROWS & !0x1010_1010) << 3
        }
        Colour::White => {
            pieces >> 4 | (pieces & EVEN_ROWS & !0x0808_0808) >> 3 | (pieces & !EVEN_ROWS & !0x1010_1010) >> 5
        }
    };
    pieces & (EDGE | behind)
}

impl<V: Variant> Evaluator<Checkers<V>> for Guarded {
    type State = ();

    #[inline]
    fn evaluate(&self, _state: &(), position: &Checkers<V>, viewpoint: Side) -> i32 {
        let colour = Checkers::<V>::colour_of(viewpoint);
        let difference = self.side(position, colour) - self.side(position, colour.other());
        // With fewer pieces on the board a lead is worth more: exchanges suit the side that is ahead.
        difference * (40 - position.piece_count() as i32) / 28
    }

    fn scale(&self) -> i32 {
        100
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn noise(&self, _state: &(), position: &Checkers<V>) -> Noise {
        if position.must_capture() { Noise::Forced } else { Noise::Quiet }
    }
}
