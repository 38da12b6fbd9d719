//! Counting: every number against one that was counted by hand.

use grandline_arena::report::{Lengths, Standings, Summary, csv, movers, page, sample};
use grandline_arena::statistics::Tally;
use grandline_arena::{Accuracy, Ending, Judge, Opening, Played, Ply, SearchSummary};
use grandline_games::{GameId, Side};
use serde_json::json;

use crate::made::{forfeit, game, ply, stored, summary, tournament};

const FIRST: Option<Side> = Some(Side::First);
const SECOND: Option<Side> = Some(Side::Second);

/// a beats b twice; a and c win one each; b and c draw, and their twin game is a forfeit of b.
fn three_agents() -> Vec<Played> {
    vec![
        game(0, ["a", "b"], FIRST),
        game(1, ["b", "a"], SECOND),
        game(2, ["a", "c"], FIRST),
        game(3, ["c", "a"], FIRST),
        game(4, ["c", "b"], None),
        forfeit(5, ["b", "c"], Ending::Illegal, "position: -"),
    ]
}

#[test]
fn results_are_counted_by_agent_and_side() {
    let mut standings = Standings::new(GameId::Divercite);
    three_agents().iter().for_each(|game| standings.add(game));
    assert_eq!(standings.names().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!((standings.games(), standings.forfeits()), (6, 1));
    let rows = standings.rows(&standings.ratings());
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["a", "c", "b"]);
    let row = |name: &str| rows.iter().find(|row| row.name == name).expect(name);
    assert_eq!((row("a").as_first, row("a").as_second), (Tally::new(2, 0, 0), Tally::new(1, 0, 1)));
    assert_eq!((row("b").as_first, row("b").as_second), (Tally::new(0, 0, 2), Tally::new(0, 1, 1)));
    assert_eq!(row("c").tally(), Tally::new(2, 1, 1));
    assert_eq!((row("b").forfeits(), row("c").forfeits()), (1, 0));
    assert_eq!((row("b").endings.lost.of(Ending::Illegal), row("c").endings.won.of(Ending::Illegal)), (1, 1));
    assert_eq!(standings.cross_table().between(2, 1), Tally::new(1, 1, 0));
    assert_eq!(standings.cross_table().first_side(), Tally::new(3, 1, 2));
}

/// a has more points than b and less strength, since it had the better side every time.
#[test]
fn points_decide_where_all_have_as_many_games() {
    let mut standings = Standings::new(GameId::Divercite);
    for number in 0..6 {
        standings.add(&game(number, ["a", "b"], if number < 4 { FIRST } else { SECOND }));
        let players = if number % 2 == 0 { ["c", "d"] } else { ["d", "c"] };
        standings.add(&game(6 + number, players, FIRST));
    }
    let order = |standings: &Standings| {
        let rows = standings.rows(&standings.ratings());
        rows.into_iter().map(|row| row.name).collect::<String>()
    };
    assert_eq!(standings.ratings().ranking(), [1, 2, 3, 0]);
    assert_eq!(order(&standings), "acdb");
    standings.add(&game(12, ["c", "d"], None));
    assert_eq!(order(&standings), "bdca");
}

#[test]
fn pairs_belong_together_and_a_game_without_its_twin_stands_alone() {
    let mut standings = Standings::new(GameId::Divercite);
    for game in three_agents().into_iter().take(3) {
        standings.add(&game);
    }
    let (ab, ca) = (standings.between(0, 1), standings.between(2, 0));
    assert_eq!((ab.pairs.0, ab.single.games()), ([0, 0, 0, 0, 1], 0));
    assert_eq!((ca.pairs.pairs(), ca.single), (0, Tally::new(0, 0, 1)));
    // The twin may come after games of other pairs.
    standings.add(&three_agents()[4]);
    standings.add(&three_agents()[3]);
    assert_eq!(standings.between(2, 0).pairs.0, [0, 0, 1, 0, 0]);
    assert_eq!(standings.between(0, 2).pairs.0, [0, 0, 1, 0, 0]);
    assert_eq!(standings.between(1, 1).games(), 0);
}

