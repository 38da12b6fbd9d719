//! Sigils.
