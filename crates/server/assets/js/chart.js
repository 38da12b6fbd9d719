/** Small charts over the plies of a game; all have the same axis, so that they can stand under each other. */

import { h, replace, s } from "./dom.js";
import { t } from "./words.js";

const LEFT = 44;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 18;

/**
 * One chart.
 * @typedef {object} Series
 * @property {string} name
 * @property {(number | null)[]} values by ply
 *
 * @typedef {object} Settings
 * @property {string} title
 * @property {Series[]} series the first is drawn solid, the second dashed
 * @property {number} plies the last ply
 * @property {number} height
 * @property {(value: number) => number} scale from a value to 0 (bottom) .. 1 (top)
 * @property {[number, string][]} ticks values on the left, with their words
 * @property {boolean} [filled] fills the area under the first series
 * @property {(string | null)[]} [marks] bad moves by ply, as dots on the first series
 * @property {(ply: number) => string} label what is said of a ply that is pointed at
 */
export class Chart {
  #settings = null;
  #ply = 0;

  /** @param {(ply: number) => void} go is told the ply that was clicked */
  constructor(go, signal) {
    this.go = go;
    this.title = h("figcaption", {});
    this.place = h("div", { class: "plot" });
    this.element = h("figure", { class: "chart" }, this.title, this.place);
    const watcher = new ResizeObserver(() => this.#draw());
    watcher.observe(this.place);
    signal.addEventListener("abort", () => watcher.disconnect());
    this.place.addEventListener("click", (event) => this.go(this.#plyAt(event)));
    this.place.addEventListener("pointermove", (event) => this.#point(this.#plyAt(event)));
    this.place.addEventListener("pointerleave", () => this.#point(null));
  }

  /** @param {Settings} settings */
  set(settings, ply) {
    this.#settings = settings;
    this.#ply = ply;
    const legend =
      settings.series.length > 1 &&
      settings.series.map(({ name }, index) => h("span", { class: `legend-${index}` }, name));
    replace(this.title, h("span", {}, settings.title), legend);
    this.#draw();
  }

  /** Marks the ply that is shown on the board. */
  show(ply) {
    this.#ply = ply;
    this.#draw();
  }

  get #width() {
    return this.place.clientWidth;
  }

  #x(ply) {
    return LEFT + ((this.#width - LEFT - RIGHT) * ply) / Math.max(1, this.#settings.plies);
  }

  #y(value) {
    const { height, scale } = this.#settings;
    return TOP + (height - TOP - BOTTOM) * (1 - Math.max(0, Math.min(1, scale(value))));
  }

  #plyAt(event) {
    if (!this.#settings) return 0;
    const { left } = this.place.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (this.#width - LEFT - RIGHT);
    return Math.round(Math.max(0, Math.min(1, share)) * this.#settings.plies);
  }

  #draw() {
    if (!this.#settings || this.#width === 0) return;
    const { height, series, ticks, plies, filled, marks = [], title } = this.#settings;
    const floor = height - BOTTOM;
    const grid = ticks.map(([value, words]) => [
      s("line", { class: "grid", x1: LEFT, x2: this.#width - RIGHT, y1: this.#y(value), y2: this.#y(value) }),
      s("text", { class: "tick", x: LEFT - 6, y: this.#y(value), "text-anchor": "end" }, words),
    ]);
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find((step) => plies / step <= this.#width / 60) ?? 500;
    const below = [];
    for (let ply = 0; ply <= plies; ply += every)
      below.push(s("text", { class: "tick", x: this.#x(ply), y: height - 6, "text-anchor": "middle" }, ply));
    const lines = series.map(({ values }, index) => s("path", { class: `line line-${index}`, d: this.#path(values) }));
    const area = filled && s("path", { class: "area", d: this.#area(series[0].values, floor) });
    const dots = marks.map(
      (mark, ply) =>
        mark &&
        series[0].values[ply] !== null &&
        s("circle", { class: `dot ${mark}`, cx: this.#x(ply), cy: this.#y(series[0].values[ply]), r: 4.5 }),
    );
    this.cursor = s("line", { class: "cursor", y1: TOP, y2: floor, visibility: "hidden" });
    const here = s("line", { class: "here", x1: this.#x(this.#ply), x2: this.#x(this.#ply), y1: TOP, y2: floor });
    this.words = h("output", { class: "pointed", hidden: true });
    replace(
      this.place,
      s(
        "svg",
        { width: this.#width, height, role: "img", "aria-label": title },
        ...grid.flat(),
        ...below,
        area,
        ...lines,
        here,
        this.cursor,
        ...dots,
      ),
      this.words,
    );
  }

  /** A line through the values that are known. */
  #path(values) {
    const points = values.map((value, ply) =>
      value === null || value === undefined ? null : `${round(this.#x(ply))} ${round(this.#y(value))}`,
    );
    const known = points.filter(Boolean);
    return known.length === 0 ? "" : `M${known.join("L")}${known.length === 1 ? "h0.01" : ""}`;
  }

  #area(values, floor) {
    const known = values.map((value, ply) => [value, ply]).filter(([value]) => value !== null && value !== undefined);
    if (known.length < 2) return "";
    const line = known.map(([value, ply]) => `${round(this.#x(ply))} ${round(this.#y(value))}`).join("L");
    return `M${round(this.#x(known[0][1]))} ${floor}L${line}L${round(this.#x(known.at(-1)[1]))} ${floor}Z`;
  }

  #point(ply) {
    if (!this.cursor) return;
    this.cursor.setAttribute("visibility", ply === null ? "hidden" : "visible");
    this.words.hidden = ply === null;
    if (ply === null) return;
    this.cursor.setAttribute("x1", this.#x(ply));
    this.cursor.setAttribute("x2", this.#x(ply));
    this.words.textContent = this.#settings.label(ply);
    const left = Math.min(this.#x(ply) + 8, this.#width - this.words.offsetWidth - 4);
    this.words.style.left = `${Math.max(0, left)}px`;
  }
}

const round = (value) => Math.round(value * 10) / 10;

/** From one to the largest power of ten that is needed; zero lies at the bottom. */
export function logScale(values) {
  const most = Math.max(10, ...values.filter(Number.isFinite));
  const powers = Math.ceil(Math.log10(most));
  const step = Math.max(1, Math.ceil(powers / 3));
  const names = ["1", "10", "100", "1 k", "10 k", "100 k", "1 M", "10 M", "100 M", "1 G", "10 G", "100 G"];
  const ticks = [];
  for (let power = 0; power <= powers; power += step) ticks.push([10 ** power, names[power]]);
  return { scale: (value) => (value < 1 ? 0 : Math.log10(value) / powers), ticks };
}

/** From zero to a round number above the largest. */
export function linearScale(values, words) {
  const most = Math.max(1e-9, ...values.filter(Number.isFinite));
  const size = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= most);
  return {
    scale: (value) => value / top,
    ticks: [
      [0, words(0)],
      [top, words(top)],
    ],
  };
}

/** The value of a game: what First can expect, from nothing below to everything above. */
export const chanceScale = () => ({
  scale: (value) => value,
  ticks: [
    [0, t("chart.loses")],
    [0.5, "½"],
    [1, t("chart.wins")],
  ],
});