#[test]
fn measures_are_own_and_conceded_over_games_that_the_rules_ended() {
    let mut standings = Standings::new(GameId::Divercite);
    three_agents().iter().for_each(|game| standings.add(game));
    let keys: Vec<&str> = standings.measures().iter().map(|measure| measure.key).collect();
    assert_eq!(keys, ["divercites", "score"]);
    let rows = standings.rows(&standings.ratings());
    let b = rows.iter().find(|row| row.name == "b").expect("b");
    // b was second, first and second in games of 20-15 and 2-1; its forfeit does not count.
    let [divercites, score] = [b.measures[0], b.measures[1]];
    assert_eq!((divercites.games, divercites.own, divercites.per_game()), (3, 4.0, Some(4.0 / 3.0)));
    assert_eq!((score.own, score.other, score.ratio()), (50.0, 55.0, Some(50.0 / 55.0)));
    // A detail that another program wrote has no measures, and is no error.
    let strange = Played { detail: json!({ "score": "much" }), ..game(9, ["b", "a"], FIRST) };
    standings.add(&strange);
    assert_eq!(standings.rows(&standings.ratings())[1].measures.len(), 2);
}

#[test]
fn anchors_give_the_scale_and_agents_without_games_have_no_elo() {
    let mut standings = Standings::new(GameId::Divercite);
    standings.enter("a", Some(1275.0));
    standings.enter("idle", None);
    standings.enter("nonsense", Some(f64::NAN));
    three_agents().iter().for_each(|game| standings.add(game));
    let ratings = standings.ratings();
    assert_eq!(ratings.players[0].rating.map(|rating| rating.estimate), Some(1275.0));
    assert!(ratings.players[0].anchored && !ratings.players[2].anchored);
    assert_eq!(ratings.players[1].rating, None);
    assert!(ratings.players[3].rating.is_some_and(|rating| rating.estimate < 1275.0), "b lost to a");
}

