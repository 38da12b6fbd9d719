/** Who stands where: ratings with their errors, drawn on one scale. */

import { h, link, s } from "../dom.js";
import { translated } from "../phrases.js";
import { term } from "../tip.js";
import { number, percent, sentence, t } from "../words.js";

const WIDTH = 160;
const HEIGHT = 20;

/**
 * @param {object} standings
 * @param {{ game: string, definition: object | null }} tournament whose agents may have pages of their own
 * @param {import("./accuracy.js").Accuracy} accuracy
 */
export function standingsTable(standings, { game, definition }, accuracy) {
  const { agents, measures, anchored } = standings;
  const scale = scaleOf(agents);
  const own = new Map((definition?.agents ?? []).map(({ name, agent }) => [name, agent]));
  const forfeits = standings.forfeits > 0;
  // Between two there is one Elo, the lead of the first.
  const duel = standings.match !== null;
  const head = [
    h("th", { scope: "col", class: "figure" }, "#"),
    h("th", { scope: "col" }, t("standings.agent")),
    !duel && h("th", { scope: "col", class: "figure" }, "Elo"),
    !duel &&
      h("th", { scope: "col", class: "interval-head" }, h("span", { class: "unseen" }, t("standings.interval"))),
    column("games"),
    column("won"),
    column("drawn"),
    column("lost"),
    column("points"),
    column("ratio"),
    accuracy.head(),
    measures.map(({ name }) => h("th", { scope: "col", class: "figure extra" }, perGame(name))),
    forfeits && h("th", { scope: "col", class: "figure" }, term("forfeits", t("standings.forfeits"))),
  ];
  const row = (agent) =>
    h(
      "tr",
      {},
      h("td", { class: "figure faint" }, agent.rank),
      h("th", { scope: "row" }, nameOf(agent.name, own.get(agent.name), game)),
      !duel && h("td", { class: "figure elo" }, eloWords(agent, anchored)),
      !duel && h("td", { class: "interval" }, interval(agent, scale)),
      [agent.games, agent.wins, agent.draws, agent.losses].map((count) =>
        h("td", { class: "figure extra" }, number(count)),
      ),
      h("td", { class: "figure" }, number(agent.points, 1)),
      h("td", { class: "figure extra" }, agent.ratio === null ? "–" : percent(agent.ratio)),
      accuracy.cell(agent.name),
      measures.map(({ key }) => {
        const per = agent.measures[key]?.per_game;
        return h("td", { class: "figure extra" }, per === null || per === undefined ? "–" : number(per, 2));
      }),
      forfeits && h("td", { class: "figure" }, number(agent.forfeits)),
    );
  return h(
    "div",
    { class: "stack-small" },
    h(
      "div",
      { class: "scroll", tabindex: 0, "data-key": "scroll", role: "region", "aria-label": t("tournament.standings") },
      h("table", { class: "standings" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, agents.map(row))),
    ),
    standings.match && matchLine(standings.match),
    h("p", { class: "small faint" }, t("tip.elo")),
    accuracy.note(),
    !duel && agents.some(({ unbounded }) => unbounded) && h("p", { class: "small faint" }, t("standings.unbounded")),
    standings.groups > 1 && h("p", { class: "small warning" }, t("standings.groups", { n: standings.groups })),
  );
}

/** The head of what the game counts, such as pieces left. */
const perGame = (name) => sentence(t("standings.a_game", { name: translated(name) }));

function column(key) {
  const extra = key !== "points";
  return h("th", { scope: "col", class: extra ? "figure extra" : "figure" }, t(`standings.${key}`));
}

/** An agent of the catalogue has a page of its own. */
function nameOf(name, agent, game) {
  const preset = agent?.split(":")[0];
  return preset && preset === agent ? link(`/agents/${game}/${preset}`, { "data-key": name }, name) : name;
}

/** A rating with its error; on no scale but its own it has a sign. */
export function eloWords({ elo, elo_error: error, anchored, unbounded }, onScale) {
  if (elo === null) return "–";
  const rounded = Math.round(elo);
  const sign = onScale || rounded === 0 ? "" : rounded > 0 ? "+" : "−";
  const value = `${sign}${number(onScale ? rounded : Math.abs(rounded))}`;
  if (anchored) return t("standings.given", { elo: value });
  if (unbounded) return `${value}†`;
  return error === null ? value : `${value} ± ${number(error)}`;
}

/** The range of all intervals that say something. */
function scaleOf(agents) {
  const known = agents.filter(({ elo }) => elo !== null);
  const reach = ({ elo_error: error, unbounded }) => (unbounded ? 0 : (error ?? 0));
  const low = Math.min(...known.map((agent) => agent.elo - reach(agent)));
  const high = Math.max(...known.map((agent) => agent.elo + reach(agent)));
  const size = Math.max(1, high - low);
  return (elo) => 6 + ((elo - low) / size) * (WIDTH - 12);
}

/** The rating as a point and its error as a line. */
function interval({ elo, elo_error: error, unbounded }, scale) {
  if (elo === null) return null;
  const middle = HEIGHT / 2;
  const reach = unbounded ? null : error;
  const clamp = (x) => Math.max(1, Math.min(WIDTH - 1, x));
  return s(
    "svg",
    { class: "bars", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    s("line", { class: "axis", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
    reach !== null &&
      s("line", {
        class: "error",
        x1: clamp(scale(elo - reach)),
        x2: clamp(scale(elo + reach)),
        y1: middle,
        y2: middle,
      }),
    s("circle", { class: unbounded ? "point open" : "point", cx: clamp(scale(elo)), cy: middle, r: 5 }),
  );
}

/** What a match of two has come to, in numbers. */
function matchLine({ a, b, elo, elo_error: error, los, pentanomial }) {
  const lead = elo === null ? "–" : `${number(elo)}${error === null ? "" : ` ± ${number(error)}`}`;
  const pairs = pentanomial.reduce((sum, count) => sum + count, 0);
  return h(
    "dl",
    { class: "facts" },
    fact(t("standings.lead", { a, b }), lead),
    fact(term("los"), los === null ? "–" : `${number(100 * los, 1)} %`),
    fact(
      term("pairs", t("standings.pairs")),
      t("standings.pair_counts", { n: number(pairs), counts: pentanomial.join(" · ") }),
    ),
  );
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}
