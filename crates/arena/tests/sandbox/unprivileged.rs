//! The same tests once more as a user without rights, who is confined in another way than root is.

use std::process::Command;

/// The user and the group nobody.
const NOBODY: &str = "65534";

#[test]
fn everything_holds_without_root() {
    if !rustix::process::geteuid().is_root() {
        // Then the other tests run without root themselves.
        return;
    }
    let own = std::env::current_exe().expect("this program");
    let output = Command::new("setpriv")
        .args([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"), "--clear-groups".to_owned(), "--".to_owned()])
        .arg(own)
        .args(["--skip", "everything_holds_without_root"])
        .output()
        .expect("setpriv");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "every user must be able to read the folder of the tests\n{said}{errors}");
    // Not one of them was left out by its name.
    assert!(said.contains("1 filtered out"), "{said}");
}
