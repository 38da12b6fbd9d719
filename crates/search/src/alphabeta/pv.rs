//! The principal variation, collected while the search returns (a triangular array).

/// For each ply the best line found from there.
pub(super) struct Variation<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Variation<M> {
    pub(super) fn new() -> Self {
        Variation { lines: Vec::new() }
    }

    fn reach(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
    }

    /// Nothing is known yet from `ply` on.
    #[inline]
    pub(super) fn clear(&mut self, ply: u32) {
        self.reach(ply as usize);
        self.lines[ply as usize].clear();
    }

    /// The best line from `ply` on is `mv` followed by the best line of the next ply.
    pub(super) fn set(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        self.reach(ply + 1);
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The best line from `ply` on.
    pub(super) fn line(&self, ply: u32) -> &[M] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}
