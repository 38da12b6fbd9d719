/** Each against each: points of the row against the column. A cell shows the games of its two agents. */

import { h } from "../dom.js";
import { number, percent, t } from "../words.js";

/**
 * @param {object} standings
 * @param {(agent: string, opponent: string) => void} choose
 */
export function crossTable({ agents, superiority }, choose) {
  const head = agents.map(({ rank, name }) =>
    h("th", { scope: "col", class: "figure", "aria-label": `${rank}, ${name}`, "data-tip": name }, rank),
  );
  const row = (agent, index) =>
    h(
      "tr",
      {},
      h("td", { class: "figure faint" }, agent.rank),
      h("th", { scope: "row" }, agent.name),
      agents.map((other, column) =>
        h("td", { class: "figure" }, cell(agent, other, superiority[index][column], choose)),
      ),
    );
  return [
    h("h2", {}, t("cross.title")),
    h("p", { class: "small faint" }, t("cross.text")),
    h(
      "div",
      { class: "scroll", tabindex: 0, "data-key": "scroll", role: "region", "aria-label": t("cross.title") },
      h(
        "table",
        { class: "cross" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "figure" }, "#"), h("th", { scope: "col" }, t("standings.agent")), head)),
        h("tbody", {}, agents.map(row)),
      ),
    ),
  ];
}

function cell(agent, other, likely, choose) {
  if (agent === other) return h("span", { class: "faint" }, "·");
  const [wins, draws, losses] = agent.against[other.name] ?? [0, 0, 0];
  const games = wins + draws + losses;
  if (games === 0) return h("span", { class: "faint" }, "–");
  const points = wins + draws / 2;
  const share = points / games;
  const words = t("cross.cell", { agent: agent.name, other: other.name, wins, draws, losses });
  const tip = likely === null ? words : `${words} ${t("cross.los", { agent: agent.name, share: percent(likely) })}`;
  const kind = share >= 0.6 ? "better" : share <= 0.4 ? "worse" : "";
  return h(
    "button",
    {
      class: `plain cell ${kind}`,
      "data-key": `${agent.name} ${other.name}`,
      "data-tip": tip,
      "aria-label": `${number(points, 1)}/${number(games)}. ${tip}`,
      onclick: () => choose(agent.name, other.name),
    },
    `${number(points, 1)}/${number(games)}`,
  );
}
