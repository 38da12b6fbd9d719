//! Scenes as SVG. Colours are classes with plain values, so that every viewer understands them.

use std::fmt::Write;

use super::{Anchor, Form, Item, Paint, Scene, Shape, Tint};
use crate::GameId;

/// Pixels of a board unit at the picture's natural size.
const UNIT: f32 = 64.0;

pub(super) fn draw(scene: &Scene, styled: bool) -> String {
    let mut svg = String::with_capacity(8192);
    let (width, height) = (scene.size.x, scene.size.y);
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="grandline" viewBox="0 0 {} {}" width="{}" height="{}" role="img">"#,
        number(width),
        number(height),
        number(width * UNIT),
        number(height * UNIT),
    );
    let _ = write!(svg, "<title>{}</title>", escape(&scene.description));
    if styled {
        // A file of its own brings its ground along; in a page the page is the ground.
        let (width, height) = (number(width), number(height));
        let _ = write!(svg, "<style>{}</style>", stylesheet());
        let _ = write!(svg, r#"<rect width="{width}" height="{height}" class="f-table"/>"#);
    }
    for item in &scene.items {
        draw_item(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Shapes around the origin, within a square of one board unit.
pub(super) fn icon(shapes: &[Shape]) -> String {
    let mut svg = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" class="grandline" viewBox="-.5 -.5 1 1">"#);
    for shape in shapes {
        draw_shape(&mut svg, shape);
    }
    svg.push_str("</svg>");
    svg
}

/// One class for filling and one for drawing with each colour, then the same for dark surroundings:
/// chosen by the system, or by a page that says `data-theme`.
pub(super) fn stylesheet() -> String {
    let mut tints: Vec<Tint> = Paint::SHARED.iter().map(|paint| paint.tint()).collect();
    for tint in GameId::ALL.iter().flat_map(|game| game.palette()) {
        // Variants of a game share its palette.
        if !tints.contains(tint) {
            tints.push(*tint);
        }
    }
    let rules = |prefix: &str, dark: bool| -> String {
        let mut css = String::new();
        for tint in &tints {
            let colour = if dark { tint.dark } else { tint.light };
            if dark && tint.dark == tint.light {
                continue;
            }
            let class = tint.class;
            let _ = write!(css, "{prefix}.f-{class}{{fill:{colour}}}{prefix}.s-{class}{{stroke:{colour}}}");
        }
        css
    };
    format!(
        ".grandline text{{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
         dominant-baseline:central;user-select:none}}\
         .grandline .b{{font-weight:700}}.grandline .n{{fill:none}}.grandline .hit{{fill:transparent}}\
         .grandline path,.grandline polygon,.grandline rect{{stroke-linejoin:round;stroke-linecap:round}}\
         {}@media (prefers-color-scheme:dark){{{}}}{}",
        rules("", false),
        rules(":root:not([data-theme=light]) ", true),
        rules(":root[data-theme=dark] ", true),
    )
}

fn draw_item(svg: &mut String, item: &Item) {
    let _ = write!(svg, r#"<g transform="translate({} {})""#, number(item.at.x), number(item.at.y));
    if let Some(cell) = &item.cell {
        let (id, label) = (escape(&cell.id), escape(&cell.label));
        let _ = write!(svg, r#" class="cell" id="cell-{id}" data-cell="{id}" aria-label="{label}""#);
    }
    svg.push('>');
    for shape in &item.shapes {
        draw_shape(svg, shape);
    }
    if !item.piece.is_empty() {
        svg.push_str(r#"<g class="piece">"#);
        for shape in &item.piece {
            draw_shape(svg, shape);
        }
        svg.push_str("</g>");
    }
    if let Some(cell) = &item.cell {
        draw_form(svg, &cell.area, r#" class="hit""#);
    }
    svg.push_str("</g>");
}

fn draw_shape(svg: &mut String, shape: &Shape) {
    let mut attributes = String::from(r#" class=""#);
    match shape.fill {
        Some(paint) => attributes.push_str(&format!("f-{}", paint.tint().class)),
        None => attributes.push('n'),
    }
    if let Some(stroke) = shape.stroke {
        let _ = write!(attributes, " s-{}", stroke.paint.tint().class);
    }
    if matches!(shape.form, Form::Text { bold: true, .. }) {
        attributes.push_str(" b");
    }
    attributes.push('"');
    if let Some(stroke) = shape.stroke {
        let _ = write!(attributes, r#" stroke-width="{}""#, number(stroke.width));
    }
    draw_form(svg, &shape.form, &attributes);
}

fn draw_form(svg: &mut String, form: &Form, attributes: &str) {
    let _ = match form {
        Form::Circle { centre, radius } => write!(
            svg,
            r#"<circle cx="{}" cy="{}" r="{}"{attributes}/>"#,
            number(centre.x),
            number(centre.y),
            number(*radius)
        ),
        Form::Rectangle { corner, size, rounding } => write!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}"{attributes}/>"#,
            number(corner.x),
            number(corner.y),
            number(size.x),
            number(size.y),
            number(*rounding)
        ),
        Form::Polygon(points) => {
            let points: Vec<String> = points.iter().map(|p| format!("{},{}", number(p.x), number(p.y))).collect();
            write!(svg, r#"<polygon points="{}"{attributes}/>"#, points.join(" "))
        }
        Form::Path(data) => write!(svg, r#"<path d="{}"{attributes}/>"#, escape(data)),
        Form::Text { place, height, anchor, words, .. } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            write!(
                svg,
                r#"<text x="{}" y="{}" font-size="{}" text-anchor="{anchor}"{attributes}>{}</text>"#,
                number(place.x),
                number(place.y),
                number(*height),
                escape(words)
            )
        }
    };
}

/// At most three decimals, none that say nothing.
fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
