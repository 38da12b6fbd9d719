//! Hand of the King as a list of cards, with every rule spelled out.

use std::collections::BTreeMap;

use grandline_games::{Margin, Side};
use serde_json::{Value, json};

use crate::common::Twin;

const HOUSES: [(&str, usize); 7] =
    [("Stark", 8), ("Greyjoy", 7), ("Lannister", 6), ("Targaryen", 5), ("Baratheon", 4), ("Tyrell", 3), ("Tully", 2)];
const COMPANIONS: [(&str, usize); 6] =
    [("Jon", 1), ("Gendry", 0), ("Ramsay", 2), ("Sandor", 1), ("Jaqen", 3), ("Melisandre", 0)];

/// The rules of one variant, chosen by the two flags.
pub(crate) struct Court<const COMPANION_RULE: bool, const FARTHEST_RULE: bool> {
    /// Location to house.
    cards: BTreeMap<usize, usize>,
    varys: usize,
    mover: usize,
    counts: [[usize; 7]; 2],
    /// The banner's owner by house, kept from ply to ply as the course does.
    owners: [Option<usize>; 7],
    companions: Vec<&'static str>,
    choosing: bool,
    /// The house of the last normal move.
    last_house: usize,
}

impl<const C: bool, const F: bool> Court<C, F> {
    /// The locations strictly between two places of a row or column.
    fn between(from: usize, to: usize) -> Vec<usize> {
        let (low, high) = (from.min(to), from.max(to));
        let step = if low / 6 == high / 6 { 1 } else { 6 };
        (low + step..high).step_by(step).collect()
    }

    fn targets(&self) -> Vec<usize> {
        let in_line = |location: usize| location / 6 == self.varys / 6 || location % 6 == self.varys % 6;
        let all: Vec<usize> = self.cards.keys().copied().filter(|&location| in_line(location)).collect();
        let hidden = |target: usize| {
            all.iter().any(|&other| {
                self.cards[&other] == self.cards[&target] && Self::between(self.varys, other).contains(&target)
                    // Only a card in the same row or column as the target lies behind it.
                    && (other / 6 == target / 6 || other % 6 == target % 6)
            })
        };
        all.iter().copied().filter(|&target| !F || !hidden(target)).collect()
    }

    fn prune(&mut self) {
        let stuck = self.targets().is_empty();
        let cards = self.cards.len();
        self.companions.retain(|&name| !(stuck && name == "Melisandre"));
        self.companions.retain(|&name| COMPANIONS.iter().any(|&(known, choices)| known == name && choices <= cards));
        if self.companions == ["Jaqen"] {
            self.companions.clear();
        }
    }

    fn raise_banners(&mut self, last_house: usize) {
        for house in 0..7 {
            let [first, second] = [self.counts[0][house], self.counts[1][house]];
            if first > second {
                self.owners[house] = Some(0);
            } else if second > first {
                self.owners[house] = Some(1);
            } else if first > 0 && house == last_house {
                self.owners[house] = Some(self.mover);
            }
        }
    }

    fn normal_move(&mut self, target: usize) {
        let house = self.cards[&target];
        let mut captured = vec![target];
        captured.extend(Self::between(self.varys, target).into_iter().filter(|at| self.cards.get(at) == Some(&house)));
        for location in captured {
            self.cards.remove(&location);
            self.counts[self.mover][house] += 1;
        }
        self.varys = target;
        self.last_house = house;
        self.raise_banners(house);
        if C {
            self.prune();
            if !self.cards.values().any(|&other| other == house) && !self.companions.is_empty() {
                self.choosing = true;
                return;
            }
        }
        self.mover = 1 - self.mover;
    }

