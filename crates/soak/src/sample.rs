//! Measurements over the time of a soak, their table, and the bounds they must keep.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::growth::{grows, slope};
use crate::processes::Usage;

/// The growth per hour that is allowed to each process.
const MOST_MEMORY: f64 = 16e6;
const MOST_DESCRIPTORS: f64 = 8.0;
const MOST_THREADS: f64 = 4.0;
const MOST_PROCESSES: f64 = 4.0;
/// The bytes of a database that a game may take, and what SQLite may keep in its log beside that.
const MOST_PER_GAME: f64 = 16e3;
const LOG: f64 = 16e6;
/// The first part of a soak, in which caches fill, is not judged.
const WARM_UP: f64 = 0.25;
/// The page forgets games after ten minutes, so that its memory fills for so long at least.
const LONGEST_WARM_UP: Duration = Duration::from_secs(40 * 60);

/// One look at everything.
pub(crate) struct Sample {
    /// The time since the start, in hours.
    hours: f64,
    page: Usage,
    tournament: Usage,
    databases: Vec<Size>,
}

/// How large a database is.
#[derive(Clone, Copy)]
struct Size {
    bytes: u64,
    games: u64,
}

impl Size {
    fn of(file: &Path) -> Self {
        let length = |ending: &str| {
            let name = format!("{}{ending}", file.display());
            std::fs::metadata(name).map_or(0, |found| found.len())
        };
        Size { bytes: length("") + length("-wal"), games: games(file).unwrap_or(0) }
    }
}

/// How many games a database holds, those on the page included.
fn games(file: &Path) -> rusqlite::Result<u64> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    let count = |table: &str| {
        let rows = connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get::<_, i64>(0))?;
        Ok::<u64, rusqlite::Error>(rows.unsigned_abs())
    };
    // The table of the page is missing in the others.
    Ok(count("game")? + count("live_games").unwrap_or(0))
}

impl Sample {
    /// Looks at two processes and some databases; nothing if a process has ended.
    pub(crate) fn take(elapsed: Duration, page: u32, tournament: u32, databases: &[impl AsRef<Path>]) -> Option<Self> {
        Some(Sample {
            hours: elapsed.as_secs_f64() / 3600.0,
            page: Usage::of(page)?,
            tournament: Usage::of(tournament)?,
            databases: databases.iter().map(|file| Size::of(file.as_ref())).collect(),
        })
    }

    fn page(&self) -> Usage {
        self.page
    }

    fn tournament(&self) -> Usage {
        self.tournament
    }

    /// The head of the table.
    pub(crate) fn head(databases: &[&str]) -> String {
        let process = |name: &str| format!("| {name:>10}: MB   fds  thr  proc ");
        let database = |name: &&str| format!("| {name:>12}: MB   games ");
        let databases: String = databases.iter().map(database).collect();
        format!(" minutes {}{}{databases}", process("page"), process("tournament"))
    }

    /// Its line of the table.
    pub(crate) fn line(&self) -> String {
        let process = |usage: &Usage| {
            let Usage { memory, descriptors, threads, processes } = usage;
            format!("| {:>14.1} {descriptors:>5} {threads:>4} {processes:>5} ", *memory as f64 / 1e6)
        };
        let database = |size: &Size| format!("| {:>16.1} {:>7} ", size.bytes as f64 / 1e6, size.games);
        let databases: String = self.databases.iter().map(database).collect();
        format!("{:>8.1} {}{}{databases}", self.hours * 60.0, process(&self.page), process(&self.tournament))
    }
}

/// A measure of a process: its name, its bound, and how it is read.
type Measure = (&'static str, f64, fn(&Usage) -> f64);

/// What is measured of a process.
const MEASURES: [Measure; 4] = [
    ("bytes of memory", MOST_MEMORY, |usage| usage.memory as f64),
    ("descriptors", MOST_DESCRIPTORS, |usage| usage.descriptors as f64),
    ("threads", MOST_THREADS, |usage| usage.threads as f64),
    ("processes", MOST_PROCESSES, |usage| usage.processes as f64),
];

/// What was found: each measure in words, and whether it keeps its bound.
pub(crate) fn judge(samples: &[Sample], length: Duration, databases: &[&str]) -> Vec<(String, bool)> {
    let start = length.as_secs_f64() / 3600.0 * WARM_UP;
    let judged: Vec<&Sample> = samples.iter().filter(|sample| sample.hours >= start).collect();
    let mut found = Vec::new();
    for (name, of) in [("page", Sample::page as fn(&Sample) -> Usage), ("tournament", Sample::tournament)] {
        for (what, most, measure) in MEASURES {
            let points: Vec<_> = judged.iter().map(|sample| (sample.hours, measure(&of(sample)))).collect();
            let words = format!("{name}: {:+.1} {what} per hour (at most {most})", slope(&points));
            found.push((words, !grows(&points, most)));
        }
    }
    let (Some(first), Some(last)) = (judged.first(), judged.last()) else { return found };
    for ((name, before), after) in databases.iter().zip(&first.databases).zip(&last.databases) {
        let games = after.games.saturating_sub(before.games) as f64;
        let bytes = after.bytes as f64 - before.bytes as f64;
        let words = format!(
            "{name}: {:.0} bytes per game over {games} games (at most {MOST_PER_GAME})",
            bytes / games.max(1.0)
        );
        found.push((words, bytes <= games * MOST_PER_GAME + LOG));
    }
    found
}

/// Whether a soak is too short for its figures to have settled.
pub(crate) fn is_short(length: Duration) -> bool {
    length < LONGEST_WARM_UP
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An hour in which the page takes so many more bytes, and each game so many of the database.
    fn hour(leak: f64, per_game: f64) -> Vec<(String, bool)> {
        let usage = |memory: f64| Usage { memory: memory as u64, descriptors: 30, threads: 9, processes: 4 };
        let sample = |minute: u32| {
            let hours = f64::from(minute) / 60.0;
            let games = u64::from(minute) * 1000;
            let databases = vec![Size { bytes: (games as f64 * per_game) as u64, games }];
            Sample { hours, page: usage(1e8 + leak * hours), tournament: usage(5e7), databases }
        };
        let samples: Vec<Sample> = (0..60).map(sample).collect();
        judge(&samples, Duration::from_secs(3600), &["games.db"])
    }

    fn complaints(found: Vec<(String, bool)>) -> Vec<String> {
        found.into_iter().filter(|(_, is_kept)| !is_kept).map(|(words, _)| words).collect()
    }

    #[test]
    fn leaks_are_named() {
        assert!(complaints(hour(1e6, 2e3)).is_empty());
        assert_eq!(complaints(hour(1e8, 2e3)), ["page: +100000000.0 bytes of memory per hour (at most 16000000)"]);
        let [words] = &complaints(hour(0.0, 9e4))[..] else { panic!("one complaint") };
        assert!(words.starts_with("games.db: 90000 bytes per game"), "{words}");
    }
}
