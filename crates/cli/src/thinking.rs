//! Agents and the limits of their thinking, as the command line names them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use grandline_agents::{Catalogue, Family, build};
use grandline_arena::{Allowance, Contender, Contestant, ExternalOptions, Turn};
use grandline_games::{GameId, Notation, Record};
use grandline_search::{Engine, Exact, Limits, Remaining, Report, Value, Verdict, WallClock};
use serde_json::{Value as Json, json};

/// How long an agent may think about a move.
#[derive(Args, Clone)]
pub(crate) struct LimitArguments {
    /// Time for a move, such as 2s, 500ms or 1m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// States to visit, or simulations to make
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// The seed of whatever an agent does at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl LimitArguments {
    /// Limits by the time on the wall; `stop` makes the search answer at once.
    pub(crate) fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        let clock = Arc::new(WallClock::start());
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, stop, clock, ..Limits::default() }
    }

    /// Whether nothing was limited.
    pub(crate) fn are_absent(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// A duration with its unit: `2s`, `500ms`, `1m`; a bare number counts seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("'{text}' is not a time: write 2s, 500ms or 1m");
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| expected())?;
    let seconds = match unit.trim() {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// The agent asked for, or the first champion of the game.
pub(crate) fn contender(game: GameId, text: Option<&str>) -> Result<Contender> {
    match text {
        Some(text) => Ok(Contender::resolve(game, text)?),
        None => {
            let champion = Catalogue::of(game).list().into_iter().next();
            Ok(Contender::Preset(Box::new(champion.with_context(|| format!("{game} has no agents"))?)))
        }
    }
}

/// Somebody who thinks for a person: an agent of ours with all it can say, or a program of somebody else.
pub(crate) struct Thinker<G: Notation> {
    pub(crate) name: String,
    mind: Mind<G>,
}

enum Mind<G: Notation> {
    Engine(Box<dyn Engine<G>>),
    Program(Box<dyn Contestant<G>>),
}

impl<G: Family> Thinker<G> {
    /// Gets a contender ready; `lines` are the best moves that are wanted of it.
    pub(crate) fn new(contender: &Contender, seed: u64, lines: usize) -> Result<Self> {
        let name = contender.name();
        let mind = match contender {
            Contender::Preset(preset) => Mind::Engine(build(preset, seed)?),
            Contender::Ugi(_) | Contender::Json(_) => {
                let mut program = contender.contestant(&ExternalOptions { lines, ..ExternalOptions::default() });
                program.begin(seed).map_err(|failure| anyhow!("{name} {}", failure.reason))?;
                Mind::Program(program)
            }
        };
        Ok(Thinker { name, mind })
    }

    /// Thinks about the last position of a game; `clocks` are what both sides have left.
    pub(crate) fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(&Report<G>),
    ) -> Result<Report<G>> {
        let program = match &mut self.mind {
            Mind::Engine(engine) => {
                let remaining = clocks.map(|clocks| clocks[record.position().to_move().index()]);
                return Ok(engine.search(record, &Limits { remaining, ..limits.clone() }, watch));
            }
            Mind::Program(program) => program,
        };
        let (movetime, nodes, depth) = (limits.time, limits.nodes, limits.depth);
        let allowance = Allowance { movetime, nodes, depth, ..Allowance::default() };
        let turn = Turn { record, allowance: &allowance, clocks, stop: &limits.stop };
        let mut last = Report::unsearched(record.position());
        let answer = program.choose(&turn, &mut |report| {
            last = report.clone();
            watch(report);
        });
        let answer = answer.map_err(|failure| anyhow!("{} {}", self.name, failure.reason))?;
        if last.best != Some(answer.mv) {
            last.pv = vec![answer.mv];
        }
        Ok(Report { best: Some(answer.mv), time: answer.time, ..last })
    }
}

/// A flag that Ctrl-C sets, so that a search answers with what it has. A second Ctrl-C ends the program.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // Without a handler Ctrl-C still ends the program; there is nothing to say about it.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// A value in words: the estimate with its sign, or the proven result.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::Heuristic(estimate) => format!("{estimate:+.2}"),
        Value::Exact(Exact { verdict: Verdict::Draw, .. }) => "draw".to_owned(),
        Value::Exact(Exact { verdict, margin, plies }) => {
            let wins = if *verdict == Verdict::Win { "wins" } else { "loses" };
            match (margin, plies) {
                (Some(margin), _) => format!("{wins} by {}", margin.unsigned_abs()),
                (None, Some(plies)) => format!("{wins} in {plies}"),
                (None, None) => wins.to_owned(),
            }
        }
    }
}

/// The moves of a line as texts.
pub(crate) fn line_texts<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(position.format_move(mv));
        position.play(mv);
    }
    texts
}

/// A report as JSON; the words are those of the interface description.
pub(crate) fn report_json<G: Notation>(position: &G, report: &Report<G>) -> Json {
    let exact = match &report.value {
        Value::Exact(exact) => json!({
            "verdict": match exact.verdict { Verdict::Win => "win", Verdict::Draw => "draw", Verdict::Loss => "loss" },
            "margin": exact.margin,
            "plies": exact.plies,
        }),
        Value::Heuristic(_) => Json::Null,
    };
    let lines: Vec<Json> = report
        .lines
        .iter()
        .map(|line| json!({ "value": line.value.number(), "exact": line.value.is_exact(), "pv": line_texts(position, &line.pv) }))
        .collect();
    let moves: Vec<Json> = report
        .root_moves
        .iter()
        .map(|root| {
            json!({
                "move": position.format_move(root.mv),
                "value": root.value.number(),
                "bound": root.is_bound,
                "visits": root.visits,
                "prior": root.prior,
            })
        })
        .collect();
    json!({
        "best": report.best.map(|mv| position.format_move(mv)),
        "value": report.value.number(),
        "exact": report.value.is_exact(),
        "result": exact,
        "pv": line_texts(position, &report.pv),
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "nodes": report.counts.nodes,
        "evaluations": report.counts.evaluations,
        "table_probes": report.counts.probes,
        "table_hits": report.counts.hits,
        "cutoffs": report.counts.cutoffs,
        "time_ms": report.time.as_secs_f64() * 1000.0,
        "lines": lines,
        "moves": moves,
    })
}
