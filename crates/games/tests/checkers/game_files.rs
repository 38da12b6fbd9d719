//! PDN both ways.

use grandline_games::checkers::pdn::{self, FirstScore, PdnGame};
use grandline_games::checkers::{Checkers, English, openings};
use grandline_games::random::seeded;
use grandline_games::{Game, Margin, Notation, Record, Side};
use proptest::prelude::*;

const NASTY: &str = include_str!("nasty.pdn");

fn played(game: &PdnGame) -> String {
    let record = &game.record;
    let texts: Vec<String> = record.steps().into_iter().map(|(position, mv)| position.format_move(mv)).collect();
    texts.join(" ")
}

#[test]
fn reads_what_real_files_contain() {
    let with_carriage_returns = format!("\u{FEFF}{}", NASTY.replace('\n', "\r\n"));
    let games = pdn::read(NASTY, FirstScore::Black).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pdn::read(&with_carriage_returns, FirstScore::Black).as_ref(), Ok(&games));
    assert_eq!(games.len(), 5);

    assert_eq!(games[0].tag("event"), Some("A \"friendly\" match \\ first game"));
    assert_eq!(played(&games[0]), "11-15 22-17 8-11 17-13 4-8 23-19 15-18 24-20 11-15 28-24");
    assert_eq!(games[0].result, Some(Margin::win(Side::First, 1)));

    assert_eq!(games[1].result, Some(Margin::DRAW));
    assert_eq!(games[1].record.start().to_string(), "W:W22,32:BK4,9,10,17,18");
    assert_eq!(played(&games[1]), "22x15x6 9-14");

    assert_eq!((games[2].result, games[2].record.moves().len()), (None, 2));
    assert_eq!(games[3].result, Some(Margin::win(Side::First, 1)));
    assert_eq!((games[4].result, games[4].tags.len()), (Some(Margin::DRAW), 0));
}

#[test]
fn the_meaning_of_a_result_is_an_option_and_the_board_has_the_last_word() {
    let result = |text: &str, first: FirstScore| pdn::read(text, first).expect("a game")[0].result;
    assert_eq!(result("11-15 1-0", FirstScore::Black), Some(Margin::win(Side::First, 1)));
    assert_eq!(result("11-15 1-0", FirstScore::White), Some(Margin::win(Side::Second, 1)));
    // White takes the last piece, whatever the file says.
    let over = "[FEN \"W:W22:B18\"] 1... 22x15 1-0";
    assert_eq!(result(over, FirstScore::Black), Some(Margin::win(Side::Second, 1)));
    assert_eq!(result(over, FirstScore::White), Some(Margin::win(Side::Second, 1)));
}

#[test]
fn later_moves_explain_short_captures() {
    let read = |moves: &str| pdn::read(&format!("[FEN \"W:W22,32:B9,10,17,18,K4\"]\n{moves}"), FirstScore::Black);
    assert_eq!(read("22x6 9-14 *").map(|games| played(&games[0])).as_deref(), Ok("22x15x6 9-14"));
    assert_eq!(read("22x6 10-14 *").map(|games| played(&games[0])).as_deref(), Ok("22x13x6 10-14"));
    // A move that both readings allow explains nothing.
    let error = read("22x6\n4-8 *").expect_err("two readings").to_string();
    insta::assert_snapshot!(error, @"game 1, line 2: move 1...: 22x6 is ambiguous: it could be 22x13x6 or 22x15x6");
    // Two ways to the same position need no explanation.
    let round = pdn::read("[FEN \"W:WK6,32:B9,10,17,18,K3\"] 6x6 3-8 *", FirstScore::Black).expect("a game");
    assert_eq!(round[0].record.position().piece_count(), 3);
}

