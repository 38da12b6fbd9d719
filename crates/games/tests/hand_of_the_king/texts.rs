//! What the parsers accept, and what they say when they refuse.

use grandline_games::hand_of_the_king::{BoardError, HandOfTheKing, PhaseOne, Published, Variant, WithCompanions};
use grandline_games::random::seeded;
use grandline_games::{Game, Notation};
use insta::assert_snapshot;
use serde_json::{Value, json};

const START: &str = "211V56003452420533013263002241410011";
/// Second has taken the last Tyrell card and must use a companion.
const CHOOSING: &str = "......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeSaJaMe!";

fn position<V: Variant>(text: &str) -> HandOfTheKing<V> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused<V: Variant>(position: &HandOfTheKing<V>, text: &str) -> String {
    position.parse_move(text).expect_err(text).to_string()
}

#[test]
fn moves_are_read_in_either_order_and_any_case() {
    let board = position::<WithCompanions>(CHOOSING);
    for (text, full) in [
        ("jon:30", "Jon:30"),
        ("GENDRY", "Gendry"),
        ("sandor:17", "Sandor:17"),
        ("jaqen:30,17,jon", "Jaqen:17,30,Jon"),
        ("Melisandre", "Melisandre"),
    ] {
        let mv = board.parse_move(text).expect(text);
        assert_eq!(board.format_move(mv), full);
    }
    let with_ramsay = CHOOSING.replace("GeSa", "GeRaSa");
    let board = position::<WithCompanions>(&with_ramsay);
    let mv = board.parse_move("ramsay:30,6").expect("Varys may be exchanged");
    assert_eq!(board.format_move(mv), "Ramsay:6,30");
    assert_eq!(board.path(mv), ["Ramsay", "6", "30"]);
    let child = board.child(mv);
    assert_eq!((child.varys().number(), child.cards_left()), (30, board.cards_left()));
}

#[test]
fn illegal_moves_name_the_rule() {
    let start = position::<PhaseOne>(START);
    assert_snapshot!(refused(&start, "17"), @"17 is not legal: 17 is not in Varys' row or column (legal: 0, 1, 2, 4, 5, 9, 15, 21, 27, 33)");
    assert_snapshot!(refused(&start, "3"), @"3 is not legal: Varys stands at 3 (legal: 0, 1, 2, 4, 5, 9, 15, 21, 27, 33)");
    assert_snapshot!(refused(&start, "36"), @"'36' is not a move: character 1 ('3'): expected a location from 0 to 35");
    assert_snapshot!(refused(&start, "1x"), @"'1x' is not a move: character 2 ('x'): expected a location from 0 to 35");
    assert_snapshot!(refused(&start, ""), @"'' is not a move: character 1 (the end): expected a location from 0 to 35");
    assert_snapshot!(refused(&start, "Jon:3"), @"'Jon:3' is not a move: character 1 ('J'): expected a location from 0 to 35");
    let later = start.child(start.parse_move("0").expect("legal"));
    assert_snapshot!(refused(&later, "3"), @"3 is not legal: no card at 3 (legal: 1, 2, 4, 5, 6, 12, 18, 24, 30)");
    let published = position::<Published>(START);
    assert_snapshot!(refused(&published, "21"), @"21 is not legal: a farther Lannister card lies in that direction at 27 (legal: 0, 1, 4, 5, 9, 15, 27, 33)");
}

