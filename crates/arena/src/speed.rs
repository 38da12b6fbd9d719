//! How fast a machine searches, so that clocks of different machines can be compared.

use std::time::Duration;

use grandline_agents::{Catalogue, build};
use grandline_games::GameId;
use grandline_search::{Clock, Limits, WallClock};

/// A measurement is the median of this many samples.
const SAMPLES: usize = 7;
/// How long a sample takes at least.
const SAMPLE: Duration = Duration::from_millis(40);
/// The nodes of one search.
const NODES: u64 = 2_000;
/// Samples at each end that do not count as noise.
const TRIMMED: usize = 1;
/// A measurement that varies by more than this many percent says too little to scale clocks by it.
pub const MOST_NOISE: u32 = 10;

/// The measured speed of one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// Nodes per second of a fixed search.
    pub nodes: u64,
    /// How much the samples varied, in percent of the median.
    pub noise: u32,
}

impl Speed {
    /// Measures this machine by searches of an alpha-beta agent of Connect 4, for about a third of a second.
    pub fn measure() -> Self {
        let clock = WallClock::start();
        let game = GameId::Connect4;
        let (Ok(preset), Ok(position)) =
            (Catalogue::of(game).agent("in104-connect4-threats:table=1"), game.set_up("-"))
        else {
            return Speed { nodes: 0, noise: u32::MAX };
        };
        let mut engine = build(&preset, 0);
        Speed::of(&mut || {
            let (begin, mut nodes) = (clock.now(), 0);
            loop {
                engine.forget();
                let report = engine.search(&position, &Limits::nodes(NODES), &mut |_| {});
                nodes += report.map_or(0, |report| report.counts.nodes);
                let elapsed = clock.now() - begin;
                if elapsed >= SAMPLE {
                    return nodes as f64 / elapsed.as_secs_f64();
                }
            }
        })
    }

    /// The median of samples in nodes per second, and how much they vary without the best and the worst.
    fn of(sample: &mut dyn FnMut() -> f64) -> Self {
        let mut samples: Vec<f64> = (0..SAMPLES).map(|_| sample()).collect();
        samples.sort_by(f64::total_cmp);
        let median = samples[SAMPLES / 2].max(1.0);
        let spread = samples[SAMPLES - 1 - TRIMMED] - samples[TRIMMED];
        Speed { nodes: median as u64, noise: (100.0 * spread / median).round() as u32 }
    }

    /// Whether clocks may be scaled by it.
    pub fn is_steady(&self) -> bool {
        self.nodes > 0 && self.noise <= MOST_NOISE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(samples: [f64; SAMPLES]) -> Speed {
        let mut samples = samples.into_iter();
        Speed::of(&mut || samples.next().unwrap_or(0.0))
    }

    #[test]
    fn one_interruption_is_no_noise_and_several_are() {
        let steady = speed([1000.0, 1010.0, 400.0, 990.0, 1000.0, 1005.0, 995.0]);
        assert_eq!(steady, Speed { nodes: 1000, noise: 2 });
        assert!(steady.is_steady());
        let noisy = speed([1000.0, 700.0, 400.0, 990.0, 1000.0, 600.0, 995.0]);
        assert!(!noisy.is_steady(), "{noisy:?}");
    }

    #[test]
    fn a_machine_has_a_speed() {
        assert!(Speed::measure().nodes > 0);
    }
}
