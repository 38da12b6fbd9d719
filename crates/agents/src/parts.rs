//! Which part of an agent plays when: its book, its scripted opening, or the search of the current phase.

use std::sync::Arc;
use std::time::Duration;

use grandline_games::random::mix;
use grandline_games::{AnyPosition, ListedGame, Record, Stage, with_game};
use grandline_search::{Limits, Scale};

use crate::evaluation::Chosen;
use crate::experience::Experience;
use crate::mistakes::Mistakes;
use crate::parameters::{Parameters, Search};
use crate::preset::Preset;
use crate::schedule::Schedule;
use crate::script::Script;
use crate::spread::Spread;

/// A part of an agent. The first one that applies plays.
pub(crate) struct Part<'a> {
    /// It plays while fewer plies than this have been played.
    pub(crate) until: u32,
    pub(crate) seed: u64,
    pub(crate) kind: PartKind<'a>,
}

/// What a part plays by.
pub(crate) enum PartKind<'a> {
    /// A book of results: it must also contain the position.
    Book(&'a Experience),
    /// A scripted opening.
    Script(&'a Script),
    /// A search. Where iterative deepening begins with a depth by the stage, each depth has a part of its own.
    Search { parameters: &'a Parameters, deepen_from: Option<u32> },
}

/// The parts of an agent in order: books first, then scripted openings, then searches.
pub(crate) fn parts(parameters: &Parameters, seed: u64) -> Vec<Part<'_>> {
    let mut all = Vec::new();
    add(parameters, seed, u32::MAX, &mut all);
    all
}

fn add<'a>(parameters: &'a Parameters, seed: u64, until: u32, all: &mut Vec<Part<'a>>) {
    let experience = &parameters.experience;
    if experience.book.is_some() {
        let (until, seed) = (until.min(experience.until), mix(seed.wrapping_add(0x6578)));
        all.push(Part { until, seed, kind: PartKind::Book(experience) });
    }
    if let Some(script) = &parameters.opening {
        let (until, seed) = (until.min(script.until_step), mix(seed.wrapping_add(0x6F70)));
        all.push(Part { until, seed, kind: PartKind::Script(script) });
    }
    let search = |deepen_from| Part { until, seed, kind: PartKind::Search { parameters, deepen_from } };
    match (&parameters.deepen_from, parameters.search) {
        (_, Search::Hybrid) => {
            for (index, (phase_until, phase)) in parameters.phases.iter().enumerate() {
                let seed = phase.seed.unwrap_or_else(|| mix(seed.wrapping_add(index as u64)));
                add(phase, seed, until.min(phase_until.unwrap_or(u32::MAX)), all);
            }
        }
        (Some(schedule), Search::AlphaBeta) => {
            all.extend(schedule.numbers().into_iter().map(|from| search(Some(from))));
        }
        _ => all.push(search(None)),
    }
}

impl Part<'_> {
    /// Whether the part plays at a stage of the game.
    pub(crate) fn applies(&self, stage: Stage) -> bool {
        let deepens = match &self.kind {
            PartKind::Search { parameters, deepen_from } => parameters
                .deepen_from
                .as_ref()
                .is_none_or(|schedule| deepen_from.is_none_or(|from| schedule.at(stage) == from)),
            _ => true,
        };
        stage.step < self.until && deepens
    }

    /// How it chooses among its best moves, if it is a search that does not play the best.
    pub(crate) fn mistakes(&self) -> Option<Mistakes> {
        let PartKind::Search { parameters, .. } = &self.kind else { return None };
        parameters.mistakes.map(|tolerance| Mistakes { tolerance, seed: mix(self.seed.wrapping_add(0x6D69)) })
    }

    /// The units of its values, if it is a search.
    pub(crate) fn units(&self) -> Option<Units> {
        let PartKind::Search { parameters, .. } = &self.kind else { return None };
        let plays_out = matches!(parameters.search, Search::Flat | Search::Uct);
        Some(Units { evaluation: parameters.evaluation.clone(), plays_out, spread: None })
    }

    /// The preset's own limits of the part, if it is a search.
    pub(crate) fn limits(&self) -> Option<OwnLimits> {
        let PartKind::Search { parameters, .. } = &self.kind else { return None };
        // A random mover has nothing to limit.
        if parameters.search == Search::Random {
            return None;
        }
        Some(OwnLimits {
            depth: parameters.depth.clone(),
            simulations: parameters.simulations.filter(|_| parameters.search.simulates()),
            time: parameters.time,
            keeps_limits: parameters.keeps_limits,
        })
    }
}

