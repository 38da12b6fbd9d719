/** The best lines of a position, streaming in while an agent thinks. */

import { h, replace } from "../dom.js";
import { agentGroups, menu } from "../form.js";
import { icon } from "../icons.js";
import { conversation } from "../live.js";
import { remember, remembered } from "../memory.js";
import { term } from "../tip.js";
import { count, duration, number, playerName, scoreText, t } from "../words.js";

const MOST_LINES = 5;
/** Stepping through a game quickly does not ask about every position on the way. */
const PAUSE = 120;

export class Lines {
  #subject = null;
  #report = null;
  #timer = 0;

  /**
   * @param {object[]} agents
   * @param {string} agent the one that thinks
   * @param {object} on
   * @param {(report: object | null) => void} on.reported is told what was found
   * @param {(moves: string[]) => void} on.played is told the moves of a line up to the one that was clicked
   * @param {AbortSignal} signal
   */
  constructor(agents, agent, on, signal) {
    this.on = on;
    this.agent = agent;
    this.count = remembered("lines") ?? 3;
    this.running = remembered("analysing") ?? true;
    this.toggle = h("button", {
      class: "plain toggle",
      "data-action": "analyse",
      onclick: () => this.#switch(!this.running),
    });
    this.status = h("p", { class: "small faint status" });
    // Numbers change many times a second; the words around them, which explain themselves, stay.
    this.figures = { mover: h("span", {}), depth: h("span", {}), nodes: h("span", {}), rest: h("span", {}) };
    const { mover, depth, nodes, rest } = this.figures;
    this.facts = [mover, " · ", term("depth"), " ", depth, " · ", nodes, " ", term("nodes", t("lines.states")), rest];
    this.list = h("ol", { class: "lines" });
    const counts = Array.from({ length: MOST_LINES }, (_, index) => ({
      value: String(index + 1),
      label: String(index + 1),
    }));
    this.element = h(
      "section",
      { class: "analysis", "aria-label": t("lines.label"), "data-panel": "lines" },
      h(
        "div",
        { class: "row" },
        this.toggle,
        menu(t("lines.agent"), agentGroups(agents), agent, (name) => {
          this.agent = name;
          this.#ask();
        }),
        menu(t("lines.lines"), [{ options: counts }], String(this.count), (value) => {
          this.count = Number(value);
          remember("lines", this.count);
          this.#ask();
        }),
      ),
      this.status,
      this.list,
    );
    this.talk = conversation(
      {
        changed: (connected) => !connected && this.running && this.#say(t("lines.lost")),
        heard: (message) => this.#hear(message),
      },
      signal,
    );
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    this.#button();
  }

  /** Thinks about a position: `{ game, setup, moves }`; `over` says why there is nothing to think about. */
  set(subject, position) {
    this.#subject = { ...subject, position };
    this.#ask();
  }

  /** Thinks about nothing for a while. */
  rest() {
    this.#subject = null;
    this.#ask();
    this.#say(t("lines.off"));
  }

  #switch(running) {
    this.running = running;
    remember("analysing", running);
    this.#button();
    this.#ask();
  }

  #button() {
    this.toggle.setAttribute("aria-pressed", String(this.running));
    replace(this.toggle, icon(this.running ? "stop" : "play"), t(this.running ? "lines.stop" : "lines.start"));
  }

  #ask() {
    clearTimeout(this.#timer);
    this.talk.stop();
    this.#report = null;
    this.on.reported(null);
    replace(this.list);
    if (!this.#subject) return;
    const { position, ...subject } = this.#subject;
    if (position.outcome) return this.#say(t("lines.over", { reason: position.outcome.reason }));
    if (!this.running) return this.#say(t("lines.off"));
    this.#say(t("lines.begin", { agent: this.agent }));
    this.#timer = setTimeout(
      () => this.talk.ask({ type: "position", ...subject, agent: this.agent, lines: this.count }),
      PAUSE,
    );
  }

  #say(...words) {
    replace(this.status, ...words);
  }

  #hear(message) {
    if (message.type === "waiting") return this.#say(t("lines.waiting"));
    if (message.type === "error") return this.#say(message.error);
    if (message.type !== "report" && message.type !== "done") return;
    this.#report = message;
    this.#tell(message);
    this.#show(message.lines.filter(({ pv }) => pv.length > 0), message.founded !== false);
    this.on.reported(message);
  }

  #tell({ type, mover, depth, nodes, nodes_per_s: speed, time_ms: time, table, yielded }) {
    const { figures } = this;
    const known = table && t(`lines.table_${table.result}`, { n: table.distance, goal: t(`lines.table_to_${table.goal}`) });
    figures.mover.textContent = t("lines.for", { player: playerName(this.#subject.position.players[mover]) });
    figures.depth.textContent = number(depth);
    figures.nodes.textContent = count(nodes);
    figures.rest.textContent = [` · ${count(speed)}/s`, duration(time), type === "done" && t(yielded ? "lines.yielded" : "lines.done"), known]
      .filter(Boolean)
      .join(" · ");
    if (!this.status.contains(figures.depth)) replace(this.status, this.facts);
  }

  /** Shows the lines; the keyboard focus stays on its move. */
  #show(lines, isFounded) {
    const held = [...this.list.children].findIndex((line) => line.contains(document.activeElement));
    const move =
      held < 0 ? -1 : [...this.list.children[held].querySelectorAll("button")].indexOf(document.activeElement);
    replace(
      this.list,
      lines.map((line) => this.#line(line, isFounded)),
    );
    this.list.children[held]?.querySelectorAll("button")[move]?.focus();
  }

  /** A line with its value; an agent that does not evaluate has none. */
  #line(line, isFounded) {
    const moves = line.pv.map((move, index) =>
      h("button", { class: "move", onclick: () => this.on.played(line.pv.slice(0, index + 1)) }, move),
    );
    return h(
      "li",
      { class: line.exact ? "exact" : null },
      isFounded
        ? h("strong", { class: "worth" }, scoreText(line))
        : h("strong", { class: "worth", "data-tip": t("lines.no_value") }, "–"),
      h("span", { class: "pv" }, moves),
    );
  }
}
