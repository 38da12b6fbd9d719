/** The last move, seen to happen: its piece comes from the first cell of the path to the last. */

import { s } from "./dom.js";

const PACE = 150;

/** @param {SVGSVGElement} svg @param {string[]} path */
export function fly(svg, path) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const cells = path.map((id) => [...svg.querySelectorAll(".cell")].find((cell) => cell.dataset.cell === id));
  const piece = cells.at(-1)?.querySelector(".piece");
  if (still || path.length < 2 || !piece || cells.includes(undefined)) return;
  const places = cells.map((cell) => {
    const { e, f } = cell.transform.baseVal.consolidate().matrix;
    return { transform: `translate(${e}px, ${f}px)` };
  });
  // A copy above everything, since a cell lies under those that are drawn after it.
  const copy = s("g", { class: "flight" }, piece.cloneNode(true));
  svg.append(copy);
  piece.classList.add("hidden");
  const flight = copy.animate(places, { duration: PACE * (path.length - 1), easing: "ease-out" });
  const land = () => {
    copy.remove();
    piece.classList.remove("hidden");
  };
  flight.finished.then(land, land);
}
