//! The conversation with an external engine, of bounded size.

use std::collections::VecDeque;

/// Lines of the conversation that are kept.
const LINES: usize = 100;
/// Characters of a line that are kept.
const WIDTH: usize = 400;
/// Bytes of the error output that are kept.
const TAIL: usize = 8 * 1024;

/// The last lines of the conversation and of the error output.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    lines: VecDeque<String>,
    dropped: usize,
    errors: VecDeque<u8>,
}

impl Transcript {
    pub(crate) fn sent(&mut self, line: &str) {
        self.keep("> ", line);
    }

    pub(crate) fn received(&mut self, line: &str) {
        self.keep("< ", line);
    }

    fn keep(&mut self, mark: &str, line: &str) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(format!("{mark}{}", shortened(line, WIDTH)));
    }

    /// How many lines there were in all.
    pub(crate) fn len(&self) -> usize {
        self.dropped + self.lines.len()
    }

    /// The lines after the first `count`, as far as they are kept.
    pub(crate) fn since(&self, count: usize) -> Vec<String> {
        self.lines.iter().skip(count.saturating_sub(self.dropped)).cloned().collect()
    }

    /// Appends bytes of the error output.
    pub(crate) fn add_errors(&mut self, bytes: &[u8]) {
        self.errors.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        let surplus = self.errors.len().saturating_sub(TAIL);
        self.errors.drain(..surplus);
    }

    /// The last lines of the error output.
    fn error_text(&self) -> String {
        let bytes: Vec<u8> = self.errors.iter().copied().collect();
        String::from_utf8_lossy(&bytes).chars().filter(|&c| c == '\n' || !c.is_control()).collect()
    }

    /// The last line of the error output that is not empty.
    pub(crate) fn last_error(&self) -> Option<String> {
        let error_text = self.error_text();
        error_text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(|line| shortened(line, 200))
    }

    /// The whole transcript for people: `>` marks what was sent, `<` what was received.
    pub(crate) fn evidence(&self) -> String {
        let dropped = if self.dropped > 0 { format!(", {} before them", self.dropped) } else { String::new() };
        let mut lines = vec![format!("transcript ({} lines{dropped}; > sent, < received):", self.lines.len())];
        lines.extend(self.lines.iter().map(|line| format!("  {line}")));
        let error_text = self.error_text();
        if !error_text.trim().is_empty() {
            lines.push("error output (last lines):".to_owned());
            lines.extend(error_text.lines().map(|line| format!("  {line}")));
        }
        lines.join("\n").trim_end().to_owned()
    }
}

/// The beginning of a text, safe to print: control characters are escaped, and it has at most `width` characters.
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
        (0..250).for_each(|number| transcript.received(&format!("info {number}")));
        transcript.sent(&"x".repeat(10_000));
        transcript.add_errors(&[b'e'; 3 * TAIL]);
        transcript.add_errors(b"\nValueError: no\x1b[0m\n\n");
        let evidence = transcript.evidence();
        assert!(evidence.starts_with("transcript (100 lines, 151 before them; > sent, < received):\n  < info 151\n"));
        assert!(evidence.len() < TAIL + LINES * 20 + WIDTH + 100, "{}", evidence.len());
        assert_eq!(transcript.last_error().as_deref(), Some("ValueError: no[0m"));
    }
}
