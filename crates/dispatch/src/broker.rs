//! The connection to a broker, and the streams that it keeps.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, ServerAddr};
use grandline_arena::store::Location;
use tokio::io::AsyncReadExt;

use crate::error::DispatchError;

/// How long jobs, results and definitions of runs stay at the broker.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// The bytes that each stream may take there, so that one does not fill a disk; the oldest messages go first.
const MAX_BYTES: i64 = 1 << 30;
/// How long the broker waits for a sign of life of a worker before another one gets its job.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(10);
/// How often the broker delivers a job by itself; after that the coordinator publishes it again.
const MAX_DELIVER: i64 = 5;
/// How long the broker remembers the id of a message, to drop a second one.
const DUPLICATES: Duration = Duration::from_secs(120);
/// How long the last messages of a program may take to the broker.
const FLUSH: Duration = Duration::from_secs(5);
/// How often a stream is asked for again that could not be made, and after which pause.
const TRIES: u32 = 3;
const AGAIN: Duration = Duration::from_millis(100);
/// How long an answer of the broker may take.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) const JOBS: &str = "GRANDLINE_JOBS";
pub(crate) const RESULTS: &str = "GRANDLINE_RESULTS";
pub(crate) const RUNS: &str = "GRANDLINE_RUNS";
/// The object store for files.
const FILES: &str = "grandline-files";
/// Where workers say how they are. No stream keeps it.
pub(crate) const WORKER_SUBJECT: &str = "grandline.worker";

/// A broker and how to get in.
#[derive(Clone, Default)]
pub struct Broker {
    /// Its address: `nats://[USER[:PASSWORD]@]HOST[:PORT]`, or `tls://` for an encrypted connection.
    pub address: String,
    /// The password of the user, where the address has none.
    pub password: Option<String>,
    /// A file of credentials, as NATS writes it.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A file with the certificate authority of the broker.
    pub certificates: Option<PathBuf>,
}

/// The address without a password. A user without one may be a token.
impl fmt::Display for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((user, server)) = self.address.rsplit_once('@') else {
            return write!(f, "{}", Location::from(&self.address));
        };
        let (scheme, user) = user.split_once("://").unwrap_or(("nats", user));
        match user.split_once(':') {
            Some((user, _)) => write!(f, "{scheme}://{user}@{server}"),
            None if self.password.is_some() => write!(f, "{scheme}://{user}@{server}"),
            None => write!(f, "{scheme}://{server}"),
        }
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Broker({self})")
    }
}

/// A connection with its streams.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) place: String,
    pub(crate) context: Context,
}

impl Broker {
    /// The broker at an address.
    pub fn new(address: impl Into<String>) -> Self {
        Broker { address: address.into(), ..Broker::default() }
    }

    /// Connects once, so that a wrong address or user is noticed now; later the connection is made again by itself.
    pub(crate) async fn connect(&self, name: &str) -> Result<Line, DispatchError> {
        let place = self.to_string();
        let failed = |error: &async_nats::ConnectError| DispatchError::connect(&place, error);
        let address = self.server().ok_or_else(|| DispatchError::Address(place.clone()))?;
        let mut options = ConnectOptions::new().name(name).connection_timeout(PATIENCE).request_timeout(Some(PATIENCE));
        if let (Some(user), Some(password)) = (address.username(), &self.password) {
            options = options.user_and_password(user.to_owned(), password.clone());
        }
        if let Some(file) = &self.credentials {
            let text = read(file, "credentials")?;
            let wrong = |_| wrong(file, "credentials of NATS; make them with `nsc generate creds`");
            options = options.credentials(&text).map_err(wrong)?;
        }
        if let Some(file) = &self.nkey {
            let seed = read(file, "the seed of an nkey")?.trim().to_owned();
            if nkeys::KeyPair::from_seed(&seed).is_err() {
                return Err(wrong(file, "the seed of an nkey, which begins with SU; make one with `nk -gen user`"));
            }
            options = options.nkey(seed);
        }
        if let Some(file) = &self.certificates {
            if !read(file, "certificates")?.contains("-----BEGIN CERTIFICATE-----") {
                return Err(wrong(file, "a certificate in PEM format; name the file of the certificate authority"));
            }
            options = options.add_root_certificates(file.clone());
        }
        let client = options.connect(address).await.map_err(|error| failed(&error))?;
        let mut context = jetstream::new(client);
        context.set_timeout(PATIENCE);
        let line = Line { place, context };
        line.streams().await?;
        Ok(line)
    }

