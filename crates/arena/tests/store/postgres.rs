//! What only a server can do: be shared, be restarted, refuse, be away.

use std::sync::mpsc;
use std::thread;

use grandline_arena::store::{self, Location, StoreError};
use grandline_fixtures::{Certificates, Postgres};
use insta::assert_snapshot;

use crate::conformance::games;
use crate::samples::{entry, game};

fn refused(location: impl Into<Location>) -> StoreError {
    store::open(location).map(drop).expect_err("not a store")
}

/// What a store says, with names for what differs from run to run. No password may be in it.
fn words(server: &Postgres, error: &StoreError) -> String {
    let text = error.to_string();
    assert!(!text.contains(server.password()) && !text.contains("s3cret"), "{text}");
    assert!(!format!("{error:?}").contains("s3cret"));
    text.replace(&server.port().to_string(), "PORT")
}

#[test]
fn servers_that_refuse_are_explained() {
    let server = Postgres::shared();
    let mine = server.database();
    let address = server.address(&mine);
    let mut said = String::new();
    let mut say = |error: &StoreError| said += &format!("{}\n", words(server, error).replace(&mine, "MINE"));
    say(&refused(address.replace("s3cret", "wrong-s3cret")));
    say(&refused(address.replace("postgres:s3cret", "nobody:s3cret")));
    say(&refused(format!("postgres://postgres@127.0.0.1:{}/{mine}", server.port())));
    say(&refused(server.address("missing")));
    say(&refused(address.replace(&server.port().to_string(), "1")));
    say(&refused(format!("{address}?sslmode=verify-full")));
    say(&refused(format!("{address}?sslmode=prefer")));
    say(&refused(format!("{address}?colour=s3cret")));
    say(&refused("postgres://me:s3cret@[::1/arena?x=1"));
    say(&refused("postgres:///arena"));
    say(&store::open_existing(&*address).map(drop).expect_err("an empty database"));
    assert_eq!(server.sql(&mine, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'").trim(), "0");
    server.sql(&mine, "CREATE TABLE customers (id INTEGER)");
    say(&refused(&*address));
    server.sql(&mine, "CREATE TABLE meta (id INTEGER)");
    say(&refused(&*address));
    assert_snapshot!(said);
}

#[test]
fn a_connection_is_encrypted_where_the_server_proves_itself() {
    let mut authority = None;
    let server = Postgres::start_with(|folder| {
        let made = Certificates::make(folder);
        let settings = [("ssl_cert_file", &made.certificate), ("ssl_key_file", &made.key)];
        let files = settings.map(|(setting, file)| format!("{setting}={}", file.display()));
        // The folder of the server is closed to us otherwise.
        authority = Some(std::fs::read(&made.authority).expect("a file"));
        ["ssl=on".to_owned()].into_iter().chain(files).collect()
    });
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("my ca.pem");
    std::fs::write(&file, authority.expect("an authority")).expect("a file");
    let address = server.new_address();
    let trusted =
        format!("{address}?sslmode=verify-full&sslrootcert={}", file.display().to_string().replace(' ', "%20"));
    let mut store = store::open(trusted).expect("the authority is known");
    let encrypted = "SELECT COUNT(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND application_name = 'grandline'";
    assert_eq!(server.sql("postgres", encrypted).trim(), "1");
    store.create(&entry("cup")).expect("a free name");
    let error = words(&server, &refused(format!("{address}?sslmode=verify-full")));
    assert!(error.contains("no encrypted connection to 127.0.0.1 can be made"), "{error}");
    std::fs::write(&file, "no certificate").expect("a file");
    let error = words(
        &server,
        &refused(format!("{address}?sslmode=require&sslrootcert={}", folder.path().join("my%20ca.pem").display())),
    );
    assert!(error.contains("the file has no certificate"), "{error}");
}

#[test]
fn a_password_may_come_from_elsewhere() {
    let server = Postgres::shared();
    let location = Location::from(format!("postgres://postgres@127.0.0.1:{}/{}", server.port(), server.database()));
    store::open(location.clone().with_password(server.password())).expect("the right password");
    let error = refused(location.with_password("wrong-s3cret"));
    assert!(words(server, &error).contains("refuses user 'postgres'"), "{error}");
}

#[test]
fn databases_of_newer_and_older_versions() {
    let server = Postgres::shared();
    let (database, old) = (server.database(), server.database());
    let address = server.address(&database);
    drop(store::open(&*address).expect("an empty database"));
    server.sql(&database, "UPDATE meta SET value = '999' WHERE key = 'schema_version'");
    let error = refused(&*address);
    assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
    server.sql(&old, include_str!("../vectors/store-version-1.sql"));
    let mut store = store::open(server.address(&old)).expect("it is ours");
    let cup = store.find("old cup").expect("readable").expect("the cup");
    assert_eq!((cup.games, cup.verdict.as_deref()), (2, Some("a wins")));
    assert_eq!(store.chain(cup.key).expect("readable").unlinked, [0, 1]);
    store.add(cup.key, &[game(2)]).expect("it goes on");
    assert_eq!(games(store.as_mut(), cup.key).len(), 3);
}

#[test]
fn a_user_without_rights_is_told() {
    let server = Postgres::shared();
    let database = server.database();
    server.sql(&database, "CREATE USER guest PASSWORD 'guest-s3cret'");
    let address = server.address(&database).replace("postgres:s3cret%2F%40%3A%3F", "guest:guest-s3cret");
    let told = || words(server, &refused(&*address)).replace(&database, "MINE");
    let empty = told();
    drop(store::open(server.address(&database)).expect("the owner"));
    assert_snapshot!(format!("{empty}\n{}", told()));
    server.sql(&database, "GRANT ALL ON ALL TABLES IN SCHEMA public TO guest");
    let mut store = store::open(&*address).expect("with the rights of the message");
    let key = store.create(&entry("cup")).expect("a free name").key;
    store.add(key, &[game(0)]).expect("room");
    server.sql(&database, "UPDATE meta SET value = '1' WHERE key = 'schema_version'");
    assert!(told().contains("let the owner of the tables open the database once"), "{}", told());
}

#[test]
fn damaged_rows_are_named() {
    let server = Postgres::shared();
    let database = server.database();
    let mut store = store::open(server.address(&database)).expect("an empty database");
    let key = store.create(&entry("cup")).expect("a free name").key;
    store.add(key, &[game(0), game(1), game(2)]).expect("room");
    let mut said = String::new();
    for damage in
        ["winner = 'nobody'", "ending = 'boredom'", "plies = '4 x'", "detail = '{'", "margin = 100000", "round = -1"]
    {
        server.sql(&database, &format!("UPDATE game SET {damage} WHERE number = 1"));
        let error = store.games(key, &mut |_| {}).expect_err("damaged");
        assert_eq!(store.game(key, 2), Ok(Some(game(2))), "the others can be read");
        assert_eq!(store.chain(key).expect("readable").broken, [1]);
        said += &format!("{damage}\n    {error}\n");
        server.sql(&database, "DELETE FROM game WHERE number = 1");
        store.cut(key, 2).expect("a new chain");
        store.add(key, &[game(1), game(2)]).expect("room");
    }
    assert_snapshot!(said);
}

#[test]
fn many_programs_open_and_write_at_once() {
    let server = Postgres::shared();
    let address = server.new_address();
    let mut keys = thread::scope(|scope| {
        let open = |number: u64| {
            let address = address.as_str();
            scope.spawn(move || {
                let mut store = store::open(address).expect("tables, made once");
                let own = store.create(&entry(&format!("cup {number}"))).expect("a free name").key;
                let shared = match store.create(&entry("shared")) {
                    Ok(entry) => entry.key,
                    Err(StoreError::Taken(_)) => store.find("shared").expect("readable").expect("it is taken").key,
                    Err(error) => panic!("{error}"),
                };
                for step in 0..20 {
                    store.add(shared, &[game(5 * step + number), game(5 * step)]).expect("room");
                }
                (own, shared)
            })
        };
        let threads: Vec<_> = (0..5).map(open).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
    });
    keys.sort();
    let shared = keys[0].1;
    assert!(keys.iter().all(|key| key.1 == shared));
    keys.dedup_by_key(|key| key.0);
    assert_eq!(keys.len(), 5);
    let mut store = store::open(&*address).expect("the same");
    assert_eq!(games(store.as_mut(), shared), (0..100).map(game).collect::<Vec<_>>());
    let chain = store.chain(shared).expect("readable");
    assert_eq!((chain.broken, chain.unlinked), (vec![], vec![]));
}

#[test]
fn a_tournament_belongs_to_one_program_at_a_time() {
    let address = Postgres::shared().new_address();
    let (mut one, mut two) = (store::open(&*address).expect("new"), store::open(&*address).expect("the same"));
    let key = one.create(&entry("cup")).expect("a free name").key;
    assert_eq!(one.claim(key), Ok(true));
    assert_eq!(two.claim(key), Ok(false));
    one.release(key).expect("an answer");
    assert_eq!(two.claim(key), Ok(true));
    assert_eq!(one.claim(key), Ok(false));
    drop(two);
    // The server notices the end of a connection by itself, at some time.
    while !one.claim(key).expect("an answer") {
        thread::yield_now();
    }
}

#[test]
fn a_restarted_server_loses_and_repeats_nothing() {
    const BATCH: u64 = 20;
    let mut server = Postgres::start();
    let address = server.new_address();
    let mut store = store::open(&*address).expect("an empty database");
    let key = store.create(&entry("cup")).expect("a free name").key;
    assert_eq!(store.claim(key), Ok(true));
    let (progress, done) = mpsc::channel();
    let writer = thread::spawn(move || {
        let mut from = 0;
        // Until nobody listens any more.
        while progress.send(from).is_ok() {
            let batch: Vec<_> = (from..from + BATCH).map(game).collect();
            store.add(key, &batch).expect("the connection comes back");
            from += BATCH;
        }
        (store, from)
    });
    for restart in 1..=4 {
        while done.recv().expect("a writer") < restart * 10 * BATCH {}
        server.kill();
        server.resume();
    }
    while done.recv().expect("a writer") < 50 * BATCH {}
    drop(done);
    let (mut store, written) = writer.join().expect("no panic");
    assert_eq!(games(store.as_mut(), key), (0..written).map(game).collect::<Vec<_>>());
    let chain = store.chain(key).expect("readable");
    assert_eq!((chain.broken, chain.unlinked), (vec![], vec![]));
    let mut other = store::open(&*address).expect("the same");
    assert_eq!(other.claim(key), Ok(false), "the reservation came back with the connection");
}
