//! Brokers that let only some in. The configurations are those of docs/nats/.

use std::path::{Path, PathBuf};

use grandline_arena::store::Sqlite;
use grandline_arena::tournament::{RunOptions, run};
use grandline_dispatch::{Broker, Nats as Dispatch};
use grandline_fixtures::{Accounts, Certificates, Key, Nats};

use crate::common::{Worker, expected, games, tournament};

/// A documented configuration whose files are in the folder of the server. The port comes from the command line.
fn configured(text: &str, folder: &Path) -> String {
    Certificates::make(folder);
    let folder = folder.to_str().expect("a plain path");
    let text = text.replace("/etc/grandline", folder).replace("/var/lib/grandline-nats", &format!("{folder}/data"));
    assert!(text.contains("port: 4222\n"));
    text.replace("port: 4222\n", "")
}

/// The broker at an encrypted address, with the certificate authority of the server's folder.
fn encrypted(nats: &Nats, user: &str) -> Broker {
    let mut broker = Broker::new(format!("tls://{user}127.0.0.1:{}", nats.port()));
    broker.certificates = Some(nats.folder().join("ca.pem"));
    broker
}

fn said(broker: &Broker) -> String {
    Dispatch::new(broker.clone()).expect_err("not for this broker").to_string()
}

/// A file with a secret.
fn secret(nats: &Nats, name: &str, text: &str) -> PathBuf {
    let file = nats.folder().join(name);
    std::fs::write(&file, text).expect("a file");
    file
}

/// A whole run with a way in.
fn plays(nats: &Nats, broker: &Broker) {
    let tournament = tournament(4);
    let _worker = Worker::with(nats, "one", |options| options.broker = broker.clone());
    let dispatch = Dispatch::new(broker.clone()).expect("the way in is right");
    let options = RunOptions { dispatch: Some(std::sync::Arc::new(dispatch)), ..RunOptions::default() };
    let mut store = Sqlite::in_memory().expect("memory");
    run(&tournament, &mut store, &options, &mut |_| {}).expect("games");
    assert_eq!(games(&mut store), expected(&tournament));
}

#[test]
fn a_key_opens_an_encrypted_broker() {
    let key = Key::make();
    let text = include_str!("../../../../docs/nats/nkey.conf").replace("PUBLIC_KEY", &key.public);
    let nats = Nats::start_with(|folder| Some(configured(&text, folder)));
    let mut broker = encrypted(&nats, "");
    assert!(said(&broker).contains("the broker refuses this user"), "{}", said(&broker));
    broker.nkey = Some(secret(&nats, "other.nk", &Key::make().seed));
    assert!(said(&broker).contains("the broker refuses this user"), "{}", said(&broker));
    broker.nkey = Some(secret(&nats, "broken.nk", "SUNOTASEED"));
    let broken = said(&broker);
    assert!(
        broken.ends_with(
            "broken.nk does not hold the seed of an nkey, which begins with SU; make one with `nk -gen user`"
        ),
        "{broken}"
    );
    broker.nkey = Some(secret(&nats, "worker.nk", &format!("{}\n", key.seed)));
    plays(&nats, &broker);
    // Without its certificate authority the server is not believed.
    broker.certificates = None;
    assert!(said(&broker).contains("name the certificate authority with NATS_CA"), "{}", said(&broker));
}

#[test]
fn a_password_opens_an_encrypted_broker() {
    let text = include_str!("../../../../docs/nats/password.conf");
    let nats = Nats::start_with(|folder| {
        std::fs::write(folder.join("password.secret"), "user: me\npassword: \"s3cret\"\n").expect("a file");
        Some(configured(text, folder))
    });
    let mut broker = encrypted(&nats, "me@");
    broker.password = Some("wr0ng".to_owned());
    assert!(said(&broker).contains("the broker refuses this user") && !said(&broker).contains("wr0ng"));
    broker.password = Some("s3cret".to_owned());
    plays(&nats, &broker);
    assert!(!nats.log().contains("s3cret"));
}

#[test]
fn credentials_of_an_account_open_an_encrypted_broker() {
    let (accounts, others) = (Accounts::make(), Accounts::make());
    let text = include_str!("../../../../docs/nats/creds.conf");
    let nats = Nats::start_with(|folder| {
        std::fs::write(folder.join("accounts.conf"), &accounts.configuration).expect("a file");
        Some(configured(text, folder))
    });
    let mut broker = encrypted(&nats, "");
    assert!(said(&broker).contains("the broker refuses this user"), "{}", said(&broker));
    broker.credentials = Some(secret(&nats, "other.creds", &others.credentials));
    assert!(said(&broker).contains("the broker refuses this user"), "{}", said(&broker));
    broker.credentials = Some(secret(&nats, "broken.creds", "nonsense"));
    let broken = said(&broker);
    assert!(
        broken.ends_with("broken.creds does not hold credentials of NATS; make them with `nsc generate creds`"),
        "{broken}"
    );
    broker.credentials = Some(secret(&nats, "worker.creds", &accounts.credentials));
    plays(&nats, &broker);
}

