//! Checkers as a picture.
use super::{Checkers, Move, Variant};
use crate::scene::{Canvas, Scene, at};
pub(super) fn draw<V: Variant>(_position: &Checkers<V>, _last: Option<Move>) -> Scene {
    Scene::new(at(1.0, 1.0), "", Canvas::new())
}
