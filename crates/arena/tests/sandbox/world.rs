//! The network, the environment, and open files.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::{Command, Stdio};

use rustix::io::{FdFlags, fcntl_setfd};
use tempfile::TempDir;

use crate::harness::{Attack, confined, folder, free, open_to_all};

#[test]
fn it_cannot_reach_the_network() {
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = server.local_addr().expect("an address").port().to_string();
    let attack = Attack::new("connects.py", &[&port]);
    assert!(!attack.succeeds(&confined()));
    server.set_nonblocking(true).expect("a socket");
    assert!(server.accept().is_err(), "nobody called");
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    server.set_nonblocking(false).expect("a socket");
    let mut said = String::new();
    server.accept().expect("a caller").0.read_to_string(&mut said).expect("text");
    assert_eq!(said, "secret");
}

#[test]
fn it_cannot_reach_services_of_this_machine() {
    let data = TempDir::new().expect("a folder");
    open_to_all(data.path());
    let file = data.path().join("socket");
    let _in_file = UnixListener::bind(&file).expect("a socket");
    let name = format!("grandline-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).expect("a name");
    let _abstract = UnixListener::bind_addr(&address).expect("a socket");
    for target in [file.display().to_string(), format!("@{name}")] {
        let attack = Attack::new("connects_unix.py", &[&target]);
        assert!(!attack.succeeds(&confined()), "{target}");
        assert!(attack.succeeds(&free()), "{target}: the attack works without confinement");
    }
}

#[test]
fn it_cannot_read_the_environment() {
    // Cargo sets this for every test.
    let attack = Attack::new("reads_environment.py", &["CARGO_MANIFEST_DIR="]);
    assert!(attack.succeeds(&free()), "the attack works without confinement");
    assert!(!attack.succeeds(&confined()));
}

#[test]
fn it_inherits_no_open_files() {
    let folder = folder();
    let file = File::create(folder.path().join("inherited.txt")).expect("our own folder");
    // As after `exec 5< inherited.txt` in a shell.
    let keep_open = || fcntl_setfd(&file, FdFlags::empty()).expect("our own file");
    let script = folder.path().join("uses_descriptors.py");
    let works = (0..100).any(|_| {
        // Other tests start agents meanwhile, which closes the file for their children and for this one.
        keep_open();
        let mut child =
            Command::new("python3").arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
        child.stdin.take().expect("a pipe").write_all(b"{\"legal\": [\"1\"]}\n").expect("it reads");
        let output = child.wait_with_output().expect("its output");
        String::from_utf8_lossy(&output.stdout).contains("\"nodes\": 1")
    });
    assert!(works, "the attack works if nobody closes the file");
    let attack = Attack::in_folder(folder, "uses_descriptors.py", &[]);
    for options in [free(), confined()] {
        keep_open();
        assert!(!attack.succeeds(&options), "{:?}", options.sandbox.mode);
    }
}
