//! Every store keeps what it was given; the one in a file survives what happens to files.

mod conformance;
mod copies;
mod damage;
mod documents;
mod durability;
#[cfg(feature = "postgres")]
mod postgres;
mod samples;
