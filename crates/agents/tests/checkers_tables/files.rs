//! Tables on disk: builds that resume, and files that are refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_agents::games::checkers::tables::{TableError, Tables, build, verify};
use grandline_games::checkers::{Aiarena, Checkers, English};

fn go() -> AtomicBool {
    AtomicBool::new(false)
}

/// Every file of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("bytes"))).collect()
}

fn built(pieces: u8) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    build::<English>(folder.path(), pieces, 2, &go(), |_| {}).expect("tables");
    folder
}

#[test]
fn threads_and_interruptions_do_not_change_the_files() {
    let whole = contents(built(3).path());
    assert_eq!(whole.len(), 16);
    let folder = tempfile::tempdir().expect("a folder");
    let stop = go();
    let stopped = build::<English>(folder.path(), 3, 1, &stop, |now| stop.store(now.done > 5000, Ordering::Relaxed));
    assert!(matches!(stopped, Err(TableError::Stopped)), "{stopped:?}");
    let part = contents(folder.path());
    assert!(part.len() < whole.len() && part.iter().all(|(name, bytes)| whole[name] == *bytes));
    // What a killed process leaves behind is not taken for a table.
    fs::write(folder.path().join("checkers-kk-v-k.unfinished-1"), b"half").expect("a file");
    let mut kept = 0;
    build::<English>(folder.path(), 3, 2, &go(), |now| kept += usize::from(now.kept)).expect("tables");
    assert!(kept > 0);
    fs::remove_file(folder.path().join("checkers-kk-v-k.unfinished-1")).expect("the file");
    assert_eq!(contents(folder.path()), whole);
}

/// The problem of the only file that is refused.
fn problem(folder: &Path) -> String {
    let tables = Tables::<English>::open(folder);
    assert_eq!((tables.problems().len(), tables.pieces()), (1, 2));
    tables.problems()[0].to_string()
}

#[test]
fn files_that_are_not_whole_are_refused_and_built_again() {
    let folder = built(3);
    let path = folder.path().join("checkers-kk-v-k.table");
    let whole = fs::read(&path).expect("a table");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        problem(folder.path()).replace(&folder.path().display().to_string(), "DIR")
    };
    let run = "run 'grandline tables build checkers --pieces 3' to build it again";
    let header = whole.iter().position(|&byte| byte == b'{').expect("a header");
    let truncated = format!(
        "DIR/checkers-kk-v-k.table is damaged: it has {0} bytes instead of {1}; {run}",
        whole.len() - 9,
        whole.len()
    );
    assert_eq!(refused(&whole[..whole.len() - 9]), truncated);
    assert_eq!(refused(&whole[..header + 4]), format!("DIR/checkers-kk-v-k.table is damaged: it has no header; {run}"));
    let mut changed = whole.clone();
    *changed.last_mut().expect("bytes") ^= 1;
    assert_eq!(
        refused(&changed),
        format!("DIR/checkers-kk-v-k.table is damaged: the SHA-256 of block 0 is another; {run}")
    );
    let stopped = verify::<English>(folder.path(), 3, 1, &go(), |_| {}).expect_err("a damaged file");
    assert!(matches!(stopped, TableError::Damaged(..)), "{stopped}");
    // Building again makes it whole.
    build::<English>(folder.path(), 3, 1, &go(), |_| {}).expect("tables");
    assert_eq!(fs::read(&path).expect("a table"), whole);
}

#[test]
fn every_byte_of_a_file_is_checked() {
    let folder = built(2);
    let path = folder.path().join("checkers-k-v-k.table");
    let whole = fs::read(&path).expect("a table");
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 0x20;
        fs::write(&path, &changed).expect("a file");
        let tables = Tables::<English>::open(folder.path());
        assert_eq!(tables.problems().len(), 1, "byte {place}");
        let lost: Checkers<English> = "W:WK1:BK32".parse().expect("a position");
        assert_eq!(tables.probe(&lost).expect("no error"), None);
    }
}

#[test]
fn foreign_files_are_refused_and_not_overwritten() {
    let folder = built(2);
    let path = folder.path().join("checkers-k-v-k.table");
    fs::write(&path, "a shopping list\n").expect("a file");
    let refused = build::<English>(folder.path(), 2, 1, &go(), |_| {}).expect_err("a foreign file").to_string();
    assert!(refused.contains("is not a table of this version: its first line is not 'grandline table 1'"), "{refused}");
    assert_eq!(fs::read(&path).expect("a file"), b"a shopping list\n");
    // A table under the name of another is not that table.
    fs::copy(folder.path().join("checkers-k-v-m.table"), &path).expect("a copy");
    let refused = Tables::<English>::open(folder.path()).problems()[0].to_string();
    assert!(
        refused.contains("it is k-v-m of checkers; delete it and run 'grandline tables build checkers --pieces 2'")
    );
}

/// The tables of both variants lie in one folder.
#[test]
fn variants_do_not_share_files() {
    let folder = built(2);
    let english = contents(folder.path());
    assert_eq!(Tables::<Aiarena>::open(folder.path()).pieces(), 1);
    build::<Aiarena>(folder.path(), 2, 1, &go(), |_| {}).expect("tables");
    let both = contents(folder.path());
    assert!(both.len() == 2 * english.len() && english.iter().all(|(name, bytes)| both[name] == *bytes));
    fs::copy(folder.path().join("checkers-k-v-k.table"), folder.path().join("checkers-aiarena-k-v-k.table"))
        .expect("a copy");
    let refused = Tables::<Aiarena>::open(folder.path()).problems()[0].to_string();
    let run = "delete it and run 'grandline tables build checkers/aiarena --pieces 2'";
    assert!(refused.contains(&format!("it is k-v-k of checkers; {run}")), "{refused}");
}