#[test]
fn errors_say_where() {
    let refused = |text: &str| pdn::read(text, FirstScore::Black).expect_err(text).to_string();
    insta::assert_snapshot!(refused("11-15 22-18 1-0\n\n[Event \"b\"]\n1. 11-15 22-18\n2. 11-16 *"), @"game 2, line 5: move 2.: 11-16 is not legal: there is no piece on 11");
    insta::assert_snapshot!(refused("[GameType \"20\"]\n1. 32-28 *"), @r#"game 1, line 1: GameType "20" is another game; English draughts is 21"#);
    insta::assert_snapshot!(refused("[FEN \"W:W99:B1\"]"), @"game 1, line 1: the FEN tag: position text: character 4 ('9'): expected a square from 1 to 32");
    insta::assert_snapshot!(refused("1. 11-15 {never\nclosed"), @"game 1, line 2: the comment that begins in line 1 has no end '}'");
    insta::assert_snapshot!(refused("1. 11-15 (22-18 (3. 1-5)"), @"game 1, line 1: the variation that begins in line 1 has no end ')'");
    insta::assert_snapshot!(refused("1. 11-15 )"), @"game 1, line 1: ')' closes nothing here");
    insta::assert_snapshot!(refused("[Event nothing]"), @r#"game 1, line 1: a tag is written [Event "value"]"#);
    insta::assert_snapshot!(refused("1. e4 e5"), @"game 1, line 1: move 1.: 'e4' is not a move: character 1 ('e'): expected a square from 1 to 32");
}

#[test]
fn writes_tags_numbers_and_short_lines() {
    let mut games = pdn::read(NASTY, FirstScore::Black).expect("games");
    insta::assert_snapshot!(pdn::write(&games.remove(0), FirstScore::Black), @r#"
    [Event "A \"friendly\" match \\ first game"]
    [Site "?"]
    [Date "?"]
    [Round "?"]
    [Black "Müller, J."]
    [White "O'Neil"]
    [Result "1-0"]
    [GameType "21"]

    1. 11-15 22-17 2. 8-11 17-13 3. 4-8 23-19 4. 15-18 24-20 5. 11-15 28-24 1-0
    "#);
    insta::assert_snapshot!(pdn::write(&games.remove(0), FirstScore::White), @r#"
    [Event "A set-up, and a short capture that only the next move explains"]
    [Site "?"]
    [Date "?"]
    [Round "?"]
    [Black "?"]
    [White "?"]
    [Result "1/2-1/2"]
    [GameType "21"]
    [SetUp "1"]
    [FEN "W:W22,32:BK4,9,10,17,18"]

    1... 22x15x6 2. 9-14 1/2-1/2
    "#);
}

proptest! {
    #[test]
    fn random_games_round_trip(seed in any::<u64>(), plies in 0..200usize, value in "\\PC{0,20}", white in any::<bool>()) {
        let mut rng = seeded(seed);
        let mut record = Record::new(Checkers::<English>::start(0));
        while record.moves().len() < plies && record.outcome().is_none() {
            let Some(mv) = record.position().random_move(&mut rng) else { break };
            record.play(mv);
        }
        let mut game = PdnGame::new(record);
        for name in ["Event", "Site", "Date", "Round", "Black", "White", "Annotator"] {
            game.tags.push((name.to_owned(), value.clone()));
        }
        let first_score = if white { FirstScore::White } else { FirstScore::Black };
        let text = pdn::write(&game, first_score);
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80));
        prop_assert_eq!(pdn::read(&text.repeat(2), first_score), Ok(vec![game.clone(), game]));
    }

    #[test]
    fn no_text_panics_the_reader(
        text in "\\PC{0,80}",
        words in prop::collection::vec(prop::sample::select(vec![
            "[FEN \"W:WK6:B9,10,17,18\"]", "[Event \"x\"]", "[", "\"", "{", "}", "(", ")", ";", "%", "\n", "$3", "1.", "1...",
            "11-15", "22x8", "6x6", "1-0", "2-0", "*", "1/2-1/2", "!", "9-14", "23-18", "14x23", "1.11-15?!", "99x99", "\\",
        ]), 0..40),
    ) {
        let _ = pdn::read(&text, FirstScore::Black);
        let _ = pdn::read(&words.join(" "), FirstScore::Black);
    }
}

#[test]
fn there_are_174_three_move_openings() {
    let openings = openings::three_move_openings::<English>();
    assert_eq!(openings.len(), 174);
    assert!(openings.iter().all(|opening| opening.moves().len() == 3));
}
