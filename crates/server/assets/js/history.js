/** What a game looked like over time: its score, the nodes visited and the time taken, ply by ply. */

import { Chart, chanceScale, linearScale, logScale } from "./chart.js";
import { h } from "./dom.js";
import { term } from "./tip.js";
import { counted, duration, percent, playerName, t } from "./words.js";

/**
 * A position of the game, and the move that led to it; the start has none.
 * @typedef {object} Moment
 * @property {number | null} chance what First could expect in the position
 * @property {string | null} [by] whose evaluation it is, where the players' own are shown: `first` or `second`
 * @property {string} [words] the same in words
 * @property {string} [text] the move
 * @property {string} [player] who made it
 * @property {string | null} [mark] how bad it was
 * @property {number | null} [nodes] nodes visited for it
 * @property {number | null} [time] milliseconds spent on it
 */
export class History {
  /** @param {(ply: number) => void} go */
  constructor(go, signal) {
    this.value = new Chart(go, signal);
    this.nodes = new Chart(go, signal);
    this.time = new Chart(go, signal);
    /** What was spent; the value stands apart, nearer to the board. */
    this.element = h(
      "section",
      { class: "history", "aria-label": t("history.label"), "data-panel": "graph" },
      this.nodes.element,
      this.time.element,
    );
    this.value.element.dataset.panel = "graph";
    this.hide(true);
  }

  /**
   * @param {Moment[]} moments one for each position, the last included
   * @param {{ first: string, second: string }} players
   * @param {number} ply the one that is shown on the board
   */
  set(moments, players, ply) {
    const plies = moments.length - 1;
    const names = { first: playerName(players.first), second: playerName(players.second) };
    const said = (at) => {
      const { text, player } = moments[at] ?? {};
      return text ? `${at}. ${names[player]} ${text}` : t("announce.start");
    };
    this.value.set(
      {
        title: t("history.value", { player: names.first }),
        plies,
        height: 112,
        filled: !isOfTwo(moments),
        ...chanceScale(),
        series: valueSeries(moments, names),
        marks: moments.map(({ mark }) => mark ?? null),
        label: (at) =>
          [said(at), valueWords(moments[at], names.first), moments[at]?.mark && t(`mark.${moments[at].mark}`)]
            .filter(Boolean)
            .join(" · "),
      },
      ply,
    );
    const draw = (chart, key, title, words, scale) => {
      const known = moments.map((moment) => moment[key] ?? null);
      chart.element.hidden = known.every((value) => value === null);
      const of = (player) => ({
        name: names[player],
        values: moments.map((moment) => (moment.player === player ? (moment[key] ?? null) : null)),
      });
      chart.set(
        {
          title,
          plies,
          height: 96,
          series: [of("first"), of("second")],
          ...scale(known),
          label: (at) =>
            [said(at), known[at] !== null && known[at] !== undefined && words(known[at])].filter(Boolean).join(" · "),
        },
        ply,
      );
    };
    draw(this.nodes, "nodes", t("history.nodes"), (value) => counted("history.states", value), logScale);
    draw(this.time, "time", t("history.time"), duration, (values) => linearScale(values, duration));
    this.nodes.title.firstChild.replaceWith(term("nodes", t("history.nodes")));
  }

  /** Shows nothing while there is nothing to show. */
  hide(hidden) {
    this.value.element.hidden = hidden;
    this.element.hidden = hidden;
  }

  /** Marks the ply that is shown on the board. */
  show(ply) {
    for (const chart of [this.value, this.nodes, this.time]) chart.show(ply);
  }
}

/** Whether the evaluations are the players' own, of both of them. */
function isOfTwo(moments) {
  return ["first", "second"].every((player) => moments.some(({ by, chance }) => by === player && chance !== null));
}

/** One curve of one engine, or one for each player: two evaluations in turns would make a saw of one. */
function valueSeries(moments, names) {
  if (!isOfTwo(moments)) return [{ name: names.first, values: moments.map(({ chance }) => chance ?? null) }];
  const of = (player) => ({
    name: t("history.by", { player: names[player] }),
    values: moments.map(({ by, chance }) => (!by || by === player ? (chance ?? null) : null)),
  });
  return [of("first"), of("second")];
}

function valueWords({ chance, words } = {}, name) {
  if (chance === null || chance === undefined) return null;
  return words ?? t("history.chance", { player: name, share: percent(chance) });
}
