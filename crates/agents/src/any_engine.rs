//! Engines whose game is not known at compile time: what borders hold that learn the game at run time.

use grandline_games::{AnyPosition, Erased, with_game};
use grandline_search::{Engine, Limits, Report};

use crate::build::build;
use crate::chance::Yardsticks;
use crate::error::PresetError;
use crate::family::Family;
use crate::preset::Preset;
use crate::thought::Thought;

/// An engine behind texts alone.
pub trait AnyEngine: Send {
    /// Thinks about the last position of a game; `watch` gets a thought at every step worth showing. `None` if the game is
    /// not the engine's.
    fn search(&mut self, game: &dyn AnyPosition, limits: &Limits, watch: &mut dyn FnMut(Thought)) -> Option<Thought>;

    /// Forgets what earlier searches left behind: a new game begins.
    fn forget(&mut self);
}

/// The engine of a preset for the preset's own game.
pub fn build_any(preset: &Preset, seed: u64) -> Result<Box<dyn AnyEngine>, PresetError> {
    with_game!(preset.game, G => {
        let engine = build::<G>(preset, seed)?;
        let yardsticks = Yardsticks::new(&preset.parameters);
        Ok(Box::new(ErasedEngine::<G> { engine, yardsticks }))
    })
}

/// The bridge from a typed engine to [`AnyEngine`].
struct ErasedEngine<G: Family> {
    engine: Box<dyn Engine<G>>,
    yardsticks: Yardsticks,
}

impl<G: Family> AnyEngine for ErasedEngine<G> {
    fn search(&mut self, game: &dyn AnyPosition, limits: &Limits, watch: &mut dyn FnMut(Thought)) -> Option<Thought> {
        let Erased(record) = game.as_any().downcast_ref::<Erased<G>>()?;
        let scale = self.yardsticks.at(record);
        let thought = |report: &Report<G>| Thought::of(record.position(), report, &scale.yardstick(report.depth));
        let report = self.engine.search(record, limits, &mut |report| watch(thought(report)));
        Some(thought(&report))
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}
