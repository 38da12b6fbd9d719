//! What can go wrong between machines.

use async_nats::{ConnectError, ConnectErrorKind};
use thiserror::Error;

/// Why a broker cannot be used. No variant holds a password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DispatchError {
    /// The broker does not answer or refuses. Fields: its address without secrets; why, and what would help.
    #[error("{0}: {1}")]
    Broker(String, String),
    /// A stream has other settings than ours. Fields: the address; the stream; what differs.
    #[error(
        "{0}: the stream {1} has other settings ({2}); remove it with `nats stream rm {1}`, or use another account or broker"
    )]
    Stream(String, &'static str, String),
    /// The address of a broker is none. Fields: what was written, without secrets.
    #[error(
        "'{0}' is not the address of a broker; write nats://host:4222, or tls://host:4222 for an encrypted connection"
    )]
    Address(String),
    /// A file cannot be read. Fields: what it should hold; the file; what the system said.
    #[error("cannot read {0} from {1}: {2}")]
    Unreadable(&'static str, String, String),
    /// A file holds something else. Fields: the file; what it should hold, and how such a file is made.
    #[error("{0} does not hold {1}")]
    Wrong(String, &'static str),
    /// Metrics cannot be served. Fields: where; what the system said.
    #[error("cannot serve metrics at {0} ({1}); choose another address with --metrics")]
    Metrics(String, String),
}

impl DispatchError {
    /// What a failure to connect means, and what can be done.
    pub(crate) fn connect(place: &str, error: &ConnectError) -> Self {
        let said = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
        let reason = match error.kind() {
            ConnectErrorKind::ServerParse => return DispatchError::Address(place.to_owned()),
            ConnectErrorKind::Dns => format!("the name of the host is not known ({said})"),
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                "the broker refuses this user; correct the user and the password (NATS_PASSWORD), or name a file of \
                 credentials (NATS_CREDS) or of a key (NATS_NKEY)"
                    .to_owned()
            }
            _ if said.contains("not valid for name") => {
                format!("no encrypted connection can be made ({said}); use a name that the certificate has")
            }
            // A certificate that is not believed is an error of reading to the client.
            kind if kind == ConnectErrorKind::Tls || said.contains("certificate") => {
                format!("no encrypted connection can be made ({said}); name the certificate authority with NATS_CA")
            }
            _ => {
                format!("the broker does not answer ({said}); start it with `nats-server -js`, or correct the address")
            }
        };
        DispatchError::Broker(place.to_owned(), reason)
    }
}
