//! The commands of a host.

use super::first_word;
use super::search_command::SearchCommand;

/// One line of a host, in UGI or UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi` or `uci`: the handshake.
    Hello(Dialect),
    /// `setoption name N value V`.
    SetOption {
        /// The option.
        name: String,
        /// Its new value; empty for a button.
        value: String,
    },
    /// `isready`: asks for `readyok` once everything before this line is done.
    IsReady,
    /// `uginewgame`: the next position belongs to another game.
    NewGame,
    /// `position startpos` or `position fen TEXT`, each optionally followed by `moves ...`.
    Position {
        /// The text of the start; `-` is `startpos`.
        start: String,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `moves ...`: moves played since the last position.
    Moves(Vec<String>),
    /// `go`: starts a search.
    Search(SearchCommand),
    /// `stop`: asks the search for its answer.
    Stop,
    /// `query`: a question about the rules, such as `p1turn`.
    Query(String),
    /// `quit`.
    Quit,
    /// Anything else, which is ignored.
    Unknown(String),
}

/// The protocol of a host, known from its first command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface, from which UGI is derived.
    Uci,
}

impl Command {
    /// Reads a line; `None` if it is empty.
    pub fn parse(line: &str) -> Option<Self> {
        let (word, rest) = first_word(line);
        let words = || rest.split_whitespace();
        Some(match word {
            "" => return None,
            "ugi" => Command::Hello(Dialect::Ugi),
            "uci" => Command::Hello(Dialect::Uci),
            "setoption" => set_option(rest).unwrap_or_else(|| Command::Unknown(line.trim().to_owned())),
            "isready" => Command::IsReady,
            "uginewgame" | "ucinewgame" => Command::NewGame,
            "position" => position(rest).unwrap_or_else(|| Command::Unknown(line.trim().to_owned())),
            "moves" => Command::Moves(words().map(str::to_owned).collect()),
            "go" => Command::Search(SearchCommand::parse(words())),
            "stop" => Command::Stop,
            "query" => Command::Query(rest.trim().to_owned()),
            "quit" => Command::Quit,
            _ => Command::Unknown(line.trim().to_owned()),
        })
    }
}

fn set_option(rest: &str) -> Option<Command> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let words = words.strip_prefix(&["name"])?;
    let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let value = words.get(split + 1..).unwrap_or_default().join(" ");
    Some(Command::SetOption { name: words[..split].join(" "), value })
}

fn position(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let kind = words.next()?;
    let start: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match (kind, start.as_slice()) {
        ("startpos", []) => "-".to_owned(),
        ("fen", [_, ..]) => start.join(" "),
        _ => return None,
    };
    Some(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_read() {
        let position = |start: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Some(Command::Position { start: start.to_owned(), moves })
        };
        assert_eq!(Command::parse("position startpos moves 4 4\r\n"), position("-", &["4", "4"]));
        assert_eq!(Command::parse("position startpos"), position("-", &[]));
        assert_eq!(Command::parse(" position\tfen 44 moves 1"), position("44", &["1"]));
        assert_eq!(Command::parse("position fen a b moves"), position("a b", &[]));
        assert!(matches!(Command::parse("position fen"), Some(Command::Unknown(_))));
        assert!(matches!(Command::parse("position here"), Some(Command::Unknown(_))));
        let option =
            |name: &str, value: &str| Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() });
        assert_eq!(Command::parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(Command::parse("setoption name A B value c  d"), option("A B", "c d"));
        assert_eq!(Command::parse("uci"), Some(Command::Hello(Dialect::Uci)));
        assert_eq!(Command::parse("query islegal 4"), Some(Command::Query("islegal 4".to_owned())));
        assert_eq!(Command::parse("  \r\n"), None);
    }

    proptest! {
        #[test]
        fn anything_can_be_read(line in "((ugi|setoption|name|value|position|fen|startpos|moves|go|query|\\PC{0,6})[ \t]?){0,10}") {
            Command::parse(&line);
        }
    }
}
