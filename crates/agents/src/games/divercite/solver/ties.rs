//! Results that points and divercités do not decide: ties are broken by cities with four, three and two matches.
//!
//! This search knows the whole board, and enters only positions in which best play leaves points and divercités equal;
//! everything else is answered by the search for these.

use grandline_games::Side;
use grandline_games::divercite::{Divercite, Variant};

use super::board::{Each, Ground, corners, touching};
use super::key;
use super::node::{Code, Node};
use super::scale::Scale;
use super::worker::{Waiting, Worker};

/// The result of a game so far, first player less second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Total {
    /// Points and divercités in the units of [`Scale`].
    pub(super) value: i32,
    /// Cities with four, three and two matches: 289, 17 and 1 for each.
    pub(super) stacks: i32,
}

impl Total {
    /// The total of a position.
    pub(super) fn new<V: Variant>(position: &Divercite<V>) -> Self {
        let of = |side: Side| {
            let [two, three, four] = position.stacks(side).map(i32::from);
            let divercites = i32::from(position.divercites(side));
            let breaks = i32::from(V::BREAKS_TIES);
            let value = i32::from(position.raw_score(side)) * Scale::<V>::POINT + divercites * breaks;
            (value, two + 17 * three + 289 * four)
        };
        let ((value, stacks), (other, others)) = (of(Side::First), of(Side::Second));
        Total { value: value - other, stacks: stacks - others }
    }

    /// The margin of a finished game with equal points and divercités, as the course counts it.
    const fn tied_margin(self) -> i32 {
        match self.stacks {
            0 => 1,
            1..=8 => 2,
            -8..=-1 => 0,
            9.. => 1,
            _ => -1,
        }
    }
}

/// What cities with this many matches count.
const fn stack(matches: u32) -> i32 {
    [0, 0, 1, 17, 289][(matches & 7) as usize]
}

/// A margin for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) margin: i32,
    /// The least value with which the goal is certainly reached.
    pub(super) enough: i32,
    /// The least value with which it may be reached.
    pub(super) possible: i32,
}

impl Goal {
    /// To get this margin or more.
    pub(super) const fn new<V: Variant>(margin: i32) -> Self {
        let least = Scale::<V>::at_least(margin);
        let (enough, possible) = match margin {
            // A tie is worth 2, 1, 0 or -1 once it is broken; divercités decide first.
            0 | 1 if V::BREAKS_TIES => (1, 0),
            2 if V::BREAKS_TIES => (least, 0),
            _ => (least, least),
        };
        Goal { margin, enough, possible }
    }

    const fn holds(self, total: Total) -> bool {
        total.value >= self.enough || total.value == 0 && self.possible <= 0 && total.tied_margin() >= self.margin
    }
}

/// What a move adds to the stacks of the first player less those of the second.
fn stacks_of(node: &Node, ground: &Ground, code: Code) -> i32 {
    let (colour, cell) = (usize::from(code.colour() & 3), code.cell());
    let matches = |city: u8| (node.resources[colour] & corners(city)).count_ones();
    if !code.is_resource() {
        let sign = if node.mover() == 0 { 1 } else { -1 };
        return sign * stack(matches(cell));
    }
    let gain = |city: u8| stack(matches(city) + 1) - stack(matches(city));
    let touched = ground.cities[colour] & touching(cell);
    let sum = |player: usize| Each(touched & node.owned[player]).map(gain).sum::<i32>();
    sum(0) - sum(1)
}

impl<V: Variant> Worker<'_, V> {
    /// Whether the first player can still gain at least `gain`; `None` if a limit came first.
    fn first_gains(&mut self, node: &Node, gain: i32) -> Option<bool> {
        if node.mover() == 0 {
            self.reaches(node, gain)
        } else {
            self.reaches(node, 1 - gain).map(|is_reached| !is_reached)
        }
    }

    /// Whether the first player reaches a goal; `None` if a limit came first.
    pub(super) fn first_reaches(&mut self, node: &Node, total: Total, goal: Goal) -> Option<bool> {
        if node.left == 0 {
            return Some(goal.holds(total));
        }
        let (enough, possible) = (goal.enough - total.value, goal.possible - total.value);
        if enough == possible {
            return self.first_gains(node, enough);
        }
        // Most moves are bad ones: what these lead to is asked first.
        if node.mover() == 0 && self.first_gains(node, enough)? {
            return Some(true);
        }
        if !self.first_gains(node, possible)? {
            return Some(false);
        }
        if node.mover() != 0 && self.first_gains(node, enough)? {
            return Some(true);
        }
        let key = key::exact(node, self.grounds.of(node), goal.margin as u64);
        if let Some(bound) = self.shared.tables.of(node.left).probe(key).and_then(|entry| entry.bounds.answer(1)) {
            return Some(bound == 1);
        }
        let before = self.meter.nodes();
        let is_reached = self.resolve(node, total, goal)?.0;
        self.shared.tables.of(node.left).store(key, 1, i32::from(is_reached), None, self.meter.nodes() - before);
        Some(is_reached)
    }

    /// The same by trying every move, with a move by which the player to move gets the better result.
    pub(super) fn resolve(&mut self, node: &Node, total: Total, goal: Goal) -> Option<(bool, Option<Code>)> {
        if self.meter.visit() {
            return None;
        }
        let sign = if node.mover() == 0 { 1 } else { -1 };
        let first = self.moves.len();
        self.list_all(node);
        let wanted = node.mover() == 0;
        while self.moves.len() > first {
            let waiting = self.next(first);
            let stacks = total.stacks + stacks_of(node, self.grounds.of(node), waiting.code);
            let value = total.value + sign * i32::from(waiting.gain);
            let child = self.grounds.after(node, waiting.code);
            let answer = self.first_reaches(&child, Total { value, stacks }, goal);
            if answer.is_none_or(|is_reached| is_reached == wanted) {
                self.moves.truncate(first);
                return answer.map(|is_reached| (is_reached, Some(waiting.code)));
            }
        }
        Some((!wanted, None))
    }

    /// Lists every move: what makes no difference to points and divercités can make one to the rest.
    fn list_all(&mut self, node: &Node) {
        let mut features = key::Features::new(node, &node.view(), self.grounds.of(node));
        let best = self.shared.tables.of(node.left).probe(features.key).and_then(|entry| entry.best);
        features.useless = 0;
        for (index, word) in features.cells.iter_mut().enumerate() {
            *word = index as u64;
        }
        self.list(node, &features, best);
    }

    /// The value of a game in which both players always make the move that looks best, for the first player.
    pub(super) fn guess(&mut self, root: &Node) -> i32 {
        let (mut node, mut value) = (*root, 0);
        while node.left > 0 {
            let first = self.moves.len();
            self.list_all(&node);
            let Waiting { code, gain, .. } = self.next(first);
            self.moves.truncate(first);
            value += if node.mover() == 0 { i32::from(gain) } else { -i32::from(gain) };
            node = self.grounds.after(&node, code);
        }
        value
    }
}
