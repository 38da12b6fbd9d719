//! An engine that plays by the book.

use std::sync::Arc;

use grandline_games::random::{mix, pick, seeded};
use grandline_games::{Notation, Record};
use grandline_search::{Engine, Limits, Line, Report, RootMove, Scale, Value, Watch};

use super::lookup::Known;
use super::posterior::{LOWER_BOUND, Posterior, best};
use super::{Book, Choice, Experience};

/// Plays from a book as a preset describes. Its choices depend only on the seed and the game so far, so that the same
/// question gets the same answer.
#[derive(Clone)]
pub(crate) struct Reader {
    book: Arc<Book>,
    choice: Choice,
    games: u32,
    above: f64,
    seed: u64,
}

/// Moves of a book, each with the results of all that are equal to it up to symmetry.
type Candidates<M> = Vec<(M, Known<M>)>;

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

    /// The moves with enough games, the chosen one first and then by what is to be expected of them.
    fn decide<G: Notation>(&self, record: &Record<G>) -> Option<Candidates<G::Move>> {
        let position = record.position();
        let mut known = self.book.look_up_typed(position);
        known.retain(|known| known.tally.games() >= self.games);
        let mut rng = seeded(mix(self.seed ^ position.key().rotate_left(17)) ^ record.plies() as u64);
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
        let mut candidates: Candidates<G::Move> = known
            .into_iter()
            .map(|known| (known.moves[pick(&mut rng, known.moves.len() as u32) as usize], known))
            .collect();
        let decided = candidates.remove(chosen);
        let mean = |known: &Known<G::Move>| Posterior::from(known.tally).mean();
        candidates.sort_by(|(_, a), (_, b)| mean(b).total_cmp(&mean(a)));
        candidates.insert(0, decided);
        Some(candidates)
    }
}

impl<G: Notation> Engine<G> for Reader {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: Watch<'_, G::Move>) -> Report<G::Move> {
        let Some(candidates) = self.decide(record) else { return Report::unsearched(record.position().moves().next()) };
        // As a tree search counts: 1 is a win, -1 a loss.
        let value = |known: &Known<G::Move>| Value::Heuristic(2.0 * Posterior::from(known.tally).mean() - 1.0);
        let mut report = Report { scale: Scale::Results, ..Report::default() };
        report.counts.nodes = 1;
        let root_move =
            |(mv, known): &(G::Move, Known<G::Move>)| RootMove::new(*mv, value(known), u64::from(known.tally.games()));
        report.root_moves = candidates.iter().map(root_move).collect();
        let lines = candidates.iter().take(limits.lines.max(1));
        report.lines = lines.map(|(mv, known)| Line::single(*mv, value(known))).collect();
        watch(&report);
        report
    }
}
