//! One game with its referee: results, clocks, forfeits and early endings.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_agents::knowledge;
use grandline_arena::game::{Conditions, GameOutcome, play};
use grandline_arena::{
    Adjudication, Agent, Agreement, Answer, Ending, ExternalOptions, Failure, Opening, Player, TimeControl, Turn,
};
use grandline_games::{GameId, Margin, MoveId};
use grandline_search::{Limits, Line, Question, Report, Scale, Value, Watch};

/// What a scripted player does at its next turn.
enum Step {
    Move { text: &'static str, time: Duration, value: Option<f64> },
    Fail(Failure),
    Stop,
}

/// Plays what it was told to.
struct Scripted(VecDeque<Step>);

impl Player for Scripted {
    fn begin(&mut self, game: GameId, _seed: u64) -> Result<(), Failure> {
        assert_eq!(game, GameId::Connect4);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        match self.0.pop_front() {
            Some(Step::Move { text, time, value }) => {
                let mv = turn.position.parse_move(text).expect("a legal move");
                let mut report = Report::unsearched(Some(mv));
                if let Some(value) = value {
                    report.lines = vec![Line::single(mv, Value::Heuristic(value))];
                    report.scale = Scale::Units;
                }
                Ok(Answer { mv, report, time })
            }
            Some(Step::Fail(failure)) => Err(failure),
            Some(Step::Stop) => {
                turn.limits.stop.store(true, Ordering::Relaxed);
                Err(Failure::new(Ending::Silence, "was stopped"))
            }
            None => panic!("the script is over and the game is not"),
        }
    }
}

fn moves(texts: &[&'static str]) -> Scripted {
    timed(texts, Duration::ZERO)
}

fn timed(texts: &[&'static str], time: Duration) -> Scripted {
    Scripted(texts.iter().map(|text| Step::Move { text, time, value: None }).collect())
}

fn valued(moves: &[(&'static str, f64)]) -> Scripted {
    let step = |&(text, value)| Step::Move { text, time: Duration::ZERO, value: Some(value) };
    Scripted(moves.iter().map(step).collect())
}

fn contest(
    first: Scripted,
    second: Scripted,
    control: &TimeControl,
    adjudication: &Adjudication,
) -> Option<GameOutcome> {
    let (mut first, mut second) = (first, second);
    let stop = Arc::new(AtomicBool::new(false));
    let start = Opening::start().position(GameId::Connect4).expect("the start");
    let conditions = Conditions { control, adjudication, stop: &stop };
    play(start, [&mut first, &mut second], 1, conditions, &mut |_, _| {})
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn clock(text: &str) -> TimeControl {
    TimeControl { tc: Some(text.parse().expect("a time control")), margin: Duration::ZERO, ..TimeControl::default() }
}

#[test]
fn the_rules_decide() {
    let contest = contest(
        moves(&["1", "1", "1", "1"]),
        moves(&["2", "2", "2"]),
        &TimeControl::default(),
        &Adjudication::default(),
    );
    let contest = contest.expect("a finished game");
    assert_eq!(
        (contest.margin.winner().map(grandline_games::Side::name), contest.ending),
        (Some("first"), Ending::Rules)
    );
    assert_eq!(contest.plies.len(), 7);
    assert_eq!(contest.plies[0].mv, "1");
}

#[test]
fn a_clock_that_runs_out_loses_and_one_that_just_does_not_goes_on() {
    // Three moves of 4 seconds each are 2 more than ten, of which increments give one each back.
    let texts = ["1", "1", "1"];
    let lost = contest(timed(&texts, seconds(4)), moves(&["2", "2"]), &clock("10"), &Adjudication::default());
    let lost = lost.expect("a finished game");
    assert_eq!((lost.ending, lost.margin), (Ending::Time, Margin(-1)));
    assert_eq!(lost.reason, "{first} lost on time: its move took 2 s more than it had");
    assert_eq!(lost.plies.len(), 4);
    assert_eq!(lost.evidence.as_deref(), Some("position: 1212"));
    let texts = ["1", "1", "1", "1"];
    let won = contest(timed(&texts, seconds(4)), moves(&["2", "2", "2"]), &clock("13+1"), &Adjudication::default());
    assert_eq!(won.expect("a finished game").ending, Ending::Rules);
}

#[test]
fn a_period_of_moves_renews_the_clock() {
    let texts = ["1", "1", "1", "1"];
    let renewed = contest(timed(&texts, seconds(4)), moves(&["2", "2", "2"]), &clock("2/8"), &Adjudication::default());
    assert_eq!(renewed.expect("a finished game").ending, Ending::Rules);
    let single = contest(timed(&texts, seconds(4)), moves(&["2", "2", "2"]), &clock("3/8"), &Adjudication::default());
    assert_eq!(single.expect("a finished game").ending, Ending::Time);
}

#[test]
fn a_move_may_overdraw_by_the_margin_and_no_more() {
    let control = |margin| TimeControl { movetime: Some(seconds(1)), margin, ..TimeControl::default() };
    let game = |margin| {
        let first = timed(&["1", "1", "1", "1"], Duration::from_millis(1_200));
        contest(first, moves(&["2", "2", "2"]), &control(margin), &Adjudication::default())
            .expect("a finished game")
            .ending
    };
    assert_eq!(game(Duration::from_millis(200)), Ending::Rules);
    assert_eq!(game(Duration::from_millis(199)), Ending::Time);
}

#[test]
fn whoever_fails_loses_and_the_reason_is_kept() {
    let crash = Failure { evidence: Some("last words".to_owned()), ..Failure::new(Ending::Crash, "died") };
    let second = Scripted([Step::Fail(crash)].into());
    let contest = contest(moves(&["4"]), second, &TimeControl::default(), &Adjudication::default()).expect("a result");
    assert_eq!((contest.margin, contest.ending, contest.reason.as_str()), (Margin(1), Ending::Crash, "{second} died"));
    assert_eq!(contest.evidence.as_deref(), Some("position: 4\nlast words"));
}

#[test]
fn a_game_that_is_given_up_has_no_result() {
    let second = Scripted([Step::Stop].into());
    assert_eq!(contest(moves(&["4"]), second, &TimeControl::default(), &Adjudication::default()), None);
}

#[test]
fn both_agents_must_agree_for_as_long_as_was_asked() {
    let agree = |value, moves| Adjudication { agree: Some(Agreement { value, moves }), ..Adjudication::default() };
    let sure = [("1", 9.0), ("2", 9.0), ("3", 9.0)];
    let doubtful = [("1", 9.0), ("2", 1.0), ("3", 9.0), ("7", 9.0)];
    let sad = || valued(&[("7", -9.0), ("6", -9.0), ("7", -9.0), ("6", -9.0)]);
    let agreed = contest(valued(&sure), sad(), &TimeControl::default(), &agree(5.0, 2)).expect("a finished game");
    assert_eq!((agreed.ending, agreed.margin, agreed.plies.len()), (Ending::Agreement, Margin(1), 4));
    assert_eq!(agreed.reason, "both agents agree that the first player wins");
    // One doubt begins the count anew.
    let later = contest(valued(&doubtful), sad(), &TimeControl::default(), &agree(5.0, 2)).expect("a finished game");
    assert_eq!((later.ending, later.plies.len()), (Ending::Agreement, 7));
}

#[test]
fn a_long_game_is_a_draw() {
    let adjudication = Adjudication { max_plies: Some(3), ..Adjudication::default() };
    let drawn =
        contest(moves(&["1", "2"]), moves(&["1"]), &TimeControl::default(), &adjudication).expect("a finished game");
    assert_eq!((drawn.ending, drawn.margin, drawn.plies.len()), (Ending::Length, Margin::DRAW, 3));
}

#[test]
fn the_solver_ends_a_game_with_its_exact_result() {
    let agent = Agent::resolve(GameId::Divercite, "greedy").expect("a preset");
    let [mut first, mut second] = [(); 2].map(|()| agent.player(&ExternalOptions::default()));
    let stop = Arc::new(AtomicBool::new(false));
    let adjudication = Adjudication { solver: Some(100_000), ..Adjudication::default() };
    let conditions = Conditions { control: &TimeControl::default(), adjudication: &adjudication, stop: &stop };
    let start = Opening::start().position(GameId::Divercite).expect("the start");
    let outcome = play(start.clone(), [&mut *first, &mut *second], 3, conditions, &mut |_, _| {});
    let outcome = outcome.expect("a finished game");
    assert_eq!(outcome.ending, Ending::Solver);
    // The same position, solved here.
    let mut position = start;
    position.play_all(outcome.plies.iter().map(|ply| &ply.mv)).expect("legal moves");
    assert_eq!(position.outcome(), None);
    let question = Question { margin: true, all_moves: false };
    let solved = knowledge(GameId::Divercite, 8, 1).expect("a solver").solve(&position, question, &Limits::default());
    assert_eq!(Some(outcome.margin.seen_by(position.to_move())), solved.expect("a small rest").exact.margin);
}

#[test]
fn a_solver_that_takes_long_is_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    // Nobody solves the empty board of Divercité.
    let adjudication = Adjudication { solver: Some(u64::MAX), ..Adjudication::default() };
    let (control, start) = (TimeControl::default(), Opening::start().position(GameId::Divercite).expect("the start"));
    let agent = Agent::resolve(GameId::Divercite, "greedy").expect("a preset");
    let [mut first, mut second] = [(); 2].map(|()| agent.player(&ExternalOptions::default()));
    let conditions = Conditions { control: &control, adjudication: &adjudication, stop: &stop };
    std::thread::scope(|scope| {
        let game = scope.spawn(|| play(start, [&mut *first, &mut *second], 1, conditions, &mut |_, _| {}));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(game.join().expect("no panic"), None);
    });
}

#[test]
fn openings_that_cannot_be_played_say_why() {
    let opening = |setup: &str, moves: &[&str]| Opening {
        setup: setup.to_owned(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    };
    let words = |opening: Opening| opening.position(GameId::Connect4).expect_err("a wrong opening").to_string();
    assert_eq!(
        words(opening("-", &["4", "9"])),
        "opening '4 9': move 2: '9' is not a move: character 1 ('9'): expected a column from 1 to 7 (or a to g)"
    );
    assert!(
        words(opening("-", &["1", "2", "1", "2", "1", "2", "1", "2"]))
            .contains("move 8: 2 is not legal: the game is over")
    );
    assert!(words(opening("x", &[])).starts_with("opening 'x': "));
}
