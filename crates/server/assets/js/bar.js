/** The evaluation bar: how much of the result each player can expect. */

import { h, s } from "./dom.js";
import { percent, playerName, t } from "./words.js";

export class Bar {
  constructor() {
    this.far = s("rect", { class: "far" });
    this.near = s("rect", { class: "near" });
    this.element = h(
      "div",
      { class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true },
      s("svg", { "aria-hidden": "true" }, this.far, this.near, s("rect", { class: "half" })),
    );
  }

  /**
   * @param {number | null} chance what First can expect; null if nothing is known
   * @param {{ players: object, paints: object }} position
   * @param {"first" | "second"} near who sits at the lower edge
   */
  set(chance, { players, paints }, near) {
    this.element.classList.toggle("unknown", chance === null);
    const share = near === "first" ? (chance ?? 0.5) : 1 - (chance ?? 0.5);
    const far = near === "first" ? "second" : "first";
    this.near.setAttribute("class", `near f-${paints[near]}`);
    this.far.setAttribute("class", `far f-${paints[far]}`);
    this.element.style.setProperty("--share", share);
    this.element.setAttribute("aria-valuenow", Math.round(100 * share));
    const words =
      chance === null
        ? t("bar.unknown")
        : t("bar.label", {
            player: playerName(players.first),
            share: percent(chance),
            other: playerName(players.second),
            rest: percent(1 - chance),
          });
    this.element.setAttribute("aria-label", words);
    this.element.dataset.tip = words;
  }
}
