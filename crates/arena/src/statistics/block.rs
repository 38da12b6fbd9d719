//! The block of numbers that fastchess prints after a match, in the same format.

use super::elo::Interval;
use super::pairs::MatchScore;
use super::sprt::SprtState;

/// The block, without a line break at its end. `setting` is what stands in brackets behind the names, such as
/// `10+0.1, random:4`; it may be empty. Numbers that do not exist are written as `inf` and `nan`, as there.
pub fn block(first: &str, second: &str, setting: &str, score: &MatchScore, sprt: Option<&SprtState>) -> String {
    let (tally, pairs) = (score.tally(), &score.pairs);
    let setting = if setting.is_empty() { String::new() } else { format!(" ({setting})") };
    // Infinite where the Elo has no finite value; NaN without a lead.
    let lead = tally.mean().map_or(f64::NAN, |mean| mean - 0.5) / 0.0;
    let share = |value: Option<f64>| number(value.unwrap_or(f64::NAN) * 100.0);
    let drawn = score.drawn_pairs();
    let mut lines = vec![
        RULE.to_owned(),
        format!("Results of {first} vs {second}{setting}:"),
        format!("Elo: {}, nElo: {}", interval(score.elo(), lead), interval(score.normalized_elo(), lead)),
        format!(
            "LOS: {} %, DrawRatio: {} %, PairsRatio: {}",
            share(score.los()),
            share(pairs.draw_ratio()),
            number(pairs.won() as f64 / pairs.lost() as f64)
        ),
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)",
            tally.games(),
            tally.wins,
            tally.losses,
            tally.draws,
            tally.points(),
            share(tally.mean())
        ),
        format!(
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}",
            pairs.0,
            number(pairs.level().saturating_sub(drawn) as f64 / drawn as f64)
        ),
    ];
    if let Some(state) = sprt {
        lines.push(format!(
            "LLR: {} ({:.1}%) ({:.2}, {:.2}) [{:.2}, {:.2}]",
            number(state.llr),
            100.0 * state.progress(),
            state.lower,
            state.upper,
            state.terms.elo0(),
            state.terms.elo1()
        ));
    }
    lines.push(RULE.to_owned());
    lines.join("\n")
}

const RULE: &str = "--------------------------------------------------";

fn interval(interval: Option<Interval>, missing: f64) -> String {
    let estimate = interval.map_or(missing, |interval| interval.estimate);
    let error = interval.and_then(|interval| interval.error).unwrap_or(f64::NAN);
    format!("{} +/- {}", number(estimate), number(error))
}

/// Two digits; `inf` and `nan` in lower case, as C writes them.
fn number(value: f64) -> String {
    format!("{value:.2}").to_lowercase()
}