    fn companion_move(&mut self, name: &str, choices: &[&str]) {
        let place = |index: usize| -> usize { choices[index].parse().expect("a location") };
        let mut last_house = self.last_house;
        self.companions.retain(|&other| other != name);
        self.choosing = false;
        match name {
            "Jon" => {
                last_house = self.cards[&place(0)];
                self.counts[self.mover][last_house] += 2;
            }
            "Gendry" => {
                last_house = 4;
                self.counts[self.mover][4] += 1;
            }
            "Ramsay" => {
                let (a, b) = (place(0), place(1));
                let (at_a, at_b) = (self.cards.remove(&a), self.cards.remove(&b));
                at_a.map(|house| self.cards.insert(b, house));
                at_b.map(|house| self.cards.insert(a, house));
                if at_a.is_none() {
                    self.varys = b;
                } else if at_b.is_none() {
                    self.varys = a;
                }
            }
            "Sandor" => {
                self.cards.remove(&place(0));
            }
            "Jaqen" => {
                self.cards.remove(&place(0));
                self.cards.remove(&place(1));
                self.companions.retain(|&other| other != choices[2]);
            }
            _ => assert_eq!(name, "Melisandre"),
        }
        self.prune();
        self.raise_banners(last_house);
        if name != "Melisandre" {
            self.mover = 1 - self.mover;
        }
    }

    fn companion_moves(&self) -> Vec<String> {
        let cards: Vec<usize> = self.cards.keys().copied().collect();
        let mut with_varys = cards.clone();
        with_varys.push(self.varys);
        with_varys.sort_unstable();
        let pairs = |places: &[usize]| -> Vec<(usize, usize)> {
            places.iter().flat_map(|&a| places.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b).collect()
        };
        let mut moves = Vec::new();
        for &name in &self.companions {
            match name {
                "Jon" | "Sandor" => moves.extend(cards.iter().map(|card| format!("{name}:{card}"))),
                "Gendry" | "Melisandre" => moves.push(name.to_owned()),
                "Ramsay" => moves.extend(pairs(&with_varys).iter().map(|(a, b)| format!("Ramsay:{a},{b}"))),
                _ => {
                    for (a, b) in pairs(&cards) {
                        let others = self.companions.iter().filter(|&&other| other != name);
                        moves.extend(others.map(|other| format!("Jaqen:{a},{b},{other}")));
                    }
                }
            }
        }
        moves
    }
}

impl<const C: bool, const F: bool> Twin for Court<C, F> {
    fn start(text: &str) -> Self {
        assert_eq!(text.len(), 36);
        let cards: BTreeMap<usize, usize> =
            text.chars().enumerate().filter_map(|(at, c)| Some((at, c.to_digit(10)? as usize))).collect();
        for (house, (name, size)) in HOUSES.iter().enumerate() {
            assert_eq!(cards.values().filter(|&&other| other == house).count(), *size, "{name}");
        }
        Court {
            cards,
            varys: text.find('V').expect("Varys"),
            mover: 0,
            counts: [[0; 7]; 2],
            owners: [None; 7],
            companions: if C { COMPANIONS.map(|(name, _)| name).to_vec() } else { Vec::new() },
            choosing: false,
            last_house: 0,
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.choosing { self.companion_moves() } else { self.targets().iter().map(usize::to_string).collect() }
    }

    fn play(&mut self, text: &str) {
        match text.parse() {
            Ok(target) => self.normal_move(target),
            Err(_) => {
                let (name, choices) = text.split_once(':').unwrap_or((text, ""));
                self.companion_move(name, &choices.split(',').collect::<Vec<_>>());
            }
        }
    }

    fn detail(&self) -> Value {
        json!({
            "owners": self.owners.map(|owner| owner.map_or("0", |player| ["1", "2"][player])).concat(),
            "counts": self.counts,
            "left": self.cards.len(),
            "companions": self.companions,
            "choosing": self.choosing,
        })
    }

    fn outcome(&self) -> Option<Margin> {
        if self.choosing || !self.targets().is_empty() {
            return None;
        }
        let banners = |player| self.owners.iter().filter(|&&owner| owner == Some(player)).count() as i16;
        let margin = match banners(0) - banners(1) {
            0 => Margin::win(Side::BOTH[self.owners.iter().flatten().next().copied().expect("an owner")], 1),
            difference => Margin(difference),
        };
        Some(margin)
    }
}
