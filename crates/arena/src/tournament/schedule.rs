//! Who meets whom, round by round. What is next depends on the tournament and the results so far, and on nothing else,
//! so that an interrupted tournament resumes as if it had not been interrupted.

use super::definition::{Format, Tournament};

/// How often a drawn knockout match is extended before the better seed advances.
const PROLONGATIONS: usize = 10;

/// Two agents by their place in the list of the tournament.
pub(crate) type Pairing = [usize; 2];

/// Matches that are played side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) pairings: Vec<Pairing>,
    /// Games of each pairing.
    pub(crate) games: u64,
}

impl Round {
    /// How many games it has.
    pub(crate) fn total(&self) -> u64 {
        (self.pairings.len() as u64).saturating_mul(self.games)
    }

    /// Which game of the round has a number, counted from its first: the pairing, the pair, and whether sides are swapped.
    /// All pairings play their first pair before any plays its second, so that an unfinished round is an even one.
    pub(crate) fn place(&self, number: u64) -> (Pairing, u64, bool) {
        let (pair, pairings) = (number / 2, self.pairings.len() as u64);
        let pairing = self.pairings[(pair % pairings) as usize];
        (pairing, pair / pairings, !number.is_multiple_of(2))
    }
}

/// A round that was played: the half points of both sides of every pairing.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) round: Round,
    pub(crate) points: Vec<[u64; 2]>,
}

/// The next round, or `None` when the tournament is over.
pub(crate) fn next(tournament: &Tournament, done: &[Done]) -> Option<Round> {
    let agents = tournament.agents.len();
    let games = tournament.games;
    match tournament.format {
        Format::RoundRobin if done.is_empty() => {
            let pairings = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| [a, b])).collect();
            Some(Round { pairings, games })
        }
        Format::Gauntlet if done.is_empty() => Some(Round { pairings: (1..agents).map(|b| [0, b]).collect(), games }),
        Format::RoundRobin | Format::Gauntlet => None,
        Format::Swiss if done.len() < tournament.rounds.unwrap_or(0) as usize => {
            Some(Round { pairings: swiss(agents, done), games })
        }
        Format::Swiss => None,
        Format::Knockout => knockout(agents, games, done),
    }
}

/// Pairs agents of like score that have not met, the better seed first. The last one without a bye gets it where the
/// number is odd; a bye is worth a won match.
fn swiss(agents: usize, done: &[Done]) -> Vec<Pairing> {
    let mut points = vec![0; agents];
    let mut met = vec![vec![0_u32; agents]; agents];
    let mut rested = vec![0_u32; agents];
    for Done { round, points: halves } in done {
        let mut resting = vec![true; agents];
        for (&[a, b], &[of_a, of_b]) in round.pairings.iter().zip(halves) {
            points[a] += of_a;
            points[b] += of_b;
            met[a][b] += 1;
            met[b][a] += 1;
            (resting[a], resting[b]) = (false, false);
        }
        for agent in (0..agents).filter(|&agent| resting[agent]) {
            points[agent] += 2 * round.games;
            rested[agent] += 1;
        }
    }
    let mut order: Vec<usize> = (0..agents).collect();
    order.sort_by_key(|&agent| (std::cmp::Reverse(points[agent]), agent));
    if !agents.is_multiple_of(2) {
        let least = rested.iter().min().copied().unwrap_or(0);
        if let Some(place) = order.iter().rposition(|&agent| rested[agent] == least) {
            order.remove(place);
        }
    }
    // As few rematches as possible: first none, then one each, and so on.
    let mut pairings = Vec::new();
    (0..).find(|&most| pair_up(&order, &met, most, &mut pairings));
    pairings
}

