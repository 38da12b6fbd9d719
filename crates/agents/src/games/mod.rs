//! What games add to the agents: evaluations, presets, exact knowledge. All of it is optional.
//!
//! Each game has a folder here, found by the build script, with a function `register` and a file `presets.toml`; a TOML file
//! named after a variant changes agents for it. A game without a folder has the evaluations of every game and the presets of
//! `default.toml`.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use grandline_games::{Game, GameId, ListedGame, Side};
use grandline_search::{Evaluator, Indifferent, Knowledge, Solver};

use crate::evaluation::{Declaration, LEARNED};
use crate::learned::FeatureSet;

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// Makes the exact knowledge of a game, given the megabytes of its table and the number of threads.
pub type MakeKnowledge<G> = fn(usize, usize) -> Box<dyn Knowledge<G>>;

/// What one game adds.
pub struct Extra<G: Game> {
    /// The evaluations presets can name, beside those of every game.
    pub evaluations: Vec<Declaration<G>>,
    /// What learned evaluations can be made of.
    pub features: Vec<Arc<dyn FeatureSet<G>>>,
    /// The game's own solver; the generic one if there is none.
    pub knowledge: Option<MakeKnowledge<G>>,
}

/// What all games add, by the type of the game.
#[derive(Default)]
pub struct Extras(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Extras {
    /// Notes what a game adds.
    pub fn add<G: ListedGame>(&mut self, extra: Extra<G>) {
        self.0.insert(TypeId::of::<G>(), Box::new(extra));
    }

    fn all() -> &'static Extras {
        static ALL: OnceLock<Extras> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all = Extras::default();
            register_all(&mut all);
            all
        })
    }

    fn of<G: ListedGame>() -> Option<&'static Extra<G>> {
        Extras::all().0.get(&TypeId::of::<G>()).and_then(|extra| extra.downcast_ref())
    }
}

/// Every evaluation of a game: its own, then those that every game has.
pub(crate) fn evaluations<G: ListedGame>() -> impl Iterator<Item = Declaration<G>> {
    let own = Extras::of::<G>().map(|extra| extra.evaluations.as_slice()).unwrap_or_default();
    let learned = (!features::<G>().is_empty()).then_some(Declaration {
        name: LEARNED,
        description: "learned weights over features of the game, in log-odds; the key weights names them",
        parameters: &[],
        make: |chosen| {
            let made = chosen.weights.as_ref().and_then(|weights| weights.evaluation::<G>());
            made.unwrap_or_else(|| {
                unreachable!("the catalogue reads the weights of a learned evaluation and checks them")
            })
        },
    });
    own.iter().copied().chain(learned).chain(common())
}

/// The features that a game declares.
pub(crate) fn features<G: ListedGame>() -> &'static [Arc<dyn FeatureSet<G>>] {
    Extras::of::<G>().map(|extra| extra.features.as_slice()).unwrap_or_default()
}

/// The names of the weights that come with the program for a game.
pub(crate) fn weights_names(game: GameId) -> impl Iterator<Item = &'static str> {
    let folder = folder(game);
    WEIGHTS.iter().filter(move |(known, _, _)| *known == folder).map(|&(_, name, _)| name)
}

/// The file of the weights of a name that come with the program for a game.
pub(crate) fn weights(game: GameId, name: &str) -> Option<&'static [u8]> {
    own_or_shared(WEIGHTS, game, name)
}

/// The text of the book of a name that comes with the program for a game.
pub(crate) fn book(game: GameId, name: &str) -> Option<&'static str> {
    own_or_shared(BOOKS, game, name)
}

/// What a game has by a name. Variants share it, unless a variant has its own, `NAME-VARIANT`.
fn own_or_shared<T: Copy>(all: &[(&str, &str, T)], game: GameId, name: &str) -> Option<T> {
    let folder = folder(game);
    let find = |wanted: &str| all.iter().find(|(of, known, _)| *of == folder && *known == wanted).map(|&(_, _, it)| it);
    let own = game.name().split_once('/').and_then(|(_, variant)| find(&format!("{name}-{variant}")));
    own.or_else(|| find(name))
}

/// The folder of a game, which its variants share.
fn folder(game: GameId) -> String {
    game.name().split('/').next().unwrap_or_default().replace('-', "_")
}

/// The exact knowledge of a game: its own solver, or the generic one. `None` for games with repetition that have no
/// solver of their own.
pub(crate) fn knowledge<G: ListedGame>(megabytes: usize, threads: usize) -> Option<Box<dyn Knowledge<G>>> {
    match Extras::of::<G>().and_then(|extra| extra.knowledge) {
        Some(knowledge) => Some(knowledge(megabytes, threads)),
        None if G::RECURS => None,
        None => Some(Box::new(Solver::new(megabytes))),
    }
}

/// Whether a game has a solver of its own.
pub(crate) fn has_solver<G: ListedGame>() -> bool {
    Extras::of::<G>().is_some_and(|extra| extra.knowledge.is_some())
}

/// The names and the texts of the files that list the agents of a game. Variants share one, `checkers/aiarena` is in the
/// file of `checkers`, and a file named after a variant replaces agents for it.
pub(crate) fn presets(game: GameId) -> Vec<(String, &'static str)> {
    let (family, variant) =
        game.name().split_once('/').map_or((game.name(), None), |(family, own)| (family, Some(own)));
    let folder = family.replace('-', "_");
    let of = |wanted: Option<&str>| PRESETS.iter().find(|(known, of, _)| *known == folder && *of == wanted);
    let mut files = match of(None) {
        Some(&(_, _, text)) => vec![(format!("{family}.toml"), text)],
        None => vec![("default.toml".to_owned(), include_str!("default.toml"))],
    };
    if let Some((variant, &(_, _, text))) = variant.and_then(|variant| Some((variant, of(Some(variant))?))) {
        files.push((format!("{family}-{variant}.toml"), text));
    }
    files
}

/// The evaluations that every game has.
fn common<G: Game>() -> [Declaration<G>; 2] {
    [
        Declaration {
            name: "mobility",
            description: "the legal moves of the player to move, counted for that player",
            parameters: &[],
            make: |_| Arc::new(Mobility),
        },
        Declaration {
            name: "result",
            description: "0 until the game is over; then who won",
            parameters: &[],
            make: |_| Arc::new(Indifferent),
        },
    ]
}

/// The number of moves of the player to move.
struct Mobility;

impl<G: Game> Evaluator<G> for Mobility {
    type State = ();

    fn evaluate(&self, _state: &(), position: &G, viewpoint: Side) -> i32 {
        let moves = position.count_moves() as i32;
        if position.to_move() == viewpoint { moves } else { -moves }
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }
}
