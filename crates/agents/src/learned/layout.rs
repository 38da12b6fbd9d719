//! A declaration of features as data.

use std::collections::HashMap;

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
    /// The parameters of all entries, one entry after the other, and what each is multiplied by.
    shares: Vec<(u32, i16)>,
    /// Where those of each entry begin, and the end of all.
    starts: Vec<u32>,
    /// The entry that the other player sees, by entry.
    pub turned: Vec<u32>,
}

impl Layout {
    /// The layout of a set of features.
    pub fn of<G: Game, F: Features<G>>() -> Self {
        let tables = F::tables();
        let entries: usize = tables.iter().map(|table| table.size).sum();
        let mut numbers = HashMap::new();
        let (mut shares, mut starts) = (Vec::new(), vec![0]);
        for index in 0..entries as u32 {
            for (name, factor) in F::parameters(index) {
                let next = numbers.len() as u32;
                shares.push((*numbers.entry(name).or_insert(next), factor));
            }
            starts.push(shares.len() as u32);
        }
        let turned = (0..entries as u32).map(F::turned).collect();
        let mut trace = F::Trace::default();
        F::trace(&G::start(0), &mut trace);
        let terms = F::indices(&trace).len();
        let parameters = numbers.len();
        let (name, version, phases) = (F::NAME, F::VERSION, F::PHASES);
        Layout { name, version, tables, phases, terms, parameters, shares, starts, turned }
    }

    /// How many entries all tables have.
    pub fn entries(&self) -> usize {
        self.turned.len()
    }

    /// The parameters whose sum is the weight of an entry, and what each is multiplied by.
    #[inline]
    pub fn parameters_of(&self, entry: u32) -> &[(u32, i16)] {
        let [from, to] = [self.starts[entry as usize], self.starts[entry as usize + 1]];
        &self.shares[from as usize..to as usize]
    }
}
