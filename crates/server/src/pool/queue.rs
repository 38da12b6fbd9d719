//! Who searches next, and who yields. A state machine without threads: it is told what happens and when.
//!
//! Places are shared by address first, then by visitor. Inventing visitors at one address therefore gains nothing
//! against other addresses, and within an address every visitor gets a turn.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use crate::guard::Visitor;

/// How long a search runs undisturbed while others wait and the places are shared evenly.
pub(super) const GRACE: Duration = Duration::from_secs(5);
/// How long the use of a visitor without a search is remembered.
const MEMORY: Duration = Duration::from_secs(60);

/// The number of a claim.
pub(super) type Id = u64;

/// The claims to a number of places, in the order in which they came.
#[derive(Debug)]
pub(super) struct Queue {
    places: usize,
    claims: Vec<Claim>,
    used: HashMap<Visitor, Use>,
    next: Id,
}

#[derive(Debug)]
struct Claim {
    id: Id,
    visitor: Visitor,
    can_yield: bool,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running {
        since: Duration,
    },
    /// Told to end, still in its place.
    Yielding {
        since: Duration,
    },
}

/// The time that a visitor has had.
#[derive(Clone, Copy, Debug)]
struct Use {
    time: Duration,
    last: Duration,
}

impl Queue {
    pub(super) fn new(places: usize) -> Self {
        Queue { places, claims: Vec::new(), used: HashMap::new(), next: 0 }
    }

    pub(super) fn places(&self) -> usize {
        self.places
    }

    pub(super) fn running(&self) -> usize {
        self.claims.iter().filter(|claim| claim.holds()).count()
    }

    pub(super) fn waiting(&self) -> usize {
        self.claims.len() - self.running()
    }

    /// The claims of a visitor, running or waiting.
    pub(super) fn claims_of(&self, visitor: &Visitor) -> impl Iterator<Item = Id> {
        self.claims.iter().filter(move |claim| claim.visitor == *visitor).map(|claim| claim.id)
    }

    /// Adds a claim, which waits.
    pub(super) fn enter(&mut self, visitor: &Visitor, can_yield: bool, now: Duration) -> Id {
        self.used.retain(|_, used| now.saturating_sub(used.last) < MEMORY);
        // A newcomer starts level with the one that has had least, so that it overtakes nobody for long.
        let least = self.used.values().map(|used| used.time).min().unwrap_or_default();
        self.used.entry(visitor.clone()).or_insert(Use { time: least, last: now }).last = now;
        let id = self.next;
        self.next += 1;
        self.claims.push(Claim { id, visitor: visitor.clone(), can_yield, state: State::Waiting });
        id
    }

    /// Removes a claim; its place is free.
    pub(super) fn leave(&mut self, id: Id, now: Duration) {
        let Some(index) = self.claims.iter().position(|claim| claim.id == id) else { return };
        let claim = self.claims.remove(index);
        if let Some(used) = self.used.get_mut(&claim.visitor) {
            used.last = now;
            if let State::Running { since } | State::Yielding { since } = claim.state {
                used.time += now.saturating_sub(since);
            }
        }
    }

    /// Gives a free place to the next claim.
    pub(super) fn start(&mut self, now: Duration) -> Option<Id> {
        if self.running() >= self.places {
            return None;
        }
        let index = self.first_waiting()?;
        self.claims[index].state = State::Running { since: now };
        Some(self.claims[index].id)
    }

    /// The waiting claim whose turn it is: of the address and the visitor with the fewest places, then the least time.
    fn first_waiting(&self) -> Option<usize> {
        let waiting = (0..self.claims.len()).filter(|&index| self.claims[index].state == State::Waiting);
        waiting.min_by_key(|&index| {
            let visitor = &self.claims[index].visitor;
            let time = self.used.get(visitor).map_or(Duration::ZERO, |used| used.time);
            (self.held_at(visitor), self.held_by(visitor), time)
        })
    }

    /// Tells a running claim to end for the sake of the next one that waits: at once if its address or visitor has more
    /// than its share, otherwise the one that has run longest, after some time.
    pub(super) fn make_room(&mut self, now: Duration) -> Option<Id> {
        let yielding = self.claims.iter().filter(|claim| matches!(claim.state, State::Yielding { .. })).count();
        if self.running() < self.places || yielding >= self.waiting() {
            return None;
        }
        let next = self.claims[self.first_waiting()?].visitor.clone();
        let candidates: Vec<(Duration, usize)> = (0..self.claims.len())
            .filter_map(|index| match self.claims[index] {
                Claim { can_yield: true, state: State::Running { since }, .. } => Some((since, index)),
                _ => None,
            })
            .collect();
        // How much more than its share the owner of a claim has, if it does.
        let excess = |index: usize| {
            let owner = &self.claims[index].visitor;
            let (address, visitor) = (self.held_at(owner), self.held_by(owner));
            let is_greedy = address > self.held_at(&next) + 1
                || owner.address() == next.address() && visitor > self.held_by(&next) + 1;
            is_greedy.then_some((address, visitor))
        };
        let greedy = candidates.iter().filter_map(|&(since, index)| Some((excess(index)?, Reverse((since, index)))));
        let longest = candidates.iter().min().filter(|(since, _)| now.saturating_sub(*since) >= GRACE);
        let (since, index) = greedy.max().map(|(_, Reverse(found))| found).or(longest.copied())?;
        self.claims[index].state = State::Yielding { since };
        Some(self.claims[index].id)
    }

