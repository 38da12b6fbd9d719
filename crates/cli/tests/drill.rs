//! A small drill: everything that takes part in a run is killed, and no game is lost, repeated or changed.
#![cfg(all(feature = "nats", feature = "postgres"))]

use assert_cmd::cargo::cargo_bin;
use grandline_drill::{Plan, drill, table};

#[test]
fn killing_everything_changes_no_game() {
    let plan = Plan { binary: cargo_bin("grandline"), games: 4000, workers: 2 };
    let rows = drill(&plan, &|_| {}).unwrap_or_else(|error| panic!("{error:#}"));
    let told = table(&rows);
    for what in ["workers killed", "broker restarts", "database restarts", "coordinators killed", "workers cut off"] {
        assert!(told.contains(what), "{what} is missing:\n{told}");
    }
}
