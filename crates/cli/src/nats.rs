//! Brokers as arguments, with secrets that come from files and the environment.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use grandline_dispatch::Broker;

/// How to get into a broker, beside its address.
#[derive(Args)]
pub(crate) struct BrokerArguments {
    /// File of credentials for the broker, as NATS writes it
    #[arg(long, value_name = "FILE", env = "NATS_CREDS", hide_env = true)]
    nats_creds: Option<PathBuf>,
    /// File with the seed of an nkey for the broker
    #[arg(long, value_name = "FILE", env = "NATS_NKEY", hide_env = true)]
    nats_nkey: Option<PathBuf>,
    /// File with the certificate authority of the broker, for tls:// addresses
    #[arg(long, value_name = "FILE", env = "NATS_CA", hide_env = true)]
    nats_ca: Option<PathBuf>,
}

impl BrokerArguments {
    /// The broker at an address. The password of its user comes from NATS_PASSWORD: everyone on a machine sees arguments.
    pub(crate) fn broker(&self, address: &str) -> Broker {
        Broker {
            address: address.to_owned(),
            password: std::env::var("NATS_PASSWORD").ok(),
            credentials: self.nats_creds.clone(),
            nkey: self.nats_nkey.clone(),
            certificates: self.nats_ca.clone(),
        }
    }
}

/// Where games are played, for commands that play many.
#[derive(Args)]
pub(crate) struct NatsArguments {
    /// Play on the workers of a NATS broker, such as nats://host:4222, instead of this machine (`grandline worker`)
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// Scale the clocks of workers to a machine of this speed, in nodes per second [default: the measured speed of this
    /// machine]
    #[arg(long, value_name = "N", requires = "nats")]
    nats_speed: Option<std::num::NonZeroU64>,
    #[command(flatten)]
    broker: BrokerArguments,
}

impl NatsArguments {
    /// The dispatch over a broker, if one was named.
    pub(crate) fn dispatch(&self) -> Result<Option<grandline_dispatch::Nats>> {
        let broker = self.nats.as_ref().map(|address| self.broker.broker(address));
        let dispatch = broker.map(grandline_dispatch::Nats::new).transpose()?;
        Ok(dispatch.map(|dispatch| dispatch.for_speed(self.nats_speed.map(std::num::NonZeroU64::get))))
    }
}
