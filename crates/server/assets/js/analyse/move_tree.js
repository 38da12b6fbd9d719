/** The moves of an analysis with their variations, through which one steps with buttons and keys. */

import { h, replace } from "../dom.js";
import { moveButton, rows, scrollToCurrent } from "../moves.js";
import { Steps } from "../steps.js";
import { t } from "../words.js";

export class MoveTree {
  #here = null;

  /**
   * @param {(node: import("./tree.js").Node) => void} go is told the node to show
   * @param {AbortSignal} signal
   */
  constructor(go, signal) {
    this.go = (node) => node !== this.#here && go(node);
    this.list = h("ol", { class: "moves", tabindex: 0, "aria-label": t("moves.label") });
    this.fork = h("div", { class: "fork row", role: "group", "aria-label": t("tree.fork"), hidden: true });
    this.steps = new Steps((ply) => this.go(this.#line[ply]), signal);
    this.element = h(
      "section",
      { class: "movelist tree", "aria-label": t("moves.label") },
      this.list,
      this.fork,
      this.steps.element,
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  get #line() {
    return [...this.#here.path, ...this.#here.ahead];
  }

  /** Shows the tree around the node that is looked at. */
  set(root, here) {
    this.#here = here;
    const main = root.ahead;
    const plies = main.map((node) => ({ player: node.player, node }));
    replace(
      this.list,
      main.length === 0
        ? h("li", { class: "none" }, t("moves.none"))
        : rows(plies).flatMap((row, index) => this.#row(row, index)),
    );
    scrollToCurrent(this.list);
    this.#showFork();
    this.steps.set(here.ply, this.#line.length - 1);
  }

  /** A row of the main line, and the variations that replace one of its moves. */
  #row(row, index) {
    const cell = (ply) => (ply ? this.#move(ply.node, ply.node) : h("span", { class: "pass" }, "…"));
    const others = [row.first, row.second].filter(Boolean).flatMap(({ node }) => node.parent.children.slice(1));
    return [
      h(
        "li",
        {},
        h("span", { class: "number" }, index + 1),
        cell(row.first),
        (row.second || row.closed) && cell(row.second),
      ),
      others.length > 0 && h("li", { class: "branches" }, this.#variations(others)),
    ].filter(Boolean);
  }

  #variations(nodes) {
    const items = nodes.map((node) => h("li", {}, this.#variation(node)));
    return h("ul", { class: "variations", "aria-label": t("tree.variations") }, items);
  }

  /** A variation from its first move to its end, each fork with its own variations behind it. */
  #variation(start) {
    const parts = [];
    let isNumbered = true;
    for (const node of [start, ...start.ahead]) {
      const others = node === start ? [] : node.parent.children.slice(1);
      const number = turn(node);
      if (node.player !== "second") parts.push(h("span", { class: "number" }, `${number}.`));
      else if (isNumbered) parts.push(h("span", { class: "number" }, `${number}…`));
      parts.push(this.#move(node));
      if (others.length > 0) parts.push(this.#variations(others));
      isNumbered = others.length > 0;
    }
    return parts;
  }

  /** The button of a move: in words where there is room for them, in notation in a variation. */
  #move(node, { words, icon } = {}) {
    const { move: text, judged } = node;
    const isCurrent = node === this.#here;
    return moveButton({ text, words, icon, mark: judged?.mark, isCurrent, go: () => this.go(node) });
  }

  /** Where the position has several continuations, each is a button that keys and fingers reach. */
  #showFork() {
    const { children } = this.#here;
    this.fork.hidden = children.length < 2;
    const button = (node, index) =>
      h("button", { class: index === 0 ? "move main" : "move", onclick: () => this.go(node) }, node.words ?? node.move);
    replace(this.fork, h("span", { class: "small faint" }, t("tree.fork")), children.map(button));
  }

  /** Shift with up and down goes to the other moves of the same position. */
  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const writes = event.target.closest?.("input, select, textarea, [role=slider], dialog");
    if (!step || !event.shiftKey || writes || event.defaultPrevented || !this.#here?.parent) return;
    const { children } = this.#here.parent;
    const other = children[children.indexOf(this.#here) + step];
    if (!other) return;
    event.preventDefault();
    this.go(other);
  }
}

/** The number of a move as it is written: one per turn of both sides, as in the rows of the list. */
function turn(node) {
  let number = 0;
  for (const each of node.path.slice(1)) {
    if (each.player !== "second" || each.parent.player !== "first") number += 1;
  }
  return number;
}