#[test]
fn plies_are_told_apart_by_the_side_that_made_them() {
    let plies = |texts: &[&str]| texts.iter().map(|text| ply(text, 0, 1, 0.0)).collect::<Vec<Ply>>();
    let opening = |setup: &str, moves: &[&str]| Opening {
        setup: setup.to_owned(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    };
    let of = |id: GameId, opening: Opening, texts: &[&str]| {
        let played = Played { opening, plies: plies(texts), ..game(0, ["a", "b"], None) };
        movers(id, &played).into_iter().map(Side::index).collect::<Vec<_>>()
    };
    assert_eq!(of(GameId::Connect4, opening("-", &["4"]), &["4", "4", "3"]), [1, 0, 1]);
    // Black begins in English checkers; here it is White's turn.
    assert_eq!(of(GameId::Checkers, opening("W:W21,22:B1,2", &[]), &["21-17", "1-6"]), [1, 0]);
    // After the last card of a house the same player chooses a companion.
    let choosing = "......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeSaJaMe!";
    assert_eq!(of(GameId::HandOfTheKingCompanions, opening(choosing, &[]), &["Gendry"]), [1]);
    let broken = of(GameId::HandOfTheKingCompanions, opening("seed:1", &[]), &["nonsense", "4"]);
    assert_eq!(broken, [0], "a record is read as far as it goes");
    assert_eq!(of(GameId::HandOfTheKingCompanions, opening("no set-up", &[]), &["1", "2"]), [0, 1]);
}

#[test]
fn thinking_is_summed_by_agent_and_ply() {
    let exact = |value: f64| {
        let search =
            SearchSummary { value: Some(value), exact: true, cutoffs: vec![6, 3, 0, 1], ..SearchSummary::default() };
        Ply { mv: "4".to_owned(), micros: 30, search }
    };
    let opening = Opening { setup: "-".to_owned(), moves: vec!["4".to_owned()] };
    let one = vec![ply("4", 1000, 500, 0.5), ply("4", 10, 5, -2.0), exact(3.0), exact(-999_990.0)];
    let other = vec![ply("3", 3000, 1500, 1.5)];
    let games = [
        Played { opening: opening.clone(), plies: one, ..game(0, ["a", "b"], FIRST) },
        Played { plies: other, ..game(1, ["b", "a"], FIRST) },
    ];
    let summary = summary(&tournament(GameId::Connect4, "t", &["a", "b"]), &games, None);
    let [a, b] = [&summary.series[0], &summary.series[1]];
    // b made the plies 2 and 4 of the first game and ply 1 of the second.
    assert_eq!(b.plies.iter().map(grandline_arena::report::Effort::moves).collect::<Vec<_>>(), [1, 1, 0, 1]);
    assert_eq!((b.plies[1].nodes.mean(), b.plies[1].micros.mean()), (Some(500.0), Some(1000.0)));
    let total = b.total();
    assert_eq!((total.moves(), total.nodes.mean(), total.nodes.count), (3, Some(1000.0), 2));
    // Of proven values those count that are margins of the game; the other only says who wins.
    assert_eq!((total.value.mean(), total.value.count, total.proven), (Some((0.5 + 1.5 + 3.0) / 3.0), 3, 1));
    assert_eq!((a.total().value.count, a.total().proven), (1, 1));
    assert_eq!(total.cutoffs, [6, 3, 0, 1]);
    assert_eq!((total.cutoff_share(0), total.cutoff_share(9)), (Some(0.6), Some(0.0)));
    assert_eq!(total.mean_cutoff(), Some(0.6));
    // Nodes per second come from the moves whose nodes are known: 2000 nodes in 4000 microseconds.
    assert_eq!(total.nodes_per_second(), Some(500_000.0));
}

#[test]
fn moves_are_judged_by_the_exact_solver() {
    let opening = Opening { setup: "-".to_owned(), moves: "3 1 3 1 3 1".split(' ').map(str::to_owned).collect() };
    // Both have three in their column. a lets b win, and in the other game b wins at once.
    let plies = |moves: &[&str]| moves.iter().map(|text| ply(text, 1, 1, 0.0)).collect::<Vec<_>>();
    let games = [
        Played { opening: opening.clone(), plies: plies(&["5", "1"]), ..game(0, ["a", "b"], SECOND) },
        Played { opening, plies: plies(&["3"]), ..game(1, ["b", "a"], FIRST) },
    ];
    let definition = tournament(GameId::Connect4, "t", &["a", "b"]);
    let (mut store, entry) = stored(&definition, &games, None);
    let mut summary = Summary::gather(&mut store, entry).expect("games");
    let mut judge = Judge::new(GameId::Connect4, 1_000_000).expect("a solver");
    summary.judge(&mut store, &mut judge, u64::MAX).expect("games");
    let [a, b] = [0, 1].map(|agent: usize| summary.series[agent].total().accuracy);
    assert_eq!(a, Accuracy { moves: 1, win_to_loss: 1, ..Accuracy::default() });
    assert_eq!(b, Accuracy { moves: 2, ..Accuracy::default() });
    assert_eq!(summary.series[1].plies[7].accuracy.moves, 1, "after the seven plies before it");
    let json = summary.json(&summary.table());
    assert_eq!(json["agents"][0]["accuracy"]["share"], 1.0);
    let page = page(&summary, &summary.table(), &[]);
    assert!(page.contains("Results thrown away") && page.contains("100.0 % ± 32.9"), "{page}");
    let table = csv::standings(&summary, &summary.table());
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with(",accuracy,accuracy_error,judged,win_to_draw,win_to_loss,draw_to_loss"), "{table}");
    assert!(lines[1].ends_with(",1,0.3288,2,0,0,0") && lines[2].contains(",0,") && lines[2].ends_with(",1,0,1,0"));
}

