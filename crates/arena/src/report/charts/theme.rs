//! How charts look: a colour, a dash and a mark for each agent, in light and dark surroundings.
//!
//! Agents differ in all three, so that the chart can be read in grey and by colour-blind readers. The
//! colours are those of Okabe and Ito without their yellow, which cannot be seen on white paper.

use std::fmt::Write as _;

use plotters::style::RGBColor;

/// What a thing in a chart stands for; its colours follow from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Words and marks that are read.
    Ink,
    /// Axes and words that step back.
    Faint,
    /// Lines that guide the eye.
    Grid,
    /// The line of an agent, by its place in the chart.
    Agent(usize),
}

/// Light and dark colour of each agent in turn.
const AGENTS: [(&str, &str); 7] = [
    ("#0072B2", "#4AA8E0"),
    ("#D55E00", "#F0833A"),
    ("#009E73", "#2CC79A"),
    ("#B4568F", "#E293BE"),
    ("#B07C00", "#E8B23A"),
    ("#3F9FD8", "#8CCBF2"),
    ("#3D4148", "#D5D8DD"),
];

/// Dashes in tenths of a pixel, the unit of a chart.
const DASHES: [&str; 4] = ["", "70 40", "20 35", "110 35 20 35"];

/// Marks as paths around the origin, in tenths of a pixel.
const MARKS: [&str; 6] = [
    "M-32 0a32 32 0 1 0 64 0a32 32 0 1 0 -64 0z",
    "M-28 -28h56v56h-56z",
    "M0 -38L35 26H-35z",
    "M0 -42L34 0L0 42L-34 0z",
    "M0 38L35 -26H-35z",
    "M-10 -36h20v26h26v20h-26v26h-20v-26h-26v-20h26z",
];

impl Role {
    fn all() -> impl Iterator<Item = Role> {
        [Role::Ink, Role::Faint, Role::Grid].into_iter().chain((0..AGENTS.len()).map(Role::Agent))
    }

    /// The class of shapes in this role.
    pub(super) fn class(self) -> String {
        match self {
            Role::Ink => "c-ink".to_owned(),
            Role::Faint => "c-faint".to_owned(),
            Role::Grid => "c-grid".to_owned(),
            Role::Agent(index) => format!("c-{}", index % AGENTS.len()),
        }
    }

    /// The colours on a light and on a dark page.
    fn tints(self) -> (&'static str, &'static str) {
        match self {
            Role::Ink => ("#23262B", "#ECEAE4"),
            Role::Faint => ("#6B675E", "#A5A8AE"),
            Role::Grid => ("#DDD9D0", "#34383F"),
            Role::Agent(index) => AGENTS[index % AGENTS.len()],
        }
    }

    /// The colour for viewers that know no style sheets, and for paper.
    pub(super) fn light(self) -> &'static str {
        self.tints().0
    }

    /// The colour plotters is told, from which [`dress`] finds the role again. They are used nowhere else.
    pub(super) fn stand_in(self) -> RGBColor {
        let number = match self {
            Role::Ink => 250,
            Role::Faint => 251,
            Role::Grid => 252,
            Role::Agent(index) => (index % 200) as u8,
        };
        RGBColor(0xFE, 0xDC, number)
    }

    /// The dash of an agent's line; empty for a solid one.
    pub(super) fn dash(self) -> &'static str {
        match self {
            // Agents that share a colour differ in dash, and neighbours do too.
            Role::Agent(index) => DASHES[(index + index / AGENTS.len()) % DASHES.len()],
            _ => "",
        }
    }

    /// The mark on an agent's line.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Role::Agent(index) => MARKS[index % MARKS.len()],
            _ => MARKS[0],
        }
    }
}

/// Gives the colours of roles, with their classes and dashes, to what plotters drew with stand-ins.
pub(super) fn dress(svg: &str, agents: usize) -> String {
    let roles = [Role::Ink, Role::Faint, Role::Grid].into_iter().chain((0..agents).map(Role::Agent));
    roles.fold(svg.to_owned(), |svg, role| {
        let RGBColor(red, green, blue) = role.stand_in();
        let (light, class, dash) = (role.light(), role.class(), role.dash());
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        let stand_in = format!("=\"#{red:02X}{green:02X}{blue:02X}\"");
        // Plotters gives a shape either a line or a filling, so that no shape gets two classes.
        svg.replace(&format!("stroke{stand_in}"), &format!("stroke=\"{light}\" class=\"{class}-line\"{dash}"))
            .replace(&format!("fill{stand_in}"), &format!("fill=\"{light}\" class=\"{class}\""))
    })
}

/// The style sheet of all charts: dark colours where the surroundings are dark. Paper is always light.
pub(crate) fn stylesheet() -> String {
    let mut css = String::from("@media screen and (prefers-color-scheme: dark){");
    for role in Role::all() {
        let (class, (_, dark)) = (role.class(), role.tints());
        let _ = write!(css, ".{class}{{fill:{dark}}}.{class}-line{{stroke:{dark}}}");
    }
    css.push('}');
    css
}
