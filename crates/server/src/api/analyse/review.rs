//! The review of a whole game: the score of each position, and what each move lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::{Analysis, AnyEngine, Score, build};
use grandline_games::{AnyPosition, Side};
use grandline_search::{Scale, Value as SearchValue, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::Answers;
use super::question::{Subject, enter};
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::limits::{LimitsRequest, Maximum};
use crate::state::Shared;
use crate::view::{Both, merged};

/// The time of each position without limits.
const DEFAULT_TIME: Duration = Duration::from_millis(300);
/// The longest a review takes.
const LONGEST: Duration = Duration::from_secs(3600);

/// Reviews a game and sends a message for each position.
pub(super) async fn run(app: &Shared, visitor: &Visitor, subject: &Subject, answers: &Answers) -> Result<(), ApiError> {
    let limits = subject.limits.checked(&Maximum::REVIEW)?.or_time(DEFAULT_TIME);
    let (position, preset) = subject.resolve(app)?;
    let ticket = enter(app, visitor, answers).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let answers = answers.clone();
    let done = ticket.run(stop, LONGEST, move || {
        let engine = build(&preset, 0);
        Review { engine, limits, stop: flag }.game(&position, &answers)
    });
    Ok(done.await?)
}

struct Review {
    engine: Box<dyn AnyEngine>,
    limits: LimitsRequest,
    stop: Arc<AtomicBool>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    /// The mark of a move by what it lost: a proven result, a share of the result, or points that were proven.
    fn of(lost_chance: f64, lost_points: Option<i16>, turned: Option<Turned>) -> Option<Self> {
        match lost_chance {
            _ if turned.is_some_and(|[_, to]| to == Verdict::Draw.name()) => Some(Mark::Mistake),
            _ if turned.is_some() => Some(Mark::Blunder),
            0.2.. => Some(Mark::Blunder),
            0.1.. => Some(Mark::Mistake),
            0.05.. => Some(Mark::Inaccuracy),
            _ => lost_points.filter(|&points| points > 0).map(|_| Mark::Inaccuracy),
        }
    }
}

/// What a player did wrong in a game.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    moves: u32,
    lost_chance: f64,
    marks: [u32; 3],
}

impl Tally {
    fn to_json(self) -> Value {
        let [inaccuracy, mistake, blunder] = self.marks;
        let lost_chance = self.lost_chance / f64::from(self.moves.max(1));
        json!({ "inaccuracy": inaccuracy, "mistake": mistake, "blunder": blunder, "lost_chance": lost_chance })
    }
}

impl Review {
    /// Goes through a game from its start; `None` if a search fails.
    fn game(mut self, last: &AnyPosition, answers: &Answers) -> Option<()> {
        let moves = last.played();
        let mut position = last.clone();
        while position.undo().is_some() {}
        let mut tallies: Both<Tally> = Both::default();
        for ply in 0..=moves.len() {
            let told = match moves.get(ply) {
                Some(played) => self.ply(&mut position, ply, played, &mut tallies)?,
                None => self.end(&position, ply)?,
            };
            if self.stop.load(Ordering::Relaxed) || !answers.send_blocking("ply", &told) {
                return Some(());
            }
        }
        let players = Both::of(|player| tallies.get(player).to_json());
        answers.send_blocking("done", &json!({ "players": players }));
        Some(())
    }

    fn analyse(&mut self, position: &AnyPosition, limits: LimitsRequest) -> Option<Analysis> {
        let report = self.engine.search(position, &limits.limits(self.stop.clone()), &mut |_| {})?;
        Some(Analysis::of(position, &report))
    }

    /// The position before a move, and what the move lost. The move is made.
    fn ply(
        &mut self,
        position: &mut AnyPosition,
        ply: usize,
        played: &str,
        tallies: &mut Both<Tally>,
    ) -> Option<Value> {
        let analysis = self.analyse(position, self.limits)?;
        let mover = position.to_move();
        position.play_text(played).ok()?;
        let is_best = analysis.best.as_deref() == Some(played);
        let (chance, points, turned) = if is_best {
            (analysis.score.chance, analysis.score.result.and_then(|result| result.margin).map(|_| 0), None)
        } else {
            let (after, next) = (self.after(position, &analysis)?, position.to_move());
            let points = lost_points(&analysis.score, &after, mover, next);
            (after.chance, points, turned(&analysis.score, &after, mover, next))
        };
        let lost = (seen_by(mover, analysis.score.chance) - seen_by(mover, chance)).max(0.0);
        let mark = Mark::of(lost, points, turned);
        let tally = tallies.get_mut(mover);
        tally.moves += 1;
        tally.lost_chance += lost;
        if let Some(mark) = mark {
            tally.marks[mark as usize] += 1;
        }
        let facts = json!({
            "played": played,
            "played_chance": chance,
            "lost_chance": lost,
            "lost_points": points,
            "turned": turned,
            "mark": mark,
        });
        Some(merged(told(&analysis, mover, ply), &facts))
    }

    /// The score of the position after a move, searched no deeper than the best move was: a deeper search would mark moves
    /// only because it sees more.
    fn after(&mut self, position: &AnyPosition, before: &Analysis) -> Option<Score> {
        if position.outcome().is_some() {
            return Some(result(position));
        }
        let depth = before.depth.saturating_sub(1).max(1);
        let depth = self.limits.depth.map_or(depth, |most| most.min(depth));
        Some(self.analyse(position, LimitsRequest { depth: Some(depth), ..self.limits })?.score)
    }

    /// The last position of the game.
    fn end(&mut self, position: &AnyPosition, ply: usize) -> Option<Value> {
        if position.outcome().is_none() {
            let analysis = self.analyse(position, self.limits)?;
            return Some(told(&analysis, position.to_move(), ply));
        }
        Some(merged(json!({ "ply": ply, "mover": null, "best": null }), &result(position)))
    }
}

/// The score of a finished game, seen by the side whose turn it would be.
fn result(position: &AnyPosition) -> Score {
    let margin = position.outcome().map_or(0, |margin| margin.seen_by(position.to_move()));
    // A proof needs no scale.
    Score::of(&SearchValue::from_margin(margin), position.to_move(), &Scale::Silent)
}

/// The exact difference, where both are proven with their margins.
fn lost_points(best: &Score, after: &Score, mover: Side, next: Side) -> Option<i16> {
    let best = best.result?.margin?;
    let after = after.result?.margin?;
    let after = if next == mover { after } else { -after };
    Some((best - after).max(0))
}

/// The proven results before and after a move that made it worse, for its player.
type Turned = [&'static str; 2];

/// What a move made of a proven result; `None` if it kept it, or one of the results is not proven.
fn turned(best: &Score, after: &Score, mover: Side, next: Side) -> Option<Turned> {
    let (from, after) = (best.result?.verdict, after.result?.verdict);
    let to = match after {
        _ if next == mover => after,
        "win" => Verdict::Loss.name(),
        "loss" => Verdict::Win.name(),
        draw => draw,
    };
    // The best move keeps the result, so that another one can only make it worse.
    (from != to).then_some([from, to])
}

fn seen_by(player: Side, chance: f64) -> f64 {
    if player == Side::First { chance } else { 1.0 - chance }
}

/// A position of the game with what was found about it.
fn told(analysis: &Analysis, mover: Side, ply: usize) -> Value {
    let facts = json!({
        "ply": ply,
        "mover": mover,
        "best": analysis.best,
        "path": analysis.lines.first().map(|line| &line.path),
        "pv": analysis.pv,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "time_ms": analysis.time_ms,
    });
    merged(facts, &analysis.score)
}
