//! `grandline serve` as a person starts and ends it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use grandline_server::client::Client;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A running server, ended if a test fails.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It has ended already unless something went wrong.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("grandline"));
    command.arg("serve").args(arguments).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    line
}

#[test]
fn the_server_says_where_it_is_and_ends_when_asked() {
    let folder = TempDir::new().expect("a folder");
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Served(serve(&folder, &["--port", "0"]).spawn().expect("the binary runs"));
        let line = first_line(&mut server.0);
        let address = line.strip_prefix("Grandline is at http://").and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok()).unwrap_or_else(|| panic!("an address: {line}"));
        assert_eq!(Client::new(address).get("/api/v1/games").expect("an answer").status, 200);
        let id = Pid::from_raw(server.0.id().cast_signed()).expect("a process");
        kill_process(id, signal).expect("a signal");
        assert_eq!(server.0.wait().expect("an end").code(), Some(0), "{signal:?}");
    }
    let files: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|file| file.file_name()).collect();
    assert_eq!(files, ["grandline.db"], "the database was closed, and its helpers with it");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let folder = TempDir::new().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let output = serve(&folder, &["--port", &port]).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr).replace(&port, "PORT");
    insta::assert_snapshot!(complaint);
}

#[test]
fn an_unknown_host_is_named() {
    let folder = TempDir::new().expect("a folder");
    let output = serve(&folder, &["--host", "not a host", "--port", "0"]).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--host not a host"), "{output:?}");
}

#[test]
fn an_agent_that_cannot_be_offered_is_a_usage_error_of_one_line() {
    let folder = TempDir::new().expect("a folder");
    let mut lines = String::new();
    for agent in ["mine", "mine=json:true", "mine=seahorse:nowhere.py", "connect4:mine=json:no-such-program"] {
        let output = serve(&folder, &["--port", "0", "--agent", agent]).output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "it does not listen: {output:?}");
        lines.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    assert!(!folder.path().join("grandline.db").exists(), "nothing was opened");
    insta::assert_snapshot!(lines);
}
