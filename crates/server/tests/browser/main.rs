//! The page in a real Chromium, by its driver: every test has a server with a database of its own and a browser that
//! remembers nothing. Whatever a test does, the page must log no error and ask no other host for anything.

mod accessibility;
mod analysing;
mod assets;
mod boards;
mod controls;
mod editing;
mod fixed;
mod games;
mod harness;
mod languages;
mod looks;
mod newcomers;
mod own_agents;
mod pictures;
mod playing;
mod provoked;
mod records;
mod tournaments;
mod two_people;
mod untranslated;
mod variations;
mod views;
mod weight;
