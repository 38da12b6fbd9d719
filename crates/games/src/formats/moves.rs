//! Bare lists of moves, as people write them down: `4453`, `11-15 23-19`, `1. f5 d6 (1... f6) 2. c3`.

use std::iter::Peekable;
use std::str::Chars;

use super::PlainRecord;
use super::variation::{Variation, before, words};
use crate::game::Game;
use crate::game_id::ListedGame;
use crate::notation::{MoveError, Notation};
use crate::record::Record;

/// How deep variations may lie in each other.
const DEEPEST: usize = 32;

/// Results of games, which end a list and say nothing that the moves do not.
const RESULTS: [&str; 6] = ["1-0", "0-1", "2-0", "0-2", "1/2-1/2", "*"];

/// The text of a pass, which transcripts leave out.
const PASS: &str = "pass";

/// Reads the moves of a game from its start.
pub(super) fn read<G: ListedGame>(text: &str) -> Result<PlainRecord, String> {
    let mut lines = vec![Line { record: Record::new(G::start(0)), from: 0, variations: Vec::new() }];
    for token in Tokens(text.chars().peekable()) {
        let depth = lines.len();
        let open = lines.last_mut().ok_or("')' closes nothing here")?;
        match token {
            Token::Open if depth > DEEPEST => {
                return Err(format!("variations lie in each other at most {DEEPEST} deep"));
            }
            Token::Open => {
                let Some(from) = open.record.plies().checked_sub(1).filter(|&from| from >= open.from) else {
                    return Err("'(' opens a variation, which stands behind the move that it replaces".to_owned());
                };
                let record = before(&open.record, from);
                lines.push(Line { record, from, variations: Vec::new() });
            }
            Token::Close => {
                let closed = lines.pop().map(Line::into_variation);
                let outer = lines.last_mut().ok_or("')' closes nothing here")?;
                outer.variations.extend(closed.filter(|variation| !variation.moves.is_empty()));
            }
            Token::Word(word) => open.read(&word)?,
        }
    }
    if lines.len() > 1 {
        return Err("a variation has no end: ')' is missing".to_owned());
    }
    let line = lines.pop().filter(|line| line.record.plies() > 0).ok_or_else(|| nothing::<G>())?;
    Ok(PlainRecord { variations: line.variations, ..PlainRecord::from_record(&line.record) })
}

/// Writes the moves of a game with their numbers.
pub(super) fn write<G: Notation>(record: &PlainRecord) -> Result<String, String> {
    let line = record.to_record::<G>()?;
    if *line.start() != G::start(0) {
        return Err("a list of moves begins at the start position, and this game does not".to_owned());
    }
    Ok(words(&line, &record.variations).join(" "))
}

/// What to say of a text without a move in it.
fn nothing<G: Notation>() -> String {
    let mut record = Record::new(G::start(0));
    for _ in 0..3 {
        let Some(mv) = record.position().moves().next() else { break };
        record.play(mv);
    }
    let example: Vec<String> = record.steps().into_iter().map(|(position, mv)| position.format_move(mv)).collect();
    format!("no moves were found; moves of {} are written like {}", G::TITLE, example.join(" "))
}

/// A line that is being read.
struct Line<G: Game> {
    record: Record<G>,
    /// The ply at which it begins.
    from: usize,
    variations: Vec<Variation>,
}

impl<G: Notation> Line<G> {
    fn into_variation(self) -> Variation {
        let steps = self.record.steps().into_iter().skip(self.from);
        let moves = steps.map(|(position, mv)| position.format_move(mv)).collect();
        Variation { ply: self.from, moves, variations: self.variations }
    }

    /// Plays the move of a word, or several that are written without a space between them.
    fn read(&mut self, word: &str) -> Result<(), String> {
        let mut rest = without_number(word).trim_end_matches(['!', '?', ',', ';']);
        if RESULTS.contains(&rest) {
            return Ok(());
        }
        while !rest.is_empty() {
            let (head, tail) = self.split(rest);
            let number = self.record.plies() + 1;
            if let Some(reason) = self.record.outcome().map(|_| self.record.reason()) {
                return Err(format!("move {number}: {head} comes after the end of the game ({reason})"));
            }
            let mv = self.parse(head).map_err(|error| format!("move {number}: {error}"))?;
            self.record.play(mv);
            rest = tail;
        }
        Ok(())
    }

    /// The move that a word means here. A pass that is the only move may be left out.
    fn parse(&mut self, text: &str) -> Result<G::Move, MoveError> {
        let parsed = self.record.position().parse_move(text);
        if parsed.is_err()
            && let Some(pass) = self.forced_pass()
        {
            let after = self.record.position().child(pass).parse_move(text)?;
            self.record.play(pass);
            return Ok(after);
        }
        parsed
    }

    fn forced_pass(&self) -> Option<G::Move> {
        let position = self.record.position();
        let mut moves = position.moves();
        let only = moves.next().filter(|_| moves.next().is_none())?;
        (position.format_move(only) == PASS).then_some(only)
    }

    /// The first move of a word and the rest of it. A word is cut only where all moves are equally long, so that there is
    /// one way to do it.
    fn split<'a>(&self, word: &'a str) -> (&'a str, &'a str) {
        let position = self.record.position();
        if position.parse_move(word).is_ok() {
            return (word, "");
        }
        let position = self.forced_pass().map_or_else(|| position.clone(), |pass| position.child(pass));
        let mut lengths = position.moves().map(|mv| position.format_move(mv).chars().count());
        let length = lengths.next().filter(|&first| lengths.all(|other| other == first));
        match length.and_then(|length| word.char_indices().nth(length)) {
            Some((at, _)) => word.split_at(at),
            None => (word, ""),
        }
    }
}

/// A word without a move number and its dots: `d6` of `1...d6`, nothing of `1.`; a bare number is a move.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    if after.len() < rest.len() { after } else { word }
}

enum Token {
    Open,
    Close,
    Word(String),
}

/// Words and parentheses of a text; comments in braces are left out.
struct Tokens<'a>(Peekable<Chars<'a>>);

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            match self.0.next()? {
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                '{' => while self.0.next().is_some_and(|character| character != '}') {},
                character if character.is_whitespace() || character == '\u{feff}' => {}
                character => {
                    let mut word = String::from(character);
                    let is_part = |next: &char| !next.is_whitespace() && !matches!(next, '(' | ')' | '{');
                    while let Some(next) = self.0.next_if(is_part) {
                        word.push(next);
                    }
                    return Some(Token::Word(word));
                }
            }
        }
    }
}
