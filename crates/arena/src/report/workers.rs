//! The machines that played a tournament: what they did, and whether their results fit those of the others.

use std::collections::{BTreeMap, HashMap};

use grandline_games::Side;
use serde_json::{Value, json};

use crate::played::Played;
use crate::store::{NoteKind, Store, StoreError, TournamentKey};

/// A worker with fewer games is not compared with the others.
const LEAST_GAMES: u64 = 20;
/// Results that differ by more than this many standard deviations do not fit. By chance alone one comparison in 16,000 does.
const LARGEST_Z: f64 = 4.0;
/// Dead games that are listed.
const LISTED: usize = 20;

/// What is known of the machines that played a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Workers {
    /// Every worker by name.
    pub rows: Vec<WorkerRow>,
    /// How jobs stood last, as the coordinator wrote it.
    pub jobs: Value,
    /// Results that came after the end and do not count.
    pub late: usize,
    /// Games that could not be played and have no result since, with the reason.
    pub dead: Vec<(u64, String)>,
}

/// A worker.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkerRow {
    /// Its name.
    pub name: String,
    /// What it last said about itself, as the coordinator wrote it; null if nothing is known.
    pub status: Value,
    /// Games of this tournament that it played.
    pub games: u64,
    /// The agent whose results do not fit, if there is one.
    pub misfit: Option<Misfit>,
}

/// An agent that scores differently on one worker than on the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// The agent.
    pub agent: String,
    /// By how many standard deviations its score differs; negative if it is lower.
    pub z: f64,
}

impl Workers {
    /// The workers of a tournament; `None` if it was played on one machine.
    pub fn read(store: &mut dyn Store, tournament: TournamentKey) -> Result<Option<Self>, StoreError> {
        let played = store.notes(tournament, NoteKind::Played)?;
        let statuses = store.notes(tournament, NoteKind::Worker)?;
        let (late, dead) = (store.notes(tournament, NoteKind::Late)?, store.notes(tournament, NoteKind::Dead)?);
        if played.is_empty() && statuses.is_empty() && late.is_empty() && dead.is_empty() {
            return Ok(None);
        }
        let workers: HashMap<u64, String> = played.into_iter().map(|note| (note.number, note.worker)).collect();
        let mut comparison = Comparison::default();
        let mut games: BTreeMap<String, u64> = statuses.iter().map(|note| (note.worker.clone(), 0)).collect();
        let mut missing: BTreeMap<u64, String> = dead.into_iter().map(|note| (note.number, note.text)).collect();
        store.results(tournament, &mut |game| {
            missing.remove(&game.number);
            if let Some(worker) = workers.get(&game.number) {
                *games.entry(worker.clone()).or_default() += 1;
                comparison.add(worker, &game);
            }
        })?;
        // What is no JSON was not written by us, and says nothing.
        let read = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let mut statuses: HashMap<String, Value> =
            statuses.into_iter().map(|note| (note.worker, read(&note.text))).collect();
        let row = |(name, games): (String, u64)| WorkerRow {
            status: statuses.remove(&name).unwrap_or(Value::Null),
            misfit: if games >= LEAST_GAMES { comparison.misfit(&name) } else { None },
            name,
            games,
        };
        Ok(Some(Workers {
            rows: games.into_iter().map(row).collect(),
            jobs: store.notes(tournament, NoteKind::Jobs)?.first().map_or(Value::Null, |note| read(&note.text)),
            late: late.len(),
            dead: missing.into_iter().collect(),
        }))
    }

    /// The same for programs that read it. Only the first dead games are listed.
    pub fn json(&self) -> Value {
        let row = |row: &WorkerRow| {
            let misfit = row.misfit.as_ref().map(|misfit| json!({ "agent": misfit.agent, "z": tenths(misfit.z) }));
            let WorkerRow { name, status, games, .. } = row;
            json!({ "name": name, "games": games, "status": status, "misfit": misfit })
        };
        let dead = |(game, reason): &(u64, String)| json!({ "game": game, "reason": reason });
        json!({
            "workers": self.rows.iter().map(row).collect::<Vec<_>>(),
            "jobs": self.jobs,
            "late": self.late,
            "dead": self.dead.len(),
            "dead_games": self.dead.iter().take(LISTED).map(dead).collect::<Vec<_>>(),
        })
    }

    /// What a reader should know, one sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for row in &self.rows {
            if let Some(Misfit { agent, z }) = &row.misfit {
                let (name, side) = (&row.name, if *z < 0.0 { "worse" } else { "better" });
                remarks.push(format!(
                    "worker {name}: {agent} scores {side} there than on the other workers (z = {z:.1}); check that machine"
                ));
            }
        }
        match self.late {
            0 => {}
            1 => remarks.push("1 result came after the end of the run and is not counted".to_owned()),
            late => remarks.push(format!("{late} results came after the end of the run and are not counted")),
        }
        for (number, reason) in self.dead.iter().take(LISTED) {
            remarks.push(format!("game {number} could not be played: {reason}"));
        }
        if self.dead.len() > LISTED {
            remarks.push(format!("{} more games could not be played", self.dead.len() - LISTED));
        }
        remarks
    }
}

fn tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}

/// Points and games, with the sum of squares for the variance.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: f64,
    points: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, points: f64) {
        self.games += 1.0;
        self.points += points;
        self.squares += points * points;
    }
}

