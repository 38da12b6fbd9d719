//! Somebody who thinks about a position for a person or for a host, and says what it thinks.

use grandline_agents::{Family, build};
use grandline_games::{Game, Record};
use grandline_search::{Engine, Limits, Remaining, Report};

use crate::allowance::Allowance;
use crate::contender::Contender;
use crate::contestant::{Contestant, Failure, Turn};
use crate::external::ExternalOptions;
use crate::played::Ending;

/// An agent of ours with all it can say, or a program of somebody else with what it does say.
pub struct Thinker<G: Game> {
    mind: Mind<G>,
}

enum Mind<G: Game> {
    Engine(Box<dyn Engine<G>>),
    Program(Box<dyn Contestant<G>>),
}

impl<G: Family> Thinker<G> {
    /// Gets a contender ready; the lines of the options are the best moves that are wanted of it.
    pub fn new(contender: &Contender, seed: u64, options: &ExternalOptions) -> Result<Self, Failure> {
        let mind = match contender {
            Contender::Preset(preset) => {
                let engine = build(preset, seed);
                Mind::Engine(engine.map_err(|error| Failure::new(Ending::Crash, error.to_string()))?)
            }
            Contender::Ugi(_) | Contender::Json(_) | Contender::Python(_) | Contender::Guest(_) => {
                let mut program = contender.contestant(options);
                program.begin(seed)?;
                Mind::Program(program)
            }
        };
        Ok(Thinker { mind })
    }

    /// Thinks about the last position of a game; `clocks` are what both sides have left.
    pub fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        clocks: Option<[Remaining; 2]>,
        watch: &mut dyn FnMut(&Report<G>),
    ) -> Result<Report<G>, Failure> {
        match &mut self.mind {
            Mind::Engine(engine) => {
                let remaining = clocks.map(|clocks| clocks[record.position().to_move().index()]);
                Ok(engine.search(record, &Limits { remaining, ..limits.clone() }, watch))
            }
            Mind::Program(program) => consult(&mut **program, record, limits, clocks, watch),
        }
    }
}

/// Asks a contestant as one asks an engine: under limits instead of the terms of a game, and for all it has to say.
pub fn consult<G: Game>(
    contestant: &mut dyn Contestant<G>,
    record: &Record<G>,
    limits: &Limits,
    clocks: Option<[Remaining; 2]>,
    watch: &mut dyn FnMut(&Report<G>),
) -> Result<Report<G>, Failure> {
    let (movetime, nodes, depth) = (limits.time, limits.nodes, limits.depth);
    let allowance = Allowance { movetime, nodes, depth, ..Allowance::default() };
    let turn = Turn { record, allowance: &allowance, clocks, stop: &limits.stop };
    let mut last = Report::unsearched(record.position());
    let answer = contestant.choose(&turn, &mut |report| {
        last = report.clone();
        watch(report);
    })?;
    if last.best != Some(answer.mv) {
        last.pv = vec![answer.mv];
    }
    Ok(Report { best: Some(answer.mv), time: answer.time, ..last })
}
