/** A tournament: who leads, how sure that is, the games on their boards, and those that are over. */

import { get, post } from "../api.js";
import { announce, h, link, notice, renew, replace } from "../dom.js";
import { icon } from "../icons.js";
import { listen } from "../live.js";
import { day, gameTitle, grouped, t } from "../words.js";
import { Accuracy } from "./accuracy.js";
import { Boards } from "./boards.js";
import { crossTable } from "./cross.js";
import { GameList } from "./games.js";
import { Curves } from "./curves.js";
import { gauge } from "./gauge.js";
import { standingsTable } from "./standings.js";
import { isOpen, Pace, progress, stateTag } from "./state.js";
import { workersTable } from "./workers.js";

const FILES = ["report.html", "standings.csv", "cross.csv", "games.csv", "plies.csv", "tournament.toml"];

export async function show({ root, rest: [id], signal, go }) {
  const state = await get(`/tournaments/${encodeURIComponent(id)}`, signal);
  const view = new TournamentView(state, signal, go);
  root.append(view.element);
  return state.name;
}

class TournamentView {
  constructor(state, signal, go) {
    Object.assign(this, { signal, go, id: state.id });
    this.head = h("header", { class: "stack-small" });
    this.actions = h("div", { class: "stack-small" });
    this.message = h("p", { class: "complaint", role: "alert", hidden: true });
    this.gauge = h("section", { class: "stack-small" });
    this.boards = new Boards();
    this.pace = new Pace();
    this.curves = new Curves(state.id, signal);
    this.standings = h("section", { class: "stack-small" });
    this.cross = h("section", { class: "stack-small" });
    this.workers = h("section", { class: "stack-small", "data-part": "workers" });
    this.games = new GameList(state, signal);
    this.accuracy = new Accuracy(state.id, signal, () => this.#standings());
    this.element = h(
      "div",
      { class: "page tournament" },
      h("div", { class: "stack-small" }, this.head, this.actions),
      this.message,
      this.gauge,
      this.standings,
      this.boards.element,
      this.cross,
      this.curves.element,
      this.workers,
      this.games.element,
      terms(state),
    );
    this.#take(state);
    listen(
      `/tournaments/${this.id}/live`,
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

  #take(state) {
    const before = this.state;
    this.state = state;
    this.#head();
    const { standings } = state;
    const played = standings?.games > 0;
    replace(this.gauge, played && standings.match?.sprt && gauge(standings.match));
    this.gauge.hidden = !this.gauge.hasChildNodes();
    this.accuracy.take(state);
    this.curves.take(state);
    this.#standings();
    const crossed = played && standings.superiority && standings.agents.length > 2;
    renew(this.cross, crossed && crossTable(standings, (agent, opponent) => this.games.choose(agent, opponent)));
    this.cross.hidden = !crossed;
    renew(this.workers, state.dispatch && workersTable(state.dispatch));
    this.workers.hidden = !state.dispatch;
    this.boards.show(state.state === "running" || state.state === "stopping");
    if (before?.games.done !== state.games.done || before?.state !== state.state) this.games.refresh(state);
    if (before && before.state !== state.state) announce(t(`tournament.state.${state.state}`));
  }

  #standings() {
    const { standings } = this.state;
    renew(
      this.standings,
      h("h2", {}, t("tournament.standings")),
      standings?.games > 0
        ? standingsTable(standings, this.state, this.accuracy)
        : h("p", { class: "faint" }, t("tournament.nothing_yet")),
    );
  }

  #head() {
    const { name, game, title, description, state, games, verdict, standings, warnings, failure, created } = this.state;
    const { format, agents } = this.state.definition ?? {};
    const facts = [
      gameTitle({ name: game, title }),
      format && t(`tournament.format.${format}`),
      agents && t("tournament.agents", { n: agents.length }),
      grouped(this.state.limits),
      created && day(created),
    ];
    // A test says in its own words where it stands.
    const tested = standings?.games > 0 && standings.match?.sprt;
    const words = tested ? null : (verdict ?? (standings?.games > 0 ? standings.match?.verdict : null));
    renew(
      this.head,
      h("nav", { class: "families" }, link("/tournaments", {}, t("tournament.all"))),
      h("h1", {}, name),
      h("p", { class: "small faint" }, stateTag(state), " ", facts.filter(Boolean).join(" · ")),
      description && h("p", { class: "description" }, description),
      words && h("p", { class: "verdict" }, words),
      failure && h("p", { class: "complaint" }, failure),
      this.state.before !== null && h("p", { class: "faint" }, t("tournament.before", { n: this.state.before })),
      isOpen(state, games) && progress(games, this.pace.left(state, games)),
      warnings.map((warning) => h("p", { class: "small warning" }, warning)),
    );
    this.#actions();
  }

  /** What can be done: drawn anew only when that changes. */
  #actions() {
    const { state, obstacle } = this.state;
    if (this.offered === state) return;
    this.offered = state;
    const act = (what, drawing, primary) =>
      h(
        "button",
        { class: primary && "primary", "data-action": what, "data-key": "act", onclick: () => this.#act(what) },
        icon(drawing),
        t(`tournament.${what}`),
      );
    const idle = state === "stopped" || state === "failed";
    const file = (name) =>
      link(`/api/v1/tournaments/${this.id}/report/${name}`, { download: true, "data-key": name, translate: "no" }, name);
    renew(
      this.actions,
      h(
        "div",
        { class: "row" },
        (state === "running" || state === "waiting") && act("stop", "stop"),
        idle && !obstacle && act("resume", "play", true),
        link(
          `/tournaments/${this.id}/report`,
          { class: "button", "data-action": "report", "data-key": "report" },
          icon("rules"),
          t("report.open"),
        ),
        link(
          `/tournaments/${this.id}/projector`,
          { class: "button", "data-action": "projector", "data-key": "projector" },
          icon("whole"),
          t("projector.open"),
        ),
        h(
          "details",
          { class: "files" },
          h("summary", { class: "button plain", "data-key": "files" }, t("tournament.files")),
          h(
            "ul",
            {},
            FILES.map((name) => h("li", {}, file(name))),
          ),
        ),
      ),
      idle && obstacle && h("p", { class: "small faint" }, t("tournament.obstacle", { reason: obstacle })),
    );
  }

  /** Asks for it; what comes of that is told by the socket, which alone keeps the states in order. */
  async #act(what) {
    this.message.hidden = true;
    try {
      await post(`/tournaments/${this.id}/${what}`, {}, this.signal);
    } catch (error) {
      if (this.signal.aborted) return;
      this.message.textContent = error.message;
      this.message.hidden = false;
    }
  }
}

/** What is played, as a file that plays it again. */
function terms({ toml, command }) {
  if (!toml) return null;
  return h(
    "section",
    { class: "stack-small" },
    h(
      "details",
      {},
      h("summary", {}, t("tournament.terms")),
      h("p", { class: "small faint" }, t("tournament.again"), " ", h("code", {}, command)),
      h("pre", { tabindex: 0 }, toml),
    ),
  );
}
