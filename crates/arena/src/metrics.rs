//! Counts of a running program in Prometheus' text format, version 0.0.4.

use std::fmt::Write;

/// The media type of the text.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A text of metrics that is being written.
#[derive(Clone, Debug, Default)]
pub struct Metrics(String);

impl Metrics {
    /// Adds a number that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: u64) -> &mut Self {
        self.add("gauge", name, help, &[], value)
    }

    /// Adds a number that only grows.
    pub fn counter(&mut self, name: &str, help: &str, value: u64) -> &mut Self {
        self.add("counter", name, help, &[], value)
    }

    /// Adds texts as labels of a gauge that is always 1.
    pub fn info(&mut self, name: &str, help: &str, labels: &[(&str, &str)]) -> &mut Self {
        self.add("gauge", name, help, labels, 1)
    }

    fn add(&mut self, kind: &str, name: &str, help: &str, labels: &[(&str, &str)], value: u64) -> &mut Self {
        let labels: Vec<String> = labels.iter().map(|(key, text)| format!("{key}=\"{}\"", escaped(text))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        // Writing into a text never fails.
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name}{labels} {value}\n");
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// A text as the value of a label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_with_help_and_kind_and_labels_are_escaped() {
        let mut metrics = Metrics::default();
        metrics.info("g_info", "Who.", &[("name", "a \"b\" \\ \n"), ("version", "1")]).counter("g_total", "Games.", 7);
        assert_eq!(
            metrics.text(),
            "# HELP g_info Who.\n# TYPE g_info gauge\ng_info{name=\"a \\\"b\\\" \\\\ \\n\",version=\"1\"} 1\n\
             # HELP g_total Games.\n# TYPE g_total counter\ng_total 7\n"
        );
    }
}