#[test]
fn illegal_companions_name_the_rule() {
    let board = position::<WithCompanions>(CHOOSING);
    assert_snapshot!(refused(&board, "30"), @"30 is not legal: a companion is due: choose one of Jon, Gendry, Sandor, Jaqen, Melisandre");
    assert_snapshot!(refused(&board, "Ramsay:17,30"), @"Ramsay:17,30 is not legal: Ramsay is no longer available");
    assert_snapshot!(refused(&board, "Jon:0"), @"Jon:0 is not legal: no card at 0");
    assert_snapshot!(refused(&board, "Sandor:6"), @"Sandor:6 is not legal: Varys stands at 6, and he cannot be chosen");
    assert_snapshot!(refused(&board, "Jaqen:17,17,Jon"), @"Jaqen:17,17,Jon is not legal: Jaqen needs two different cards");
    assert_snapshot!(refused(&board, "Jaqen:17,30,Jaqen"), @"Jaqen:17,30,Jaqen is not legal: Jaqen kills another companion than himself");
    assert_snapshot!(refused(&board, "Jaqen:17,30,Ramsay"), @"Jaqen:17,30,Ramsay is not legal: Ramsay is no longer available (companions: Jon, Gendry, Sandor, Jaqen, Melisandre)");
    assert_snapshot!(refused(&board, "Jaqen:17,30,Arya"), @"'Jaqen:17,30,Arya' is not a move: character 13 ('A'): expected a companion");
    assert_snapshot!(refused(&board, "Jaqen:17,30"), @"'Jaqen:17,30' is not a move: character 12 (the end): expected ',' and more: Jaqen takes two cards and a companion, such as 3,9,Jon");
    assert_snapshot!(refused(&board, "Jaqen:17,30,Jon,4"), @"'Jaqen:17,30,Jon,4' is not a move: character 16 (','): expected the end: Jaqen takes two cards and a companion, such as 3,9,Jon");
    assert_snapshot!(refused(&board, "Gendry:4"), @"'Gendry:4' is not a move: character 7 (':'): expected the end: Gendry takes no choice");
    assert_snapshot!(refused(&board, "Jon"), @"'Jon' is not a move: character 4 (the end): expected ':' and a card, such as 17");
    assert_snapshot!(refused(&board, "Jon:1a"), @"'Jon:1a' is not a move: character 6 ('a'): expected a location from 0 to 35");
    assert_snapshot!(refused(&position::<WithCompanions>(START), "Gendry"), @"Gendry is not legal: no companion is due: it takes the last card of a house to earn one");
}

#[test]
fn impossible_positions_are_refused() {
    fn no<V: Variant>(text: &str) -> String {
        text.parse::<HandOfTheKing<V>>().expect_err(text).to_string()
    }
    assert_snapshot!(no::<PhaseOne>("211V56"), @"position text: character 7 (the end): expected a house from 0 to 6, 'V' for Varys or '.' for an empty place");
    assert_snapshot!(no::<PhaseOne>(&START.replace('6', "7")), @"position text: character 6 ('7'): expected a house from 0 to 6, 'V' for Varys or '.' for an empty place");
    assert_snapshot!(no::<PhaseOne>(&START.replace('6', "V")), @"position text: character 6 ('V'): expected a house from 0 to 6 or '.': there is one Varys");
    assert_snapshot!(no::<PhaseOne>(&START.replace('V', ".")), @"impossible position: Varys, 'V', is not on the board");
    assert_snapshot!(no::<PhaseOne>(&START.replace('6', ".")), @"impossible position: a board alone is a start and has 2 cards of Tully, not 0; of a later position the captured cards follow behind '/'");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}0")), @"position text: character 37 ('0'): expected '/' and how many cards of each house First has, seven digits ('a' is ten)");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/000000")), @"position text: character 44 (the end): expected how many cards of each house First has, seven digits ('a' is ten)");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/0000000/0000000/-------/3")), @"position text: character 62 ('3'): expected whose turn it is, '1' or '2'");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/0000000/0000000/-------/1/Jo")), @"position text: character 63 ('/'): expected the end of the text");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/1000000/0000000/1------/2")), @"impossible position: Stark has 8 cards, but 9 are on the board or captured");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/1000000/0000000/-------/2")), @"impossible position: cards of Stark were captured, but nobody was last");
    assert_snapshot!(no::<PhaseOne>(&format!("{START}/1000000/0000000/2------/2")), @"impossible position: player 2 captured last in Stark but has no card of it");
    assert_snapshot!(no::<PhaseOne>("course:x"), @"impossible position: 'x' is not a seed: a whole number from 0 to 18446744073709551615 is");
    assert_snapshot!(no::<WithCompanions>(&format!("{START}/0000000/0000000/-------/1")), @"position text: character 63 (the end): expected '/' and the companions available by their first two letters (JoGeRaSaJaMe) or '-', and '!' if one is due");
    assert_snapshot!(no::<WithCompanions>(&format!("{START}/0000000/0000000/-------/1/JoXx")), @"position text: character 67 ('x'): expected the companions available by their first two letters (JoGeRaSaJaMe) or '-', and '!' if one is due");
    assert_snapshot!(no::<WithCompanions>(&format!("{START}/0000000/0000000/-------/1/JoGe")), @"impossible position: nothing is captured yet, so that all companions are available");
    assert_snapshot!(no::<WithCompanions>(&CHOOSING.replace("JoGeSaJaMe", "")), @"impossible position: a companion is due, but none is left");
    assert_snapshot!(no::<WithCompanions>(&CHOOSING.replace("JoGeSaJaMe", "Ja")), @"impossible position: Jaqen can no longer be of use and has left the game");
    assert_snapshot!(no::<WithCompanions>(&CHOOSING.replace("1121122", "1121121")), @"impossible position: player 1 captured last in Tully but has no card of it");
    assert_snapshot!(no::<WithCompanions>(&CHOOSING.replace("/2/", "/1/")), @"impossible position: a companion is due, but player 1 has not just emptied a house");
}

