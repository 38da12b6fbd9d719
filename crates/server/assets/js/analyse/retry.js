/** Retrying the mistakes of a reviewed game: the position before each is shown again, and one looks for the better move. */

import { h, replace } from "../dom.js";
import { icon } from "../icons.js";
import { playerName, sentence, t } from "../words.js";
import { wordsOf } from "./review.js";

export class Retry {
  #plies = [];
  #at = 0;
  #solved = false;

  /**
   * @param {object} on
   * @param {(ply: number) => void} on.show is told the position to show
   * @param {() => void} on.ended
   */
  constructor(on) {
    this.on = on;
    this.words = h("p", { role: "status" });
    this.buttons = h("div", { class: "row" });
    this.element = h("section", { class: "retry stack-small", hidden: true }, this.words, this.buttons);
  }

  /** The plies before which a move was marked; of one side where only that one played here. */
  static mistakes(found, side) {
    return found.flatMap((each, ply) => (each?.mark && each.best && (!side || each.mover === side) ? [ply] : []));
  }

  get isOn() {
    return !this.element.hidden;
  }

  /** Begins with the first mistake of a review. */
  start(found, side, players) {
    Object.assign(this, { found, players });
    this.#plies = Retry.mistakes(found, side);
    this.#at = 0;
    this.element.hidden = false;
    this.#ask();
  }

  stop() {
    this.element.hidden = true;
    this.on.ended();
  }

  get #present() {
    return this.found[this.#plies[this.#at]];
  }

  #ask() {
    this.#solved = false;
    const player = playerName(this.players[this.#present.mover]);
    this.#say(t("retry.ask", { player, move: wordsOf(this.#present, "played") }));
    this.on.show(this.#plies[this.#at]);
  }

  #say(text) {
    const best = wordsOf(this.#present, "best");
    const button = (name, onclick, primary) =>
      h("button", { class: primary && "primary", "data-action": `retry-${name}`, onclick }, t(`retry.${name}`));
    const isLast = this.#at === this.#plies.length - 1;
    this.words.textContent = `${t("retry.count", { n: this.#at + 1, all: this.#plies.length })} ${text}`;
    replace(
      this.buttons,
      !this.#solved && button("solution", () => this.#tell(t("retry.told", { best }))),
      this.#solved && !isLast && button("next", () => this.#next(), true),
      button("end", () => this.stop(), this.#solved && isLast),
    );
  }

  #tell(text) {
    this.#solved = true;
    this.#say(text);
  }

  #next() {
    this.#at += 1;
    this.#ask();
  }

  /** Judges a move that was tried. */
  judge(move) {
    const { best, played } = this.#present;
    if (move === best) this.#tell(t("retry.right", { best: wordsOf(this.#present, "best") }));
    else if (this.#solved) return;
    else if (move === played) this.#say(sentence(t("retry.same", { move: wordsOf(this.#present, "played") })));
    else this.#say(t("retry.wrong", { move }));
  }
}

/** The button that begins. */
export const retryButton = (start) =>
  h("button", { "data-action": "retry", onclick: start }, icon("again"), t("retry.start"));
