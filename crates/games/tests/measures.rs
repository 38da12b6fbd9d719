//! What the measures of each game read off a position that was counted by hand.

use grandline_games::GameId;

/// The numbers of every measure after some moves, in the order of the game's list.
fn measured(game: GameId, setup: &str, moves: &str) -> Vec<(&'static str, [f64; 2])> {
    let mut position = game.set_up(setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    position.play_all(moves.split_whitespace()).unwrap_or_else(|error| panic!("{error}"));
    let detail = position.detail();
    let read = |measure: &grandline_games::Measure| (measure.key, (measure.read)(&detail).expect(measure.key));
    game.measures().iter().map(read).collect()
}

#[test]
fn divercite_counts_points_and_divercites() {
    // White's red city has four resources of four colours around it: a divercité, five points.
    let moves = "RC34 RR33 YC54 GR35 YC45 BR24 GC43 YR44";
    let read = measured(GameId::Divercite, "-", moves);
    assert_eq!(read[0], ("divercites", [1.0, 0.0]));
    let (key, [white, black]) = read[1];
    assert_eq!(key, "score");
    assert!(white >= 5.0 && black == 0.0, "{white} {black}");
}

#[test]
fn checkers_counts_pieces_and_kings_by_player() {
    let read = measured(GameId::Checkers, "W:W21,22,K23:BK1,K2", "");
    assert_eq!(read, [("pieces", [2.0, 3.0]), ("kings", [2.0, 1.0])]);
    let read = measured(GameId::Checkers, "-", "11-15 22-18 15x22");
    assert_eq!(read, [("pieces", [12.0, 11.0]), ("kings", [0.0, 0.0])]);
}

#[test]
fn hand_of_the_king_counts_banners_and_cards() {
    let position = "......V..........0.4.....321013404.3/3231110/2321022/1121122/2/JoGeSaJaMe!";
    let read = measured(GameId::HandOfTheKingCompanions, position, "");
    assert_eq!(read, [("banners", [4.0, 3.0]), ("cards", [11.0, 12.0])]);
}

#[test]
fn connect4_has_nothing_to_count() {
    assert!(GameId::Connect4.measures().is_empty());
}

#[test]
fn othello_counts_discs() {
    let read = measured(GameId::Othello, "-", "f5 d6 c3");
    assert_eq!(read, [("discs", [5.0, 2.0])]);
}
