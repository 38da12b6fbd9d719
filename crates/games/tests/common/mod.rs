//! What the rule tests of the games share: slow twins and recorded vectors.

mod twins;

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
pub(crate) use twins::{Twin, agree};

/// A gzipped JSON file of `tests/vectors`.
pub(crate) fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("a gzip file of text");
    serde_json::from_str(&text).expect("JSON")
}
