//! The address of a server: who connects where, and whether the connection is encrypted.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ::postgres::Config;
use ::postgres::config::{Host, SslMode};

use crate::store::StoreError;
use crate::store::location::{Location, Place};

/// How long it may take to connect.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How long sent data may stay without an answer before the connection counts as lost.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// The address of a PostgreSQL server with everything that a connection needs. It is never displayed.
#[derive(Clone)]
pub struct ServerAddress {
    /// The address without secrets.
    pub(super) place: String,
    pub(super) config: Config,
    /// Certificates to trust instead of those of the system.
    pub(super) root_certificates: Option<PathBuf>,
}

impl ServerAddress {
    /// Reads the address of a location.
    pub fn read(location: &Location) -> Result<Self, StoreError> {
        let place = location.to_string();
        let refuse = |reason: String| StoreError::Database(place.clone(), reason);
        let Place::Server(text) = location.place()? else {
            return Err(refuse("this is not the address of a server, such as postgres://user@host/name".to_owned()));
        };
        let (text, root_certificates, mode) = own_settings(text);
        let wrong = |error: ::postgres::Error| {
            let said = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            // It names settings but not their values. With an `@` behind the question mark a part of the password may be
            // taken for a setting.
            let is_secret = said.is_empty() || text.split_once('?').is_some_and(|(_, settings)| settings.contains('@'));
            let said = if is_secret { String::new() } else { format!(" ({said})") };
            refuse(no_address(&said))
        };
        let mut config = Config::from_str(&text).map_err(wrong)?;
        // A password with an `@` ends up in the name of the host.
        if config.get_hosts().iter().any(|host| matches!(host, Host::Tcp(name) if name.contains('@'))) {
            return Err(refuse(no_address("")));
        }
        if let (None, Some(password)) = (config.get_password(), location.password()) {
            config.password(password);
        }
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(refuse("no host is named; write one, such as postgres://user@localhost/name".to_owned()));
        }
        let is_local = config.get_hosts().iter().all(is_local);
        config.ssl_mode(match mode.as_deref() {
            Some("disable") => SslMode::Disable,
            None if is_local => SslMode::Disable,
            // The server must prove who it is: encryption to an unknown server protects nothing.
            None | Some("require" | "verify-full") => SslMode::Require,
            Some(other) => {
                return Err(refuse(format!(
                    "sslmode={other} is not supported; use disable, or verify-full, which is the default for other machines"
                )));
            }
        });
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_WITHIN);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(ANSWER_WITHIN);
        }
        if config.get_application_name().is_none() {
            config.application_name("grandline");
        }
        Ok(ServerAddress { place, config, root_certificates })
    }

    /// The first host, port, database and user, as files of passwords name them.
    pub fn parts(&self) -> [String; 4] {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            // Files of passwords call every socket this.
            _ => "localhost".to_owned(),
        };
        let port = self.config.get_ports().first().copied().unwrap_or(5432).to_string();
        let user = self.user();
        let database = self.config.get_dbname().map_or_else(|| user.clone(), str::to_owned);
        [host, port, database, user]
    }

    /// Whether it has a password.
    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }

    /// The user, who is that of the system where none is named.
    pub(super) fn user(&self) -> String {
        self.config.get_user().unwrap_or_default().to_owned()
    }
}

/// What is said of an address that cannot be read.
fn no_address(said: &str) -> String {
    format!(
        "this is not an address such as postgres://user@host:5432/name{said}; write special characters as %40 for @, %3A for :, \
         %2F for / and %3F for ?"
    )
}

/// Whether no other machine can listen.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
    }
}

/// Takes the settings out of an address that we read by ourselves: the file of certificates and the mode of encryption.
fn own_settings(text: &str) -> (String, Option<PathBuf>, Option<String>) {
    let Some((server, settings)) = text.split_once('?') else { return (text.to_owned(), None, None) };
    let (mut certificates, mut mode, mut rest) = (None, None, Vec::new());
    for setting in settings.split('&') {
        match setting.split_once('=') {
            Some(("sslrootcert", file)) => certificates = Some(PathBuf::from(decoded(file))),
            Some(("sslmode", word)) => mode = Some(word.to_owned()),
            _ => rest.push(setting),
        }
    }
    let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
    (format!("{server}{rest}"), certificates, mode)
}

/// A value of an address without its percent signs.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| u8::from_str_radix(str::from_utf8(hex).ok()?, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
