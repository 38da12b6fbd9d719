//! What `cargo metadata` says about the crates that are built.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::machine::root;

/// The program whose dependencies people get.
const PROGRAM: &str = "grandline";

/// What `cargo metadata` says.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) resolve: Resolve,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    /// Where it comes from; nothing for a crate of the workspace.
    pub(crate) source: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Resolve {
    pub(crate) nodes: Vec<Node>,
}

/// A package with what it depends on.
#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) deps: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) pkg: String,
    pub(crate) dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
pub(crate) struct Kind {
    /// Nothing for a dependency of the program itself, else `dev` or `build`.
    pub(crate) kind: Option<String>,
    pub(crate) target: Option<String>,
}

impl Metadata {
    /// Asks cargo.
    pub(crate) fn read() -> Result<Self> {
        let output = Command::new("cargo")
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(root())
            .output()
            .context("cannot start cargo")?;
        if !output.status.success() {
            bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        serde_json::from_slice(&output.stdout).context("cargo metadata")
    }

    /// The program and everything that is built into it on this kind of machine, by name and version.
    pub(crate) fn built_in(&self) -> Vec<&Package> {
        let packages: HashMap<&str, &Package> = self.packages.iter().map(|each| (each.id.as_str(), each)).collect();
        let nodes: HashMap<&str, &Node> = self.resolve.nodes.iter().map(|each| (each.id.as_str(), each)).collect();
        let mut waiting: Vec<&str> =
            self.packages.iter().filter(|each| each.name == PROGRAM).map(|each| each.id.as_str()).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let dependencies = nodes.get(id).map_or(&[][..], |node| &node.deps);
            let built_in = dependencies.iter().filter(|each| each.dep_kinds.iter().any(Kind::is_built_in));
            waiting.extend(built_in.map(|each| each.pkg.as_str()));
        }
        let mut found: Vec<&Package> = seen.iter().filter_map(|id| packages.get(id).copied()).collect();
        found.sort_by_key(|package| (&package.name, &package.version));
        found
    }
}

impl Kind {
    /// Whether it is part of the program on Linux; conditions for other systems are easy to tell.
    fn is_built_in(&self) -> bool {
        const OTHERS: [&str; 9] = ["windows", "macos", "apple", "wasm", "wasi", "hermit", "redox", "uefi", "loom"];
        let is_here = |target: &String| !OTHERS.iter().any(|other| target.contains(other));
        self.kind.is_none() && self.target.as_ref().is_none_or(is_here)
    }
}
