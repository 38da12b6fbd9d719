//! Whole tournaments: the same games however they are run, interrupted or not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_arena::openings::{OpeningSource, Openings};
use grandline_arena::report::Pool;
use grandline_arena::report::Standings;
use grandline_arena::statistics::Phase;
use grandline_arena::store::{
    Chain, Entry, Excerpt, NewEntry, Note, NoteKind, Sqlite, Store, StoreError, TournamentKey,
};
use grandline_arena::tournament::{Format, Job, MatchSummary, PRESETS, Players, RunError, RunOptions, preset, run};
use grandline_arena::{Agent, AgentSpec, Event, ExternalOptions, Played, TimeControl, Tournament};
use grandline_games::{GameId, Side};

fn tournament(game: GameId, agents: &[&str]) -> Tournament {
    let between = Tournament::between(game, AgentSpec::new(agents[0]), AgentSpec::new(agents[1]));
    Tournament {
        name: "test".to_owned(),
        games: 4,
        seed: 7,
        limits: TimeControl { nodes: Some(200), ..TimeControl::default() },
        agents: agents.iter().map(|&agent| AgentSpec::new(agent)).collect(),
        ..between
    }
}

/// The games of a tournament without the times, which are never twice the same.
fn games(store: &mut dyn Store, name: &str) -> Vec<Played> {
    let key = store.find(name).expect("a store").expect("a tournament").key;
    let mut games = Vec::new();
    store
        .games(key, &mut |mut game| {
            game.plies.iter_mut().for_each(|ply| ply.micros = 0);
            games.push(game);
        })
        .expect("a store");
    games
}

fn played(tournament: &Tournament, concurrency: usize) -> Vec<Played> {
    let mut store = Sqlite::in_memory().expect("memory");
    let options = RunOptions { concurrency, ..RunOptions::default() };
    let entry = run(tournament, &mut store, &options, &mut |_| {}).expect("a tournament");
    assert!(entry.verdict.is_some());
    games(&mut store, &tournament.name)
}

#[test]
fn a_round_robin_is_the_same_with_any_number_of_threads() {
    for game in [GameId::Connect4, GameId::HandOfTheKing] {
        let tournament = tournament(game, &["greedy", "mcts", "random"]);
        let alone = played(&tournament, 1);
        assert_eq!(alone.len(), 12);
        assert_eq!(played(&tournament, 3), alone);
        // Both games of a pair begin the same way, with sides swapped.
        for pair in alone.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].players, [pair[1].players[1].clone(), pair[1].players[0].clone()]);
        }
        // Every pairing has the same openings.
        let of_pair =
            |index: u64| alone.iter().filter(move |game| (game.number / 2) / 3 == index).map(|game| &game.opening);
        assert!(of_pair(0).all(|opening| *opening == alone[0].opening));
        assert_ne!(alone[0].opening, alone[6].opening);
    }
}

/// A store that dies in the middle of its work: it keeps so many games more, and not the rest of what it was given.
struct Dying {
    inner: Sqlite,
    lets_through: usize,
}

impl Store for Dying {
    fn chain(&mut self, tournament: TournamentKey) -> Result<Chain, StoreError> {
        self.inner.chain(tournament)
    }

    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError> {
        self.inner.find(name)
    }

    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError> {
        self.inner.create(new)
    }

    fn list(&mut self) -> Result<Vec<Entry>, StoreError> {
        self.inner.list()
    }

    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError> {
        let kept = &games[..games.len().min(self.lets_through)];
        self.lets_through -= kept.len();
        self.inner.add(tournament, kept)?;
        if kept.len() == games.len() { Ok(()) } else { Err(StoreError::Taken("nothing more".to_owned())) }
    }

