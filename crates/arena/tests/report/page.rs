//! The page and its pictures: what they say, and that nobody's text becomes markup.

use grandline_arena::report::{Summary, charts, page};
use grandline_arena::store::{Note, NoteKind, Store};
use grandline_arena::{Ending, Opening, Played, Tournament};
use grandline_games::{GameId, Side};

use crate::made::{forfeit, game, played, ply, stored, summary, tournament};

/// The page and the standalone pictures of a tournament.
fn drawn(tournament: &Tournament, games: &[Played], verdict: Option<&str>) -> (String, Vec<String>) {
    let summary = summary(tournament, games, verdict);
    let table = summary.table();
    let charts = charts(&summary, &table).expect("every chart can be drawn");
    (page(&summary, &table, &charts), charts.iter().map(grandline_arena::report::Chart::standalone).collect())
}

/// Checks that every element is closed in its turn and every attribute is quoted and named once.
fn assert_well_formed(markup: &str, without_end: &[&str]) {
    let mut open = Vec::new();
    let mut rest = markup.strip_prefix("<!DOCTYPE html>").unwrap_or(markup);
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').unwrap_or_else(|| panic!("unfinished: {}", &rest[at..]));
        let tag = &rest[at + 1..end];
        assert!(!rest[..at].contains('>') || open.last() == Some(&"style"), "a stray '>' in {}", &rest[..at]);
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {rest:.200}");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut seen = Vec::new();
        while let Some((key, value)) = attributes.trim_start().split_once("=\"") {
            assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{tag}");
            assert!(!seen.contains(&key), "{key} twice in {tag}");
            seen.push(key);
            attributes = value.split_once('"').unwrap_or_else(|| panic!("unquoted: {tag}")).1;
        }
        assert_eq!(attributes.trim(), "", "{tag}");
        if !closed && !without_end.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    for entity in markup.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known)), "&{entity:.20}");
    }
}

fn assert_page(html: &str, svgs: &[String]) {
    assert_well_formed(html, &["meta", "br"]);
    svgs.iter().for_each(|svg| assert_well_formed(svg, &[]));
    for foreign in ["<script", "http://", "https://", "src=", "@import", "url("] {
        let html = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!html.contains(foreign), "the page asks for something: {foreign}");
    }
    for not_a_number in ["NaN", ">inf", "-inf", ">null"] {
        assert!(!html.contains(not_a_number), "{not_a_number}");
    }
}

#[test]
fn the_page_of_a_small_tournament() {
    let mut tournament = tournament(GameId::Divercite, "three of Divercité", &["greedy", "random", "little-garden"]);
    tournament.limits.depth = Some(1);
    tournament.description = "A tournament for a test.".to_owned();
    let games = played(&tournament);
    let (html, svgs) = drawn(&tournament, &games, Some("greedy is not weaker than random."));
    assert_page(&html, &svgs);
    insta::with_settings!({filters => vec![
        (r"(?s)<svg .*?</svg>", "[svg]"),
        (r"(?s)<style>.*?</style>", "[style]"),
        (r"<p class=.moves.>.*</p>", "[moves]"),
    ]}, {
        insta::assert_snapshot!(html);
    });
}

#[test]
fn a_picture_is_one_line_an_agent_with_words_for_every_point() {
    let plies = |scale: u64| (0..8).map(|index| ply("x", 50, scale * (100 >> index), index as f64)).collect::<Vec<_>>();
    let games = [
        Played { plies: plies(10), ..game(0, ["a & b", "<c>"], None) },
        Played { plies: plies(1000), ..game(1, ["<c>", "a & b"], Some(Side::First)) },
    ];
    let (_, svgs) = drawn(&tournament(GameId::Divercite, "t", &["a & b", "<c>"]), &games, None);
    assert_eq!(svgs.len(), 5, "Elo, nodes, depth, time, value");
    svgs.iter().for_each(|svg| assert_well_formed(svg, &[]));
    let states = &svgs[1];
    for class in ["c-0-line", "c-1-line"] {
        let is_line = |line: &&str| line.starts_with("<polyline") && line.contains(class);
        assert_eq!(states.lines().filter(is_line).count(), 1, "{class}");
    }
    assert!(states.contains("<title>a &amp; b: ply 1: 1.00 k nodes (mean of 1)</title>"), "{states}");
    assert!(states.contains("stroke-dasharray") && states.contains("prefers-color-scheme: dark"));
    assert!(!states.contains("#FEDC"), "every stand-in has got its colour");
    insta::assert_snapshot!(svgs[0]);
}

