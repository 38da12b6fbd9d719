//! The files of the page as files: every text in every language, none unused, no other host named.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn texts(language: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(format!("{FOLDER}/texts/{language}.json")).expect("a file of texts");
    let texts: BTreeMap<String, String> = serde_json::from_str(&text).expect("texts by key");
    // The second text of a key would silently replace the first.
    let lines = text.lines().filter(|line| line.starts_with("  \""));
    assert_eq!(lines.count(), texts.len(), "{language}.json has a key twice, or two in a line");
    texts
}

#[test]
fn both_languages_have_the_same_texts() {
    let (english, french) = (texts("en"), texts("fr"));
    assert_eq!(english.keys().collect::<Vec<_>>(), french.keys().collect::<Vec<_>>());
    let holes = |text: &str| -> BTreeSet<String> {
        text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
    };
    for (key, text) in &english {
        assert_eq!(holes(text), holes(&french[key]), "{key} has other values in French");
    }
}

/// The keys that scripts ask a function for. Those that are put together end where the first part is put in.
fn keys<'a>(scripts: &'a str, function: &str) -> BTreeSet<&'a str> {
    let calls = scripts.match_indices(function).filter(|(at, _)| {
        let before = scripts[..*at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '.' || letter == '_')
    });
    let rests = calls.map(|(at, _)| &scripts[at + function.len()..]);
    rests.filter_map(|rest| rest.strip_prefix(['"', '`'])?.split(['"', '`', '$']).next()).collect()
}

#[test]
fn every_text_is_there_and_used() {
    let scripts = files(&Path::new(FOLDER).join("js"));
    let scripts: String = scripts.iter().map(|file| fs::read_to_string(file).expect("a script")).collect();
    let english = texts("en");
    let mut asked: BTreeSet<String> =
        ["t(", "tOr("].iter().flat_map(|call| keys(&scripts, call)).map(str::to_owned).collect();
    asked.extend(keys(&scripts, "term(").iter().map(|key| format!("tip.{key}")));
    for key in &asked {
        let begins = |known: &String| key.ends_with(['.', '_']) && known.starts_with(key.as_str());
        assert!(english.contains_key(key) || english.keys().any(begins), "no text for {key}");
    }
    for key in english.keys() {
        let stem = key.trim_end_matches("_one");
        let begins = |asked: &String| asked.ends_with(['.', '_']) && stem.starts_with(asked.as_str());
        // A key may also be chosen or put together before it is asked for.
        let beginnings = stem.match_indices('.').map(|(at, _)| format!("`{}${{", &stem[..=at]));
        let is_named =
            scripts.contains(&format!("\"{stem}\"")) || beginnings.into_iter().any(|part| scripts.contains(&part));
        assert!(asked.contains(stem) || asked.iter().any(begins) || is_named, "{key} is not used");
    }
}

#[test]
fn no_other_host_is_named() {
    for file in files(Path::new(FOLDER)) {
        let text = fs::read_to_string(&file).expect("a text");
        let named = text.replace("http://www.w3.org/2000/svg", "");
        for part in [
            "http:",
            "https:",
            "//cdn",
            "@import",
            "src=\"//",
            "eval(",
            "innerHTML",
            "insertAdjacentHTML",
            "document.write",
        ] {
            let allowed = part == "http:" && named.matches(part).count() == 0;
            assert!(allowed || !named.contains(part), "{} contains {part}", file.display());
        }
    }
}

#[test]
fn no_style_stands_in_html() {
    let html = fs::read_to_string(format!("{FOLDER}/index.html")).expect("the page");
    for part in [" style=", "<style", " onclick=", "<script>"] {
        assert!(!html.contains(part), "index.html contains {part}, which the policy forbids");
    }
}

#[test]
fn rules_are_the_same_in_every_language() {
    let read = |name: &str| -> BTreeMap<String, Vec<serde_json::Value>> {
        let text = fs::read_to_string(format!("{FOLDER}/rules/{name}.json")).expect("a file of rules");
        serde_json::from_str(&text).expect("steps by game")
    };
    let positions = read("positions");
    for game in grandline_games::GameId::ALL {
        assert!(positions.contains_key(game.name()), "{game} has no rules");
    }
    for language in ["en", "fr"] {
        let words = read(language);
        assert_eq!(words.keys().collect::<Vec<_>>(), positions.keys().collect::<Vec<_>>());
        for (game, steps) in &words {
            assert_eq!(steps.len(), positions[game].len(), "{game} in {language}");
        }
    }
}
