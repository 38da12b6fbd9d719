//! Checkers as an 8 by 8 array of letters, written from the rules page: capitals are White, `k` is a king.

use std::marker::PhantomData;

use grandline_games::Margin;
use grandline_games::checkers::{Aiarena, English};
use serde_json::{Value, json};

use crate::common::Twin;

/// What the rules page says of a variant.
pub(crate) trait Rules {
    const WHITE_STARTS: bool;
    const MAXIMUM: bool;
    const MAN_RESETS: bool;
    const DRAW: usize;
    const FIRST: usize;
    const FEN: bool;
}

impl Rules for English {
    const WHITE_STARTS: bool = false;
    const MAXIMUM: bool = false;
    const MAN_RESETS: bool = true;
    const DRAW: usize = 80;
    const FIRST: usize = 1;
    const FEN: bool = true;
}

impl Rules for Aiarena {
    const WHITE_STARTS: bool = true;
    const MAXIMUM: bool = true;
    const MAN_RESETS: bool = false;
    const DRAW: usize = 25;
    const FIRST: usize = 0;
    const FEN: bool = false;
}

type Place = (i32, i32);

pub(crate) struct Board<R> {
    grid: [[char; 8]; 8],
    white: bool,
    counter: usize,
    rules: PhantomData<R>,
}

fn place(index: usize) -> Place {
    let (row, column) = (index / 4, index % 4 * 2);
    (row as i32, (column + (row + 1) % 2) as i32)
}

fn index((row, column): Place) -> usize {
    (row * 4 + column / 2) as usize
}

impl<R: Rules> Board<R> {
    fn at(&self, (row, column): Place) -> Option<char> {
        ((0..8).contains(&row) && (0..8).contains(&column)).then(|| self.grid[row as usize][column as usize])
    }

    fn is_own(&self, letter: char) -> bool {
        letter != '_' && letter.is_ascii_uppercase() == self.white
    }

    fn is_foe(&self, letter: char) -> bool {
        letter != '_' && letter.is_ascii_uppercase() != self.white
    }

    fn ways(&self, letter: char) -> Vec<Place> {
        let forward = if self.white { -1 } else { 1 };
        let mut ways = vec![(forward, -1), (forward, 1)];
        if letter.eq_ignore_ascii_case(&'k') {
            ways.extend([(-forward, -1), (-forward, 1)]);
        }
        ways
    }

    /// Every way to go on jumping, as lists of landings; `jumped` pieces stay on the board and block.
    fn chains(&self, start: Place, from: Place, letter: char, jumped: &[Place]) -> Vec<Vec<Place>> {
        let mut chains = Vec::new();
        for (down, right) in self.ways(letter) {
            let over = (from.0 + down, from.1 + right);
            let onto = (from.0 + 2 * down, from.1 + 2 * right);
            let prey = self.at(over).is_some_and(|piece| self.is_foe(piece)) && !jumped.contains(&over);
            let room = self.at(onto) == Some('_') || onto == start;
            if !prey || !room {
                continue;
            }
            let crowned = letter.eq_ignore_ascii_case(&'m') && (onto.0 == 0 || onto.0 == 7);
            let mut jumped = jumped.to_vec();
            jumped.push(over);
            let further = if crowned { Vec::new() } else { self.chains(start, onto, letter, &jumped) };
            if further.is_empty() {
                chains.push(vec![onto]);
            }
            chains.extend(further.into_iter().map(|rest| [vec![onto], rest].concat()));
        }
        chains
    }

    fn all_moves(&self) -> Vec<String> {
        let number = |place: Place| (index(place) + R::FIRST).to_string();
        let (mut steps, mut captures) = (Vec::new(), Vec::new());
        for from in (0..32).map(place) {
            let letter = self.grid[from.0 as usize][from.1 as usize];
            if !self.is_own(letter) {
                continue;
            }
            for chain in self.chains(from, from, letter, &[]) {
                let squares: Vec<String> = std::iter::once(from).chain(chain.iter().copied()).map(number).collect();
                captures.push((chain.len(), squares.join("x")));
            }
            for (down, right) in self.ways(letter) {
                let onto = (from.0 + down, from.1 + right);
                if self.at(onto) == Some('_') {
                    steps.push(format!("{}-{}", number(from), number(onto)));
                }
            }
        }
        if captures.is_empty() {
            return steps;
        }
        let most = captures.iter().map(|capture| capture.0).max().unwrap_or(0);
        captures.into_iter().filter(|capture| !R::MAXIMUM || capture.0 == most).map(|capture| capture.1).collect()
    }

    fn text(&self) -> String {
        let letters: Vec<char> = (0..32).map(place).map(|(r, c)| self.grid[r as usize][c as usize]).collect();
        if !R::FEN {
            let side = if self.white { 'w' } else { 'b' };
            return format!("{}/{side}/{}", letters.iter().collect::<String>(), self.counter);
        }
        let side = |man: char, king: char| {
            let mut words: Vec<String> = Vec::new();
            let mut square = 0;
            while square < 32 {
                let run = letters[square..].iter().take_while(|&&letter| letter == man).count();
                if run >= 3 {
                    words.push(format!("{}-{}", square + 1, square + run));
                    square += run;
                    continue;
                }
                if letters[square] == man {
                    words.push((square + 1).to_string());
                } else if letters[square] == king {
                    words.push(format!("K{}", square + 1));
                }
                square += 1;
            }
            words.join(",")
        };
        let counter = if self.counter > 0 { format!(":H{}", self.counter) } else { String::new() };
        format!("{}:W{}:B{}{counter}", if self.white { 'W' } else { 'B' }, side('M', 'K'), side('m', 'k'))
    }
}

impl<R: Rules> Twin for Board<R> {
    fn start(_text: &str) -> Self {
        let mut grid = [['_'; 8]; 8];
        for (row, column) in (0..32).map(place) {
            grid[row as usize][column as usize] = match row {
                0..=2 => 'm',
                5..=7 => 'M',
                _ => '_',
            };
        }
        Board { grid, white: R::WHITE_STARTS, counter: 0, rules: PhantomData }
    }

    fn legal(&self) -> Vec<String> {
        if self.counter >= R::DRAW { Vec::new() } else { self.all_moves() }
    }

    fn play(&mut self, text: &str) {
        let squares: Vec<Place> =
            text.split(['-', 'x']).map(|number| place(number.parse::<usize>().expect("a number") - R::FIRST)).collect();
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let letter = std::mem::replace(&mut self.grid[from.0 as usize][from.1 as usize], '_');
        for pair in squares.windows(2).filter(|_| text.contains('x')) {
            let over = (i32::midpoint(pair[0].0, pair[1].0), i32::midpoint(pair[0].1, pair[1].1));
            self.grid[over.0 as usize][over.1 as usize] = '_';
        }
        let crowned = to.0 == if self.white { 0 } else { 7 };
        let king = if self.white { 'K' } else { 'k' };
        self.grid[to.0 as usize][to.1 as usize] = if crowned { king } else { letter };
        let progress = text.contains('x') || R::MAN_RESETS && letter.eq_ignore_ascii_case(&'m');
        self.counter = if progress { 0 } else { self.counter + 1 };
        self.white = !self.white;
    }

    fn detail(&self) -> Value {
        json!({ "position": self.text() })
    }

    fn outcome(&self) -> Option<Margin> {
        if self.all_moves().is_empty() {
            // The side to move has lost; positive is a win of the side that starts.
            return Some(Margin(if self.white == R::WHITE_STARTS { -1 } else { 1 }));
        }
        (self.counter >= R::DRAW).then_some(Margin::DRAW)
    }
}
