//! Files of others, databases, and the agent's own file.

use std::path::Path;

use grandline_arena::store::{NewEntry, Sqlite, Store};
use grandline_arena::{Ending, Opening, Played};
use grandline_games::{GameId, Side};
use tempfile::TempDir;

use crate::harness::{Attack, confined, folder, free, open_to_all};

/// A file with a secret in a folder of its own, which every user could read.
fn secret() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    open_to_all(folder.path());
    let file = folder.path().join("solution.py");
    std::fs::write(&file, "secret\n").expect("our own folder");
    let name = file.display().to_string();
    (folder, name)
}

#[test]
fn it_cannot_read_files_of_others() {
    let (_kept, file) = secret();
    let attack = Attack::new("reads_file.py", &[&file]);
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    assert!(!attack.succeeds(&confined()));
}

#[test]
fn it_cannot_write_files_of_others() {
    let (_kept, file) = secret();
    let attack = Attack::new("writes_file.py", &[&file]);
    assert!(!attack.succeeds(&confined()));
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), "secret\n");
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), "secret\nforged\n");
}

#[test]
fn it_cannot_read_what_is_private_in_its_folder() {
    for name in [".env", "results.db", "results.db-wal", "other_agent.py"] {
        let folder = folder();
        let file = folder.path().join(name);
        std::fs::write(&file, "secret").expect("our own folder");
        let attack = Attack::in_folder(folder, "reads_file.py", &[&file.display().to_string()]);
        assert!(attack.succeeds(&free()), "{name}: the attack works without confinement");
        let mut options = confined();
        options.sandbox.hidden.push(attack.path("other_agent.py"));
        assert!(!attack.succeeds(&options), "{name}");
    }
}

/// A database with one game that the first player has won.
fn database(file: &Path) -> Sqlite {
    let mut store = Sqlite::open(file).expect("a database");
    let entry = NewEntry { name: "cup".to_owned(), game: GameId::Connect4, definition: "{}".to_owned(), created: None };
    let key = store.create(&entry).expect("a tournament").key;
    let game = Played {
        number: 0,
        round: 0,
        pair: 0,
        players: ["a", "b"].map(str::to_owned),
        opening: Opening::start(),
        plies: Vec::new(),
        winner: Some(Side::First),
        margin: 1,
        ending: Ending::Rules,
        reason: String::new(),
        detail: serde_json::Value::Null,
        evidence: None,
    };
    store.add(key, &[game]).expect("stored");
    store
}

#[test]
fn it_cannot_change_the_results() {
    let winner = |store: &mut Sqlite| {
        let key = store.find("cup").expect("readable").expect("the cup").key;
        store.game(key, 0).expect("readable").expect("the game").winner
    };
    for options in [free(), confined()] {
        let data = TempDir::new().expect("a folder");
        open_to_all(data.path());
        let file = data.path().join("results.db");
        let mut store = database(&file);
        let (referee, file) = (std::process::id().to_string(), file.display().to_string());
        let is_free = options == free();
        assert_eq!(Attack::new("rewrites_database.py", &[&referee, &file]).succeeds(&options), is_free);
        // Without confinement the attack works.
        assert_eq!(winner(&mut store), Some(if is_free { Side::Second } else { Side::First }));
    }
}

#[test]
fn it_cannot_change_its_own_file() {
    let attack = Attack::new("changes_itself.py", &[]);
    let before = std::fs::read(attack.path("changes_itself.py")).expect("readable");
    assert!(!attack.succeeds(&confined()));
    assert_eq!(std::fs::read(attack.path("changes_itself.py")).expect("readable"), before);
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    assert_ne!(std::fs::read(attack.path("changes_itself.py")).expect("readable"), before);
}

#[test]
fn it_cannot_leave_notes_for_its_next_game() {
    let name = format!("note-{}", std::process::id());
    let attack = Attack::new("leaves_notes.py", &[&name]);
    assert!(!attack.succeeds(&confined()));
    assert!(!attack.succeeds(&confined()), "the second game finds nothing");
    assert!(!attack.succeeds(&free()));
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    for folder in ["/tmp", "/dev/shm", "/var/tmp"] {
        let _ = std::fs::remove_file(Path::new(folder).join(&name));
    }
}

#[test]
fn it_cannot_mount_its_folder_again() {
    let attack = Attack::new("remounts.py", &[]);
    assert!(!attack.succeeds(&confined()));
    assert!(!attack.path("remounted").exists());
}
