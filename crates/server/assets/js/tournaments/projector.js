/** A tournament for a room: standings and boards as large as the screen, nothing else, and no need to touch anything. */

import { get } from "../api.js";
import { h, link, notice, replace } from "../dom.js";
import { icon } from "../icons.js";
import { listen } from "../live.js";
import { number, t } from "../words.js";
import { Boards } from "./boards.js";
import { eloWords } from "./standings.js";
import { isOpen, Pace, progress } from "./state.js";

/** The most agents and boards that can be read from the last row. */
const MOST_AGENTS = 10;
const MOST_BOARDS = 4;

export async function show({ root, rest: [id], signal }) {
  const state = await get(`/tournaments/${encodeURIComponent(id)}`, signal);
  const view = new Projector(state, signal);
  root.append(view.element);
  document.body.classList.add("projecting");
  signal.addEventListener("abort", () => document.body.classList.remove("projecting"));
  return state.name;
}

class Projector {
  constructor(state, signal) {
    this.pace = new Pace();
    this.boards = new Boards(MOST_BOARDS);
    this.head = h("div", { class: "stack-small" });
    this.standings = h("div", {});
    const whole = h(
      "button",
      { class: "plain", "data-action": "whole", onclick: () => this.#fill() },
      icon("whole"),
      t("projector.whole"),
    );
    this.element = h(
      "div",
      { class: "projector" },
      h(
        "header",
        {},
        h("h1", {}, state.name),
        h(
          "div",
          { class: "row" },
          document.fullscreenEnabled && whole,
          link(`/tournaments/${state.id}`, { class: "button plain", "data-action": "leave" }, t("projector.leave")),
        ),
      ),
      this.head,
      h("div", { class: "screens" }, this.standings, this.boards.element),
    );
    this.#take(state);
    listen(
      `/tournaments/${state.id}/live`,
      {
        changed: (connected) => notice(connected ? null : t("tournaments.lost")),
        heard: (message) => {
          if (message.type === "state") this.#take(message.state);
          if (message.type === "boards") this.boards.hear(message);
        },
      },
      signal,
    );
  }

  #take({ state, games, verdict, standings }) {
    replace(
      this.head,
      verdict && h("p", { class: "verdict" }, verdict),
      isOpen(state, games) && progress(games, this.pace.left(state, games)),
    );
    this.boards.show(state === "running" || state === "stopping");
    replace(
      this.standings,
      standings?.games > 0 ? table(standings) : h("p", { class: "faint" }, t("tournament.nothing_yet")),
    );
  }

  /** Fills the screen, or leaves it. */
  #fill() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }
}

function table({ agents, anchored, match }) {
  // Between two the points say it all; ratings without bounds say nothing, nor do those that are measured from one.
  const rated = match === null && agents.every(({ unbounded }) => !unbounded);
  const head = (key, figure) => h("th", { scope: "col", class: figure && "figure" }, t(key));
  return h(
    "table",
    {},
    h("caption", { class: "unseen" }, t("tournament.standings")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "figure" }, "#"),
        head("standings.agent"),
        head("standings.points", true),
        head("standings.games", true),
        rated && h("th", { scope: "col", class: "figure" }, "Elo"),
      ),
    ),
    h(
      "tbody",
      {},
      agents.slice(0, MOST_AGENTS).map((agent) =>
        h(
          "tr",
          {},
          h("td", { class: "figure faint" }, agent.rank),
          h("th", { scope: "row" }, agent.name),
          h("td", { class: "figure" }, number(agent.points, 1)),
          h("td", { class: "figure faint" }, number(agent.games)),
          rated && h("td", { class: "figure" }, eloWords(agent, anchored)),
        ),
      ),
    ),
  );
}
