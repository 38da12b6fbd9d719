/** The review of a whole game: what each move threw away. */

import { post } from "../api.js";
import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { conversation } from "../live.js";
import { copyLink } from "../share.js";
import { percent, playerName, sentence, t } from "../words.js";

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

  /** Shows or begins the review of a line, which is `{ game, setup, moves }` for the server, played between `players`. */
  async start(nodes, subject, players) {
    this.#forget();
    this.nodes = nodes;
    this.#progress(0);
    if (await this.restore(nodes, subject, players)) return;
    this.talk ??= conversation({ heard: (message) => this.#hear(message) }, this.signal);
    this.talk.ask({ type: "review", ...subject });
  }

  /** Shows the review of a line that the server has, even if someone else asked for it first; false if it has none. */
  async restore(nodes, subject, players) {
    Object.assign(this, { nodes, players });
    // Where the server cannot be asked, the question waits until it can.
    const { review } = await post("/review", subject, this.signal).catch(() => ({ review: null }));
    if (review?.plies.length !== nodes.length) return false;
    for (const message of review.plies) this.#note(message);
    this.#conclude(review.players);
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
    if (message.type === "done") this.#conclude(message.players);
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
  #conclude(players) {
    this.#summary = players;
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
      h("th", { scope: "col", "data-tip": t("tip.review_accuracy") }, t("review.accuracy")),
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
    this.changed();
  }
}

/** What is to be said of the move that led to a node, or null. */
export function verdict({ judged }) {
  if (!judged) return null;
  const { played, best: better, mark, lost_points: points, lost_chance: share, turned } = judged;
  const [move, best] = [wordsOf(judged, "played"), wordsOf(judged, "best")];
  const say = (key, values = {}) => sentence(t(key, { move, best, mark: mark && t(`mark.${mark}`), ...values }));
  if (played === better) return say("review.best");
  if (!mark) return say("review.fine");
  if (turned) return say(`review.${turned.join(".")}`);
  if (points > 0) return say("review.points", { n: points });
  return say("review.chance", { share: percent(share) });
}

/** A move of a review in words: the one that was `played`, the `best`, or the `reply` to a mistake. */
export const wordsOf = (judged, which) => judged.moves?.[which].label ?? judged[which];

/** The button that begins a review. */
export const reviewButton = (start) =>
  h("button", { "data-action": "review", onclick: start }, icon("review"), t("review.start"));

/** The button that copies the link of a review, and says so. */
export const shareButton = (say) =>
  h(
    "button",
    {
      "data-action": "share-review",
      onclick: async () => say(await copyLink(location.href, "review.shared", "review.share_by_hand")),
    },
    icon("share"),
    t("review.share"),
  );
