//! Moves and search summaries, as the text of one column.
//!
//! Plies are separated by semicolons and their parts by spaces: the move, its microseconds, the depth, the nodes visited,
//! the value with `!` behind it where it is proven, and the cut-offs with commas between. A part that is absent is `-`;
//! at the end of a ply it is left out. `4 12 8 51200 0.25;4 9 - 1` are two plies.

use std::fmt::Write;

use crate::played::{Ply, SearchSummary};

/// Writes the moves of an opening.
pub(super) fn write_moves(moves: &[String], out: &mut String) {
    for (index, mv) in moves.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        write_word(mv, out);
    }
}

/// Reads the moves of an opening.
pub(super) fn read_moves(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() { Ok(Vec::new()) } else { text.split(' ').map(read_word).collect() }
}

/// Writes the plies of a game.
pub(super) fn write_plies(plies: &[Ply], out: &mut String) {
    for (index, Ply { mv, micros, search }) in plies.iter().enumerate() {
        if index > 0 {
            out.push(';');
        }
        write_word(mv, out);
        out.push(' ');
        write_number(*micros, out);
        write_optional(search.depth.map(u64::from), out);
        write_optional(search.nodes, out);
        write_value(search, out);
        write_cutoffs(&search.cutoffs, out);
        while out.ends_with(ABSENT) {
            out.truncate(out.len() - ABSENT.len());
        }
    }
}

/// What stands for a part that is absent, with the space before it.
const ABSENT: &str = " -";

fn write_optional(number: Option<u64>, out: &mut String) {
    let Some(number) = number else { return out.push_str(ABSENT) };
    out.push(' ');
    write_number(number, out);
}

fn write_value(search: &SearchSummary, out: &mut String) {
    match search.value {
        // The shortest text that is read back as the same number.
        Some(value) => write!(out, " {value:?}").unwrap_or_else(|_| unreachable!("a text takes every number")),
        None => out.push_str(ABSENT),
    }
    if search.exact {
        out.push('!');
    }
}

fn write_cutoffs(cutoffs: &[u64], out: &mut String) {
    if cutoffs.is_empty() {
        out.push_str(ABSENT);
    }
    for (index, &number) in cutoffs.iter().enumerate() {
        out.push(if index == 0 { ' ' } else { ',' });
        write_number(number, out);
    }
}

/// Writes a number without the machinery of `write!`: it runs some forty times per game.
fn write_number(mut number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|&digit| char::from(digit)));
}

/// The characters that cannot stand in a word as they are, and the letter that stands for each behind a backslash.
const ESCAPES: [(char, char); 4] = [(' ', 's'), (';', 'b'), ('\\', '\\'), ('\0', '0')];

/// What stands for a word without letters.
const EMPTY: &str = "\\e";

fn write_word(word: &str, out: &mut String) {
    if word.is_empty() {
        out.push_str(EMPTY);
    } else if !word.bytes().any(|byte| matches!(byte, b' ' | b';' | b'\\' | 0)) {
        out.push_str(word);
    } else {
        for letter in word.chars() {
            match ESCAPES.iter().find(|(plain, _)| *plain == letter) {
                Some(&(_, code)) => out.extend(['\\', code]),
                None => out.push(letter),
            }
        }
    }
}

fn read_word(text: &str) -> Result<String, String> {
    if text == EMPTY {
        return Ok(String::new());
    }
    if text.is_empty() {
        return Err("a move is missing".to_owned());
    }
    let Some((plain, _)) = text.split_once('\\') else { return Ok(text.to_owned()) };
    let mut word = plain.to_owned();
    let mut letters = text[plain.len()..].chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            word.push(letter);
            continue;
        }
        let code = letters.next();
        let escape = ESCAPES.iter().find(|(_, known)| Some(*known) == code);
        word.push(escape.ok_or_else(|| format!("'{text}' has a backslash that means nothing"))?.0);
    }
    Ok(word)
}

/// Reads the plies of a game.
pub(super) fn read_plies(text: &str) -> Result<Vec<Ply>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut plies = Vec::with_capacity(text.len() / 8 + 1);
    for (index, text) in text.split(';').enumerate() {
        plies.push(read_ply(text).map_err(|reason| format!("ply {}: {reason}", index + 1))?);
    }
    Ok(plies)
}

fn read_ply(text: &str) -> Result<Ply, String> {
    let mut parts = text.split(' ');
    let mv = read_word(parts.next().unwrap_or_default())?;
    let micros = number(parts.next().ok_or("its time is missing")?)?;
    let mut search = SearchSummary::default();
    let mut present = || parts.next().filter(|&part| part != "-");
    search.depth = present().map(number).transpose()?;
    search.nodes = present().map(number).transpose()?;
    if let Some(part) = present() {
        let value = part.strip_suffix('!');
        search.exact = value.is_some();
        let value = Some(value.unwrap_or(part)).filter(|&value| value != "-");
        search.value = value.map(number).transpose()?;
    }
    if let Some(list) = present() {
        search.cutoffs = list.split(',').map(number).collect::<Result<_, _>>()?;
    }
    match parts.next() {
        None => Ok(Ply { mv, micros, search }),
        Some(more) => Err(format!("'{more}' stands behind its end")),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number that can stand there"))
}
