/** The list of moves, through which one steps with buttons and arrow keys. */

import { h, replace, still } from "./dom.js";
import { Steps } from "./steps.js";
import { t } from "./words.js";

/** How a bad move is marked, as in chess books. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  #ply = 0;

  /**
   * @param {(ply: number) => void} go is told the ply to show
   * @param {AbortSignal} signal
   */
  constructor(go, signal) {
    this.list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("moves.label") });
    this.steps = new Steps(go, signal);
    this.element = h("section", { class: "movelist", "aria-label": t("moves.label") }, this.list, this.steps.element);
  }

  /**
   * @param {{ text: string, player: string, words?: string, icon?: string, mark?: string }[]} plies with `words`, these
   *   are shown instead of the notation, which is then in a tooltip; `icon` is a picture of the piece
   * @param {number} ply the number of moves made in the position that is shown
   */
  set(plies, ply) {
    this.#ply = ply;
    replace(
      this.list,
      plies.length === 0
        ? h("li", { class: "none" }, t("moves.none"))
        : rows(plies).map((row, index) => this.#row(row, index)),
    );
    scrollToCurrent(this.list);
    this.steps.set(ply, plies.length);
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

  #move({ ply, ...move }) {
    return moveButton({ ...move, isCurrent: ply === this.#ply, go: () => this.steps.go(ply) });
  }
}

/** A move to press, with its piece and its mark. */
export function moveButton({ text, words = text, icon, mark, isCurrent, go }) {
  return h(
    "button",
    {
      class: mark ? `move ${mark}` : "move",
      tabindex: -1,
      "data-move": text,
      "data-tip": words !== text && t("moves.notation", { move: text }),
      "aria-current": isCurrent && "true",
      "aria-label": mark ? `${words}, ${t(`mark.${mark}`)}` : null,
      onclick: go,
    },
    icon && picture(icon),
    h("span", { class: "words" }, words),
    mark && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[mark]),
  );
}

/** Pictures of pieces that were read before. */
const pictures = new Map();

function picture(drawing) {
  if (!pictures.has(drawing)) pictures.set(drawing, still(drawing));
  return pictures.get(drawing).cloneNode(true);
}

/** Scrolls a list to its current move: only the list and not the page, and only when it has been laid out. */
export function scrollToCurrent(list) {
  requestAnimationFrame(() => {
    const here = list.querySelector('[aria-current="true"]');
    list.scrollTop = here ? here.offsetTop - list.clientHeight / 2 : 0;
  });
}

/** One row per turn of both sides; a side that moves twice begins a new row. */
export function rows(plies) {
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
