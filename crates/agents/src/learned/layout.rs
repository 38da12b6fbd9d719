//! A declaration of features as data.

use grandline_games::Game;

use super::features::Features;

/// A table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What its entries are about, in a word or two.
    pub name: &'static str,
    /// How many entries it has.
    pub size: usize,
}

/// Tables, phases, and which entries share a parameter. Entries of all tables are numbered through.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The name of the features.
    pub name: &'static str,
    /// Their version.
    pub version: u32,
    /// The tables in order.
    pub tables: Vec<Table>,
    /// The number of phases.
    pub phases: usize,
    /// How many terms a position has.
    pub terms: usize,
    /// How many parameters there are to fit in each phase.
    pub parameters: usize,
    /// The parameter of each entry, and what it is multiplied by.
    pub parameter_of: Vec<(u32, i16)>,
    /// The entry that the other player sees, by entry.
    pub turned: Vec<u32>,
}

impl Layout {
    /// The layout of a set of features.
    pub fn of<G: Game, F: Features<G>>() -> Self {
        let tables = F::tables();
        let entries: usize = tables.iter().map(|table| table.size).sum();
        let mut parameter_of = vec![(u32::MAX, 1); entries];
        let mut parameters = 0;
        for (index, (parameter, _)) in parameter_of.iter_mut().enumerate() {
            if F::shared(index as u32).0 as usize == index {
                *parameter = parameters;
                parameters += 1;
            }
        }
        let shares = |index: usize| {
            let (representative, factor) = F::shared(index as u32);
            (parameter_of[representative as usize].0, factor)
        };
        let parameter_of = (0..entries).map(shares).collect();
        let turned = (0..entries as u32).map(F::turned).collect();
        let mut trace = F::Trace::default();
        F::trace(&G::start(0), &mut trace);
        let terms = F::indices(&trace).len();
        let parameters = parameters as usize;
        let (name, version, phases) = (F::NAME, F::VERSION, F::PHASES);
        Layout { name, version, tables, phases, terms, parameters, parameter_of, turned }
    }

    /// How many entries all tables have.
    pub fn entries(&self) -> usize {
        self.parameter_of.len()
    }
}
