//! Every view without a text of its own: whatever a person reads or hears comes from the files of texts, or is a name, a
//! number or notation.
//!
//! The browser is given files of texts in which every text stands between marks, holes left out: `⟦Game ⟧{n}⟦ of ⟧{all}`.
//! What stands on the page without marks is therefore in no file of texts.

use std::collections::BTreeSet;

use grandline_games::GameId;
use serde_json::{Value, json};

use crate::harness::{Page, World, visit_expecting};
use crate::provoked::{NONSENSE, PROVOKED, provoke};
use crate::views::{WALK, every_view, speak};

/// Marks what comes in files of texts from now on, and notes what else the server says.
const MARK: &str = r#"
    const marked = (value) => {
        if (typeof value === "string")
            return value.split(/(\{\w+\})/).map((part) => /^\{\w+\}$/.test(part) || !/\p{L}/u.test(part) ? part : `⟦${part}⟧`).join("");
        if (Array.isArray(value)) return value.map(marked);
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each)]));
    };
    window.said = new Set();
    const note = (value) => {
        if (typeof value === "string") said.add(value);
        else if (value !== null && typeof value === "object") Object.values(value).forEach(note);
    };
    const plain = window.fetch;
    window.fetch = async (address, ...more) => {
        const answer = await plain(address, ...more);
        const { pathname } = new URL(address, location.href);
        if (/\/(texts|rules)\/(?!positions)/.test(pathname)) return new Response(JSON.stringify(marked(await answer.json())));
        answer.clone().json().then(note, () => {});
        return answer;
    };
    window.WebSocket = class extends WebSocket {
        constructor(...address) {
            super(...address);
            this.addEventListener("message", ({ data }) => note(JSON.parse(data)));
        }
    };
"#;

/// What stands on the page outside marks, apart from names, notation and code: they say that they have no language, and
/// in the report of a tournament they are known by their places.
const UNMARKED: &str = r#"
    const names = "h1, section:not(#endings) tbody .name, .moves, #games td:not(:has(details))";
    const apart = `[translate=no], [lang]:not(html), code, pre, script, style, noscript, textarea${window.parent === window ? "" : `, ${names}`}`;
    const found = new Set();
    const note = (text) => {
        const rest = text.replace(/⟦[^⟦⟧]*⟧/g, "\u0000").trim();
        if (/\p{L}/u.test(rest)) found.add(text.trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) {
            if (!node.parentElement.closest(apart)) note(node.textContent);
        } else if (!node.closest(apart)) {
            for (const name of ["aria-label", "aria-description", "aria-valuetext", "data-tip", "placeholder", "title", "alt"])
                if (node.getAttribute(name)) note(node.getAttribute(name));
        }
    }
    note(document.title);
    return [...found];
"#;

/// Names that no language changes: of this program, of people and houses in a game, of a file and of a format.
const PROPER: [&str; 19] = [
    "Grandline",
    "Stark",
    "Greyjoy",
    "Lannister",
    "Targaryen",
    "Baratheon",
    "Tyrell",
    "Tully",
    "Varys",
    "Jon",
    "Gendry",
    "Ramsay",
    "Sandor",
    "Jaqen",
    "Melisandre",
    "UTC",
    "seed:",
    "tournament.toml",
    "pdn",
];

/// Lets the page speak a language with marks.
async fn speak_with_marks(page: &Page, language: &str) {
    speak(page, if language == "fr" { "en" } else { "fr" }).await;
    page.reload().await;
    page.see(".games").await;
    page.script(MARK).await;
    page.script(&format!("document.querySelector('[data-language={language}]').click()")).await;
    page.until("document.querySelector('nav').textContent.includes('⟦')").await;
}

/// Names that people gave to agents, tournaments and presets.
async fn names(world: &World) -> Vec<String> {
    let mut names: Vec<String> = PROPER.map(str::to_owned).into();
    let days = "const day = (time) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(time);
                return [day(Date.now()), day(Date.now() - 864e5)];";
    let days = world.page.script(days).await;
    names.extend(days.as_array().expect("days").iter().map(|day| day.as_str().expect("a day").to_owned()));
    for (address, list) in [("/agents", "agents"), ("/tournaments/presets", "presets"), ("/tournaments", "tournaments")]
    {
        let answer = world.server.get(address).await;
        let each = answer[list].as_array().expect("a list");
        names.extend(each.iter().map(|one| one["name"].as_str().expect("a name").to_owned()));
    }
    names.extend(GameId::ALL.iter().map(ToString::to_string));
    // Longer names first, so that one that contains another is found whole.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Whether words without marks need none: numbers with units, notation of moves, and single letters on pieces.
fn is_notation(word: &str) -> bool {
    const UNITS: [&str; 9] = ["µs", "ms", "s", "min", "h", "k", "M", "G", "Elo"];
    let is_square = |part: &str| part.len() <= 4 && part.chars().any(|letter| letter.is_ascii_digit());
    let parts = word.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.into_iter().all(|part| {
        part.chars().all(|letter| letter.is_ascii_digit() || letter == 'x')
            || part.chars().count() == 1
            || UNITS.contains(&part)
            || is_square(part)
    })
}

/// What of a text stands outside marks and is neither a name nor notation.
fn unmarked(text: &str, names: &[String]) -> Vec<String> {
    let mut rest = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '⟦' => depth += 1,
            '⟧' => {
                depth -= 1;
                rest.push(' ');
            }
            letter if depth == 0 => rest.push(letter),
            _ => {}
        }
    }
    // Between backticks stand the names of a file's fields and values.
    let rest = rest.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let bare = names.iter().fold(rest, |rest, name| rest.replace(name.as_str(), " "));
    bare.split_whitespace().filter(|word| !is_notation(word)).map(str::to_owned).collect()
}

