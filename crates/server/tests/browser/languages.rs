//! Every view in French, with no English word left: in texts, in what is read aloud, and in explanations.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::visit_expecting;
use crate::views::{WALK, every_view, speak};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/texts");

/// Everything on the page that a person reads or hears, apart from names, notation and code.
const TEXTS: &str = r#"
    const apart = "[translate=no], [lang]:not(html), code, pre, script, style, noscript, textarea";
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) {
            if (node.textContent.trim() && !node.parentElement.closest(apart)) found.add(node.textContent.trim());
        } else if (!node.closest(apart)) {
            for (const name of ["aria-label", "aria-description", "aria-valuetext", "data-tip", "placeholder", "title", "alt"])
                if (node.getAttribute(name)) found.add(node.getAttribute(name));
        }
    }
    return [...found];
"#;

/// The words of a text, its holes left out.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0;
    for letter in text.to_lowercase().chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let split = plain.split(|letter: char| !letter.is_alphabetic());
    split.filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

fn file(name: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}")).expect("a file of texts");
    let Value::Object(texts) = serde_json::from_str(&text).expect("JSON") else { panic!("{name} is no object") };
    texts.into_iter().map(|(key, value)| (key, value.as_str().expect("a text").to_owned())).collect()
}

/// Words that the English page has and the French one has not.
fn english_words() -> BTreeSet<String> {
    let phrases: Vec<_> = [file("phrases.fr.json"), file("report.fr.json")].concat();
    let french = file("fr.json").into_iter().chain(phrases.clone()).flat_map(|(_, text)| words(&text));
    let french: BTreeSet<String> = french.collect();
    let english = file("en.json").into_iter().map(|(_, text)| text).chain(phrases.into_iter().map(|(key, _)| key));
    english.flat_map(|text| words(&text)).filter(|word| !french.contains(word)).collect()
}

#[tokio::test]
async fn no_view_has_an_english_word_in_french() {
    let english = english_words();
    assert!(english.contains("wins") && english.contains("empty") && !english.contains("tournoi"));
    visit_expecting(WALK, async |world| {
        let views = every_view(world).await;
        let agents = world.server.get("/agents").await;
        let mut names: Vec<String> =
            agents["agents"].as_array().expect("agents").iter().map(|agent| agent["name"].to_string()).collect();
        names.extend(
            world.server.get("/tournaments/presets").await["presets"]
                .as_array()
                .expect("presets")
                .iter()
                .map(|preset| preset["name"].to_string()),
        );
        names.extend(
            world.server.get("/tournaments").await["tournaments"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|one| one["name"].to_string()),
        );
        // Longer names first, so that one that contains another is found whole.
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let page = &world.page;
        speak(page, "fr").await;
        page.reload().await;
        let mut wrong = BTreeSet::new();
        for view in &views {
            page.follow(view).await;
            page.see("main h1, main .table").await;
            page.settle().await;
            if page.count("iframe").await > 0 {
                page.until("document.querySelector('iframe').contentDocument?.documentElement.lang === 'fr'").await;
                let frame = page.client.find(fantoccini::Locator::Css("iframe")).await.expect("a frame");
                frame.enter_frame().await.expect("the report");
            }
            let texts = page.script(TEXTS).await;
            page.client.clone().enter_parent_frame().await.expect("the page");
            for text in texts.as_array().expect("texts") {
                let text = text.as_str().expect("a text");
                let bare = names.iter().fold(text.to_owned(), |text, name| text.replace(name.trim_matches('"'), " "));
                let found: Vec<String> = words(&bare).into_iter().filter(|word| english.contains(word)).collect();
                if !found.is_empty() {
                    wrong.insert(format!("{view}: {} in '{text}'", found.join(" ")));
                }
                let mut numbers = bare.split(|sign: char| !sign.is_ascii_digit() && !"+.".contains(sign));
                if numbers.any(|word| word.trim_matches('.').contains('.') && word.parse::<f64>().is_ok()) {
                    wrong.insert(format!("{view}: a decimal point in '{text}'"));
                }
                if [" ;", " :", " !", " ?", "« ", " »"].iter().any(|broken| text.contains(broken)) {
                    wrong.insert(format!("{view}: a line may end before a sign in '{text}'"));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    })
    .await;
}
