/** The review of a whole game: what each move threw away. */

import { h, replace } from "../dom.js";
import { keepReview, keptReview } from "./kept.js";
import { icon } from "../icons.js";
import { conversation } from "../live.js";
import { percent, playerName, t } from "../words.js";

const KINDS = ["inaccuracy", "mistake", "blunder"];

export class Review {
  /** What was found, by ply: the position before a move, and the move. */
  found = [];
  /** The positions of the line that is reviewed. */
  nodes = [];
  #summary = null;

  /** @param {() => void} changed is told that more is known */
  constructor(changed, signal) {
    this.changed = changed;
    this.signal = signal;
    this.element = h("section", { class: "review", "aria-label": t("review.label"), "data-panel": "moves" });
  }

  /** Begins a review of a line, which is `{ game, setup, moves }` for the server, played between `players`. */
  start(nodes, subject, players) {
    this.#forget();
    Object.assign(this, { nodes, players, subject });
    this.talk ??= conversation({ heard: (message) => this.#hear(message) }, this.signal);
    this.talk.ask({ type: "review", ...subject });
    this.#progress(0);
  }

  /** Shows the review of a line that this browser keeps; false if it keeps none. */
  restore(nodes, subject, players) {
    const kept = keptReview(subject);
    if (!kept || kept.found.length !== nodes.length) return false;
    Object.assign(this, { nodes, players, subject });
    for (const message of kept.found) this.#note(message);
    this.#summary = kept.players;
    this.#conclude();
    return true;
  }

  #forget() {
    this.talk?.stop();
    this.found = [];
    this.#summary = null;
    replace(this.element);
  }

  /** Whether the whole game was reviewed. */
  get isDone() {
    return this.#summary !== null;
  }

  /** Whether a review is under way. */
  get isRunning() {
    return !this.isDone && this.element.hasChildNodes() && !this.element.querySelector(".complaint");
  }

  #hear(message) {
    if (message.type === "waiting") replace(this.element, h("p", { class: "small faint" }, t("lines.waiting")));
    if (message.type === "error") replace(this.element, h("p", { class: "complaint" }, message.error));
    if (message.type === "ply") {
      this.#note(message);
      this.#progress(message.ply);
      this.changed();
    }
    if (message.type === "done") {
      this.#summary = message.players;
      keepReview(this.subject, this.found, message.players);
      this.#conclude();
      this.changed();
    }
  }

  /** Notes what was found about a position and the move made in it. */
  #note(message) {
    const { ply } = message;
    this.found[ply] = message;
    this.nodes[ply].found = message;
    if (message.played) this.nodes[ply + 1].judged = message;
  }

  #progress(ply) {
    replace(
      this.element,
      h(
        "label",
        { class: "small faint progress" },
        t("review.running", { ply, plies: this.nodes.length - 1 }),
        h("progress", { value: ply, max: this.nodes.length }),
      ),
    );
  }

  /** How often each player went wrong. */
  #conclude() {
    const row = (player) => {
      const tally = this.#summary[player];
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, playerName(this.players[player])),
        KINDS.map((kind) => h("td", { class: tally[kind] > 0 ? kind : null }, tally[kind])),
        h("td", { class: "accuracy" }, Number.isFinite(tally.accuracy) ? percent(tally.accuracy) : "–"),
      );
    };
    const head = [
      ...KINDS.map((kind) => h("th", { scope: "col", "data-tip": t(`tip.${kind}`) }, t(`marks.${kind}`))),
      h("th", { scope: "col", "data-tip": t("tip.accuracy") }, t("review.accuracy")),
    ];
    replace(
      this.element,
      h(
        "table",
        { class: "tally" },
        h("thead", {}, h("tr", {}, h("td", {}), head)),
        h("tbody", {}, row("first"), row("second")),
      ),
    );
  }
}

/** What is to be said of the move that led to a node, or null. */
export function verdict({ judged }) {
  if (!judged) return null;
  const { played: move, best, mark, lost_points: points, lost_chance: share, turned } = judged;
  if (move === best) return t("review.best", { move });
  if (!mark) return t("review.fine", { move, best });
  if (turned) return t(`review.${turned.join(".")}`, { move, mark: t(`mark.${mark}`) });
  if (points > 0) return t("review.points", { move, n: points, mark: t(`mark.${mark}`) });
  return t("review.chance", { move, mark: t(`mark.${mark}`), share: percent(share) });
}

/** The button that begins a review. */
export const reviewButton = (start) =>
  h("button", { "data-action": "review", onclick: start }, icon("review"), t("review.start"));
