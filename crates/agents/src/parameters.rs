//! The parameters of a preset, once it has been read.

use std::sync::Arc;
use std::time::Duration;

use grandline_search::{OneSidedOptions, Options, Pruning, TreeOptions};

use crate::evaluation::{Call, Chosen, LEARNED};
use crate::experience::{Book, Experience};
use crate::learned::Loaded;
use crate::preset::Cost;
use crate::schedule::Schedule;
use crate::script::Script;

/// The algorithms there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Uniformly random moves.
    Random,
    /// The best next position by the evaluation, ties broken by the seed.
    Greedy,
    /// The greedy template of the course: the last generated move that beats the first.
    GreedyCourse,
    /// Minimax without cuts.
    Minimax,
    /// Alpha-beta with the parts that the preset switches on.
    AlphaBeta,
    /// Random games from random first moves.
    Flat,
    /// The one-sided UCT of the reports.
    Uct,
    /// Two-sided tree search.
    Mcts,
    /// A different algorithm in each phase of the game.
    Hybrid,
}

impl Search {
    pub(crate) const ALL: [(&'static str, Search); 9] = [
        ("random", Search::Random),
        ("greedy", Search::Greedy),
        ("greedy-course", Search::GreedyCourse),
        ("minimax", Search::Minimax),
        ("alphabeta", Search::AlphaBeta),
        ("flat", Search::Flat),
        ("uct", Search::Uct),
        ("mcts", Search::Mcts),
        ("hybrid", Search::Hybrid),
    ];

    /// Whether a search consists of simulations, so that their number limits it.
    pub(crate) fn simulates(self) -> bool {
        matches!(self, Search::Flat | Search::Uct | Search::Mcts)
    }

    /// The name presets use.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, search)| *search == self).map_or("", |(name, _)| name)
    }
}

/// What moves are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ordering<T> {
    /// Nothing: as the game generates them.
    Generated,
    /// The evaluation itself.
    Evaluation,
    /// An evaluation of its own.
    Separate(T),
}

/// Whether results are proven, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proof {
    /// Positions with at most this many plies left are proven.
    pub(crate) plies: Option<u32>,
    /// By the game's own solver instead of the generic one.
    pub(crate) own: bool,
    /// Of several best moves, play the one with the fewest best replies.
    pub(crate) hardest: bool,
}

/// Every parameter of an agent. `T` is how an evaluation is given: as written, and later as one that exists.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameters<T = Chosen> {
    pub(crate) search: Search,
    pub(crate) evaluation: T,
    /// The name of the weights of a learned evaluation, for the function that reads them.
    pub(crate) weights: Option<String>,
    pub(crate) ordering: Ordering<T>,
    pub(crate) depth: Schedule,
    pub(crate) deepen_from: Option<Schedule>,
    /// In the evaluation's 1, which the options want in its units.
    pub(crate) aspiration: Option<f64>,
    /// In the same.
    pub(crate) pruning: Option<Margins>,
    pub(crate) opening: Option<Script>,
    pub(crate) experience: Experience,
    pub(crate) time: Option<Duration>,
    pub(crate) simulations: Option<u64>,
    /// Whether time and simulations belong to the agent's description, so that they also bind under the clock of a game.
    pub(crate) keeps_limits: bool,
    pub(crate) seed: Option<u64>,
    /// The winning chances that a mistake costs; none are made without.
    pub(crate) mistakes: Option<f64>,
    pub(crate) proof: Proof,
    pub(crate) options: Options,
    pub(crate) uct: OneSidedOptions,
    pub(crate) tree: TreeOptions,
    pub(crate) phases: Phases<T>,
}

/// Until which step each phase of a hybrid lasts, and what it does.
pub(crate) type Phases<T> = Vec<(Option<u32>, Parameters<T>)>;

/// The depth of a preset that gives none: other limits end the search.
const DEEP: u32 = 64;

impl Parameters<Call> {
    /// Everything off.
    pub(crate) fn new() -> Self {
        Parameters {
            search: Search::Random,
            evaluation: Call::plain("result"),
            weights: None,
            ordering: Ordering::Generated,
            depth: Schedule::fixed(DEEP),
            deepen_from: None,
            aspiration: None,
            pruning: None,
            opening: None,
            experience: Experience::NONE,
            time: None,
            simulations: None,
            keeps_limits: false,
            seed: None,
            mistakes: None,
            proof: Proof::default(),
            options: Options::plain(DEEP),
            uct: OneSidedOptions { root_children: None, ..OneSidedOptions::default() },
            tree: TreeOptions::default(),
            phases: Vec::new(),
        }
    }
}

/// Static pruning as presets write it: margins in the evaluation's 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Margins {
    pub(crate) depth: u32,
    pub(crate) above: f64,
    pub(crate) below: Option<f64>,
}

