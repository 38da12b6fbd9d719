/** Levels to play against: five for every game, each an agent of the catalogue with a name that people understand. */

import { h } from "./dom.js";
import { number, t, tOr } from "./words.js";

/** The levels below the champion, weakest first; the server has agents of these names. */
const LEVELS = ["beginner", "easy", "medium", "strong"];

/** The one that is offered to newcomers. */
export const DEFAULT_LEVEL = "easy";

/** What an agent is called: a level by its word, the champion of the game included, any other agent by its name. */
export function agentName(name, isChampion = false) {
  const level = isChampion ? "champion" : LEVELS.find((level) => level === name);
  return level ? t(`level.${level}`) : name;
}

/** The agents that are levels of a game, weakest first, the champion last. */
function levelsOf(game, agents) {
  const known = LEVELS.map((name) => agents.find((agent) => agent.name === name)).filter(Boolean);
  const champion = agents.find(({ name }) => name === game.champion);
  return [...known.map((agent) => [agent.name, agent]), ...(champion ? [["champion", champion]] : [])];
}

/** An Elo without digits that its error makes meaningless. */
const about = (elo) => t("level.elo", { elo: number(10 * Math.round(elo / 10)) });

/** The levels of a game to choose from, as radio buttons of the name `agent`. */
export function levelList(game, agents, chosen) {
  const row = ([level, { name, elo }]) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "agent", value: name, checked: name === chosen }),
      h(
        "span",
        { class: "about" },
        h("strong", {}, t(`level.${level}`), elo !== null && h("span", { class: "small faint" }, ` ${about(elo)}`)),
        h("span", { class: "small faint" }, tOr(`level.${level}.about`, "")),
      ),
    );
  return h("div", { class: "levels", role: "group", "aria-label": t("level.label") }, levelsOf(game, agents).map(row));
}

/** Whether an agent is one of the levels of a game. */
export const isLevel = (game, name) => LEVELS.includes(name) || name === game.champion;
