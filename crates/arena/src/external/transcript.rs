//! What was said between us and a program: bounded, so that a talkative one costs no memory.

use std::collections::VecDeque;
use std::fmt::Write;

/// Lines of the conversation that are kept.
const LINES: usize = 100;
/// Characters of a line that are kept.
const WIDTH: usize = 400;
/// Bytes of the error output that are kept.
const TAIL: usize = 8 * 1024;

/// The end of the conversation and of what the program wrote to its error output.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    lines: VecDeque<String>,
    dropped: usize,
    errors: VecDeque<u8>,
}

impl Transcript {
    pub(crate) fn told(&mut self, line: &str) {
        self.keep("> ", line);
    }

    pub(crate) fn heard(&mut self, line: &str) {
        self.keep("< ", line);
    }

    fn keep(&mut self, mark: &str, line: &str) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(format!("{mark}{}", shortened(line, WIDTH)));
    }

    /// How many lines were ever said.
    pub(crate) fn len(&self) -> usize {
        self.dropped + self.lines.len()
    }

    /// The lines after so many, as far as they are kept.
    pub(crate) fn since(&self, count: usize) -> Vec<String> {
        self.lines.iter().skip(count.saturating_sub(self.dropped)).cloned().collect()
    }

    /// Takes in what came over the error output.
    pub(crate) fn complained(&mut self, bytes: &[u8]) {
        self.errors.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        let surplus = self.errors.len().saturating_sub(TAIL);
        self.errors.drain(..surplus);
    }

    /// The last lines of the error output.
    fn complaints(&self) -> String {
        let bytes: Vec<u8> = self.errors.iter().copied().collect();
        String::from_utf8_lossy(&bytes).chars().filter(|&c| c == '\n' || !c.is_control()).collect()
    }

    /// The last thing of the error output that says something.
    pub(crate) fn last_complaint(&self) -> Option<String> {
        let complaints = self.complaints();
        complaints.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(|line| shortened(line, 200))
    }

    /// All of it for people: `>` is what was told, `<` what was heard.
    pub(crate) fn evidence(&self) -> String {
        let mut text = String::new();
        let dropped = if self.dropped > 0 { format!(", {} before them", self.dropped) } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "transcript ({} lines{dropped}; > told, < heard):", self.lines.len());
        for line in &self.lines {
            let _ = writeln!(text, "  {line}");
        }
        let complaints = self.complaints();
        if !complaints.trim().is_empty() {
            let _ = writeln!(text, "error output (its end):");
            for line in complaints.lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// The beginning of a text, fit to be printed: control characters are written out, and it has so many characters at most.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    let mut short = String::new();
    let mut left = width;
    for character in text.chars() {
        let written = if character.is_control() { character.escape_default().count() } else { 1 };
        if written > left {
            short.push_str("...");
            break;
        }
        left -= written;
        if character.is_control() {
            short.extend(character.escape_default());
        } else {
            short.push(character);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut transcript = Transcript::default();
        (0..250).for_each(|number| transcript.heard(&format!("info {number}")));
        transcript.told(&"x".repeat(10_000));
        transcript.complained(&[b'e'; 3 * TAIL]);
        transcript.complained(b"\nValueError: no\x1b[0m\n\n");
        let evidence = transcript.evidence();
        assert!(evidence.starts_with("transcript (100 lines, 151 before them; > told, < heard):\n  < info 151\n"));
        assert!(evidence.len() < TAIL + LINES * 20 + WIDTH + 100, "{}", evidence.len());
        assert_eq!(transcript.last_complaint().as_deref(), Some("ValueError: no[0m"));
    }
}
