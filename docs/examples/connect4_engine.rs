//! Connect 4 for ugi: looks a few plies ahead. Build it with `rustc --edition 2024 -O connect4_engine.rs`.
use std::io::{BufRead, Write, stdin, stdout};

/// The discs of the seven columns from the bottom up; `false` belongs to the first player.
#[derive(Clone, Default)]
struct Board([Vec<bool>; 7]);

impl Board {
    fn second_to_move(&self) -> bool {
        self.0.iter().map(Vec::len).sum::<usize>() % 2 == 1
    }

    /// The free columns, the middle first.
    fn moves(&self) -> impl Iterator<Item = usize> {
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.0[column].len() < 6)
    }

    fn play(&mut self, column: usize) {
        let disc = self.second_to_move();
        self.0[column].push(disc);
    }

    /// Whether the player to move completes four with a disc in a column.
    fn wins(&self, column: usize) -> bool {
        let (disc, x, y) = (self.second_to_move(), column as i32, self.0[column].len() as i32);
        let has = |x: i32, y: i32| self.0.get(x as usize).is_some_and(|discs| discs.get(y as usize) == Some(&disc));
        let run = |dx: i32, dy: i32| (1..4).take_while(|step| has(x + step * dx, y + step * dy)).count();
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 3)
    }

    /// What the player to move can reach, and how: a win is worth the more the sooner it comes.
    fn search(&self, depth: i32) -> (i32, Option<usize>) {
        let mut best = (-1000, None);
        for column in self.moves() {
            let mut child = self.clone();
            child.play(column);
            let value = if self.wins(column) { 100 + depth } else if depth > 1 { -child.search(depth - 1).0 } else { 0 };
            if value > best.0 {
                best = (value, Some(column));
            }
        }
        if best.1.is_none() { (0, None) } else { best }
    }
}

fn main() -> std::io::Result<()> {
    let (mut board, mut out) = (Board::default(), stdout());
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"ugi") => writeln!(out, "id name Fifty Lines\nid author The Grandline examples\nugiok")?,
            Some(&"isready") => writeln!(out, "readyok")?,
            Some(&"position") => {
                board = Board::default();
                words[1..].concat().chars().filter_map(|c| c.to_digit(10)).for_each(|column| board.play(column as usize - 1));
            }
            Some(&"go") => match board.search(5) {
                (value, Some(column)) => writeln!(out, "info depth 5 score cp {}\nbestmove {}", value * 100, column + 1)?,
                (_, None) => writeln!(out, "bestmove none")?,
            },
            Some(&"quit") => break,
            _ => {}
        }
    }
    Ok(())
}
