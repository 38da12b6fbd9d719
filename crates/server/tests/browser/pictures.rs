//! Pictures of the page for the guides, made only when they are asked for: `cargo xtask screenshots`.
