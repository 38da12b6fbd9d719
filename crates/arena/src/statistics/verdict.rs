//! What a match says, in one sentence that claims only what the games show.
//!
//! With a sequential test the sentence names the hypothesis that was rejected and the error rate agreed on before.
//! Without one, a player is called stronger only if the [cautious likelihood of superiority](MatchScore::cautious_los)
//! is beyond 97.5 %, and only when all games are played: looking after every game and stopping at a good moment would
//! find a stronger player among equals far too often.

use serde::Serialize;

use super::elo::Interval;
use super::pairs::MatchScore;
use super::sprt::{Decision, SprtState};

/// Whether more games are to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games are still being played.
    Running,
    /// No game will follow.
    Finished,
}

/// What can be claimed about the first-named player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// It is stronger (by more than a positive `elo0`, if that was tested).
    Stronger,
    /// It is weaker (by more than a negative `elo1`, if that was tested).
    Weaker,
    /// It is not stronger by `elo1` or more.
    NotStronger,
    /// It is not weaker by as much as `elo0`.
    NotWeaker,
    /// The games do not tell.
    Undecided,
}

/// A conclusion and its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// What can be claimed about the first-named player.
    pub conclusion: Conclusion,
    /// The sentence for people.
    pub text: String,
}

/// What the match between `first` and `second` says; `score` is that of `first`, `sprt` the state of its test if it has
/// one.
pub fn verdict(first: &str, second: &str, score: &MatchScore, sprt: Option<&SprtState>, phase: Phase) -> Claim {
    let case = Case { first, second, score };
    if score.games() == 0 {
        return case.undecided(format!("No game between {first} and {second} is finished."));
    }
    match (sprt, phase) {
        (Some(state), _) if state.decision != Decision::Continue => case.decided(state),
        (Some(state), _) => case.waiting(state, phase),
        // Without a test nothing is claimed before the end.
        (None, Phase::Running) => case.undecided(format!("{first} against {second} so far: {}.", after(score))),
        (None, Phase::Finished) => case.by_likelihood(),
    }
}

/// Likelihood of superiority from which a player is called stronger: one side of a 95 % interval.
const CONVINCING: f64 = 0.975;

/// Minimum number of results for which an error is shown.
const FEWEST_FOR_ERROR: u64 = 10;

/// A match with its names; sentences are about `first` unless they turn it round.
#[derive(Clone, Copy)]
struct Case<'a> {
    first: &'a str,
    second: &'a str,
    score: &'a MatchScore,
}

