/** The games that are being played, as small boards. */

import { disc, h, replace, still } from "../dom.js";
import { counted, t } from "../words.js";

export class Boards {
  #cards = new Map();

  /** @param {number} most boards that are shown */
  constructor(most = Infinity) {
    this.most = most;
    this.list = h("ul", { class: "boards" });
    this.empty = h("p", { class: "faint" }, t("boards.waiting"));
    this.element = h(
      "section",
      { class: "stack-small", hidden: true },
      h("h2", {}, t("boards.title")),
      this.empty,
      this.list,
    );
  }

  /** Shows the boards while the tournament is played. */
  show(shown) {
    this.element.hidden = !shown;
    if (!shown) this.#keep([]);
  }

  /** Takes in the boards that have changed; those that are not present are gone. */
  hear({ boards, present }) {
    for (const board of boards) this.#draw(board);
    this.#keep(present);
  }

  #draw(board) {
    if (!this.#cards.has(board.number)) this.#cards.set(board.number, h("li", {}));
    const { players, paints, to_move: turn, result } = board;
    const seat = (side) =>
      h(
        "span",
        { class: turn === side && !result ? "seat-name active" : "seat-name" },
        paints && disc(paints[side]),
        h("span", {}, players[side]),
      );
    replace(
      this.#cards.get(board.number),
      h(
        "figure",
        {},
        board.svg && still(board.svg),
        h(
          "figcaption",
          {},
          h("span", { class: "small faint" }, t("boards.game", { number: board.number + 1, ply: board.ply })),
          seat("first"),
          seat("second"),
          h("span", { class: "small faint note" }, result ? result.reason : lastWords(board.last)),
        ),
      ),
    );
  }

  #keep(present) {
    for (const number of this.#cards.keys()) if (!present.includes(number)) this.#cards.delete(number);
    const cards = [...this.#cards].sort(([a], [b]) => a - b).map(([, card]) => card).slice(0, this.most);
    replace(this.list, cards);
    this.empty.hidden = cards.length > 0;
  }
}

/** The last move and what it cost. */
function lastWords(last) {
  if (!last) return "";
  const facts = [
    last.move,
    last.depth !== null && t("boards.depth", { n: last.depth }),
    last.nodes !== null && counted("history.states", last.nodes),
  ];
  return facts.filter(Boolean).join(" · ");
}
