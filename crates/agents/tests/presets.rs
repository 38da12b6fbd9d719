//! Every preset plays, repeats itself, and minds the clock.

mod common;

use std::sync::Arc;
use std::time::Duration;

use grandline_agents::{Catalogue, Group, evaluations};
use grandline_games::connect4::Connect4;
use grandline_games::{AnyPosition, Game, GameId, MoveId, Record, with_game};
use grandline_search::{Clock, Limits, ManualClock, Remaining};

use common::{best_text, engine, names, quick, search, think};

/// Longer than any game that makes progress.
const LONGEST: usize = 300;

/// The start of a game by a seed.
fn start(game: GameId, seed: u64) -> AnyPosition {
    with_game!(game, G => AnyPosition::new(Record::new(G::start(seed))))
}

/// Plays a game of an agent against itself and returns its moves.
fn self_play(game: GameId, specification: &str, seed: u64) -> Vec<MoveId> {
    let mut players = [engine(game, specification, seed), engine(game, specification, seed + 1)];
    let mut position = start(game, seed);
    while position.outcome().is_none() && position.plies() < LONGEST {
        let player = &mut players[position.to_move().index()];
        let report = search(&mut **player, &position, &Limits::default());
        let mv = report.best().unwrap_or_else(|| panic!("{specification} has no move in {}", position.text()));
        assert!(position.play(mv), "{specification} in {}", position.text());
    }
    position.history()
}

#[test]
fn every_preset_plays_a_whole_game_and_repeats_it() {
    for &game in GameId::ALL {
        for name in names(game) {
            let specification = format!("{name}:{}", quick(&name));
            let moves = self_play(game, &specification, 3);
            assert_eq!(moves, self_play(game, &specification, 3), "{specification}");
        }
    }
}

#[test]
fn scripted_openings_are_played() {
    let first = |name: &str, seed: u64, position: &AnyPosition, limits: &Limits| {
        best_text(position, &search(&mut *engine(GameId::Divercite, name, seed), position, limits))
    };
    let start = start(GameId::Divercite, 0);
    for seed in 0..5 {
        let first = |name: &str, position: &AnyPosition| first(name, seed, position, &Limits::nodes(2000));
        let city = first("skypiea-v5", &start);
        assert_eq!(city.as_bytes()[1], b'C', "{city}");
        assert_eq!(first("theboys", &start), "RC14");
        let mut position = start.clone();
        position.play_text(&city).expect("a move");
        assert_eq!(first("skypiea-v2.2", &position).as_bytes()[1], b'C');
    }
    let seeds: Vec<String> = (0..20).map(|seed| first("skypiea-v5", seed, &start, &Limits::default())).collect();
    assert!(seeds.iter().any(|text| *text != seeds[0]), "the seed decides: {seeds:?}");
}

/// A game of an agent against itself with this much time for each side, on a clock that counts every look as work done: so
/// many looks take all of the time. Returns what they spent.
fn survives(game: GameId, specification: &str, time: Duration, looks: u32) -> Duration {
    let step = time / looks;
    // An agent that never interrupts an iteration reads the clock too rarely to be bound by it here.
    let nodes = specification.starts_with("wano").then_some(20_000);
    let mut left = [time; 2];
    let mut players = [engine(game, specification, 1), engine(game, specification, 2)];
    let mut position = start(game, 1);
    while position.outcome().is_none() && position.plies() < LONGEST {
        let mover = position.to_move().index();
        let clock = Arc::new(ManualClock::stepping(step));
        let remaining = Remaining { left: left[mover], increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { nodes, ..Limits::remaining(remaining, clock.clone()) };
        let report = search(&mut *players[mover], &position, &limits);
        let spent = clock.now();
        left[mover] = left[mover].checked_sub(spent).unwrap_or_else(|| panic!("{specification} lost on time"));
        assert!(position.play(report.best().expect("a move")), "{specification}");
    }
    2 * time - left[0] - left[1]
}

#[test]
fn iterative_agents_survive_a_clock_of_fifty_milliseconds() {
    // A look every thousand nodes or so stands for a machine of forty million nodes per second.
    for &game in GameId::ALL {
        for preset in Catalogue::of(game).list() {
            let iterates = preset.settings().any(|(key, _)| key == "deepen-from") || preset.name == "mcts";
            if iterates {
                survives(game, &format!("{}:{}", preset.name, small(&preset.name)), Duration::from_millis(50), 2000);
            }
        }
    }
}

#[test]
fn the_champion_of_checkers_uses_its_clock_and_keeps_it() {
    for seconds in [1, 900] {
        let time = Duration::from_secs(seconds);
        let spent = survives(GameId::Checkers, "checkers-champion", time, 10_000);
        assert!(spent > time, "{spent:?} of twice {time:?}");
    }
}

/// Tables and trees of a size that a test can afford to clear.
fn small(name: &str) -> &'static str {
    if matches!(name, "mcts" | "divercite-champion") { "tree=8" } else { "seed=1" }
}