/// The results of every worker by who met whom.
#[derive(Default)]
struct Comparison {
    /// By the players, the first in front: all games, and those of each worker. Points are those of the first player.
    cells: BTreeMap<[String; 2], (Sums, HashMap<String, Sums>)>,
}

impl Comparison {
    fn add(&mut self, worker: &str, game: &Played) {
        let points = match game.winner {
            Some(Side::First) => 1.0,
            None => 0.5,
            Some(Side::Second) => 0.0,
        };
        let (all, by_worker) = self.cells.entry(game.players.clone()).or_default();
        all.add(points);
        by_worker.entry(worker.to_owned()).or_default().add(points);
    }

    /// The agent whose results on a worker differ most from those on the others, if that cannot be chance.
    fn misfit(&self, worker: &str) -> Option<Misfit> {
        // By agent: how many points more than expected it has there, and the variance of that.
        let mut residuals: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for (players, (all, by_worker)) in &self.cells {
            let Some(here) = by_worker.get(worker) else { continue };
            let others = all.games - here.games;
            if others < 1.0 {
                continue;
            }
            let mean = all.points / all.games;
            let variance = (all.squares / all.games - mean * mean).max(0.0);
            let surplus = here.points - here.games * (all.points - here.points) / others;
            let variance = here.games * here.games * variance * (1.0 / here.games + 1.0 / others);
            for (agent, sign) in players.iter().zip([1.0, -1.0]) {
                let residual = residuals.entry(agent).or_default();
                residual.0 += sign * surplus;
                residual.1 += variance;
            }
        }
        let z = residuals.into_iter().filter(|(_, (_, variance))| *variance > 0.0);
        let z = z.map(|(agent, (surplus, variance))| (agent, surplus / variance.sqrt()));
        let (agent, z) = z.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
        (z.abs() > LARGEST_Z).then(|| Misfit { agent: agent.to_owned(), z })
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;

    use super::*;
    use crate::played::{Ending, Opening};
    use crate::store::{NewEntry, Note, Sqlite};

    fn game(number: u64, first_wins: bool) -> Played {
        let players = if number.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
        Played {
            number,
            round: 0,
            pair: number / 2 * 2,
            players: players.map(str::to_owned),
            opening: Opening::start(),
            plies: Vec::new(),
            winner: Some(if first_wins { Side::First } else { Side::Second }),
            margin: 1,
            ending: Ending::Rules,
            reason: String::new(),
            detail: Value::Null,
            evidence: None,
        }
    }

    /// A store with 200 games of two workers; on the second one, agent a wins as often as said, of ten.
    fn played(wins_there: u64) -> (Sqlite, TournamentKey) {
        let mut store = Sqlite::in_memory().expect("memory");
        let (name, definition) = ("cup".to_owned(), String::new());
        let new = NewEntry { name, game: GameId::Connect4, definition, created: None };
        let key = store.create(&new).expect("a free name").key;
        for number in 0..200 {
            let worker = if number % 40 < 20 { "one" } else { "two" };
            let wins = if worker == "one" { 5 } else { wins_there };
            let a_wins = (number / 2) % 10 < wins;
            let first_wins = a_wins == number.is_multiple_of(2);
            store.add(key, &[game(number, first_wins)]).expect("room");
            store.note(key, &[Note::played(number, worker)]).expect("room");
        }
        (store, key)
    }

    #[test]
    fn a_machine_whose_results_do_not_fit_is_flagged() {
        let read = |wins| {
            let (mut store, key) = played(wins);
            Workers::read(&mut store, key).expect("readable").expect("workers")
        };
        let fit = read(6);
        assert_eq!(fit.rows.iter().map(|row| row.games).collect::<Vec<_>>(), [100, 100]);
        assert!(fit.rows.iter().all(|row| row.misfit.is_none()), "{fit:?}");
        assert_eq!(fit.remarks(), Vec::<String>::new());
        let unfit = read(1);
        let misfit = unfit.rows[1].misfit.as_ref().expect("40 % fewer wins in 100 games");
        assert!(misfit.z.abs() > 5.0, "{misfit:?}");
        assert!(unfit.remarks()[1].starts_with("worker two: "), "{:?}", unfit.remarks());
    }

    #[test]
    fn late_and_dead_games_are_told() {
        let (mut store, key) = played(5);
        let dead =
            |number| Note { kind: NoteKind::Dead, number, worker: "one".to_owned(), text: "no bwrap".to_owned() };
        store.note(key, &[dead(7), dead(900), Note::late(&game(500, true), "two")]).expect("room");
        let workers = Workers::read(&mut store, key).expect("readable").expect("workers");
        assert_eq!(workers.dead, [(900, "no bwrap".to_owned())], "game 7 was played later");
        let words =
            ["1 result came after the end of the run and is not counted", "game 900 could not be played: no bwrap"];
        assert_eq!(workers.remarks(), words);
        assert_eq!(workers.json()["late"], 1);
    }

    #[test]
    fn a_tournament_of_one_machine_has_no_workers() {
        let mut store = Sqlite::in_memory().expect("memory");
        let (name, definition) = ("cup".to_owned(), String::new());
        let new = NewEntry { name, game: GameId::Connect4, definition, created: None };
        let key = store.create(&new).expect("a free name").key;
        assert_eq!(Workers::read(&mut store, key), Ok(None));
    }
}
