//! Copies between stores: the same games, order and hashes, also after an interruption.

use grandline_arena::Played;
use grandline_arena::store::{
    self, Copied, CopyError, Documents, Entry, NewEntry, Note, NoteKind, Review, Sqlite, Store, StoreError,
    TournamentKey, copy_documents, copy_reviews,
};

use crate::conformance::{games, on_every_store};
use crate::samples::{entry, game};

/// A store with a finished tournament whose games were not stored by number.
fn source() -> (Sqlite, Entry) {
    let mut store = Sqlite::in_memory().expect("memory");
    let key = store.create(&entry("cup")).expect("a free name").key;
    let mut played: Vec<Played> = (0..700).map(game).collect();
    played.rotate_left(300);
    store.add(key, &played).expect("room");
    store.note(key, &[Note::played(3, "lab-7"), Note::late(&game(700), "lab-7")]).expect("room");
    store.finish(key, "done").expect("room");
    let entry = store.get(key).expect("readable").expect("the cup");
    (store, entry)
}

fn copy(from: &mut dyn Store, to: &mut dyn Store, entry: &Entry) -> Result<Copied, CopyError> {
    store::copy(from, to, entry, &mut |_| {})
}

#[test]
fn a_copy_has_the_same_games_and_hashes() {
    on_every_store(|to| {
        let (mut from, entry) = source();
        let head = from.chain(entry.key).expect("readable").head;
        let copied = copy(&mut from, to, &entry).expect("a copy");
        assert_eq!(copied, Copied { games: 700, before: 0, head: head.clone() });
        let target = to.find("cup").expect("readable").expect("the copy");
        assert_eq!((target.entered, target.verdict.as_deref()), (entry.entered.clone(), Some("done")));
        assert_eq!(games(to, target.key), games(&mut from, entry.key));
        for kind in NoteKind::ALL {
            let notes = from.notes(entry.key, kind).expect("readable");
            assert_eq!(to.notes(target.key, kind).expect("readable"), notes, "{kind:?}");
        }
        let again = copy(&mut from, to, &entry).expect("nothing to do");
        assert_eq!(again, Copied { games: 0, before: 700, head: head.clone() });
        // And back.
        let mut back = Sqlite::in_memory().expect("memory");
        let target = to.find("cup").expect("readable").expect("the copy");
        assert_eq!(copy(to, &mut back, &target).expect("a copy").head, head);
    });
}

#[test]
fn a_copy_that_was_interrupted_continues() {
    on_every_store(|to| {
        let (mut from, entry) = source();
        let mut some = Vec::new();
        from.in_order(entry.key, 0, &mut |game| some.push(game)).expect("readable");
        some.truncate(123);
        let key = to.create(&entry.entered).expect("a free name").key;
        to.add(key, &some).expect("room");
        let copied = copy(&mut from, to, &entry).expect("the rest");
        assert_eq!((copied.games, copied.before), (577, 123));
        assert_eq!(copied.head, from.chain(entry.key).expect("readable").head);
    });
}

#[test]
fn what_does_not_fit_is_not_copied() {
    on_every_store(|to| {
        let (mut from, entry) = source();
        let elsewhen = NewEntry { created: None, ..entry.entered.clone() };
        let mut same = Sqlite::in_memory().expect("memory");
        same.create(&elsewhen).expect("a free name");
        copy(&mut from, &mut same, &entry).expect("only the date of its start differs");
        let other = NewEntry { definition: "{}".to_owned(), ..entry.entered.clone() };
        to.create(&other).expect("a free name");
        let error = copy(&mut from, to, &entry).expect_err("another definition").to_string();
        assert!(error.contains("the target has another one of that name with another definition"), "{error}");
    });
    on_every_store(|to| {
        let (mut from, entry) = source();
        let key = to.create(&entry.entered).expect("a free name").key;
        to.add(key, &[game(5)]).expect("room");
        let error = copy(&mut from, to, &entry).expect_err("other games").to_string();
        assert!(error.contains("with other games"), "{error}");
    });
}

#[test]
fn a_broken_chain_is_not_hidden_by_a_copy() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("test.db");
    let mut from = Sqlite::open(&path).expect("new");
    let key = from.create(&entry("cup")).expect("a free name").key;
    from.add(key, &[game(0), game(1)]).expect("room");
    let raw = rusqlite::Connection::open(&path).expect("the same");
    raw.execute("UPDATE game SET margin = 5 WHERE number = 1", []).expect("a free database");
    let cup = from.get(key).expect("readable").expect("the cup");
    let mut to = Sqlite::in_memory().expect("memory");
    let error = copy(&mut from, &mut to, &cup).expect_err("broken").to_string();
    assert!(error.contains("game 1 does not fit its hash"), "{error}");
    assert_eq!(to.find("cup"), Ok(None));
}

#[test]
fn a_store_that_fails_is_named() {
    let (mut from, cup) = source();
    let gone = Entry { key: TournamentKey(77), ..cup };
    let error = copy(&mut from, &mut Sqlite::in_memory().expect("memory"), &gone).expect_err("no such tournament");
    assert!(matches!(error, CopyError::Store(StoreError::Database(..))), "{error}");
}

#[test]
fn games_of_the_page_are_copied_once() {
    let mut from = Sqlite::in_memory().expect("memory");
    let mut to = Sqlite::in_memory().expect("memory");
    for revision in 0..3 {
        assert!(from.save("a", &format!("state {revision}"), revision).expect("room"));
    }
    assert!(from.save("b", "one", 0).expect("room"));
    assert_eq!(copy_documents(&mut from, &mut to), Ok(2));
    assert_eq!(to.load("a").expect("readable"), from.load("a").expect("readable"));
    assert_eq!(to.load("b").expect("readable"), from.load("b").expect("readable"));
    assert!(to.save("a", "played on", 3).expect("room"));
    assert_eq!(copy_documents(&mut from, &mut to), Ok(0));
    assert_eq!(to.load("a").expect("readable").expect("a").text, "played on");
}

#[test]
fn reviews_are_copied_with_the_time_of_their_last_use() {
    let mut from = Sqlite::in_memory().expect("memory");
    let mut to = Sqlite::in_memory().expect("memory");
    let review = |key: &str, text: &str, used| Review { key: key.to_owned(), text: text.to_owned(), used };
    for number in 0..600 {
        from.keep_review(&format!("game {number:03}"), "good", 1000 + number, 1000).expect("room");
    }
    assert!(to.add_review(&review("game 005", "newer", 9000)).expect("room"));
    assert_eq!(copy_reviews(&mut from, &mut to), Ok(599));
    assert_eq!(copy_reviews(&mut from, &mut to), Ok(0));
    let copied = to.reviews("game 004", 2).expect("readable");
    assert_eq!(copied, [review("game 005", "newer", 9000), review("game 006", "good", 1006)]);
}