impl Case<'_> {
    fn undecided(&self, text: String) -> Claim {
        Claim { conclusion: Conclusion::Undecided, text }
    }

    /// The sequential test is decided: names the hypothesis it rejected, and the error rate.
    fn decided(&self, state: &SprtState) -> Claim {
        let Case { first, second, score } = self;
        let (terms, unit) = (state.terms, state.terms.model().unit());
        let accepted_h1 = state.decision == Decision::AcceptH1;
        let (bound, rate) = if accepted_h1 { (terms.elo0(), terms.alpha()) } else { (terms.elo1(), terms.beta()) };
        let size = bound.abs();
        let (conclusion, claim) = match (accepted_h1, bound) {
            (true, 0.0) => (Conclusion::Stronger, format!("is stronger than {second}")),
            (true, elo0) if elo0 > 0.0 => {
                (Conclusion::Stronger, format!("is stronger than {second} by more than {size} {unit}"))
            }
            (true, _) => (Conclusion::NotWeaker, format!("is not weaker than {second} by {size} {unit} or more")),
            (false, 0.0) => (Conclusion::Weaker, format!("is weaker than {second}")),
            (false, elo1) if elo1 < 0.0 => {
                (Conclusion::Weaker, format!("is weaker than {second} by more than {size} {unit}"))
            }
            (false, _) => (Conclusion::NotStronger, format!("is not stronger than {second} by {size} {unit} or more")),
        };
        let negated = matches!(conclusion, Conclusion::NotStronger | Conclusion::NotWeaker);
        let otherwise = if negated { "if it were" } else { "if it were not" };
        let text = format!(
            "{first} {claim}: {}; {otherwise}, the chance of this verdict would be at most {}.",
            after(score),
            percent(rate)
        );
        Claim { conclusion, text }
    }

    /// The sequential test is undecided.
    fn waiting(&self, state: &SprtState, phase: Phase) -> Claim {
        let left = match (state.expected_games_left(), phase) {
            (Some(left), Phase::Running) => format!("; about {} more games are expected", rounded(left)),
            (Some(left), Phase::Finished) => {
                format!("; about {} more games would be expected to decide", rounded(left))
            }
            (None, _) => String::new(),
        };
        self.undecided(format!("{} against {} is undecided: {}{left}.", self.first, self.second, after(self.score)))
    }

    /// All games are played and no test was agreed on: the likelihood of superiority decides.
    fn by_likelihood(&self) -> Claim {
        let likelihood = self.score.cautious_los().unwrap_or(0.5);
        if likelihood > CONVINCING {
            return Claim { conclusion: Conclusion::Stronger, text: self.stronger(1.0 - likelihood) };
        }
        if likelihood < 1.0 - CONVINCING {
            let turned = Case { first: self.second, second: self.first, score: &self.score.reversed() };
            return Claim { conclusion: Conclusion::Weaker, text: turned.stronger(likelihood) };
        }
        let Case { first, second, score } = self;
        // A clear lead does not mean that there is no difference, only that there are too few games.
        let clear = score.los().is_some_and(|los| !(1.0 - CONVINCING..=CONVINCING).contains(&los));
        self.undecided(if clear || score.elo().is_none() {
            format!("{first} against {second}: {}, which is not enough to say who is stronger.", after(score))
        } else {
            format!(
                "No difference found between {first} and {second}: {}, which does not tell who is stronger.",
                after(score)
            )
        })
    }

    fn stronger(&self, doubt: f64) -> String {
        let Case { first, second, score } = self;
        let level = [0.0001, 0.001, 0.01].into_iter().find(|&level| doubt < level).unwrap_or(1.0 - CONVINCING);
        format!(
            "{first} is stronger than {second}: {}; the chance that it is not is below {}.",
            after(score),
            percent(level)
        )
    }
}

/// The lead and the number of games, such as `+112 ± 31 Elo after 84 games`.
fn after(score: &MatchScore) -> String {
    let (games, all) = match score.games() {
        1 => ("1 game".to_owned(), "the one game".to_owned()),
        games => (format!("{games} games"), format!("all {games} games")),
    };
    match score.elo() {
        Some(interval) if score.units() < FEWEST_FOR_ERROR => {
            format!("about {} Elo after {games}", signed(interval.estimate, 0))
        }
        Some(interval) => format!("{} after {games}", lead(&interval)),
        None if score.tally().losses == 0 => format!("{all} won"),
        None => format!("{all} lost"),
    }
}

/// The lead in Elo with what is known of its error.
fn lead(interval: &Interval) -> String {
    // Tenths are shown only where the error is below ten.
    let digits = usize::from(interval.error.is_some_and(|error| error < 10.0));
    let number = |value: f64| signed(value, digits);
    let estimate = number(interval.estimate);
    match (interval.error, interval.low, interval.high) {
        (Some(error), ..) => format!("{estimate} ± {} Elo", number(error).trim_start_matches('+')),
        (None, Some(low), None) => format!("{estimate} Elo (at least {})", number(low)),
        (None, None, Some(high)) => format!("{estimate} Elo (at most {})", number(high)),
        (None, ..) => format!("{estimate} Elo (error unknown, since all results are alike)"),
    }
}

/// A number with its sign, which a rounded zero does not have.
fn signed(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.trim_start_matches(['+', '-']).parse() == Ok(0.0) { text[1..].to_owned() } else { text }
}

/// A probability such as 0.05 as `5 %`.
fn percent(probability: f64) -> String {
    format!("{} %", (probability * 1e4).round() / 1e2)
}

/// A number of games to two digits, since it is never known better; games come in pairs.
fn rounded(games: f64) -> u64 {
    let unit = 10f64.powf((games.max(1.0).log10().floor() - 1.0).max(0.0));
    let rounded = ((games / unit).round() * unit) as u64;
    (rounded + rounded % 2).max(2)
}