/// Pairs all agents that are left so that no two have met more than `most` times; false if that is impossible.
fn pair_up(left: &[usize], met: &[Vec<u32>], most: u32, pairings: &mut Vec<Pairing>) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    for (index, &other) in rest.iter().enumerate().filter(|&(_, &other)| met[first][other] <= most) {
        let remaining: Vec<usize> = [&rest[..index], &rest[index + 1..]].concat();
        pairings.push([first, other]);
        if pair_up(&remaining, met, most, pairings) {
            return true;
        }
        pairings.pop();
    }
    false
}

/// The bracket: the best seed meets the last, byes go to the best. A drawn match is prolonged by two games at a time.
fn knockout(agents: usize, games: u64, done: &[Done]) -> Option<Round> {
    let mut left: Vec<usize> = (0..agents).collect();
    let mut rounds = done;
    while left.len() > 1 {
        let pairings = bracket(&left);
        let mut points = vec![[0; 2]; pairings.len()];
        let mut prolonged = 0;
        loop {
            let open: Vec<usize> =
                (0..pairings.len()).filter(|&match_| points[match_][0] == points[match_][1]).collect();
            if open.is_empty() || prolonged > PROLONGATIONS {
                break;
            }
            let Some((now, later)) = rounds.split_first() else {
                let pairings = open.iter().map(|&match_| pairings[match_]).collect();
                return Some(Round { pairings, games: if prolonged == 0 { games } else { 2 } });
            };
            for (&match_, halves) in open.iter().zip(&now.points) {
                points[match_] = [points[match_][0] + halves[0], points[match_][1] + halves[1]];
            }
            rounds = later;
            prolonged += 1;
        }
        // If a match stays drawn, the better seed advances.
        for (pairing, halves) in pairings.iter().zip(&points) {
            let out = if halves[1] > halves[0] { pairing[0] } else { pairing[1] };
            left.retain(|&agent| agent != out);
        }
    }
    None
}

