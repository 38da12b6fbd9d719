//! The three variants, as types without a size.

use std::fmt::Debug;
use std::hash::Hash;

/// What distinguishes the variants, known when the program is compiled.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name used in commands, addresses and records.
    const NAME: &'static str;
    /// The name as a person writes it.
    const TITLE: &'static str;
    /// One line that says what the variant is about.
    const SUMMARY: &'static str;
    /// Whether capturing the last card of a house earns a companion.
    const COMPANIONS: bool = false;
    /// Whether of each house only the farthest card in each direction may be taken.
    const FARTHEST_ONLY: bool = false;
}

/// Phase one of the course: any card in Varys' row or column, no companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PhaseOne;

/// Phase two of the course: phase one and six companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WithCompanions;

/// The move rule of the published game, without companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Published;

impl Variant for PhaseOne {
    const NAME: &'static str = "hand-of-the-king";
    const TITLE: &'static str = "Hand of the King";
    const SUMMARY: &'static str =
        "Send Varys along a row or column to a card and take its house on the way; most banners win.";
}

impl Variant for WithCompanions {
    const NAME: &'static str = "hand-of-the-king/companions";
    const TITLE: &'static str = "Hand of the King (companions)";
    const SUMMARY: &'static str = "Hand of the King where the last card of a house earns one of six companions.";
    const COMPANIONS: bool = true;
}

impl Variant for Published {
    const NAME: &'static str = "hand-of-the-king/published";
    const TITLE: &'static str = "Hand of the King (published)";
    const SUMMARY: &'static str =
        "Hand of the King where Varys must go to the farthest card of a house in a direction.";
    const FARTHEST_ONLY: bool = true;
}
