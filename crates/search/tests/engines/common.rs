//! Toy games with every property a search must cope with, evaluations that make mistakes visible, random positions.

use grandline_games::connect4::Connect4;
use grandline_games::random::{Random, mix, pick};
use grandline_games::{Game, Margin, Record, Side};
use grandline_search::{Engine, Evaluator, Limits, Line, Noise as Liveliness, Report};
use rand_core::Rng;

/// A game on a graph made of hashes: few places, so that different paths often meet.
/// `ALTERNATES`: whether turns alternate or a hash decides who moves next; `RECURS`: whether places come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tangle<const ALTERNATES: bool, const RECURS: bool> {
    place: u16,
    ply: u8,
    mover: Side,
}

/// Turns alternate and positions never come back.
pub(crate) type Plain = Tangle<true, false>;
/// A player may move several times.
pub(crate) type Double = Tangle<false, false>;
/// Positions come back.
pub(crate) type Cyclic = Tangle<true, true>;

const PLACES: u64 = 61;
const LENGTH: u8 = 14;

impl<const ALTERNATES: bool, const RECURS: bool> Tangle<ALTERNATES, RECURS> {
    fn hash(&self, what: u64) -> u64 {
        mix(u64::from(self.place) << 32 | u64::from(self.ply) << 16 | what << 1 | self.mover as u64)
    }
}

impl<const TURNS: bool, const CYCLES: bool> Game for Tangle<TURNS, CYCLES> {
    type Move = u8;
    const MAX_MARGIN: i16 = 5;
    const ALTERNATES: bool = TURNS;
    const RECURS: bool = CYCLES;

    fn start(seed: u64) -> Self {
        Tangle { place: 1000 + (seed % 50) as u16, ply: 0, mover: Side::First }
    }

    fn to_move(&self) -> Side {
        self.mover
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let count = if self.outcome().is_some() { 0 } else { 1 + self.hash(1) % 5 };
        0..count as u8
    }

    fn play(&mut self, mv: u8) {
        let hash = self.hash(100 + u64::from(mv));
        let same = !TURNS && hash >> 60 < 5;
        self.place = (hash % PLACES) as u16;
        self.ply = if CYCLES { 1 } else { self.ply + 1 };
        self.mover = if same { self.mover } else { !self.mover };
    }

    fn outcome(&self) -> Option<Margin> {
        let sudden = self.ply > 0 && self.hash(2).is_multiple_of(23);
        let over = sudden || (!CYCLES && self.ply == LENGTH);
        over.then(|| Margin((self.hash(3) % 11) as i16 - 5))
    }

    fn key(&self) -> u64 {
        self.hash(4)
    }

    fn plies_left(&self) -> Option<u32> {
        (!CYCLES).then(|| u32::from(LENGTH - self.ply))
    }

    /// A walk in circles without a way out is called off.
    fn playout(&mut self, rng: &mut impl Rng) -> Margin {
        for _ in 0..500 {
            let Some(mv) = self.random_move(rng) else { break };
            self.play(mv);
        }
        self.outcome().unwrap_or(Margin::DRAW)
    }
}

/// A value that has nothing to do with the game; unlike sensible ones it hides no mistake of ordering or table.
#[derive(Clone, Copy)]
pub(crate) struct Noise {
    /// Values are from `-range` to `range`; small ranges have many ties.
    pub(crate) range: i32,
    /// Whether both players see the same with opposite signs.
    pub(crate) antisymmetric: bool,
}

impl<G: Game> Evaluator<G> for Noise {
    type State = u64;

    fn root(&self, position: &G, state: &mut u64) {
        *state = position.key();
    }

    fn advance(&self, before: &u64, state: &mut u64, position: &G, _mv: G::Move, after: &G) {
        assert_eq!(*before, position.key(), "the state belongs to another position");
        *state = after.key();
    }

    fn evaluate(&self, state: &u64, position: &G, viewpoint: Side) -> i32 {
        assert_eq!(*state, position.key(), "the state belongs to another position");
        // Symmetric positions have the same value.
        let key = position.canonical().0.key();
        let value = |salt: u64| (mix(key ^ salt) % (2 * self.range as u64 + 1)) as i32 - self.range;
        match (self.antisymmetric, viewpoint) {
            (true, Side::First) => value(1),
            (true, Side::Second) => -value(1),
            (false, player) => value(2 + player as u64),
        }
    }

    fn scale(&self) -> i32 {
        4
    }

    fn is_antisymmetric(&self) -> bool {
        self.antisymmetric
    }

    /// Quiescence search meets every kind of position.
    fn noise(&self, state: &u64, position: &G) -> Liveliness {
        assert_eq!(*state, position.key(), "the state belongs to another position");
        [Liveliness::Quiet, Liveliness::Tempting, Liveliness::Forced][(mix(*state) % 3) as usize]
    }

    fn is_noisy(&self, state: &u64, position: &G, mv: G::Move) -> bool {
        assert_eq!(*state, position.key(), "the state belongs to another position");
        position.child(mv).key().is_multiple_of(2)
    }
}

/// A game of up to `plies` random moves that is not over.
pub(crate) fn random_record<G: Game>(rng: &mut Random, plies: u32) -> Record<G> {
    loop {
        let mut record = Record::new(G::start(u64::from(pick(rng, 1000))));
        for _ in 0..pick(rng, plies + 1) {
            let Some(mv) = record.position().random_move(rng) else { break };
            record.play(mv);
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// A game of Connect 4 with so many cells left in which nobody has won, and nobody could with the next move: many of them
/// end in a draw.
pub(crate) fn level_connect4(rng: &mut Random, left: u32) -> Record<Connect4> {
    loop {
        let mut record = Record::new(Connect4::start(0));
        while record.position().plies_left() != Some(left) {
            let position = record.position();
            let moves: Vec<_> = position.moves().filter(|&mv| position.child(mv).outcome().is_none()).collect();
            if moves.is_empty() {
                break;
            }
            record.play(moves[pick(rng, moves.len() as u32) as usize]);
        }
        let position = record.position();
        if position.plies_left() == Some(left) && position.moves().all(|mv| position.child(mv).outcome().is_none()) {
            return record;
        }
    }
}

/// The largest depth up to `deepest` at which plain minimax visits about `nodes` nodes or fewer.
pub(crate) fn affordable<G: Game>(position: &G, deepest: u32, nodes: f64) -> u32 {
    let moves = position.count_moves().max(2) as f64;
    (1..=deepest).rev().find(|&depth| moves.powi(depth as i32) <= nodes).unwrap_or(1)
}

/// Searches without watching.
pub(crate) fn quietly<G: Game>(engine: &mut impl Engine<G>, record: &Record<G>, limits: &Limits) -> Report<G::Move> {
    engine.search(record, limits, &mut |_| {})
}

/// Fails unless a report's moves can all be played.
pub(crate) fn check_legal<G: Game>(record: &Record<G>, report: &Report<G::Move>) {
    assert!(report.best().is_some(), "no move");
    for Line { pv, .. } in &report.lines {
        let mut position = record.position().clone();
        for &mv in pv {
            assert!(position.moves().any(|legal| legal == mv), "{mv:?} of {pv:?} is not legal in {position:?}");
            position.play(mv);
        }
    }
}
