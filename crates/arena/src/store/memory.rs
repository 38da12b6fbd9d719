//! Results that are forgotten with the program: matches nobody asked to keep, and tests.

use std::collections::BTreeMap;

use super::{Entry, Excerpt, NewEntry, Store, StoreError, TournamentKey};
use crate::played::Played;

/// A store without a file.
#[derive(Debug, Default)]
pub struct Memory {
    tournaments: Vec<(Entry, BTreeMap<u64, Played>)>,
}

impl Memory {
    fn at(&mut self, key: TournamentKey) -> Result<&mut (Entry, BTreeMap<u64, Played>), StoreError> {
        let index = usize::try_from(key.0).ok();
        let missing = || StoreError::no_tournament("memory", key);
        index.and_then(|index| self.tournaments.get_mut(index)).ok_or_else(missing)
    }
}

impl Store for Memory {
    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError> {
        Ok(self.list()?.into_iter().find(|entry| entry.entered.name == name))
    }

    fn get(&mut self, tournament: TournamentKey) -> Result<Option<Entry>, StoreError> {
        Ok(self.list()?.into_iter().find(|entry| entry.key == tournament))
    }

    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError> {
        if self.find(&new.name)?.is_some() {
            return Err(StoreError::Taken(new.name.clone()));
        }
        let key = TournamentKey(self.tournaments.len() as i64);
        let entry = Entry { key, entered: new.clone(), games: 0, verdict: None };
        self.tournaments.push((entry.clone(), BTreeMap::new()));
        Ok(entry)
    }

    fn list(&mut self) -> Result<Vec<Entry>, StoreError> {
        let counted =
            |(entry, games): &(Entry, BTreeMap<u64, Played>)| Entry { games: games.len() as u64, ..entry.clone() };
        Ok(self.tournaments.iter().map(counted).collect())
    }

    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError> {
        let (_, rows) = self.at(tournament)?;
        for game in games {
            rows.entry(game.number).or_insert_with(|| game.clone());
        }
        Ok(())
    }

    fn cut(&mut self, tournament: TournamentKey, from: u64) -> Result<(), StoreError> {
        self.at(tournament)?.1.split_off(&from);
        Ok(())
    }

    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError> {
        self.at(tournament)?.0.verdict = Some(verdict.to_owned());
        Ok(())
    }

    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.at(tournament)?.1.values().cloned().for_each(visit);
        Ok(())
    }

    fn results(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.at(tournament)?.1.values().map(without_plies).for_each(visit);
        Ok(())
    }

    fn excerpt(&mut self, tournament: TournamentKey, wanted: &Excerpt) -> Result<Vec<Played>, StoreError> {
        let rows = self.at(tournament)?.1.range(wanted.from..).map(|(_, game)| game);
        let is_wanted = |game: &&Played| wanted.agents.iter().flatten().all(|name| game.players.contains(name));
        Ok(rows.filter(is_wanted).take(wanted.most).map(without_plies).collect())
    }

    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError> {
        Ok(self.at(tournament)?.1.get(&number).cloned())
    }
}

fn without_plies(game: &Played) -> Played {
    Played { plies: Vec::new(), evidence: None, ..game.clone() }
}