    fn note(&mut self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError> {
        self.inner.note(tournament, notes)
    }

    fn notes(&mut self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError> {
        self.inner.notes(tournament, kind)
    }

    fn cut(&mut self, tournament: TournamentKey, from: u64) -> Result<(), StoreError> {
        self.inner.cut(tournament, from)
    }

    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError> {
        self.inner.finish(tournament, verdict)
    }

    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.inner.games(tournament, visit)
    }

    fn get(&mut self, tournament: TournamentKey) -> Result<Option<Entry>, StoreError> {
        self.inner.get(tournament)
    }

    fn results(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.inner.results(tournament, visit)
    }

    fn in_order(
        &mut self,
        tournament: TournamentKey,
        after: u64,
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError> {
        self.inner.in_order(tournament, after, visit)
    }

    fn excerpt(&mut self, tournament: TournamentKey, wanted: &Excerpt) -> Result<Vec<Played>, StoreError> {
        self.inner.excerpt(tournament, wanted)
    }

    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError> {
        self.inner.game(tournament, number)
    }
}

#[test]
fn a_tournament_that_is_stopped_keeps_what_it_has() {
    let tournament = tournament(GameId::Connect4, &["random", "greedy"]);
    let stop = Arc::new(AtomicBool::new(false));
    let options = RunOptions { stop: stop.clone(), ..RunOptions::default() };
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &options, &mut |event| {
        stop.store(matches!(event, Event::Round { .. }), Ordering::Relaxed);
    });
    assert_eq!(entry.expect("a tournament").verdict, None);
    let entry = run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("a tournament");
    assert_eq!(entry.games, 4);
}

#[test]
fn a_tournament_that_died_goes_on_where_it_was() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout] {
        let rounds = (format == Format::Swiss).then_some(3);
        let plain = tournament(GameId::Connect4, &["greedy", "random", "mcts", "random:seed=3", "greedy:seed=5"]);
        let tournament = Tournament { format, rounds, ..plain };
        let unbroken = played(&tournament, 2);
        let mut store = Dying { inner: Sqlite::in_memory().expect("memory"), lets_through: 0 };
        let mut deaths = 0;
        loop {
            store.lets_through = 5;
            match run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}) {
                Ok(entry) => break assert!(entry.verdict.is_some()),
                Err(error) => assert!(matches!(error, RunError::Store(_)), "{error}"),
            }
            deaths += 1;
        }
        assert!(deaths >= unbroken.len() / 6, "{format}: {deaths}");
        assert_eq!(games(&mut store, &tournament.name), unbroken, "{format}");
        // What is finished is not played again.
        let mut moves = 0;
        let entry = run(&tournament, &mut store, &RunOptions::default(), &mut |event| {
            moves += usize::from(matches!(event, Event::GameFinished { .. }));
        });
        assert_eq!((entry.expect("a tournament").games, moves), (unbroken.len() as u64, 0));
    }
}

#[test]
fn another_tournament_of_the_same_name_is_refused_with_what_differs() {
    let first = tournament(GameId::Connect4, &["random", "greedy"]);
    let mut store = Sqlite::in_memory().expect("memory");
    run(&first, &mut store, &RunOptions::default(), &mut |_| {}).expect("a tournament");
    let other = Tournament { seed: 8, games: 6, ..first };
    let error = run(&other, &mut store, &RunOptions::default(), &mut |_| {}).expect_err("another tournament");
    assert!(matches!(&error, RunError::Different { keys, .. } if *keys == ["games", "seed"]), "{error}");
}

