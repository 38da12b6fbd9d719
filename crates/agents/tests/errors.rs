//! What is said about wrong presets: the key, the file and line, and what is allowed.

use grandline_agents::{Catalogue, agent};
use grandline_games::GameId;

/// What is said of a file of presets.
fn file(text: &str) -> String {
    match Catalogue::of(GameId::Divercite).add(text, "mine.toml") {
        Ok(names) => panic!("{names:?} were accepted"),
        Err(error) => error.to_string(),
    }
}

/// What is said of an agent asked for.
fn asked(specification: &str) -> String {
    match agent(GameId::Divercite, specification) {
        Ok(preset) => panic!("{} was accepted", preset.name),
        Err(error) => error.to_string(),
    }
}

#[test]
fn unknown_key() {
    insta::assert_snapshot!(file("[mine]\nbase = \"skypiea-v5\"\n\ndpeth = 3\n"));
}

#[test]
fn wrong_type() {
    insta::assert_snapshot!(file("[mine]\nbase = \"skypiea-v5\"\npvs = \"yes\"\n"));
}

#[test]
fn wrong_word() {
    insta::assert_snapshot!(file("[mine]\nsearch = \"alpha-beta\"\n"));
}

#[test]
fn wrong_schedule() {
    insta::assert_snapshot!(file("[mine]\nsearch = \"alphabeta\"\ndepth = \"left>=35: 2, left>=12\"\n"));
}

#[test]
fn wrong_opening() {
    insta::assert_snapshot!(file("[mine]\nbase = \"random\"\nopening = { until-step = 2, play = \"book\" }\n"));
}

#[test]
fn unknown_base() {
    insta::assert_snapshot!(file("[mine]\nbase = \"skypiea-5\"\n"));
}

#[test]
fn circle() {
    insta::assert_snapshot!(file("[one]\nbase = \"two\"\n[two]\nbase = \"one\"\n"));
}

#[test]
fn unknown_evaluation() {
    insta::assert_snapshot!(file("[mine]\nbase = \"skypiea-v5\"\nevaluation = \"stocks(3, 4)\"\n"));
}

#[test]
fn unknown_evaluation_in_a_phase() {
    let text = "[mine]\nsearch = \"hybrid\"\nphases = [\n  { until-step = 4, base = \"random\" },\n  \
                { base = \"skypiea-v5\",\n    evaluation = \"points\" },\n]\n";
    insta::assert_snapshot!(file(text));
}

#[test]
fn wrong_parameters() {
    insta::assert_snapshot!(file("[mine]\nbase = \"skypiea-v5\"\nevaluation = \"stock(3, 4, 5)\"\n"));
    insta::assert_snapshot!(asked("skypiea-v5:evaluation=stock(3, many)"));
    insta::assert_snapshot!(asked("skypiea-v5:evaluation=stock(3, x=4)"));
}

#[test]
fn wrong_descriptions() {
    insta::assert_snapshot!(file("[mine]\nbase = \"random\"\ngroup = \"best\"\n"));
    insta::assert_snapshot!(file("[mine]\nbase = \"random\"\ngames = [\"chess\"]\n"));
    insta::assert_snapshot!(file("[mine]\nbase = \"random\"\ndescription = 3\n"));
}

#[test]
fn missing_search() {
    insta::assert_snapshot!(file("description = \"nothing\"\n"));
}

#[test]
fn missing_phases() {
    insta::assert_snapshot!(file("[mine]\nsearch = \"hybrid\"\n"));
}

#[test]
fn not_toml() {
    insta::assert_snapshot!(file("[mine]\nsearch = \n"));
}

#[test]
fn unknown_agent() {
    insta::assert_snapshot!(asked("skypia-v5"));
}

#[test]
fn bad_overrides() {
    insta::assert_snapshot!(asked("skypiea-v5:depth"));
    insta::assert_snapshot!(asked("skypiea-v5:depth=none"));
    insta::assert_snapshot!(asked("skypiea-v5:deep=3"));
}

#[test]
fn openings_belong_to_games() {
    let error = agent(GameId::Connect4, "random:opening={ until-step = 2, play = \"random-city\" }");
    insta::assert_snapshot!(error.expect_err("no cities").to_string());
}

#[test]
fn a_user_writes_agents() {
    let mut catalogue = Catalogue::of(GameId::Divercite);
    let names = catalogue.add("base = \"skypiea-v5\"\ndepth = 2\n", "agents/quick.toml").expect("one agent");
    assert_eq!(names, ["quick"]);
    let names = catalogue.add("[deep]\nbase = \"quick\"\ndepth = 5\n[other]\nbase = \"deep\"\n", "two.toml");
    assert_eq!(names.expect("two agents"), ["deep", "other"]);
    let deep = catalogue.agent("other:evaluation=stock(r=3, c=1),order-above=7").expect("an agent");
    let settings: Vec<String> = deep.settings().map(|(key, value)| format!("{key} = {value}")).collect();
    insta::assert_snapshot!(settings.join("\n"));
    assert_eq!(deep.evaluation(), "stock(1, 3)");
}

#[test]
fn depth_drops_openings_and_times() {
    let keys = |text: &str| {
        let preset = agent(GameId::Divercite, text).expect("an agent");
        preset.settings().map(|(key, _)| key.to_owned()).collect::<Vec<_>>()
    };
    for dropped in ["opening", "time"] {
        assert!(keys("wano").iter().any(|key| key == dropped));
        assert!(!keys("wano:depth=3").iter().any(|key| key == dropped));
    }
}