#[test]
fn the_three_generations_agree() {
    for (games, family) in
        [(&[GameId::Connect4][..], "connect4"), (&[GameId::Checkers, GameId::CheckersAiarena], "checkers")]
    {
        for &game in games {
            with_game!(game, G => {
                for seed in 0..12 {
                    let record = random_position::<G>(seed, 4 + 2 * seed as usize);
                    for evaluation in evaluations(game).iter().filter(|evaluation| evaluation.name != "result") {
                        let value = |version: u8| {
                            let weights = if evaluation.name == "learned" { ",weights=champion" } else { "" };
                            let text =
                                format!("in104-{family}-v{version}:depth=4,evaluation={}{weights}", evaluation.name);
                            think::<G>(&text, &record).value()
                        };
                        assert_eq!(value(1), value(2), "{}", record.position());
                        assert_eq!(value(1), value(3), "{}", record.position());
                    }
                }
            });
        }
    }
}

fn random_position<G: Game>(seed: u64, plies: usize) -> Record<G> {
    let mut rng = grandline_games::random::seeded(seed);
    let mut record = Record::new(G::start(seed));
    for _ in 0..plies {
        let Some(mv) = record.position().random_move(&mut rng) else { break };
        record.play(mv);
        if record.outcome().is_some() {
            record.undo();
            break;
        }
    }
    record
}

#[test]
fn threats_block_the_column_race() {
    let record = Record::new("17171".parse::<Connect4>().expect("a position"));
    let answer = |name: &str| best_text(&AnyPosition::new(record.clone()), &think(&format!("{name}:depth=1"), &record));
    assert_ne!(answer("in104-connect4-v3"), "1");
    assert_eq!(answer("in104-connect4-threats"), "1");
}

#[test]
fn finished_games_of_connect_4_are_worth_a_million_less_the_plies() {
    let record = Record::new("171717".parse::<Connect4>().expect("a position"));
    for name in ["in104-connect4-v1", "in104-connect4-v2", "in104-connect4-v3"] {
        assert_eq!(think(&format!("{name}:depth=3"), &record).value().number(), 999_993.0);
    }
}

/// The report's list for one game: `0, 452, 402, 43888, ..., 169, 25, 3`. Its first move is scripted.
#[test]
fn skypiea_v5_visits_as_many_nodes_as_its_report_says() {
    let mut players = [1, 2].map(|seed| engine(GameId::Divercite, "skypiea-v5", seed));
    let mut position = start(GameId::Divercite, 0);
    let mut visited = [Vec::new(), Vec::new()];
    while position.outcome().is_none() {
        let mover = position.to_move().index();
        let report = search(&mut *players[mover], &position, &Limits::default());
        visited[mover].push(report.counts.nodes);
        assert!(position.play(report.best().expect("a move")));
    }
    for visited in visited {
        let most = visited.iter().copied().max().unwrap_or(0);
        assert!(visited[0] <= 1, "a scripted move: {visited:?}");
        assert!((200..2_000).contains(&visited[1]), "depth 2: {visited:?}");
        assert!((5_000..200_000).contains(&visited[4]), "depth 4: {visited:?}");
        assert!((100_000..20_000_000).contains(&most), "{visited:?}");
        assert!(visited[19] <= 30 && visited[18] <= 300, "the last moves: {visited:?}");
    }
}

#[test]
fn catalogues_are_in_order_and_describe_every_agent() {
    for &game in GameId::ALL {
        let presets = Catalogue::of(game).list();
        assert_eq!(presets.len(), Catalogue::of(game).names().len(), "every preset of {game} can be resolved");
        assert!(presets.is_sorted_by_key(|preset| preset.group));
        assert!(presets.iter().any(|preset| preset.group == Group::Champion));
        for preset in &presets {
            assert!(preset.description.len() > 20 && !preset.description.contains('\n'), "{}", preset.name);
            assert!(preset.settings().any(|(key, _)| key == "search"), "{}", preset.name);
        }
        for baseline in ["random", "greedy"] {
            assert!(presets.iter().any(|preset| preset.name == baseline), "{baseline} in {game}");
        }
    }
}

#[test]
fn every_level_has_an_elo_and_is_stronger_than_the_one_before() {
    for &game in GameId::ALL {
        let catalogue = Catalogue::of(game);
        let champion = catalogue.list().into_iter().next().expect("a champion").name;
        let levels = ["beginner", "easy", "medium", "strong", champion.as_str()];
        let elo = levels
            .map(|level| catalogue.agent(level).expect("a level").elo.unwrap_or_else(|| panic!("{game} {level}")));
        assert!(elo.is_sorted_by(|weaker, stronger| weaker < stronger), "{game}: {elo:?}");
        assert_eq!(elo[1], 1000, "the scale of every game");
        // What is changed was not measured.
        assert_eq!(catalogue.agent("easy:depth=3").expect("an agent").elo, None);
    }
}
