//! Games between a person and an agent, or between two people.
//!
//! `game.rs` is one game as a state machine that is told the time; `offers.rs` is what two people ask of each other;
//! `document.rs` is what of it is kept in the database; `room.rs` is a game with those who watch it; `thinking.rs` is the
//! agent at work; `rooms.rs` finds rooms and keeps the clocks.

mod document;
mod game;
mod offers;
mod room;
mod rooms;
mod thinking;
mod view;

pub(crate) use document::{By, ClockSettings, GameDocument, Ply};
pub(crate) use game::LiveGame;
pub(crate) use offers::Rematch;
pub(crate) use room::Room;
pub(crate) use rooms::{ID_LENGTH, Rooms, keep};
