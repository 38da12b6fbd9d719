//! No text makes a parser panic, and what a parser accepts it writes and reads again.

use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Notation};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Arbitrary texts, texts of likely characters, and true texts with one character spoilt.
fn texts<G: Notation>() -> impl Strategy<Value = String> {
    let spoilt = (0u64..500, 0usize..60, any::<prop::sample::Index>(), "\\PC").prop_map(|(seed, plies, at, with)| {
        let text = somewhere::<G>(seed, plies).to_string();
        let mut characters: Vec<char> = text.chars().collect();
        let place = at.index(characters.len());
        match seed % 3 {
            0 => characters[place] = with.chars().next().unwrap_or('?'),
            1 => drop(characters.remove(place)),
            _ => characters.truncate(place),
        }
        characters.into_iter().collect()
    });
    prop_oneof![1 => "\\PC{0,60}", 2 => "[0-9a-hRGBYCWKMOXmkJV_.:,;/x -]{0,70}", 3 => spoilt]
}

fn somewhere<G: Game>(seed: u64, plies: usize) -> G {
    let mut rng = seeded(seed);
    let mut position = G::start(seed);
    for _ in 0..plies {
        match position.random_move(&mut rng) {
            Some(mv) => position.play(mv),
            None => break,
        }
    }
    position
}

/// Position texts.
pub(crate) fn positions<G: Notation>() {
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let checked = runner.run(&texts::<G>(), |text| {
        if let Ok(position) = G::set_up(&text) {
            let written = position.to_string();
            prop_assert_eq!(written.parse::<G>(), Ok(position.clone()), "{} from {}", written, text);
            prop_assert_eq!(position.outcome().is_some(), position.moves().next().is_none(), "{}", text);
            // A position that was let in must also bear being looked at and played on.
            let _ = (position.scene(None).to_svg(), position.scene(None).canvas.coloured(), position.detail());
            let mut played = position;
            played.playout(&mut seeded(1));
        }
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
}

/// Move texts, at positions of random games.
pub(crate) fn moves<G: Notation>() {
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let strategy = (0u64..200, 0usize..40, prop_oneof!["\\PC{0,12}", "[0-9a-hRGBYCx:, JonapRmsydqeGiSlMh-]{1,14}"]);
    let checked = runner.run(&strategy, |(seed, plies, text)| {
        let position = somewhere::<G>(seed, plies);
        match position.parse_move(&text) {
            Ok(mv) => prop_assert!(position.moves().any(|legal| legal == mv), "{} at {}", text, position),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        // A legal text with a character too many is refused, or means a legal move.
        let mut rng = seeded(seed);
        if let Some(mv) = position.random_move(&mut rng) {
            let mut longer = position.format_move(mv);
            longer.push(char::from(b'0' + pick(&mut rng, 10) as u8));
            if let Ok(mv) = position.parse_move(&longer) {
                prop_assert!(position.moves().any(|legal| legal == mv), "{} at {}", longer, position);
            }
        }
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
}
