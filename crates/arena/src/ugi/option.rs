//! `option`: the options of an engine, in the syntax of UCI.

use std::fmt;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, which may contain spaces.
    pub name: String,
    /// Its type and default.
    pub kind: Kind,
}

/// The type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number within a range.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The default.
        default: String,
        /// All choices.
        choices: Vec<String>,
    },
    /// No value: setting it triggers an action.
    Button,
    /// A text.
    Text {
        /// The default.
        default: String,
    },
}

impl EngineOption {
    /// A whole number within a range.
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> Self {
        EngineOption { name: name.to_owned(), kind: Kind::Spin { default, min, max } }
    }

    /// One of several texts.
    pub fn combo(name: &str, default: &str, choices: impl IntoIterator<Item = String>) -> Self {
        let kind = Kind::Combo { default: default.to_owned(), choices: choices.into_iter().collect() };
        EngineOption { name: name.to_owned(), kind }
    }

    /// A text.
    pub fn text(name: &str, default: &str) -> Self {
        EngineOption { name: name.to_owned(), kind: Kind::Text { default: default.to_owned() } }
    }

    /// Reads the words after `option`; `None` if they are not a declaration.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let rest = words.strip_prefix(&["name"])?;
        let split = rest.iter().position(|&word| word == "type").filter(|&split| split > 0)?;
        let (name, rest) = (rest[..split].join(" "), &rest[split + 1..]);
        let (kind, rest) = rest.split_first()?;
        let (mut default, mut min, mut max, mut choices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut part: Option<&mut Vec<&str>> = None;
        for &word in rest {
            match word {
                "default" => part = Some(&mut default),
                "min" => part = Some(&mut min),
                "max" => part = Some(&mut max),
                "var" => {
                    choices.push(Vec::new());
                    part = choices.last_mut();
                }
                _ => part.iter_mut().for_each(|part| part.push(word)),
            }
        }
        let number = |words: &[&str]| words.first().and_then(|word| word.parse::<i64>().ok());
        let default_text = default.join(" ");
        let kind = match *kind {
            "check" => Kind::Check { default: default_text == "true" },
            "spin" => {
                let (min, max) = (number(&min).unwrap_or(i64::MIN), number(&max).unwrap_or(i64::MAX));
                Kind::Spin { default: number(&default).unwrap_or(min), min, max }
            }
            "combo" => {
                Kind::Combo { default: default_text, choices: choices.iter().map(|words| words.join(" ")).collect() }
            }
            "button" => Kind::Button,
            "string" => Kind::Text { default: if default_text == EMPTY { String::new() } else { default_text } },
            _ => return None,
        };
        Some(EngineOption { name, kind })
    }
}

/// The default of an empty text.
const EMPTY: &str = "<empty>";

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            Kind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_are_read() {
        let parse = |text: &str| EngineOption::parse(text);
        assert_eq!(
            parse("name Hash type spin default 16 min 1 max 1024"),
            Some(EngineOption::spin("Hash", 16, 1, 1024))
        );
        let combo = parse("name My Style type combo default A B var A B var C").expect("an option");
        assert_eq!(combo, EngineOption::combo("My Style", "A B", ["A B".to_owned(), "C".to_owned()]));
        assert_eq!(parse("name Clear type button").map(|option| option.kind), Some(Kind::Button));
        assert_eq!(parse("name x type string default <empty>"), Some(EngineOption::text("x", "")));
        assert_eq!(parse("name type spin"), None);
        assert_eq!(parse("nonsense"), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(name in "[A-Z][a-z]{1,5}( [A-Z][a-z]{1,5})?", numbers: [i64; 3], words in prop::collection::vec("[a-z/]{4,9}", 1..5), number in 0..5) {
            let kind = match number {
                0 => Kind::Check { default: true },
                1 => Kind::Spin { default: numbers[0], min: numbers[1], max: numbers[2] },
                2 => Kind::Combo { default: words[0].clone(), choices: words },
                3 => Kind::Button,
                _ => Kind::Text { default: words.join(" ") },
            };
            let option = EngineOption { name, kind };
            let text = option.to_string();
            prop_assert_eq!(EngineOption::parse(text.strip_prefix("option").expect("the word")), Some(option));
        }

        #[test]
        fn anything_can_be_read(text in "((name|type|default|spin|var|min|[0-9]{1,30}|\\PC{0,5}) ){0,12}") {
            EngineOption::parse(&text);
        }
    }
}