    /// Removes the last waiting claim of the address that has most, if that is more than `visitor`'s address has.
    pub(super) fn displace(&mut self, visitor: &Visitor) -> Option<Id> {
        let waiting = |at: &Visitor| {
            let same = |claim: &&Claim| claim.state == State::Waiting && claim.visitor.address() == at.address();
            self.claims.iter().filter(same).count()
        };
        let own = waiting(visitor);
        let candidates = self.claims.iter().enumerate().filter(|(_, claim)| claim.state == State::Waiting);
        let (count, index) = candidates.map(|(index, claim)| (waiting(&claim.visitor), index)).max()?;
        (count > own + 1).then(|| self.claims.remove(index).id)
    }

    fn held_at(&self, visitor: &Visitor) -> usize {
        self.claims.iter().filter(|claim| claim.counts() && claim.visitor.address() == visitor.address()).count()
    }

    fn held_by(&self, visitor: &Visitor) -> usize {
        self.claims.iter().filter(|claim| claim.counts() && claim.visitor == *visitor).count()
    }
}

impl Claim {
    /// Whether it has a place.
    fn holds(&self) -> bool {
        self.state != State::Waiting
    }

    /// Whether its place counts as its visitor's: one that yields is as good as given back.
    fn counts(&self) -> bool {
        matches!(self.state, State::Running { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(address: u8, name: &str) -> Visitor {
        Visitor::at(std::net::IpAddr::from([10, 0, 0, address]), name)
    }

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// A queue in which invented visitors of one address have every place and many more wait.
    fn crowded(places: usize, waiting: usize) -> (Queue, Vec<Id>) {
        let mut queue = Queue::new(places);
        let ids = (0..places + waiting).map(|n| queue.enter(&visitor(1, &format!("v{n}")), true, at(0))).collect();
        while queue.start(at(0)).is_some() {}
        assert_eq!((queue.running(), queue.waiting()), (places, waiting));
        (queue, ids)
    }

    #[test]
    fn another_address_gets_a_place_at_once() {
        let (mut queue, ids) = crowded(4, 40);
        let honest = queue.enter(&visitor(2, "honest"), true, at(1));
        assert_eq!(queue.make_room(at(1)), Some(ids[0]), "the one that has run longest yields, without any grace");
        assert_eq!(queue.start(at(1)), None, "its place is not free yet");
        queue.leave(ids[0], at(1));
        assert_eq!(queue.start(at(1)), Some(honest), "although forty others came before");
        assert_eq!(queue.make_room(at(1)), None, "nobody else is owed a place yet");
    }

    #[test]
    fn addresses_end_up_with_equal_shares() {
        let (mut queue, _) = crowded(4, 40);
        for n in 0..6 {
            queue.enter(&visitor(2, &format!("h{n}")), true, at(1));
        }
        while let Some(id) = queue.make_room(at(1)) {
            queue.leave(id, at(1));
            while queue.start(at(1)).is_some() {}
        }
        let share = |address| queue.held_at(&visitor(address, "any"));
        assert_eq!((share(1), share(2)), (2, 2));
    }

    #[test]
    fn within_an_address_the_longest_yields_after_a_grace() {
        let (mut queue, ids) = crowded(2, 3);
        assert_eq!(queue.make_room(at(4)), None);
        assert_eq!(queue.make_room(at(5)), Some(ids[0]));
        assert_eq!(queue.make_room(at(5)), Some(ids[1]));
        assert_eq!(queue.make_room(at(5)), None, "all are yielding already");
        queue.leave(ids[0], at(6));
        assert_eq!(queue.start(at(6)), Some(ids[2]));
    }

    #[test]
    fn a_visitor_who_had_little_time_goes_first() {
        let mut queue = Queue::new(1);
        let (busy, new) = (visitor(1, "busy"), visitor(1, "new"));
        let first = queue.enter(&busy, true, at(0));
        queue.start(at(0));
        let (again, other) = (queue.enter(&busy, true, at(1)), queue.enter(&new, true, at(2)));
        queue.leave(first, at(9));
        assert_eq!(queue.start(at(9)), Some(other));
        queue.leave(other, at(10));
        assert_eq!(queue.start(at(10)), Some(again));
    }

    #[test]
    fn short_work_is_not_told_to_yield() {
        let mut queue = Queue::new(1);
        let short = queue.enter(&visitor(1, "a"), false, at(0));
        queue.start(at(0));
        queue.enter(&visitor(2, "b"), true, at(0));
        assert_eq!(queue.make_room(at(100)), None);
        queue.leave(short, at(100));
        assert!(queue.start(at(100)).is_some());
    }

    #[test]
    fn a_full_queue_refuses_those_who_fill_it() {
        let (mut queue, ids) = crowded(1, 3);
        assert_eq!(queue.displace(&visitor(1, "another")), None, "an address does not displace itself");
        assert_eq!(queue.displace(&visitor(2, "honest")), ids.last().copied());
        assert_eq!(queue.waiting(), 2);
    }
}
