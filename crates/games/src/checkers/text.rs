//! Moves as text: `11-15` for a step, `22x15x8` for a capture with every square it lands on.

use serde_json::{Value, json};

use super::Checkers;
use super::board::Colour;
use super::captures::for_each_capture;
use super::moves::Move;
use super::openings::three_move_openings;
use super::picture::paints;
use super::variant::Variant;
use crate::edit::Editor;
use crate::game::{Game, Margin, Side};
use crate::measure::{Measure, MeasureKind};
use crate::notation::{MoveError, Notation, list};
use crate::record::Record;
use crate::scene::{Ending, Paint, Scene, Shape};

impl<V: Variant> Notation for Checkers<V> {
    const NAME: &'static str = V::NAME;
    const TITLE: &'static str = V::TITLE;
    const SUMMARY: &'static str = V::SUMMARY;
    const EDITOR: Option<Editor<Self>> = Some(super::edit::editor());
    const PLAYERS: [&'static str; 2] = [V::STARTS.name(), V::STARTS.other().name()];
    const PAINTS: [Paint; 2] = [paints(V::STARTS).0, paints(V::STARTS.other()).0];
    const MEASURES: &'static [Measure] = &[
        Measure {
            key: "pieces",
            name: "pieces left",
            kind: MeasureKind::Contested,
            read: |detail| left::<V>(detail, Self::pieces),
        },
        Measure {
            key: "kings",
            name: "kings left",
            kind: MeasureKind::Counted,
            read: |detail| left::<V>(detail, Self::kings),
        },
    ];
    const OPENINGS: Option<&'static str> = V::OPENINGS;

    fn customary_openings() -> Vec<Record<Self>> {
        if V::OPENINGS.is_some() { three_move_openings() } else { Vec::new() }
    }

    fn format_move(&self, mv: Move) -> String {
        format_move::<V>(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let written = Written::read::<V>(text)?;
        if self.outcome().is_some() {
            return Err(MoveError::over(text, self));
        }
        if let Some(mv) = self.moves().find(|&mv| written.is_exactly(mv)) {
            return Ok(mv);
        }
        let fitting: Vec<Move> = self.moves().filter(|&mv| written.is_short_for(mv)).collect();
        match fitting[..] {
            [] => Err(MoveError::illegal(text, self.objection(&written))),
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous { text: text.to_owned(), candidates: formatted::<V>(&fitting) }),
        }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        squares_of(mv).map(|square| (square + V::FIRST_NUMBER).to_string()).collect()
    }

    fn move_words(&self, mv: Move) -> String {
        let squares: Vec<String> = squares_of(mv).map(|square| (square + V::FIRST_NUMBER).to_string()).collect();
        squares.join(if mv.is_capture() { " × " } else { " → " })
    }

    fn move_icon(&self, mv: Move) -> Vec<Shape> {
        super::picture::piece(self, mv.from())
    }

    fn why_not(&self, touched: &[String], cell: &str) -> Option<String> {
        let square = |cell: &str| cell.parse::<u8>().ok()?.checked_sub(V::FIRST_NUMBER).filter(|&square| square < 32);
        let last = square(cell)?;
        // An own piece was to start another move.
        if touched.is_empty() || self.board.of(self.to_move) & 1 << last != 0 {
            return Some(self.objection(&Written { squares: vec![last], is_capture: false }));
        }
        let mut squares: Vec<u8> = touched.iter().map(|cell| square(cell)).collect::<Option<_>>()?;
        squares.push(last);
        Some(self.objection(&Written { squares, is_capture: self.must_capture() }))
    }

    fn scene(&self, last: Option<Move>) -> Scene {
        super::picture::draw(self, last, None)
    }

    fn scene_at_end(&self, last: Option<Move>, ending: &Ending) -> Scene {
        super::picture::draw(self, last, Some(ending))
    }

    fn detail(&self) -> Value {
        json!({ "position": self.to_string() })
    }

    fn reason(&self) -> String {
        match self.outcome().map(Margin::winner) {
            None => "the game is not over".to_owned(),
            Some(None) => format!("{} plies without {}", self.counter, V::PROGRESS),
            Some(Some(_)) if self.pieces(self.to_move) == 0 => format!("{} has no piece left", self.to_move.name()),
            Some(Some(_)) => format!("{} has no move left", self.to_move.name()),
        }
    }
}

/// How many pieces of a kind both players have in the position of a detail.
fn left<V: Variant>(detail: &Value, kind: fn(&Checkers<V>, Colour) -> u32) -> Option<[f64; 2]> {
    let position: Checkers<V> = detail.get("position")?.as_str()?.parse().ok()?;
    Some(Side::BOTH.map(|player| f64::from(kind(&position, Checkers::<V>::colour_of(player)).count_ones())))
}

/// The square a move leaves and those it lands on.
pub(super) fn squares_of(mv: Move) -> impl Iterator<Item = u8> {
    std::iter::once(mv.from()).chain(mv.landings())
}

/// The full text of a move.
pub(super) fn format_move<V: Variant>(mv: Move) -> String {
    let squares: Vec<String> = squares_of(mv).map(|square| (square + V::FIRST_NUMBER).to_string()).collect();
    squares.join(if mv.is_capture() { "x" } else { "-" })
}

fn formatted<V: Variant>(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| format_move::<V>(mv)).collect()
}

/// A move as written, which need not be legal.
struct Written {
    squares: Vec<u8>,
    is_capture: bool,
}

