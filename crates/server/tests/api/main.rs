//! The API as a client sees it: a real server on a port of this machine, asked over real connections.

mod accuracy;
mod analysing;
mod bad_input;
mod common;
mod connections;
mod editing;
mod guarding;
mod limits;
mod lists;
mod own_agents;
mod playing;
mod restarting;
mod sharing;
mod tournament_input;
mod tournaments;
mod workers;
