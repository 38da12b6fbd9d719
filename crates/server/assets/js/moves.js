/** The list of moves, through which one steps with buttons and arrow keys. */

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** How a bad move is marked, as in chess books. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
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
    this.list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("moves.label") });
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
    this.steps = [
      step("start", () => 0),
      step("back", () => this.#ply - 1),
      step("forth", () => this.#ply + 1),
      step("end", () => this.#length),
    ];
    this.element = h(
      "section",
      { class: "movelist", "aria-label": t("moves.label") },
      this.list,
      h("div", { class: "steps" }, this.steps),
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /**
   * @param {{ text: string, player: string, mark?: string }[]} plies
   * @param {number} ply the number of moves made in the position that is shown
   */
  set(plies, ply) {
    this.#length = plies.length;
    this.#ply = ply;
    replace(
      this.list,
      plies.length === 0
        ? h("li", { class: "none" }, t("moves.none"))
        : rows(plies).map((row, index) => this.#row(row, index)),
    );
    // Only the list scrolls to the move, not the page, and only when it has been laid out.
    requestAnimationFrame(() => {
      const here = this.list.querySelector('[aria-current="true"]');
      this.list.scrollTop = here ? here.offsetTop - this.list.clientHeight / 2 : 0;
    });
    const [start, back, forth, end] = this.steps;
    for (const button of [start, back]) button.disabled = ply === 0;
    for (const button of [forth, end]) button.disabled = ply === plies.length;
  }

  #row(row, index) {
    const cell = (ply) => (ply ? this.#move(ply) : h("span", { class: "pass" }, "…"));
    return h(
      "li",
      {},
      h("span", { class: "number" }, index + 1),
      cell(row.first),
      (row.second || row.closed) && cell(row.second),
    );
  }

  #move({ text, mark, ply }) {
    return h(
      "button",
      {
        class: mark ? `move ${mark}` : "move",
        tabindex: -1,
        "aria-current": ply === this.#ply && "true",
        "aria-label": mark ? `${text}, ${t(`mark.${mark}`)}` : null,
        onclick: () => this.go(ply),
      },
      text,
      mark && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[mark]),
    );
  }

  #key(event) {
    const where = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#length }[event.key];
    const writes = event.target.closest?.("input, select, textarea, [role=slider]");
    if (where === undefined || writes || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented)
      return;
    event.preventDefault();
    this.go(where);
  }
}

/** One row per turn of both sides; a side that moves twice begins a new row. */
function rows(plies) {
  const all = [];
  plies.forEach((ply, index) => {
    const last = all.at(-1);
    const numbered = { ...ply, ply: index + 1 };
    if (ply.player === "second" && last && !last.second) last.second = numbered;
    else all.push({ [ply.player]: numbered });
    if (all.length > 1) all.at(-2).closed = true;
  });
  return all;
}
