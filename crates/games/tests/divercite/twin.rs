//! Divercité as a 9x9 array of pieces.

use std::marker::PhantomData;

use grandline_games::Margin;
use grandline_games::divercite::Variant;
use serde_json::{Value, json};

use crate::common::Twin;

/// A piece by its letters and the player who placed it.
type Piece = (char, char, usize);

pub(crate) struct Board<V> {
    array: [[Option<Piece>; 9]; 9],
    /// The stocks, piece by piece in the reference order.
    left: [[u8; 8]; 2],
    step: usize,
    variant: PhantomData<V>,
}

const COLOURS: [char; 4] = ['R', 'G', 'B', 'Y'];

fn exists(i: usize, j: usize) -> bool {
    i.abs_diff(4) + j.abs_diff(4) <= 4
}

/// Points, divercités and cities with exactly k matches, of one player.
#[derive(Default)]
struct Count {
    points: i16,
    divercites: i16,
    stacks: [i16; 5],
}

impl<V: Variant> Board<V> {
    fn count(&self, player: usize) -> Count {
        let mut count = Count::default();
        for i in 0..9 {
            for j in 0..9 {
                let Some((colour, 'C', owner)) = self.array[i][j] else { continue };
                if owner != player {
                    continue;
                }
                let around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)];
                let around: Vec<char> = around.iter().filter_map(|&(i, j)| Some(self.array[i][j]?.0)).collect();
                let matches = around.iter().filter(|&&other| other == colour).count();
                count.stacks[matches] += 1;
                if COLOURS.iter().all(|other| around.contains(other)) {
                    count.points += 5;
                    count.divercites += 1;
                } else {
                    count.points += matches as i16;
                }
            }
        }
        count
    }

    /// The scores as reported: the tie rule stage by stage, once the last piece is placed.
    fn scores(&self) -> [i16; 2] {
        let [first, second] = [self.count(0), self.count(1)];
        let mut scores = [first.points, second.points];
        if self.step < 40 || scores[0] != scores[1] || !V::BREAKS_TIES {
            return scores;
        }
        let stages = [
            (first.divercites, second.divercites),
            (first.stacks[4], second.stacks[4]),
            (first.stacks[3], second.stacks[3]),
        ];
        for (a, b) in stages {
            if a != b {
                scores[usize::from(b > a)] += 1;
                return scores;
            }
        }
        let (a, b) = (first.stacks[2], second.stacks[2]);
        if a != b {
            scores[usize::from(b > a)] += 1;
        }
        scores[0] += 1;
        scores
    }
}

impl<V: Variant> Twin for Board<V> {
    fn start(_text: &str) -> Self {
        Board { array: [[None; 9]; 9], left: [[2, 3, 2, 3, 2, 3, 2, 3]; 2], step: 0, variant: PhantomData }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        for piece in 0..8 {
            if self.left[self.step % 2][piece] == 0 {
                continue;
            }
            let kind = if piece % 2 == 0 { 'C' } else { 'R' };
            for i in 0..9 {
                for j in 0..9 {
                    let takes = if (i + j) % 2 == 1 { 'C' } else { 'R' };
                    if exists(i, j) && takes == kind && self.array[i][j].is_none() {
                        legal.push(format!("{}{kind}{i}{j}", COLOURS[piece / 2]));
                    }
                }
            }
        }
        legal
    }

    fn play(&mut self, text: &str) {
        let letters: Vec<char> = text.chars().collect();
        let digit = |at: usize| letters[at].to_digit(10).expect("a digit") as usize;
        let colour = COLOURS.iter().position(|&colour| colour == letters[0]).expect("a colour");
        let player = self.step % 2;
        self.left[player][2 * colour + usize::from(letters[1] == 'R')] -= 1;
        self.array[digit(2)][digit(3)] = Some((letters[0], letters[1], player));
        self.step += 1;
    }

    fn detail(&self) -> Value {
        json!({ "score": self.scores(), "divercites": [self.count(0).divercites, self.count(1).divercites] })
    }

    fn outcome(&self) -> Option<Margin> {
        let [first, second] = self.scores();
        (self.step == 40).then_some(Margin(first - second))
    }
}
