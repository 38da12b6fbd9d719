/** Why a move was bad: the better one, and what the opponent could do, both shown on the board at a press. */

import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";
import { wordsOf } from "./review.js";

/** Longer lines are no explanation. */
const LONGEST = 6;
/** The time between two moves that are shown. */
const PACE = 800;

export class Because {
  /** @param {(node: object) => Promise<void>} look shows a position */
  constructor(look, signal) {
    this.look = look;
    this.signal = signal;
    this.element = h("div", { class: "because", hidden: true });
  }

  /** Explains the move that led to a node, if a review marked it. */
  set(node) {
    const { judged } = node ?? {};
    this.element.hidden = !judged?.mark || !judged.best;
    if (this.element.hidden) return replace(this.element);
    const { best, pv, refutation } = judged;
    const words = { best: wordsOf(judged, "best"), move: wordsOf(judged, "played"), reply: wordsOf(judged, "reply") };
    const isAnswered = refutation?.length > 0;
    const button = (name, start, moves) =>
      h("button", { "data-action": name, onclick: () => this.#show(start, moves) }, icon("play"), t(`because.${name}`));
    replace(
      this.element,
      h("p", { class: "small" }, t(isAnswered ? "because.reply" : "because.best", words)),
      h(
        "div",
        { class: "row" },
        isAnswered && button("refutation", node, refutation),
        button("better", node.parent, pv?.length > 0 ? pv : [best]),
      ),
    );
  }

  /** Plays a line on the board, move by move, as a variation; anything else that is looked at ends it. */
  async #show(start, moves) {
    const turn = Symbol("one line at a time");
    this.turn = turn;
    let node = start;
    await this.look(node);
    for (const move of moves.slice(0, LONGEST)) {
      await new Promise((done) => setTimeout(done, PACE));
      if (this.signal.aborted || this.turn !== turn || this.shown !== node) return;
      node = node.play(move);
      await this.look(node);
    }
  }
}
