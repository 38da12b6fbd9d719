//! Time management: how long a move may take, and a meter that says when it is over.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::engine::{Limits, Remaining};

/// The text is not a duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DurationError(pub String);

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a duration: write 2s, 500ms or 1m", self.0)
    }
}

impl std::error::Error for DurationError {}

/// A duration with its unit: `2s`, `500 ms`, `1m`; a bare number counts seconds.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let wrong = || DurationError(text.to_owned());
    let text = text.trim();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let seconds = match unit.trim() {
        "us" => number / 1_000_000.0,
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// A duration as [`parse_duration`] reads it, in the unit that fits.
pub fn format_duration(duration: Duration) -> String {
    // Without the dust of binary fractions.
    let rounded = |number: f64| (number * 1e6).round() / 1e6;
    let seconds = duration.as_secs_f64();
    match seconds {
        0.0 => "0s".to_owned(),
        ..1e-3 => format!("{}us", rounded(seconds * 1e6)),
        ..1.0 => format!("{}ms", rounded(seconds * 1e3)),
        _ => format!("{}s", rounded(seconds)),
    }
}

/// A duration as people read it, with a space before its unit.
///
/// ```
/// let duration = std::time::Duration::from_micros(2500);
/// assert_eq!(grandline_search::time::readable_duration(duration), "2.5 ms");
/// ```
pub fn readable_duration(duration: Duration) -> String {
    let text = format_duration(duration);
    let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
    format!("{} {}", &text[..unit], text[unit..].replace("us", "µs"))
}

/// How an engine shares out its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeOptions {
    /// Kept back for the way from the search to the clock, which a busy machine makes long.
    pub margin: Duration,
    /// In how many moves the time left is assumed to be used up, if the time control does not say.
    pub horizon: u32,
    /// A move may take this many times its share when the search is in the middle of something.
    pub stretch: f64,
    /// Look at the clock only between iterations and never interrupt one.
    pub between_iterations: bool,
}

impl Default for TimeOptions {
    fn default() -> Self {
        TimeOptions { margin: Duration::from_millis(20), horizon: 20, stretch: 4.0, between_iterations: false }
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this nothing new is begun, unless the best move is unstable.
    pub soft: Duration,
    /// After this the search is interrupted.
    pub hard: Duration,
}

impl TimeOptions {
    /// The budget of a move under these limits, `None` where time does not limit it.
    pub fn budget(&self, limits: &Limits) -> Option<Budget> {
        let fixed = limits.time.map(|time| {
            // Time per move is meant to be used, so the margin takes at most a part of a short one.
            let usable = time - self.margin.min(time / 4);
            Budget { soft: usable, hard: usable }
        });
        let shared = limits.remaining.map(|remaining| self.share(remaining));
        match (fixed, shared) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }

    /// The share of one move in the time left. The hard limit never takes more than a third of what is left, so that
    /// even moves that are interrupted late leave something for the next; with less than twice the margin left
    /// the rest is treated as if it were the margin's own, in small slices.
    fn share(&self, Remaining { left, increment, moves_to_go }: Remaining) -> Budget {
        let usable = left.saturating_sub(self.margin).max(left / 8);
        let moves = moves_to_go.map_or(self.horizon, |moves| moves.min(self.horizon)).max(1);
        let most = if moves == 1 { usable.mul_f64(0.8) } else { usable / 3 };
        let soft = (usable / moves + increment.mul_f64(0.7)).min(most);
        Budget { soft, hard: soft.mul_f64(self.stretch.max(1.0)).min(most) }
    }
}

/// Watches the limits of one search.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    budget: Option<Budget>,
    started: Duration,
    between_iterations: bool,
    /// The number of nodes at which to look again.
    next: u64,
    interval: u64,
    changes: f64,
    stopped: bool,
    /// Set once another thread has the answer.
    answered: Option<&'a AtomicBool>,
}

impl<'a> Meter<'a> {
    /// Starts watching; the clock is looked at every `interval` nodes.
    pub(crate) fn new(limits: &'a Limits, options: &TimeOptions, interval: u64) -> Self {
        let mut meter = Meter {
            limits,
            budget: options.budget(limits),
            started: limits.clock.now(),
            between_iterations: options.between_iterations,
            next: 0,
            interval,
            changes: 0.0,
            stopped: false,
            answered: None,
        };
        meter.schedule(0);
        meter
    }

    /// The same for one of several threads, all of which stop when one has the answer.
    pub(crate) fn until(mut self, answered: Option<&'a AtomicBool>) -> Self {
        self.answered = answered;
        self
    }

    fn schedule(&mut self, nodes: u64) {
        self.next = (nodes + self.interval).min(self.limits.nodes.unwrap_or(u64::MAX));
    }