/// Looks for texts without marks.
struct Reader {
    language: &'static str,
    names: Vec<String>,
    wrong: BTreeSet<String>,
}

impl Reader {
    /// Lets the page speak a language with marks from now on.
    async fn start(world: &World, language: &'static str) -> Self {
        speak_with_marks(&world.page, language).await;
        Reader { language, names: names(world).await, wrong: BTreeSet::new() }
    }

    /// Reads the page as it is now.
    async fn read(&mut self, page: &Page, what: &str) {
        page.settle().await;
        let mut texts = page.script(UNMARKED).await;
        if self.language == "fr" && page.count("iframe").await > 0 {
            page.until("document.querySelector('iframe').contentDocument?.documentElement.lang === 'fr'").await;
            let frame = page.client.find(fantoccini::Locator::Css("iframe")).await.expect("a frame");
            frame.enter_frame().await.expect("the report");
            let more = page.script(UNMARKED).await;
            page.client.clone().enter_parent_frame().await.expect("the page");
            texts.as_array_mut().expect("texts").extend(more.as_array().expect("texts").iter().cloned());
        }
        for text in texts.as_array().expect("texts") {
            let text = text.as_str().expect("a text");
            let found = unmarked(text, &self.names);
            if found.is_empty() || (self.language == "en" && is_said(page, text).await) {
                continue;
            }
            self.wrong.insert(format!("{what}: {} in '{text}'", found.join(" ")));
        }
    }

    fn assert_nothing_is_wrong(&self) {
        assert!(self.wrong.is_empty(), "{} texts are in no file: {:#?}", self.wrong.len(), self.wrong);
    }
}

/// Looks at every view in a language with marks.
async fn assert_all_is_marked(language: &'static str) {
    visit_expecting(WALK, async |world| {
        let views = every_view(world).await;
        let page = &world.page;
        let mut reader = Reader::start(world, language).await;
        for view in &views {
            page.follow(view).await;
            page.see("main h1, main .table").await;
            reader.read(page, view).await;
        }
        reader.assert_nothing_is_wrong();
    })
    .await;
}

/// Looks at all dialogs, questions and errors in a language with marks.
async fn assert_all_that_is_provoked_is_marked(language: &'static str) {
    visit_expecting(PROVOKED, async |world| {
        let mut reader = Reader::start(world, language).await;
        reader.names.push(NONSENSE.to_owned());
        provoke(world, &mut async |page: &Page, what: &str| reader.read(page, what).await).await;
        reader.assert_nothing_is_wrong();
    })
    .await;
}

/// Whether all of a text outside marks are the server's words, which are English; `phrases.CODE.json` translates them.
async fn is_said(page: &Page, text: &str) -> bool {
    let script = format!(
        "const parts = {}.split(/⟦[^⟦⟧]*⟧| · /).map((part) => part.replace(/^[^\\p{{L}}\\d]+|[^\\p{{L}}\\d]+$/gu, \"\")).filter((part) => /\\p{{L}}/u.test(part));
         const all = [...said];
         const day = (time) => new Intl.DateTimeFormat(document.documentElement.lang, {{ dateStyle: 'medium' }}).format(time);
         const days = [day(Date.now()), day(Date.now() - 864e5)];
         // The page groups the digits of large numbers.
         const plain = (part) => part.replace(/(?<=\\d),(?=\\d{{3}})/g, \"\");
         const isSaid = (part) => all.some((each) => each.toLowerCase().includes(part.toLowerCase()));
         return parts.every((part) => days.includes(part) || isSaid(part) || isSaid(plain(part)));",
        json!(text)
    );
    page.script(&script).await == Value::Bool(true)
}

#[tokio::test]
async fn every_text_in_french_comes_from_a_file_of_texts() {
    assert_all_is_marked("fr").await;
}

#[tokio::test]
async fn every_text_in_english_comes_from_a_file_of_texts_or_the_server() {
    assert_all_is_marked("en").await;
}

#[tokio::test]
async fn dialogs_and_errors_in_french_come_from_a_file_of_texts() {
    assert_all_that_is_provoked_is_marked("fr").await;
}

#[tokio::test]
async fn dialogs_and_errors_in_english_come_from_a_file_of_texts_or_the_server() {
    assert_all_that_is_provoked_is_marked("en").await;
}

#[test]
fn only_names_and_notation_need_no_mark() {
    let names = ["mcts".to_owned()];
    for fine in ["⟦Partie ⟧3⟦ sur ⟧12", "mcts · 1,2 M · 3 min 4 s", "15x22, 11-15", "RC34 GR44", "+0,35"] {
        assert_eq!(unmarked(fine, &names), [""; 0], "{fine}");
    }
    for (wrong, found) in [("⟦Partie ⟧of⟦ 12⟧", "of"), ("Start", "Start"), ("⟦Niveau⟧ Easy", "Easy")] {
        assert_eq!(unmarked(wrong, &names), [found], "{wrong}");
    }
}
