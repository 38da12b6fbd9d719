//! The jobs of a run that have no result yet, and the results that are not in the store yet.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use grandline_arena::tournament::Job;
use grandline_arena::{Played, Tournament};

/// How often a job that failed is published again before it counts as dead.
const MOST_FAILURES: u32 = 3;
/// A chunk should take about so long: shorter ones cost more messages, longer ones more when a worker is lost.
const CHUNK_TIME: Duration = Duration::from_millis(500);
/// Pairs that are published before the first result says how long games take.
const FIRST_PAIRS: usize = 500;
/// The most pairs of a chunk.
const MOST_PAIRS: usize = 32;

/// A job that was asked for.
struct Waiting {
    job: Job,
    /// When it was last published.
    published: Option<Instant>,
    failures: u32,
}

/// What a message about a game means.
#[derive(Debug, PartialEq)]
pub(crate) enum Arrival {
    /// It is the result of a job.
    Wanted(Box<Played>),
    /// Its job was not asked for yet; it is kept until it is.
    Early,
    /// There is a result already.
    Known,
    /// It is not the game that was asked for.
    Wrong,
}

/// Everything that is under way.
#[derive(Default)]
pub(crate) struct Outstanding {
    waiting: BTreeMap<u64, Waiting>,
    /// Those of them that are to be published.
    due: BTreeSet<u64>,
    /// Pairs that were published before the first result came.
    waiting_first: usize,
    /// Results that came before their jobs were asked for, as after a restart of the coordinator.
    early: HashMap<u64, (String, Played)>,
    /// Games that were handed over.
    done: HashSet<u64>,
    /// Time and number of the games so far.
    played: (Duration, u32),
    /// How often jobs were published again.
    pub(crate) repeated: u64,
}

impl Outstanding {
    /// Takes a job; the result with its worker if it is there already.
    pub(crate) fn ask(&mut self, job: Job, tournament: &Tournament) -> Option<(String, Box<Played>)> {
        let number = job.number;
        self.waiting.insert(number, Waiting { job, published: None, failures: 0 });
        self.due.insert(number);
        let (worker, early) = self.early.remove(&number)?;
        match self.arrive(&worker, early, tournament) {
            Arrival::Wanted(played) => Some((worker, played)),
            _ => None,
        }
    }

    /// Takes a result of a worker.
    pub(crate) fn arrive(&mut self, worker: &str, played: Played, tournament: &Tournament) -> Arrival {
        let number = played.number;
        let Some(Waiting { job, .. }) = self.waiting.get(&number) else {
            if self.done.contains(&number) {
                return Arrival::Known;
            }
            self.early.insert(number, (worker.to_owned(), played));
            return Arrival::Early;
        };
        let fits = (played.round, played.pair, &played.opening) == (job.round, job.pair, &job.opening)
            && played.players == job.players(tournament);
        if !fits {
            return Arrival::Wrong;
        }
        self.waiting.remove(&number);
        self.due.remove(&number);
        self.done.insert(number);
        self.played.0 += Duration::from_micros(played.plies.iter().map(|ply| ply.micros).sum());
        self.played.1 += 1;
        Arrival::Wanted(Box::new(played))
    }

    /// Takes note that a job failed; true if it is not tried again.
    pub(crate) fn fail(&mut self, number: u64) -> bool {
        let Some(waiting) = self.waiting.get_mut(&number) else { return false };
        waiting.failures += 1;
        self.waiting_first = 0;
        let is_dead = waiting.failures >= MOST_FAILURES;
        if is_dead {
            self.waiting.remove(&number);
            self.due.remove(&number);
        } else {
            self.due.insert(number);
        }
        is_dead
    }

    /// The jobs to publish now, in chunks of pairs. As long as nobody knows how long games take there are only some.
    pub(crate) fn due(&mut self) -> Vec<Vec<Job>> {
        let pairs = self.pairs();
        let most = if self.played.1 == 0 { FIRST_PAIRS } else { usize::MAX };
        let mut chunks: Vec<Vec<Job>> = Vec::new();
        let (mut last, mut count) = (None, 0);
        while let Some(number) = self.due.first().copied() {
            let Some(waiting) = self.waiting.get_mut(&number) else {
                self.due.remove(&number);
                continue;
            };
            // Both games of a pair travel together.
            if last != Some(waiting.job.pair) {
                if self.waiting_first + count >= most {
                    break;
                }
                if count.is_multiple_of(pairs) {
                    chunks.push(Vec::new());
                }
                count += 1;
                last = Some(waiting.job.pair);
            }
            waiting.published = Some(Instant::now());
            if let Some(chunk) = chunks.last_mut() {
                chunk.push(waiting.job.clone());
            }
            self.due.remove(&number);
        }
        self.waiting_first += count;
        chunks
    }

    /// Pairs of a chunk, by how long games take.
    fn pairs(&self) -> usize {
        let (time, games) = self.played;
        if games == 0 {
            return 1;
        }
        let pair = (2 * time / games).max(Duration::from_micros(1));
        ((CHUNK_TIME.as_micros() / pair.as_micros().max(1)) as usize).clamp(1, MOST_PAIRS)
    }

