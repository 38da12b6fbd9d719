//! The search: depth first, with proofs that cover all positions with the same cards and at least the needed ranks
//! (partition search, Ginsberg 1996).

use std::marker::PhantomData;

use grandline_games::hand_of_the_king::Variant;
use grandline_search::Busy;

use super::board::{Each, Layout};
use super::goal::Goal;
use super::node::{Node, Normal};
use super::order;
use super::ranks::{self, Capture};
use super::table::{Key, Proof, Tables};
use crate::meter::Meter;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) layout: &'a Layout,
    pub(super) tables: &'a Tables,
    pub(super) busy: Option<&'a Busy>,
}

/// One thread's part of a search.
pub(super) struct Worker<'a, V> {
    shared: &'a Shared<'a>,
    meter: Meter<'a>,
    /// The children of all nodes on the path that are neither answered nor searched, each node's after its parent's.
    children: Vec<Child>,
    variant: PhantomData<V>,
}

/// Positions with fewer cards are not noted as being searched: searching them is cheaper.
const NOTED: u32 = 14;
/// Positions with fewer cards are not kept in the table: searching them is cheaper.
const TABLED: u32 = 4;
/// Added to the score of a move that is put off.
const DEFERRED: i32 = -1_000_000;

/// A position after a move.
#[derive(Clone, Copy)]
struct Child {
    normal: Normal,
    key: Key,
    capture: Capture,
    target: u8,
    /// The higher, the earlier it is searched.
    score: i32,
}

impl Child {
    /// What threads note of it.
    #[inline]
    fn word(&self) -> u64 {
        self.key.word() ^ self.normal.node.ranks.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }
}

/// The result of a position and a move that reaches the goal of its side to move, if any does.
pub(super) type Answer = (Proof, Option<u8>);

impl<'a, V: Variant> Worker<'a, V> {
    pub(super) fn new(shared: &'a Shared<'a>, meter: Meter<'a>) -> Self {
        Worker { shared, meter, children: Vec::with_capacity(256), variant: PhantomData }
    }

    /// What the table knows of a child.
    #[inline]
    fn probe(&self, child: &Child) -> Option<Proof> {
        let node = &child.normal.node;
        if node.cards.count_ones() < TABLED { None } else { self.shared.tables.of(node.cards).probe(child.key, node.ranks) }
    }

    /// Whether the side to move reaches its goal; `None` if a limit came first.
    pub(super) fn settle(&mut self, node: &Node, goal: Goal) -> Option<bool> {
        let normal = node.normal(self.shared.layout);
        let key = normal.node.key(goal);
        let child = Child { normal, key, capture: Capture::default(), target: 0, score: 0 };
        let known = settled(&normal, goal).or_else(|| self.probe(&child));
        known.or_else(|| self.search(&child, goal)).map(|proof| proof.mover)
    }

    /// Proves whether the side to move in a child reaches its goal; `None` if a limit came first.
    fn search(&mut self, child: &Child, goal: Goal) -> Option<Proof> {
        let node = &child.normal.node;
        let noted = self.shared.busy.filter(|_| node.cards.count_ones() >= NOTED);
        if let Some(busy) = noted {
            busy.enter(child.word());
        }
        let before = self.meter.nodes();
        let answer = self.expand(node, goal);
        if let Some((proof, _)) = answer
            && node.cards.count_ones() >= TABLED
        {
            self.shared.tables.of(node.cards).store(child.key, proof, self.meter.nodes() - before);
        }
        if let Some(busy) = noted {
            busy.leave(child.word());
        }
        answer.map(|(proof, _)| proof)
    }

    /// The same for any position by searching its moves, with the move that does it. Every child is looked up before
    /// one is searched (enhanced transposition cut-offs).
    pub(super) fn expand(&mut self, node: &Node, goal: Goal) -> Option<Answer> {
        if self.meter.visit() {
            return None;
        }
        let layout = self.shared.layout;
        let theirs = goal.turned();
        let first = self.children.len();
        // What the other side needs if no move reaches the goal.
        let mut needed = 0;
        for target in Each(layout.targets::<V>(node.cards, node.varys)) {
            let (after, capture) = node.after(target, layout);
            let normal = after.normal(layout);
            let key = normal.node.key(theirs);
            let replies = normal.targets::<V>(layout).count_ones();
            let score = order::score(node, &after, capture, replies, normal.node.cards.count_ones());
            let child = Child { normal, key, capture, target, score };
            match settled(&normal, theirs) {
                Some(proof) if proof.mover => needed = ranks::join(needed, self.prevented(&child, proof)),
                Some(proof) => {
                    self.children.truncate(first);
                    return Some(self.reached(&child, proof));
                }
                None => self.children.push(child),
            }
        }
        // A word of each bucket is loaded before any is needed, so that the processor waits for all of them at once.
        let touch = |child: &Child| self.shared.tables.of(child.normal.node.cards).touch(child.key);
        std::hint::black_box(self.children[first..].iter().fold(0, |all, child| all ^ touch(child)));
        for index in (first..self.children.len()).rev() {
            let child = self.children[index];
            match self.probe(&child) {
                Some(proof) if proof.mover => {
                    needed = ranks::join(needed, self.prevented(&child, proof));
                    self.children.swap_remove(index);
                }
                Some(proof) => {
                    self.children.truncate(first);
                    return Some(self.reached(&child, proof));
                }
                None => {}
            }
        }
        let mut is_first = true;
        while self.children.len() > first {
            let child = self.next(first);
            if !is_first && self.is_deferred(&child) {
                self.children.push(Child { score: child.score + DEFERRED, ..child });
                continue;
            }
            let known = if is_first { None } else { self.probe(&child) };
            let proof = known.or_else(|| self.search(&child, theirs));
            is_first = false;
            match proof {
                Some(proof) if proof.mover => needed = ranks::join(needed, self.prevented(&child, proof)),
                Some(proof) => {
                    self.children.truncate(first);
                    return Some(self.reached(&child, proof));
                }
                None => {
                    self.children.truncate(first);
                    return None;
                }
            }
        }
        Some((Proof { mover: false, least: needed }, None))
    }

    /// Whether another thread searches a child, so that the other children are searched first.
    #[inline]
    fn is_deferred(&self, child: &Child) -> bool {
        let Node { cards, .. } = child.normal.node;
        let busy = self.shared.busy.filter(|_| child.score > DEFERRED / 2 && cards.count_ones() >= NOTED);
        busy.is_some_and(|busy| busy.contains(child.word()))
    }

    /// Takes the most promising child from the list.
    #[inline]
    fn next(&mut self, first: usize) -> Child {
        let mut best = first;
        for index in first + 1..self.children.len() {
            if self.children[index].score > self.children[best].score {
                best = index;
            }
        }
        self.children.swap_remove(best)
    }

    /// The answer of a node where the other side cannot prevent the goal after a move.
    #[inline]
    fn reached(&self, child: &Child, proof: Proof) -> Answer {
        let least = child.normal.restored(proof, self.shared.layout);
        (Proof { mover: true, least: child.capture.before_own(least) }, Some(child.target))
    }

    /// What the other side needs to answer a move.
    #[inline]
    fn prevented(&self, child: &Child, proof: Proof) -> ranks::Ranks {
        child.capture.before_other(child.normal.restored(proof, self.shared.layout))
    }
}

/// The result of a position where the cards left cannot change it.
#[inline]
fn settled(normal: &Normal, goal: Goal) -> Option<Proof> {
    let Node { cards, ranks, .. } = normal.node;
    goal.decided(ranks).or_else(|| (cards == 0).then(|| goal.finished(ranks)))
}
