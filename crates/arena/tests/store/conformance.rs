//! What every store promises.

use grandline_arena::Played;
use grandline_arena::store::{
    self, Entry, Excerpt, NewEntry, Note, NoteKind, Sqlite, Store, StoreError, TournamentKey,
};
#[cfg(feature = "postgres")]
use grandline_fixtures::Postgres;
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::samples::{any_game, entry, game};

/// Runs a check on an empty store of every kind.
pub(crate) fn on_every_store(check: impl Fn(&mut dyn Store)) {
    check(&mut Sqlite::in_memory().expect("memory"));
    let folder = TempDir::new().expect("a folder");
    check(&mut Sqlite::open(folder.path().join("test.db")).expect("a new database"));
    #[cfg(feature = "postgres")]
    check(store::open(Postgres::shared().new_address()).expect("an empty database").as_mut());
}

/// All games of a tournament.
pub(crate) fn games(store: &mut dyn Store, key: TournamentKey) -> Vec<Played> {
    let mut games = Vec::new();
    store.games(key, &mut |game| games.push(game)).expect("readable games");
    games
}

fn create(store: &mut dyn Store, name: &str) -> TournamentKey {
    store.create(&entry(name)).expect("a free name").key
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn games_come_back_as_they_were(mut played in vec(any_game(), 1..40)) {
        for (number, game) in played.iter_mut().enumerate() {
            game.number = number as u64;
        }
        on_every_store(|store| {
            let key = create(store, "cup");
            store.add(key, &played).expect("room");
            assert_eq!(games(store, key), played);
            let last = played.len() as u64 - 1;
            assert_eq!(store.game(key, last).expect("readable").as_ref(), played.last());
        });
    }
}

#[test]
fn games_are_cut_from_a_number_on_and_in_one_tournament() {
    on_every_store(|store| {
        let (cup, league) = (create(store, "cup"), create(store, "league"));
        for key in [cup, league] {
            store.add(key, &[game(0), game(1), game(2), game(9)]).expect("room");
        }
        store.cut(cup, u64::MAX).expect("nothing to do");
        assert_eq!(games(store, cup).len(), 4);
        store.cut(cup, 2).expect("games to forget");
        assert_eq!(games(store, cup), [game(0), game(1)]);
        assert_eq!(games(store, league).len(), 4);
        store.add(cup, &[game(2)]).expect("a number that is free again");
        assert_eq!(games(store, cup).len(), 3);
    });
}

#[test]
fn games_come_in_the_order_of_their_numbers() {
    on_every_store(|store| {
        let key = create(store, "cup");
        store.add(key, &[game(9), game(2)]).expect("room");
        store.add(key, &[]).expect("nothing to do");
        store.add(key, &[game(0), game(i64::MAX as u64)]).expect("room");
        let numbers: Vec<u64> = games(store, key).iter().map(|game| game.number).collect();
        assert_eq!(numbers, [0, 2, 9, i64::MAX as u64]);
        assert_eq!(store.game(key, 3).expect("readable"), None);
        assert_eq!(store.game(key, u64::MAX).expect("readable"), None);
    });
}

#[test]
fn results_are_read_without_their_moves() {
    on_every_store(|store| {
        let key = create(store, "cup");
        let evidence = Some("it said nothing".to_owned());
        store.add(key, &[Played { evidence, ..game(1) }, game(0)]).expect("room");
        let mut results = Vec::new();
        store.results(key, &mut |game| results.push(game)).expect("readable");
        assert_eq!(results, [game(0), game(1)].map(|game| Played { plies: Vec::new(), ..game }));
    });
}

