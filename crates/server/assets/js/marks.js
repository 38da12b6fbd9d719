/**
 * Moves pointed at on the board: an arrow through the cells of a path, or a ring where the path is one cell. And values
 * of moves, written under their cells.
 */

import { s } from "./dom.js";

const HEAD = 0.34;

/**
 * @param {SVGSVGElement} svg
 * @param {{ path: string[], text?: string }[]} lines the best first
 */
export function draw(svg, lines) {
  svg.querySelector(".marks")?.remove();
  const layer = s("g", { class: "marks", "aria-hidden": "true" });
  // Lines that end in the same cell have their labels side by side.
  const places = lines.map((line, index) =>
    lines.slice(0, index).filter((other) => other.path.at(-1) === line.path.at(-1)).length,
  );
  // The best is drawn last, above the others.
  [...lines].reverse().forEach((line, index) => {
    const rank = lines.length - index;
    const cells = line.path.map((id) => [...svg.querySelectorAll(".cell")].find((cell) => cell.dataset.cell === id));
    if (cells.length === 0 || cells.includes(undefined)) return;
    const shapes = cells.length === 1 ? ring(cells[0]) : arrow(cells.map(centre));
    layer.append(s("g", { class: `mark rank-${rank}` }, shapes, line.text && label(centre(cells.at(-1)), line.text, places[rank - 1])));
  });
  svg.append(layer);
}

/**
 * @param {SVGSVGElement} svg
 * @param {{ path: string[], text: string, kind: string }[]} values
 * @param {number} y where they are written
 */
export function write(svg, values, y) {
  svg.querySelector(".values")?.remove();
  const layer = s("g", { class: "values" });
  for (const { path, text, kind } of values) {
    const cell = [...svg.querySelectorAll(".cell")].find((known) => known.dataset.cell === path[0]);
    if (!cell) continue;
    const place = { transform: `translate(${centre(cell).x} ${y})`, class: `value ${kind}` };
    layer.append(
      s(
        "g",
        place,
        s("rect", { x: -0.4, y: -0.24, width: 0.8, height: 0.48, rx: 0.14 }),
        s("text", { "font-size": 0.34, "text-anchor": "middle" }, text),
      ),
    );
  }
  svg.append(layer);
}

function centre(cell) {
  const { e: x, f: y } = cell.transform.baseVal.consolidate().matrix;
  return { x, y };
}

/** The outline of a cell. */
function ring(cell) {
  const outline = (name) => {
    const copy = cell.querySelector(".hit").cloneNode();
    copy.setAttribute("class", name);
    return s("g", { transform: cell.getAttribute("transform") }, copy);
  };
  return [outline("halo"), outline("stroke")];
}

function arrow(places) {
  const [before, tip] = places.slice(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const neck = { x: tip.x - dx * HEAD, y: tip.y - dy * HEAD };
  const line = [...places.slice(0, -1), neck].map(({ x, y }) => `${x} ${y}`).join("L");
  const side = HEAD * 0.62;
  const [left, right] = [side, -side].map((reach) => `${neck.x - dy * reach} ${neck.y + dx * reach}`);
  const head = `M${tip.x} ${tip.y}L${left}L${right}Z`;
  return [
    s("path", { class: "halo", d: `M${line}` }),
    s("path", { class: "halo", d: head }),
    s("path", { class: "stroke", d: `M${line}` }),
    s("path", { class: "head", d: head }),
  ];
}

function label({ x, y }, text, place) {
  return s(
    "g",
    { class: "label", transform: `translate(${x + 0.34 - 0.42 * place} ${y - 0.34})` },
    s("circle", { r: 0.2 }),
    s("text", { "font-size": 0.27, "text-anchor": "middle" }, text),
  );
}