/// The evaluation whose units the values of a part are.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    evaluation: Chosen,
    /// Whether positions are evaluated at the end of random games.
    plays_out: bool,
    spread: Option<Arc<Spread>>,
}

impl Units {
    /// The scale of values found by looking `depth` plies ahead.
    pub(crate) fn scale<G: ListedGame>(&mut self, record: &Record<G>, depth: u32) -> Scale {
        let spread = self.spread.get_or_insert_with(|| Spread::of::<G>(&self.evaluation));
        let ply = if self.plays_out { usize::MAX } else { (record.stage().step + depth) as usize };
        spread.scale(ply)
    }
}

/// The limits of a preset. They are defaults: limits given by the user or the game clock take precedence.
#[derive(Clone, Debug)]
pub(crate) struct OwnLimits {
    depth: Schedule,
    simulations: Option<u64>,
    time: Option<Duration>,
    keeps_limits: bool,
}

impl OwnLimits {
    /// The limits of a search completed by the preset's own. A given depth replaces the preset's. The preset's time and
    /// simulations apply only if no depth, nodes or time is given, and under a game clock only if they belong to the
    /// agent's description.
    pub(crate) fn complete(&self, stage: Stage, given: &Limits) -> Limits {
        let explicit = given.depth.is_some() || given.nodes.is_some() || given.time.is_some();
        let binds = !explicit && (given.remaining.is_none() || self.keeps_limits);
        Limits {
            depth: Some(given.depth.unwrap_or_else(|| self.depth.at(stage))),
            nodes: given.nodes.or(self.simulations.filter(|_| binds && self.time.is_none())),
            time: given.time.or(self.time.filter(|_| binds)),
            ..given.clone()
        }
    }
}

