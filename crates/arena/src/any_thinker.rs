//! A thinker whose game is not known at compile time: what borders hold that learn the game at run time.

use grandline_agents::{AnyEngine, Family, Thought, Yardstick, build_any};
use grandline_games::{AnyPosition, Erased, GameId, with_game};
use grandline_search::{Limits, Remaining, Report};

use crate::contender::Contender;
use crate::contestant::{Contestant, Failure};
use crate::external::ExternalOptions;
use crate::played::Ending;
use crate::thinker::consult;

/// An agent of ours with all it can say, or a program of somebody else, behind texts alone.
pub struct AnyThinker {
    mind: Box<dyn Mind>,
}

/// What a thinker thinks with.
trait Mind: Send {
    /// `None` if the game is another one.
    fn think(
        &mut self,
        game: &dyn AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Option<Thought>, Failure>;
}

struct Engine(Box<dyn AnyEngine>);

struct Program<G: Family>(Box<dyn Contestant<G>>);

/// Programs count in hundredths of whatever a piece is to them; a lead of four of those is taken for a chance of three
/// quarters.
const PROGRAMS: Yardstick = Yardstick::Logistic { level: 0.0, temperature: 3.6 };

impl AnyThinker {
    /// Gets a contender ready; the lines of the options are the best moves that are wanted of it.
    pub fn new(game: GameId, contender: &Contender, seed: u64, options: &ExternalOptions) -> Result<Self, Failure> {
        let mind: Box<dyn Mind> = match contender {
            Contender::Preset(preset) => {
                let engine = build_any(preset, seed);
                Box::new(Engine(engine.map_err(|error| Failure::new(Ending::Crash, error.to_string()))?))
            }
            Contender::Ugi(_) | Contender::Json(_) | Contender::Python(_) | Contender::Guest(_) => {
                with_game!(game, G => {
                    let mut program = contender.contestant::<G>(options);
                    program.begin(seed)?;
                    Box::new(Program(program))
                })
            }
        };
        Ok(AnyThinker { mind })
    }

    /// Thinks about the last position of a game; `clocks` are what both sides have left.
    pub fn think(
        &mut self,
        game: &dyn AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Thought, Failure> {
        let thought = self.mind.think(game, limits, clocks, watch)?;
        thought.ok_or_else(|| Failure::new(Ending::Protocol, "plays another game"))
    }
}

impl Mind for Engine {
    fn think(
        &mut self,
        game: &dyn AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Option<Thought>, Failure> {
        let remaining = clocks.map(|clocks| clocks[game.to_move().index()]);
        Ok(self.0.search(game, &Limits { remaining, ..limits.clone() }, watch))
    }
}

impl<G: Family> Mind for Program<G> {
    fn think(
        &mut self,
        game: &dyn AnyPosition,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(Thought),
    ) -> Result<Option<Thought>, Failure> {
        let Some(Erased(record)) = game.as_any().downcast_ref::<Erased<G>>() else { return Ok(None) };
        let thought = |report: &Report<G>| Thought::of(record.position(), report, &PROGRAMS);
        let report = consult(&mut *self.0, record, limits, clocks, &mut |report| watch(thought(report)))?;
        Ok(Some(thought(&report)))
    }
}
