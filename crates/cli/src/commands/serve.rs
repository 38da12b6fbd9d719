//! `grandline serve`

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use grandline_arena::store::Location;
use grandline_server::{Options, OwnAgents, Server};

use crate::database::location;
use crate::external::ExternalArguments;
use crate::output;

/// Serve the page: play, analyse and run tournaments in the browser
///
/// Listens on this machine only, unless --host is given; then searches and tournaments need a token,
/// which the printed address contains. Ctrl-C stops the server. Games in progress and finished games
/// of a tournament are kept in the database, and the tournament can be resumed.
///
/// Examples:
///   grandline serve --open
///   grandline serve --port 0                  (any free port)
///   grandline serve --host 0.0.0.0 --name board.example
///   grandline serve --agent mine=seahorse:my_player.py --agent connect4:minimum=python:agent.py
///   grandline serve --agent "checkers:engine=ugi:./engine --fast" --agent-memory 1G
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Serve {
    /// The address to listen on
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 7878)]
    port: u16,
    /// The database of games and tournaments: a file, or postgres://USER@HOST/NAME, which several servers may share
    #[arg(long, value_name = "FILE", default_value = "grandline.db", value_parser = location)]
    db: Location,
    /// Another host name of the page, such as that of a proxy; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Believe the headers X-Forwarded-For and X-Forwarded-Proto: only behind a reverse proxy that sets them
    #[arg(long)]
    trust_proxy: bool,
    /// Games of a tournament played in parallel [default: number of cores minus one]
    #[arg(long, value_name = "K")]
    concurrency: Option<NonZeroUsize>,
    /// Offer your own agent under a name: an external engine, a Python file, a changed preset. Visitors choose the name,
    /// never the command; GAME is needed if the agent does not declare its game. May be given several times
    #[arg(long, value_name = "[GAME:]NAME=AGENT")]
    agent: Vec<String>,
    #[command(flatten)]
    external: ExternalArguments,
    /// Serve metrics in Prometheus' text format at this address, such as 127.0.0.1:9465
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<()> {
        let mut options = self.external.options();
        options.sandbox.hidden.extend(self.db.file().map(Path::to_owned));
        let agents = OwnAgents::read(&self.agent, options)?;
        self.external.warn(agents.have_python());
        let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
        let served = runtime.block_on(self.serve(agents));
        // A search that does not end does not keep the program.
        runtime.shutdown_timeout(Duration::from_secs(1));
        served
    }

    async fn serve(&self, agents: OwnAgents) -> Result<()> {
        let host = resolve(&self.host)?;
        let mut names = self.name.clone();
        if self.host.parse::<IpAddr>().is_err() {
            names.push(self.host.clone());
        }
        let games_at_once = self.concurrency.map(usize::from);
        let options = Options {
            host,
            port: self.port,
            names,
            trusts_proxy: self.trust_proxy,
            games_at_once,
            agents,
            metrics: self.metrics,
            ..Options::new(&self.db)
        };
        let server = Server::bind(options).await?;
        let address = address(&self.host, server.address(), server.token());
        output::line(&format!("Grandline is at {address} (Ctrl-C ends it)"))?;
        if self.open && !open(&address) {
            output::complain(&format!("no browser could be opened; the page is at {address}"));
        }
        server.run(interrupted()).await;
        Ok(())
    }
}

/// The number of an address or name.
fn resolve(host: &str) -> Result<IpAddr> {
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = plain.parse() {
        return Ok(address);
    }
    let found =
        (host, 0).to_socket_addrs().with_context(|| format!("--host {host} is neither an address nor a known name"))?;
    let found: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    let preferred = found.iter().find(|address| address.is_ipv4()).or(found.first());
    preferred.copied().with_context(|| format!("--host {host} has no address"))
}

/// The address to open: by name where one was given, and on this machine where the server listens everywhere.
fn address(host: &str, bound: SocketAddr, token: Option<&str>) -> String {
    let shown = match bound.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) if host.parse::<IpAddr>().is_ok() => ip.to_string(),
        IpAddr::V4(_) => host.to_owned(),
    };
    let token = token.map(|token| format!("?token={token}")).unwrap_or_default();
    format!("http://{shown}:{}/{token}", bound.port())
}

/// Resolves on Ctrl-C or a request to terminate.
async fn interrupted() {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    let set = ctrlc::set_handler(move || match sender.take() {
        // The server is there as long as the program is.
        Some(sender) => drop(sender.send(())),
        // Who asks twice does not want to wait.
        None => std::process::exit(130),
    });
    match set {
        Ok(()) => drop(receiver.await),
        // Without a handler the signal ends the program by itself.
        Err(_) => std::future::pending().await,
    }
}

/// Opens an address in the browser; false if nothing on this machine does that.
fn open(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