#[test]
fn an_excerpt_has_what_was_asked_for() {
    let between = |number, players: [&str; 2]| Played { players: players.map(str::to_owned), ..game(number) };
    on_every_store(|store| {
        let key = create(store, "cup");
        let pairings = [["a", "b"], ["b", "a"], ["a", "c"], ["c", "b"], ["c", "a"]];
        let games: Vec<Played> = (0..).zip(pairings).map(|(number, players)| between(2 * number, players)).collect();
        store.add(key, &games).expect("room");
        let mut numbers = |from, most, agents: [Option<&str>; 2]| -> Vec<u64> {
            let wanted = Excerpt { from, most, agents: agents.map(|name| name.map(str::to_owned)) };
            let found = store.excerpt(key, &wanted).expect("readable");
            assert!(found.iter().all(|game| game.plies.is_empty()));
            found.iter().map(|game| game.number).collect()
        };
        assert_eq!(numbers(0, 100, [None, None]), [0, 2, 4, 6, 8]);
        assert_eq!(numbers(3, 2, [None, None]), [4, 6]);
        assert_eq!(numbers(0, 100, [Some("a"), None]), [0, 2, 4, 8]);
        assert_eq!(numbers(0, 100, [None, Some("c")]), [4, 6, 8]);
        assert_eq!(numbers(1, 1, [Some("b"), Some("a")]), [2]);
        assert!(numbers(0, 0, [None, None]).is_empty());
        assert!(numbers(0, 9, [Some("nobody"), None]).is_empty());
        assert!(numbers(u64::MAX, 9, [None, None]).is_empty());
    });
}

#[test]
fn more_games_than_a_page_come_in_order() {
    on_every_store(|store| {
        let key = create(store, "cup");
        let mut played: Vec<Played> = (0..1203).map(game).collect();
        played.reverse();
        store.add(key, &played).expect("room");
        let mut stored = Vec::new();
        store.in_order(key, 0, &mut |game| stored.push(game)).expect("readable");
        assert_eq!(stored, played, "the order in which they were stored");
        stored.clear();
        store.in_order(key, 1200, &mut |game| stored.push(game)).expect("readable");
        assert_eq!(stored, played[1200..]);
        played.reverse();
        assert_eq!(games(store, key), played);
        let mut results = 0;
        store.results(key, &mut |_| results += 1).expect("readable");
        assert_eq!(results, 1203);
    });
}

#[test]
fn hashes_do_not_depend_on_the_store() {
    let heads = std::sync::Mutex::new(Vec::new());
    on_every_store(|store| {
        let key = create(store, "cup");
        let strange = Played { evidence: Some("\0 and \u{1a}".to_owned()), detail: serde_json::Value::Null, ..game(3) };
        store.add(key, &[game(2), game(0), strange.clone(), game(0)]).expect("room");
        store.add(key, &[game(2), game(1), game(7)]).expect("room");
        store.cut(key, 7).expect("a game to forget");
        let chain = store.chain(key).expect("readable");
        assert_eq!((chain.broken, chain.unlinked), (vec![], vec![]));
        assert_eq!(games(store, key), [game(0), game(1), game(2), strange]);
        let mut order = Vec::new();
        store.in_order(key, 0, &mut |game| order.push(game.number)).expect("readable");
        assert_eq!(order, [2, 0, 3, 1]);
        heads.lock().expect("no panic").push(chain.head);
    });
    let heads = heads.into_inner().expect("no panic");
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
}

#[test]
fn a_tournament_is_reserved_and_released() {
    on_every_store(|store| {
        let key = create(store, "cup");
        for _ in 0..2 {
            assert!(store.claim(key).expect("an answer"));
            assert!(store.claim(key).expect("an answer"), "its own");
            store.release(key).expect("an answer");
        }
    });
}

#[test]
fn the_first_game_of_a_number_stays() {
    on_every_store(|store| {
        let key = create(store, "cup");
        let other = Played { reason: "played again".to_owned(), ..game(1) };
        store.add(key, &[game(1)]).expect("room");
        store.add(key, &[game(0), other.clone(), game(2), other.clone()]).expect("room");
        assert_eq!(games(store, key), [game(0), game(1), game(2)]);
        let second = create(store, "other cup");
        store.add(second, std::slice::from_ref(&other)).expect("room");
        assert_eq!(games(store, second), std::slice::from_ref(&other), "a number belongs to its tournament");
        assert_eq!(games(store, key).len(), 3);
    });
}

