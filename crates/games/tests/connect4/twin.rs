//! Connect 4 as a grid of letters.

use grandline_games::{Margin, Side};
use serde_json::{Value, json};

use crate::common::Twin;

pub(crate) struct Board {
    grid: [[Option<Side>; 7]; 6],
    plies: usize,
}

impl Board {
    fn line_of(&self, player: Side) -> bool {
        (0..6i32).any(|row| {
            (0..7i32).any(|column| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                    (0..4).all(|step| {
                        let (r, c) = (row + step * down, column + step * right);
                        (0..6).contains(&r) && (0..7).contains(&c) && self.grid[r as usize][c as usize] == Some(player)
                    })
                })
            })
        })
    }
}

impl Twin for Board {
    fn start(_text: &str) -> Self {
        Board { grid: [[None; 7]; 6], plies: 0 }
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        (0..7).filter(|&column| self.grid[5][column].is_none()).map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, text: &str) {
        let column = text.parse::<usize>().expect("a column") - 1;
        let row = (0..6).find(|&row| self.grid[row][column].is_none()).expect("an open column");
        self.grid[row][column] = Some(Side::from_parity(self.plies));
        self.plies += 1;
    }

    fn detail(&self) -> Value {
        json!({ "discs": self.plies })
    }

    fn outcome(&self) -> Option<Margin> {
        let discs = |player| self.grid.iter().flatten().filter(|&&cell| cell == Some(player)).count() as i16;
        let winner = Side::BOTH.into_iter().find(|&player| self.line_of(player));
        match winner {
            Some(winner) => Some(Margin::win(winner, 22 - discs(winner))),
            None => (self.plies == 42).then_some(Margin::DRAW),
        }
    }
}
