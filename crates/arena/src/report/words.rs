//! Numbers and texts as people read them, and as markup needs them.

use crate::rating::PlayerRating;

/// A text that stands for itself in HTML and SVG, in elements and in attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(character),
            // XML has no way to write control characters, and an engine can print them.
            _ if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            _ => out.push(character),
        }
    }
    out
}

/// A text that is cut where it is longer than it may be.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// A number with as many decimals as it needs, up to three.
pub fn plain(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// A number with three significant digits and a letter for thousands, millions and so on.
pub fn scaled(number: f64) -> String {
    let (scaled, unit) = match number.abs() {
        1e12.. => (number / 1e12, " T"),
        1e9.. => (number / 1e9, " G"),
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let decimals = match scaled.abs() {
        _ if unit.is_empty() && scaled.fract() == 0.0 => 0,
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{}{unit}", format!("{scaled:.decimals$}").replace('-', "−"))
}

/// A duration in the unit that fits, of microseconds.
pub fn span(micros: f64) -> String {
    let (number, unit) = match micros {
        ..1e3 => (micros, "µs"),
        ..1e6 => (micros / 1e3, "ms"),
        ..120e6 => (micros / 1e6, "s"),
        ..7200e6 => (micros / 60e6, "min"),
        _ => (micros / 3600e6, "h"),
    };
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        0.0 => 0,
        _ => 2,
    };
    format!("{number:.decimals$} {unit}")
}

/// A share of one as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Points: `12`, `12½`.
pub fn points(half_points: u64) -> String {
    match (half_points / 2, half_points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// A number with its sign, rounded.
pub fn signed(number: f64) -> String {
    let rounded = number.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}").replace('-', "−") }
}

/// A number without its fraction.
pub fn whole(number: f64) -> String {
    plain(number.round())
}

/// A rating with its error; a dagger where the games do not bound it. On a scale of its own it has no sign.
pub fn rating(player: &PlayerRating, on_scale: bool) -> String {
    let Some(interval) = player.rating else { return "–".to_owned() };
    let elo = if on_scale { whole(interval.estimate) } else { signed(interval.estimate) };
    match interval.error {
        _ if player.anchored => format!("{elo} given"),
        _ if player.unbounded => format!("{elo}†"),
        Some(error) => format!("{elo} ± {}", whole(error)),
        None => elo,
    }
}

/// A day and time, in the world's time, of seconds since 1970.
pub fn date(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days are counted from 1 March of the year 0, so that the leap day is the last of its year; 400 years repeat.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02} {:02}:{:02} UTC", era * 400 + year + next, second / 3600, second / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_772_323_199), "2026-02-28 23:59 UTC");
        assert_eq!(date(-86_400), "1969-12-31 00:00 UTC");
    }

    #[test]
    fn numbers_are_short() {
        let scaled: Vec<String> = [0.0, 7.0, 0.25, 999.4, 1234.0, 45_678.0, 1.5e7].map(scaled).into();
        assert_eq!(scaled, ["0", "7", "0.25", "999", "1.23 k", "45.7 k", "15.0 M"]);
        let spans: Vec<String> = [0.0, 12.0, 1500.0, 2.5e6, 300e6, 9000e6].map(span).into();
        assert_eq!(spans, ["0 µs", "12.0 µs", "1.50 ms", "2.50 s", "5.00 min", "2.50 h"]);
        assert_eq!([0, 1, 2, 5].map(points), ["0", "½", "1", "2½"]);
        assert_eq!([112.4, -0.3, -31.0].map(signed), ["+112", "0", "−31"]);
        assert_eq!([1.5, -0.0001, -2.0].map(plain), ["1.5", "0", "−2"]);
    }

    #[test]
    fn markup_is_taken_literally() {
        assert_eq!(escaped("<script>\"&'\u{0}\u{1b}"), "&lt;script&gt;&quot;&amp;&#39;\u{FFFD}\u{FFFD}");
        assert_eq!(shortened("skypiea", 4), "sky…");
    }
}
