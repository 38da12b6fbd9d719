/** The review of a whole game: what each move threw away. */

import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { conversation } from "../live.js";
import { percent, playerName, t } from "../words.js";

const KINDS = ["inaccuracy", "mistake", "blunder"];

export class Review {
  /** What was found, by ply: the position before a move, and the move. */
  found = [];
  #length = 0;
  #summary = null;

  /** @param {() => void} changed is told that more is known */
  constructor(changed, signal) {
    this.changed = changed;
    this.signal = signal;
    this.element = h("section", { class: "review", "aria-label": t("review.label"), "data-panel": "moves" });
  }

  /** Begins a review of `{ game, setup, moves }`, played between `players`. */
  start(subject, players) {
    this.forget();
    this.players = players;
    this.#length = subject.moves.length;
    this.talk ??= conversation({ heard: (message) => this.#hear(message) }, this.signal);
    this.talk.ask({ type: "review", ...subject });
    this.#progress(0);
  }

  /** Gives up what is known, because the game is another now. */
  forget() {
    this.talk?.stop();
    this.found = [];
    this.#summary = null;
    replace(this.element);
  }

  /** Whether no review was made or begun. */
  get isEmpty() {
    return !this.element.hasChildNodes();
  }

  #hear(message) {
    if (message.type === "waiting") replace(this.element, h("p", { class: "small faint" }, t("lines.waiting")));
    if (message.type === "error") replace(this.element, h("p", { class: "complaint" }, message.error));
    if (message.type === "ply") {
      this.found[message.ply] = message;
      this.#progress(message.ply);
      this.changed();
    }
    if (message.type === "done") {
      this.#summary = message.players;
      this.#conclude();
      this.changed();
    }
  }

  #progress(ply) {
    replace(
      this.element,
      h(
        "label",
        { class: "small faint progress" },
        t("review.running", { ply, plies: this.#length }),
        h("progress", { value: ply, max: this.#length + 1 }),
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
        h("td", {}, percent(tally.lost_chance)),
      );
    };
    const head = [
      ...KINDS.map((kind) => h("th", { scope: "col", "data-tip": t(`tip.${kind}`) }, t(`marks.${kind}`))),
      h("th", { scope: "col", "data-tip": t("tip.lost") }, t("review.lost")),
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

  /** What is to be said of the move that led to a ply, or null. */
  verdict(ply) {
    const found = this.found[ply - 1];
    if (!found?.played) return null;
    const { played: move, best, mark, lost_points: points, lost_chance: share, turned } = found;
    if (move === best) return t("review.best", { move });
    if (!mark) return t("review.fine", { move, best });
    if (turned) return t(`review.${turned.join(".")}`, { move, mark: t(`mark.${mark}`), best });
    if (points > 0) return t("review.points", { move, n: points, mark: t(`mark.${mark}`), best });
    return t("review.chance", { move, mark: t(`mark.${mark}`), share: percent(share), best });
  }
}

/** The button that begins a review. */
export const reviewButton = (start) =>
  h("button", { "data-action": "review", onclick: start }, icon("review"), t("review.start"));
