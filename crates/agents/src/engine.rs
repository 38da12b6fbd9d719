//! Engines whose game is not known at compile time, built from presets.

use grandline_games::{AnyPosition, GameId, ListedGame, MoveId, Record, with_game};
use grandline_search::{
    AlphaBeta, Engine, Exact, Flat, Greed, Greedy, Knowledge, Limits, Minimax, OneSided, OneSidedOptions, Options,
    ProofOptions, Prover, Question, RandomMover, Report, Scale, Solution, Solver, TreeOptions, TreeSearch, Watch,
};

use crate::evaluation::Chosen;
use crate::experience::Reader;
use crate::games;
use crate::mistakes::Mistakes;
use crate::parameters::{Ordering, Parameters, Search};
use crate::parts::{OwnLimits, Part, PartKind, Units, parts};
use crate::preset::Preset;
use crate::script::{OWN_SCORE, Play, Script};
use crate::tables;

/// An engine of any game: it searches an [`AnyPosition`] and reports moves by number.
pub trait AnyEngine: Send {
    /// Searches the last position of a game; `watch` gets intermediate reports. Returns `None` if the position is of
    /// another game.
    fn search(&mut self, position: &AnyPosition, limits: &Limits, watch: Watch<'_, MoveId>) -> Option<Report<MoveId>>;

    /// Drops everything kept from earlier searches, before a new game.
    fn forget(&mut self);
}

/// The engine of a preset. Its randomness comes from the seed, unless the preset has one of its own.
///
/// The limits of a search take precedence over the preset's own. For a preset with a time per move, the limits must
/// contain a running clock.
pub fn build(preset: &Preset, seed: u64) -> Box<dyn AnyEngine> {
    with_game!(preset.game, G => Box::new(PresetEngine::<G>::new(&preset.parameters, seed)))
}

/// Exact knowledge of any game, with moves by number.
pub trait AnyKnowledge: Send {
    /// Proves the result of a position: see [`Knowledge::solve`].
    fn solve(&mut self, position: &AnyPosition, question: Question, limits: &Limits) -> Option<Solution<MoveId>>;

    /// Proves the result of every move: see [`Knowledge::values`].
    fn values(&mut self, position: &AnyPosition, limits: &Limits) -> Option<Vec<(MoveId, Exact, u64)>>;

    /// With how many plies left a proof is worth trying: see [`Knowledge::reach`].
    fn reach(&self, limits: &Limits) -> u32;

    /// Drops everything kept from earlier positions.
    fn forget(&mut self);
}

/// The exact knowledge of a game, with a table of this many megabytes; `None` where nothing can be proven. The generic
/// solver uses one thread in any case.
pub fn knowledge(game: GameId, megabytes: usize, threads: usize) -> Option<Box<dyn AnyKnowledge>> {
    with_game!(game, G => games::knowledge::<G>(megabytes, threads).map(|known| Box::new(Erased(known)) as Box<dyn AnyKnowledge>))
}

/// Whether a game has a solver of its own, fast enough to judge many positions.
pub fn has_solver(game: GameId) -> bool {
    with_game!(game, G => games::has_solver::<G>())
}

struct Erased<G: ListedGame>(Box<dyn Knowledge<G>>);

impl<G: ListedGame> AnyKnowledge for Erased<G> {
    fn solve(&mut self, position: &AnyPosition, question: Question, limits: &Limits) -> Option<Solution<MoveId>> {
        let record = position.record::<G>()?;
        self.0.solve(record.position(), question, limits).map(|solution| solution.map(G::id))
    }

    fn values(&mut self, position: &AnyPosition, limits: &Limits) -> Option<Vec<(MoveId, Exact, u64)>> {
        let record = position.record::<G>()?;
        let values = self.0.values(record.position(), limits)?;
        Some(values.into_iter().map(|(mv, exact, nodes)| (G::id(mv), exact, nodes)).collect())
    }

