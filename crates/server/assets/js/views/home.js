/** The first page: the games, each with a picture, a line about it and a way to play it at once. */

import { allGames } from "../api.js";
import { h, link, still } from "../dom.js";
import { icon } from "../icons.js";
import { agentName } from "../levels.js";
import { myGames } from "../memory.js";
import { gameSummary, gameTitle, t } from "../words.js";

/** Asks for the games before the texts of the page have come. */
export function prepare() {
  allGames().catch(() => {});
}

export async function show({ root }) {
  const games = await allGames();
  const families = Map.groupBy(games, (game) => game.family);
  root.append(
    h("section", { class: "welcome" }, h("h1", {}, t("home.title")), h("p", {}, t("home.text")), unfinished(games)),
    h("ul", { class: "games" }, [...families.values()].map(card)),
  );
  return null;
}

/** The way back to a game that was not finished. */
function unfinished(games) {
  const last = myGames().find((game) => !game.over);
  const game = games.find(({ name }) => name === last?.game);
  if (!game) return null;
  return link(
    `/game/${last.id}`,
    { class: "button continue" },
    icon("play"),
    t("home.continue", { game: gameTitle(game), agent: last.agent ? agentName(last.agent, last.agent === game.champion) : t("seat.friend") }),
  );
}

/** A game with its variants. */
function card([game, ...variants]) {
  const others = variants.map((variant) =>
    link(`/play/${variant.name}`, { "data-tip": gameSummary(variant) }, variantName(variant)),
  );
  return h(
    "li",
    { class: "game-card" },
    link(`/play/${game.name}`, { class: "picture", tabindex: -1, "aria-hidden": "true" }, still(game.picture)),
    h(
      "div",
      { class: "about" },
      h("h2", {}, gameTitle(game)),
      h("p", {}, gameSummary(game)),
      others.length > 0 && h("p", { class: "variants small" }, t("home.variants"), " ", others),
      h(
        "div",
        { class: "row" },
        link(
          `/play/${game.name}`,
          {
            class: "button primary",
            "data-play": game.name,
            "aria-label": t("home.play_game", { game: gameTitle(game) }),
          },
          t("nav.play"),
        ),
        link(
          `/analyse/${game.name}`,
          { class: "button plain", "aria-label": t("home.analyse_game", { game: gameTitle(game) }) },
          t("nav.analyse"),
        ),
      ),
    ),
  );
}

/** The last part of a variant's name is enough beside the name of its game. */
export const variantName = (game) =>
  t(`variant.${game.name}`) === `variant.${game.name}` ? game.name.split("/").at(-1) : t(`variant.${game.name}`);
