//! Documents of the page: what is stored comes back, and nobody overwrites what he has not seen.

use grandline_arena::store::{Document, Documents, Sqlite, open_documents};
use tempfile::TempDir;

fn on_every_store(check: impl Fn(&mut dyn Documents)) {
    check(&mut Sqlite::in_memory().expect("memory"));
    let folder = TempDir::new().expect("a folder");
    check(open_documents(folder.path().join("test.db")).expect("a new database").as_mut());
    #[cfg(feature = "postgres")]
    check(open_documents(grandline_fixtures::Postgres::shared().new_address()).expect("an empty one").as_mut());
}

fn document(text: &str, revision: i32) -> Option<Document> {
    Some(Document { text: text.to_owned(), revision })
}

#[test]
fn a_document_follows_the_one_that_was_seen() {
    on_every_store(|store| {
        assert_eq!(store.load("a").expect("readable"), None);
        assert!(store.save("a", "one \0", 0).expect("room"));
        assert_eq!(store.load("a").expect("readable"), document("one \0", 1));
        assert!(!store.save("a", "another", 0).expect("an answer"), "there is one already");
        assert!(store.save("a", "two", 1).expect("room"));
        assert!(!store.save("a", "late", 1).expect("an answer"), "it has not seen the second");
        assert_eq!(store.load("a").expect("readable"), document("two", 2));
    });
}

#[test]
fn documents_are_listed_by_id() {
    on_every_store(|store| {
        for id in ["c", "a", "b"] {
            assert!(store.save(id, id, 0).expect("room"));
        }
        assert!(store.save("b", "later", 1).expect("room"));
        let ids = ["b", "nobody", "c"].map(str::to_owned);
        let mut revisions = store.revisions(&ids).expect("readable");
        revisions.sort();
        assert_eq!(revisions, [("b".to_owned(), 2), ("c".to_owned(), 1)]);
        let page = store.page("a", 1).expect("readable");
        assert_eq!(page, [("b".to_owned(), document("later", 2).expect("one"))]);
        assert_eq!(store.page("", 9).expect("readable").len(), 3);
        assert_eq!(store.page("c", 9).expect("readable"), []);
    });
}

#[test]
fn reviews_that_nobody_asks_for_make_room() {
    on_every_store(|store| {
        for number in 0..5 {
            store.keep_review(&format!("game {number}"), "first \0", number, 5).expect("room");
        }
        store.keep_review("game 3", "second", 5, 5).expect("room");
        assert_eq!(store.review("game 0", 6).expect("readable").as_deref(), Some("first \0"), "it is used again");
        store.keep_review("game new", "new", 7, 5).expect("room");
        let mut kept = |key: &str| store.review(key, 8).expect("readable");
        assert_eq!(kept("game new").as_deref(), Some("new"));
        assert_eq!(kept("game 3").as_deref(), Some("second"));
        assert!(kept("game 0").is_some() && kept("game 2").is_some());
        assert_eq!(kept("game 1"), None, "the one that was used longest ago");
    });
}
