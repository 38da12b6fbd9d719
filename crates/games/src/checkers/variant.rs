//! What distinguishes the two variants, as constants: the compiler folds them, so a rule costs nothing.

use std::fmt::Debug;
use std::hash::Hash;

use super::board::Colour;

/// The rules and texts in which the variants of checkers differ.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name used in commands, addresses and records.
    const NAME: &'static str;
    /// The name as a person writes it.
    const TITLE: &'static str;
    /// One line that says what the game is about.
    const SUMMARY: &'static str;
    /// The colour that makes the first move, and is [`Side::First`](crate::Side::First) therefore.
    const STARTS: Colour;
    /// Whether only the captures that take the most pieces are legal.
    const MOST_PIECES: bool;
    /// Whether a man's move sets the counter of plies without progress back; a capture always does.
    const MAN_RESETS: bool;
    /// The game is drawn after this many plies without progress.
    const DRAW_AFTER: u8;
    /// Whether the third occurrence of a position is a draw.
    const REPETITION: bool;
    /// From this counter on it is part of the hash key. Two positions that differ in the counter alone
    /// have the same future for a search that ends before either is drawn; sharing the key lets the
    /// search find what it knows. Closer to the draw the counter matters, and is hashed.
    const HASHED_FROM: u8;
    /// The number of the first square in texts.
    const FIRST_NUMBER: u8;
    /// How positions are written.
    const LAYOUT: Layout;
    /// What the openings are called that matches are played from, where there is such a custom.
    const OPENINGS: Option<&'static str>;
    /// What the counter counts, in words.
    const PROGRESS: &'static str;
}

/// The two ways to write a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `B:W21-32:B1-12`, as in PDN files.
    Fen,
    /// `mmmmmmmmmmmm________MMMMMMMMMMMM/w/0`, a letter for every cell.
    Cells,
}

/// English draughts, also called American checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct English;

impl Variant for English {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const SUMMARY: &'static str =
        "English draughts: jump diagonally, capturing is a must, and a side that cannot move loses.";
    const STARTS: Colour = Colour::Black;
    const MOST_PIECES: bool = false;
    const MAN_RESETS: bool = true;
    const DRAW_AFTER: u8 = 80;
    const REPETITION: bool = true;
    // 32 plies before the draw: deeper than a search looks along a line without progress.
    const HASHED_FROM: u8 = 48;
    const FIRST_NUMBER: u8 = 1;
    const LAYOUT: Layout = Layout::Fen;
    const OPENINGS: Option<&'static str> = Some("three-move");
    const PROGRESS: &'static str = "a capture or a man's move";
}

/// The game of the aiarena course: White starts, and the capture of the most pieces is a must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aiarena;

impl Variant for Aiarena {
    const NAME: &'static str = "checkers/aiarena";
    const TITLE: &'static str = "Checkers (aiarena)";
    const SUMMARY: &'static str =
        "The course's checkers: take as many pieces as you can; 25 plies without a capture are a draw.";
    const STARTS: Colour = Colour::White;
    const MOST_PIECES: bool = true;
    const MAN_RESETS: bool = false;
    const DRAW_AFTER: u8 = 25;
    const REPETITION: bool = false;
    // The draw is always near, so every counter is a future of its own.
    const HASHED_FROM: u8 = 0;
    const FIRST_NUMBER: u8 = 0;
    const LAYOUT: Layout = Layout::Cells;
    const OPENINGS: Option<&'static str> = None;
    const PROGRESS: &'static str = "a capture";
}