/// The matches of a stage: `left` is in order of seeds, and fills the bracket to a power of two with byes for the best.
fn bracket(left: &[usize]) -> Vec<Pairing> {
    let byes = left.len().next_power_of_two() - left.len();
    let playing = &left[byes..];
    (0..playing.len() / 2).map(|index| [playing[index], playing[playing.len() - 1 - index]]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grandline_games::GameId;

    use super::*;
    use crate::agent::AgentSpec;

    fn tournament(format: Format, agents: usize, rounds: Option<u32>) -> Tournament {
        let agents_of = (0..agents).map(|agent| AgentSpec::new(format!("agent {agent}"))).collect();
        let between = Tournament::between(GameId::Connect4, AgentSpec::new("a"), AgentSpec::new("b"));
        Tournament { format, rounds, games: 2, agents: agents_of, ..between }
    }

    /// Plays all rounds; `points` are the half points of the first-named agent of a pairing in its two games.
    fn play(tournament: &Tournament, points: impl Fn(usize, Pairing) -> u64) -> Vec<Done> {
        let mut done: Vec<Done> = Vec::new();
        while let Some(round) = next(tournament, &done) {
            let of = |&pairing: &Pairing| {
                let points = points(done.len(), pairing);
                [points, 2 * round.games - points]
            };
            let points = round.pairings.iter().map(of).collect();
            done.push(Done { round, points });
            assert!(done.len() < 100, "it never ends");
        }
        done
    }

    #[test]
    fn everybody_meets_everybody_once() {
        let rounds = play(&tournament(Format::RoundRobin, 6, None), |_, _| 2);
        assert_eq!(rounds.len(), 1);
        let mut pairings = rounds[0].round.pairings.clone();
        pairings.sort_unstable();
        pairings.dedup();
        assert_eq!(pairings.len(), 15);
        assert!(pairings.iter().all(|[a, b]| a < b));
    }

    #[test]
    fn pairings_advance_together_and_swap_sides() {
        let round = Round { pairings: vec![[0, 1], [0, 2]], games: 4 };
        let places: Vec<_> = (0..round.total()).map(|number| round.place(number)).collect();
        assert_eq!(
            places,
            [
                ([0, 1], 0, false),
                ([0, 1], 0, true),
                ([0, 2], 0, false),
                ([0, 2], 0, true),
                ([0, 1], 1, false),
                ([0, 1], 1, true),
                ([0, 2], 1, false),
                ([0, 2], 1, true)
            ]
        );
    }

    #[test]
    fn swiss_rounds_pair_likes_without_rematches_while_they_can() {
        for agents in [4, 7, 8, 12] {
            let rounds = 3;
            // Lower numbers always win.
            let done = play(&tournament(Format::Swiss, agents, Some(rounds)), |_, [a, b]| if a < b { 4 } else { 0 });
            assert_eq!(done.len(), rounds as usize);
            let mut met: HashMap<Pairing, u32> = HashMap::new();
            let mut rests = vec![0; agents];
            for Done { round, .. } in &done {
                assert_eq!(round.pairings.len(), agents / 2);
                let mut seen = vec![0; agents];
                for &[a, b] in &round.pairings {
                    *met.entry([a.min(b), a.max(b)]).or_default() += 1;
                    seen[a] += 1;
                    seen[b] += 1;
                }
                assert!(seen.iter().all(|&times| times <= 1));
                seen.iter().zip(&mut rests).for_each(|(&times, rests)| *rests += 1 - times);
            }
            assert!(met.values().all(|&times| times == 1), "{agents}: {met:?}");
            assert!(rests.iter().all(|&rests| rests <= 1));
        }
        // The two winners of the first round meet in the second.
        let done = play(&tournament(Format::Swiss, 4, Some(2)), |_, [a, b]| if a < b { 4 } else { 0 });
        assert!(done[1].round.pairings.contains(&[0, 2]), "{:?}", done[1].round);
    }

    #[test]
    fn more_swiss_rounds_than_opponents_mean_as_few_rematches_as_can_be() {
        let done = play(&tournament(Format::Swiss, 4, Some(6)), |_, _| 2);
        let mut met: HashMap<Pairing, u32> = HashMap::new();
        for [a, b] in done.iter().flat_map(|done| &done.round.pairings) {
            *met.entry([*a.min(b), *a.max(b)]).or_default() += 1;
        }
        assert_eq!(met.len(), 6);
        assert!(met.values().all(|&times| times == 2), "{met:?}");
    }

    #[test]
    fn a_knockout_leaves_one_and_byes_go_to_the_best() {
        let done = play(&tournament(Format::Knockout, 6, None), |_, [a, b]| if a < b { 3 } else { 1 });
        let pairings: Vec<_> = done.iter().map(|done| done.round.pairings.clone()).collect();
        assert_eq!(pairings, [vec![[2, 5], [3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    }

    #[test]
    fn an_upset_sends_the_underdog_on() {
        let done = play(&tournament(Format::Knockout, 4, None), |_, [a, b]| if a > b { 4 } else { 0 });
        let last = done.last().expect("rounds");
        assert_eq!(last.round.pairings, [[2, 3]]);
    }

    #[test]
    fn a_drawn_match_is_prolonged_until_it_is_decided() {
        // The match of 0 and 3 is drawn twice; the other one is decided at once.
        let points = |round: usize, pairing: Pairing| if pairing == [0, 3] && round < 2 { 2 } else { 4 };
        let done = play(&tournament(Format::Knockout, 4, None), points);
        let pairings: Vec<_> = done.iter().map(|done| done.round.pairings.clone()).collect();
        assert_eq!(pairings, [vec![[0, 3], [1, 2]], vec![[0, 3]], vec![[0, 3]], vec![[0, 1]]]);
    }

    #[test]
    fn two_that_always_draw_do_not_play_for_ever() {
        let done = play(&tournament(Format::Knockout, 2, None), |_, _| 2);
        assert_eq!(done.len(), PROLONGATIONS + 1);
    }
}
