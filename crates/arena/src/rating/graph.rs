//! Who can be compared with whom: only players connected by games have a common scale, and only those who took points
//! from each other, directly or through others, a finite difference.

use super::pool::PoolResult;

/// The players joined by games, directly or through others, each group sorted; groups in the order of their first
/// player.
pub(super) fn components(players: usize, results: &[PoolResult]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); players];
    for result in results.iter().filter(|result| result.tally.games() > 0) {
        neighbours[result.first].push(result.second);
        neighbours[result.second].push(result.first);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut placed = vec![false; players];
    for player in 0..players {
        if !placed[player] {
            let group: Vec<usize> = reached_from(player, &neighbours);
            group.iter().for_each(|&member| placed[member] = true);
            groups.push(group);
        }
    }
    groups
}

/// For every player, whether the games alone would put it infinitely far from most of its component.
///
/// Differences are finite exactly among players who reach each other along "took points from" (Ford's condition). The
/// largest such group of a component is its core; players outside of it, and all players if there are several groups of
/// that size, are unbounded.
pub(super) fn unbounded(players: usize, results: &[PoolResult], components: &[Vec<usize>]) -> Vec<bool> {
    let mut beaten = vec![Vec::new(); players];
    for result in results {
        if result.tally.points() > 0.0 {
            beaten[result.first].push(result.second);
        }
        if result.tally.reversed().points() > 0.0 {
            beaten[result.second].push(result.first);
        }
    }
    let reach: Vec<Vec<usize>> = (0..players).map(|player| reached_from(player, &beaten)).collect();
    let reaches = |from: usize, to: usize| reach[from].binary_search(&to).is_ok();
    let mut unbounded = vec![true; players];
    for component in components {
        let circle = |player: usize| component.iter().filter(|&&o| reaches(player, o) && reaches(o, player)).count();
        let sizes: Vec<usize> = component.iter().map(|&player| circle(player)).collect();
        let largest = sizes.iter().copied().max().unwrap_or(0);
        // Every member of a circle counts its size once, so a single largest circle is counted exactly that often.
        let single = sizes.iter().filter(|&&size| size == largest).count() == largest;
        for (&player, &size) in component.iter().zip(&sizes) {
            unbounded[player] = !(single && size == largest);
        }
    }
    unbounded
}

/// Every node that can be reached, the start included, sorted.
fn reached_from(start: usize, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; neighbours.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &next in &neighbours[node] {
            if !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    (0..seen.len()).filter(|&node| seen[node]).collect()
}
