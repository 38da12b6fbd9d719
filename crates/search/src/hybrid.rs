//! Engines by phase of the game.

use grandline_games::{Game, Record};

use crate::engine::{Engine, Limits, Report};

/// Says whether a phase has come.
pub type Condition<G> = Box<dyn Fn(&Record<G>) -> bool + Send>;
/// Changes the limits of a phase, such as its depth by the pieces left.
pub type Schedule<G> = Box<dyn Fn(&Record<G>, &Limits) -> Limits + Send>;

/// An engine and when it plays.
pub struct Phase<G: Game> {
    condition: Condition<G>,
    schedule: Option<Schedule<G>>,
    engine: Box<dyn Engine<G>>,
}

impl<G: Game> Phase<G> {
    /// A phase that has come when the condition says so.
    pub fn when(condition: Condition<G>, engine: Box<dyn Engine<G>>) -> Self {
        Phase { condition, schedule: None, engine }
    }

    /// A phase that lasts until so many plies have been played.
    pub fn before(plies: usize, engine: Box<dyn Engine<G>>) -> Self {
        Phase::when(Box::new(move |record| record.moves().len() < plies), engine)
    }

    /// A phase that is always there: the last one, or the only one of an engine with a schedule.
    pub fn always(engine: Box<dyn Engine<G>>) -> Self {
        Phase::when(Box::new(|_| true), engine)
    }

    /// The same phase with limits of its own.
    #[must_use]
    pub fn with_schedule(self, schedule: Schedule<G>) -> Self {
        Phase { schedule: Some(schedule), ..self }
    }
}

/// Asks the engine of the first phase whose condition holds; where none does, that of the last.
pub struct Hybrid<G: Game> {
    phases: Vec<Phase<G>>,
}

impl<G: Game> Hybrid<G> {
    /// The phases in the order in which they are asked.
    pub fn new(phases: Vec<Phase<G>>) -> Self {
        Hybrid { phases }
    }
}

impl<G: Game> Engine<G> for Hybrid<G> {
    fn search(&mut self, record: &Record<G>, limits: &Limits, watch: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let present = self.phases.iter().position(|phase| (phase.condition)(record));
        let present = present.unwrap_or(self.phases.len().saturating_sub(1));
        let Some(phase) = self.phases.get_mut(present) else { return Report::unsearched(record.position()) };
        match &phase.schedule {
            Some(schedule) => phase.engine.search(record, &schedule(record, limits), watch),
            None => phase.engine.search(record, limits, watch),
        }
    }

    fn forget(&mut self) {
        self.phases.iter_mut().for_each(|phase| phase.engine.forget());
    }
}
