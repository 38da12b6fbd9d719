//! Random openings: some random moves from the start, each position once.

use std::collections::HashSet;

use grandline_agents::{AnyEngine, Catalogue, build};
use grandline_games::random::{Random, mix, seeded};
use grandline_games::{AnyPosition, GameId};
use grandline_search::{Limits, Value, Verdict};

use super::{OpeningsError, opening_of, start};
use crate::played::Opening;

/// After this many random openings in a row that were seen before, all are taken to be used up.
const PATIENCE: u32 = 200;
/// How many random openings a balanced one is chosen from.
const CANDIDATES: usize = 8;
/// How many nodes the search visits that measures how balanced an opening is.
const BALANCE_NODES: u64 = 20_000;

/// Makes random moves to positions that were not reached before, mirrored ones included, as long as there are any.
pub(super) struct RandomMoves {
    game: GameId,
    plies: u32,
    seed: u64,
    random: Random,
    seen: HashSet<u64>,
    judge: Option<Box<dyn AnyEngine>>,
}

impl RandomMoves {
    pub(super) fn new(game: GameId, plies: u32, balanced: bool, seed: u64) -> Self {
        let champion = || Catalogue::of(game).list().first().map(|champion| build(champion, 0));
        let random = seeded(mix(seed ^ 0x0be1));
        let judge = if balanced { champion() } else { None };
        RandomMoves { game, plies, seed, random, seen: HashSet::new(), judge }
    }

    pub(super) fn next(&mut self, index: u64) -> Result<Opening, OpeningsError> {
        if self.judge.is_none() {
            return self.fresh(index).map(|(opening, _)| opening);
        }
        let candidates: Vec<_> = (0..CANDIDATES).map(|_| self.fresh(index)).collect::<Result<_, _>>()?;
        let weighed = candidates.into_iter().map(|(opening, position)| (self.imbalance(&position), opening));
        let best = weighed.min_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map(|(_, opening)| opening).ok_or_else(|| self.too_long())
    }

    /// How much better one side stands, in the units of the judge's evaluation.
    fn imbalance(&mut self, position: &AnyPosition) -> f64 {
        let Some(judge) = &mut self.judge else { return 0.0 };
        judge.forget();
        let limits = Limits { analysis: true, ..Limits::nodes(BALANCE_NODES) };
        let report = judge.search(position, &limits, &mut |_| {}).unwrap_or_default();
        match report.value() {
            Value::Heuristic(value) => value.abs(),
            Value::Exact(exact) if exact.verdict == Verdict::Draw => 0.0,
            Value::Exact(_) => f64::INFINITY,
        }
    }

    /// An opening that was not there yet, unless all were.
    fn fresh(&mut self, index: u64) -> Result<(Opening, AnyPosition), OpeningsError> {
        let (mut familiar, mut ended) = (0, 0);
        let from = start(self.game, self.seed, index);
        loop {
            let Ok(mut position) = from.position(self.game) else { return Err(self.too_long()) };
            for _ in 0..self.plies {
                let Some(mv) = position.random_move(&mut self.random) else { break };
                position.play(mv);
            }
            if position.outcome().is_some() {
                ended += 1;
                if ended > PATIENCE * 5 {
                    return Err(self.too_long());
                }
                continue;
            }
            if self.seen.insert(position.canonical_key()) {
                return Ok((Opening { setup: from.setup, ..opening_of(&position) }, position));
            }
            familiar += 1;
            if familiar > PATIENCE {
                // All are known: from here on they come again.
                self.seen.clear();
            }
        }
    }

    fn too_long(&self) -> OpeningsError {
        OpeningsError::TooLong(self.game, self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_of_an_opening_is_searched_although_the_judge_has_a_book() {
        let mut moves = RandomMoves::new(GameId::Divercite, 1, true, 0);
        let position = GameId::Divercite.set_up("-").expect("a start");
        let by_champion = moves.imbalance(&position);
        let bookless = Catalogue::of(GameId::Divercite).agent("divercite-champion:experience=false").expect("an agent");
        moves.judge = Some(build(&bookless, 0));
        assert_eq!(by_champion, moves.imbalance(&position));
    }
}