    fn reach(&self, limits: &Limits) -> u32 {
        self.0.reach(limits)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

/// The parts of a preset, each with its engine.
struct PresetEngine<G: ListedGame> {
    parts: Vec<EnginePart<G>>,
}

/// Whether a part plays in the last position of a game.
type Condition<G> = Box<dyn Fn(&Record<G>) -> bool + Send>;

struct EnginePart<G: ListedGame> {
    applies: Condition<G>,
    is_book: bool,
    engine: Box<dyn Engine<G>>,
    limits: Option<OwnLimits>,
    units: Option<Units>,
    mistakes: Option<Mistakes>,
}

impl<G: ListedGame> PresetEngine<G> {
    fn new(parameters: &Parameters, seed: u64) -> Self {
        let seed = parameters.seed.unwrap_or(seed);
        PresetEngine { parts: parts(parameters, seed).iter().map(EnginePart::new).collect() }
    }
}

impl<G: ListedGame> AnyEngine for PresetEngine<G> {
    fn search(&mut self, position: &AnyPosition, limits: &Limits, watch: Watch<'_, MoveId>) -> Option<Report<MoveId>> {
        let record = position.record::<G>()?;
        let last = self.parts.len().checked_sub(1)?;
        let plays = |part: &EnginePart<G>| !(part.is_book && limits.analysis) && (part.applies)(&record);
        let present = self.parts.iter().position(plays).unwrap_or(last);
        let EnginePart { engine, limits: own, units, mistakes, .. } = &mut self.parts[present];
        let completed = own.as_ref().map(|own| own.complete(record.stage(), limits));
        let limits = completed.as_ref().unwrap_or(limits);
        let mistakes = mistakes.filter(|_| !limits.analysis);
        let several = mistakes.map(|_| Mistakes::limits(limits));
        let limits = several.as_ref().unwrap_or(limits);
        let mut numbered = |report: Report<G::Move>| {
            let mut numbered = report.map(G::id);
            if numbered.scale == Scale::Units {
                // The moves of a script are not chosen by their values.
                numbered.scale = units.as_mut().map_or(Scale::Silent, |units| units.scale(&record, numbered.depth));
            }
            numbered
        };
        let report = engine.search(&record, limits, &mut |report| watch(&numbered(report.clone())));
        let mut report = numbered(report);
        if let Some(mistakes) = mistakes {
            mistakes.choose(&record, &mut report);
        }
        Some(report)
    }

    fn forget(&mut self) {
        self.parts.iter_mut().for_each(|part| part.engine.forget());
    }
}

impl<G: ListedGame> EnginePart<G> {
    fn new(part: &Part<'_>) -> Self {
        let (limits, units, mistakes) = (part.limits(), part.units(), part.mistakes());
        let (until, seed) = (part.until, part.seed);
        let early = move |record: &Record<G>| record.stage().step < until;
        let (applies, engine): (Condition<G>, Box<dyn Engine<G>>) = match &part.kind {
            PartKind::Book(experience) => {
                let reader = Reader::new(experience, seed);
                let asked = reader.clone();
                let knows = move |record: &Record<G>| asked.as_ref().is_some_and(|asked| asked.knows(record));
                let engine: Box<dyn Engine<G>> = match reader {
                    Some(reader) => Box::new(reader),
                    None => Box::new(RandomMover::new(seed)),
                };
                (Box::new(move |record| early(record) && knows(record)), engine)
            }
            PartKind::Script(script) => (Box::new(early), scripted(script, seed)),
            PartKind::Search { parameters, deepen_from } => {
                let (schedule, from) = (parameters.deepen_from.clone(), *deepen_from);
                let deepens = move |record: &Record<G>| match (&schedule, from) {
                    (Some(schedule), Some(from)) => schedule.at(record.stage()) == from,
                    _ => true,
                };
                (Box::new(move |record| early(record) && deepens(record)), proven(parameters, from, seed))
            }
        };
        EnginePart { applies, is_book: matches!(part.kind, PartKind::Book(_)), engine, limits, units, mistakes }
    }
}

fn scripted<G: ListedGame>(script: &Script, seed: u64) -> Box<dyn Engine<G>> {
    match &script.play {
        Play::Random => Box::new(RandomMover::new(seed)),
        Play::First => {
            let first = |position: &G, mv| position.moves().next() == Some(mv);
            Box::new(RandomMover::filtered(seed, Box::new(first)))
        }
        Play::GreedyCourse => {
            let own_score = Chosen { name: OWN_SCORE, values: Vec::new(), weights: None };
            Box::new(Greedy::new(own_score.make(), Greed::LastBetterThanFirst, seed))
        }
        Play::Kind(kind) => match G::MOVE_KINDS.iter().find(|(name, _)| name == kind) {
            Some(&(_, is_of_kind)) => Box::new(RandomMover::filtered(seed, Box::new(is_of_kind))),
            None => Box::new(RandomMover::new(seed)),
        },
    }
}

/// The search of a preset, with proofs before it where the preset asks for them.
fn proven<G: ListedGame>(parameters: &Parameters, deepen_from: Option<u32>, seed: u64) -> Box<dyn Engine<G>> {
    let engine = search(parameters, deepen_from, seed);
    if let Some(tables) = tables::<G>(parameters) {
        let options = ProofOptions { plies: 0, hardest: false, time: parameters.options.time };
        return Box::new(Prover::new(tables, engine, options));
    }
    let Some(plies) = parameters.proof.plies.filter(|_| !G::RECURS) else { return engine };
    let megabytes = parameters.solver_megabytes();
    let generic = || Box::new(Solver::ordered(megabytes, parameters.evaluation.make::<G>())) as Box<dyn Knowledge<G>>;
    let own = games::knowledge::<G>(megabytes, parameters.options.threads).filter(|_| parameters.proof.own);
    let options = ProofOptions { plies, hardest: parameters.proof.hardest, time: parameters.options.time };
    Box::new(Prover::new(own.unwrap_or_else(generic), engine, options))
}

/// What a game knows by heart, where the preset asks for it. It decides nodes inside a search and the moves of the positions
/// it has.
fn tables<G: ListedGame>(parameters: &Parameters) -> Option<Box<dyn Knowledge<G>>> {
    if !(tables::check(G::ID).is_ok() && parameters.proof.own) {
        return None;
    }
    let tables = games::knowledge::<G>(parameters.solver_megabytes(), parameters.options.threads)?;
    tables.prepare();
    Some(tables)
}

fn search<G: ListedGame>(parameters: &Parameters, deepen_from: Option<u32>, seed: u64) -> Box<dyn Engine<G>> {
    let evaluation = parameters.evaluation.make::<G>();
    match parameters.search {
        Search::Random | Search::Hybrid => Box::new(RandomMover::new(seed)),
        Search::Greedy => Box::new(Greedy::new(evaluation, Greed::Best, seed)),
        Search::GreedyCourse => Box::new(Greedy::new(evaluation, Greed::LastBetterThanFirst, seed)),
        Search::Minimax => {
            let mut minimax = Minimax::new(evaluation, parameters.options.depth);
            minimax.repetition = parameters.options.repetition;
            Box::new(minimax)
        }
        Search::AlphaBeta => {
            let scale = f64::from(evaluation.scale());
            // Presets count the radius as the evaluation's description does.
            let aspiration = parameters.aspiration.map(|radius| (radius * scale).clamp(1.0, 1e8) as i32);
            let pruning = parameters.pruning.map(|margins| margins.in_units(scale));
            let options = Options { deepen_from, aspiration, pruning, ..parameters.options.clone() };
            let mut engine = AlphaBeta::new(evaluation, options);
            if let Ordering::Separate(ordering) = &parameters.ordering {
                engine = engine.with_ordering(ordering.make());
            }
            if let Some(tables) = tables(parameters) {
                engine = engine.with_knowledge(tables);
            }
            Box::new(engine)
        }
        Search::Flat => Box::new(Flat::new(evaluation, parameters.uct.simulations, seed)),
        Search::Uct => Box::new(OneSided::new(evaluation, OneSidedOptions { seed, ..parameters.uct.clone() })),
        Search::Mcts => {
            let time = parameters.options.time;
            let engine = TreeSearch::new(evaluation, TreeOptions { seed, time, ..parameters.tree.clone() });
            Box::new(match tables(parameters) {
                Some(tables) => engine.with_knowledge(tables),
                None => engine,
            })
        }
    }
}
