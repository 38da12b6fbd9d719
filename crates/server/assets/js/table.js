/** The table at which games are played and analysed: bar, board, what stands beside it and what lies below. */

import { h } from "./dom.js";

/**
 * @param {{ bar: Node, board: Node, side: Node[], below: Node, title: string }} parts
 */
export function table({ bar, board, side, below, title }) {
  return h("div", { class: "table" },
    h("h1", { class: "unseen" }, title),
    h("div", { class: "place" }, bar, board),
    h("div", { class: "side" }, side),
    h("div", { class: "below" }, below));
}
