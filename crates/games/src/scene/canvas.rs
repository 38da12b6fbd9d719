//! Scenes in a terminal: a grid of characters, each with its colours.

use std::fmt::{self, Write};

use super::Paint;

/// How a character looks; the default is the terminal's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The letter's colour.
    pub ink: Option<Paint>,
    /// The colour behind it.
    pub paper: Option<Paint>,
    /// Heavy letters.
    pub bold: bool,
}

impl Style {
    /// Letters of a colour.
    pub const fn ink(paint: Paint) -> Self {
        Style { ink: Some(paint), paper: None, bold: false }
    }

    /// The same on a coloured ground.
    #[must_use]
    pub const fn on(mut self, paint: Paint) -> Self {
        self.paper = Some(paint);
        self
    }

    /// The same in heavy letters.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }
}

/// A grid of characters that grows as it is written on. `Display` prints it plainly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// An empty grid.
    pub fn new() -> Self {
        Canvas::default()
    }

    /// Writes a text over whatever was there.
    pub fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        for (index, character) in text.chars().enumerate() {
            if line.len() <= column + index {
                line.resize(column + index + 1, (' ', Style::default()));
            }
            line[column + index] = (character, style);
        }
    }

    /// The grid with terminal colours.
    pub fn coloured(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut current = Style::default();
            for &(character, style) in row {
                if style != current {
                    text.push_str("\x1b[0m");
                    if style.bold {
                        text.push_str("\x1b[1m");
                    }
                    // Words keep the terminal's own colour, which is right on light and dark grounds.
                    if let Some(paint) = style.ink.filter(|&paint| paint != Paint::Ink) {
                        let _ = write!(text, "\x1b[38;5;{}m", paint.tint().ansi);
                    }
                    if let Some(paint) = style.paper {
                        let _ = write!(text, "\x1b[48;5;{}m", paint.tint().ansi);
                    }
                    current = style;
                }
                text.push(character);
            }
            if current != Style::default() {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|&(character, _)| character).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
