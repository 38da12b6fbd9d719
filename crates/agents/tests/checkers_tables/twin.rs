//! Plain retrograde analysis by the rules alone: rounds over all positions until nothing changes.

use std::collections::HashMap;

use grandline_agents::games::checkers::tables::Tables;
use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Colour, English, Variant};
use grandline_search::Verdict;

type Position = Checkers<English>;

/// All positions of this many pieces, White's to move included.
pub(crate) fn positions<V: Variant>(pieces: u32) -> Vec<Checkers<V>> {
    let mut boards = vec![(Board::EMPTY, 0)];
    for _ in 0..pieces {
        boards = boards.into_iter().flat_map(|(board, from)| with_one_more(board, from)).collect();
    }
    let whole = boards.into_iter().map(|(board, _)| board).filter(|board| board.black != 0 && board.white != 0);
    whole.flat_map(|board| Colour::BOTH.map(|colour| Checkers::from_board(board, colour))).collect()
}

/// The boards with a piece more on a square from `from` on, each with the square after it.
fn with_one_more(board: Board, from: u32) -> Vec<(Board, u32)> {
    let mut boards = Vec::new();
    for square in from..32 {
        let bit = 1 << square;
        let [black, white] = [Board { black: board.black | bit, ..board }, Board { white: board.white | bit, ..board }];
        for (colour, board) in [(Colour::Black, black), (Colour::White, white)] {
            boards.push((Board { kings: board.kings | bit, ..board }, square + 1));
            if colour.crowning_row() & bit == 0 {
                boards.push((board, square + 1));
            }
        }
    }
    boards
}

/// A result and its distance.
type Found = (Verdict, Option<u32>);

/// The result of every position of up to `pieces` pieces: a won position is missing until a round in which a move of it
/// leads to a loss, so the round is the distance.
fn twin(pieces: u32) -> HashMap<Position, Found> {
    let all: Vec<Position> = (2..=pieces).flat_map(positions).collect();
    let mut known: HashMap<Position, Found> = HashMap::new();
    let result = |verdict, plies| (verdict, Some(plies));
    for plies in 0.. {
        let mut news = Vec::new();
        let mut undecided = 0;
        for position in all.iter().filter(|position| !known.contains_key(*position)) {
            let mut after = position.moves().map(|mv| {
                let child = position.child(mv);
                let bare = Position::from_board(*child.board(), child.colour_to_move());
                if child.pieces(child.colour_to_move()) == 0 {
                    Some(result(Verdict::Loss, 0))
                } else {
                    known.get(&bare).copied()
                }
            });
            undecided += 1;
            if plies % 2 == 1 {
                if after.any(|child| child == Some(result(Verdict::Loss, plies - 1))) {
                    news.push((*position, result(Verdict::Win, plies)));
                }
            } else if after.all(|child| child.is_some_and(|(verdict, _)| verdict == Verdict::Win)) {
                news.push((*position, result(Verdict::Loss, plies)));
            }
        }
        let found = news.len();
        known.extend(news);
        // A ply may have no news when the next one does.
        if found == 0 && plies > 60 || undecided == found {
            break;
        }
    }
    for position in all {
        known.entry(position).or_insert((Verdict::Draw, None));
    }
    known
}

#[test]
fn two_and_three_pieces_are_what_the_rules_say() {
    let tables = Tables::<English>::in_memory(3, 2).expect("tables");
    let known = twin(3);
    assert_eq!(known.len(), 2 * (3488 + 196_032));
    for (position, expected) in &known {
        assert_eq!(tables.probe(position).expect("no file"), Some(*expected), "{position}");
    }
}
