//! Picture.
use super::{HandOfTheKing, Move, Variant};
use crate::scene::{Canvas, Scene, at};
pub(super) fn draw<V: Variant>(_position: &HandOfTheKing<V>, _last: Option<Move>) -> Scene {
    Scene::new(at(1.0, 1.0), "", Canvas::new())
}
