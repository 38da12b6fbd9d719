/** Where a sequential test stands, as a gauge and in plain words. */

import { h } from "../dom.js";
import { term } from "../tip.js";
import { number, t } from "../words.js";

/** @param {object} match what the server says of a match with a test */
export function gauge({ a, b, sprt }) {
  const { llr, lower, upper, decision, pairs, terms, unit, expected_games_left: left } = sprt;
  const values = { a, b, elo0: number(terms.elo0, 1), elo1: number(terms.elo1, 1), unit };
  const at = Math.max(0, Math.min(1, (llr - lower) / (upper - lower)));
  // "Stronger by more than 0" is said as "stronger".
  const stronger = terms.elo0 === 0 ? "_at_all" : "";
  const words = [t(decision === "accept_h1" ? `sprt.accept_h1${stronger}` : `sprt.${decision}`, values)];
  if (decision === "continue") {
    words.push(t(llr >= 0 ? "sprt.leans_up" : "sprt.leans_down", values));
    if (left !== null) words.push(t("sprt.left", { n: rounded(left) }));
  }
  const bar = h("div", {
    class: `gauge ${decision}`,
    role: "meter",
    "aria-valuemin": lower.toFixed(2),
    "aria-valuemax": upper.toFixed(2),
    "aria-valuenow": Math.max(lower, Math.min(upper, llr)).toFixed(2),
    "aria-label": t("sprt.label"),
    "aria-valuetext": words.join(" "),
  });
  bar.style.setProperty("--at", at);
  bar.style.setProperty("--zero", -lower / (upper - lower));
  return [
    h("h2", {}, term("sprt", t("sprt.title"))),
    h("p", { class: "plain-words" }, words.join(" ")),
    bar,
    h(
      "div",
      { class: "ends small faint" },
      h("span", {}, t("sprt.low", values)),
      h("span", {}, t(`sprt.high${stronger}`, values)),
    ),
    h(
      "p",
      { class: "small faint" },
      term("llr", "LLR"),
      ` ${number(llr, 2)} (${number(lower, 2)} … ${number(upper, 2)}) · `,
      t("sprt.pairs", { n: pairs }),
    ),
  ];
}

/** A number of games to two digits, since it is never known better; games come in pairs. */
function rounded(games) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, games))) - 1);
  const found = Math.round(games / unit) * unit;
  return Math.max(2, found + (found % 2));
}
