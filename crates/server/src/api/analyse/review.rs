//! The review of a whole game: the score of each position, and what each move lost.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_agents::{Analysis, AnyEngine, Preset, Score, build};
use grandline_games::{AnyPosition, Side};
use grandline_search::{Limits, Scale, Value as SearchValue, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::Answers;
use super::kept;
use super::question::{Subject, enter};
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::limits::{LimitsRequest, Maximum};
use crate::pool::{Disposable, Disposal, Purpose};
use crate::state::Shared;
use crate::view::{Both, merged};

/// The time of each position without limits.
const DEFAULT_TIME: Duration = Duration::from_millis(300);

/// Reviews a game and sends a message for each position.
pub(super) async fn run(app: &Shared, visitor: &Visitor, subject: &Subject, answers: &Answers) -> Result<(), ApiError> {
    let limits = subject.limits.checked(&Maximum::REVIEW)?.or_time(DEFAULT_TIME);
    let (position, preset) = subject.resolve(app)?;
    let mut review = Review::new(&position, limits, app.pool.disposal());
    let mut plies = Vec::new();
    // Each position takes a place of its own, so that long games leave room for others.
    while !review.is_done() {
        let ticket = enter(app, visitor, Purpose::Glance).await?;
        if plies.is_empty() && !ticket.is_next() {
            answers.send("waiting", &json!({})).await;
        }
        let (preset, stop) = (preset.clone(), Arc::new(AtomicBool::new(false)));
        review.stop = stop.clone();
        let work = move || {
            let told = review.next(&preset)?;
            Some((review, told))
        };
        // A position is searched twice at most: before a move and after it.
        let (returned, told) = ticket.run(stop, 3 * Maximum::REVIEW.time, work).await?;
        review = returned;
        answers.send("ply", &told).await;
        plies.push(told);
    }
    let players = json!(Both::of(|player| review.tallies.get(player).to_json()));
    // Only what the page asks for is kept: a review with other limits is the business of who chose them.
    if subject.is_plain() {
        // One that cannot be stored can still be read.
        let _ = kept::keep(app, &position, &plies, &players).await;
    }
    answers.send("done", &json!({ "players": players })).await;
    Ok(())
}

/// A review under way.
struct Review {
    /// Built in the first search: tables may be large.
    engine: Option<Disposable<Box<dyn AnyEngine>>>,
    disposal: Disposal,
    limits: LimitsRequest,
    /// Ends the present search.
    stop: Arc<AtomicBool>,
    moves: Vec<String>,
    /// The position that is next.
    position: AnyPosition,
    ply: usize,
    tallies: Both<Tally>,
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
    accuracy: f64,
    marks: [u32; 3],
}

/// How good a move was, from 0 to 1: lichess's curve over the winning chances that it lost.
fn accuracy(lost_chance: f64) -> f64 {
    ((103.1668 * (-4.354 * lost_chance).exp() - 3.1669) / 100.0).clamp(0.0, 1.0)
}

impl Tally {
    fn to_json(self) -> Value {
        let [inaccuracy, mistake, blunder] = self.marks;
        let lost_chance = self.lost_chance / f64::from(self.moves.max(1));
        let accuracy = (self.moves > 0).then(|| self.accuracy / f64::from(self.moves));
        json!({
            "inaccuracy": inaccuracy,
            "mistake": mistake,
            "blunder": blunder,
            "lost_chance": lost_chance,
            "accuracy": accuracy,
        })
    }
}

impl Review {
    /// The review of a game up to its last position.
    fn new(last: &AnyPosition, limits: LimitsRequest, disposal: Disposal) -> Self {
        let mut position = last.clone();
        while position.undo().is_some() {}
        let (moves, stop) = (last.played(), Arc::default());
        Review { engine: None, disposal, limits, stop, moves, position, ply: 0, tallies: Both::default() }
    }

    fn is_done(&self) -> bool {
        self.ply > self.moves.len()
    }

    /// Judges the next position; `None` if a search fails.
    fn next(&mut self, preset: &Preset) -> Option<Value> {
        self.engine.get_or_insert_with(|| self.disposal.owns(build(preset, 0)));
        let told = match self.moves.get(self.ply).cloned() {
            Some(played) => self.judge(&played)?,
            None => self.end()?,
        };
        self.ply += 1;
        Some(told)
    }

    fn analyse(&mut self, limits: LimitsRequest) -> Option<Analysis> {
        let limits = Limits { analysis: true, ..limits.limits(self.stop.clone()) };
        let report = self.engine.as_mut()?.get()?.search(&self.position, &limits, &mut |_| {})?;
        Some(Analysis::of(&self.position, &report))
    }

    /// The position before a move, and what the move lost. The move is made.
    fn judge(&mut self, played: &str) -> Option<Value> {
        let analysis = self.analyse(self.limits)?;
        let mover = self.position.to_move();
        let [best, made] = [analysis.best.as_deref(), Some(played)].map(|text| label(&self.position, text));
        self.position.play_text(played).ok()?;
        let is_best = analysis.best.as_deref() == Some(played);
        let (chance, points, turned, reply) = if is_best {
            (analysis.score.chance, analysis.score.result.and_then(|result| result.margin).map(|_| 0), None, Vec::new())
        } else {
            let ((after, reply), next) = (self.after(&analysis)?, self.position.to_move());
            let points = lost_points(&analysis.score, &after, mover, next);
            (after.chance, points, turned(&analysis.score, &after, mover, next), reply)
        };
        let lost = (seen_by(mover, analysis.score.chance) - seen_by(mover, chance)).max(0.0);
        let mark = Mark::of(lost, points, turned);
        let tally = self.tallies.get_mut(mover);
        tally.moves += 1;
        tally.lost_chance += lost;
        tally.accuracy += accuracy(lost);
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
            // In words, with what the opponent could do about it.
            "moves": { "best": best, "played": made, "reply": label(&self.position, reply.first().map(String::as_str)) },
            "refutation": mark.map(|_| reply),
        });
        Some(merged(told(&analysis, mover, self.ply), &facts))
    }

    /// The score of the position after a move and the best line from there, searched no deeper than the best move was: a
    /// deeper search would mark moves only because it sees more.
    fn after(&mut self, before: &Analysis) -> Option<(Score, Vec<String>)> {
        if self.position.outcome().is_some() {
            return Some((result(&self.position), Vec::new()));
        }
        let depth = before.depth.saturating_sub(1).max(1);
        let depth = self.limits.depth.map_or(depth, |most| most.min(depth));
        let analysis = self.analyse(LimitsRequest { depth: Some(depth), ..self.limits })?;
        Some((analysis.score, analysis.pv))
    }

    /// The last position of the game.
    fn end(&mut self) -> Option<Value> {
        if self.position.outcome().is_none() {
            let analysis = self.analyse(self.limits)?;
            return Some(told(&analysis, self.position.to_move(), self.ply));
        }
        Some(merged(json!({ "ply": self.ply, "mover": null, "best": null }), &result(&self.position)))
    }
}

/// A move in words.
fn label(position: &AnyPosition, text: Option<&str>) -> Value {
    let words = text.and_then(|text| position.move_words(position.parse_move(text).ok()?));
    json!({ "label": words })
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
