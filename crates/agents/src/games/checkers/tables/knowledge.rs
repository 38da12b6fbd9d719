//! Tables as exact knowledge: probed inside searches, and asked at the root for a move that makes progress.

use std::sync::{Arc, OnceLock};

use grandline_games::Game;
use grandline_games::checkers::{Checkers, English, Move, Variant};
use grandline_search::{Exact, Knowledge, Known, Limits, Question, Solution, Verdict};

use super::code::{self, Code, DRAW, is_loss};
use super::material::Material;
use super::shared::shared;
use super::stretch::is_progress;
use super::tables::Tables;

/// With up to this many pieces no win that is played by the tables goes longer than [`STRETCH`] plies without a capture or
/// a man's move, whatever the loser does: `grandline tables show checkers --stretch` computes it.
const STRETCH_PIECES: u32 = 4;
/// See [`STRETCH_PIECES`].
const STRETCH: u32 = 54;
/// From this counter on a search sees the draw rule's edge, and finds what the tables cannot: a slower win that avoids it.
const SEARCHED_FROM: u8 = 64;

/// Whether the draw rule cannot interfere: the game ends before the counter is full, or the counter is set back in time.
#[inline]
fn is_safe(position: &Checkers<English>, code: Code) -> bool {
    let mut plies = u32::from(code.saturating_sub(1));
    if position.piece_count() <= STRETCH_PIECES {
        // In a lost position the loser's own move comes first.
        plies = plies.min(STRETCH + u32::from(is_loss(code)));
    }
    plies + u32::from(position.counter()) <= u32::from(English::DRAW_AFTER)
}

/// What tables prove about English draughts.
#[derive(Clone, Debug, Default)]
pub struct TableKnowledge(OnceLock<Arc<Tables>>);

impl TableKnowledge {
    /// The knowledge of these tables; the default is that of the tables of the process, read when they are first needed.
    pub fn new(tables: Arc<Tables>) -> Self {
        TableKnowledge(OnceLock::from(tables))
    }

    #[inline]
    fn tables(&self) -> &Tables {
        self.0.get_or_init(|| shared().clone())
    }

    /// The byte of a position, if a table has it.
    #[inline]
    fn code(&self, position: &Checkers<English>) -> Option<Code> {
        if position.piece_count() > u32::from(Material::MOST) {
            return None;
        }
        self.tables().code(position).ok()?
    }

    /// The byte of a position, if the draw rule cannot interfere.
    fn proven(&self, position: &Checkers<English>) -> Option<Code> {
        self.code(position).filter(|&code| is_safe(position, code))
    }

    /// A move that wins by setting the counter of the draw rule back, with the byte before it.
    fn safe_progress(&self, position: &Checkers<English>) -> Option<(Move, Code)> {
        let progress = position.moves().filter(|&mv| is_progress(position, mv));
        let lost = progress.filter_map(|mv| Some((mv, self.proven(&position.child(mv)).filter(|&code| is_loss(code))?)));
        lost.min_by_key(|&(_, code)| code).map(|(mv, code)| (mv, code + 1))
    }

    /// The moves that come closer to a win, or that delay a loss the longest; those that keep a draw. Captures and moves of
    /// men come first, since they set the counter of the draw rule back.
    fn best(&self, position: &Checkers<English>, code: Code) -> Option<Vec<Move>> {
        let after = code.saturating_sub(1);
        let children = self.tables().children(position)?;
        let mut best: Vec<Move> = children.into_iter().filter(|&(_, child)| child == after).map(|(mv, _)| mv).collect();
        best.sort_by_key(|&mv| !is_progress(position, mv));
        Some(best)
    }
}

impl Knowledge<Checkers<English>> for TableKnowledge {
    #[inline]
    fn probe(&self, position: &Checkers<English>) -> Option<Known> {
        let code = self.code(position)?;
        let draw = Exact::only(Verdict::Draw);
        Some(match code {
            _ if is_safe(position, code) => Known::Exact(code::exact(code)),
            // The draw rule may take the win away and nothing more.
            _ if is_loss(code) => Known::AtMost(draw),
            _ => Known::AtLeast(draw),
        })
    }

    fn prepare(&self) {
        self.tables();
    }

    /// In a drawn position a search chooses: the tables do not know which draw is hard to hold. A win that might run into
    /// the draw rule is played too, by a move that sets the counter back or else by the quickest, until the end is near
    /// enough for a search to see it.
    fn recall(&self, position: &Checkers<English>) -> Option<Solution<Move>> {
        let code = self.code(position).filter(|&code| code != DRAW)?;
        let found = |best: Move, code: Code| Solution { exact: code::exact(code), best: vec![best], nodes: 0 };
        if !is_safe(position, code) {
            if is_loss(code) {
                return None;
            }
            if let Some((best, code)) = self.safe_progress(position) {
                return Some(found(best, code));
            }
            if position.counter() >= SEARCHED_FROM {
                return None;
            }
        }
        Some(found(*self.best(position, code)?.first()?, code))
    }

    /// The margin of a win is always 1. Of several moves that win, the quickest are best.
    fn solve(
        &mut self,
        position: &Checkers<English>,
        question: Question,
        _limits: &Limits,
    ) -> Option<Solution<Move>> {
        let margin = |verdict: Verdict| question.margin.then(|| verdict.sign() as i16);
        if let Some(outcome) = position.outcome() {
            let exact = Exact::from_margin(outcome.seen_by(position.to_move()));
            let exact = Exact { margin: margin(exact.verdict), plies: Some(0), ..exact };
            return Some(Solution { exact, best: Vec::new(), nodes: 0 });
        }
        let code = self.proven(position)?;
        let mut best = self.best(position, code)?;
        if !question.all_moves {
            best.truncate(1);
        }
        let exact = code::exact(code);
        Some(Solution { exact: Exact { margin: margin(exact.verdict), ..exact }, best, nodes: 0 })
    }

    fn values(&mut self, position: &Checkers<English>, _limits: &Limits) -> Option<Vec<(Move, Exact, u64)>> {
        self.proven(position)?;
        let children = self.tables().children(position)?;
        Some(children.into_iter().map(|(mv, child)| (mv, code::exact(child).a_ply_earlier(true), 0)).collect())
    }
}
