//! `grandline play`

use std::io::{BufRead, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grandline_agents::Thought;
use grandline_arena::TimeControl;
use grandline_games::{AnyPosition, Margin, Side};
use grandline_search::{Limits, Remaining};

use crate::commands::show::standing;
use crate::input::PositionArguments;
use crate::programs::ProgramArguments;
use crate::thinking::{self, LimitArguments, Thinker};
use crate::{input, output};

/// Play against an agent in the terminal
///
/// Type a move, or its number from the list that `moves` prints. Other words: undo, hint, board,
/// think (show or hide what the agent thinks), resign, help, quit.
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
    /// Clocks for both sides: time for the game and what each move adds, such as 5m+3s or 60+1
    #[arg(long, value_name = "TIME+INCREMENT")]
    tc: Option<TimeControl>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    programs: ProgramArguments,
}

impl Play {
    pub(crate) fn run(&self) -> Result<()> {
        let contender = thinking::contender(self.position.game, self.agent.as_deref())?;
        let mut limits = self.limits.limits(thinking::stop_on_interrupt());
        if self.limits.are_absent() && self.agent.is_none() && self.tc.is_none() {
            limits.time = Some(Duration::from_secs(1));
        }
        let mut table = Table {
            game: self.position.resolve()?,
            agent: Thinker::new(self.position.game, &contender, self.limits.seed, &self.programs.options())?,
            person: self.side,
            limits,
            control: self.tc,
            left: [self.tc.map_or(Duration::ZERO, |control| control.total); 2],
            shows_thinking: false,
        };
        let mover = table.game.side_name(self.side);
        output::line(&format!("You are {mover} against {}. Type help for what you can say.\n", table.agent.name))?;
        table.run()
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
struct Table {
    game: Box<dyn AnyPosition>,
    agent: Thinker,
    person: Side,
    limits: Limits,
    control: Option<TimeControl>,
    left: [Duration; 2],
    shows_thinking: bool,
}

impl Table {
    fn run(&mut self) -> Result<()> {
        let mut lines = input::open("-")?.lines();
        self.draw()?;
        while self.game.outcome().is_none() {
            if self.game.to_move() != self.person {
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
        output::board(&self.game.scene().canvas)?;
        if self.game.outcome().is_none() {
            output::line(&format!("\n{}", standing(self.game.as_ref())))?;
        }
        Ok(())
    }

    fn prompt(&self) -> String {
        let clock = self.control.map(|_| format!(" [{}]", clock_face(self.left[self.person.index()])));
        format!("your move{}> ", clock.unwrap_or_default())
    }

    /// Lets the agent move; false if it ran out of time.
    fn agent_moves(&mut self) -> Result<bool> {
        let started = Instant::now();
        let thought = self.think(self.shows_thinking)?;
        let mover = !self.person;
        if self.control.is_some() && !self.spend(mover, started.elapsed()) {
            output::line(&format!("{} has run out of time. You win.", self.agent.name))?;
            return Ok(false);
        }
        let Thought { best: Some(text), worth, .. } = thought else {
            output::line(&format!("{} found no move. You win.", self.agent.name))?;
            return Ok(false);
        };
        self.game.play(&text)?;
        let said = if self.shows_thinking { format!(" ({})", worth.words) } else { String::new() };
        output::line(&format!("\n{} plays {text}{said}\n", self.agent.name))?;
        Ok(true)
    }

    /// Searches the present position for whoever is to move.
    fn think(&mut self, aloud: bool) -> Result<Thought> {
        self.limits.stop.store(false, Ordering::Relaxed);
        let clock = |control: TimeControl, left| Remaining { left, increment: control.increment, moves_to_go: None };
        let clocks = self.control.map(|control| self.left.map(|left| clock(control, left)));
        let mut written = Ok(());
        let thought = self.agent.think(self.game.as_ref(), &self.limits, clocks, &mut |thought| {
            if aloud && written.is_ok() {
                let (value, states) = (&thought.worth.words, output::human(thought.nodes as f64));
                let line = thought.pv.join(" ");
                written = output::line(&format!("  depth {}, {value}, {states} states: {line}", thought.depth));
            }
        })?;
        written.map(|()| thought)
    }

    /// Takes time off a clock; false if there was not enough.
    fn spend(&mut self, player: Side, spent: Duration) -> bool {
        let left = &mut self.left[player.index()];
        match (left.checked_sub(spent), self.control) {
            (Some(rest), Some(control)) => {
                *left = rest + control.increment;
                true
            }
            _ => false,
        }
    }

    fn is_late(&mut self, spent: Duration) -> Result<bool> {
        if self.control.is_none() || spent <= self.left[self.person.index()] {
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
                self.say(if self.shows_thinking { "Thinking is shown." } else { "Thinking is hidden." })
            }
            "moves" => {
                let moves = self.game.legal_moves();
                let numbered: Vec<String> =
                    moves.iter().enumerate().map(|(index, text)| format!("{:>4}) {text}", index + 1)).collect();
                numbered.chunks(8).try_for_each(|row| output::line(&row.join(" ")))?;
                self.say("Type a number followed by ) or the move itself.")
            }
            "undo" => self.undo(),
            "hint" => {
                let thought = self.think(false)?;
                let worth = if thought.is_founded() { format!(" ({})", thought.worth.words) } else { String::new() };
                self.say(&format!("{} would play {}{worth}", self.agent.name, thought.best.unwrap_or_default()))
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
        if !self.game.undo() {
            return self.say("There is nothing to take back.");
        }
        while self.game.to_move() != self.person && self.game.undo() {}
        Ok(Answer::Moved)
    }

    /// Makes a move given as text, or as `12)`, its number in the list.
    fn person_moves(&mut self, line: &str) -> Result<Answer> {
        let numbered = line.strip_suffix(')').and_then(|number| number.trim().parse::<usize>().ok());
        let text = match numbered {
            Some(number) => match self.game.legal_moves().into_iter().nth(number.wrapping_sub(1)) {
                Some(text) => text,
                None => return self.say(&format!("There is no move {number}; `moves` lists them.")),
            },
            None => line.to_owned(),
        };
        match self.game.play(&text) {
            Ok(_) => Ok(Answer::Moved),
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn verdict(&self) -> String {
        let reason = self.game.reason();
        match self.game.outcome().and_then(Margin::winner) {
            None => format!("A draw: {reason}."),
            Some(winner) if winner == self.person => format!("You win: {reason}."),
            Some(_) => format!("{} wins: {reason}.", self.agent.name),
        }
    }
}

const HELP: &str = "\
Type a move, or its number from the list followed by ). Other words:
  moves   list the legal moves        undo    take your last move back
  hint    ask the agent               think   show or hide what the agent thinks
  board   draw the board again        resign  give up        quit   leave";

/// Minutes and seconds.
fn clock_face(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
