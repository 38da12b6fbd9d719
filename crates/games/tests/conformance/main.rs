//! One suite that every game and variant passes: what the rest of the house relies on, checked on random games.

mod fuzz;
mod tic_tac_toe;

use std::collections::{HashMap, HashSet};

use grandline_games::random::seeded;
use grandline_games::scene::Ending;
use grandline_games::{GameId, ListedGame, Notation, Planes, Record, Side, Symmetry, perft, with_game};

/// How many random games of each game the cheap checks play.
const GAMES: u64 = 1000;
/// How many of them the dear ones (texts, pictures, every symmetry) play.
const FEW: u64 = 60;

/// Runs one generic check for every game of the registry, and for the example that is not in it.
macro_rules! for_every_game {
    ($($check:ident),+ $(,)?) => {$(
        #[test]
        fn $check() {
            super::$check::<crate::tic_tac_toe::TicTacToe>();
            for &id in grandline_games::GameId::ALL {
                grandline_games::with_game!(id, G => super::$check::<G>());
            }
        }
    )+};
}

mod every_game {
    for_every_game!(
        outcome_comes_exactly_when_moves_end,
        moves_agree_with_the_checked_parser,
        keys_are_recomputed_from_the_text,
        equal_keys_have_equal_futures,
        positions_that_come_back_share_a_key,
        symmetries_commute_with_play,
        canonical_is_the_same_for_a_whole_class,
        texts_round_trip,
        copies_are_independent,
        random_moves_are_legal_and_reach_all,
        counts_agree_with_lists,
        distinct_moves_lead_to_every_child_once,
        scenes_cover_every_path,
        scenes_say_how_a_game_ended,
        scenes_turn_for_the_player_opposite,
        margins_stay_in_bounds,
        games_end_within_their_bound,
        measures_are_read_off_the_detail,
        set_up_accepts_start_and_seed,
        numbers_of_moves_round_trip,
        a_move_has_one_text_everywhere,
        planes_tell_positions_apart,
        no_position_text_panics,
        no_move_text_panics,
    );
}

/// Calls `visit` with every position of a number of random games, the last included.
fn walk<G: Notation>(games: u64, mut visit: impl FnMut(&G)) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut position = G::start(seed);
        visit(&position);
        while let Some(mv) = position.random_move(&mut rng) {
            position.play(mv);
            visit(&position);
        }
    }
}

fn outcome_comes_exactly_when_moves_end<G: Notation>() {
    walk::<G>(GAMES, |position| {
        assert_eq!(position.outcome().is_some(), position.moves().next().is_none(), "{position}");
    });
}

