//! Tables and other pieces of a page. Everything that comes from outside goes through [`escaped`] here.

use std::fmt::Write as _;

use crate::report::words::escaped;

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    html: String,
    class: &'static str,
    title: String,
}

impl Cell {
    /// Words.
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        Cell { html: escaped(text.as_ref()), ..Cell::default() }
    }

    /// A number or something else that lines up to the right.
    pub(super) fn number(text: impl AsRef<str>) -> Self {
        Cell { class: "n", ..Cell::text(text) }
    }

    /// A name at the beginning of a line.
    pub(super) fn name(text: impl AsRef<str>) -> Self {
        Cell { class: "name", ..Cell::text(text) }
    }

    /// Markup that is already safe.
    pub(super) fn markup(html: String) -> Self {
        Cell { html, ..Cell::default() }
    }

    /// The same with another class.
    pub(super) fn class(self, class: &'static str) -> Self {
        Cell { class, ..self }
    }

    /// The same with words that hovering shows.
    pub(super) fn title(self, title: impl Into<String>) -> Self {
        Cell { title: title.into(), ..self }
    }

    fn write(&self, tag: &str, attributes: &str, html: &mut String) {
        let class = if self.class.is_empty() { String::new() } else { format!(" class=\"{}\"", self.class) };
        let title = if self.title.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(&self.title)) };
        let _ = write!(html, "<{tag}{attributes}{class}{title}>{}</{tag}>", self.html);
    }
}

/// The head of a table: names above columns, and names above some of these.
#[derive(Debug, Default)]
pub(super) struct Head {
    columns: Vec<Cell>,
    /// How many columns each group has; columns without a group have an empty name.
    groups: Vec<(String, usize)>,
}

impl Head {
    /// Columns that stand alone.
    pub(super) fn columns(mut self, columns: impl IntoIterator<Item = Cell>) -> Self {
        for column in columns {
            self.columns.push(column);
            self.groups.push((String::new(), 1));
        }
        self
    }

    /// Columns of numbers that belong together.
    pub(super) fn group(mut self, name: impl Into<String>, columns: &[&str]) -> Self {
        self.groups.push((name.into(), columns.len()));
        self.columns.extend(columns.iter().map(Cell::number));
        self
    }

    fn write(&self, html: &mut String) {
        html.push_str("<thead>");
        if self.groups.iter().any(|(name, _)| !name.is_empty()) {
            html.push_str("<tr>");
            for (name, columns) in &self.groups {
                match name.as_str() {
                    "" => html.push_str(&"<td></td>".repeat(*columns)),
                    name => {
                        let _ = write!(
                            html,
                            "<th scope=\"colgroup\" colspan=\"{columns}\" class=\"group\">{}</th>",
                            escaped(name)
                        );
                    }
                }
            }
            html.push_str("</tr>\n");
        }
        html.push_str("<tr>");
        self.columns.iter().for_each(|cell| cell.write("th", " scope=\"col\"", html));
        html.push_str("</tr></thead>\n");
    }
}

/// A table. It scrolls by itself where the page is narrow.
pub(super) fn table(head: &Head, rows: &[Vec<Cell>]) -> String {
    let mut html = String::from("<div class=\"scroll\"><table>\n");
    head.write(&mut html);
    html.push_str("<tbody>\n");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            let (tag, attributes) = if cell.class == "name" { ("th", " scope=\"row\"") } else { ("td", "") };
            cell.write(tag, attributes, &mut html);
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// A part of the page with a heading; nothing if there is nothing to say.
pub(super) fn section(id: &str, heading: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{body}</section>\n", escaped(heading))
}

/// A paragraph of words.
pub(super) fn paragraph(class: &str, words: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<p{class}>{}</p>\n", escaped(words))
}

/// Something that opens when it is asked for.
pub(super) fn folded(summary: &str, body: &str) -> String {
    format!("<details><summary>{}</summary>\n{body}</details>\n", escaped(summary))
}

/// A text as it was written, such as a file or what a program printed.
pub(super) fn verbatim(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text.trim_end()))
}