#[test]
fn games_to_judge_are_spread_over_the_tournament() {
    let games: Vec<Played> = (0..50).map(|number| game(number, ["a", "b"], None)).collect();
    let (mut store, entry) = stored(&tournament(GameId::Connect4, "t", &["a", "b"]), &games, None);
    let mut numbers = |most| -> Vec<u64> {
        sample(&mut store, &entry, most).expect("games").iter().map(|game| game.number).collect()
    };
    let few = numbers(10);
    assert_eq!((few.len(), &few), (10, &numbers(10)), "always the same ones");
    assert!(few.is_sorted() && few[0] < 25 && few[9] >= 25, "{few:?}");
    assert!(few.iter().all(|number| numbers(20).contains(number)));
    assert_eq!(numbers(80), (0..50).collect::<Vec<_>>(), "all, if there are few");
}

#[test]
fn plies_are_taken_together_and_rare_ones_left_out() {
    let games: Vec<Played> = (0..40)
        .map(|number| {
            let plies = if number == 0 { 6 } else { 4 };
            Played { plies: vec![ply("x", 1, 1, 0.0); plies], ..game(number, ["a", "b"], None) }
        })
        .collect();
    let summary = summary(&tournament(GameId::Divercite, "t", &["a", "b"]), &games, None);
    let steps = summary.series[0].in_steps(2);
    assert_eq!(steps.iter().map(|(before, effort)| (*before, effort.moves())).collect::<Vec<_>>(), [(0, 40), (2, 40)]);
    assert_eq!(summary.series[0].in_steps(1).len(), 2, "ply 5 was reached once in forty games");
}

#[test]
fn copies_are_games_with_the_same_players_and_moves() {
    let with = |number: u64, players: [&str; 2], texts: &[&str]| Played {
        plies: texts.iter().map(|text| ply(text, number, 1, 0.0)).collect(),
        ..game(number, players, None)
    };
    let games = [
        with(0, ["a", "b"], &["4", "4"]),
        with(1, ["b", "a"], &["4", "4"]),
        with(2, ["a", "b"], &["4", "4"]),
        with(3, ["a", "b"], &["4", "3"]),
        with(4, ["a", "b"], &["44"]),
    ];
    let summary = summary(&tournament(GameId::Connect4, "t", &["a", "b"]), &games, None);
    assert_eq!(summary.copies.count(), 1);
    assert!(summary.listed[2].copy && !summary.listed[1].copy);
}

#[test]
fn lengths_count_the_opening() {
    let mut lengths = Lengths::default();
    assert_eq!((lengths.shortest(), lengths.median(), lengths.mean(), lengths.longest()), (None, None, None, None));
    for plies in [2, 3, 3, 9] {
        let opening = Opening { setup: "-".to_owned(), moves: vec!["4".to_owned()] };
        lengths.add(&Played { opening, plies: vec![ply("4", 0, 0, 0.0); plies], ..game(0, ["a", "b"], None) });
    }
    assert_eq!((lengths.shortest(), lengths.median(), lengths.longest()), (Some(3), Some(4), Some(10)));
    assert_eq!(lengths.mean(), Some(5.25));
}

#[test]
fn superiority_of_the_unbounded_comes_from_their_own_games() {
    let won: Vec<Played> = (0..20)
        .map(|number| if number % 2 == 0 { game(number, ["a", "b"], FIRST) } else { game(number, ["b", "a"], SECOND) })
        .collect();
    let summary = summary(&tournament(GameId::Connect4, "t", &["a", "b"]), &won, None);
    let table = summary.table();
    assert!(table.rows.iter().all(|row| row.rating.unbounded));
    assert!(
        summary.standings.superiority(&table.ratings, 0, 1).is_some_and(|likely| likely > 0.999),
        "ten pairs of two wins"
    );
    assert_eq!(summary.standings.superiority(&table.ratings, 0, 0), None);
}