#[test]
fn tournaments_are_found_by_name() {
    on_every_store(|store| {
        assert_eq!(store.find("cup").expect("readable"), None);
        assert_eq!(store.list().expect("readable"), []);
        let cup = store.create(&entry("cup")).expect("a free name");
        assert_eq!((cup.entered.clone(), cup.games, cup.verdict.clone()), (entry("cup"), 0, None));
        let undated = NewEntry { created: None, ..entry("Cup") };
        let other = store.create(&undated).expect("another name");
        assert_ne!(cup.key, other.key);
        assert_eq!(store.create(&entry("cup")), Err(StoreError::Taken("cup".to_owned())));
        store.add(cup.key, &[game(0), game(1)]).expect("room");
        let cup = Entry { games: 2, ..cup };
        assert_eq!(store.find("cup").expect("readable"), Some(cup.clone()));
        assert_eq!(store.find("Cup").expect("readable"), Some(other.clone()));
        assert_eq!(store.get(cup.key).expect("readable"), Some(cup.clone()));
        assert_eq!(store.get(TournamentKey(77)).expect("readable"), None);
        assert_eq!(store.list().expect("readable"), [cup, other]);
    });
}

#[test]
fn a_verdict_is_kept_and_may_change() {
    on_every_store(|store| {
        let key = create(store, "cup");
        for verdict in ["a is stronger", "", "b is"] {
            store.finish(key, verdict).expect("room");
            assert_eq!(store.find("cup").expect("readable").expect("the cup").verdict.as_deref(), Some(verdict));
        }
    });
}

#[test]
fn a_key_that_was_made_up_is_refused() {
    on_every_store(|store| {
        create(store, "cup");
        for key in [-1, 77].map(TournamentKey) {
            let refused = [
                store.add(key, &[game(0)]),
                store.finish(key, "done"),
                store.games(key, &mut |_| panic!("there is no game")),
                store.results(key, &mut |_| panic!("there is no game")),
                store.excerpt(key, &Excerpt { most: 1, ..Excerpt::default() }).map(drop),
                store.game(key, 0).map(drop),
            ];
            for result in refused {
                let text = result.expect_err("no such tournament").to_string();
                assert!(text.ends_with(&format!("there is no tournament with the key {}", key.0)), "{text}");
            }
        }
    });
}

#[test]
fn notes_are_kept_by_kind_number_and_worker() {
    on_every_store(|store| {
        let (cup, league) = (create(store, "cup"), create(store, "league"));
        let dead =
            |text: &str| Note { kind: NoteKind::Dead, number: 3, worker: "a\0b".to_owned(), text: text.to_owned() };
        let played = [Note::played(7, "two"), Note::played(2, "one"), Note::late(&game(9), "one")];
        store.note(cup, &played).expect("room");
        store.note(cup, &[]).expect("nothing to do");
        store.note(cup, &[dead("first"), dead("second")]).expect("the last of two counts");
        store.note(league, &[dead("elsewhere")]).expect("room");
        assert_eq!(store.notes(cup, NoteKind::Played).expect("readable"), [played[1].clone(), played[0].clone()]);
        assert_eq!(store.notes(cup, NoteKind::Dead).expect("readable"), [dead("second")]);
        store.note(cup, &[dead("third")]).expect("room");
        assert_eq!(store.notes(cup, NoteKind::Dead).expect("readable"), [dead("third")]);
        let late = store.notes(cup, NoteKind::Late).expect("readable");
        assert_eq!(serde_json::from_str::<Played>(&late[0].text).expect("a game"), game(9));
        assert_eq!(games(store, cup), [], "notes are no games");
        let too_large = Note::played(u64::MAX, "one");
        assert!(matches!(store.note(cup, &[too_large]), Err(StoreError::Database(..))));
        assert!(store.note(TournamentKey(77), &[dead("nowhere")]).is_err());
    });
}
