//! The file of self-played games: one JSON object per line, in the order of their numbers.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::definition::TrainingError;
use super::selfplay::SelfPlayed;

/// A file of games that grows game by game. A line that was cut off when the program was killed is dropped.
pub struct GamesFile {
    path: PathBuf,
    file: BufWriter<File>,
    count: u64,
}

impl GamesFile {
    /// Opens a file to append to it; it need not exist.
    pub fn open(path: &Path) -> Result<Self, TrainingError> {
        let (count, length) = if path.exists() { whole_lines(path)? } else { (0, 0) };
        let failed = |error: std::io::Error| TrainingError::File(path.display().to_string(), error.to_string());
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(length).map_err(failed)?;
        Ok(GamesFile { path: path.to_owned(), file: BufWriter::new(file), count })
    }

    /// How many games it has.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds a game, whose number must be the next.
    pub fn add(&mut self, game: &SelfPlayed) -> Result<(), TrainingError> {
        let line = serde_json::to_string(game).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        writeln!(self.file, "{line}").map_err(|error| self.failed(&error))?;
        self.count += 1;
        Ok(())
    }

    /// Hands everything to the system.
    pub fn flush(&mut self) -> Result<(), TrainingError> {
        self.file.flush().map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> TrainingError {
        TrainingError::File(self.path.display().to_string(), error.to_string())
    }

    /// Reads the games of a file, which may still grow.
    pub fn read(path: &Path) -> Result<Vec<SelfPlayed>, TrainingError> {
        let name = || path.display().to_string();
        let file = File::open(path).map_err(|error| TrainingError::File(name(), error.to_string()))?;
        let (whole, _) = whole_lines(path)?;
        let mut games = Vec::new();
        for (index, line) in BufReader::new(file).lines().take(whole as usize).enumerate() {
            let line = line.map_err(|error| TrainingError::File(name(), error.to_string()))?;
            let game = serde_json::from_str(&line)
                .map_err(|error| TrainingError::Games(name(), index + 1, error.to_string()))?;
            games.push(game);
        }
        Ok(games)
    }
}

/// How many whole lines a file has, and how long they are.
fn whole_lines(path: &Path) -> Result<(u64, u64), TrainingError> {
    let failed = |error: std::io::Error| TrainingError::File(path.display().to_string(), error.to_string());
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let (mut count, mut length, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok((count, length));
        }
        count += 1;
        length += read as u64;
    }
}
