//! A command line as people write it, and why it cannot be started.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

/// A program and its arguments. No shell is involved: quotes group words, and nothing else is special.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    program: String,
    words: Vec<String>,
    /// The file of an agent written in Python that the command runs.
    own_file: Option<String>,
}

impl CommandLine {
    /// A program and its arguments, taken literally.
    pub(crate) fn new(program: &str, words: Vec<String>) -> Self {
        let text = std::iter::once(program).chain(words.iter().map(String::as_str)).map(quoted).collect::<Vec<_>>();
        CommandLine { text: text.join(" "), program: program.to_owned(), words, own_file: None }
    }

    /// An interpreter with its arguments that runs an agent written in Python.
    pub(crate) fn python(program: &str, words: Vec<String>, file: &str) -> Self {
        CommandLine { own_file: Some(file.to_owned()), ..CommandLine::new(program, words) }
    }

    /// The file of an agent written in Python that the command runs.
    pub(crate) fn own_file(&self) -> Option<&str> {
        self.own_file.as_deref()
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The program and its arguments.
    pub(super) fn all_words(&self) -> Vec<String> {
        std::iter::once(&self.program).chain(&self.words).cloned().collect()
    }

    /// The arguments of the program.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The file that an interpreter is told to run, as far as its first arguments show.
    pub(super) fn script(&self) -> Option<&str> {
        let name = Path::new(&self.program).file_stem()?.to_str()?;
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        if !INTERPRETERS.contains(&name) {
            return None;
        }
        // After these options an interpreter expects code or the name of a module, not a file.
        let takes_code = |word: &&String| matches!(word.as_str(), "-c" | "-m" | "-e" | "-E" | "--eval" | "-cp");
        let options = self.words.iter().take_while(|word| word.starts_with('-'));
        if options.clone().any(|word| takes_code(&word)) {
            return None;
        }
        self.words.get(options.count()).map(String::as_str)
    }

    /// The files that the command names: its program, if it is a path, and its script.
    pub(crate) fn own_files(&self) -> Vec<PathBuf> {
        let program = Some(self.program.as_str()).filter(|program| program.contains('/'));
        program.into_iter().chain(self.script()).map(PathBuf::from).filter(|file| file.is_file()).collect()
    }

    /// Checks that the file to be run exists.
    pub(crate) fn check_script(&self) -> Result<(), StartError> {
        match self.script() {
            Some(file) if !Path::new(file).exists() => {
                Err(StartError::NoSuchScript(self.text.clone(), file.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The error of a failed start.
    pub(crate) fn start_error(&self, error: &io::Error) -> StartError {
        let (command, program) = (self.text.clone(), self.program.clone());
        match error.kind() {
            io::ErrorKind::NotFound => StartError::NoSuchProgram(command, program),
            io::ErrorKind::PermissionDenied => StartError::NotExecutable(command, program),
            _ => StartError::Refused(command, error.to_string()),
        }
    }
}

/// Programs whose first argument is a file to run.
const INTERPRETERS: [&str; 13] =
    ["python", "pypy", "ruby", "node", "perl", "sh", "bash", "dash", "zsh", "lua", "php", "julia", "java"];

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for CommandLine {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let text = text.trim();
        let mut words = split(text)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or(StartError::Empty)?;
        Ok(CommandLine { text: text.to_owned(), program, words: words.collect(), own_file: None })
    }
}

/// A word, quoted where it would not stay one word otherwise.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && !word.chars().any(|c| c.is_whitespace() || matches!(c, '\'' | '"' | '\\'));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\"'\"'")) }
}

/// The words of a line. Quotes of either kind keep spaces; between double quotes and outside of quotes, a backslash keeps
/// the next character.
fn split(text: &str) -> Result<Vec<String>, StartError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', None | Some('"')) => {
                let kept = characters.next().unwrap_or('\\');
                word.get_or_insert_default().push(kept);
            }
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (_, Some(open)) if character == open => quote = None,
            (_, None) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(StartError::OpenQuote { command: text.to_owned(), quote }),
        None => Ok(words),
    }
}

/// What to write instead of a program that does not exist.
fn help_for_missing(program: &str) -> String {
    if program.contains('/') {
        "correct the path".to_owned()
    } else {
        format!("write a name that is on the PATH, or a path such as ./{program}")
    }
}

/// Why a command cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The command is empty.
    #[error("the command is empty; write a program and its arguments, such as ugi:python3 engine.py")]
    Empty,
    /// A quote is not closed.
    #[error("command {command}: the quote {quote} is not closed")]
    OpenQuote {
        /// The command.
        command: String,
        /// The quote.
        quote: char,
    },
    /// The program does not exist. Fields: the command; the program.
    #[error("command '{0}': program '{1}' does not exist; {help}", help = help_for_missing(.1))]
    NoSuchProgram(String, String),
    /// The file exists but is not executable. Fields: the command; the program.
    #[error("command '{0}': '{1}' is not executable; run chmod +x {1}, or name its interpreter, as in python3 {1}")]
    NotExecutable(String, String),
    /// The interpreter exists, the file it should run does not. Fields: the command; the file.
    #[error("command '{0}': file '{1}' does not exist")]
    NoSuchScript(String, String),
    /// The command was started and could not start another program: exit status 126 or 127. Fields: the command; the
    /// exit status and the last line of the error output.
    #[error("command '{0}' could not start its program: {1}")]
    CouldNotRun(String, String),
    /// It must be confined and cannot be. Fields: the command; why not.
    #[error("command '{0}' cannot be confined: {1}")]
    NotConfined(String, String),
    /// Run by root, an agent is confined under a user of its own, which cannot read its files. Fields: the command; the
    /// path.
    #[error(
        "command '{0}': other users cannot read '{1}', and root runs agents as another user; run chmod -R o+rX '{1}', or grandline without root"
    )]
    Unreadable(String, String),
    /// The system refused to start it. Fields: the command; what the system said.
    #[error("command '{0}' cannot be started: {1}")]
    Refused(String, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).expect("quotes are closed")
    }

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(words("python3  engine.py --depth 3"), ["python3", "engine.py", "--depth", "3"]);
        assert_eq!(words(r#""my engine" 'a "b"' c\ d "" e"f g"h"#), ["my engine", "a \"b\"", "c d", "", "ef gh"]);
        assert_eq!(words(r"'a\b' \"), [r"a\b", r"\"]);
        assert!(matches!("a 'b c".parse::<CommandLine>(), Err(StartError::OpenQuote { quote: '\'', .. })));
        assert_eq!("  ".parse::<CommandLine>(), Err(StartError::Empty));
    }

    #[test]
    fn words_survive_their_text() {
        let sent = ["my python", "-m", "x", "it's \\ here", ""].map(str::to_owned);
        let command = CommandLine::new(&sent[0], sent[1..].to_vec());
        assert_eq!(words(&command.to_string()), sent);
    }

    #[test]
    fn scripts_are_found_after_their_interpreter() {
        let script = |text: &str| text.parse::<CommandLine>().expect("a command").script().map(str::to_owned);
        assert_eq!(script("python3.11 -u missing.py x.py").as_deref(), Some("missing.py"));
        assert_eq!(script("/usr/bin/python3 engine.py").as_deref(), Some("engine.py"));
        assert_eq!(script("java -jar engine.jar").as_deref(), Some("engine.jar"));
        assert_eq!(script("python3 -m engine"), None);
        assert_eq!(script("sh -c missing.sh"), None);
        assert_eq!(script("./engine book.py"), None);
    }
}
