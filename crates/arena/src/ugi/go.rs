//! `go`: how long to think.

use std::fmt;
use std::time::Duration;

use grandline_games::{Game, Side};
use grandline_search::Remaining;

use crate::contestant::Turn;

/// The limits behind the word `go`; one that is absent does not bind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time left on the clocks of both sides.
    pub time: [Option<Duration>; 2],
    /// Time added after each move of a side.
    pub increment: [Option<Duration>; 2],
    /// Moves until time is added to the clock.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// States to visit.
    pub nodes: Option<u64>,
    /// Think until told to stop.
    pub infinite: bool,
}

impl Go {
    /// What the terms of a game say; where they say nothing, `default` is the time for the move.
    pub fn of_turn<G: Game>(turn: &Turn<'_, G>, default: Duration) -> Self {
        let allowance = turn.allowance;
        let limited = turn.clocks.is_some()
            || allowance.movetime.is_some()
            || allowance.nodes.is_some()
            || allowance.depth.is_some();
        let clock = |side: Side| turn.clocks.map(|clocks| clocks[side.index()]);
        Go {
            time: Side::BOTH.map(|side| clock(side).map(|clock| clock.left)),
            increment: Side::BOTH.map(|side| clock(side).map(|clock| clock.increment)),
            moves_to_go: turn.remaining().and_then(|clock| clock.moves_to_go),
            movetime: if limited { allowance.movetime } else { Some(default) },
            depth: allowance.depth,
            nodes: allowance.nodes,
            infinite: false,
        }
    }

    /// Reads the words behind `go`, those of UCI included; the first player is its white.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut go = Go::default();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let number = words.peek().and_then(|word| word.parse::<i64>().ok());
            // A clock that is overdrawn shows less than nothing.
            let count = number.map(|number| u64::try_from(number).unwrap_or(0));
            let small = count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            let time = count.map(Duration::from_millis);
            match word {
                "p1time" | "wtime" => go.time[0] = time,
                "p2time" | "btime" => go.time[1] = time,
                "p1inc" | "winc" => go.increment[0] = time,
                "p2inc" | "binc" => go.increment[1] = time,
                "movestogo" => go.moves_to_go = small.filter(|&moves| moves > 0),
                "movetime" => go.movetime = time,
                "depth" => go.depth = small.map(|depth| depth.max(1)),
                "nodes" => go.nodes = count.map(|nodes| nodes.max(1)),
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                _ => continue,
            }
            if number.is_some() {
                words.next();
            }
        }
        go
    }

    /// What the clock of a side shows.
    pub fn remaining(&self, side: Side) -> Option<Remaining> {
        let left = self.time[side.index()]?;
        let increment = self.increment[side.index()].unwrap_or_default();
        Some(Remaining { left, increment, moves_to_go: self.moves_to_go })
    }

    /// Whether nothing ends the search but the engine's own limits.
    pub fn is_unlimited(&self) -> bool {
        *self == Go { infinite: self.infinite, ..Go::default() }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut put = |word: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {word} {number}"),
            None => Ok(()),
        };
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
        put("p1time", millis(self.time[0]))?;
        put("p2time", millis(self.time[1]))?;
        put("p1inc", millis(self.increment[0]))?;
        put("p2inc", millis(self.increment[1]))?;
        put("movestogo", self.moves_to_go.map(Into::into))?;
        // No time at all would mean no limit to some engines.
        put("movetime", millis(self.movetime).map(|time| time.max(1)))?;
        put("depth", self.depth.map(Into::into))?;
        put("nodes", self.nodes.map(Into::into))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_of_both_dialects_are_read() {
        let go = |text: &str| Go::parse(text.split_whitespace());
        assert_eq!(go("p1time 1000 p2time 900 p1inc 10"), go("wtime 1000 btime 900 winc 10"));
        assert_eq!(go("wtime -20 depth 0").time, [Some(Duration::ZERO), None]);
        assert_eq!(go("depth 0").depth, Some(1));
        assert_eq!(go("depth x movetime 5").to_string(), "go movetime 5");
        assert!(go("infinite").infinite && go("ponder searchmoves 4 5").is_unlimited());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            time in prop::array::uniform2(prop::option::of(0_u64..1 << 40)),
            movetime in prop::option::of(1_u64..1 << 40),
            moves_to_go in prop::option::of(1_u32..),
            depth in prop::option::of(1_u32..),
            nodes in prop::option::of(1_u64..1 << 62),
            infinite: bool,
        ) {
            let time = time.map(|time| time.map(Duration::from_millis));
            let movetime = movetime.map(Duration::from_millis);
            let go = Go { time, increment: time, moves_to_go, movetime, depth, nodes, infinite };
            let text = go.to_string();
            prop_assert_eq!(Go::parse(text.split_whitespace().skip(1)), go);
        }

        #[test]
        fn anything_can_be_read(text in "((go|depth|nodes|movetime|wtime|infinite|[0-9]{1,30}|-[0-9]{1,20}|\\PC{0,5}) ){0,12}") {
            Go::parse(text.split_whitespace());
        }
    }
}