#[test]
fn an_agent_that_does_not_exist_ends_it_before_the_first_game() {
    let wrong = tournament(GameId::Connect4, &["random", "nobody"]);
    let mut store = Sqlite::in_memory().expect("memory");
    let error = run(&wrong, &mut store, &RunOptions::default(), &mut |_| {}).expect_err("no such agent");
    assert!(error.to_string().contains("'nobody'"), "{error}");
    assert!(store.list().expect("a store").is_empty());
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_whoever_finishes_first() {
    let terms = "elo0=0,elo1=30".parse().expect("terms");
    let sure = tournament(GameId::Connect4, &["mcts", "random"]);
    let tournament = Tournament { sprt: Some(terms), games: 10_000, ..sure };
    let mut last = None;
    let mut decided = Vec::new();
    for concurrency in [1, 3] {
        let mut store = Sqlite::in_memory().expect("memory");
        let options = RunOptions { concurrency, ..RunOptions::default() };
        let entry = run(&tournament, &mut store, &options, &mut |event| {
            if let Event::Sprt { llr, upper, .. } = event {
                last = Some(llr >= upper);
            }
        });
        let entry = entry.expect("a tournament");
        let standings = Standings::read(&tournament, &entry, &mut store).expect("a store");
        let summary = MatchSummary::new(&standings, Phase::Finished);
        let state = summary.sprt().expect("a test");
        assert!(last == Some(true) && entry.games < 1_000, "{} games", entry.games);
        assert_eq!(entry.games, 2 * state.pairs, "no game beyond the decision");
        assert!(summary.words().starts_with("mcts is stronger than random"), "{}", summary.words());
        decided.push((state.pairs, state.llr, games(&mut store, &tournament.name)));
    }
    assert_eq!(decided[0], decided[1]);
}

#[test]
fn games_are_stored_while_openings_are_still_made() {
    let pair = tournament(GameId::Connect4, &["random", "greedy"]);
    let openings = "random:9,balanced".parse().ok();
    let tournament = Tournament { openings, games: 400, ..pair };
    let mut store = Sqlite::in_memory().expect("memory");
    let stop = Arc::new(AtomicBool::new(false));
    let options = RunOptions { concurrency: 1, stop: stop.clone(), ..RunOptions::default() };
    let entry = run(&tournament, &mut store, &options, &mut |event| {
        if let Event::GameFinished { .. } = event {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let games = entry.expect("a tournament").games;
    // The judge searches eight positions for each opening: 200 openings would take far longer than these games.
    assert!((1..200).contains(&games), "{games} games before the first was told");
}

#[test]
fn a_match_is_summed_up_the_same_in_any_order() {
    let pair = tournament(GameId::Connect4, &["mcts", "random"]);
    let tournament = Tournament { sprt: "elo0=0,elo1=200".parse().ok(), games: 8, ..pair };
    let mut store = Sqlite::in_memory().expect("memory");
    let entry = run(&tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("a tournament");
    let standings = Standings::read(&tournament, &entry, &mut store).expect("a store");
    let mut turned = Standings::of(&tournament);
    let played = games(&mut store, &tournament.name);
    // A game that is added twice counts once.
    played.iter().rev().chain(&played[..2]).for_each(|game| turned.add(game));
    let read = MatchSummary::new(&standings, Phase::Finished);
    assert_eq!(MatchSummary::new(&turned, Phase::Finished).to_json(), read.to_json());
    assert_eq!(read.score().games(), entry.games);
}

#[test]
fn where_only_presets_take_part_no_file_is_read_and_no_program_started() {
    let options = RunOptions { only_presets: true, ..RunOptions::default() };
    let refused = |change: &dyn Fn(&mut Tournament)| {
        let mut changed = tournament(GameId::Connect4, &["random", "greedy"]);
        change(&mut changed);
        let mut store = Sqlite::in_memory().expect("memory");
        let error = run(&changed, &mut store, &options, &mut |_| {}).expect_err("it is refused");
        assert_eq!(store.list(), Ok(Vec::new()), "nothing is entered");
        assert_eq!(changed.admit(&[]).expect_err("it is refused").to_string(), error.to_string());
        error.to_string()
    };
    let texts = [
        "ugi:true",
        "json:true",
        "python:a.py",
        "seahorse:a.py",
        "aiarena:a.py",
        "hotk:a.py",
        "Cargo.toml",
        "random:Cargo.toml",
        "mcts:experience=Cargo.toml",
    ];
    let mut words: Vec<String> =
        texts.iter().map(|text| refused(&|changed| changed.agents[1].agent = (*text).to_owned())).collect();
    words.push(refused(&|changed| changed.openings = "Cargo.toml".parse().ok()));
    words.push(refused(&|changed| changed.openings = "three-move".parse().ok()));
    words.push(refused(&|changed| changed.openings = "random:90".parse().ok()));
    insta::assert_snapshot!(words.join("\n"));
    run(
        &tournament(GameId::Connect4, &["random", "greedy"]),
        &mut Sqlite::in_memory().expect("memory"),
        &options,
        &mut |_| {},
    )
    .expect("presets play");
}

#[test]
fn who_is_registered_plays_under_its_name_and_nobody_else_does() {
    let agents = vec![("mine".to_owned(), Agent::resolve(GameId::Connect4, "mcts").expect("an agent"))];
    let options = RunOptions { only_presets: true, agents, tells_moves: true, ..RunOptions::default() };
    let nodes = |agent: &str, name: &str| {
        let mut changed = tournament(GameId::Connect4, &["greedy", "random"]);
        changed.agents[1] = AgentSpec { name: name.to_owned(), ..AgentSpec::new(agent) };
        let mut store = Sqlite::in_memory().expect("memory");
        run(&changed, &mut store, &options, &mut |_| {}).map_err(|error| error.to_string())?;
        let played = games(&mut store, &changed.name);
        let own = played.iter().find(|game| game.players[0] == name).expect("a game");
        Ok::<_, String>(own.plies[0].search.nodes)
    };
    assert_eq!(nodes("mine", "mine"), Ok(Some(200)));
    assert_eq!(nodes(" mine ", "another name"), Ok(Some(200)));
    assert_ne!(nodes("random", "mine"), Ok(Some(200)), "the name in tables means nobody");
    let refused = nodes("mine:depth=3", "mine").expect_err("it is no name");
    assert!(refused.contains("agent 'mine' does not exist"), "{refused}");
    nodes("json:true", "json:true").expect_err("it is not registered");
}

#[test]
fn the_number_of_games_is_known_before() {
    let base = tournament(GameId::Connect4, &["random", "greedy", "mcts"]);
    for (format, rounds) in
        [(Format::RoundRobin, None), (Format::Gauntlet, None), (Format::Swiss, Some(3)), (Format::Knockout, None)]
    {
        let tournament = Tournament { format, rounds, games: 2, ..base.clone() };
        let (expected, found) = (tournament.expected_games(), played(&tournament, 2).len() as u64);
        assert!(found == expected || format == Format::Knockout && found > expected, "{format}: {found}, {expected}");
    }
}

#[test]
fn agents_are_rated_over_all_tournaments_under_their_own_names() {
    let mut store = Sqlite::in_memory().expect("memory");
    let first = tournament(GameId::Connect4, &["mcts", "random"]);
    let mut second = Tournament { name: "second".to_owned(), ..tournament(GameId::Connect4, &["greedy", "random"]) };
    second.agents.push(AgentSpec { name: "mcts".to_owned(), ..AgentSpec::new("random:time=1s") });
    let other = Tournament { name: "third".to_owned(), ..tournament(GameId::Checkers, &["greedy", "random"]) };
    for tournament in [&first, &second, &other] {
        run(tournament, &mut store, &RunOptions::default(), &mut |_| {}).expect("a tournament");
    }
    let pool = Pool::gather(&mut store, GameId::Connect4).expect("a store");
    // Whoever plays under another's name in the second tournament is left out.
    assert_eq!((pool.tournaments, pool.games, pool.anchored), (2, 8, false));
    let games: Vec<(&str, u64)> =
        pool.agents.iter().map(|(name, rating)| (name.as_str(), rating.tally.games())).collect();
    assert_eq!(games.len(), 3);
    assert!(games.contains(&("mcts", 4)) && games.contains(&("random", 8)) && games.contains(&("greedy", 4)));
    assert_eq!(pool.agents[0].0, "mcts");
    assert_eq!(Pool::gather(&mut store, GameId::Divercite).expect("a store").agents, []);
}

#[test]
fn copies_are_pointed_out() {
    // Two agents without chance play the same two games again and again.
    let plain = tournament(GameId::Connect4, &["in104-connect4-v2:depth=1", "in104-connect4-v2:depth=2"]);
    let same = Tournament { openings: Some(OpeningSource::Start), games: 10, ..plain };
    let mut warnings = Vec::new();
    run(&same, &mut Sqlite::in_memory().expect("memory"), &RunOptions::default(), &mut |event| {
        if let Event::Warning { text } = event {
            warnings.push(text.clone());
        }
    })
    .expect("a tournament");
    assert!(matches!(&warnings[..], [text] if text.starts_with("8 of 10 games are copies")), "{warnings:?}");
}

#[test]
fn listeners_can_follow_every_move() {
    let tournament = tournament(GameId::Checkers, &["random", "greedy"]);
    let options = RunOptions { tells_moves: true, ..RunOptions::default() };
    let mut store = Sqlite::in_memory().expect("memory");
    let mut events = Vec::new();
    run(&tournament, &mut store, &options, &mut |event| events.push(event.clone())).expect("a tournament");
    let finished = games(&mut store, "test");
    for game in &finished {
        let mut followed = Vec::new();
        for event in &events {
            if let Event::Move { number, ply, player, made } = event
                && *number == game.number
            {
                assert_eq!(*ply as usize, game.opening.moves.len() + followed.len());
                assert_eq!(*player, Side::from_parity(*ply as usize));
                followed.push(made.mv.clone());
            }
        }
        assert_eq!(followed, game.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>());
    }
    // What was told can be read again.
    for event in events {
        let line = serde_json::to_string(&event).expect("plain data");
        assert_eq!(serde_json::from_str::<Event>(&line).expect("our own line"), event);
    }
}

#[test]
fn random_openings_are_distinct_as_long_as_they_can_be() {
    let source = "random:2".parse().expect("a source");
    let mut openings = Openings::new(GameId::Connect4, &source, 5).expect("openings");
    let list: Vec<_> = (0..100).map(|index| openings.get(index).expect("an opening")).collect();
    // Two discs have 49 orders; mirrored ones are the same, and only the middle twice is its own mirror image.
    let keys = list.iter().map(|opening| opening.position(GameId::Connect4).expect("legal").canonical_key());
    let keys: Vec<u64> = keys.collect();
    let distinct = |keys: &[u64]| keys.iter().collect::<std::collections::HashSet<_>>().len();
    assert_eq!(distinct(&keys[..25]), 25);
    assert_eq!(distinct(&keys), 25);
    let again: Vec<_> = {
        let mut openings = Openings::new(GameId::Connect4, &source, 5).expect("openings");
        (0..100).map(|index| openings.get(index).expect("an opening")).collect()
    };
    assert_eq!(list, again);
}

#[test]
fn balanced_openings_are_not_won_at_once() {
    let source = "random:8,balanced".parse().expect("a source");
    let mut openings = Openings::new(GameId::Connect4, &source, 1).expect("openings");
    for index in 0..3 {
        let position = openings.get(index).expect("an opening").position(GameId::Connect4).expect("legal");
        for text in position.legal_moves() {
            let mut after = position.clone();
            after.play_text(&text).expect("a legal move");
            assert_eq!(after.outcome(), None);
        }
    }
}

#[test]
fn three_move_openings_are_for_checkers() {
    let source: OpeningSource = "three-move".parse().expect("a source");
    let mut openings = Openings::new(GameId::Checkers, &source, 1).expect("openings");
    let mut all: Vec<_> = (0..174).map(|index| openings.get(index).expect("an opening").moves).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 174);
    let error = Openings::new(GameId::Connect4, &source, 1).err().expect("none for Connect 4").to_string();
    assert_eq!(error, "connect4 has no openings called 'three-move'; write start, random:PLIES or a file");
}

#[test]
fn openings_come_from_files_of_any_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    let source = OpeningSource::File(file.to_string_lossy().into_owned());
    std::fs::write(&file, "# ours\n4 4\n443\n{\"setup\": \"44\", \"moves\": [\"1\"]}\n\n").expect("a file");
    let mut openings = Openings::new(GameId::Connect4, &source, 1).expect("openings");
    let mut texts: Vec<String> = (0..4)
        .map(|index| openings.get(index).expect("one").position(GameId::Connect4).expect("legal").text())
        .collect();
    assert_eq!(texts[0], texts[3]);
    texts.truncate(3);
    texts.sort();
    assert_eq!(texts, ["44", "441", "443"]);
    for (text, words) in
        [("4 4\n9\n", "openings.txt:2: neither moves"), ("# none\n", "has no openings"), ("12121212", "over")]
    {
        std::fs::write(&file, text).expect("a file");
        let error = Openings::new(GameId::Connect4, &source, 1).err().expect("a wrong file").to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn every_tournament_that_comes_with_the_program_can_be_played() {
    for (name, _) in PRESETS.iter() {
        let tournament = preset(name).expect("a preset").expect("a tournament");
        assert_eq!(tournament.name, *name);
        for spec in &tournament.agents {
            Agent::resolve(tournament.game, &spec.agent).expect("an agent");
        }
    }
}

#[test]
fn wrong_definitions_say_what_would_be_right() {
    let cases = [
        ("name = 'x'", "missing field"),
        ("name = 'x'\ngame = 'chess'\nagents = []", "game 'chess' does not exist"),
        ("name = 'x'\ngame = 'connect4'\nagents = ['random']", "at least two are needed"),
        ("name = 'x'\ngame = 'connect4'\nagents = ['random', 'random']", "two agents are called 'random'"),
        ("name = 'x'\ngame = 'connect4'\ngames = 3\nagents = ['random', 'greedy']", "not an even number"),
        ("name = 'x'\ngame = 'connect4'\nformat = 'swiss'\nagents = ['random', 'greedy']", "needs rounds = N"),
        ("name = 'x'\ngame = 'connect4'\nrounds = 3\nagents = ['random', 'greedy']", "rounds are for a Swiss"),
        ("name = 'x'\ngame = 'connect4'\nagents = ['random', 5]", "an agent is a text"),
        ("name = 'x'\ngame = 'connect4'\n[limits]\ntc = '3;4'", "is not a time control"),
        ("name = 'x'\ngame = 'connect4'\nopenings = 'random:x'\nagents = ['a', 'b']", "not a number of plies"),
        ("name = 'x'\ngame = 'connect4'\nsprt = 'elo0=5,elo1=0'\nagents = ['a', 'b']", "elo1"),
        ("name = ", "x.toml:1: "),
    ];
    for (text, words) in cases {
        let error = Tournament::read(text, "x.toml").expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let limits = "name = 'x'\ngame = 'connect4'\nagents = ['a', 'b']\n[limits]\nmovetime = 'soon'";
    assert_eq!(
        Tournament::read(limits, "x.toml").expect_err("no time").to_string(),
        "x.toml:5: 'soon' is not a duration: write 2s, 500ms or 1m"
    );
}

#[test]
fn definitions_come_back_from_the_store_as_they_were() {
    let text = "name = 'x'\ngame = 'checkers'\nformat = 'swiss'\nrounds = 3\ngames = 6\nopenings = 'random:3,balanced'\n\
                sprt = 'elo0=0,elo1=5'\nagents = ['random', { agent = 'greedy', name = 'g', elo = 900.5 }]\n\
                [limits]\ntc = '40/60+0.5'\nmovetime = '1.5s'\nclock = 'cpu'\nmargin = '10ms'\n\
                [adjudicate]\nsolver = 1000\nmax_plies = 200\nagree = { value = 3.0 }\n";
    let tournament = Tournament::read(text, "x.toml").expect("a tournament");
    let again: Tournament = serde_json::from_str(&tournament.to_json()).expect("our own JSON");
    assert_eq!(again, tournament);
}

/// A job carries all that a game depends on: sent as text to another machine, it is played to the same game.
#[test]
fn a_job_is_all_that_a_game_depends_on() {
    let tournament = tournament(GameId::Connect4, &["mcts", "greedy", "random"]);
    let definition: Tournament = serde_json::from_str(&tournament.to_json()).expect("our own text");
    let (agents, options) = (tournament.admit(&[]).expect("presets"), ExternalOptions::default());
    let stop = Arc::default();
    for game in played(&tournament, 2) {
        let place = |name: &String| tournament.agents.iter().position(|spec| spec.name == *name).expect("an agent");
        let job = Job {
            number: game.number,
            round: game.round,
            pair: game.pair,
            agents: [place(&game.players[0]), place(&game.players[1])],
            opening: game.opening.clone(),
        };
        let text = serde_json::to_string(&job).expect("plain data");
        let job: Job = serde_json::from_str(&text).expect("our own text");
        let mut players = Players::new(&agents, &options);
        let again = job.play(&definition, &mut players, &stop, &mut |_, _| {}).expect("a game").expect("not stopped");
        let moves = |game: &Played| game.moves().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!((moves(&again), again.winner, again.number), (moves(&game), game.winner, game.number));
    }
    let wrong = Job { number: 0, round: 0, pair: 0, agents: [0, 7], opening: grandline_arena::Opening::start() };
    let error = wrong.play(&definition, &mut Players::new(&agents, &options), &stop, &mut |_, _| {});
    assert!(error.expect_err("it has three agents").to_string().contains("tournament with 3 agents"));
}

/// With one game at a time, a game is told to be over before the next one begins.
#[test]
fn events_come_in_order() {
    let tournament = Tournament { games: 40, ..tournament(GameId::Connect4, &["random", "greedy"]) };
    let options = RunOptions { tells_moves: true, ..RunOptions::default() };
    let (mut open, mut finished) = (None, 0);
    run(&tournament, &mut Sqlite::in_memory().expect("memory"), &options, &mut |event| match event {
        Event::GameStarted { number, .. } => assert_eq!(open.replace(*number), None, "game {number} began too early"),
        Event::Move { number, .. } => assert_eq!(open, Some(*number)),
        Event::GameFinished { game } => {
            assert_eq!(open.take(), Some(game.number));
            finished += 1;
        }
        _ => {}
    })
    .expect("a match");
    assert_eq!((open, finished), (None, 40));
}

/// A spec travels with its files: unpacked elsewhere it means the same agent, and a changed file is refused.
#[test]
fn specs_are_packed_with_their_files() {
    let here = tempfile::tempdir().expect("a folder");
    let book = "grandline-experience\t1\tconnect4\nposition\tmove\twon\tdrawn\tlost\n-\t7\t90\t0\t0\n";
    std::fs::write(here.path().join("my.book"), book).expect("a file");
    let file = here.path().join("mine.toml");
    std::fs::write(&file, "base = \"greedy\"\nexperience = \"my.book\"\n").expect("a file");
    let spec = AgentSpec { name: "mine".to_owned(), ..AgentSpec::new(file.to_string_lossy()) };
    let packed = spec.pack(GameId::Connect4).expect("files that are there");
    assert_eq!((packed.spec.files.len(), packed.contents.len()), (2, 2));
    let sent: AgentSpec =
        serde_json::from_str(&serde_json::to_string(&packed.spec).expect("plain data")).expect("our own text");
    assert_eq!(sent, packed.spec);
    std::fs::remove_dir_all(here.path()).expect("a folder");
    let there = tempfile::tempdir().expect("a folder");
    let unpacked = sent.unpack(there.path(), |hash| packed.contents.get(hash).cloned()).expect("all contents");
    assert_eq!(unpacked.name, "mine");
    let agent = Agent::resolve(GameId::Connect4, &unpacked.agent).expect("the agent and its book");
    let mut player = agent.player(&ExternalOptions::default());
    player.begin(GameId::Connect4, 1).expect("a game");
    let (start, limits) = (GameId::Connect4.set_up("-").expect("the start"), grandline_search::Limits::default());
    let turn = grandline_arena::Turn::alone(&start, &limits, None);
    let answer = player.choose(&turn, &mut |_| {}).expect("a move");
    assert_eq!(
        start.move_text(answer.mv).as_deref(),
        Some("7"),
        "the book's only move, which greedy hardly ever plays"
    );
    let missing = sent.unpack(there.path(), |_| None).expect_err("nothing is there").to_string();
    assert!(missing.contains("are missing"), "{missing}");
    let changed = sent.unpack(there.path(), |_| Some(b"other".to_vec())).expect_err("other contents").to_string();
    assert!(changed.contains("the contents have SHA-256"), "{changed}");
}
