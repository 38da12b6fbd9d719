//! The example of docs/add-a-game.md: a whole game in one short file, with everything the house asks of a game.

use std::fmt;
use std::str::FromStr;

use grandline_games::scene::{Canvas, Form, Paint, Scene, Style, at};
use grandline_games::{Game, Margin, MoveError, Notation, Numbered, Planes, PositionError, Side};

/// Nine cells, read row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TicTacToe {
    cells: [Option<Side>; 9],
    plies: u8,
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Game for TicTacToe {
    type Move = u8;
    const MAX_MARGIN: i16 = 1;

    fn start(_seed: u64) -> Self {
        TicTacToe { cells: [None; 9], plies: 0 }
    }

    fn to_move(&self) -> Side {
        Side::from_parity(self.plies as usize)
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let over = self.outcome().is_some();
        (0..9).filter(move |&cell| !over && self.cells[cell as usize].is_none())
    }

    fn play(&mut self, cell: u8) {
        self.cells[cell as usize] = Some(self.to_move());
        self.plies += 1;
    }

    fn outcome(&self) -> Option<Margin> {
        let owner = |line: &[usize; 3]| {
            self.cells[line[0]].filter(|_| line.iter().all(|&cell| self.cells[cell] == self.cells[line[0]]))
        };
        match LINES.iter().find_map(owner) {
            Some(winner) => Some(Margin::win(winner, 1)),
            None => (self.plies == 9).then_some(Margin::DRAW),
        }
    }

    fn key(&self) -> u64 {
        self.cells.iter().fold(0, |key, cell| 3 * key + cell.map_or(0, |player| player as u64 + 1))
    }
}

impl Notation for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";
    const SUMMARY: &'static str = "Three in a row on a board of nine cells.";
    const PLAYERS: [&'static str; 2] = ["Crosses", "Noughts"];

    fn format_move(&self, cell: u8) -> String {
        (cell + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let cell = match text.as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'1',
            _ => return Err(MoveError::syntax(text, 0, "one cell from 1 to 9")),
        };
        if self.outcome().is_some() {
            return Err(MoveError::over(text, self));
        }
        if self.cells[cell as usize].is_some() {
            return Err(MoveError::illegal(text, "the cell is taken"));
        }
        Ok(cell)
    }

    fn path(&self, cell: u8) -> Vec<String> {
        vec![self.format_move(cell)]
    }

    fn scene(&self, last: Option<u8>) -> Scene {
        let mut scene = Scene::new(at(3.0, 3.0), "Tic-tac-toe", Canvas::new());
        for (index, owner) in self.cells.iter().enumerate() {
            let (row, column) = (index / 3, index % 3);
            let glyph = owner.map_or("·", |player| ["×", "○"][player.index()]);
            let marked = last == Some(index as u8);
            let paint = if marked { Paint::Accent } else { Paint::Ink };
            scene.canvas.put(row, 2 * column, glyph, Style::ink(paint));
            let place = at(column as f32 + 0.5, row as f32 + 0.5);
            let square = Form::rectangle(0.94, 0.94, 0.1);
            let label = format!("cell {}, {}", index + 1, owner.map_or("empty", Self::side_name));
            let shapes = vec![square.clone().fill(Paint::Board), Form::text(glyph, 0.8).fill(paint)];
            scene.add_cell(place, (index + 1).to_string(), label, square, shapes);
        }
        scene
    }

    fn reason(&self) -> String {
        match self.outcome().map(Margin::winner) {
            None => "the game goes on".to_owned(),
            Some(None) => "the board is full".to_owned(),
            Some(Some(winner)) => format!("{} have three in a row", Self::side_name(winner)),
        }
    }
}

impl Numbered for TicTacToe {
    const ACTIONS: usize = 9;
    const PLANES: [usize; 3] = [3, 3, 3];

    fn action(cell: u8) -> usize {
        usize::from(cell)
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        for side in [player, !player] {
            planes.cells((0..9).filter(|&cell| self.cells[cell] == Some(side)).map(|cell| (cell / 3, cell % 3)));
        }
        planes.flag(player == self.to_move());
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.iter().try_for_each(|cell| f.write_str(cell.map_or(".", |player| ["x", "o"][player.index()])))
    }
}

impl FromStr for TicTacToe {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let syntax = |at: usize, expected: &str| PositionError::Syntax {
            at,
            found: text.chars().nth(at),
            expected: expected.to_owned(),
        };
        let mut position = TicTacToe::start(0);
        let mut characters = text.chars();
        for (index, cell) in position.cells.iter_mut().enumerate() {
            *cell = match characters.next() {
                Some('x') => Some(Side::First),
                Some('o') => Some(Side::Second),
                Some('.') => None,
                _ => return Err(syntax(index, "'x', 'o' or '.'")),
            };
            position.plies += u8::from(cell.is_some());
        }
        if characters.next().is_some() {
            return Err(syntax(9, "the end of the text"));
        }
        Ok(position)
    }
}
