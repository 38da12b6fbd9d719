//! Hand of the King against its twin, the course's games and what is known of random play.

#[path = "../common/mod.rs"]
mod common;
mod texts;
mod twin;
mod vectors;

use grandline_games::hand_of_the_king::{HandOfTheKing, House, Location, PhaseOne, Published, Variant, WithCompanions};
use grandline_games::random::seeded;
use grandline_games::{Game, Side};

#[test]
fn phase_one_agrees_with_its_twin() {
    common::agree::<HandOfTheKing<PhaseOne>, twin::Court<false, false>>(1000);
}

#[test]
fn companions_agree_with_their_twin() {
    common::agree::<HandOfTheKing<WithCompanions>, twin::Court<true, false>>(400);
}

#[test]
fn published_agrees_with_its_twin() {
    common::agree::<HandOfTheKing<Published>, twin::Court<false, true>>(1000);
}

#[test]
fn a_position_is_48_bytes() {
    assert!(size_of::<HandOfTheKing<PhaseOne>>() <= 48);
    assert!(size_of::<HandOfTheKing<WithCompanions>>() <= 48);
}

/// The course's generator puts small houses on top: Varys is in the first row in 55.7 % of its boards.
#[test]
fn course_boards_have_varys_on_top() {
    let boards = 20_000;
    let on_top = (0..boards).filter(|&seed| HandOfTheKing::<PhaseOne>::course(seed).varys().row() == 0).count();
    let share = on_top as f64 / boards as f64;
    assert!((0.547..0.567).contains(&share), "{share}");
}

/// In a uniform board every place is as good as another, for Varys and for each house.
#[test]
fn uniform_boards_are_uniform() {
    let boards: u32 = 36_000;
    let mut varys = [0u32; 36];
    let mut cards = [[0u32; 36]; 7];
    for seed in 0..boards {
        let board = HandOfTheKing::<PhaseOne>::start(seed.into());
        varys[board.varys().number() as usize] += 1;
        for place in Location::all() {
            if let Some(house) = board.card(place) {
                cards[house.index()][place.number() as usize] += 1;
            }
        }
    }
    let surprise = |seen: &[u32; 36], expected: f64| -> f64 {
        seen.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    };
    // Chi-squared with 35 degrees of freedom is above 75 once in ten thousand; sets of places without repetition stay below it.
    assert!(surprise(&varys, 1000.0) < 75.0, "{varys:?}");
    for house in House::ALL {
        let seen = &cards[house.index()];
        assert!(surprise(seen, 1000.0 * f64::from(house.size())) < 75.0, "{house:?}: {seen:?}");
    }
}

/// The first player's share of wins in random play, and the length of games, against a large sample of the course's rules.
#[test]
fn random_play_favours_the_first_player() {
    fn share<V: Variant>(games: u64) -> f64 {
        let mut rng = seeded(1);
        let first = (0..games).filter(|_| HandOfTheKing::<V>::shuffled(&mut rng).playout(&mut rng).0 > 0).count();
        first as f64 / games as f64
    }
    let found = share::<PhaseOne>(200_000);
    assert!((0.539..0.547).contains(&found), "{found}");

    let (mut rng, mut plies) = (seeded(2), 0);
    for _ in 0..20_000 {
        let mut position = HandOfTheKing::<PhaseOne>::shuffled(&mut rng);
        while let Some(mv) = position.random_move(&mut rng) {
            position.play(mv);
            plies += 1;
        }
    }
    let length = f64::from(plies) / 20_000.0;
    assert!((28.5..28.7).contains(&length), "{length}");
}

/// Every move of a position comes about equally often, companions included.
#[test]
fn random_moves_are_uniform() {
    let position = choosing();
    let moves: Vec<_> = position.moves().collect();
    let mut seen = vec![0u32; moves.len()];
    let mut rng = seeded(3);
    for _ in 0..1000 * moves.len() {
        let mv = position.random_move(&mut rng).expect("a move");
        seen[moves.iter().position(|&other| other == mv).expect("a legal move")] += 1;
    }
    assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
}

/// Some position of a random game in which a companion is due and few cards are left.
fn choosing() -> HandOfTheKing<WithCompanions> {
    for seed in 0..1000 {
        let mut rng = seeded(seed);
        let mut position = HandOfTheKing::<WithCompanions>::start(seed);
        while let Some(mv) = position.random_move(&mut rng) {
            position.play(mv);
            if position.is_choosing() && position.cards_left() == 5 && position.companions().len() >= 3 {
                return position;
            }
        }
    }
    panic!("no such position")
}

#[test]
fn accessors_describe_the_position() {
    let mut position: HandOfTheKing = "211V56003452420533013263002241410011".parse().expect("a start");
    let target = Location::new(0).expect("a location");
    assert_eq!(position.card(target), Some(House::Lannister));
    assert_eq!(position.varys(), Location::new(3).expect("a location"));
    assert_eq!((position.cards_left(), position.on_board(House::Stark)), (35, 8));
    let mv = position.moves().next().expect("a move");
    position.play(mv);
    assert_eq!(position.varys(), target);
    assert_eq!(position.card(target), None);
    assert_eq!(position.counts(Side::First), [0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(position.counts(Side::Second), [0; 7]);
    assert_eq!(position.last_taker(House::Lannister), Some(Side::First));
    assert_eq!(position.owner(House::Lannister), Some(Side::First));
    assert_eq!(position.owner(House::Stark), None);
    assert_eq!((position.banners(Side::First), position.banners(Side::Second)), (1, 0));
    assert!(!position.is_choosing() && position.companions().is_empty());
}
