//! Every store keeps what it was given; the one in a file survives what happens to files.

mod conformance;
mod damage;
mod durability;
mod samples;