fn moves_agree_with_the_checked_parser<G: Notation>() {
    walk::<G>(FEW, |position| {
        let mut texts = HashSet::new();
        for mv in position.moves() {
            let text = position.format_move(mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "{text} at {position}");
            assert!(texts.insert(text.clone()), "{text} stands for two moves at {position}");
        }
        // A text of the game's own that is legal elsewhere must be refused here, not misread.
        if let Some(mv) = position.moves().next() {
            let text = position.format_move(mv);
            let child = position.child(mv);
            match child.parse_move(&text) {
                Ok(same) => assert!(child.moves().any(|legal| legal == same), "{text} at {child}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    });
}

fn keys_are_recomputed_from_the_text<G: Notation>() {
    walk::<G>(FEW, |position| {
        let again = G::set_up(&position.to_string()).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(again.key(), position.key(), "{position}");
    });
}

fn equal_keys_have_equal_futures<G: Notation>() {
    let mut seen: HashMap<u64, G> = HashMap::new();
    walk::<G>(FEW, |position| {
        let other = seen.entry(position.key()).or_insert_with(|| position.clone());
        let futures = |p: &G| {
            let moves: HashSet<String> = p.moves().map(|mv| p.format_move(mv)).collect();
            (p.outcome(), p.outcome().is_none().then(|| p.to_move()), moves)
        };
        assert_eq!(futures(other), futures(position), "{other} and {position} share a key");
    });
    // A move always changes the future.
    walk::<G>(FEW, |position| {
        let children: HashSet<u64> = position.moves().map(|mv| position.child(mv).key()).collect();
        assert!(!children.contains(&position.key()), "{position}");
    });
}

fn positions_that_come_back_share_a_key<G: Notation>() {
    let mut came_back = 0;
    let mut earlier: Vec<G> = Vec::new();
    walk::<G>(FEW, |position| {
        if *position == G::start(0) {
            earlier.clear();
        }
        for other in earlier.iter().rev().take(position.recurs_within()).filter(|other| position.recurs(other)) {
            came_back += 1;
            assert_eq!(other.recurrence_key(), position.recurrence_key(), "{other} and {position}");
        }
        earlier.push(position.clone());
    });
    assert!(came_back > 0 || !G::RECURS, "no position came back");
}

fn symmetries_commute_with_play<G: Notation>() {
    let mut turn = 0;
    walk::<G>(FEW / 4, |position| {
        for symmetry in Symmetry::all::<G>() {
            let image = position.mapped(symmetry);
            assert_eq!(image.count_moves(), position.count_moves(), "{position} {symmetry:?}");
            assert_eq!(image.outcome(), position.outcome(), "{position} {symmetry:?}");
            assert_eq!(image.to_move(), position.to_move(), "{position} {symmetry:?}");
            // One move of each position and symmetry; over the games they cover the generator.
            turn += 1;
            let count = position.count_moves();
            if let Some(mv) = position.moves().nth(turn % count.max(1)) {
                let mapped = G::map_move(mv, symmetry);
                assert!(image.moves().any(|legal| legal == mapped), "{position} {mv:?} {symmetry:?}");
                assert_eq!(image.child(mapped), position.child(mv).mapped(symmetry), "{position} {mv:?} {symmetry:?}");
                assert_eq!(image.child(mapped).key(), position.child(mv).mapped(symmetry).key());
            }
        }
    });
}

fn canonical_is_the_same_for_a_whole_class<G: Notation>() {
    walk::<G>(2, |position| {
        let (canonical, symmetry) = position.canonical();
        assert_eq!(canonical, position.mapped(symmetry), "{position}");
        let class = G::SYMMETRIES;
        for index in [class / 3, class / 2, class - 1] {
            let (image, _) = position.mapped(Symmetry(index)).canonical();
            assert_eq!(image.key(), canonical.key(), "{position} under {index}");
        }
    });
}

fn texts_round_trip<G: Notation>() {
    walk::<G>(FEW, |position| {
        let text = position.to_string();
        assert_eq!(text.parse::<G>().as_ref(), Ok(position), "{text}");
    });
}

fn copies_are_independent<G: Notation>() {
    walk::<G>(FEW, |position| {
        let text = position.to_string();
        if let Some(mv) = position.moves().next() {
            let mut copy = position.clone();
            copy.play(mv);
            assert_eq!(copy, position.child(mv));
            assert_ne!(&copy, position);
        }
        assert_eq!(position.to_string(), text);
    });
}

fn random_moves_are_legal_and_reach_all<G: Notation>() {
    let mut rng = seeded(7);
    walk::<G>(3, |position| {
        let legal: HashSet<G::Move> = position.moves().collect();
        let drawn: HashSet<G::Move> = (0..legal.len() * 20).filter_map(|_| position.random_move(&mut rng)).collect();
        assert_eq!(drawn, legal, "{position}");
    });
}

fn counts_agree_with_lists<G: Notation>() {
    walk::<G>(GAMES / 4, |position| {
        assert_eq!(position.count_moves(), position.moves().count(), "{position}");
    });
    let start = G::start(3);
    let by_hand: u64 = start.moves().map(|mv| start.child(mv).moves().count() as u64).sum();
    assert_eq!(perft(&start, 2), by_hand);
}

fn distinct_moves_lead_to_every_child_once<G: Notation>() {
    walk(4, |position: &G| {
        let children = |moves: Vec<G::Move>| moves.into_iter().map(|mv| position.child(mv)).collect::<Vec<_>>();
        let (all, distinct) = (children(position.moves().collect()), children(position.distinct_moves().collect()));
        for (index, child) in distinct.iter().enumerate() {
            assert!(all.contains(child), "{position:?}: not the child of a legal move");
            assert!(!distinct[..index].contains(child), "{position:?}: twice the same child");
        }
        assert!(all.iter().all(|child| distinct.contains(child)), "{position:?}: a child is missing");
    });
}

fn scenes_cover_every_path<G: Notation>() {
    let mut turn = 0;
    walk::<G>(FEW / 4, |position| {
        let scene = position.scene(None);
        let ids: Vec<&str> = scene.cells().map(|cell| cell.id.as_str()).collect();
        let distinct: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distinct.len(), "a cell twice at {position}");
        let mut paths = HashMap::new();
        for mv in position.moves() {
            let path = position.path(mv);
            assert!(!path.is_empty(), "{mv:?} touches nothing at {position}");
            for id in &path {
                assert!(distinct.contains(id.as_str()), "{id} of {mv:?} is not in the scene of {position}");
            }
            let other = paths.insert(path.clone(), mv);
            assert_eq!(other, None, "{path:?} makes two moves at {position}");
        }
        for cell in scene.cells() {
            assert!(!cell.label.is_empty(), "{} has no label at {position}", cell.id);
        }
        turn += 1;
        let count = position.count_moves();
        if let Some(mv) = position.moves().nth(turn % count.max(1)) {
            let svg = position.child(mv).scene(Some(mv)).to_svg();
            assert!(
                svg.contains("s-accent") || svg.contains("f-accent"),
                "the last move is not marked: {mv:?} at {position}"
            );
        }
    });
}

fn scenes_say_how_a_game_ended<G: Notation>() {
    walk::<G>(FEW / 16, |position| {
        let wins = Side::BOTH.map(|side| (Some(side), format!("{} wins", G::side_name(side))));
        for (winner, result) in wins.into_iter().chain([(None, "draw".to_owned())]) {
            let scene = position.scene_at_end(None, &Ending { winner, reason: "a clock stopped".to_owned() });
            let told = format!("{} {} {}", scene.description, scene.to_svg(), scene.canvas);
            for turn in ["to move", "must pass", "uses a companion"] {
                assert!(!told.contains(turn), "'{turn}' at the end of a game at {position}");
            }
            let expected = format!("{result}, a clock stopped");
            // A picture without words on the turn, such as that of tic-tac-toe, has none on the end.
            let is_silent = scene.description == G::TITLE;
            assert!(is_silent || scene.description.contains(&expected), "{} at {position}", scene.description);
        }
    });
}

fn scenes_turn_for_the_player_opposite<G: Notation>() {
    walk::<G>(FEW / 16, |position| {
        let scene = position.scene(None);
        let turned = scene.clone().turned();
        assert_eq!(turned.near, scene.near.map(|near| !near), "{position}");
        assert_eq!(turned.to_bare_svg() == scene.to_bare_svg(), scene.near.is_none(), "{position}");
        assert_eq!(turned.turned().to_bare_svg(), scene.to_bare_svg(), "{position}");
    });
}

#[test]
fn any_position_says_the_same_as_the_typed_game() {
    for &id in GameId::ALL {
        with_game!(id, G => any_position_says_the_same::<G>(id));
    }
}

fn any_position_says_the_same<G: ListedGame>(id: GameId) {
    for seed in 0..FEW {
        let mut rng = seeded(seed);
        let mut record = Record::new(G::start(seed));
        let mut erased = id.set_up(&format!("seed:{seed}")).expect("a start");
        while record.outcome().is_none() {
            let position = record.position();
            assert_eq!(erased.legal_count(), position.count_moves());
            assert_eq!((erased.key(), erased.to_move()), (position.key(), position.to_move()));
            let Some(mv) = position.random_move(&mut rng) else { break };
            let text = position.format_move(mv);
            let (numbered, before) = (G::id(mv), erased.clone());
            assert_eq!(erased.move_text(numbered).as_ref(), Some(&text));
            assert_eq!(erased.path(numbered), Some(position.path(mv)));
            assert_eq!(erased.play_text(&text), Ok(numbered));
            assert_eq!(before.key(), position.key(), "a clone stays where it was");
            record.play(mv);
            assert_eq!(erased.record::<G>().as_ref(), Some(&record));
            assert_eq!((erased.plies(), erased.plies_left()), (record.plies(), record.position().plies_left()));
            assert_eq!(erased.text().parse::<G>().as_ref(), Ok(record.position()));
        }
        assert_eq!(erased.outcome(), record.outcome());
        assert!(erased.outcome().is_some());
        assert!(!erased.reason().is_empty());
        assert_eq!(erased.legal_moves(), Vec::<String>::new());
        let first = record.moves()[0];
        assert!(!erased.play(G::id(first)), "a finished game has no moves");
        assert!(erased.play_text(&record.start().format_move(first)).is_err());
        let played: Vec<_> = record.steps().into_iter().map(|(position, mv)| position.format_move(mv)).collect();
        assert_eq!(erased.played(), played);
        let history = erased.history();
        while erased.undo().is_some() {}
        assert_eq!(erased.line_texts(&history), played);
        assert_eq!(erased.text(), record.start().to_string());
    }
}

/// A bound on the rest of the game shrinks with every ply, and the game keeps it.
fn games_end_within_their_bound<G: Notation>() {
    for seed in 0..GAMES {
        let mut rng = seeded(seed);
        let mut position = G::start(seed);
        while let Some(mv) = position.random_move(&mut rng) {
            let before = position.plies_left();
            position.play(mv);
            assert_eq!(before.is_some(), position.plies_left().is_some());
            assert!(before.is_none_or(|before| position.plies_left() < Some(before)), "{position}");
        }
    }
}

fn margins_stay_in_bounds<G: Notation>() {
    walk::<G>(GAMES, |position| {
        if let Some(margin) = position.outcome() {
            assert!(margin.0.abs() <= G::MAX_MARGIN, "{position}: {margin:?}");
        }
    });
}

fn measures_are_read_off_the_detail<G: Notation>() {
    let mut keys = HashSet::new();
    for measure in G::MEASURES {
        assert!(keys.insert(measure.key), "two measures of {} are called {}", G::NAME, measure.key);
        assert!(!measure.key.is_empty() && measure.key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        assert_eq!((measure.read)(&serde_json::Value::Null), None, "{}", measure.key);
    }
    walk::<G>(FEW, |position| {
        for measure in G::MEASURES {
            let numbers = (measure.read)(&position.detail());
            let numbers = numbers.unwrap_or_else(|| panic!("{position} has no {}", measure.key));
            assert!(numbers.iter().all(|number| number.is_finite()), "{position}: {} {numbers:?}", measure.key);
        }
    });
}

fn set_up_accepts_start_and_seed<G: Notation>() {
    assert_eq!(G::set_up("-"), Ok(G::start(0)));
    assert_eq!(G::set_up(""), Ok(G::start(0)));
    assert_eq!(G::set_up("seed:12"), Ok(G::start(12)));
    assert!(G::set_up("seed:twelve").is_err());
    assert!(G::set_up("?").is_err());
}

fn numbers_of_moves_round_trip<G: Notation>() {
    walk::<G>(FEW, |position| {
        let mut taken = HashMap::new();
        for mv in position.moves() {
            let action = G::action(mv);
            assert!(action < G::ACTIONS, "{mv:?} has number {action} of {}", G::ACTIONS);
            assert_eq!(taken.insert(action, mv), None, "{action} is two moves at {position}");
        }
        // Every number is asked about in some position, and a few in all of them.
        let step = 1 + taken.len() * 7;
        let others = (taken.len() % step..G::ACTIONS + 3).step_by(step);
        for action in taken.keys().copied().take(20).chain(others).chain([G::ACTIONS, usize::MAX]) {
            assert_eq!(position.move_of(action), taken.get(&action).copied(), "{action} at {position}");
        }
    });
}

/// Python keeps the texts of moves by their numbers.
fn a_move_has_one_text_everywhere<G: Notation>() {
    let mut texts = HashMap::new();
    walk::<G>(FEW, |position| {
        for mv in position.moves() {
            let text = position.format_move(mv);
            let known = texts.entry(G::action(mv)).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "{mv:?} at {position}");
        }
    });
}

fn planes_tell_positions_apart<G: Notation>() {
    walk::<G>(FEW / 4, |position| {
        let [own, other] = Side::BOTH.map(|player| Planes::of(position, player));
        assert_eq!(own.len(), G::PLANES.iter().product::<usize>());
        assert!(own.iter().chain(&other).all(|number| (-1.0..=1.0).contains(number)), "{position}");
        assert_ne!(own, other, "{position}");
        if let Some(mv) = position.moves().next() {
            assert_ne!(own, Planes::of(&position.child(mv), Side::First), "{mv:?} changes nothing at {position}");
        }
    });
}

fn no_position_text_panics<G: Notation>() {
    fuzz::positions::<G>();
}

fn no_move_text_panics<G: Notation>() {
    fuzz::moves::<G>();
}

#[test]
fn names_are_unique_and_found() {
    for &id in GameId::ALL {
        assert_eq!(id.name().parse(), Ok(id));
        assert!(!id.title().is_empty() && !id.summary().is_empty());
        assert_eq!(with_game!(id, G => G::NAME), id.name());
    }
    let error = "chess".parse::<GameId>().unwrap_err().to_string();
    assert!(error.contains("'chess'") && error.contains("connect4"), "{error}");
}
