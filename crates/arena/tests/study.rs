//! Books made from deep searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_agents::Catalogue;
use grandline_agents::experience::Book;
use grandline_arena::experience::{Studied, Study, StudyError, study};
use grandline_games::GameId;

fn task(game: GameId, plies: u32, threads: usize) -> Study {
    let agent = Catalogue::of(game).agent("mcts").expect("there is one");
    let starts = vec![game.set_up("-").expect("a start")];
    Study { agent, nodes: 300, plies, replies: 3, starts, threads, seed: 7, stop: Arc::new(AtomicBool::new(false)) }
}

/// The text of a book that a study made in one go.
fn whole(game: GameId, threads: usize) -> String {
    let mut book = Book::new(game);
    let made = study::<()>(&task(game, 2, threads), &mut book, &mut |_, _| Ok(()));
    assert!(matches!(made, Ok(())), "{made:?}");
    book.to_text("")
}

#[test]
fn a_stopped_study_goes_on_to_the_same_book() {
    for game in [GameId::Connect4, GameId::Divercite] {
        let expected = whole(game, 1);
        assert_eq!(whole(game, 2), expected, "threads change nothing");
        let mut text = Book::new(game).to_text("");
        let mut runs = 0;
        loop {
            // What a file has is all that a run knows of those before it.
            let mut book = Book::read(&text, "book").expect("a book");
            let task = task(game, 2, 1);
            let stop = task.stop.clone();
            let made = study::<()>(&task, &mut book, &mut |book, _| {
                text = book.to_text("");
                stop.store(true, Ordering::Relaxed);
                Ok(())
            });
            runs += 1;
            match made {
                Ok(()) => break,
                Err(StudyError::Stopped) => {}
                Err(StudyError::Kept(())) => unreachable!("nothing failed"),
            }
        }
        // A run that is told to stop keeps two positions at most: one more may be on its way.
        assert!(runs > 3, "{runs} runs");
        assert_eq!(text, expected);
    }
}

#[test]
fn both_players_are_prepared() {
    let game = GameId::Divercite;
    let mut book = Book::new(game);
    let mut steps: Vec<Studied> = Vec::new();
    let keep = &mut |_: &Book, studied| {
        steps.push(studied);
        Ok::<_, ()>(())
    };
    study(&task(game, 2, 1), &mut book, keep).expect("nothing fails");
    // One start; the three best classes of moves; the first player's best of those leads to three replies, and the second
    // player's best reply to each of the three is followed as well, one of them twice.
    let all = |ply: u32| steps.iter().rfind(|step| step.ply == ply).map(|step| step.all);
    assert_eq!((all(0), all(1), all(2)), (Some(1), Some(3), Some(5)));
    assert_eq!(book.positions(), 9);
}

#[test]
fn a_book_that_cannot_be_kept_ends_the_study() {
    let mut book = Book::new(GameId::Connect4);
    let made = study(&task(GameId::Connect4, 2, 2), &mut book, &mut |_, _| Err("the disk is full"));
    assert!(matches!(made, Err(StudyError::Kept("the disk is full"))), "{made:?}");
    assert_eq!(book.positions(), 1);
}

#[test]
fn a_study_searches_although_its_agent_has_a_book() {
    let made_by = |agent: &str| {
        let agent = Catalogue::of(GameId::Divercite).agent(agent).expect("an agent");
        let mut book = Book::new(GameId::Divercite);
        study::<()>(&Study { agent, ..task(GameId::Divercite, 0, 1) }, &mut book, &mut |_, _| Ok(())).expect("a book");
        book.to_text("")
    };
    assert_eq!(made_by("divercite-champion:tree=8"), made_by("divercite-champion:tree=8,experience=false"));
}
