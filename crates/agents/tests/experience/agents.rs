//! Agents with a book: which move they take, when they think for themselves, and what is said of wrong presets.

use std::collections::HashMap;

use grandline_agents::experience::{MoveTally, shares};
use grandline_agents::{Catalogue, Preset, PresetError, build};
use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::{Limits, Report, Scale};

use crate::books::book;

/// The agents of Connect 4 with a shelf of one book, whose lines are given.
fn catalogue(lines: &str) -> Catalogue {
    let text = book(lines);
    Catalogue::of(GameId::Connect4).with_files(move |name| match name {
        "my.book" => Ok(text.clone().into_bytes()),
        "draughts.book" => Ok(b"grandline-experience\t1\tcheckers\n".to_vec()),
        _ => Err(format!("'{name}' is not there")),
    })
}

/// What an agent says in a position, and its move.
fn think(catalogue: &Catalogue, agent: &str, seed: u64, moves: &str) -> (Report<MoveId>, String) {
    let preset = catalogue.agent(agent).unwrap_or_else(|error| panic!("{error}"));
    let mut position = GameId::Connect4.set_up("-").expect("a start");
    position.play_all(moves.split_whitespace()).expect("legal moves");
    let report = build(&preset, seed).search(&position, &Limits::default(), &mut |_| {}).expect("a report");
    let text = report.best().and_then(|mv| position.move_text(mv)).expect("a move");
    (report, text)
}

/// The column an agent takes.
fn column(catalogue: &Catalogue, agent: &str, seed: u64, moves: &str) -> u8 {
    think(catalogue, agent, seed, moves).1.parse().expect("a digit")
}

#[test]
fn thompson_chooses_by_the_posteriors() {
    const SEEDS: u64 = 3000;
    let catalogue = catalogue("- 4 12 3 9\n- 3 3 0 2\n- 5 3 0 4\n- 1 1 0 0\n");
    let mut taken: HashMap<u8, f64> = HashMap::new();
    for seed in 0..SEEDS {
        *taken.entry(column(&catalogue, "random:experience=my.book", seed, "")).or_default() += 1.0 / SEEDS as f64;
    }
    // The mirrored columns count as one move of twelve games, and column 1 has too few.
    let tallies = [MoveTally { won: 12, drawn: 3, lost: 9 }, MoveTally { won: 6, drawn: 0, lost: 6 }];
    let expected = shares(&tallies, 100_000, 3);
    assert!((taken[&4] - expected[0]).abs() < 0.03, "{taken:?} and not {expected:?}");
    assert!((taken[&3] - taken[&5]).abs() < 0.04, "either side is as good: {taken:?}");
    assert!((taken[&3] + taken[&5] + taken[&4] - 1.0).abs() < 1e-9, "{taken:?}");
}

#[test]
fn the_same_seed_makes_the_same_choice() {
    let catalogue = catalogue("- 4 5 0 5\n- 3 5 0 5\n- 2 5 0 5\n- 1 5 0 5\n");
    let choices =
        || -> Vec<u8> { (0..40).map(|seed| column(&catalogue, "random:experience=my.book", seed, "")).collect() };
    assert_eq!(choices(), choices());
    assert!(choices().iter().any(|&column| column != choices()[0]), "and another seed may make another");
}

#[test]
fn the_lower_bound_prefers_what_is_certain() {
    let catalogue = catalogue("- 4 60 0 40\n- 2 7 0 3\n- 6 0 0 0\n- 1 0 0 90\n");
    for seed in 0..20 {
        assert_eq!(column(&catalogue, "random:experience=my.book,experience-choice=lower-bound", seed, ""), 4);
        let hasty = "random:experience=my.book,experience-choice=lower-bound,experience-min=1,experience-above=0.9";
        assert_eq!(column(&catalogue, hasty, seed, ""), column(&catalogue, "random", seed, ""), "none promises that");
    }
}

#[test]
fn an_agent_thinks_where_the_book_knows_too_little() {
    let catalogue = catalogue("- 7 9 0 0\n4 7 50 0 0\n7 7 50 0 0\n");
    let plain = |moves| column(&catalogue, "in104-connect4-v3:depth=4", 1, moves);
    let with = |changes: &str, moves| {
        column(&catalogue, &format!("in104-connect4-v3:depth=4,experience=my.book{changes}"), 1, moves)
    };
    assert_ne!(plain(""), 7);
    assert_eq!(with("", ""), plain(""), "nine games are too few");
    assert!([1, 7].contains(&with(",experience-min=9", "")));
    assert_eq!(with("", "4 4"), plain("4 4"), "not in the book");
    assert!([1, 7].contains(&with("", "4")));
    assert_eq!(with(",experience-until=1", "4"), plain("4"), "the book is closed by then");
    assert_eq!(with(",experience=false", "4"), plain("4"));
    assert_eq!(with("", "1"), 1, "the mirror image of what was noted");
}

