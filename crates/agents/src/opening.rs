//! Openings that are scripted rather than searched.

use crate::keys;
use crate::setting::{Section, Setting};

/// A scripted opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// It is played while fewer plies than this have been.
    pub until_step: u32,
    /// How its moves are chosen.
    pub play: Play,
}

/// How the moves of a scripted opening are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Any legal move, at random.
    Random,
    /// A random city, in Divercité.
    RandomCity,
    /// The first generated move.
    First,
    /// Greedy as a course's template has it, with the agent's game's own score.
    GreedyCourse,
}

/// What an opening looks like, for messages.
pub(crate) const FORM: &str = "false, or a table such as { until-step = 2, play = \"random\" } with play one of random, random-city, first, greedy-course";

impl Play {
    const ALL: [(&'static str, Play); 4] = [
        ("random", Play::Random),
        ("random-city", Play::RandomCity),
        ("first", Play::First),
        ("greedy-course", Play::GreedyCourse),
    ];
}

impl Opening {
    pub(crate) fn from_setting(value: &Setting) -> Option<Self> {
        let Setting::Table(Section(lines)) = value else { return None };
        let (mut until_step, mut play) = (None, None);
        for line in lines {
            match (line.key.as_str(), &line.value) {
                ("until-step", value) => until_step = Some(keys::plies(value)?),
                ("play", Setting::Text(text)) => play = Play::ALL.iter().find(|(name, _)| name == text),
                _ => return None,
            }
        }
        Some(Opening { until_step: until_step?, play: play?.1 })
    }
}