    /// Whether the search must stop now, `nodes` being all visited so far. Once it said so, it always does.
    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes < self.next {
            return self.stopped;
        }
        self.look(nodes)
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.stopped |= self.limits.is_stopped() || self.limits.nodes.is_some_and(|limit| nodes >= limit);
        self.stopped |= self.answered.is_some_and(|answered| answered.load(Ordering::Relaxed));
        if let Some(budget) = self.budget
            && !self.between_iterations
        {
            self.stopped |= self.elapsed() >= budget.hard;
        }
        self.schedule(nodes);
        self.stopped
    }

    /// Whether the search has been told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }

    /// Called after each completed iteration; returns whether to start another. A best move that keeps changing gets
    /// more than the soft limit; one that is stable gets less where the time is shared among moves.
    pub(crate) fn goes_on(&mut self, nodes: u64, changed: bool) -> bool {
        self.changes = self.changes / 2.0 + if changed { 1.0 } else { 0.0 };
        if self.look(nodes) {
            return false;
        }
        let Some(budget) = self.budget else { return true };
        let soft = if budget.soft == budget.hard { budget.soft } else { budget.soft.mul_f64(0.6 + 0.8 * self.changes) };
        self.elapsed() < soft.min(budget.hard)
    }

    /// Whether a search that may end at any time should end now: at the soft limit, or later while its best move is unsettled.
    pub(crate) fn is_due(&self, is_unsettled: impl FnOnce() -> bool) -> bool {
        let Some(budget) = self.budget.filter(|budget| budget.soft < budget.hard) else { return false };
        let elapsed = self.elapsed();
        elapsed >= budget.soft && (elapsed >= budget.soft * 2 || !is_unsettled())
    }

    /// Whether a forced move should be made at once: in a game in which time counts.
    pub(crate) fn saves_time(&self) -> bool {
        self.budget.is_some() && !self.limits.analysis
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::ManualClock;

    fn remaining(left: u64, increment: u64) -> Remaining {
        Remaining { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go: None }
    }

    #[test]
    fn a_share_never_takes_more_than_is_left() {
        let options = TimeOptions::default();
        for left in [0, 1, 5, 50, 1_000, 900_000] {
            for increment in [0, 10, 5_000] {
                let remaining = remaining(left, increment);
                let budget = options.share(remaining);
                assert!(budget.soft <= budget.hard);
                assert!(budget.hard <= remaining.left / 3, "{left} ms + {increment} ms gave {budget:?}");
            }
        }
    }

    /// Plays 100 moves that are all interrupted at the last moment, with a clock that moves in small steps.
    fn left_after_a_long_game(total: Duration, options: &TimeOptions) -> Duration {
        let mut left = total;
        for _ in 0..100 {
            let clock = Arc::new(ManualClock::stepping((left / 10_000).max(Duration::from_micros(5))));
            let limits = Limits::remaining(Remaining { left, ..remaining(0, 0) }, clock);
            let mut meter = Meter::new(&limits, options, 1);
            let mut nodes = 0;
            while !meter.is_over(nodes) {
                nodes += 1;
            }
            left = left.checked_sub(meter.elapsed()).expect("time left");
        }
        left
    }

    #[test]
    fn clocks_of_fifty_milliseconds_to_fifteen_minutes_last_for_a_long_game() {
        for millis in [50, 1_000, 10_000, 60_000, 300_000, 900_000] {
            for horizon in [TimeOptions::default().horizon, 30] {
                let options = TimeOptions { horizon, ..TimeOptions::default() };
                assert!(left_after_a_long_game(Duration::from_millis(millis), &options) > Duration::ZERO);
            }
        }
    }

    #[test]
    fn an_unsettled_search_is_due_later() {
        let clock = Arc::new(ManualClock::default());
        let limits = Limits::remaining(remaining(20_020, 0), clock.clone());
        let meter = Meter::new(&limits, &TimeOptions::default(), 1);
        let due = |millis: u64| {
            clock.advance(Duration::from_millis(millis));
            (meter.is_due(|| false), meter.is_due(|| true))
        };
        assert_eq!((due(900), due(200), due(1000)), ((false, false), (true, false), (true, true)));
        let fixed = Limits { time: Some(Duration::from_secs(1)), clock: clock.clone(), ..Limits::default() };
        let meter = Meter::new(&fixed, &TimeOptions::default(), 1);
        clock.advance(Duration::from_secs(1));
        assert!(!meter.is_due(|| false), "time per move is meant to be used");
    }

    #[test]
    fn changing_best_moves_earn_time() {
        let clock = Arc::new(ManualClock::default());
        let limits = Limits::remaining(remaining(20_020, 0), clock.clone());
        let mut calm = Meter::new(&limits, &TimeOptions::default(), 1);
        let mut restless = Meter::new(&limits, &TimeOptions::default(), 1);
        clock.advance(Duration::from_millis(900));
        assert!(!calm.goes_on(0, false));
        assert!(restless.goes_on(0, true));
    }
}
