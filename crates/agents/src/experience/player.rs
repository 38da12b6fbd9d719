//! An engine that plays by the book.

use std::sync::Arc;

use grandline_games::random::{mix, pick, seeded};
use grandline_games::{Notation, Record};
use grandline_search::{Engine, Limits, Line, Report, RootMove, Value};

use super::lookup::Known;
use super::posterior::{LOWER_BOUND, Posterior, best};
use super::{Book, Choice, Experience};

/// Reads a book as a preset wants it. Its choices depend on the seed and the game so far alone, so that whoever asks twice
/// gets the same answer.
#[derive(Clone)]
pub(crate) struct Reader {
    book: Arc<Book>,
    choice: Choice,
    games: u32,
    above: f64,
    seed: u64,
}

/// A move from the book, and the others it was chosen from.
struct Decision<G: Notation> {
    mv: G::Move,
    /// The moves with enough games, the chosen one first and then by what is to be expected of them.
    candidates: Vec<(G::Move, Known<G>)>,
}

impl Reader {
    /// The reader of a preset, if it has a book.
    pub(crate) fn new(experience: &Experience, seed: u64) -> Option<Self> {
        let &Experience { choice, games, above, .. } = experience;
        experience.book.clone().map(|book| Reader { book, choice, games, above, seed })
    }

    /// Whether the book has a move for a game.
    pub(crate) fn knows<G: Notation>(&self, record: &Record<G>) -> bool {
        self.decide(record).is_some()
    }

    fn decide<G: Notation>(&self, record: &Record<G>) -> Option<Decision<G>> {
        let position = record.position();
        let mut known = self.book.look_up(position);
        known.retain(|known| known.tally.games() >= self.games);
        let mut rng = seeded(mix(self.seed ^ position.key().rotate_left(17)) ^ record.moves().len() as u64);
        let promised: Vec<f64> = known
            .iter()
            .map(|known| Posterior::from(known.tally))
            .map(|posterior| match self.choice {
                Choice::Thompson => posterior.sample(&mut rng),
                Choice::LowerBound => posterior.quantile(LOWER_BOUND),
            })
            .collect();
        let chosen = best(promised.iter().copied()).filter(|&index| promised[index] >= self.above)?;
        // Moves that are each other's images are equally good; which one is played is for the seed to say.
        let mut candidates: Vec<(G::Move, Known<G>)> = known
            .into_iter()
            .map(|known| (known.moves[pick(&mut rng, known.moves.len() as u32) as usize], known))
            .collect();
        let decided = candidates.remove(chosen);
        let mean = |known: &Known<G>| Posterior::from(known.tally).mean();
        candidates.sort_by(|(_, a), (_, b)| mean(b).total_cmp(&mean(a)));
        candidates.insert(0, decided);
        Some(Decision { mv: candidates[0].0, candidates })
    }
}

impl<G: Notation> Engine<G> for Reader {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let mut report = Report::unsearched(record.position());
        let Some(Decision { mv, candidates }) = self.decide(record) else { return report };
        // As a tree search counts: 1 is a win, -1 a loss.
        let value = |known: &Known<G>| Value::Heuristic(2.0 * Posterior::from(known.tally).mean() - 1.0);
        report.best = Some(mv);
        report.pv = vec![mv];
        report.value = value(&candidates[0].1);
        report.counts.nodes = 1;
        report.root_moves = candidates
            .iter()
            .map(|(mv, known)| RootMove {
                mv: *mv,
                value: value(known),
                is_bound: false,
                visits: u64::from(known.tally.games()),
                prior: None,
            })
            .collect();
        let lines = candidates.iter().take(limits.lines.max(1));
        report.lines = lines.map(|(mv, known)| Line { value: value(known), pv: vec![*mv] }).collect();
        watch(&report);
        report
    }
}
