//! `grandline play`

use std::io::{BufRead, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grandline_agents::Analysis;
use grandline_arena::BaseTime;
use grandline_arena::clock::GameClock;
use grandline_arena::report::words::scaled;
use grandline_games::{AnyPosition, Margin, Side};
use grandline_search::Limits;

use crate::agent::{self, Analyst, LimitArguments};
use crate::commands::show::standing;
use crate::external::ExternalArguments;
use crate::input::PositionArguments;
use crate::{input, output};

/// Play against an agent in the terminal
///
/// Type a move, or its number from the list that `moves` prints. Other commands: undo, hint, board,
/// think (show or hide the agent's search), resign, help, quit.
///
/// Examples:
///   grandline play connect4
///   grandline play divercite --agent skypiea-v5 --side second
///   grandline play checkers --tc 5m+3s
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Play {
    #[command(flatten)]
    position: PositionArguments,
    /// The agent: a preset, preset:key=value,..., a TOML file, ugi:COMMAND, json:COMMAND, or a Python file
    /// (python:FILE.py, seahorse:FILE.py, aiarena:FILE.py, hotk:FILE.py, kaggle:FILE.py); the game's champion if not given
    #[arg(long, short, value_name = "AGENT")]
    agent: Option<String>,
    /// Your side
    #[arg(long, value_name = "SIDE", default_value = "first", value_parser = PossibleValuesParser::new(["first", "second"]).try_map(|name| name.parse::<Side>()))]
    side: Side,
    /// Clocks for both sides: base time and increment, such as 5m+3s or 60+1
    #[arg(long, value_name = "TIME+INCREMENT")]
    tc: Option<BaseTime>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    external: ExternalArguments,
}

impl Play {
    pub(crate) fn run(&self) -> Result<()> {
        let agent = agent::resolve(self.position.game, self.agent.as_deref())?;
        self.external.warn(agent.own_file().is_some());
        let mut limits = self.limits.limits(agent::stop_on_interrupt());
        if self.limits.are_absent() && self.agent.is_none() && self.tc.is_none() {
            limits.time = Some(Duration::from_secs(1));
        }
        let mut game = GameAtTerminal {
            position: self.position.resolve()?,
            agent: Analyst::start(self.position.game, &agent, self.limits.seed, &self.external.options())?,
            person: self.side,
            limits,
            clock: self.tc.map(GameClock::new),
            shows_thinking: false,
        };
        let mover = game.position.side_name(self.side);
        output::line(&format!("You are {mover} against {}. Type help for the commands.\n", game.agent.name))?;
        game.run()
    }
}

/// What a line of the person leads to.
enum Answer {
    /// The same player is still to move.
    Stay,
    /// The position has changed.
    Moved,
    /// The game is given up or left.
    Leave,
}

/// A game between a person and an agent.
struct GameAtTerminal {
    position: AnyPosition,
    agent: Analyst,
    person: Side,
    limits: Limits,
    clock: Option<GameClock>,
    shows_thinking: bool,
}

impl GameAtTerminal {
    fn run(&mut self) -> Result<()> {
        let mut lines = input::open("-")?.lines();
        self.draw()?;
        while self.position.outcome().is_none() {
            if self.position.to_move() != self.person {
                if !self.agent_moves()? {
                    return Ok(());
                }
                self.draw()?;
                continue;
            }
            output::text(&self.prompt())?;
            std::io::stdout().flush()?;
            let started = Instant::now();
            let Some(line) = lines.next().transpose()? else {
                return output::line("");
            };
            if self.is_late(started.elapsed())? {
                return Ok(());
            }
            match self.answer(line.trim())? {
                Answer::Stay => {}
                Answer::Moved => self.draw()?,
                Answer::Leave => return Ok(()),
            }
        }
        output::line(&format!("\n{}", self.verdict()))
    }

    fn draw(&self) -> Result<()> {
        output::text(&self.position.scene(true).canvas.coloured())?;
        if self.position.outcome().is_none() {
            output::line(&format!("\n{}", standing(&self.position)))?;
        }
        Ok(())
    }

    fn prompt(&self) -> String {
        let clock = self.clock.map(|clock| format!(" [{}]", clock_face(clock.remaining(self.person).left)));
        format!("your move{}> ", clock.unwrap_or_default())
    }

    /// Lets the agent move; false if it ran out of time.
    fn agent_moves(&mut self) -> Result<bool> {
        let started = Instant::now();
        let analysis = self.analyse(self.shows_thinking)?;
        let mover = !self.person;
        if !self.spend(mover, started.elapsed()) {
            output::line(&format!("{} has run out of time. You win.", self.agent.name))?;
            return Ok(false);
        }
        let Analysis { best: Some(text), score, .. } = analysis else {
            output::line(&format!("{} found no move. You win.", self.agent.name))?;
            return Ok(false);
        };
        self.position.play_text(&text)?;
        let said = if self.shows_thinking { format!(" ({})", score.words) } else { String::new() };
        output::line(&format!("\n{} plays {text}{said}\n", self.agent.name))?;
        Ok(true)
    }

    /// Searches the present position for the side to move.
    fn analyse(&mut self, aloud: bool) -> Result<Analysis> {
        self.limits.stop.store(false, Ordering::Relaxed);
        let clocks = self.clock.map(|clock| clock.both());
        let mut written = Ok(());
        let analysis = self.agent.analyse(&self.position, &self.limits, clocks, &mut |analysis| {
            if aloud && written.is_ok() {
                let (value, nodes) = (&analysis.score.words, scaled(analysis.nodes as f64));
                let line = analysis.pv.join(" ");
                written = output::line(&format!("  depth {}, {value}, {nodes} nodes: {line}", analysis.depth));
            }
        })?;
        written.map(|()| analysis)
    }

    /// Takes the time of a move off a clock, if there is one; false if there was not enough.
    fn spend(&mut self, side: Side, spent: Duration) -> bool {
        self.clock.as_mut().is_none_or(|clock| clock.spend(side, spent, Duration::ZERO).is_ok())
    }

    fn is_late(&mut self, spent: Duration) -> Result<bool> {
        if self.clock.is_none_or(|clock| spent <= clock.remaining(self.person).left) {
            return Ok(false);
        }
        output::line(&format!("Your time is up. {} wins.", self.agent.name))?;
        Ok(true)
    }

    /// Does what the person says.
    fn answer(&mut self, line: &str) -> Result<Answer> {
        match line.to_ascii_lowercase().as_str() {
            "" => Ok(Answer::Stay),
            "quit" | "exit" => Ok(Answer::Leave),
            "resign" => {
                output::line(&format!("You resign. {} wins.", self.agent.name))?;
                Ok(Answer::Leave)
            }
            "help" => self.say(HELP),
            "board" => {
                self.draw()?;
                Ok(Answer::Stay)
            }
            "think" => {
                self.shows_thinking = !self.shows_thinking;
                self.say(if self.shows_thinking { "The search is shown." } else { "The search is hidden." })
            }
            "moves" => {
                let moves = self.position.legal_moves();
                let numbered: Vec<String> =
                    moves.iter().enumerate().map(|(index, text)| format!("{:>4}) {text}", index + 1)).collect();
                numbered.chunks(8).try_for_each(|row| output::line(&row.join(" ")))?;
                self.say("Type a number followed by ) or the move itself.")
            }
            "undo" => self.undo(),
            "hint" => {
                let analysis = self.analyse(false)?;
                let value = if analysis.is_founded { format!(" ({})", analysis.score.words) } else { String::new() };
                self.say(&format!("{} would play {}{value}", self.agent.name, analysis.best.unwrap_or_default()))
            }
            _ => self.person_moves(line),
        }
    }

    fn say(&self, text: &str) -> Result<Answer> {
        output::line(text)?;
        Ok(Answer::Stay)
    }

    /// Takes back to the person's last own move.
    fn undo(&mut self) -> Result<Answer> {
        if self.position.undo().is_none() {
            return self.say("There is nothing to take back.");
        }
        while self.position.to_move() != self.person && self.position.undo().is_some() {}
        Ok(Answer::Moved)
    }

    /// Makes a move given as text, or as `12)`, its number in the list.
    fn person_moves(&mut self, line: &str) -> Result<Answer> {
        let numbered = line.strip_suffix(')').and_then(|number| number.trim().parse::<usize>().ok());
        let text = match numbered {
            Some(number) => match self.position.legal_moves().into_iter().nth(number.wrapping_sub(1)) {
                Some(text) => text,
                None => return self.say(&format!("There is no move {number}; `moves` lists them.")),
            },
            None => line.to_owned(),
        };
        match self.position.play_text(&text) {
            Ok(_) => Ok(Answer::Moved),
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn verdict(&self) -> String {
        let reason = self.position.reason();
        match self.position.outcome().and_then(Margin::winner) {
            None => format!("A draw: {reason}."),
            Some(winner) if winner == self.person => format!("You win: {reason}."),
            Some(_) => format!("{} wins: {reason}.", self.agent.name),
        }
    }
}

const HELP: &str = "\
Type a move, or its number from the list followed by ). Other commands:
  moves   list the legal moves        undo    take your last move back
  hint    ask the agent               think   show or hide the search
  board   draw the board again        resign  give up        quit   leave";

/// Minutes and seconds.
fn clock_face(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
