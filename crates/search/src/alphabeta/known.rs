//! What exact knowledge decides inside a search.

use grandline_games::Game;

use super::worker::Worker;
use crate::engine::Limits;
use crate::evaluate::sign;
use crate::knowledge::{Knowledge, Known, units};
use crate::value::{Exact, Verdict};
use crate::window::Window;

/// The evaluation of a known draw is divided by this where draws differ.
const DRAWISH: i32 = 16;

/// How a search values known draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draws {
    /// As draws: an analysis tells what is true, and in most games all draws are alike.
    Equal,
    /// By a small part of their evaluation: a player chooses the draw that is harder for the opponent to hold.
    Differ,
    /// Not at all, since the root is one and all its moves would look alike. Moves that keep the draw are searched, and
    /// known wins and losses still end nodes.
    Open,
}

impl Draws {
    pub(super) fn at<G: Game>(root: &G, knowledge: Option<&dyn Knowledge<G>>, limits: &Limits) -> Self {
        match knowledge.filter(|knowledge| knowledge.draws_differ() && !limits.analysis) {
            None => Draws::Equal,
            Some(knowledge) if knowledge.probe(root).is_some_and(|known| known.is_draw()) => Draws::Open,
            Some(_) => Draws::Differ,
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// What is known of a node that may end it.
    #[inline]
    pub(super) fn known(&self, position: &G, depth: u32) -> Option<Known> {
        let known = self.shared.knowledge?.probe_at(position, depth)?;
        (self.draws != Draws::Open || !known.is_draw()).then_some(known)
    }

    /// Whether a move of a root that is a known draw keeps the draw, as far as that is known.
    pub(super) fn keeps_draw(&self, mv: G::Move) -> bool {
        let child = self.root.child(mv);
        let probe = |knowledge: &dyn Knowledge<G>| knowledge.probe(&child).is_none_or(|known| known.is_draw());
        child.outcome().is_some() || self.shared.knowledge.is_none_or(probe)
    }

    /// The value of a node of which something is known, if that decides it with respect to a window.
    #[inline]
    pub(super) fn decided(&mut self, known: Known, position: &G, ply: u32, window: Window) -> Option<i32> {
        let value = |exact: Exact| units(&exact, ply);
        match known {
            known if self.draws == Draws::Differ && known.is_draw() => {
                self.counts.evaluations += 1;
                let turn = sign(position.to_move(), self.viewpoint);
                Some(turn * self.scorer.evaluate(position, self.viewpoint) / DRAWISH)
            }
            Known::Exact(exact) => Some(value(exact)),
            // "A loss or better" and "a win or worse" exclude nothing unless they say how far away it is.
            Known::AtLeast(Exact { verdict: Verdict::Loss, plies: None, .. })
            | Known::AtMost(Exact { verdict: Verdict::Win, plies: None, .. }) => None,
            Known::AtLeast(exact) => Some(value(exact)).filter(|&value| window.fails_high(value)),
            Known::AtMost(exact) => Some(value(exact)).filter(|&value| window.fails_low(value)),
        }
    }
}
