//! The atomics of what threads share: those of the standard library, or loom's, which try every order of reads and writes
//! (`cargo xtask models`).

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
