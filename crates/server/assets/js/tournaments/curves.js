/** How a tournament went: the ratings of its agents over its games, and the log-likelihood ratio of a sequential test. */

import { get } from "../api.js";
import { h, replace, s } from "../dom.js";
import { term } from "../tip.js";
import { number, t } from "../words.js";

/** How often the curves are asked for while games are played, in milliseconds. */
const PACE = 10_000;
/** The most agents that have a curve; more cannot be told apart. */
const MOST = 8;
const [HEIGHT, TOP, BOTTOM, LEFT, RIGHT] = [190, 10, 24, 44, 132];
/** The least distance of two names, in pixels. */
const APART = 15;

export class Curves {
  #asked = -Infinity;
  #games = 0;
  #told = null;

  constructor(id, signal) {
    Object.assign(this, { id, signal });
    this.place = h("div", { class: "curves" });
    this.element = h("section", { class: "stack-small", hidden: true }, h("h2", {}, t("curves.title")), this.place);
    const watcher = new ResizeObserver(() => this.#draw());
    watcher.observe(this.place);
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  /** Asks for the curves where there are new games, now and then while there are more to come. */
  async take({ games, state }) {
    const running = state === "running" || state === "stopping";
    const early = running && performance.now() - this.#asked < PACE;
    if (games.done < 2 || games.done === this.#games || early) return;
    [this.#asked, this.#games] = [performance.now(), games.done];
    const told = await get(`/tournaments/${this.id}/history`, this.signal).catch(() => null);
    if (!told || this.signal.aborted) return;
    this.#told = told;
    this.element.hidden = told.games.length < 2 || !(told.llr || told.agents.some(({ elo }) => elo.some((value) => value !== null)));
    this.#draw();
  }

  #draw() {
    const width = this.place.clientWidth;
    if (!this.#told || width === 0) return;
    const { games, agents, llr, bounds } = this.#told;
    const lines = agents.length === 2 ? [lead(agents)] : leaders(agents);
    replace(
      this.place,
      figure("Elo", t("curves.elo"), games, lines, [], width),
      llr && figure(term("llr", "LLR"), t("curves.llr"), games, [{ name: "LLR", values: llr }], bounds, width),
    );
  }
}

/** The agents that stand highest. */
function leaders(agents) {
  const last = ({ elo }) => elo.at(-1) ?? -Infinity;
  const sorted = [...agents].sort((a, b) => last(b) - last(a));
  return sorted.slice(0, MOST).map(({ name, elo }) => ({ name, values: elo }));
}

/** Between two, the lead of the first. */
function lead([{ name, elo }, second]) {
  const values = elo.map((value, at) => (value === null || second.elo[at] === null ? null : value - second.elo[at]));
  return { name, values };
}

/** A chart with a line for each name; `bounds` are lines across that end a test. */
function figure(title, label, games, lines, bounds, width) {
  const known = [...lines.flatMap(({ values }) => values), ...bounds].filter((value) => value !== null);
  if (known.length === 0) return null;
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const size = Math.max(1e-9, high - low);
  const x = (game) => LEFT + ((width - LEFT - RIGHT) * game) / games.at(-1);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / size);
  const across = (value, kind) => s("line", { class: kind, x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) });
  const tick = (value) =>
    s("text", { class: "tick", x: LEFT - 6, y: y(value), "text-anchor": "end" }, number(value, bounds.length > 0 ? 1 : 0));
  const count = (game) => s("text", { class: "tick", x: x(game), y: HEIGHT - 8, "text-anchor": "middle" }, number(game));
  const curve = ({ values }, index) => {
    const points = values.map((value, at) => (value === null ? null : `${x(games[at])} ${y(value)}`)).filter(Boolean);
    return points.length > 0 && s("path", { class: `line curve-${index}`, d: `M${points.join("L")}` });
  };
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title, " ", h("span", {}, t("curves.games"))),
    s(
      "svg",
      { width, height: HEIGHT, role: "img", "aria-label": `${label} ${ends(lines)}` },
      across(0, "grid"),
      ...bounds.map((bound) => across(bound, "bound")),
      ...[...new Set([low, 0, high])].map(tick),
      count(games[0]),
      count(games.at(-1)),
      ...lines.map(curve),
      ...names(lines, y).map(({ name, at, index }) =>
        s("text", { class: `tick curve-name curve-${index}`, x: width - RIGHT + 6, y: at }, short(name)),
      ),
    ),
  );
}

/** Where all lines have come to, in words. */
const ends = (lines) =>
  lines
    .filter(({ values }) => values.at(-1) !== null)
    .map(({ name, values }) => `${name} ${number(values.at(-1), 1)}`)
    .join(", ");

/** A name stands at the end of its line, or below the one above it. */
function names(lines, y) {
  const places = lines
    .map(({ name, values }, index) => ({ name, index, at: values.at(-1) === null ? null : y(values.at(-1)) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => a.at - b.at);
  places.forEach((place, index) => {
    if (index > 0) place.at = Math.max(place.at, places[index - 1].at + APART);
  });
  return places;
}

const short = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
