//! Bounds of what can still be gained that need no search.

use grandline_games::divercite::Variant;

use super::board::{Each, Ground, corners, touching, weight};
use super::node::{Node, Stock, View};
use super::scale::Scale;

/// A bound of what the player to move can gain, if one tells whether that is at least `need`.
#[inline]
pub(super) fn answer<V: Variant>(node: &Node, view: &View, ground: &Ground, need: i32) -> Option<i32> {
    let (high, low) = match Most::of_both::<V>(node, view, need) {
        Ok(bound) => return Some(bound),
        Err(both) => both,
    };
    if let Some(bound) = high.spoiled_later::<V>(node, view, ground, need) {
        return Some(bound);
    }
    low.spoiled_now::<V>(node, view, ground, 1 - need).map(|bound| -bound)
}

/// The same as [`answer`] by the bounds that take no look at the board.
#[inline]
pub(super) fn quick<V: Variant>(node: &Node, view: &View, need: i32) -> Option<i32> {
    Most::of_both::<V>(node, view, need).ok()
}

/// The most that a player can gain against a certain way to play.
///
/// The player's own resources all go to the best cells of their colours, its hopeful cities all become divercités, and its
/// new cities earn all that a city can. The other player always puts a resource on the worst cell that is left. At most
/// `rank - 1` cells are taken before its first resource and two more before each later one, so that the cell is at least
/// that bad.
struct Most {
    player: usize,
    rank: u32,
    /// What the player gains apart from the resources of the other one.
    own: i32,
    value: i32,
}

impl Most {
    /// The bound that tells whether the player to move gains at least `need`, or else what each player can gain at most.
    #[inline]
    fn of_both<V: Variant>(node: &Node, view: &View, need: i32) -> Result<i32, (Most, Most)> {
        let high = Most::new::<V>(node, view, node.mover(), 2);
        if high.value < need {
            return Ok(high.value);
        }
        let low = Most::new::<V>(node, view, 1 - node.mover(), 1);
        if -low.value >= need {
            return Ok(-low.value);
        }
        Err((high, low))
    }

    #[inline]
    fn new<V: Variant>(node: &Node, view: &View, player: usize, rank: u32) -> Self {
        let stock = node.stocks[player];
        let points: i32 = (0..4).map(|colour| node.weights.best(colour, stock.count(colour), player)).sum();
        let hopeful = (view.hopeful & node.owned[player]).count_ones() as i32;
        let whole = Scale::<V>::POINT + Scale::<V>::DIVERCITE;
        let cities = stock.count_cities() as i32;
        let own = points * Scale::<V>::POINT + hopeful * Scale::<V>::DIVERCITE + cities * whole;
        let value = own + worst(node, node.stocks[1 - player], player, rank) * Scale::<V>::POINT;
        Most { player, rank, own, value }
    }

    /// A bound below `need`, if there is one because the other player spoils a city after the player's next move.
    ///
    /// A hopeful city that lacks two colours or more has as many empty cells around it: the next move cannot complete it, and
    /// leaves a cell on which a colour that the city already touches spoils it. The player chooses which cell that is; if its
    /// own move spoils the city, the other player goes on as before.
    #[inline]
    fn spoiled_later<V: Variant>(&self, node: &Node, view: &View, ground: &Ground, need: i32) -> Option<i32> {
        let fewer = self.value - Scale::<V>::DIVERCITE;
        if fewer >= need {
            return None;
        }
        let [red, green, blue, yellow] = view.ready;
        let cities = view.hopeful & node.owned[self.player] & !(red | green | blue | yellow);
        let stock = node.stocks[1 - self.player];
        for city in Each(cities) {
            for colour in Each(stock.resources()) {
                if node.near[usize::from(colour & 3)] >> city & 1 == 0 {
                    continue;
                }
                let cells = Each(corners(city) & node.empty);
                let cost = cells.map(|cell| self.signed(weight(ground.weights(cell), colour))).max().unwrap_or(0);
                let rest = worst(node, Stock(stock.0 - (1 << (4 * colour))), self.player, self.rank + 2);
                let value = self.own - Scale::<V>::DIVERCITE + (cost + rest) * Scale::<V>::POINT;
                let bound = value.max(fewer);
                if bound < need {
                    return Some(bound);
                }
            }
        }
        None
    }

    /// A bound below `need`, if there is one because the other player moves first and spoils cities at once.
    #[inline]
    fn spoiled_now<V: Variant>(&self, node: &Node, view: &View, ground: &Ground, need: i32) -> Option<i32> {
        let cities = view.hopeful & node.owned[self.player];
        // One resource spoils four cities at most, and its points differ from those it would have earned by eight at most.
        let least = cities.count_ones().min(4) as i32 * Scale::<V>::DIVERCITE + 8 * Scale::<V>::POINT;
        if cities == 0 || self.value - least >= need {
            return None;
        }
        let stock = node.stocks[1 - self.player];
        for colour in Each(stock.resources()) {
            let exposed = cities & node.near[usize::from(colour & 3)];
            if exposed == 0 {
                continue;
            }
            let rest = worst(node, Stock(stock.0 - (1 << (4 * colour))), self.player, self.rank + 2);
            for city in Each(exposed) {
                for cell in Each(corners(city) & node.empty) {
                    let count = (exposed & touching(cell)).count_ones() as i32;
                    let cost = self.signed(weight(ground.weights(cell), colour));
                    let value = self.own - count * Scale::<V>::DIVERCITE + (cost + rest) * Scale::<V>::POINT;
                    if value < need {
                        return Some(value);
                    }
                }
            }
        }
        None
    }

    /// A weight as the player sees it.
    #[inline]
    const fn signed(&self, weight: i32) -> i32 {
        if self.player == 0 { weight } else { -weight }
    }
}

/// What a player gains by the resources of the other one, on the worst cells.
#[inline]
fn worst(node: &Node, stock: Stock, player: usize, mut rank: u32) -> i32 {
    let mut points = 0;
    for colour in 0..4 {
        let sorted = node.weights.sorted(colour, player);
        for _ in 0..stock.count(colour) {
            points += sorted.worst(rank);
            rank += 2;
        }
    }
    points
}
