//! The text of a book: what is read, what is written, what is refused.

use grandline_agents::experience::{Book, Known, MoveTally};
use grandline_games::{GameId, MoveId};

pub(crate) const HEAD: &str = "grandline-experience\t1\tconnect4\n";

/// A book with these lines.
pub(crate) fn book(lines: &str) -> String {
    format!("{HEAD}{}", lines.replace(' ', "\t"))
}

fn read(text: &str) -> Book {
    Book::read(text, "test.book").unwrap_or_else(|error| panic!("{error}"))
}

/// What a book says of a position: each class of moves with its results.
fn said(book: &Book, position: &str) -> String {
    let position = GameId::Connect4.set_up(position).expect("a position");
    let words = |Known { moves, tally: MoveTally { won, drawn, lost }, .. }: Known<MoveId>| {
        let moves: Vec<String> = moves.iter().filter_map(|&mv| position.move_text(mv)).collect();
        format!("{}: {won}-{drawn}-{lost}", moves.join("/"))
    };
    book.look_up(&position).into_iter().map(words).collect::<Vec<_>>().join(", ")
}

#[test]
fn lines_that_mean_the_same_are_added_up() {
    // On the empty board columns 3 and 5 are each other's images, and so are the boards after them.
    let book = read(&book("- 4 10 2 3\n- 3 1 0 0\n- 5 0 1 0\n- 3 0 0 5\n3 4 7 0 0\n5 4 0 0 2\n4 1 1 0 0\n4 7 2 0 0\n"));
    assert_eq!(said(&book, "-"), "1/7: 0-0-0, 2/6: 0-0-0, 3/5: 1-1-5, 4: 10-2-3");
    assert_eq!(said(&book, "3"), "1: 0-0-0, 2: 0-0-0, 3: 0-0-0, 4: 7-0-2, 5: 0-0-0, 6: 0-0-0, 7: 0-0-0");
    assert_eq!(said(&book, "5"), said(&book, "3"));
    assert_eq!(said(&book, "4"), "1/7: 3-0-0, 2/6: 0-0-0, 3/5: 0-0-0, 4: 0-0-0");
    assert_eq!(said(&book, "44"), "");
    assert_eq!((book.game(), book.positions(), book.most_met()), (GameId::Connect4, 3, Some("-")));
}

#[test]
fn positions_are_found_whatever_the_order_of_their_moves() {
    let book = read(&book("123 4 1 2 3\n"));
    assert_eq!(said(&book, "321"), said(&book, "123"));
    assert_eq!(said(&book, "765").split(", ").nth(3), Some("4: 1-2-3"));
}

#[test]
fn texts_round_trip() {
    let first = read(&book("# a remark\nposition move won drawn lost\n\n4 4 3 2 1\n- 5 0 1 0\n- 4 10 2 3\r\n"));
    let text = first.to_text("two lines\nof remarks");
    insta::assert_snapshot!(text.replace('\t', " | "));
    assert_eq!(read(&text), first);
    let mut kept = first.clone();
    kept.keep_from(7);
    assert_eq!((kept.positions(), kept.most_met()), (1, Some("-")));
}

#[test]
fn counts_do_not_overflow() {
    let most = u32::MAX;
    let book = read(&book(&format!("- 4 {most} {most} {most}\n- 4 1 1 1\n")));
    assert_eq!(said(&book, "-").split(", ").last(), Some(format!("4: {most}-{most}-{most}").as_str()));
    assert_eq!(book.look_up(&GameId::Connect4.set_up("-").expect("the start"))[3].tally.games(), most);
}

#[test]
fn a_book_of_another_game_says_nothing() {
    let book = read("grandline-experience\t1\tcheckers\n-\t11-15\t1\t0\t0\n");
    assert_eq!(said(&book, "-"), "");
}

#[test]
fn wrong_books_are_refused_with_their_line() {
    let texts = [
        String::new(),
        "1. e4 e5".to_owned(),
        "grandline-experience\t1".to_owned(),
        "grandline-experience\t2\tconnect4".to_owned(),
        "grandline-experience\t1\tchess".to_owned(),
        book("- 4 1 0\n"),
        book("- 4 1 0 0\n- 4 1 0 0 0\n"),
        book("- 8 1 0 0\n"),
        book("444444 4 1 0 0\n"),
        book("44x 4 1 0 0\n"),
        book("1212121 4 1 0 0\n"),
        book("- 4 1 -1 0\n"),
        book("- 4 1 many 0\n"),
        book(&format!("- 4 {} 0 0\n", 1_u64 << 32)),
    ];
    let said: Vec<String> = texts.iter().map(|text| Book::read(text, "my.book").expect_err(text).to_string()).collect();
    insta::assert_snapshot!(said.join("\n"));
}