#[test]
fn workers_and_games_that_could_not_be_played_are_shown() {
    let tournament = tournament(GameId::Divercite, "t", &["a", "b"]);
    let (mut store, entry) = stored(&tournament, &[game(0, ["a", "b"], None)], None);
    let dead = |number| Note {
        kind: NoteKind::Dead,
        number,
        worker: "lab-7".to_owned(),
        text: "worker lab-7: no <bwrap>".to_owned(),
    };
    store.note(entry.key, &[Note::played(0, "lab-7"), dead(1), dead(2)]).expect("memory takes everything");
    let summary = Summary::gather(&mut store, entry).expect("memory");
    let table = summary.table();
    let html = page(&summary, &table, &[]);
    assert_page(&html, &[]);
    assert!(html.contains("<section id=\"workers\">\n<h2>Workers</h2>"), "{html}");
    assert!(html.contains("<th scope=\"row\" class=\"name\" title=\"lab-7\">lab-7</th><td>?</td>"), "{html}");
    assert!(html.contains("2 games could not be played: see the workers for the reasons."), "{html}");
    for number in [1, 2] {
        let said = format!("Game {number} could not be played: worker lab-7: no &lt;bwrap&gt;.");
        assert!(html.contains(&said), "{html}");
    }
    // A tournament of one machine has no such section.
    let (alone, _) = drawn(&tournament, &[game(0, ["a", "b"], None)], None);
    assert!(!alone.contains("id=\"workers\""));
}

#[test]
fn nobodys_text_becomes_markup() {
    let names = ["<script>\"&", "</title><b>'x'", "a\u{0}\u{1b}[31mb"];
    let nasty = "</pre><script>alert(1)</script>\u{7}\"&amp;";
    let mut tournament = tournament(GameId::Divercite, "<script>\"&</title>", &names);
    tournament.description = nasty.to_owned();
    tournament.openings = Some(grandline_arena::openings::OpeningSource::File(nasty.to_owned()));
    let games = [
        Played {
            opening: Opening { setup: nasty.to_owned(), moves: vec![nasty.to_owned()] },
            plies: vec![ply(nasty, 5, 5, 1.0), ply(nasty, 5, 5, f64::NAN)],
            reason: nasty.to_owned(),
            ..game(0, [names[0], names[1]], None)
        },
        forfeit(1, [names[1], names[0]], Ending::Crash, nasty),
        forfeit(2, [names[2], names[0]], Ending::Protocol, nasty),
    ];
    let (html, svgs) = drawn(&tournament, &games, Some(nasty));
    assert_page(&html, &svgs);
    assert!(html.contains("&lt;script&gt;&quot;&amp;"));
    assert!(!html.contains(['\u{0}', '\u{7}', '\u{1b}']));
}

#[test]
fn an_empty_tournament_has_a_page() {
    let (html, svgs) = drawn(&tournament(GameId::Checkers, "empty", &["greedy", "random"]), &[], None);
    assert_page(&html, &svgs);
    assert!(svgs.is_empty());
    assert!(html.contains("No game is finished yet."));
    assert!(html.contains("grandline match checkers greedy random --games 2 --seed 0"));
}

#[test]
fn a_definition_of_another_version_is_shown_as_it_is() {
    let tournament = tournament(GameId::Connect4, "t", &["a", "b"]);
    let mut summary = summary(&tournament, &[game(0, ["a", "c"], None)], None);
    summary.definition = None;
    let html = page(&summary, &summary.table(), &[]);
    assert_page(&html, &[]);
    assert!(html.contains("another version"));
}

#[test]
fn an_agent_that_forfeits_everything_is_explained() {
    let kinds = [Ending::Crash, Ending::Time, Ending::Silence, Ending::Illegal, Ending::Protocol];
    let forfeits: Vec<Played> = (0..30)
        .map(|number| forfeit(number, ["broken", "random"], kinds[number as usize % 5], "position: -\nTraceback"))
        .collect();
    let (html, svgs) = drawn(&tournament(GameId::Divercite, "t", &["random", "broken"]), &forfeits, None);
    assert_page(&html, &svgs);
    for words in [
        "30 games were lost by conduct",
        "Who forfeited",
        "forfeit: the clock ran out",
        "The first 20 of 30 forfeits",
        "<pre>position: -\nTraceback</pre>",
        "Games that the rules did not end (30) are not in divercités and score.",
    ] {
        assert!(html.contains(words), "{words}");
    }
}

#[test]
fn many_agents_with_long_names_are_drawn() {
    let names: Vec<String> =
        (0..30).map(|index| format!("ugi:python3 /home/student/agents/agent-{index}.py")).collect();
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let plies = (0..200).map(|index| ply("x", 7, 1 + index, -1.5)).collect::<Vec<_>>();
    let games: Vec<Played> = (0..29)
        .map(|index: usize| Played {
            plies: plies.clone(),
            ..game(2 * index as u64, [texts[index], texts[index + 1]], Some(Side::First))
        })
        .collect();
    let (html, svgs) = drawn(&tournament(GameId::Divercite, "t", &texts), &games, None);
    assert_page(&html, &svgs);
    assert!(html.contains("The best 12 agents are shown; 18 more are in plies.csv."));
    assert!(html.contains("Each point is 4 plies."));
}