    /// The address for the client, if it is one.
    fn server(&self) -> Option<ServerAddr> {
        let address: ServerAddr = self.address.parse().ok()?;
        (matches!(address.scheme(), "nats" | "tls") && !address.host().is_empty()).then_some(address)
    }
}

/// The text of a file that should hold something.
fn read(file: &Path, what: &'static str) -> Result<String, DispatchError> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::InvalidData => "it is not text".to_owned(),
        _ => error.to_string(),
    };
    std::fs::read_to_string(file)
        .map_err(|error| DispatchError::Unreadable(what, file.display().to_string(), failed(error)))
}

/// A file that holds something else.
fn wrong(file: &Path, what: &'static str) -> DispatchError {
    DispatchError::Wrong(file.display().to_string(), what)
}

/// A stream with our settings. Limits are its only retention: with others, messages came back or got stuck after a crash of
/// nats-server 2.9.
fn settings(name: &'static str, subject: &str) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        retention: RetentionPolicy::Limits,
        max_age: MAX_AGE,
        max_bytes: MAX_BYTES,
        duplicate_window: DUPLICATES,
        // Of a run only the last word counts.
        max_messages_per_subject: if name == RUNS { 1 } else { -1 },
        ..Config::default()
    }
}

/// The setting of a stream under which runs would stop or lose time forever. Smaller limits only cost time, since what is
/// missing is published again.
fn difference(found: &Config, wanted: &Config) -> Option<String> {
    let per_subject = match found.max_messages_per_subject {
        ..=0 => "any number of messages per subject".to_owned(),
        limit => format!("at most {limit} messages per subject"),
    };
    let differs = [
        (found.subjects != wanted.subjects, format!("subjects {}", found.subjects.join(", "))),
        (found.retention != wanted.retention, format!("retention {:?}", found.retention)),
        (found.max_messages_per_subject != wanted.max_messages_per_subject, per_subject),
        (found.sealed || found.no_ack, "it takes no messages".to_owned()),
        (found.max_message_size > 0, format!("messages of at most {} bytes", found.max_message_size)),
        (found.discard == DiscardPolicy::New, "it refuses messages when it is full".to_owned()),
        (found.max_consumers > 0, format!("at most {} consumers", found.max_consumers)),
    ];
    differs.into_iter().find_map(|(differs, what)| differs.then_some(what))
}

impl Line {
    /// Waits until the broker has what was sent, but not for a broker that is away.
    pub(crate) async fn flush(&self) {
        let _ = tokio::time::timeout(FLUSH, self.context.client().flush()).await;
    }

    /// Makes the streams that are not there.
    pub(crate) async fn streams(&self) -> Result<(), DispatchError> {
        for (name, subject) in [(JOBS, "grandline.job.>"), (RESULTS, "grandline.result.>"), (RUNS, "grandline.run.>")] {
            let wanted = settings(name, subject);
            let mut found = self.context.get_or_create_stream(wanted.clone()).await;
            // Another program may make the same stream at this moment, and nats-server 2.9 then refuses one of them.
            for _ in 0..TRIES {
                if found.is_ok() {
                    break;
                }
                tokio::time::sleep(AGAIN).await;
                found = self.context.get_or_create_stream(wanted.clone()).await;
            }
            let found = found.map_err(|error| self.failed(&error))?.cached_info().config.clone();
            if let Some(what) = difference(&found, &wanted) {
                return Err(DispatchError::Stream(self.place.clone(), name, what));
            }
        }
        Ok(())
    }

    async fn stream(&self, name: &'static str) -> Result<Stream, DispatchError> {
        self.context.get_stream(name).await.map_err(|error| self.failed(&error))
    }

