//! An engine from a preset.

use std::any::Any;

use grandline_games::random::mix;
use grandline_games::{GameId, Record, with_game};
use grandline_search::hybrid::Schedule;
use grandline_search::{
    AlphaBeta, Engine, Evaluator, Flat, Greed, Greedy, Hybrid, Limits, Minimax, OneSided, OneSidedOptions, Options,
    Phase, RandomMover, TreeOptions, TreeSearch,
};

use crate::call::Chosen;
use crate::error::{Place, PresetError, Problem};
use crate::evaluation::{AnyEvaluation, Boxing};
use crate::experience::{Experience, Reader};
use crate::family::{Family, Visitor};
use crate::opening::{Opening, Play};
use crate::parameters::{Ordering, Parameters, Search};
use crate::preset::Preset;

/// The engine of a preset. Its randomness comes from the seed, unless the preset has one of its own.
///
/// A depth in the limits of a search goes before the preset's own, and of two times the shorter binds. Where a preset has a
/// time for each move, the limits must bring a clock that goes.
pub fn build<G: Family>(preset: &Preset, seed: u64) -> Result<Box<dyn Engine<G>>, PresetError> {
    let seed = preset.parameters.seed.unwrap_or(seed);
    if let Ok(engine) = engine_of(preset.game, &preset.parameters, seed).downcast::<Box<dyn Engine<G>>>() {
        return Ok(*engine);
    }
    let place = Place::Specification(preset.name.as_str().into());
    let (name, game, games) = (preset.name.clone(), G::NAME.to_owned(), vec![preset.game.to_string()]);
    Err(Problem::OtherGame { name, game, games }.at(&place))
}

/// The engine of a game as a box of a box, whose type says of which.
///
/// Nothing here is generic, so that every search of every game is compiled in this crate and in no other: programs and
/// tests that build engines would each compile all of them again.
fn engine_of(game: GameId, parameters: &Parameters, seed: u64) -> Box<dyn Any> {
    with_game!(game, G => Box::new(engine::<G>(parameters, seed)))
}

fn engine<G: Family>(parameters: &Parameters, seed: u64) -> Box<dyn Engine<G>> {
    let mut phases = Vec::new();
    phases.extend(experience_phase(&parameters.experience, mix(seed.wrapping_add(0x6578))));
    if let Some(opening) = parameters.opening {
        phases.push(opening_phase(opening, mix(seed.wrapping_add(0x6F70))));
    }
    match &parameters.deepen_from {
        Some(schedule) if parameters.search == Search::AlphaBeta => {
            // The depth to begin with belongs to the engine, so that each one there can be has its own.
            for from in schedule.numbers() {
                let schedule = schedule.clone();
                let condition = Box::new(move |record: &Record<G>| schedule.at(G::stage(record)) == from);
                let phase = Phase::when(condition, alpha_beta(parameters, Some(from)));
                phases.push(phase.with_schedule(limits_of(parameters)));
            }
        }
        _ => phases.push(Phase::always(plain(parameters, seed)).with_schedule(limits_of(parameters))),
    }
    Box::new(Hybrid::new(phases))
}

/// What was learned goes before what is scripted, and both before thinking.
fn experience_phase<G: Family>(experience: &Experience, seed: u64) -> Option<Phase<G>> {
    let (reader, until) = (Reader::new(experience, seed)?, experience.until);
    let engine = Box::new(reader.clone());
    let knows = move |record: &Record<G>| G::stage(record).step < until && reader.knows(record);
    Some(Phase::when(Box::new(knows), engine))
}

fn opening_phase<G: Family>(Opening { until_step, play }: Opening, seed: u64) -> Phase<G> {
    let engine: Box<dyn Engine<G>> = match play {
        Play::Random => Box::new(RandomMover::new(seed)),
        Play::GreedyCourse => {
            let own_score = Chosen { name: "own-score", values: Vec::new() };
            Box::new(Greedy::new(any::<G>(&own_score), Greed::LastBetterThanFirst, seed))
        }
        Play::RandomCity | Play::First => {
            let fits = move |position: &G, mv| position.fits_opening(play, mv);
            Box::new(RandomMover::filtered(seed, Box::new(fits)))
        }
    };
    Phase::when(Box::new(move |record| G::stage(record).step < until_step), engine)
}

