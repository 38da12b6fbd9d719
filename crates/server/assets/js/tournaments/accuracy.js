/** How accurately agents play, by the solver of the game: asked for once the standings are there. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { explained, term } from "../tip.js";
import { number, t } from "../words.js";

/** While games are played, judging would only slow them down. */
const BUSY = ["running", "stopping", "waiting"];

export class Accuracy {
  /** @param {() => void} changed what draws the table again */
  constructor(id, signal, changed) {
    Object.assign(this, { id, signal, changed, answer: null, asked: null });
  }

  /** Asks for the accuracy of the games that are there, unless that was asked before. */
  take({ has_solver: solver, state, games }) {
    const wanted = solver && !BUSY.includes(state) && games.done > 0 ? games.done : null;
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.question?.abort();
    this.answer = wanted && { agents: null };
    if (wanted) this.#ask();
  }

  async #ask() {
    this.question = new AbortController();
    const signal = AbortSignal.any([this.signal, this.question.signal]);
    let answer;
    do {
      // The server answers when it has judged the games, or after some seconds. Without an answer there is no column.
      answer = await get(`/tournaments/${this.id}/accuracy`, signal).catch(() => null);
      if (signal.aborted) return;
    } while (answer?.state === "judging");
    this.answer = answer;
    this.changed();
  }

  /** The head of the column, if there is one. */
  head() {
    return this.answer && h("th", { scope: "col", class: "figure" }, term("accuracy", t("standings.accuracy")));
  }

  /** The cell of an agent. */
  cell(name) {
    if (!this.answer) return null;
    const { agents } = this.answer;
    const agent = agents?.find((agent) => agent.name === name);
    const figure = agents ? share(agent, name) : h("span", { "aria-label": t("accuracy.judging") }, "…");
    return h("td", { class: agent?.moves ? "figure accuracy" : "figure accuracy faint" }, figure);
  }

  /** Which games were judged, where that is not all of them. */
  note() {
    const { games, stored } = this.answer?.agents ? this.answer : {};
    if (!(games < stored)) return null;
    return h("p", { class: "small faint" }, t("accuracy.sample", { games: number(games), stored: number(stored) }));
  }
}

/** The share of an agent, explained by what its other moves lost. */
function share(agent, name) {
  if (!agent?.moves) return "–";
  const { moves, win_to_draw, win_to_loss, draw_to_loss } = agent;
  const counts = Object.entries({ moves, win_to_draw, win_to_loss, draw_to_loss });
  const words = t("accuracy.counts", Object.fromEntries(counts.map(([key, count]) => [key, number(count)])));
  return explained(`${number(100 * agent.share, 1)} %`, words, { "data-key": `accuracy ${name}` });
}
