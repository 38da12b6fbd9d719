//! Records of other programs, there and back.

use assert_cmd::Command;

/// Converts a text and returns what was printed, or the complaint.
fn convert(arguments: &[&str], input: &str) -> Result<String, String> {
    let output = Command::cargo_bin("grandline")
        .expect("the binary")
        .arg("convert")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        assert_eq!(output.stdout, b"", "nothing is written when something is wrong");
        Err(format!("{} -> {:?}", String::from_utf8_lossy(&output.stderr).trim(), output.status.code()))
    }
}

/// Our JSON to a format and back gives our JSON again; the format is recognised by itself.
fn there_and_back(line: &str, format: &str) -> String {
    let written = convert(&["--to", format], line).expect("it can be written");
    assert_eq!(convert(&["--to", "json"], &written).as_deref(), Ok(line), "{written}");
    written
}

#[test]
fn pdn() {
    let line = concat!(
        r#"{"game":"checkers","moves":["11-15","22-18","15x22","25x18"],"result":"draw","#,
        r#""tags":[["Event","A match"],["Site","?"],["Date","?"],["Round","1"],["Black","Wyllie"],["White","Anderson"]]}"#,
        "\n"
    );
    insta::assert_snapshot!(there_and_back(line, "pdn"));
}

#[test]
fn pdn_as_it_is_found() {
    let file = "\u{feff}[Event \"Glasgow \\\"friendly\\\"\"]\r\n[GameType \"21\"]\r\n[Result \"1-0\"]\r\n\r\n\
        1. 11-15! {the usual} 22-18 $1 2. 15x22 (2. 15-19? 24x15 (24x8) 10x19) 25x18 ; White is fine\r\n\
        3. 8-11 1-0\r\n\r\n[Result \"*\"]\r\n1.9-13 22-18 *\r\n";
    insta::assert_snapshot!(convert(&["--to", "json"], file).expect("a tolerant reader"));
    insta::assert_snapshot!(convert(&["--to", "json", "--first-score", "white"], file).expect("a tolerant reader"));
}

#[test]
fn seahorse() {
    let moves = "RC34 GR22 YC45 BR44 BR35 YR33";
    let quoted: Vec<String> = moves.split(' ').map(|mv| format!("\"{mv}\"")).collect();
    let line = format!("{{\"game\":\"divercite\",\"moves\":[{}]}}\n", quoted.join(","));
    let written = there_and_back(&line, "seahorse");
    assert!(written.starts_with("[{\"scores\":") && written.contains("\"(3, 4)\""), "{written}");
}

#[test]
fn course_boards() {
    let board = "211V56003452420533013263002241410011";
    let line = format!("{{\"game\":\"hand-of-the-king\",\"setup\":\"{board}\",\"moves\":[]}}\n");
    let written = there_and_back(&line, "course-board");
    assert!(written.contains("\"No House\""));
    let companions = convert(&["--to", "json", "--game", "hand-of-the-king/companions"], &written);
    assert_eq!(companions, Ok(line.replace("hand-of-the-king", "hand-of-the-king/companions")));
}

#[test]
fn aiarena_texts() {
    let texts = "w//b/bb///ww w\nmmmmmmmmm_mm__m____MMMM_MMMMMMMM/w/2\n";
    let lines = convert(&["--to", "json"], texts).expect("two records");
    insta::assert_snapshot!(lines);
    assert_eq!(convert(&["--to", "aiarena"], &lines).as_deref(), Ok(texts));
}

#[test]
fn what_cannot_be_is_said() {
    let wrong = |arguments: &[&str], input: &str| convert(arguments, input).expect_err("an error");
    let divercite = r#"{"game":"divercite","moves":["RC34"]}"#;
    let messages = [
        wrong(&["--to", "xml"], ""),
        wrong(&["--to", "json"], "what is this?"),
        wrong(&["--to", "json", "no-such-file"], ""),
        wrong(&["--to", "pdn"], divercite),
        wrong(&["--to", "course-board"], divercite),
        wrong(&["--to", "aiarena"], divercite),
        wrong(&["--to", "seahorse"], &format!("{divercite}\n{divercite}")),
        wrong(
            &["--to", "course-board"],
            r#"{"game":"hand-of-the-king","setup":"211V56003452420533013263002241410011","moves":["0"]}"#,
        ),
        wrong(&["--to", "json"], r#"{"moves":["4"]}"#),
        wrong(&["--to", "json"], r#"{"game":"connect4","moves":["4","9"]}"#),
        wrong(&["--to", "json"], r#"{"game":"connect4","moves":["1","2","1","2","1","2","1"],"result":"second"}"#),
        wrong(&["--to", "json"], r#"{"game":"connect4","moves":["1","2","1","2","1","2","1","3"]}"#),
        wrong(&["--to", "json", "--from", "pdn"], "[GameType \"20\"]\n1. 32-28 *"),
        wrong(&["--to", "json", "--from", "pdn"], "1. 11-15 22-17 2. 15-20 *"),
        wrong(&["--to", "json", "--from", "seahorse"], "[]"),
        wrong(&["--to", "json", "--from", "course-board"], "[]"),
        wrong(&["--to", "json", "--from", "aiarena"], "hello"),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}
