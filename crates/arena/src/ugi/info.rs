//! `info`: what an engine reports during a search.

use std::fmt;
use std::time::Duration;

use grandline_games::{AnyPosition, MoveId};
use grandline_search::{Exact, Value, Verdict};

/// An `info` line; every part is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply visited.
    pub seldepth: Option<u32>,
    /// Which of several best lines this is, from 1.
    pub multipv: Option<usize>,
    /// The value for the side to move.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The share of the table in use, in thousandths.
    pub hashfull: Option<u32>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// A message for people.
    pub string: Option<String>,
}

/// A value as UGI writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a unit of the evaluation.
    Centi(i64),
    /// A proven win in this number of moves of the winner, or a loss if negative.
    Mate(i32),
}

impl Score {
    /// The score of a value. UGI cannot express a proven margin, which is written like an estimate.
    pub fn of(value: &Value) -> Self {
        match *value {
            Value::Exact(Exact {
                verdict: verdict @ (Verdict::Win | Verdict::Loss),
                margin: None,
                plies: Some(plies),
            }) => Score::Mate(verdict.sign() * i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX)),
            _ => Score::Centi((value.number() * 100.0).round() as i64),
        }
    }

    /// The value of a score.
    pub fn value(self) -> Value {
        let exact = |verdict, plies| Value::Exact(Exact { verdict, margin: None, plies: Some(plies) });
        match self {
            Score::Centi(hundredths) => Value::Heuristic(hundredths as f64 / 100.0),
            Score::Mate(moves @ 1..) => exact(Verdict::Win, moves.unsigned_abs().saturating_mul(2) - 1),
            Score::Mate(moves) => exact(Verdict::Loss, moves.unsigned_abs().saturating_mul(2)),
        }
    }
}

impl Info {
    /// A message for people.
    pub fn note(message: impl Into<String>) -> Self {
        Info { string: Some(message.into()), ..Info::default() }
    }

    /// Reads the words after `info`.
    pub fn parse(text: &str) -> Self {
        let mut info = Info::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.peek()),
                "seldepth" => info.seldepth = number(words.peek()),
                "multipv" => info.multipv = number(words.peek()),
                "nodes" => info.nodes = number(words.peek()),
                "nps" => info.nps = number(words.peek()),
                "hashfull" => info.hashfull = number(words.peek()),
                "time" => info.time = number(words.peek()).map(Duration::from_millis),
                "cp" => info.score = number(words.peek()).map(Score::Centi).or(info.score),
                "mate" => info.score = number(words.peek()).map(Score::Mate).or(info.score),
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => info.string = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }

    /// The principal variation as far as its moves are legal.
    pub fn line(&self, position: &AnyPosition) -> Vec<MoveId> {
        let mut position = position.clone();
        self.pv.iter().map_while(|text| position.play_text(text).ok()).collect()
    }
}

fn number<T: std::str::FromStr>(word: Option<&&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut put = |word: &str, number: Option<u64>| match number {
            Some(number) => write!(f, " {word} {number}"),
            None => Ok(()),
        };
        put("depth", self.depth.map(Into::into))?;
        put("seldepth", self.seldepth.map(Into::into))?;
        put("multipv", self.multipv.map(|index| index as u64))?;
        put("time", self.time.map(|time| time.as_millis().try_into().unwrap_or(u64::MAX)))?;
        put("nodes", self.nodes)?;
        put("nps", self.nps)?;
        put("hashfull", self.hashfull.map(Into::into))?;
        match self.score {
            Some(Score::Centi(hundredths)) => write!(f, " score cp {hundredths}")?,
            Some(Score::Mate(moves)) => write!(f, " score mate {moves}")?,
            None => {}
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        match &self.string {
            // A line end would start a new line of the protocol.
            Some(words) => write!(f, " string {}", words.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;
    use proptest::prelude::*;

    use super::super::start;
    use super::*;

    #[test]
    fn a_line_is_read_as_far_as_it_can_be() {
        let info = Info::parse("depth 7 seldepth x nodes 12 score cp -35 upperbound currmove 3 time 40 pv 4 4 9 1");
        assert_eq!((info.depth, info.seldepth, info.nodes), (Some(7), None, Some(12)));
        assert_eq!(info.score.map(Score::value), Some(Value::Heuristic(-0.35)));
        assert_eq!(info.line(&start(GameId::Connect4, 0)).len(), 2, "the third move is not legal");
        assert_eq!(Info::parse("string depth 5 is enough").string.as_deref(), Some("depth 5 is enough"));
    }

    #[test]
    fn proven_results_keep_their_distance() {
        for plies in 1..20 {
            let verdict = if plies % 2 == 1 { Verdict::Win } else { Verdict::Loss };
            let value = Value::Exact(Exact { verdict, margin: None, plies: Some(plies) });
            assert_eq!(Score::of(&value).value(), value);
        }
        assert_eq!(Score::of(&Value::from_margin(3)), Score::Centi(300));
        assert_eq!(Score::of(&Value::from_margin(0)), Score::Centi(0));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            numbers in prop::array::uniform4(prop::option::of(0_u32..)),
            nodes in prop::option::of(0_u64..),
            score in prop::option::of(prop_oneof![any::<i64>().prop_map(Score::Centi), any::<i32>().prop_map(Score::Mate)]),
            pv in prop::collection::vec("[A-Za-z0-9:,-]{1,8}", 0..5),
        ) {
            let [depth, seldepth, hashfull, multipv] = numbers;
            let multipv = multipv.map(|index| index as usize);
            let time = nodes.map(Duration::from_millis);
            let info = Info { depth, seldepth, multipv, score, nodes, nps: nodes, hashfull, time, pv, string: None };
            prop_assert_eq!(Info::parse(info.to_string().strip_prefix("info").expect("the word")), info);
        }

        #[test]
        fn anything_can_be_read(text in "((depth|score|cp|mate|pv|string|time|[0-9]{1,30}|-[0-9]{1,30}|\\PC{0,5}) ){0,12}") {
            let info = Info::parse(&text);
            info.score.map(Score::value);
            info.line(&start(GameId::Connect4, 0));
        }
    }
}