impl Written {
    fn read<V: Variant>(text: &str) -> Result<Self, MoveError> {
        let (first, last) = (V::FIRST_NUMBER, V::FIRST_NUMBER + 31);
        let square_expected = format!("a square from {first} to {last}");
        let characters: Vec<char> = text.chars().collect();
        let mut squares = Vec::new();
        let mut separator = None;
        let mut at = 0;
        loop {
            let begin = at;
            let mut number = 0u32;
            while let Some(digit) = characters.get(at).and_then(|character| character.to_digit(10)) {
                number = (number * 10 + digit).min(1000);
                at += 1;
            }
            if begin == at || !(u32::from(first)..=u32::from(last)).contains(&number) {
                return Err(MoveError::syntax(text, begin, square_expected));
            }
            squares.push(number as u8 - first);
            let is_capture = match characters.get(at) {
                None if squares.len() >= 2 => break,
                Some('-') if squares.len() == 1 => false,
                Some('x' | 'X' | ':' | '×') if separator != Some(false) => true,
                _ => {
                    let expected = match separator {
                        None => "'-' or 'x' and the square it goes to",
                        Some(false) => "the end: a step goes to one square",
                        Some(true) => "'x' and a further square, or the end",
                    };
                    return Err(MoveError::syntax(text, at, expected));
                }
            };
            separator = Some(is_capture);
            at += 1;
        }
        Ok(Written { squares, is_capture: separator == Some(true) })
    }

    fn is_exactly(&self, mv: Move) -> bool {
        self.is_capture == mv.is_capture() && squares_of(mv).eq(self.squares.iter().copied())
    }

    /// Whether this leaves out only squares in the middle of a capture.
    fn is_short_for(&self, mv: Move) -> bool {
        let mut path = squares_of(mv);
        self.is_capture
            && mv.is_capture()
            && self.squares.first() == Some(&mv.from())
            && self.squares.last() == Some(&mv.to())
            && self.squares.iter().all(|&square| path.any(|landing| landing == square))
    }

    /// Whether this is the beginning of a longer capture.
    fn is_beginning_of(&self, mv: Move) -> bool {
        let path: Vec<u8> = squares_of(mv).collect();
        self.is_capture && path.len() > self.squares.len() && path.starts_with(&self.squares)
    }
}

impl<V: Variant> Checkers<V> {
    /// The rule that a move breaks which is none of the legal ones.
    fn objection(&self, written: &Written) -> String {
        let from = written.squares[0];
        let (bit, number) = (1u32 << from, from + V::FIRST_NUMBER);
        let (colour, name) = (self.to_move, self.to_move.name());
        if self.board.of(colour.other()) & bit != 0 {
            return format!("the piece on {number} is {}'s, and it is {name}'s turn", colour.other().name());
        }
        if self.board.of(colour) & bit == 0 {
            return format!("there is no piece on {number}");
        }
        let legal: Vec<Move> = self.moves().collect();
        if self.must_capture() {
            return self.capture_objection(written, &legal);
        }
        let own: Vec<Move> = legal.into_iter().filter(|mv| mv.from() == from).collect();
        let kind = if self.board.kings & bit != 0 { "king" } else { "man" };
        let possible = match own[..] {
            [] => format!("the {kind} on {number} is blocked"),
            _ => format!("the {kind} on {number} can go {}", list(&formatted::<V>(&own))),
        };
        if written.is_capture { format!("{name} has nothing to capture; {possible}") } else { possible }
    }

    /// The same where the side to move has to capture.
    fn capture_objection(&self, written: &Written, legal: &[Move]) -> String {
        let name = self.to_move.name();
        if !written.is_capture {
            return format!("{name} must capture, {}", list(&formatted::<V>(legal)));
        }
        let longer: Vec<Move> = legal.iter().copied().filter(|&mv| written.is_beginning_of(mv)).collect();
        if !longer.is_empty() {
            return format!("it is not complete: it continues to {}", list(&formatted::<V>(&longer)));
        }
        let mut fewer = None;
        for_each_capture(&self.board, self.to_move, &self.board.jumps(self.to_move), &mut |mv| {
            fewer = fewer.or_else(|| (written.is_exactly(mv) || written.is_short_for(mv)).then_some(mv));
        });
        if let Some(fewer) = fewer {
            let (takes, most) =
                (fewer.captured().count_ones(), legal.iter().map(|mv| mv.captured().count_ones()).max());
            let pieces = if takes == 1 { "piece" } else { "pieces" };
            let (most, legal) = (most.unwrap_or(takes), list(&formatted::<V>(legal)));
            return format!("it takes {takes} {pieces}, but {most} can be taken: {legal}");
        }
        let own: Vec<Move> = legal.iter().copied().filter(|mv| mv.from() == written.squares[0]).collect();
        let number = written.squares[0] + V::FIRST_NUMBER;
        match own[..] {
            [] => format!("{name} must capture, {}", list(&formatted::<V>(legal))),
            _ => format!("the piece on {number} can capture {}", list(&formatted::<V>(&own))),
        }
    }

    /// `black man`, `white king` or `empty`, for those who hear the board.
    pub(super) fn words_for(&self, square: u8) -> &'static str {
        let has = |set: u32| set >> square & 1 == 1;
        match (has(self.pieces(Colour::Black)), has(self.pieces(Colour::White)), has(self.board.kings)) {
            (true, _, false) => "black man",
            (true, _, true) => "black king",
            (_, true, false) => "white man",
            (_, true, true) => "white king",
            _ => "empty",
        }
    }
}
