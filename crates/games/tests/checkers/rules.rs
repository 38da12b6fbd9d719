//! The rules: against the twin, the course's games, published counts and hand-made positions.

use std::collections::{BTreeSet, HashSet};

use grandline_games::checkers::{Aiarena, Checkers, English, Variant};
use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Margin, Notation, Record, Side, perft};

use crate::{common, twin};

fn at<V: Variant>(text: &str) -> Checkers<V> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn texts<V: Variant>(position: &Checkers<V>) -> BTreeSet<String> {
    position.moves().map(|mv| position.format_move(mv)).collect()
}

fn set(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn agrees_with_its_twin() {
    common::agree::<Checkers<English>, twin::Board<English>>(400);
    common::agree::<Checkers<Aiarena>, twin::Board<Aiarena>>(400);
}

#[test]
fn positions_and_moves_are_small() {
    assert!(size_of::<Checkers<English>>() <= 24);
    assert_eq!(size_of::<Option<<Checkers<English> as Game>::Move>>(), 8);
}

#[test]
fn perft_from_the_start() {
    let english = Checkers::<English>::start(0);
    let counts: Vec<u64> = (1..=11).map(|depth| perft(&english, depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128]);
    let aiarena = Checkers::<Aiarena>::start(0);
    let counts: Vec<u64> = (1..=10).map(|depth| perft(&aiarena, depth)).collect();
    assert_eq!(counts, [7, 49, 302, 1469, 7361, 36_473, 177_532, 828_783, 3_860_875, 17_762_771]);
}

#[test]
fn perft_of_thirty_positions() {
    let vectors = common::vectors("checkers-perft.json.gz");
    let positions = vectors.as_array().expect("positions");
    assert_eq!(positions.len(), 30);
    for entry in positions {
        let (fen, cells) = (entry["fen"].as_str().expect("a FEN"), entry["aiarena"].as_str().expect("cells"));
        // Each variant reads both texts.
        assert_eq!(at::<English>(fen), at::<English>(cells));
        assert_eq!(at::<Aiarena>(fen), at::<Aiarena>(cells));
        let counts = |name: &str| -> Vec<u64> {
            entry[name].as_array().expect("counts").iter().filter_map(serde_json::Value::as_u64).collect()
        };
        let english: Vec<u64> = (1..=6).map(|depth| perft(&at::<English>(fen), depth)).collect();
        let aiarena: Vec<u64> = (1..=6).map(|depth| perft(&at::<Aiarena>(cells), depth)).collect();
        assert_eq!((english, aiarena), (counts("perft_english"), counts("perft_aiarena")), "{fen}");
    }
}

/// Every position of the course's games. Its own verdict has a slip for blocked sides and is not compared.
#[test]
fn replays_the_course_games() {
    let vectors = common::vectors("checkers-aiarena-games.json.gz");
    let games = vectors["games"].as_array().expect("games");
    assert!(games.len() >= 50, "only {} games", games.len());
    for game in games {
        let mut position: Checkers<Aiarena> = at(game["start"].as_str().expect("a start"));
        for ply in game["plies"].as_array().expect("plies") {
            assert_eq!(position.to_string(), ply["pos"].as_str().expect("a position"));
            let expected: BTreeSet<String> = ply["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .map(|mv| mv.as_str().expect("a move").to_owned())
                .collect();
            if position.outcome() == Some(Margin::DRAW) {
                // The course still lists moves when its 25 plies are over.
                assert_eq!((position.counter(), position.count_moves()), (25, 0));
            } else {
                assert_eq!(texts(&position), expected, "{position}");
                assert_eq!(position.count_moves() as u64, ply["n"].as_u64().expect("a count"), "{position}");
            }
            if let Some(text) = ply["played"].as_str() {
                position.play(position.parse_move(text).unwrap_or_else(|error| panic!("{position}: {error}")));
            }
        }
        let result = match position.outcome().map(Margin::winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Side::First)) => "1-0",
            Some(Some(Side::Second)) => "0-1",
        };
        assert_eq!(game["result"].as_str(), Some(result), "{position}");
    }
}

#[test]
fn has_the_successors_of_the_course() {
    let vectors = common::vectors("checkers-aiarena-positions.json.gz");
    let positions = vectors["positions"].as_array().expect("positions");
    assert!(positions.len() >= 100, "only {} positions", positions.len());
    for entry in positions {
        let position: Checkers<Aiarena> = at(entry["pos"].as_str().expect("a position"));
        let ours: BTreeSet<(String, String)> =
            position.moves().map(|mv| (position.format_move(mv), position.child(mv).to_string())).collect();
        let theirs: BTreeSet<(String, String)> = entry["succ"]
            .as_array()
            .expect("successors")
            .iter()
            .map(|pair| (pair[0].as_str().expect("a move").to_owned(), pair[1].as_str().expect("a text").to_owned()))
            .collect();
        assert_eq!(ours, theirs, "{position}");
        assert_eq!(position.count_moves() as u64, entry["n"].as_u64().expect("a count"), "{position}");
    }
}

#[test]
fn a_king_may_end_where_it_began() {
    let round: Checkers<English> = at("W:WK6:B9,10,17,18");
    assert_eq!(texts(&round), set(&["6x13x22x15x6", "6x15x22x13x6"]));
    let mv = round.parse_move("6x13x22x15x6").expect("a circular capture");
    assert_eq!(round.child(mv).to_string(), "B:WK6:B");
    assert_eq!(round.path(mv), ["6", "13", "22", "15", "6"]);
    assert_eq!(round.child(mv).outcome(), Some(Margin::win(Side::Second, 1)));
    assert_eq!(round.child(mv).key(), at::<English>("B:WK6:B").key());
}

