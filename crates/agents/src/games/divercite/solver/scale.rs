//! What points are worth in the search.
//!
//! Where the variant breaks ties, the value of a game is its difference of points and then that of divercités, in one
//! number: both follow from the same future, so that one search finds both.

use std::marker::PhantomData;

use grandline_games::divercite::Variant;

/// The units of a variant.
pub(super) struct Scale<V>(PhantomData<V>);

impl<V: Variant> Scale<V> {
    /// A point.
    pub(super) const POINT: i32 = if V::BREAKS_TIES { 17 } else { 1 };
    /// What a divercité adds to its one match: four points, and itself where ties are broken.
    pub(super) const DIVERCITE: i32 = 4 * Self::POINT + V::BREAKS_TIES as i32;
    /// The least value of a difference of one point or more.
    const LEAST: i32 = Self::POINT - 8 * V::BREAKS_TIES as i32;

    /// The least value of a difference of this many points or more.
    pub(super) const fn at_least(points: i32) -> i32 {
        (points - 1) * Self::POINT + Self::LEAST
    }
}