#[test]
fn with_no_games_needed_untried_moves_are_tried_in_known_positions() {
    let catalogue = catalogue("- 4 0 0 60\n");
    let agent = "in104-connect4-v3:depth=2,experience=my.book,experience-min=0";
    let tried: Vec<u8> = (0..40).map(|seed| column(&catalogue, agent, seed, "")).collect();
    assert!((1..=7).filter(|column| *column != 4).all(|column| tried.contains(&column)), "{tried:?}");
    assert!(!tried.contains(&4), "it lost sixty times");
}

#[test]
fn a_report_shows_the_results() {
    let catalogue = catalogue("- 4 60 10 30\n- 2 8 0 12\n- 6 0 0 20\n");
    let (report, _) = think(&catalogue, "random:experience=my.book,experience-choice=lower-bound", 1, "");
    assert_eq!((report.depth, report.counts.evaluations, report.pv().len()), (0, 0, 1));
    let visits: Vec<u64> = report.root_moves.iter().map(|root| root.visits).collect();
    assert_eq!(visits, [100, 40]);
    let value = report.value().number();
    assert!((value - (2.0 * 66.0 / 102.0 - 1.0)).abs() < 1e-12, "{value}");
}

/// The values of a book are mean results; those of the search behind it are units of its evaluation.
#[test]
fn a_book_and_the_search_behind_it_have_scales_of_their_own() {
    let catalogue = catalogue("- 4 60 10 30\n");
    let agent = "in104-connect4-threats:depth=3,experience=my.book";
    let scale = |moves| think(&catalogue, agent, 1, moves).0.scale;
    assert_eq!(scale(""), Scale::Results);
    assert!(matches!(scale("4"), Scale::Logistic { .. }), "{:?}", scale("4"));
}

#[test]
fn books_go_before_openings_and_into_phases() {
    let mut catalogue = catalogue("- 7 50 0 0\n");
    let text = "[scripted]\nbase = \"random\"\nexperience = \"my.book\"\nopening = { until-step = 2, play = \"first\" }\n\
                [phased]\nsearch = \"hybrid\"\nphases = [\n  { until-step = 1, base = \"random\", experience = \"my.book\" },\n  \
                { base = \"random\" },\n]\n[whole]\nbase = \"phased\"\nexperience = \"my.book\"\n";
    catalogue.add(text, "mine.toml").expect("three agents");
    for (agent, seed) in [("scripted", 1), ("scripted", 2), ("phased", 1), ("phased", 2), ("whole", 1)] {
        assert!([1, 7].contains(&column(&catalogue, agent, seed, "")), "{agent}");
    }
    assert_eq!(column(&catalogue, "scripted", 1, "4"), 1, "the first move, as scripted");
    let shown: Vec<String> = catalogue
        .agent("scripted")
        .expect("an agent")
        .settings()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    assert!(shown.contains(&"experience = \"my.book\"".to_owned()), "{shown:?}");
}

/// Whether an agent that only knows the book of the program plays by it.
fn answers(game: GameId, position: &AnyPosition) -> bool {
    let preset = game_agent(game, "random:experience=openings,experience-choice=lower-bound");
    let report = build(&preset, 0).search(position, &Limits::default(), &mut |_| {}).expect("a report");
    report.counts.nodes == 1 && report.scale == Scale::Results && report.best().is_some()
}

#[test]
fn the_book_of_divercite_answers_every_first_move() {
    for game in [GameId::Divercite, GameId::DiverciteClassic] {
        let start = game.set_up("-").expect("a start");
        assert!(answers(game, &start), "{game}");
        let mut moves = Vec::new();
        start.list_moves(&mut moves);
        for mv in moves {
            let mut after = start.clone();
            after.play(mv);
            assert!(answers(game, &after), "{game}: {}", after.text());
        }
    }
}

#[test]
fn the_books_of_checkers_answer_where_games_begin() {
    let openings = GameId::Checkers.customary_openings();
    assert_eq!(openings.len(), 174);
    openings.iter().for_each(|opening| assert!(answers(GameId::Checkers, opening), "{}", opening.text()));
    let start = GameId::CheckersAiarena.set_up("-").expect("a start");
    assert!(answers(GameId::CheckersAiarena, &start), "each variant has a book of its own");
}

fn game_agent(game: GameId, text: &str) -> Preset {
    Catalogue::of(game).agent(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn wrong_presets_are_explained() {
    let refused = |result: Result<_, PresetError>| result.map(drop).expect_err("refused").to_string();
    let mut catalogue = catalogue("- 8 1 0 0\n");
    let mut said = vec![
        refused(catalogue.agent("random:experience=my.book")),
        refused(catalogue.agent("random:experience=your.book")),
        refused(catalogue.agent("random:experience=draughts.book")),
        refused(catalogue.agent("random:experience=3")),
        refused(catalogue.agent("random:experience-choice=best")),
        refused(catalogue.agent("random:experience-min=-1")),
        refused(catalogue.agent("random:experience-until=0")),
        refused(catalogue.agent("random:experience-above=2")),
        refused(Catalogue::of(GameId::Connect4).agent("random:experience=my.book")),
    ];
    let file = catalogue.add("[mine]\nbase = \"random\"\n\nexperience = \"your.book\"\n", "mine.toml");
    said.push(file.expect_err("refused").to_string());
    insta::assert_snapshot!(said.join("\n"));
}
