//! `go`: the limits of a search.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_games::Side;
use grandline_search::{Limits, Remaining, WallClock};

use crate::agent::Turn;
use crate::external;

/// A `go` line; a limit that is absent does not bind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCommand {
    /// What the clocks of both sides show.
    pub clocks: [Option<Remaining>; 2],
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Search until told to stop.
    pub infinite: bool,
}

impl SearchCommand {
    /// The limits of a turn; where it has none, `default` is the time for the move.
    pub fn of_turn(turn: &Turn<'_>, default: Duration) -> Self {
        let limits = turn.limits;
        let clocks = external::clocks(turn);
        let is_limited = clocks.is_some() || limits.are_given();
        // The line has one number of moves to go, which is that of the side to move.
        let moves_to_go = external::own_clock(turn).and_then(|clock| clock.moves_to_go);
        SearchCommand {
            clocks: Side::BOTH.map(|side| clocks.map(|clocks| Remaining { moves_to_go, ..clocks[side.index()] })),
            movetime: if is_limited { limits.time } else { Some(default) },
            depth: limits.depth,
            nodes: limits.nodes,
            infinite: false,
        }
    }

    /// Reads the words after `go`, including those of UCI, where White is the first side.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut command = SearchCommand::default();
        let (mut left, mut increment, mut moves_to_go) = ([None; 2], [None; 2], None);
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let number = words.peek().and_then(|word| word.parse::<i64>().ok());
            // A clock that is overdrawn shows a negative number.
            let count = number.map(|number| u64::try_from(number).unwrap_or(0));
            let small = count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            let time = count.map(Duration::from_millis);
            match word {
                "p1time" | "wtime" => left[0] = time,
                "p2time" | "btime" => left[1] = time,
                "p1inc" | "winc" => increment[0] = time,
                "p2inc" | "binc" => increment[1] = time,
                "movestogo" => moves_to_go = small.filter(|&moves| moves > 0),
                "movetime" => command.movetime = time,
                "depth" => command.depth = small.map(|depth| depth.max(1)),
                "nodes" => command.nodes = count.map(|nodes| nodes.max(1)),
                "infinite" => {
                    command.infinite = true;
                    continue;
                }
                _ => continue,
            }
            if number.is_some() {
                words.next();
            }
        }
        command.clocks = Side::BOTH.map(|side| {
            let increment = increment[side.index()].unwrap_or_default();
            left[side.index()].map(|left| Remaining { left, increment, moves_to_go })
        });
        command
    }

    /// What the clocks of both sides show, where the clock of the side to move is known.
    pub fn clocks_for(&self, side: Side) -> Option<[Remaining; 2]> {
        let own = self.clocks[side.index()]?;
        Some(self.clocks.map(|clock| clock.unwrap_or(own)))
    }

    /// The limits for a search of `side` that starts now.
    pub fn limits(&self, side: Side, lines: usize, stop: Arc<AtomicBool>) -> Limits {
        let (depth, nodes, time) = (self.depth, self.nodes, self.movetime);
        let (remaining, clock) = (self.clocks[side.index()], Arc::new(WallClock::start()));
        Limits { depth, nodes, time, remaining, lines, analysis: self.infinite || lines > 1, stop, clock }
    }
}

impl fmt::Display for SearchCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let mut put = |word: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {word} {number}"),
            None => Ok(()),
        };
        let [first, second] = self.clocks;
        put("p1time", first.map(|clock| clock.left.as_millis()))?;
        put("p2time", second.map(|clock| clock.left.as_millis()))?;
        put("p1inc", first.map(|clock| clock.increment.as_millis()))?;
        put("p2inc", second.map(|clock| clock.increment.as_millis()))?;
        put("movestogo", first.or(second).and_then(|clock| clock.moves_to_go).map(Into::into))?;
        // Some engines take 0 for no limit.
        put("movetime", self.movetime.map(|time| time.as_millis().max(1)))?;
        put("depth", self.depth.map(Into::into))?;
        put("nodes", self.nodes.map(Into::into))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> SearchCommand {
        SearchCommand::parse(text.split_whitespace())
    }

    #[test]
    fn words_of_both_dialects_are_read() {
        assert_eq!(parse("p1time 1000 p2time 900 p1inc 10"), parse("wtime 1000 btime 900 winc 10"));
        let [first, second] = parse("wtime -20 depth 0").clocks;
        assert_eq!((first.map(|clock| clock.left), second), (Some(Duration::ZERO), None));
        assert_eq!(parse("depth 0").depth, Some(1));
        assert_eq!(parse("depth x movetime 5").to_string(), "go movetime 5");
        assert!(parse("infinite").infinite);
        assert_eq!(parse("ponder searchmoves 4 5"), SearchCommand::default());
    }

    #[test]
    fn a_turn_without_limits_has_the_default_time() {
        let position = super::super::start(GameId::Connect4, 0);
        let go = |limits: &Limits| {
            SearchCommand::of_turn(&Turn::alone(&position, limits, None), Duration::from_secs(1)).to_string()
        };
        assert_eq!(go(&Limits::default()), "go movetime 1000");
        assert_eq!(go(&Limits::nodes(7)), "go nodes 7");
        let clock = Remaining { left: Duration::from_secs(2), increment: Duration::ZERO, moves_to_go: Some(5) };
        let clock = Limits { remaining: Some(clock), ..Limits::default() };
        assert_eq!(go(&clock), "go p1time 2000 p2time 2000 p1inc 0 p2inc 0 movestogo 5");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            times in prop::array::uniform2(prop::option::of((0_u64..1 << 40, 0_u64..1 << 40))),
            movetime in prop::option::of(1_u64..1 << 40),
            moves_to_go in prop::option::of(1_u32..),
            depth in prop::option::of(1_u32..),
            nodes in prop::option::of(1_u64..1 << 62),
            infinite: bool,
        ) {
            let millis = Duration::from_millis;
            let clock = |(left, increment)| Remaining { left: millis(left), increment: millis(increment), moves_to_go };
            let clocks = times.map(|times| times.map(clock));
            let command = SearchCommand { clocks, movetime: movetime.map(millis), depth, nodes, infinite };
            prop_assert_eq!(parse(command.to_string().strip_prefix("go").expect("the word")), command);
        }

        #[test]
        fn anything_can_be_read(text in "((go|depth|nodes|movetime|wtime|infinite|[0-9]{1,30}|-[0-9]{1,20}|\\PC{0,5}) ){0,12}") {
            parse(&text);
        }
    }
}
