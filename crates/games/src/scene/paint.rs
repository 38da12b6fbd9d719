//! The palette of the pictures, for light and dark pages and the terminal. A game can add colours of its own.

/// A colour by its meaning. Shape or letter always says the same; colour only helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// The table a board lies on.
    Table,
    /// A board's surface.
    Board,
    /// A board's second surface, such as a playable square.
    BoardDark,
    /// Lines and edges of a board.
    Edge,
    /// Words.
    Ink,
    /// Words that step back, such as square numbers.
    Faint,
    /// Words on [`Paint::BoardDark`].
    InkOnDark,
    /// The mark of the last move.
    Accent,
    /// Pieces of the player with light pieces.
    Light,
    /// The line around light pieces.
    LightEdge,
    /// Pieces of the player with dark pieces.
    Dark,
    /// The line around dark pieces.
    DarkEdge,
    /// Vermillion, safe for colour-blind eyes.
    Red,
    /// Bluish green.
    Green,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Words and marks on red, green and blue.
    OnDeep,
    /// Words and marks on yellow and other pale colours.
    OnPale,
    /// Crowns, banners and other honours.
    Gold,
    /// A playing card.
    Card,
    /// A colour that only one game has, from its [`PALETTE`](crate::Notation::PALETTE).
    Own(&'static Tint),
}

/// How a colour looks: on a light page, on a dark page, and its number in the terminal's 256 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tint {
    pub(super) class: &'static str,
    pub(super) light: &'static str,
    pub(super) dark: &'static str,
    pub(super) ansi: u8,
}

impl Tint {
    /// A colour under a name that no other has, as `#RRGGBB` for light and dark pages and as a number for the terminal.
    pub const fn new(class: &'static str, light: &'static str, dark: &'static str, ansi: u8) -> Self {
        Tint { class, light, dark, ansi }
    }
}

impl Paint {
    /// The colours that all games share.
    pub(super) const SHARED: [Paint; 20] = [
        Paint::Table,
        Paint::Board,
        Paint::BoardDark,
        Paint::Edge,
        Paint::Ink,
        Paint::Faint,
        Paint::InkOnDark,
        Paint::Accent,
        Paint::Light,
        Paint::LightEdge,
        Paint::Dark,
        Paint::DarkEdge,
        Paint::Red,
        Paint::Green,
        Paint::Blue,
        Paint::Yellow,
        Paint::OnDeep,
        Paint::OnPale,
        Paint::Gold,
        Paint::Card,
    ];

    /// The name of the colour in the stylesheet: `.f-NAME` fills with it and `.s-NAME` draws lines.
    pub const fn class(self) -> &'static str {
        self.tint().class
    }

    pub(super) const fn tint(self) -> Tint {
        let (class, light, dark, ansi) = match self {
            Paint::Table => ("table", "#FBFAF7", "#17191D", 0),
            Paint::Board => ("board", "#EFE9DC", "#2A2E35", 252),
            Paint::BoardDark => ("board-dark", "#8D7B68", "#4A4F58", 240),
            Paint::Edge => ("edge", "#B9AD98", "#4E545E", 245),
            Paint::Ink => ("ink", "#23262B", "#ECEAE4", 15),
            Paint::Faint => ("faint", "#6B675E", "#A5A8AE", 246),
            Paint::InkOnDark => ("ink-on-dark", "#FFFFFF", "#F4F2EC", 252),
            Paint::Accent => ("accent", "#C2185B", "#FF7EB6", 205),
            Paint::Light => ("light", "#FFFFFF", "#F2EFE6", 231),
            Paint::LightEdge => ("light-edge", "#57534A", "#8B8778", 250),
            Paint::Dark => ("dark", "#2B2D33", "#0B0C0E", 16),
            Paint::DarkEdge => ("dark-edge", "#0B0C0E", "#9AA0AA", 244),
            Paint::Red => ("red", "#D55E00", "#E2711D", 166),
            Paint::Green => ("green", "#009E73", "#12AE84", 36),
            Paint::Blue => ("blue", "#0072B2", "#2389CB", 32),
            Paint::Yellow => ("yellow", "#F0E442", "#F0E442", 227),
            Paint::OnDeep => ("on-deep", "#FFFFFF", "#FFFFFF", 231),
            Paint::OnPale => ("on-pale", "#23262B", "#23262B", 16),
            Paint::Gold => ("gold", "#E3A008", "#F2B824", 214),
            Paint::Card => ("card", "#FFFDF6", "#33373F", 255),
            Paint::Own(tint) => return *tint,
        };
        Tint { class, light, dark, ansi }
    }
}
