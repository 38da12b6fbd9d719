/** Where a sequential test stands, as a gauge and in plain words. */

import { h } from "../dom.js";
import { term } from "../tip.js";
import { number, t } from "../words.js";

/** @param {object} match what the server says of a match with a test */
export function gauge({ a, b, sprt }) {
  const { llr, lower, upper, decision, pairs, terms, unit, expected_games_left: left } = sprt;
  const values = { a, b, elo0: number(Math.abs(terms.elo0), 1), elo1: number(Math.abs(terms.elo1), 1), unit: unitOf(unit) };
  const at = Math.max(0, Math.min(1, (llr - lower) / (upper - lower)));
  const [high, low] = [t(`sprt.high_${kind(terms.elo0)}`, values), t(`sprt.low_${kind(terms.elo1)}`, values)];
  const words = {
    accept_h1: () => [t("sprt.decided", { claim: high })],
    accept_h0: () => [t("sprt.decided", { claim: low })],
    continue: () => [
      t("sprt.continue", { high, low }),
      t("sprt.leans", { claim: llr >= 0 ? high : low }),
      left !== null && t("sprt.left", { n: rounded(left) }),
    ],
  }[decision]().filter(Boolean);
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
    h("div", { class: "ends small faint" }, h("span", {}, low), h("span", {}, high)),
    h(
      "p",
      { class: "small faint" },
      term("llr", "LLR"),
      ` ${number(llr, 2)} (${number(lower, 2)} … ${number(upper, 2)}) · `,
      t("sprt.pairs", { n: pairs }),
      unit === "nElo" && [" · ", term("nelo", t("sprt.unit_nelo"))],
    ),
  ];
}

/** Which words fit a hypothesis: a lead, none at all, or a deficit. */
const kind = (elo) => (elo > 0 ? "lead" : elo < 0 ? "deficit" : "level");

/** The unit of a test as people read it. */
const unitOf = (unit) => (unit === "nElo" ? t("sprt.unit_nelo") : unit);

/** A number of games to two digits, since it is never known better; games come in pairs. */
function rounded(games) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, games))) - 1);
  const found = Math.round(games / unit) * unit;
  return Math.max(2, found + (found % 2));
}
