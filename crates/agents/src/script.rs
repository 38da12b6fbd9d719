//! Openings that are scripted rather than searched.

use grandline_games::{GameId, Notation, with_game};

use crate::evaluation::evaluations;
use crate::keys;
use crate::setting::{Section, Setting};

/// A scripted opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// It is played while fewer plies than this have been.
    pub(crate) until_step: u32,
    /// How its moves are chosen.
    pub(crate) play: Play,
}

/// How the moves of a scripted opening are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    /// Any legal move, at random.
    Random,
    /// The first generated move.
    First,
    /// The greedy template of the course, with the game's own score.
    GreedyCourse,
    /// A random move of one of the game's kinds.
    Kind(String),
}

/// The form of a script, for error messages.
pub(crate) const FORM: &str = "false, or a table such as { until-step = 2, play = \"random\" } with play one of random, first, greedy-course or a kind of move that the game has";

/// The evaluation of the greedy template.
pub(crate) const OWN_SCORE: &str = "own-score";

impl Script {
    pub(crate) fn from_setting(value: &Setting) -> Option<Self> {
        let Setting::Table(Section(lines)) = value else { return None };
        let (mut until_step, mut play) = (None, None);
        for line in lines {
            match (line.key.as_str(), &line.value) {
                ("until-step", value) => until_step = Some(keys::plies(value)?),
                ("play", Setting::Text(text)) => {
                    play = Some(match text.as_str() {
                        "random" => Play::Random,
                        "first" => Play::First,
                        "greedy-course" => Play::GreedyCourse,
                        kind => Play::Kind(kind.to_owned()),
                    });
                }
                _ => return None,
            }
        }
        Some(Script { until_step: until_step?, play: play? })
    }

    /// Checks that the game has what the script names; the error lists what it has.
    pub(crate) fn check(&self, game: GameId) -> Result<(), String> {
        let kinds: Vec<&str> = with_game!(game, G => G::MOVE_KINDS.iter().map(|&(name, _)| name).collect());
        let scores = evaluations(game).iter().any(|known| known.name == OWN_SCORE);
        let known = match &self.play {
            Play::Random | Play::First => true,
            Play::GreedyCourse => scores,
            Play::Kind(kind) => kinds.contains(&kind.as_str()),
        };
        let choices = ["random", "first"].into_iter().chain(scores.then_some("greedy-course")).chain(kinds);
        let choices: Vec<String> = choices.map(|name| format!("\"{name}\"")).collect();
        let form = || format!("an opening that this game has: play = {}", choices.join(" or "));
        if known { Ok(()) } else { Err(form()) }
    }
}