/// The limits of a search together with those of the preset.
fn limits_of<G: Family>(parameters: &Parameters) -> Schedule<G> {
    let (depth, own_time) = (parameters.depth.clone(), parameters.time);
    Box::new(move |record, limits| Limits {
        depth: Some(limits.depth.unwrap_or_else(|| depth.at(G::stage(record)))),
        time: match (limits.time, own_time) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        },
        ..limits.clone()
    })
}

fn any<G: Family>(evaluation: &Chosen) -> AnyEvaluation<G> {
    G::with_evaluation(evaluation, Boxing)
}

/// The engine of every algorithm but a deepening alpha-beta.
fn plain<G: Family>(parameters: &Parameters, seed: u64) -> Box<dyn Engine<G>> {
    let evaluation = || any::<G>(&parameters.evaluation);
    match parameters.search {
        Search::Random => Box::new(RandomMover::new(seed)),
        Search::Greedy => Box::new(Greedy::new(evaluation(), Greed::Best, seed)),
        Search::GreedyCourse => Box::new(Greedy::new(evaluation(), Greed::LastBetterThanFirst, seed)),
        Search::Minimax => {
            let mut minimax = Minimax::new(evaluation(), parameters.options.depth);
            minimax.repetition = parameters.options.repetition;
            Box::new(minimax)
        }
        Search::AlphaBeta => alpha_beta(parameters, None),
        Search::Flat => Box::new(Flat::new(evaluation(), parameters.uct.simulations, seed)),
        Search::Uct => Box::new(OneSided::new(evaluation(), OneSidedOptions { seed, ..parameters.uct.clone() })),
        Search::Mcts => {
            let time = parameters.options.time;
            Box::new(TreeSearch::<G, _>::new(evaluation(), TreeOptions { seed, time, ..parameters.tree.clone() }))
        }
        Search::Hybrid => {
            let phase = |(index, (until, parameters)): (usize, &(Option<u32>, Parameters))| {
                let engine = engine(parameters, parameters.seed.unwrap_or(mix(seed.wrapping_add(index as u64))));
                let until = until.unwrap_or(u32::MAX);
                Phase::when(Box::new(move |record: &Record<G>| G::stage(record).step < until), engine)
            };
            Box::new(Hybrid::new(parameters.phases.iter().enumerate().map(phase).collect()))
        }
    }
}

fn alpha_beta<G: Family>(parameters: &Parameters, deepen_from: Option<u32>) -> Box<dyn Engine<G>> {
    let options = Options { deepen_from, ..parameters.options.clone() };
    let aspiration = parameters.aspiration;
    match &parameters.ordering {
        Ordering::Separate(ordering) => {
            let evaluation = any::<G>(&parameters.evaluation);
            let options = Options { aspiration: radius(aspiration, evaluation.scale()), ..options };
            Box::new(AlphaBeta::with_ordering(evaluation, any::<G>(ordering), options))
        }
        _ => G::with_evaluation(&parameters.evaluation, AlphaBetaOf { options, aspiration }),
    }
}

/// The radius of the aspiration window in units: presets count it as the evaluation's description does.
fn radius(aspiration: Option<f64>, scale: i32) -> Option<i32> {
    aspiration.map(|radius| (radius * f64::from(scale)).clamp(1.0, 1e8) as i32)
}

/// Makes alpha-beta of whatever evaluation it visits, which is then part of its type: this is where speed counts.
struct AlphaBetaOf {
    options: Options,
    aspiration: Option<f64>,
}

impl<G: Family> Visitor<G> for AlphaBetaOf {
    type Output = Box<dyn Engine<G>>;

    fn visit<E: Evaluator<G, State = ()> + 'static>(self, evaluator: E) -> Box<dyn Engine<G>> {
        let options = Options { aspiration: radius(self.aspiration, evaluator.scale()), ..self.options };
        Box::new(AlphaBeta::new(evaluator, options))
    }
}
