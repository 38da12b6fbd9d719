//! A whole game under review: what each position is worth, and what each move threw away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::{AnyEngine, Thought, Worth, Yardstick, build_any};
use grandline_games::{AnyPosition, Side};
use serde_json::{Value, json};

use super::Answers;
use super::question::{Search, Subject};
use crate::error::ApiError;
use crate::guard::Visitor;
use crate::state::Shared;
use crate::strength::{Most, Strength};
use crate::view::Both;

/// How long each position is thought about if nothing is said.
const USUAL: Duration = Duration::from_millis(300);
/// The longest a review takes.
const LONGEST: Duration = Duration::from_secs(3600);

/// Reviews a game and sends a message for each position.
pub(super) async fn run(app: &Shared, visitor: &Visitor, subject: &Subject, answers: &Answers) -> Result<(), ApiError> {
    let strength = subject.limits.checked(&Most::OF_A_REVIEW)?.or_time(USUAL);
    let Search { ticket, preset, position } = Search::prepare(app, visitor, subject.resolve(app)?, answers).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let answers = answers.clone();
    let done = ticket.run(stop, LONGEST, move || {
        let engine = build_any(&preset, 0).ok()?;
        Review { engine, strength, stop: flag }.game(position.as_ref(), &answers)
    });
    done.await?.ok_or_else(|| ApiError::failure("the search failed"))
}

struct Review {
    engine: Box<dyn AnyEngine>,
    strength: Strength,
    stop: Arc<AtomicBool>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark of a move by what it lost: a share of the result, or points that were proven.
    fn of(lost_chance: f64, lost_points: Option<i16>) -> Option<Self> {
        match lost_chance {
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
    fn game(mut self, last: &dyn AnyPosition, answers: &Answers) -> Option<()> {
        let moves = last.played();
        let mut position = last.boxed();
        while position.undo() {}
        let mut tallies: Both<Tally> = Both::default();
        for ply in 0..=moves.len() {
            let told = match moves.get(ply) {
                Some(played) => self.ply(&mut position, ply, played, &mut tallies)?,
                None => self.end(position.as_ref(), ply)?,
            };
            if self.stop.load(Ordering::Relaxed) || !answers.send_blocking("ply", &told) {
                return Some(());
            }
        }
        let players = Both::of(|player| tallies.get(player).to_json());
        answers.send_blocking("done", &json!({ "players": players }));
        Some(())
    }

    fn think(&mut self, position: &dyn AnyPosition, strength: Strength) -> Option<Thought> {
        self.engine.search(position, &strength.limits(self.stop.clone()), &mut |_| {})
    }

    /// The position before a move, and what the move threw away. The position is left after it.
    fn ply(
        &mut self,
        position: &mut Box<dyn AnyPosition>,
        ply: usize,
        played: &str,
        tallies: &mut Both<Tally>,
    ) -> Option<Value> {
        let thought = self.think(position.as_ref(), self.strength)?;
        let mover = position.to_move();
        position.play(played).ok()?;
        let is_best = thought.best.as_deref() == Some(played);
        let (chance, points) = if is_best {
            (thought.worth.chance, thought.worth.result.and_then(|result| result.margin).map(|_| 0))
        } else {
            let after = self.after(position.as_ref(), &thought)?;
            (after.chance, lost_points(&thought.worth, &after, mover, position.to_move()))
        };
        let lost = (seen_by(mover, thought.worth.chance) - seen_by(mover, chance)).max(0.0);
        let mark = Mark::of(lost, points);
        let tally = tallies.get_mut(mover);
        tally.moves += 1;
        tally.lost_chance += lost;
        if let Some(mark) = mark {
            tally.marks[mark as usize] += 1;
        }
        let mut message = told(&thought, mover, ply);
        message["played"] = played.into();
        message["played_chance"] = chance.into();
        message["lost_chance"] = lost.into();
        message["lost_points"] = points.into();
        message["mark"] = mark.map(Mark::name).into();
        Some(message)
    }

    /// What the position after a move is worth, searched no deeper than the best move was: a deeper look would find fault with
    /// moves only because it sees more.
    fn after(&mut self, position: &dyn AnyPosition, before: &Thought) -> Option<Worth> {
        if position.outcome().is_some() {
            return Some(result(position));
        }
        let depth = before.depth.saturating_sub(1).max(1);
        let strength =
            Strength { depth: Some(self.strength.depth.map_or(depth, |most| most.min(depth))), ..self.strength };
        Some(self.think(position, strength)?.worth)
    }

    /// The last position of the game.
    fn end(&mut self, position: &dyn AnyPosition, ply: usize) -> Option<Value> {
        if position.outcome().is_none() {
            let thought = self.think(position, self.strength)?;
            return Some(told(&thought, position.to_move(), ply));
        }
        let mut message = serde_json::to_value(result(position)).ok()?;
        message["ply"] = ply.into();
        message["mover"] = Value::Null;
        message["best"] = Value::Null;
        Some(message)
    }
}

/// The worth of a finished game, seen by the player who would move.
fn result(position: &dyn AnyPosition) -> Worth {
    let margin = position.outcome().map_or(0, |margin| margin.seen_by(position.to_move()));
    let value = grandline_search::Value::from_margin(margin);
    // A proof needs no yardstick.
    Worth::of(&value, position.to_move(), &Yardstick::Results)
}

/// The exact difference, where both are proven with their margins.
fn lost_points(best: &Worth, after: &Worth, mover: Side, next: Side) -> Option<i16> {
    let best = best.result?.margin?;
    let after = after.result?.margin?;
    let after = if next == mover { after } else { -after };
    Some((best - after).max(0))
}

fn seen_by(player: Side, chance: f64) -> f64 {
    if player == Side::First { chance } else { 1.0 - chance }
}

fn told(thought: &Thought, mover: Side, ply: usize) -> Value {
    let path = thought.lines.first().map(|line| line.path.clone());
    json!({
        "ply": ply,
        "mover": mover.name(),
        "value": thought.worth.value,
        "words": thought.worth.words,
        "exact": thought.worth.exact,
        "result": thought.worth.result,
        "chance": thought.worth.chance,
        "best": thought.best,
        "path": path,
        "pv": thought.pv,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "time_ms": thought.time_ms,
    })
}
