//! What an external or Python agent says of its search.

use std::time::Duration;

use grandline_games::{AnyPosition, MoveId};
use grandline_search::{Counts, Line, Report, Scale, Value};

/// What an agent says of the search behind its move. Nothing of it is checked except that its line is legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The value of the position, seen by the agent.
    pub value: Option<f64>,
    /// The best line, as texts of moves.
    pub line: Vec<String>,
}

impl Said {
    /// The report of a search that chose a move. The line counts if it begins with the move, as far as it is legal.
    pub fn report(&self, position: &AnyPosition, mv: MoveId, nodes: u64, time: Duration) -> Report<MoveId> {
        let value = Value::Heuristic(self.value.unwrap_or(0.0));
        let line = self.legal_line(position);
        let pv = if line.first() == Some(&mv) { line } else { vec![mv] };
        let depth = self.depth.unwrap_or(0);
        Report {
            lines: vec![Line { value, pv }],
            scale: if self.value.is_some() { Scale::Units } else { Scale::Silent },
            depth,
            selective_depth: depth,
            counts: Counts { nodes, ..Counts::default() },
            time,
            ..Report::default()
        }
    }

    fn legal_line(&self, position: &AnyPosition) -> Vec<MoveId> {
        let mut position = position.clone();
        let mut play = |text: &String| {
            let mv = position.parse_move(text.trim()).ok()?;
            position.play(mv).then_some(mv)
        };
        self.line.iter().map_while(&mut play).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grandline_games::GameId;

    #[test]
    fn a_line_counts_as_far_as_it_is_legal_and_begins_with_the_move() {
        let position = GameId::Connect4.set_up("-").expect("the start");
        let mv = position.parse_move("4").expect("a column");
        let length = |line: &[&str]| {
            let said = Said { line: line.iter().map(|&text| text.to_owned()).collect(), ..Said::default() };
            let report = said.report(&position, mv, 0, Duration::ZERO);
            assert_eq!(report.best(), Some(mv));
            report.pv().len()
        };
        assert_eq!(length(&["4", "5", "4"]), 3);
        assert_eq!(length(&["4", "9", "4"]), 1, "a column that is none ends the line");
        assert_eq!(length(&["4", "4", "4", "4", "4", "4", "4"]), 6, "and a column that is full");
        assert_eq!(length(&["3", "4"]), 1, "a line of another move says nothing of this one");
        assert_eq!(length(&[]), 1);
    }
}
