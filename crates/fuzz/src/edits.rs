//! Changed copies: an input names a valid file and what is changed in it, four bytes for each change.

/// Words and bytes at which readers stumble.
const WORDS: [&[u8]; 16] = [
    b"0",
    b"-1",
    b"18446744073709551616",
    b"1e999",
    b"NaN",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\"",
    b"\\u0000",
    b"[[[[[[[[",
    b"{\"a\":",
    "é".as_bytes(),
    "\u{feff}".as_bytes(),
    b"\xff\xfe",
];

/// A copy of one of the files, changed as the input says.
pub(super) fn edited(files: &[&[u8]], input: &[u8]) -> Vec<u8> {
    let Some((&first, edits)) = input.split_first() else { return Vec::new() };
    let Some(file) = files.get(usize::from(first) % files.len().max(1)) else { return input.to_vec() };
    let mut copy = file.to_vec();
    for edit in edits.chunks_exact(4) {
        change(&mut copy, files, [edit[0], edit[1], edit[2], edit[3]]);
    }
    copy
}

/// Makes one change: its kind, where, and with what.
fn change(copy: &mut Vec<u8>, files: &[&[u8]], [kind, high, low, value]: [u8; 4]) {
    let place = usize::from(u16::from_be_bytes([high, low]));
    let at = place % (copy.len() + 1);
    let end = (at + 1 + usize::from(value) % 16).min(copy.len());
    match kind % 8 {
        0 if at < copy.len() => copy[at] = value,
        1 if at < copy.len() => copy[at] ^= 1 << (value % 8),
        2 => copy.insert(at, value),
        3 => drop(copy.drain(at..end)),
        4 => {
            let part = copy[at..end].to_vec();
            copy.splice(at..at, part);
        }
        5 => {
            let word = WORDS[usize::from(value) % WORDS.len()];
            copy.splice(at..at, word.iter().copied());
        }
        // The end of another file.
        6 => {
            let other = files[usize::from(value) % files.len()];
            copy.truncate(at);
            copy.extend_from_slice(&other[at.min(other.len())..]);
        }
        _ if value % 4 == 0 => copy.truncate(at),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::edited;

    #[test]
    fn changes_are_what_the_input_says() {
        let files: [&[u8]; 2] = [b"abcdef", b"123456"];
        let cases: [(&[u8], &[u8]); 9] = [
            (b"", b""),
            (b"\x00", b"abcdef"),
            (b"\x01", b"123456"),
            (&[0, 0, 0, 2, b'x'], b"abxdef"),
            (&[0, 1, 0, 0, 1], b"cbcdef"),
            (&[0, 2, 0, 6, b'x'], b"abcdefx"),
            (&[0, 3, 0, 1, 1], b"adef"),
            (&[0, 4, 0, 0, 1], b"ababcdef"),
            (&[0, 6, 0, 2, 1], b"ab3456"),
        ];
        for (input, expected) in cases {
            assert_eq!(edited(&files, input), expected, "{input:?}");
        }
    }
}
