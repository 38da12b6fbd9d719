//! Lines of a stream of bytes, with limits on how much may come.

/// Why output is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// A line is longer than this.
    Line(usize),
    /// One answer has more bytes than this.
    Output(usize),
}

/// Bytes that were received and not yet taken as lines.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// Bytes at the front that were taken.
    taken: usize,
    /// Bytes at the front that contain no further line end.
    searched: usize,
    /// Bytes since the last question.
    since: usize,
    longest: usize,
    most: usize,
}

impl Lines {
    /// An empty buffer; `longest` limits a line, `most` the output between two questions.
    pub(crate) fn new(longest: usize, most: usize) -> Self {
        Lines { buffer: Vec::new(), taken: 0, searched: 0, since: 0, longest, most }
    }

    /// Starts counting the bytes of an answer.
    pub(crate) fn restart_count(&mut self) {
        self.since = 0;
    }

    /// Appends bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        self.buffer.extend_from_slice(bytes);
        self.since += bytes.len();
    }

    /// The next complete line, without its end.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Excess> {
        if self.since > self.most {
            return Err(Excess::Output(self.most));
        }
        let end = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n').map(|at| self.searched + at);
        self.searched = end.map_or(self.buffer.len(), |end| end + 1);
        if end.unwrap_or(self.buffer.len()) - self.taken > self.longest {
            return Err(Excess::Line(self.longest));
        }
        Ok(end.map(|end| {
            let line = text(&self.buffer[self.taken..end]);
            self.taken = end + 1;
            line
        }))
    }

    /// What is left at the end of the stream: a last line without a line end.
    pub(crate) fn rest(&mut self) -> Option<String> {
        let rest = &self.buffer[self.taken..];
        let rest = (!rest.is_empty()).then(|| text(rest));
        self.taken = self.buffer.len();
        self.searched = self.taken;
        rest
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn too_much_is_refused() {
        let mut lines = Lines::new(10, 100);
        lines.add(b"0123456789\r\n01234567890");
        assert_eq!(lines.next(), Err(Excess::Line(10)), "the carriage return counts");
        let mut lines = Lines::new(10, 20);
        lines.add(b"012345678\n012345678\n");
        assert_eq!(lines.next(), Ok(Some("012345678".to_owned())));
        lines.add(b"\n");
        assert_eq!(lines.next(), Err(Excess::Output(20)));
        lines.restart_count();
        assert_eq!(lines.next(), Ok(Some("012345678".to_owned())));
    }

    proptest! {
        /// However the bytes are cut into pieces, the same lines come out.
        #[test]
        fn pieces_do_not_matter(bytes in prop::collection::vec(prop::sample::select(b"ab\r\n\xff".to_vec()), 0..60), cuts in prop::collection::vec(1_usize..9, 60)) {
            let mut lines = Lines::new(1000, 1000);
            let (mut received, mut rest) = (Vec::new(), bytes.as_slice());
            for cut in cuts {
                let (piece, behind) = rest.split_at(cut.min(rest.len()));
                lines.add(piece);
                rest = behind;
                while let Some(line) = lines.next().expect("within bounds") {
                    received.push(line);
                }
            }
            received.extend(lines.rest());
            let mut expected: Vec<String> = bytes.split(|&byte| byte == b'\n').map(text).collect();
            if bytes.last().is_none_or(|&byte| byte == b'\n') {
                expected.pop();
            }
            prop_assert_eq!(received, expected);
        }
    }
}
