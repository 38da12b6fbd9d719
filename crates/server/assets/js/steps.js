/** Stepping through the moves of a game: four buttons, and the arrow keys wherever nothing is written. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

export class Steps {
  #length = 0;
  #ply = 0;

  /**
   * @param {(ply: number) => void} go is told the ply to show
   * @param {AbortSignal} signal
   */
  constructor(go, signal) {
    this.go = (ply) => {
      const wanted = Math.max(0, Math.min(ply, this.#length));
      if (wanted !== this.#ply) go(wanted);
    };
    const step = (name, ply) =>
      h(
        "button",
        {
          class: "plain",
          "aria-label": t(`moves.${name}`),
          "data-tip": t(`moves.${name}`),
          onclick: () => this.go(ply()),
        },
        icon(name),
      );
    this.buttons = [
      step("start", () => 0),
      step("back", () => this.#ply - 1),
      step("forth", () => this.#ply + 1),
      step("end", () => this.#length),
    ];
    this.element = h("div", { class: "steps" }, this.buttons);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** Says where one is: after `ply` of `length` moves. */
  set(ply, length) {
    this.#ply = ply;
    this.#length = length;
    const [start, back, forth, end] = this.buttons;
    for (const button of [start, back]) button.disabled = ply === 0;
    for (const button of [forth, end]) button.disabled = ply === length;
  }

  #key(event) {
    const where = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#length }[event.key];
    const writes = event.target.closest?.("input, select, textarea, [role=slider]");
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (where === undefined || writes || modified || event.defaultPrevented) return;
    event.preventDefault();
    this.go(where);
  }
}
