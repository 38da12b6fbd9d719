//! `cargo xtask deny`: where dependencies come from, under which licences, and which are built in twice. `deny.toml` says what
//! is allowed, in the format of cargo-deny, which is used as well where it is installed.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::machine::{has, root, run, say};
use crate::metadata::{Metadata, Package};

/// What is allowed.
#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    name: String,
    version: String,
}

pub(crate) fn run_checks() -> Result<()> {
    say("$ cargo metadata, compared with deny.toml");
    let metadata = Metadata::read()?;
    let rules: Rules = toml::from_str(&std::fs::read_to_string(root().join("deny.toml"))?).context("deny.toml")?;
    let problems = problems(&metadata, &rules);
    if !problems.is_empty() {
        bail!("dependencies that deny.toml does not allow:\n{}", problems.join("\n"));
    }
    if has("cargo-deny") {
        run("cargo", &["deny", "check"])?;
    }
    Ok(())
}

fn problems(metadata: &Metadata, rules: &Rules) -> Vec<String> {
    let mut problems = Vec::new();
    for Package { name, version, license, source, .. } in &metadata.packages {
        if source.as_ref().is_some_and(|source| !source.ends_with("/crates.io-index")) {
            problems.push(format!("{name} {version} does not come from crates.io"));
        }
        match license {
            Some(license) if is_allowed(license, &rules.licenses.allow) => {}
            Some(license) => problems.push(format!("{name} {version}: {license} is not an allowed licence")),
            None => problems.push(format!("{name} {version} names no licence")),
        }
    }
    for (name, versions) in built_in_twice(metadata) {
        let skipped = |version: &&str| {
            rules.bans.skip.iter().any(|skip| skip.name == name && version.starts_with(&format!("{}.", skip.version)))
        };
        let rest: Vec<&str> = versions.iter().copied().filter(|version| !skipped(version)).collect();
        if rest.len() > 1 {
            problems.push(format!("{name} is built in as {}", rest.join(" and ")));
        }
    }
    problems
}

/// The crates of which the program contains several versions.
fn built_in_twice(metadata: &Metadata) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in metadata.built_in() {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    versions
}

/// Whether an SPDX expression can be satisfied with allowed licences. `/` is the old way to write OR.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = expression.split_whitespace().collect();
    let mut words = words.as_slice();
    either(&mut words, allowed) && words.is_empty()
}

/// A sequence of alternatives.
fn either(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut any = both(words, allowed);
    while let [word, rest @ ..] = *words
        && word.eq_ignore_ascii_case("or")
    {
        *words = rest;
        any |= both(words, allowed);
    }
    any
}

/// Licences that all apply.
fn both(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut all = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        all &= one(words, allowed);
    }
    all
}

/// One licence, with its exception if it has one, or an expression in parentheses.
fn one(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let inner = either(words, allowed);
            let [")", rest @ ..] = *words else { return false };
            *words = rest;
            inner
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{licence} WITH {exception}"))
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed.contains(*licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{Dependency, Kind, Node, Resolve};

    fn allowed() -> BTreeSet<String> {
        ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into()
    }

    #[test]
    fn expressions_of_licences() {
        for fine in [
            "MIT",
            "MIT OR GPL-3.0-only",
            "GPL-3.0-only/MIT",
            "(MIT OR GPL-3.0-only) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
            "MIT or GPL-3.0-only",
        ] {
            assert!(is_allowed(fine, &allowed()), "{fine}");
        }
        for wrong in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MIT WITH LLVM-exception", "(MIT", "MIT)", "", "MIT MIT"]
        {
            assert!(!is_allowed(wrong, &allowed()), "{wrong}");
        }
    }

    fn package(name: &str, version: &str, license: Option<&str>, source: &str) -> Package {
        let text = |text: &str| text.to_owned();
        Package {
            id: format!("{name} {version}"),
            name: text(name),
            version: text(version),
            license: license.map(text),
            source: Some(text(source)),
        }
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let index = "registry+an-index/crates.io-index";
        let packages = vec![
            package("grandline", "0.1.0", Some("MIT"), index),
            package("twice", "1.0.0", Some("MIT"), index),
            package("twice", "2.0.0", Some("MIT"), index),
            package("copyleft", "1.0.0", Some("GPL-3.0-only"), index),
            package("nothing", "1.0.0", None, index),
            package("elsewhere", "1.0.0", Some("MIT"), "git+a-repository"),
        ];
        let kind = |kind: Option<&str>| Kind { kind: kind.map(str::to_owned), target: None };
        let dependency = |pkg: &str, dev: Option<&str>| Dependency { pkg: pkg.to_owned(), dep_kinds: vec![kind(dev)] };
        let deps = vec![dependency("twice 1.0.0", None), dependency("twice 2.0.0", None)];
        let nodes = vec![Node { id: "grandline 0.1.0".to_owned(), deps }];
        let metadata = Metadata { packages, resolve: Resolve { nodes } };
        let mut rules = Rules { licenses: Licenses { allow: allowed() }, bans: Bans { skip: Vec::new() } };
        assert_eq!(
            problems(&metadata, &rules),
            [
                "copyleft 1.0.0: GPL-3.0-only is not an allowed licence",
                "nothing 1.0.0 names no licence",
                "elsewhere 1.0.0 does not come from crates.io",
                "twice is built in as 1.0.0 and 2.0.0",
            ]
        );
        rules.bans.skip.push(Skip { name: "twice".to_owned(), version: "1".to_owned() });
        assert_eq!(problems(&metadata, &rules).len(), 3);
    }
}
