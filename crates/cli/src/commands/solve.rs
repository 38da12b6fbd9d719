//! `grandline solve`

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_agents::{AnyKnowledge, knowledge, tables};
use grandline_games::{AnyPosition, GameId};
use grandline_search::time::{format_duration, parse_duration};
use grandline_search::{Exact, Limits, Question, WallClock};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value as Json, json};

use crate::{AlreadyReported, agent, input, output};

/// Solve positions exactly
///
/// Reads one position text per line and writes one JSON object for each: the exact value for the
/// player to move, a move that keeps it, nodes searched and microseconds. A wrong line gets an
/// "error" and the next line is read; the exit code is then 1.
///
/// Connect 4 counts as is usual there: 0 is a draw, and +n wins with n-1 of one's own 21 discs
/// left after the winning disc. In the other games the value is the margin of the result.
///
/// Examples:
///   echo 4453 | grandline solve connect4 --all-moves
///   echo seed:7 | grandline solve hand-of-the-king --verdict --time 60s
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Solve {
    /// The game, such as connect4 or hand-of-the-king
    game: GameId,
    /// The positions, one per line; - is standard input
    #[arg(default_value = "-")]
    file: String,
    /// Also give the value of every move, and all moves that are best
    #[arg(long)]
    all_moves: bool,
    /// Prove only who wins: the value is 1, 0 or -1
    #[arg(long, conflicts_with = "all_moves")]
    verdict: bool,
    /// Maximum time per position [default: none]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Maximum nodes per position [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Threads, where the game has a solver of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Accepted for uniformity: the output is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<()> {
        let Some(mut knowledge) = knowledge(self.game, self.table as usize, self.threads as usize) else {
            bail!("{} cannot be solved: its positions may repeat, so a result depends on the past", self.game);
        };
        let mut lines = input::open(&self.file)?.split(b'\n');
        let stop = agent::stop_on_interrupt();
        let limits = Limits {
            nodes: self.nodes,
            time: self.time,
            stop: stop.clone(),
            clock: Arc::new(WallClock::start()),
            ..Limits::default()
        };
        let bar = progress();
        let mut failed = false;
        while let Some(line) = lines.next().transpose().with_context(|| format!("cannot read {}", self.file))? {
            let line = String::from_utf8_lossy(&line);
            let answer = self.answer(&mut *knowledge, line.trim(), &limits);
            if limits.is_stopped() {
                bar.finish_and_clear();
                bail!("stopped; the positions so far are solved");
            }
            failed |= answer.contains_key("error");
            bar.suspend(|| output::json(&answer))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        if failed { Err(AlreadyReported.into()) } else { Ok(()) }
    }

    /// The answer to one line.
    fn answer(&self, knowledge: &mut dyn AnyKnowledge, line: &str, limits: &Limits) -> Map<String, Json> {
        let mut answer = Map::from_iter([("position".to_owned(), Json::from(line))]);
        let solved = if line.is_empty() {
            Err("an empty line is not a position: write - for the start".to_owned())
        } else {
            self.game.set_up(line).map_err(|error| error.to_string())
        };
        match solved.and_then(|position| self.solve(knowledge, &position, limits)) {
            Ok(mut facts) => answer.append(&mut facts),
            Err(reason) => drop(answer.insert("error".into(), reason.into())),
        }
        answer
    }

    /// What is proven about a position, or why nothing is.
    fn solve(
        &self,
        knowledge: &mut dyn AnyKnowledge,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<Map<String, Json>, String> {
        let started = Instant::now();
        let question = Question { margin: !self.verdict, all_moves: self.all_moves };
        let solution = knowledge.solve(position, question, limits);
        let solution = solution.filter(|solution| self.verdict || solution.exact.margin.is_some());
        let mut solution = solution.ok_or_else(|| self.unsolved(position))?;
        let text = |mv| position.move_text(mv).unwrap_or_default();
        // Where every win is worth the same, only the result of a move is known.
        let number = |exact: Exact| exact.margin.map_or(i64::from(exact.verdict.sign()), i64::from);
        let value = if self.verdict { i64::from(solution.exact.verdict.sign()) } else { number(solution.exact) };
        let mut moves = Vec::new();
        if self.all_moves {
            let values = knowledge.values(position, limits).ok_or_else(|| self.unsolved(position))?;
            solution.nodes += values.iter().map(|(_, _, nodes)| nodes).sum::<u64>();
            moves = values.iter().map(|&(mv, exact, _)| json!({ "move": text(mv), "value": number(exact) })).collect();
        }
        let micros = started.elapsed().as_micros() as u64;
        let best: Vec<String> = solution.best.iter().map(|&mv| text(mv)).collect();
        let mut facts = Map::new();
        facts.insert("value".into(), value.into());
        facts.insert("best".into(), best.into());
        if self.all_moves {
            facts.insert("moves".into(), moves.into());
        }
        facts.insert("nodes".into(), solution.nodes.into());
        facts.insert("micros".into(), micros.into());
        Ok(facts)
    }

    /// Why a position has no answer.
    fn unsolved(&self, position: &AnyPosition) -> String {
        if tables::check(self.game).is_ok() {
            return match tables::lookup(position) {
                Ok(_) => "not solved: the draw rule may end the game before the win that the tables see".to_owned(),
                Err(error) => format!("not solved: {error}"),
            };
        }
        let limit = match (self.time, self.nodes) {
            (Some(time), _) => format!(" in {}", format_duration(time)),
            (None, Some(nodes)) => format!(" with {nodes} nodes"),
            (None, None) => String::new(),
        };
        let less = if self.verdict { "" } else { ", or ask only who wins with --verdict" };
        format!("not solved{limit}: allow more with --time or --nodes{less}")
    }
}

/// A line on a terminal that counts the positions solved; nothing in a pipe.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} solved, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