    /// The consumer that all workers of a version share, so that no worker gets jobs of another version.
    pub(crate) async fn workers(&self, version: &str) -> Result<PullConsumer, DispatchError> {
        let name = format!("workers-{}", token(version));
        let settings = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: job_subject(version, ">"),
            // One that no program uses goes away.
            inactive_threshold: MAX_AGE,
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: MAX_DELIVER,
            max_ack_pending: 20_000,
            ..pull::Config::default()
        };
        let stream = self.stream(JOBS).await?;
        stream.get_or_create_consumer(&name, settings).await.map_err(|error| self.failed(&error))
    }

    /// The consumer of the results of a tournament.
    pub(crate) async fn recorder(&self, tournament: &str) -> Result<PullConsumer, DispatchError> {
        let name = format!("recorder-{tournament}");
        let settings = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            filter_subject: format!("grandline.result.{tournament}.>"),
            inactive_threshold: MAX_AGE,
            max_ack_pending: 20_000,
            ..pull::Config::default()
        };
        let stream = self.stream(RESULTS).await?;
        stream.get_or_create_consumer(&name, settings).await.map_err(|error| self.failed(&error))
    }

    /// Removes the consumer of the results of a tournament. One that stays is removed by the broker after a while.
    pub(crate) async fn forget_recorder(&self, tournament: &str) {
        if let Ok(stream) = self.stream(RESULTS).await {
            let _ = stream.delete_consumer(&format!("recorder-{tournament}")).await;
        }
    }

    /// Publishes a message and waits until the stream has it. One that timed out may still arrive: the id makes a second one
    /// harmless.
    pub(crate) async fn publish(&self, subject: String, id: &str, payload: Vec<u8>) -> Result<(), DispatchError> {
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self.context.send_publish(subject, message).await.map_err(|error| self.failed(&error))?;
        sent.await.map(drop).map_err(|error| self.failed(&error))
    }

    /// The last word about a run.
    pub(crate) async fn run(&self, run: &str) -> Result<Vec<u8>, DispatchError> {
        let stream = self.stream(RUNS).await?;
        let found = stream.get_last_raw_message_by_subject(&run_subject(run)).await;
        Ok(found.map_err(|error| self.failed(&error))?.payload.to_vec())
    }

    /// The object store for the files of agents.
    async fn files(&self) -> Result<ObjectStore, DispatchError> {
        if let Ok(found) = self.context.get_object_store(FILES).await {
            return Ok(found);
        }
        let settings =
            object_store::Config { bucket: FILES.to_owned(), max_age: MAX_AGE, ..object_store::Config::default() };
        self.context.create_object_store(settings).await.map_err(|error| self.failed(&error))
    }

    /// Stores files by the hash of their contents.
    pub(crate) async fn put_files(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<(), DispatchError> {
        if files.is_empty() {
            return Ok(());
        }
        let store = self.files().await?;
        for (hash, bytes) in files {
            if store.info(hash).await.is_err() {
                let mut bytes = bytes.as_slice();
                store.put(hash.as_str(), &mut bytes).await.map_err(|error| self.failed(&error))?;
            }
        }
        Ok(())
    }

    /// A file by the hash of its contents, which the caller checks.
    pub(crate) async fn get_file(&self, hash: &str) -> Result<Vec<u8>, DispatchError> {
        let mut object = self.files().await?.get(hash).await.map_err(|error| self.failed(&error))?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(|error| self.failed(&error))?;
        Ok(bytes)
    }

    /// What a failure of the broker means.
    pub(crate) fn failed(&self, error: &dyn fmt::Display) -> DispatchError {
        let said = error.to_string();
        let reason = if said.contains("insufficient") || said.contains("no space") || said.contains("resource limits") {
            format!("the broker has no room ({said}); make room there, and the run continues")
        } else if said.contains("subjects overlap") {
            format!(
                "another stream of the broker takes the subjects grandline.> ({said}); find it with `nats stream ls` and \
                 remove it, or use another account or broker"
            )
        } else if said.contains("jetstream not enabled") || said.contains("no responders") {
            format!(
                "the broker does not keep messages ({said}); start it with `nats-server -js`, or, if its disk was full, \
                 make room and restart it"
            )
        } else if said.contains("timed out") {
            // nats-server 2.9 says nothing more once it cannot write.
            format!(
                "the broker does not answer in time ({said}); if its disk is full, make room and restart it, which loses \
                 nothing"
            )
        } else {
            said
        };
        DispatchError::Broker(self.place.clone(), reason)
    }
}

/// Whether a text may be the name of a run, which comes from other machines.
pub(crate) fn is_run(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

/// The subject of the jobs of a tournament, by the version that plays them.
pub(crate) fn job_subject(version: &str, tournament: &str) -> String {
    format!("grandline.job.{}.{tournament}", token(version))
}

/// A version as a part of a subject, which may not hold every character.
fn token(version: &str) -> String {
    version.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}

/// The subject of the last word about a run.
pub(crate) fn run_subject(run: &str) -> String {
    format!("grandline.run.{run}")
}

#[cfg(test)]
mod tests {
    use super::is_run;

    #[test]
    fn names_of_runs_are_no_paths() {
        assert!(is_run("0123abcd-T8vQ1xZ"));
        for text in ["", "..", "../x", "/etc", "a/b", "a.b", "a b"] {
            assert!(!is_run(text), "{text}");
        }
    }
}
