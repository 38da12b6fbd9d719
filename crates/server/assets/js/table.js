/** The table at which games are played and analysed: bar, board, what stands beside it and what lies below. */

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {{ bar: Node, board: Node, side: Node[], below: Node, title: string }} parts
 */
export function table({ bar, board, side, below, title }) {
  return h(
    "div",
    { class: "table" },
    h("h1", { class: "unseen" }, title),
    h("div", { class: "place" }, bar, board),
    h("div", { class: "side" }, side),
    h("div", { class: "below" }, below),
  );
}

/**
 * Lets a narrow screen show one panel at a time: elements with `data-panel` are shown if it is the chosen one. Wide
 * screens show all of them and no tabs.
 * @param {HTMLElement} element a table
 * @param {string[]} names of its panels
 * @param {string} first the one that is shown at first
 */
export function tabs(element, names, first) {
  const choose = (name) => {
    element.dataset.tab = name;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.tabName === name));
  };
  const buttons = names.map((name) =>
    h("button", { class: "plain", "data-tab-name": name, onclick: () => choose(name) }, t(`tab.${name}`)),
  );
  element.append(h("div", { class: "tabs", role: "group", "aria-label": t("tab.label") }, buttons));
  choose(first);
}