/// How to read a value that an agent gave for a position after a search of this depth.
pub(crate) fn scale(preset: &Preset, position: &AnyPosition, depth: u32) -> Scale {
    with_game!(preset.game, G => {
        let Some(record) = position.record::<G>() else { return Scale::Silent };
        let parts = parts(&preset.parameters, 0);
        // Whether the book was used is not known afterwards; its reports carry their own scale.
        let is_search = |part: &&Part<'_>| !matches!(part.kind, PartKind::Book(_));
        let part = parts.iter().filter(is_search).find(|part| part.applies(record.stage()));
        match part.map(|part| &part.kind) {
            Some(PartKind::Search { parameters, .. }) => match parameters.search {
                Search::Random => Scale::Silent,
                Search::Mcts => Scale::Results,
                Search::Uct if parameters.uct.by_result => Scale::Results,
                _ => part.and_then(Part::units).map_or(Scale::Silent, |mut units| units.scale(&record, depth)),
            },
            _ => Scale::Silent,
        }
    })
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;
    use grandline_search::{NoClock, Remaining};

    use super::*;
    use crate::catalogue::Catalogue;

    const SECOND: Duration = Duration::from_secs(1);

    /// The limits that each part of an agent searches with.
    fn limits(preset: &Preset, given: &Limits) -> Vec<Limits> {
        let own = parts(&preset.parameters, 0);
        let complete = |own: OwnLimits| own.complete(Stage { step: 0, left: 42 }, given);
        own.iter().filter_map(Part::limits).map(complete).collect()
    }

    /// The depth and the seconds that each part of an agent searches with.
    fn completed(preset: &Preset, given: &Limits) -> Vec<(Option<u32>, Option<u64>)> {
        let seen = |limits: &Limits| (limits.depth, limits.time.map(|time| time.as_secs()));
        limits(preset, given).iter().map(seen).collect()
    }

    /// The clock of a game.
    fn clock() -> Limits {
        Limits::remaining(Remaining { left: 60 * SECOND, increment: SECOND, moves_to_go: None }, Arc::new(NoClock))
    }

    #[test]
    fn simulations_of_a_report_bind_under_a_game_clock() {
        let catalogue = Catalogue::of(GameId::Divercite);
        let nodes = |agent: &str, given: &Limits| {
            let preset = catalogue.agent(agent).unwrap_or_else(|error| panic!("{error}"));
            limits(&preset, given)[0].nodes
        };
        assert_eq!(nodes("mcts-flat", &Limits::default()), Some(1000));
        assert_eq!(nodes("mcts-flat", &clock()), Some(1000));
        assert_eq!(nodes("mcts-flat", &Limits { time: Some(SECOND), ..clock() }), None);
        assert_eq!(nodes("mcts-flat", &Limits::nodes(9)), Some(9));
        assert_eq!(nodes("mcts", &Limits::default()), Some(20_000));
        assert_eq!(nodes("mcts", &clock()), None, "a champion uses its clock");
        assert_eq!(nodes("mcts:simulations=500", &clock()), Some(500), "unless the user limits it");
    }

    #[test]
    fn what_is_given_goes_before_the_limits_of_a_preset() {
        let clock = clock();
        let three = Some(3 * SECOND);
        // The limits given, and the depth and seconds of a champion, of a report's agent, and of a champion whose time
        // was written by the user.
        let table = [
            (Limits::default(), [(64, Some(1)), (42, Some(1)), (64, Some(2))]),
            (Limits::depth(5), [(5, None), (5, None), (5, None)]),
            (Limits::nodes(9), [(64, None), (42, None), (64, None)]),
            (Limits { time: three, ..Limits::default() }, [(64, Some(3)), (42, Some(3)), (64, Some(3))]),
            (clock.clone(), [(64, None), (42, Some(1)), (64, Some(2))]),
            (Limits { depth: Some(5), ..clock.clone() }, [(5, None), (5, None), (5, None)]),
            (Limits { nodes: Some(9), ..clock.clone() }, [(64, None), (42, None), (64, None)]),
            (Limits { time: three, ..clock }, [(64, Some(3)), (42, Some(3)), (64, Some(3))]),
        ];
        let catalogue = Catalogue::of(GameId::Connect4);
        for (given, expected) in table {
            let agents = ["in104-connect4-threats", "in104-connect4-v3", "in104-connect4-threats:time=2 s"];
            for (agent, (depth, time)) in agents.into_iter().zip(expected) {
                let preset = catalogue.agent(agent).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(completed(&preset, &given), [(Some(depth), time)], "{agent} with {given:?}");
            }
        }
    }

    #[test]
    fn phases_take_the_limits_of_the_whole_where_they_have_none() {
        let mut catalogue = Catalogue::of(GameId::Connect4);
        let text = "[mine]\nsearch = \"hybrid\"\ntime = \"2 s\"\ndepth = 7\nphases = [\n  \
                    { until-step = 4, search = \"minimax\", depth = 3, time = \"1 s\" },\n  { search = \"alphabeta\" },\n]\n";
        catalogue.add(text, "mine.toml").unwrap_or_else(|error| panic!("{error}"));
        let limits = |agent: &str| completed(&catalogue.agent(agent).expect("an agent"), &Limits::default());
        assert_eq!(limits("mine"), [(Some(3), Some(1)), (Some(7), Some(2))]);
        assert_eq!(limits("mine:time=5 s"), [(Some(3), Some(5)), (Some(7), Some(5))]);
        assert_eq!(limits("mine:depth=2"), [(Some(2), None), (Some(2), None)]);
    }
}
