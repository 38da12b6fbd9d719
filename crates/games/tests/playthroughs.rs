//! One seeded game of every variant, ply by ply, as a snapshot: a change of rules, texts or boards is never an accident.

use std::fmt::Write;

use grandline_games::random::seeded;
use grandline_games::{GameId, Notation, Record, with_game};

fn playthrough<G: Notation>(seed: u64) -> String {
    let mut rng = seeded(seed);
    let mut record = Record::new(G::start(seed));
    let mut text = format!("{} from {}\n", G::NAME, record.start());
    while record.outcome().is_none() {
        let position = record.position();
        let Some(mv) = position.random_move(&mut rng) else { break };
        let (player, count) = (G::side_name(position.to_move()), position.count_moves());
        let _ = write!(text, "{:>3} {player} {} of {count}", record.plies() + 1, position.format_move(mv));
        record.play(mv);
        let _ = writeln!(text, ": {} {:016x}", record.position(), record.position().key());
        // The board is drawn now and then; every ply would be unreadable.
        if record.plies() % 12 == 0 || record.outcome().is_some() {
            let _ = writeln!(
                text,
                "\n{}\n{}\n",
                record.position().scene(record.last_move()).canvas,
                record.position().detail()
            );
        }
    }
    let _ = writeln!(text, "{:?}: {}", record.outcome(), record.reason());
    text
}

#[test]
fn one_game_of_every_variant() {
    for &id in GameId::ALL {
        let name = id.name().replace('/', "-");
        insta::assert_snapshot!(name, with_game!(id, G => playthrough::<G>(2)));
    }
}

/// The pictures of a start and of a middle game, as SVG.
#[test]
fn pictures_of_every_variant() {
    for &id in GameId::ALL {
        let name = format!("{}-svg", id.name().replace('/', "-"));
        let mut game = id.set_up("seed:2").expect("a start");
        let mut rng = seeded(2);
        for _ in 0..14 {
            if let Some(mv) = game.random_move(&mut rng) {
                game.play(mv);
            }
        }
        let svg = game.scene(true).to_bare_svg().replace("<g", "\n<g");
        insta::assert_snapshot!(name, svg);
    }
}