/// Companions change the numbers of cards only as far as those who are gone can have done it.
#[test]
fn numbers_of_cards_fit_the_companions_used() {
    let accepted = |text: &str| text.parse::<HandOfTheKing<WithCompanions>>().is_ok();
    assert!(accepted(CHOOSING));
    let more = CHOOSING.replace("/3231110/", "/5231110/");
    assert!(!accepted(&more), "two Stark cards too many while Jon is available");
    assert!(accepted(&more.replace("JoGe", "Ge")));
    let fewer = CHOOSING.replace("/3231110/", "/2231110/");
    assert!(!accepted(&fewer), "a card missing while Sandor is available");
    assert!(accepted(&fewer.replace("SaJa", "Ja")));
    let gift = CHOOSING.replace("/3231110/", "/3231210/");
    assert!(!accepted(&gift), "a Baratheon card too many while Gendry is available");
    assert!(accepted(&gift.replace("JoGe", "Jo")));
}

/// Whatever is written, the parsers answer with a position, a move or a reason.
#[test]
fn broken_texts_never_panic() {
    let broken = |text: &str| {
        let mut texts = Vec::new();
        for at in 0..=text.len() {
            texts.push(text[..at].to_owned());
            for character in ["", "0", "9", "V", "/", ",", ":", "!", "-", "é", "Jo"] {
                let rest = text.get(at + 1..).unwrap_or_default();
                texts.push(format!("{}{character}{rest}", &text[..at]));
                texts.push(format!("{}{character}{}", &text[..at], &text[at..]));
            }
        }
        texts
    };
    for text in broken(CHOOSING).into_iter().chain(broken(START)) {
        if let Ok(position) = text.parse::<HandOfTheKing<WithCompanions>>() {
            assert_eq!(position.to_string().parse(), Ok(position), "{text}");
        }
        let _ = text.parse::<HandOfTheKing<PhaseOne>>();
    }
    let board = position::<WithCompanions>(CHOOSING);
    for text in ["17", "Jon:30", "Gendry", "Ramsay:3,9", "Jaqen:17,30,Jon"].into_iter().flat_map(broken) {
        if let Ok(mv) = board.parse_move(&text) {
            assert!(board.moves().any(|legal| legal == mv), "{text}");
        }
    }
}

/// Who captured last is part of the key where the cards are equal, and nowhere else.
#[test]
fn keys_forget_what_no_longer_matters() {
    let key = |text: &str| position::<PhaseOne>(text).key();
    let tied = |last| format!("...V.600345242053301326300224141.011/0110010/1100000/2{last}1--1-/1");
    assert_ne!(key(&tied(1)), key(&tied(2)));
    let led = |last| format!("...V.600345242053301326300224141.01./0210010/1100000/2{last}1--1-/1");
    assert_eq!(key(&led(1)), key(&led(2)));
    assert_ne!(position::<PhaseOne>(&led(1)), position(&led(2)));
}

#[test]
fn reasons_are_sentences() {
    let reasons = (0..200).map(|seed| {
        let mut position = HandOfTheKing::<PhaseOne>::start(seed);
        position.playout(&mut seeded(seed));
        position.reason()
    });
    let reasons: Vec<String> = reasons.collect();
    assert!(reasons.iter().any(|reason| reason == "First wins 4 banners to 3"), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.ends_with("the first house in order")), "{reasons:?}");
}

