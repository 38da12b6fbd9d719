//! Which move to try first: ranks, killers, history.

use std::hash::{Hash, Hasher};

/// A move with its rank; larger ranks come first. Where moves are ordered, no two ranks are equal.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The rank, or the value of the move before it is ranked.
    pub rank: i64,
    /// The move.
    pub mv: M,
}

impl<M> Ranked<M> {
    /// A move that is not ranked yet.
    #[inline]
    pub fn new(mv: M) -> Self {
        Ranked { rank: 0, mv }
    }
}

/// The classes of moves that go before all others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Ordinary = 0,
    Counter = 1,
    Killer = 2,
    Table = 3,
}

/// A rank that sorts by class, then by score, then by the order of generation, so that sorting by it is stable.
#[inline]
pub(crate) fn rank(class: Class, score: i32, index: usize) -> i64 {
    (class as i64) << 56 | (i64::from(score) + (1 << 31)) << 16 | (0xffff - index.min(0xffff) as i64)
}

/// Brings the best of the moves from `index` on to `index`. Most nodes end after a move or two, so the first few are
/// selected one by one and only then is the rest sorted.
#[inline]
pub(crate) fn select<M: Copy>(moves: &mut [Ranked<M>], index: usize) -> M {
    const SELECTED: usize = 4;
    let rest = &mut moves[index..];
    if index < SELECTED {
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        rest.swap(0, best);
    } else if index == SELECTED {
        rest.sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
    rest[0].mv
}

/// A short code of a move for tables; different moves may share one, so it only ever orders moves. Never 0.
#[inline]
pub fn move_code<M: Hash>(mv: M) -> u16 {
    let mut hasher = CodeHasher(0);
    mv.hash(&mut hasher);
    ((hasher.0 >> 48) as u16).max(1)
}

/// The same on every machine, which the standard library does not promise of its hashers.
struct CodeHasher(u64);

impl CodeHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ (word + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for CodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word & (u64::MAX >> 1));
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as i64 as u64);
    }
}

/// The last two moves that caused a cut-off at each ply (killer heuristic).
#[derive(Default)]
pub(crate) struct Killers(Vec<[u16; 2]>);

impl Killers {
    #[inline]
    pub(crate) fn contains(&self, ply: u32, code: u16) -> bool {
        self.0.get(ply as usize).is_some_and(|killers| killers.contains(&code))
    }

    #[inline]
    pub(crate) fn add(&mut self, ply: u32, code: u16) {
        let ply = ply as usize;
        if self.0.len() <= ply {
            self.0.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.0[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }
}

/// The move that last refuted each move, by the code of that move (counter-move heuristic).
pub(crate) struct CounterMoves {
    replies: Vec<u16>,
    /// The codes of the moves that lead from the root to the current node.
    path: Vec<u16>,
}

impl CounterMoves {
    /// Without room for replies where they are not used.
    pub(crate) fn new(is_used: bool) -> Self {
        CounterMoves { replies: vec![0; if is_used { 1 << 16 } else { 0 }], path: Vec::new() }
    }

    /// Says which move leads to the node at `ply`.
    #[inline]
    pub(crate) fn enter(&mut self, ply: u32, code: u16) {
        let ply = ply as usize;
        if self.path.len() <= ply {
            self.path.resize(ply + 1, 0);
        }
        self.path[ply] = code;
    }

    /// The reply to the move that led to the node at `ply`; 0 if there is none.
    #[inline]
    pub(crate) fn reply(&self, ply: u32) -> u16 {
        self.path.get(ply as usize).map_or(0, |&code| self.replies[usize::from(code)])
    }

    /// Notes a move that caused a cut-off at the node at `ply`.
    #[inline]
    pub(crate) fn add(&mut self, ply: u32, code: u16) {
        if let Some(&previous) = self.path.get(ply as usize) {
            self.replies[usize::from(previous)] = code;
        }
    }
}

/// How often each player's moves caused cut-offs anywhere, by the depth below them (history heuristic).
pub(crate) struct History(Vec<i32>);

impl History {
    const CODES: usize = 1 << 12;
    const LIMIT: i32 = 1 << 20;

    pub(crate) fn new() -> Self {
        History(vec![0; 2 * Self::CODES])
    }

    #[inline]
    fn slot(player: usize, code: u16) -> usize {
        player * Self::CODES + code as usize % Self::CODES
    }

    #[inline]
    pub(crate) fn score(&self, player: usize, code: u16) -> i32 {
        self.0[Self::slot(player, code)]
    }

    #[inline]
    pub(crate) fn add(&mut self, player: usize, code: u16, depth: u32) {
        let depth = depth.min(64) as i32;
        let slot = &mut self.0[Self::slot(player, code)];
        *slot += depth * depth;
        if *slot > Self::LIMIT {
            self.halve();
        }
    }

    /// Halves all scores, so that older cut-offs count less.
    pub(crate) fn halve(&mut self) {
        self.0.iter_mut().for_each(|score| *score /= 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selecting_is_a_stable_sort() {
        let scores = [3, 9, -2, 9, 0, 3, 7, 7, -2, 100, i32::MIN + 1, 3];
        let mut ranked: Vec<_> = (0..scores.len())
            .map(|index| Ranked { rank: rank(Class::Ordinary, scores[index], index), mv: index })
            .collect();
        let mut expected: Vec<usize> = (0..scores.len()).collect();
        expected.sort_by_key(|&index| std::cmp::Reverse(scores[index]));
        let selected: Vec<usize> = (0..scores.len()).map(|index| select(&mut ranked, index)).collect();
        assert_eq!(selected, expected);
    }

    #[test]
    fn classes_go_before_scores() {
        assert!(rank(Class::Table, i32::MIN, 9) > rank(Class::Killer, i32::MAX, 0));
        assert!(rank(Class::Killer, i32::MIN, 9) > rank(Class::Ordinary, i32::MAX, 0));
    }
}
