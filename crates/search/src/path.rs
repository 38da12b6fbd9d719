//! Earlier positions, for games with repetition.

use grandline_games::{Game, Record};

/// How a search values repeated positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// A position that occurred on the way from the root, or twice in the game before, is a draw.
    ///
    /// Such a draw depends on the path, so a value that rests on it and went into the transposition table may later be
    /// used on another path. That is the usual practice; proven wins and losses are rarely touched by it,
    /// since a draw neither makes nor hides a win that does not repeat.
    #[default]
    Draw,
    /// Positions are valued without their past: searches with and without a table agree exactly.
    Ignored,
}

/// How many slots count the positions on a path. A path is much shorter, so few positions share a slot.
const SLOTS: usize = 1 << 12;

/// The game so far and the path of the search; empty for games whose positions cannot come back.
pub(crate) struct Path<G> {
    positions: Vec<G>,
    /// How many positions fall into each slot: only where there is one, earlier positions are looked through.
    slots: Vec<u8>,
    root: usize,
    active: bool,
}

#[inline]
fn slot<G: Game>(position: &G) -> usize {
    position.recurrence_key() as usize % SLOTS
}

impl<G: Game> Path<G> {
    pub(crate) fn new(record: &Record<G>, repetition: Repetition) -> Self {
        let active = G::RECURS && repetition == Repetition::Draw;
        let slots = if active { vec![0; SLOTS] } else { Vec::new() };
        let mut path = Path { positions: Vec::new(), slots, root: 0, active };
        if active {
            // Nothing before the last move that cannot be taken back comes again.
            let within = record.position().recurs_within().saturating_add(1);
            let mut positions: Vec<&G> = record.backwards().take(within).collect();
            positions.reverse();
            positions.into_iter().for_each(|position| path.push(position));
        }
        path.root = path.positions.len().saturating_sub(1);
        path
    }

    /// Whether positions that come back are looked for at all.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        G::RECURS && self.active
    }

    #[inline]
    pub(crate) fn push(&mut self, position: &G) {
        if self.is_active() {
            let slot = &mut self.slots[slot(position)];
            *slot = slot.saturating_add(1);
            self.positions.push(position.clone());
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if self.is_active()
            && let Some(position) = self.positions.pop()
        {
            let slot = &mut self.slots[slot(&position)];
            // A full slot no longer knows its number, and stays full.
            *slot -= u8::from(*slot < u8::MAX);
        }
    }

    /// Whether a child of the last position on the path counts as a draw.
    #[inline]
    pub(crate) fn repeats(&self, child: &G) -> bool {
        self.is_active() && self.slots[slot(child)] > 0 && self.search(child)
    }

    fn search(&self, child: &G) -> bool {
        let step = if G::ALTERNATES { 2 } else { 1 };
        let skip = step - 1;
        let mut in_game = 0;
        let within = self.positions.iter().rev().enumerate().take(child.recurs_within());
        for (back, earlier) in within.skip(skip).step_by(step) {
            if child.recurs(earlier) {
                if self.positions.len() - 1 - back >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
    }
}
