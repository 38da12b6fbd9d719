//! The parameters of a pool, some given and some fitted, and where each of them lives.

/// Where a quantity lives: fixed, or a place in the vector that is fitted.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    Fixed(f64),
    Free(usize),
}

/// Which quantity lives where.
pub(super) struct Slots {
    pub(super) player: Vec<Slot>,
    /// The average player of each player's component, against whom the prior is scored. It is fixed at 0 where nothing
    /// else fixes the scale.
    pub(super) average: Vec<Slot>,
    pub(super) first_move: Slot,
    pub(super) free: usize,
}

impl Slots {
    /// With `equal`, both of these players live in one place.
    pub(super) fn new(components: &[Vec<usize>], fixed: &[Option<f64>], equal: Option<(usize, usize)>) -> Slots {
        let mut free = 0;
        let mut next = || {
            free += 1;
            Slot::Free(free - 1)
        };
        let mut player = vec![Slot::Fixed(0.0); fixed.len()];
        let mut average = player.clone();
        for component in components.iter().filter(|component| component.len() > 1) {
            let anchored = component.iter().any(|&member| fixed[member].is_some());
            let middle = if anchored { next() } else { Slot::Fixed(0.0) };
            for &member in component {
                player[member] = fixed[member].map_or_else(&mut next, Slot::Fixed);
                average[member] = middle;
            }
        }
        if let Some((one, other)) = equal {
            // A place that is fixed stays so; the one that is left empty gathers no slope and never moves.
            match player[other] {
                Slot::Fixed(_) => player[one] = player[other],
                Slot::Free(_) => player[other] = player[one],
            }
        }
        let first_move = next();
        Slots { player, average, first_move, free }
    }
}

/// The parameters: the vector of free quantities, and the logarithm of the draw parameter if there are draws.
#[derive(Clone)]
pub(super) struct State {
    pub(super) free: Vec<f64>,
    pub(super) log_draws: Option<f64>,
}

impl State {
    pub(super) fn of(&self, slot: Slot) -> f64 {
        match slot {
            Slot::Fixed(value) => value,
            Slot::Free(index) => self.free[index],
        }
    }

    pub(super) fn draws(&self) -> f64 {
        self.log_draws.map_or(0.0, f64::exp)
    }

    /// A share of a step away: its parts are those of the free quantities, and then that of the draws.
    pub(super) fn stepped(&self, step: &[f64], share: f64) -> State {
        let free = self.free.iter().zip(step).map(|(value, step)| value + share * step).collect();
        let draws = step.get(self.free.len()).copied().unwrap_or_default();
        State { free, log_draws: self.log_draws.map(|value| value + share * draws) }
    }
}
