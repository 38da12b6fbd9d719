//! How to repeat a tournament.

use crate::adjudication::Adjudication;
use grandline_search::time::format_duration;

use crate::time_control::{ClockKind, TimeControl};
use crate::tournament::{Format, Tournament};

/// The definition as the file that `grandline tournament` reads.
pub fn toml(definition: &Tournament) -> String {
    toml::to_string_pretty(definition).unwrap_or_else(|error| format!("# cannot be written: {error}\n"))
}

/// The command that plays the same games: a match where one line can say it, and otherwise the file of [`toml()`] under the
/// name `tournament.toml`. It names a new database, because in the old one there is nothing left to play.
pub fn command(definition: &Tournament) -> String {
    one_line(definition).unwrap_or_else(|| "grandline tournament tournament.toml --db again.db".to_owned())
}

fn one_line(definition: &Tournament) -> Option<String> {
    let [a, b] = definition.agents.as_slice() else { return None };
    let is_plain = [a, b].iter().all(|spec| spec.name == spec.agent && spec.elo.is_none());
    if !is_plain || definition.format != Format::RoundRobin {
        return None;
    }
    let mut words = vec!["grandline".to_owned(), "match".to_owned(), definition.game.name().to_owned()];
    words.extend([a, b].map(|spec| quoted(&spec.agent)));
    let mut option = |name: &str, value: String| words.push(format!("--{name} {}", quoted(&value)));
    option("games", definition.games.to_string());
    option("seed", definition.seed.to_string());
    let TimeControl { tc, movetime, nodes, depth, clock, margin } = &definition.limits;
    tc.iter().for_each(|tc| option("tc", tc.to_string()));
    movetime.iter().for_each(|&time| option("movetime", format_duration(time)));
    nodes.iter().for_each(|nodes| option("nodes", nodes.to_string()));
    depth.iter().for_each(|depth| option("depth", depth.to_string()));
    if *clock == ClockKind::Cpu {
        option("clock", "cpu".to_owned());
    }
    if *margin != TimeControl::default().margin {
        option("margin", format_duration(*margin));
    }
    definition.openings.iter().for_each(|openings| option("openings", openings.to_string()));
    let Adjudication { solver, agree, max_plies } = &definition.adjudicate;
    solver.iter().for_each(|nodes| option("solver", nodes.to_string()));
    agree.iter().for_each(|agreement| option("agree", format!("{}:{}", agreement.value, agreement.moves)));
    max_plies.iter().for_each(|plies| option("max-plies", plies.to_string()));
    definition.sprt.iter().for_each(|sprt| option("sprt", sprt.to_string()));
    Some(words.join(" "))
}

/// A word that a shell takes as it is.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::AgentSpec;
    use grandline_games::GameId;

    #[test]
    fn a_match_is_one_line_and_the_rest_is_a_file() {
        let specs = || ["skypiea-v5", "json:python3 my agent.py"].map(AgentSpec::new);
        let [a, b] = specs();
        let mut definition = Tournament::between(GameId::Divercite, a, b);
        definition.limits.nodes = Some(1000);
        definition.seed = 7;
        assert_eq!(
            command(&definition),
            "grandline match divercite skypiea-v5 'json:python3 my agent.py' --games 2 --seed 7 --nodes 1000"
        );
        definition.agents[0].elo = Some(1275.0);
        assert_eq!(command(&definition), "grandline tournament tournament.toml --db again.db");
    }

    #[test]
    fn the_file_is_read_as_what_it_was_written_from() {
        let [a, b] = ["greedy", "it's \"<&>\""].map(AgentSpec::new);
        let mut definition = Tournament::between(GameId::Checkers, a, b);
        definition.limits.movetime = Some(std::time::Duration::from_millis(250));
        definition.limits.tc = "40/60+0.5".parse().ok();
        definition.openings = "random:4,balanced".parse().ok();
        definition.adjudicate.agree = Some(crate::Agreement { value: 4.5, moves: 2 });
        definition.agents[1].elo = Some(-12.5);
        let text = toml(&definition);
        assert_eq!(Tournament::read(&text, "again").as_ref(), Ok(&definition), "{text}");
    }
}
