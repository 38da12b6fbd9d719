//! What keeping a game costs: `cargo test --release -p grandline-arena --test store speed -- --ignored --nocapture`.

use std::time::Instant;

use grandline_arena::Played;
use grandline_arena::store::{Sqlite, Store};
use tempfile::TempDir;

use crate::samples::{entry, game};

/// As many games as random players play in a tenth of a second.
const BATCH: usize = 2000;
const BATCHES: usize = 50;

#[test]
#[ignore = "measures and decides nothing"]
#[expect(clippy::print_stderr, reason = "a measurement is for whoever asked for it")]
fn speed() {
    let folder = TempDir::new().expect("a folder");
    let mut store = Sqlite::open(folder.path().join("speed.db")).expect("new");
    let key = store.create(&entry("cup")).expect("a free name").key;
    let games: Vec<Played> = (0..(BATCH * BATCHES) as u64).map(game).collect();
    let start = Instant::now();
    for batch in games.chunks(BATCH) {
        store.add(key, batch).expect("room");
    }
    let written = start.elapsed();
    let start = Instant::now();
    let mut plies = 0;
    store.games(key, &mut |game| plies += game.plies.len()).expect("readable");
    let read = start.elapsed();
    assert_eq!(plies, games.len() * 21);
    let each = |time: std::time::Duration| time.as_secs_f64() * 1e6 / games.len() as f64;
    eprintln!(
        "{} games in batches of {BATCH}: {:.2} us to keep, {:.2} us to read",
        games.len(),
        each(written),
        each(read)
    );
}
