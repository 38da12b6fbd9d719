//! Othello as an 8 by 8 array of letters: `X` is Black, `O` White, `-` empty.

use grandline_games::Margin;
use serde_json::{Value, json};

use crate::common::Twin;

pub(crate) struct Board {
    grid: [[char; 8]; 8],
    mover: char,
}

fn opponent(letter: char) -> char {
    if letter == 'X' { 'O' } else { 'X' }
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", "abcdefgh".chars().nth(column).expect("a column"), row + 1)
}

impl Board {
    /// The text of the position, as the fast rules write it.
    pub(crate) fn text(&self) -> String {
        let squares: String = self.grid.iter().flatten().collect();
        format!("{squares} {}", self.mover)
    }

    /// Every disc that a disc of a colour on a square would turn.
    fn turned(&self, row: usize, column: usize, colour: char) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.grid[row][column] != '-' {
            return turned;
        }
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut line = Vec::new();
            let (mut r, mut c) = (row as i32 + down, column as i32 + right);
            while (0..8).contains(&r) && (0..8).contains(&c) {
                let letter = self.grid[r as usize][c as usize];
                if letter == opponent(colour) {
                    line.push((r as usize, c as usize));
                } else {
                    if letter == colour {
                        turned.append(&mut line);
                    }
                    break;
                }
                (r, c) = (r + down, c + right);
            }
        }
        turned
    }

    fn placements(&self, colour: char) -> Vec<String> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        squares
            .filter(|&(row, column)| !self.turned(row, column, colour).is_empty())
            .map(|(row, column)| name(row, column))
            .collect()
    }

    fn count(&self, colour: char) -> i16 {
        self.grid.iter().flatten().filter(|&&letter| letter == colour).count() as i16
    }
}

impl Twin for Board {
    fn start(text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        let mut grid = [['-'; 8]; 8];
        for (index, row) in grid.iter_mut().enumerate() {
            row.copy_from_slice(&letters[8 * index..8 * index + 8]);
        }
        Board { grid, mover: letters[65] }
    }

    fn legal(&self) -> Vec<String> {
        let own = self.placements(self.mover);
        if own.is_empty() && !self.placements(opponent(self.mover)).is_empty() { vec!["pass".to_owned()] } else { own }
    }

    fn play(&mut self, text: &str) {
        if text != "pass" {
            let column = "abcdefgh".find(&text[..1]).expect("a column");
            let row = text[1..].parse::<usize>().expect("a row") - 1;
            for (r, c) in self.turned(row, column, self.mover) {
                self.grid[r][c] = self.mover;
            }
            self.grid[row][column] = self.mover;
        }
        self.mover = opponent(self.mover);
    }

    fn detail(&self) -> Value {
        json!({ "discs": [self.count('X'), self.count('O')] })
    }

    fn outcome(&self) -> Option<Margin> {
        self.legal().is_empty().then(|| Margin(self.count('X') - self.count('O')))
    }
}
