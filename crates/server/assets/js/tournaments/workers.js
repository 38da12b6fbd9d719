/** The machines that played a tournament: what each did, how the jobs stand, and what does not fit. */

import { h } from "../dom.js";
import { number, t } from "../words.js";

const FIGURES = ["cores", "speed", "games", "errors"];

export function workersTable({ workers, jobs, late, dead, dead_games: deadGames }) {
  const known = (value) => (value === undefined || value === null ? "?" : number(value));
  const row = ({ name, games, status, misfit }) =>
    h(
      "tr",
      { class: misfit && "warning" },
      h("th", { scope: "row", translate: "no" }, name),
      h("td", { translate: "no" }, status?.version ?? "?"),
      h("td", { class: "figure" }, known(status?.cores)),
      h("td", { class: "figure" }, known(status?.speed)),
      h("td", { class: "figure" }, number(games)),
      h("td", { class: "figure" }, known(status?.errors)),
      h("td", {}, status?.away ? t("workers.away") : ""),
    );
  const head = ["name", "version", "cores", "speed", "games", "errors", "state"];
  const misfits = workers.filter(({ misfit }) => misfit);
  return [
    h("h2", {}, t("workers.title")),
    jobs &&
      h(
        "p",
        { class: "small faint" },
        t("workers.jobs", {
          waiting: number(jobs.waiting),
          running: number(jobs.running),
          repeated: number(jobs.repeated),
          dead: number(dead),
          pace: number(jobs.games_per_second, 1),
        }),
      ),
    h(
      "div",
      { class: "scroll", tabindex: 0, "data-key": "workers", role: "region", "aria-label": t("workers.title") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col", class: FIGURES.includes(key) && "figure" }, t(`workers.${key}`))))),
        h("tbody", {}, workers.map(row)),
      ),
    ),
    misfits.map(({ name, misfit: { agent, z } }) =>
      h("p", { class: "small warning" }, t(z < 0 ? "workers.worse" : "workers.better", { name, agent, z: number(z, 1) })),
    ),
    late > 0 && h("p", { class: "small" }, t("workers.late", { n: late })),
    deadGames.map(({ game, reason }) => h("p", { class: "small warning" }, t("workers.dead_game", { game, reason }))),
  ];
}
