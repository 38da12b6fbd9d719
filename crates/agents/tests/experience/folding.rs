//! Every game: what is noted in one orientation is found in all others, as legal moves.

use std::collections::HashSet;

use grandline_agents::experience::{Book, MoveTally};
use grandline_games::random::{pick, seeded};
use grandline_games::{AnyPosition, Game, GameId, ListedGame, MoveId, Numbered, Record, Symmetry, with_game};

/// Some symmetries of a game: the identity, and others spread over the group.
fn some_symmetries<G: Game>() -> impl Iterator<Item = Symmetry> {
    Symmetry::all::<G>().step_by(usize::from(G::SYMMETRIES / 7).max(1))
}

/// A position without its past.
fn any<G: ListedGame>(position: &G) -> AnyPosition {
    AnyPosition::new(Record::new(position.clone()))
}

fn check<G: ListedGame>(id: GameId) {
    for seed in 0..3 {
        let mut rng = seeded(seed);
        let mut record = Record::new(G::start(seed));
        for _ in 0..8 {
            let position = record.position().clone();
            let Some(mv) = position.random_move(&mut rng) else { break };
            // Noted in a random orientation, as somebody else may have played it.
            let turned = Symmetry(pick(&mut rng, u32::from(G::SYMMETRIES)) as u8);
            let mut book = Book::new(id);
            book.note(
                &any(&position.mapped(turned)),
                G::id(G::map_move(mv, turned)),
                MoveTally { won: 3, drawn: 2, lost: 1 },
            );
            assert_eq!(Book::read(&book.to_text(""), "test.book").as_ref(), Ok(&book), "{position}");
            for symmetry in some_symmetries::<G>() {
                finds(&book, &position.mapped(symmetry), G::map_move(mv, symmetry));
            }
            assert_eq!(book.look_up(&any(&position.child(mv))), [], "{position}: the next position was not noted");
            record.play(mv);
        }
    }
}

/// Every legal move is listed once, those in one class lead to equal positions, and only the class of `mv` has results.
fn finds<G: ListedGame>(book: &Book, position: &G, mv: G::Move) {
    let known = book.look_up(&any(position));
    let listed: Vec<MoveId> = known.iter().flat_map(|known| known.moves.iter().copied()).collect();
    let legal: HashSet<MoveId> = position.moves().map(G::id).collect();
    assert_eq!(listed.len(), legal.len(), "{position}");
    assert_eq!(listed.into_iter().collect::<HashSet<_>>(), legal, "{position}");
    for class in &known {
        let after = |mv: &MoveId| position.move_of(mv.index()).map(|mv| position.child(mv).canonical().0.key());
        let first = after(&class.moves[0]);
        assert!(class.moves.iter().all(|mv| after(mv) == first), "{position}");
        let expected = if class.moves.contains(&G::id(mv)) { 6 } else { 0 };
        assert_eq!(class.tally.games(), expected, "{position}");
    }
}

#[test]
fn what_is_noted_is_found_in_every_orientation() {
    for &id in GameId::ALL {
        with_game!(id, G => check::<G>(id));
    }
}

#[test]
fn the_first_moves_of_divercite_fall_into_few_classes() {
    with_game!(GameId::Divercite, G => {
        let mut book = Book::new(GameId::Divercite);
        let start = G::start(0);
        for mv in start.moves() {
            book.note(&any(&start), <G as Numbered>::id(mv), MoveTally { won: 1, drawn: 0, lost: 0 });
        }
        let known = book.look_up(&any(&start));
        let count = start.count_moves();
        assert!(known.len() * 8 < count, "{} classes of {count} moves", known.len());
        assert!(known.iter().all(|known| known.tally.won as usize == known.moves.len()));
    });
}