#[test]
fn the_terminal_reads_without_colour() {
    let board = position::<WithCompanions>(CHOOSING);
    assert_snapshot!(board.scene(None).canvas, @"
        +0  +1  +2  +3  +4  +5                    First  Second   board
     0   ·   ·   ·   ·   ·   ·      S Stark           3*      2       3
     6   V   ·   ·   ·   ·   ·      G Greyjoy         2       3*      2
    12   ·   ·   ·   ·   ·   S      L Lannister       3*      2       1
    18   ·   B   ·   ·   ·   ·      T Targaryen       1*      1       3
    24   ·   T   L   G   S   G      B Baratheon       1*      0       3
    30   T   B   S   B   ·   T      Y Tyrell          1       2*      0
                                    U Tully           0       2*      0
                                    V Varys    * =    4*      3* banners

    Companions: Jon Gendry Sandor Jaqen Melisandre
    Second uses a companion
    ");
}

#[test]
fn course_boards_round_trip() {
    for seed in 0..50 {
        let board = HandOfTheKing::<PhaseOne>::course(seed);
        assert_eq!(format!("course:{seed}").parse(), Ok(board));
        let file = board.to_course_board().expect("a start");
        assert_eq!(HandOfTheKing::from_course_board(&file), Ok(board));
        let cards: Vec<Value> = serde_json::from_str(&file).expect("JSON");
        assert_eq!(cards.len(), 36);
        let varys = &cards[usize::from(board.varys().number())];
        assert_eq!(varys, &json!({"house": "No House", "name": "Varys", "location": board.varys().number()}));
    }
    let played = position::<PhaseOne>(START);
    let played = played.child(played.moves().next().expect("a move"));
    assert_eq!(played.to_course_board(), Err(BoardError::NotAStart));
}

#[test]
fn bad_course_boards_are_refused() {
    let file = position::<PhaseOne>(START).to_course_board().expect("a start");
    let cards: Vec<Value> = serde_json::from_str(&file).expect("JSON");
    let refused = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut cards = cards.clone();
        change(&mut cards);
        let text = serde_json::to_string(&cards).expect("JSON");
        HandOfTheKing::<PhaseOne>::from_course_board(&text).expect_err("a bad board").to_string()
    };
    assert_snapshot!(HandOfTheKing::<PhaseOne>::from_course_board("{}").expect_err("no array"), @"not a board file: invalid type: map, expected a sequence at line 1 column 0");
    assert_snapshot!(refused(&|cards| { cards.pop(); }), @"location 35 has no card");
    assert_snapshot!(refused(&|cards| cards[4]["location"] = json!(36)), @"card 5: there is no location 36; the board has 0 to 35");
    assert_snapshot!(refused(&|cards| cards[4]["location"] = json!(5)), @"location 5 has two cards");
    assert_snapshot!(refused(&|cards| cards[4]["house"] = json!("Bolton")), @"card 5: there is no house 'Bolton'; the houses are Stark, Greyjoy, Lannister, Targaryen, Baratheon, Tyrell, Tully, and 'No House' for Varys");
    assert_snapshot!(refused(&|cards| cards[4]["house"] = json!("Stark")), @"Stark has 8 cards, but the file has 9");
    assert_snapshot!(refused(&|cards| cards[3]["house"] = json!("Tully")), @"Tully has 2 cards, but the file has 3");
    assert_snapshot!(refused(&|cards| cards[4]["location"] = json!(-1)), @"not a board file: invalid value: integer `-1`, expected u64 at line 1 column 243");
}

#[test]
fn moves_have_words_and_every_step_a_prompt() {
    let with_ramsay = CHOOSING.replace("GeSa", "GeRaSa");
    let board = position::<WithCompanions>(&with_ramsay);
    let words = |text: &str| board.move_words(board.parse_move(text).expect(text));
    assert_eq!(words("Jon:17"), "Jon brings 2 Stark");
    assert_eq!(words("Gendry"), "Gendry brings 1 Baratheon");
    assert_eq!(words("Ramsay:6,17"), "Ramsay swaps Varys and Stark");
    assert_eq!(words("Sandor:19"), "Sandor kills Baratheon");
    assert_eq!(words("Jaqen:17,19,Jon"), "Jaqen kills Stark, Baratheon and Jon");
    let start = position::<PhaseOne>(START);
    let taken: Vec<String> = start.moves().map(|mv| start.move_words(mv)).collect();
    assert!(taken.contains(&"2 Greyjoy".to_owned()) && taken.contains(&"Tyrell".to_owned()), "{taken:?}");
    // Two cards may be touched in either order, and every touch but the last is followed by a prompt.
    for mv in board.moves() {
        let paths = board.paths(mv);
        let longest =
            if mv.companion().is_some_and(|companion| matches!(companion.name(), "Ramsay" | "Jaqen")) { 2 } else { 1 };
        assert_eq!(paths.len(), longest, "{}", board.format_move(mv));
        for path in paths {
            assert!(board.prompt(None, 0).is_some());
            assert!((1..path.len()).all(|touched| board.prompt(Some(&path[0]), touched).is_some()), "{path:?}");
        }
    }
}
