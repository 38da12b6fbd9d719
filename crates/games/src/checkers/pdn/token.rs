//! The words of a PDN text, without all that does not change the game.

use super::PdnProblem;

/// A word that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Tag { name: String, value: String },
    Move(String),
    Result(String),
}

const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "½-½", "*", "2-0", "0-2", "1-1", "0-0"];

/// Reads words one by one and counts lines.
pub(super) struct Tokens<'text> {
    rest: std::iter::Peekable<std::str::Chars<'text>>,
    pub(super) line: usize,
    at_line_start: bool,
}

impl<'text> Tokens<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Tokens { rest: text.chars().peekable(), line: 1, at_line_start: true }
    }

    fn bump(&mut self) -> Option<char> {
        let character = self.rest.next();
        self.at_line_start = character == Some('\n');
        self.line += usize::from(self.at_line_start);
        character
    }

    fn skip_line(&mut self) {
        while self.rest.peek().is_some_and(|&character| character != '\n') {
            self.bump();
        }
    }

    fn skip_comment(&mut self) -> Result<(), PdnProblem> {
        let line = self.line;
        while let Some(character) = self.bump() {
            if character == '}' {
                return Ok(());
            }
        }
        Err(PdnProblem::Syntax(format!("the comment that begins in line {line} has no end '}}'")))
    }

    /// Skips a variation and those inside it; its parentheses may also stand in comments, where they say nothing.
    fn skip_variation(&mut self) -> Result<(), PdnProblem> {
        let (line, mut depth) = (self.line, 1);
        while depth > 0 {
            match self.bump() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => self.skip_comment()?,
                Some(';') => self.skip_line(),
                Some(_) => {}
                None => {
                    let reason = format!("the variation that begins in line {line} has no end ')'");
                    return Err(PdnProblem::Syntax(reason));
                }
            }
        }
        Ok(())
    }

    fn skip_spaces(&mut self) {
        while self.rest.peek().is_some_and(|character| character.is_whitespace()) {
            self.bump();
        }
    }

    /// A tag after its opening bracket; quotes and backslashes inside the value are escaped by a backslash.
    fn tag(&mut self) -> Result<Word, PdnProblem> {
        self.skip_spaces();
        let mut name = String::new();
        while let Some(&character) = self.rest.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
            name.push(character);
            self.bump();
        }
        let malformed = || PdnProblem::Syntax(format!("a tag is written [{name} \"value\"]"));
        self.skip_spaces();
        if name.is_empty() || self.bump() != Some('"') {
            return Err(malformed());
        }
        let mut value = String::new();
        loop {
            match self.bump() {
                Some('"') => break,
                Some('\\') => match self.rest.peek() {
                    Some('"' | '\\') => value.extend(self.bump()),
                    _ => value.push('\\'),
                },
                Some(character) => value.push(character),
                None => return Err(malformed()),
            }
        }
        self.skip_spaces();
        if self.bump() == Some(']') { Ok(Word::Tag { name, value }) } else { Err(malformed()) }
    }

    /// The next word that matters, `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Word>, PdnProblem> {
        loop {
            let at_line_start = self.at_line_start;
            let Some(&character) = self.rest.peek() else { return Ok(None) };
            match character {
                '{' => {
                    self.bump();
                    self.skip_comment()?;
                }
                '(' => {
                    self.bump();
                    self.skip_variation()?;
                }
                '%' if at_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '[' => {
                    self.bump();
                    return self.tag().map(Some);
                }
                '}' | ')' | ']' | '"' => {
                    return Err(PdnProblem::Syntax(format!("'{character}' closes nothing here")));
                }
                _ if character.is_whitespace() => {
                    self.bump();
                }
                _ => {
                    if let Some(word) = self.word() {
                        return Ok(Some(word));
                    }
                }
            }
        }
    }

    /// A move or a result without its number and glyphs, or nothing if it was only these.
    fn word(&mut self) -> Option<Word> {
        let mut word = String::new();
        while let Some(&character) = self.rest.peek().filter(|c| !c.is_whitespace() && !"{}()[];\"".contains(**c)) {
            word.push(character);
            self.bump();
        }
        let glyphless = word.split('$').next().unwrap_or_default();
        let unnumbered = without_number(glyphless);
        if RESULTS.contains(&unnumbered) {
            return Some(Word::Result(unnumbered.to_owned()));
        }
        // Exclamation and question marks judge a move, and a star says that it was the only one.
        let plain = unnumbered.trim_end_matches(['!', '?', '*']);
        (!plain.is_empty()).then(|| Word::Move(plain.to_owned()))
    }
}

/// A word without the move number before it: `11-15` of `1.11-15`, nothing of `1...` or of `1`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    if after.len() < rest.len() || rest.is_empty() { after } else { word }
}