#[test]
fn a_broker_without_room_says_so() {
    let small = Nats::start_with(|folder| {
        let data = folder.join("data");
        Some(format!("jetstream {{ store_dir: \"{}\", max_file_store: 1MB }}\n", data.display()))
    });
    let refused = said(&Broker::new(small.address()));
    assert!(refused.contains("the broker has no room"), "{refused}");
}

#[test]
fn brokers_that_cannot_be_used_are_explained() {
    let nowhere = said(&Broker::new("nats://127.0.0.1:1"));
    assert!(nowhere.contains("the broker does not answer"), "{nowhere}");
    for address in ["me:s3cret@127.0.0.1:1", "nats:me:s3cret@127.0.0.1:1", "nats://s3cret@127.0.0.1:1"] {
        let nowhere = said(&Broker::new(address));
        assert!(nowhere.contains("127.0.0.1:1") && !nowhere.contains("s3cret"), "{nowhere}");
    }
    for (address, shown) in [
        ("nats://me:s3cret@[::1", "nats://me@[::1"),
        ("nope://me:s3cret@x", "nope://me@x"),
        ("nope://s3cret@x", "nope://x"),
        ("nats://me:s3cret", "nats://me"),
        ("ws://x", "ws://x"),
        ("nats://", "nats://"),
        ("nats://x:99999", "nats://x:99999"),
        ("", ""),
    ] {
        let right = "write nats://host:4222, or tls://host:4222 for an encrypted connection";
        assert_eq!(said(&Broker::new(address)), format!("'{shown}' is not the address of a broker; {right}"));
    }
    let guarded = Nats::start_with(|_| Some("authorization { user: me, password: s3cret }\n".to_owned()));
    let address = guarded.address();
    let refused = said(&Broker::new(&address));
    assert!(refused.contains("the broker refuses this user"), "{refused}");
    let wrong = said(&Broker::new(address.replace("nats://", "nats://me:wrong-s3cret@")));
    assert!(wrong.contains("the broker refuses this user") && !wrong.contains("s3cret"), "{wrong}");
    let mut right = Broker::new(address.replace("nats://", "nats://me@"));
    right.password = Some("s3cret".to_owned());
    Dispatch::new(right.clone()).expect("the right password");
    assert!(!format!("{right:?}").contains("s3cret"));
    type Change = fn(&mut Broker, PathBuf);
    let files: [(&str, Change); 3] = [
        ("credentials", |broker, file| broker.credentials = Some(file)),
        ("the seed of an nkey", |broker, file| broker.nkey = Some(file)),
        ("certificates", |broker, file| broker.certificates = Some(file)),
    ];
    for (what, set) in files {
        let mut broker = right.clone();
        set(&mut broker, PathBuf::from("/nowhere/file"));
        let missing = format!("cannot read {what} from /nowhere/file: No such file or directory (os error 2)");
        assert_eq!(said(&broker), missing);
    }
    right.certificates = Some(secret(&guarded, "empty.pem", ""));
    let empty = said(&right);
    assert!(empty.contains("empty.pem does not hold a certificate in PEM format"), "{empty}");
}

#[test]
fn a_stream_with_other_settings_is_refused_and_left_alone() {
    use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
    let nats = Nats::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let kept = || async {
        let client = async_nats::connect(nats.address()).await.expect("a broker");
        async_nats::jetstream::new(client)
    };
    let results = || Config {
        name: "GRANDLINE_RESULTS".to_owned(),
        subjects: vec!["grandline.result.>".to_owned()],
        ..Config::default()
    };
    let others = [
        (Config { retention: RetentionPolicy::WorkQueue, ..results() }, "retention WorkQueue"),
        (Config { subjects: vec!["results".to_owned()], ..results() }, "subjects results"),
        (Config { max_messages_per_subject: 3, ..results() }, "at most 3 messages per subject"),
        (Config { no_ack: true, ..results() }, "it takes no messages"),
        (Config { max_message_size: 100, ..results() }, "messages of at most 100 bytes"),
        (Config { discard: DiscardPolicy::New, max_messages: 2, ..results() }, "it refuses messages when it is full"),
        (Config { max_consumers: 1, ..results() }, "at most 1 consumers"),
    ];
    for (settings, what) in others {
        runtime.block_on(async { kept().await.create_stream(settings).await.expect("a stream of someone else") });
        let refused = said(&Broker::new(nats.address()));
        let told = format!("the stream GRANDLINE_RESULTS has other settings ({what}); remove it with");
        assert!(refused.contains(&told), "{refused}");
        runtime.block_on(async {
            kept().await.delete_stream("GRANDLINE_RESULTS").await.expect("it is still there");
        });
    }
    plays(&nats, &Broker::new(nats.address()));
}

#[test]
fn a_stream_that_takes_our_subjects_is_named_as_the_cause() {
    use async_nats::jetstream::stream::Config;
    let nats = Nats::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(nats.address()).await.expect("a broker");
        let all = Config { name: "ALL".to_owned(), subjects: vec!["grandline.>".to_owned()], ..Config::default() };
        async_nats::jetstream::new(client).create_stream(all).await.expect("a stream of someone else");
    });
    let refused = said(&Broker::new(nats.address()));
    assert!(refused.contains("another stream of the broker takes the subjects grandline.>"), "{refused}");
}
