//! `grandline accuracy`

use anyhow::{Context, Result, bail};
use clap::Args;
use grandline_agents::Catalogue;
use grandline_arena::report::json::accuracy_json;
use grandline_arena::report::words::percent;
use grandline_arena::report::{Effort, Summary, charts};
use grandline_arena::tournament::Format;
use grandline_arena::{AgentSpec, Judge, Tournament};
use grandline_games::GameId;
use serde_json::{Value, json};

use super::matches::{ConditionArguments, pairs};
use crate::output;
use crate::run::RunArguments;

/// Measure how many moves of agents keep the result of the game
///
/// Each agent plays games against one opponent, the game's champion if none is named. The exact
/// solver of the game judges every move the agent makes in a won or drawn position: a move is
/// accurate if the position stays won or drawn. Positions that take the solver too long are left out.
///
/// Examples:
///   grandline accuracy connect4 in104-connect4-v3 mcts --games 100 --nodes 20000
///   grandline accuracy hand-of-the-king hotk-minimax greedy --chart accuracy.svg --json
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Accuracy {
    /// The game (`grandline games` lists them)
    game: GameId,
    /// The agents to measure
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,
    /// Who they play against [default: the game's champion]
    #[arg(long, value_name = "AGENT")]
    opponent: Option<String>,
    /// Number of games per agent, even
    #[arg(long, value_name = "N", default_value = "100", value_parser = pairs)]
    games: u64,
    #[command(flatten)]
    conditions: ConditionArguments,
    /// Seed of the openings and of the agents' random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Nodes the solver may visit per position
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    judge_nodes: u64,
    /// Write a chart of the accuracy by ply to a file, as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArguments,
}

impl Accuracy {
    pub(crate) fn run(&self) -> Result<()> {
        let Some(mut judge) = Judge::new(self.game, self.judge_nodes) else {
            bail!("{} cannot be solved, so nothing can judge its moves", self.game);
        };
        let tournament = self.tournament()?;
        let mut store = grandline_arena::store::open(":memory:")?;
        let entry = self.run.play(&tournament, store.as_mut(), self.json, None)?;
        let mut summary = Summary::gather(store.as_mut(), entry)?;
        summary.judge(store.as_mut(), &mut judge, u64::MAX)?;
        if let Some(file) = &self.chart {
            let charts = charts(&summary, &summary.table())?;
            let chart = charts.iter().find(|chart| chart.key == "accuracy").context("no move could be judged")?;
            output::file(file, &chart.standalone())?;
        }
        // The opponent is the first of the tournament, and measured only if it was named as an agent too.
        let measured = summary.standings.names().zip(&summary.series).skip(1);
        if self.json {
            let agents: Vec<Value> = measured
                .map(|(name, series)| {
                    let plies = series.plies.iter().enumerate().filter(|(_, effort)| effort.accuracy.moves > 0);
                    let plies = plies.map(|(ply, effort)| merged(json!({ "ply": ply }), &effort.accuracy));
                    let about = json!({ "agent": name, "plies": plies.collect::<Vec<_>>() });
                    merged(about, &series.total().accuracy)
                })
                .collect();
            return output::json(&json!({
                "game": self.game.name(),
                "opponent": tournament.agents[0].name,
                "games": self.games,
                "agents": agents,
            }));
        }
        let head = ["agent", "accuracy", "moves", "win to draw", "win to loss", "draw to loss"].map(str::to_owned);
        let rows = measured.map(|(name, series)| row(name, &series.total()));
        output::table(&[head.to_vec()].into_iter().chain(rows).collect::<Vec<_>>())
    }

    fn tournament(&self) -> Result<Tournament> {
        let opponent = match &self.opponent {
            Some(opponent) => opponent.clone(),
            None => {
                let champion = Catalogue::of(self.game).list().into_iter().next();
                champion.with_context(|| format!("{} has no agents", self.game))?.name
            }
        };
        let opponent = AgentSpec { name: format!("{opponent} (opponent)"), ..AgentSpec::new(opponent.as_str()) };
        let measured = self.agents.iter().map(|agent| AgentSpec::new(agent.as_str()));
        let agents: Vec<AgentSpec> = [opponent].into_iter().chain(measured).collect();
        let tournament = Tournament {
            name: format!("accuracy in {}", self.game),
            format: Format::Gauntlet,
            games: self.games,
            seed: self.seed,
            openings: self.conditions.openings.clone(),
            limits: self.conditions.control(),
            adjudicate: self.conditions.adjudication(),
            agents: agents.clone(),
            ..Tournament::between(self.game, agents[0].clone(), agents[0].clone())
        };
        tournament.check().context("these games cannot be played")?;
        Ok(tournament)
    }
}

/// A line of the table.
fn row(name: &str, total: &Effort) -> Vec<String> {
    let accuracy = &total.accuracy;
    let share = match (accuracy.share(), accuracy.error()) {
        (Some(share), Some(error)) => format!("{} ± {:.1}", percent(share), 100.0 * error),
        _ => "–".to_owned(),
    };
    let counts = [accuracy.moves, accuracy.win_to_draw, accuracy.win_to_loss, accuracy.draw_to_loss];
    [name.to_owned(), share].into_iter().chain(counts.map(|count| count.to_string())).collect()
}

/// An object with the numbers of an accuracy added.
fn merged(mut object: Value, accuracy: &grandline_arena::Accuracy) -> Value {
    if let (Value::Object(object), Value::Object(mut more)) = (&mut object, accuracy_json(accuracy)) {
        object.append(&mut more);
    }
    object
}