    /// Lets jobs be published again: those that could not be sent.
    pub(crate) fn unsent(&mut self, jobs: &[Job]) {
        self.waiting_first = 0;
        self.due.extend(jobs.iter().map(|job| job.number).filter(|number| self.waiting.contains_key(number)));
    }

    /// Lets games be published again that a worker does not play.
    pub(crate) fn refuse(&mut self, numbers: &[u64]) {
        for &number in numbers {
            if self.waiting.contains_key(&number) && self.due.insert(number) {
                self.repeated += 1;
            }
        }
    }

    /// Lets all jobs be published again that were published so long ago.
    pub(crate) fn repeat(&mut self, age: Duration) {
        self.waiting_first = 0;
        for (&number, waiting) in &self.waiting {
            let is_old = waiting.published.is_some_and(|published| published.elapsed() >= age);
            if is_old && self.due.insert(number) {
                self.repeated += 1;
            }
        }
    }

    /// Gives up all jobs, and returns their numbers.
    pub(crate) fn abandon(&mut self) -> Vec<u64> {
        self.due.clear();
        std::mem::take(&mut self.waiting).into_keys().collect()
    }

    /// How many jobs have no result.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The results that came without being asked for, with their workers, by number.
    pub(crate) fn take_early(&mut self) -> Vec<(String, Played)> {
        let mut early: Vec<_> = std::mem::take(&mut self.early).into_values().collect();
        early.sort_by_key(|(_, played)| played.number);
        early
    }
}

#[cfg(test)]
mod tests {
    use grandline_arena::{Ending, Opening};

    use super::*;

    fn tournament() -> Tournament {
        let text = "name = 'cup'\ngame = 'connect4'\nagents = ['greedy', 'random']\n";
        Tournament::read(text, "cup.toml").expect("a tournament")
    }

    fn job(number: u64) -> Job {
        let agents = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        Job { number, round: 0, pair: number / 2 * 2, agents, opening: Opening::start() }
    }

    fn played(number: u64, micros: u64) -> Played {
        let mv =
            |_| grandline_arena::Ply { mv: "4".to_owned(), micros, search: grandline_arena::SearchSummary::default() };
        Played {
            number,
            round: 0,
            pair: number / 2 * 2,
            players: job(number).players(&tournament()),
            opening: Opening::start(),
            plies: (0..10).map(mv).collect(),
            winner: None,
            margin: 0,
            ending: Ending::Rules,
            reason: String::new(),
            detail: serde_json::Value::Null,
            evidence: None,
        }
    }

    #[test]
    fn pairs_travel_together_and_short_games_in_chunks() {
        let (mut outstanding, tournament) = (Outstanding::default(), tournament());
        for number in 0..4 {
            assert!(outstanding.ask(job(number), &tournament).is_none());
        }
        let chunks: Vec<Vec<u64>> =
            outstanding.due().iter().map(|chunk| chunk.iter().map(|job| job.number).collect()).collect();
        assert_eq!(chunks, [[0, 1], [2, 3]], "one pair each while nobody knows how long games take");
        assert!(outstanding.due().is_empty());
        for number in 0..4 {
            // Games of 50 ms: five pairs take half a second.
            assert!(matches!(outstanding.arrive("w", played(number, 5_000), &tournament), Arrival::Wanted(_)));
        }
        for number in 4..24 {
            outstanding.ask(job(number), &tournament);
        }
        assert_eq!(outstanding.due().iter().map(Vec::len).collect::<Vec<_>>(), [10, 10]);
    }

    #[test]
    fn results_are_wanted_once_and_wait_for_their_jobs() {
        let (mut outstanding, tournament) = (Outstanding::default(), tournament());
        assert_eq!(outstanding.arrive("w", played(1, 1), &tournament), Arrival::Early);
        assert_eq!(outstanding.ask(job(1), &tournament), Some(("w".to_owned(), Box::new(played(1, 1)))));
        assert_eq!(outstanding.arrive("w", played(1, 1), &tournament), Arrival::Known);
        outstanding.ask(job(2), &tournament);
        let other = Played { players: ["random", "greedy"].map(str::to_owned), ..played(2, 1) };
        assert_eq!(outstanding.arrive("w", other, &tournament), Arrival::Wrong);
        assert_eq!(outstanding.arrive("v", played(9, 1), &tournament), Arrival::Early);
        assert_eq!((outstanding.len(), outstanding.take_early()), (1, vec![("v".to_owned(), played(9, 1))]));
    }

    #[test]
    fn jobs_are_repeated_and_die_after_three_failures() {
        let (mut outstanding, tournament) = (Outstanding::default(), tournament());
        outstanding.ask(job(0), &tournament);
        assert_eq!(outstanding.due().len(), 1);
        outstanding.repeat(Duration::from_secs(3600));
        assert!(outstanding.due().is_empty(), "it is not old enough");
        outstanding.repeat(Duration::ZERO);
        assert_eq!((outstanding.due().len(), outstanding.repeated), (1, 1));
        assert!(!outstanding.fail(0));
        assert!(!outstanding.fail(0));
        assert!(outstanding.fail(0));
        assert_eq!(outstanding.len(), 0);
    }
}
