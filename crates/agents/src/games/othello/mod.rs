//! Othello: the patterns that its evaluation is learned from.

mod patterns;

use grandline_games::othello::Othello;

pub use patterns::Patterns;

use super::{Extra, Extras};
use crate::learned::declared;

pub(super) fn register(all: &mut Extras) {
    let features = vec![declared::<Othello, Patterns>()];
    all.add::<Othello>(Extra { evaluations: Vec::new(), features, knowledge: None });
}
