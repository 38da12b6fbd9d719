//! What values mean that an agent gave before: games that were played are looked at without playing them again.

use grandline_games::{AnyPosition, Erased, with_game};
use grandline_search::Value;

use crate::chance::Yardsticks;
use crate::preset::Preset;
use crate::thought::Worth;

/// The yardsticks of an agent without its engine.
#[derive(Clone, Debug)]
pub struct Appraiser {
    preset: Preset,
    yardsticks: Yardsticks,
}

impl Appraiser {
    /// The appraiser of an agent's values.
    pub fn new(preset: Preset) -> Self {
        let yardsticks = Yardsticks::new(&preset.parameters);
        Appraiser { preset, yardsticks }
    }

    /// What a value means that the agent gave for the last position of a game when it had looked so deep; `None` if the game
    /// is not the agent's.
    pub fn worth(&mut self, game: &dyn AnyPosition, value: &Value, depth: u32) -> Option<Worth> {
        with_game!(self.preset.game, G => {
            let Erased(record) = game.as_any().downcast_ref::<Erased<G>>()?;
            let yardstick = self.yardsticks.at(record).yardstick(depth);
            Some(Worth::of(value, game.to_move(), &yardstick))
        })
    }
}
