//! The two ways to lay out a board: a plain shuffle, and the one of the course.

use rand_core::Rng;

use super::house::House;
use super::location::{Location, PLACES};
use super::{HandOfTheKing, Variant};
use crate::random::{pick, seeded};

/// The places in order, from which a shuffle draws.
const IN_ORDER: [Location; PLACES as usize] = {
    let mut places = [Location(0); PLACES as usize];
    let mut number = 0;
    while number < PLACES {
        if let Some(place) = Location::new(number) {
            places[number as usize] = place;
        }
        number += 1;
    }
    places
};

impl<V: Variant> HandOfTheKing<V> {
    /// A board on which every order of the cards is equally likely.
    #[inline]
    pub fn shuffled(rng: &mut impl Rng) -> Self {
        let mut places = IN_ORDER;
        let mut left = places.len();
        // Cards of one house are alike, so drawing a set of places for each is enough. The largest
        // house takes what remains and costs nothing.
        let mut draw = || {
            let index = pick(rng, left as u32) as usize;
            left -= 1;
            let place = places[index];
            places[index] = places[left];
            place
        };
        let varys = draw();
        let mut sets = [0; House::ALL.len()];
        for house in &House::ALL[1..] {
            for _ in 0..house.size() {
                sets[house.index()] |= draw().bit();
            }
        }
        sets[0] = places[..left].iter().fold(0, |set, place| set | place.bit());
        Self::with_cards(sets, varys)
    }

    /// A board of the course's generator: place by place, a house uniformly among those that still
    /// have cards, Varys counting as one. Small houses are soon used up and gather at the top.
    pub fn course(seed: u64) -> Self {
        let mut rng = seeded(seed);
        let mut left = House::ALL.map(House::size);
        let mut varys = None;
        let mut sets = [0; House::ALL.len()];
        for place in Location::all() {
            let houses = House::ALL.into_iter().filter(|house| left[house.index()] > 0);
            let choices = houses.clone().count() as u32 + u32::from(varys.is_none());
            match houses.into_iter().nth(pick(&mut rng, choices) as usize) {
                Some(house) => {
                    left[house.index()] -= 1;
                    sets[house.index()] |= place.bit();
                }
                None => varys = Some(place),
            }
        }
        Self::with_cards(sets, varys.unwrap_or_else(|| unreachable!("36 places hold 35 cards and Varys")))
    }
}