impl Margins {
    /// The same in units of an evaluation of this scale.
    pub(crate) fn in_units(self, scale: f64) -> Pruning {
        let units = |margin: f64| (margin * scale).clamp(1.0, 1e8) as i32;
        Pruning { depth: self.depth, above: units(self.above), below: self.below.map(units) }
    }
}

impl<T> Parameters<T> {
    /// Makes the time and the simulations of a move bind under the clock of a game too, in every phase.
    pub(crate) fn keep_limits(&mut self) {
        self.keeps_limits = true;
        self.phases.iter_mut().for_each(|(_, phase)| phase.keep_limits());
    }

    /// The megabytes of the table of its solver.
    pub(crate) fn solver_megabytes(&self) -> usize {
        self.options.table_megabytes.clamp(1, 64)
    }

    /// The memory and threads of a search at most; phases keep their tables.
    pub(crate) fn cost(&self) -> Cost {
        let own = match self.search {
            // Every depth that iterative deepening can begin with has an engine with a table of its own.
            Search::AlphaBeta => {
                let engines = self.deepen_from.as_ref().map_or(1, |schedule| schedule.numbers().len());
                Cost { megabytes: self.options.table_megabytes * engines, threads: self.options.threads }
            }
            Search::Mcts => Cost { megabytes: self.tree.megabytes, threads: self.tree.threads },
            _ => Cost { megabytes: 0, threads: 1 },
        };
        let own = Cost { megabytes: own.megabytes + self.proof.plies.map_or(0, |_| self.solver_megabytes()), ..own };
        self.phases.iter().map(|(_, phase)| phase.cost()).fold(own, |sum, phase| Cost {
            megabytes: sum.megabytes + phase.megabytes,
            threads: sum.threads.max(phase.threads),
        })
    }

    /// The same parameters with evaluations given in another way; the key of each is handed to `f`.
    pub(crate) fn try_map<U, E>(self, f: &mut impl FnMut(&'static str, T) -> Result<U, E>) -> Result<Parameters<U>, E> {
        let mut phases = Vec::with_capacity(self.phases.len());
        for (until, phase) in self.phases {
            phases.push((until, phase.try_map(f)?));
        }
        Ok(Parameters {
            search: self.search,
            evaluation: f("evaluation", self.evaluation)?,
            weights: self.weights,
            ordering: match self.ordering {
                Ordering::Generated => Ordering::Generated,
                Ordering::Evaluation => Ordering::Evaluation,
                Ordering::Separate(ordering) => Ordering::Separate(f("ordering", ordering)?),
            },
            depth: self.depth,
            deepen_from: self.deepen_from,
            aspiration: self.aspiration,
            pruning: self.pruning,
            opening: self.opening,
            experience: self.experience,
            time: self.time,
            simulations: self.simulations,
            keeps_limits: self.keeps_limits,
            seed: self.seed,
            mistakes: self.mistakes,
            proof: self.proof,
            options: self.options,
            uct: self.uct,
            tree: self.tree,
            phases,
        })
    }

    /// The books that are named, in every phase.
    pub(crate) fn books(&self) -> Vec<&str> {
        let own = self.experience.source.as_deref().into_iter();
        own.chain(self.phases.iter().flat_map(|(_, phase)| phase.books())).collect()
    }

    /// Reads the books that are named with `read`, and returns its first error.
    pub(crate) fn read_books<E>(&mut self, read: &mut impl FnMut(&str) -> Result<Arc<Book>, E>) -> Result<(), E> {
        if let Some(source) = &self.experience.source {
            self.experience.book = Some(read(source)?);
        }
        self.phases.iter_mut().try_for_each(|(_, phase)| phase.read_books(read))
    }

    /// The weights that are named, in every phase.
    pub(crate) fn weights(&self) -> Vec<&str> {
        let own = self.weights.as_deref().into_iter();
        own.chain(self.phases.iter().flat_map(|(_, phase)| phase.weights())).collect()
    }
}

impl Parameters {
    /// Reads the weights of learned evaluations with `read`, in every phase, and returns its first error. It is given the name
    /// of the weights, or `None` if the preset names none.
    pub(crate) fn read_weights<E>(
        &mut self,
        read: &mut impl FnMut(Option<&str>) -> Result<Arc<Loaded>, E>,
    ) -> Result<(), E> {
        let ordering = if let Ordering::Separate(ordering) = &mut self.ordering { Some(ordering) } else { None };
        for chosen in [Some(&mut self.evaluation), ordering].into_iter().flatten() {
            if chosen.name == LEARNED {
                chosen.weights = Some(read(self.weights.as_deref())?);
            }
        }
        self.phases.iter_mut().try_for_each(|(_, phase)| phase.read_weights(read))
    }
}
