//! A book of experience from the games of a store: what became of each move in early positions.

use grandline_agents::experience::{Book, MoveTally};
use grandline_games::GameId;
use thiserror::Error;

use crate::played::Played;
use crate::store::{Entry, Store, StoreError};

/// What goes into a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathering {
    /// The game; may be left out where the tournaments are all of one.
    pub game: Option<GameId>,
    /// The names of the tournaments; all of the game if there are none.
    pub tournaments: Vec<String>,
    /// The players whose moves are counted; those of all if there are none.
    pub players: Vec<String>,
    /// How many plies of each game are looked at, those of its opening included.
    pub plies: usize,
    /// In how many games a position must have been met to be kept.
    pub games: u64,
}

/// A book and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The book.
    pub book: Book,
    /// How many tournaments were read.
    pub tournaments: usize,
    /// How many games are in the book.
    pub games: u64,
    /// How many games were left out, because they were not decided on the board.
    pub forfeits: u64,
}

/// Why no book could be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperienceError {
    /// The store did not give its games.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A tournament was asked for that is not there. Fields: its name; those there are.
    #[error("there is no tournament '{}'; the store has {}", .0, words(.1))]
    UnknownTournament(String, Vec<String>),
    /// A tournament was asked for that is of another game. Fields: its name; its game; the game of the book.
    #[error("tournament '{0}' is of {1}, and the book is to be of {2}")]
    OtherGame(String, GameId, GameId),
    /// Tournaments of several games, and no word which. Fields: the games.
    #[error("the store has tournaments of {}; say which game the book is to be of with --game", words(.0))]
    WhichGame(Vec<String>),
    /// No tournament to learn from. Fields: the game asked for.
    #[error("the store has no tournament{}", .0.map_or_else(String::new, |game| format!(" of {game}")))]
    Nothing(Option<GameId>),
    /// None of the players asked for moved in time. Fields: the players.
    #[error("no game has an early move of {}", .0.join(" or "))]
    NoPlayer(Vec<String>),
    /// A game of the store that the rules do not allow. Fields: the tournament; the number of the game; what is wrong
    /// with it.
    #[error("game {1} of tournament '{0}' cannot be replayed: {2}")]
    Replay(String, u64, String),
}

fn words(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

/// Makes a book of the games of a store.
pub fn gather(store: &mut dyn Store, gathering: &Gathering) -> Result<Gathered, ExperienceError> {
    let entries = chosen(store.list()?, gathering)?;
    let Some(game) = entries.first().map(|entry| entry.entered.game) else {
        return Err(ExperienceError::Nothing(gathering.game));
    };
    let mut gathered = Gathered { book: Book::new(game), tournaments: entries.len(), games: 0, forfeits: 0 };
    for Entry { key, entered, .. } in &entries {
        let mut failed = None;
        store.games(*key, &mut |played| {
            if failed.is_none() {
                let (number, noted) = (played.number, gathered.note(game, &played, gathering));
                failed = noted.err().map(|reason| (number, reason));
            }
        })?;
        if let Some((number, reason)) = failed {
            return Err(ExperienceError::Replay(entered.name.clone(), number, reason));
        }
    }
    if gathered.book.positions() == 0 && !gathering.players.is_empty() {
        return Err(ExperienceError::NoPlayer(gathering.players.clone()));
    }
    gathered.book.keep_from(gathering.games);
    Ok(gathered)
}

/// The tournaments that are read: all of one game.
fn chosen(all: Vec<Entry>, gathering: &Gathering) -> Result<Vec<Entry>, ExperienceError> {
    let mut entries: Vec<Entry> = Vec::new();
    for name in &gathering.tournaments {
        let Some(entry) = all.iter().find(|entry| entry.entered.name == *name) else {
            let known = all.iter().map(|entry| entry.entered.name.clone()).collect();
            return Err(ExperienceError::UnknownTournament(name.clone(), known));
        };
        let (name, found) = (name.clone(), entry.entered.game);
        match gathering.game {
            Some(game) if game != found => return Err(ExperienceError::OtherGame(name, found, game)),
            _ if entries.contains(entry) => {}
            _ => entries.push(entry.clone()),
        }
    }
    if gathering.tournaments.is_empty() {
        entries = all;
        entries.retain(|entry| gathering.game.is_none_or(|game| game == entry.entered.game));
    }
    let mut games: Vec<GameId> = entries.iter().map(|entry| entry.entered.game).collect();
    games.sort_unstable();
    games.dedup();
    if games.len() > 1 {
        return Err(ExperienceError::WhichGame(games.iter().map(GameId::to_string).collect()));
    }
    Ok(entries)
}

impl Gathered {
    /// Counts the first plies of a game. Whether an agent or an opening chose them, they led to its result.
    fn note(&mut self, game: GameId, played: &Played, gathering: &Gathering) -> Result<(), String> {
        if played.ending.is_forfeit() {
            self.forfeits += 1;
            return Ok(());
        }
        let mut position = game.set_up(&played.opening.setup).map_err(|error| error.to_string())?;
        for (index, text) in played.moves().take(gathering.plies).enumerate() {
            let mv = position.parse_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
            let mover = position.to_move();
            if gathering.players.is_empty() || gathering.players.contains(&played.players[mover.index()]) {
                self.book.note(&position, mv, MoveTally::of(played.winner, mover));
            }
            position.play(mv);
        }
        self.games += 1;
        Ok(())
    }
}
