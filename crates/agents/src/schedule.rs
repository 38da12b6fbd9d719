//! Numbers that depend on how far the game has come, such as the depth of a search.
//!
//! ```text
//! 3                                   always
//! left>=35: 4, left>=12: 5, else 6    by the pieces left
//! step<22: 5, step<30: 6, else end    by the plies played; "end" is as deep as the game can go
//! ```

use std::fmt;
use std::str::FromStr;

use grandline_games::Stage;

/// A number by the stage of the game: the first rule that holds decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    rules: Vec<(Condition, u32)>,
    otherwise: u32,
}

/// A comparison with a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    StepBelow(u32),
    LeftAtLeast(u32),
    LeftBelow(u32),
}

/// Deeper than any game goes.
pub const TO_THE_END: u32 = 255;

impl Schedule {
    /// The same number at every stage.
    pub const fn fixed(number: u32) -> Self {
        Schedule { rules: Vec::new(), otherwise: number }
    }

    /// The number at a stage.
    pub fn at(&self, stage: Stage) -> u32 {
        let holds = |&&(condition, _): &&(Condition, u32)| match condition {
            Condition::StepBelow(bound) => stage.step < bound,
            Condition::LeftAtLeast(bound) => stage.left >= bound,
            Condition::LeftBelow(bound) => stage.left < bound,
        };
        self.rules.iter().find(holds).map_or(self.otherwise, |&(_, number)| number)
    }

    /// Every number it can give, each once.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.rules.iter().map(|&(_, number)| number).chain([self.otherwise]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The text is not a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASchedule;

/// What a schedule looks like, for messages.
pub(crate) const FORM: &str = "a number from 1 to 255, \"end\", or rules such as \"left>=35: 2, left>=16: 5, else 7\" or \"step<22: 5, else end\"";

impl FromStr for Schedule {
    type Err = NotASchedule;

    fn from_str(text: &str) -> Result<Self, NotASchedule> {
        let mut rules = Vec::new();
        let mut parts = text.split(',').map(str::trim).peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                let last = part.strip_prefix("else").map_or(part, str::trim_start);
                // A schedule of several rules says "else", so that a forgotten rule is noticed.
                if rules.is_empty() == part.starts_with("else") {
                    return Err(NotASchedule);
                }
                return Ok(Schedule { rules, otherwise: number(last)? });
            }
            let (condition, value) = part.split_once(':').ok_or(NotASchedule)?;
            rules.push((condition.parse()?, number(value.trim())?));
        }
        Err(NotASchedule)
    }
}

fn number(text: &str) -> Result<u32, NotASchedule> {
    match text {
        "end" => Ok(TO_THE_END),
        _ => text.parse().ok().filter(|number| (1..=TO_THE_END).contains(number)).ok_or(NotASchedule),
    }
}

impl FromStr for Condition {
    type Err = NotASchedule;

    fn from_str(text: &str) -> Result<Self, NotASchedule> {
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let read = |prefix: &str| text.strip_prefix(prefix).and_then(|bound| bound.parse().ok());
        let condition = read("step<").map(Condition::StepBelow);
        let condition = condition.or_else(|| read("left>=").map(Condition::LeftAtLeast));
        condition.or_else(|| read("left<").map(Condition::LeftBelow)).ok_or(NotASchedule)
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |number: u32| if number == TO_THE_END { "end".to_owned() } else { number.to_string() };
        for &(condition, number) in &self.rules {
            match condition {
                Condition::StepBelow(bound) => write!(f, "step<{bound}")?,
                Condition::LeftAtLeast(bound) => write!(f, "left>={bound}")?,
                Condition::LeftBelow(bound) => write!(f, "left<{bound}")?,
            }
            write!(f, ": {}, ", shown(number))?;
        }
        f.write_str(if self.rules.is_empty() { "" } else { "else " })?;
        f.write_str(&shown(self.otherwise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_holds_decides() {
        let schedule: Schedule = "left>=35: 2, left>=24: 4, left>=16: 5, else 7".parse().expect("a schedule");
        let depth = |left| schedule.at(Stage { step: 40 - left, left });
        assert_eq!([40, 35, 34, 24, 23, 16, 15, 1].map(depth), [2, 2, 4, 4, 5, 5, 7, 7]);
        let schedule: Schedule = "step < 22 : 5, step<30: 6, else end".parse().expect("a schedule");
        assert_eq!([0, 21, 22, 29, 30].map(|step| schedule.at(Stage { step, left: 0 })), [5, 5, 6, 6, 255]);
    }

    #[test]
    fn texts_round_trip() {
        for text in ["3", "end", "left>=35: 2, left>=16: 5, else 7", "step<22: 5, left<9: end, else 10"] {
            assert_eq!(text.parse::<Schedule>().expect("a schedule").to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_no_schedule() {
        for text in ["", "0", "256", "else 3", "left>=3: 2", "left>=3: 2, 4", "left=3: 2, else 4", "step<x: 1, else 2"]
        {
            assert_eq!(text.parse::<Schedule>(), Err(NotASchedule), "{text}");
        }
    }
}