#[test]
fn crowning_ends_the_move() {
    // A king on 1 could go on over 6 and 7; the man that has just been crowned there cannot.
    let position: Checkers<English> = at("W:W10:B6,7");
    assert_eq!(texts(&position), set(&["10x1", "10x3"]));
    let crowned = position.child(position.parse_move("10x1").expect("a capture"));
    assert_eq!(crowned.to_string(), "B:WK1:B7");
}

#[test]
fn no_piece_is_jumped_twice_and_no_chain_takes_more_than_nine() {
    // Every second square a king on 1 can reach is surrounded by prey.
    let full: Checkers<English> = at("W:WK1:B6,7,8,14,15,16,22,23,24");
    assert!(full.must_capture());
    for mv in full.moves() {
        assert!(mv.captured().count_ones() <= 9);
        assert_eq!(mv.landings().len() as u32, mv.captured().count_ones());
    }
}

/// Made-up positions can have more captures than play ever offers; each must still be found and drawn.
#[test]
fn crowded_positions_offer_every_capture() {
    let mut rng = seeded(5);
    let mut most = 0;
    for _ in 0..20_000 {
        let cells: String = (0..32).map(|_| ["_", "_", "K", "k"][pick(&mut rng, 4) as usize]).collect();
        let Ok(position) = format!("{cells}/w/0").parse::<Checkers<English>>() else { continue };
        let legal: HashSet<_> = position.moves().collect();
        assert_eq!(
            (legal.len(), position.moves().fold(0, |count, _| count + 1)),
            (position.count_moves(), legal.len())
        );
        if legal.len() > most {
            most = legal.len();
            let drawn: HashSet<_> = (0..most * 20).filter_map(|_| position.random_move(&mut rng)).collect();
            assert_eq!(drawn, legal, "{position}");
        }
    }
    assert!(most > 12, "only {most} captures");
}

#[test]
fn the_most_pieces_must_be_taken_in_the_course() {
    let fen = "W:W21,22:B11,17,18";
    assert_eq!(texts(&at::<English>(fen)), set(&["21x14", "22x13", "22x15x8"]));
    assert_eq!(texts(&at::<Aiarena>(fen)), set(&["21x14x7"]));
}

#[test]
fn a_blocked_side_has_lost_even_when_the_counter_is_full() {
    let blocked: Checkers<Aiarena> = at("________m___M___________________/w/24");
    assert_eq!(blocked.outcome(), None);
    let stuck: Checkers<Aiarena> = at("________mm__M___________________/w/25");
    assert_eq!(texts(&stuck), set(&[]));
    assert!(stuck.outcome().is_some());
    let drawn: Checkers<English> = at("W:WK32:BK1:H80");
    assert_eq!((drawn.outcome(), drawn.count_moves()), (Some(Margin::DRAW), 0));
    assert_eq!(drawn.reason(), "80 plies without a capture or a man's move");
    let lost: Checkers<English> = at("W:W5:B1:H80");
    assert_eq!(lost.outcome(), Some(Margin::win(Side::First, 1)));
    assert_eq!(lost.reason(), "White has no move left");
}

#[test]
fn a_third_occurrence_is_a_draw_in_english_checkers() {
    let mut english = Record::new(at::<English>("B:WK32:BK1"));
    for text in ["1-6", "32-27", "6-1", "27-32"].repeat(2) {
        assert_eq!(english.outcome(), None, "before {text}");
        english.play(english.position().parse_move(text).expect("a legal move"));
    }
    assert_eq!((english.occurrences(), english.outcome()), (3, Some(Margin::DRAW)));
    let mut aiarena = Record::new(at::<Aiarena>("K______________________________k/w/0"));
    for text in ["0-5", "31-26", "5-0", "26-31"].repeat(3) {
        aiarena.play(aiarena.position().parse_move(text).expect("a legal move"));
    }
    assert_eq!(aiarena.outcome(), None);
}

#[test]
fn the_counter_is_hashed_where_it_matters() {
    let key = |counter: u8| at::<English>(&format!("B:WK32:BK1:H{counter}")).key();
    assert_eq!(key(0), key(47));
    assert_ne!(key(47), key(48));
    assert_ne!(key(48), key(49));
    let key = |counter: u8| at::<Aiarena>(&format!("K______________________________k/w/{counter}")).key();
    assert_ne!(key(0), key(1));
}

#[test]
fn colours_belong_to_players_by_who_starts() {
    use grandline_games::checkers::Colour;
    assert_eq!(at::<English>("W:W32:B1").to_move(), Side::Second);
    assert_eq!(at::<Aiarena>("B:W32:B1").to_move(), Side::Second);
    assert_eq!(Checkers::<Aiarena>::colour_of(Side::First), Colour::White);
    assert_eq!(Checkers::<English>::player_of(Colour::White), Side::Second);
    let position = at::<English>("B:WK18,32:B14,K5");
    assert_eq!(position.capturable(Colour::White), 1 << 17);
    assert_eq!(position.capturable(Colour::Black), 1 << 13);
    assert_eq!((position.piece_count(), position.men(Colour::White)), (4, 1 << 31));
    assert!(position.must_capture());
}
