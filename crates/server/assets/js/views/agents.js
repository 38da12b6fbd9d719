/** The agents: who there is for each game, how each is made, and how strong it is. */

import { agentsOf, allGames, get } from "../api.js";
import { h, link } from "../dom.js";
import { GROUPS } from "../form.js";
import { icon } from "../icons.js";
import { remembered } from "../memory.js";
import { term } from "../tip.js";
import { eloWords } from "../tournaments/standings.js";
import { gameTitle, number, t, tOr } from "../words.js";

export async function show({ root, rest, signal }) {
  const games = await allGames();
  const address = rest.join("/");
  const game =
    games.findLast(({ name }) => address === name || address.startsWith(`${name}/`)) ??
    games.find(({ name }) => name === (remembered("game") ?? games[0].name));
  const name = address.slice(game.name.length + 1);
  if (address && !address.startsWith(game.name))
    throw Object.assign(new Error(t("lost.game", { game: address })), { status: 404 });
  return name ? one(root, game, name, signal) : all(root, game, games, signal);
}

async function all(root, game, games, signal) {
  const agents = await agentsOf(game.name, signal);
  const others = games.map((each) =>
    link(`/agents/${each.name}`, { "aria-current": each.name === game.name && "true" }, gameTitle(each)),
  );
  root.append(
    h(
      "div",
      { class: "page" },
      h(
        "header",
        { class: "stack-small" },
        h("nav", { class: "families", "aria-label": t("play.games") }, others),
        h("h1", {}, t("agents.title", { game: gameTitle(game) })),
        h("p", { class: "faint" }, t("agents.text")),
      ),
      GROUPS.map((group) =>
        section(
          game,
          agents.filter((agent) => agent.group === group),
          group,
        ),
      ),
    ),
  );
  return t("agents.title", { game: gameTitle(game) });
}

function section(game, agents, group) {
  if (agents.length === 0) return null;
  const row = ({ name, description, search, rating }) =>
    h(
      "li",
      {},
      h(
        "div",
        { class: "about" },
        h("h3", {}, link(`/agents/${game.name}/${name}`, {}, name), h("span", { class: "tag", translate: "no" }, search ?? t("agents.program"))),
        h("p", { class: "small faint" }, description),
      ),
      h("div", { class: "rating small" }, ratingWords(rating)),
      link(
        playAddress(game, name),
        { class: "button", "aria-label": t("agents.play_against", { agent: name }) },
        t("nav.play"),
      ),
    );
  return h("section", {}, h("h2", {}, t(`group.${group}`)), h("ul", { class: "agents" }, agents.map(row)));
}

/** A rating with its error, as measured in the tournaments of the server. */
function ratingWords(rating) {
  if (!rating) return h("span", { class: "faint" }, t("agents.unmeasured"));
  const { elo, error, games, anchored, unbounded, scale } = rating;
  const words = eloWords({ elo, elo_error: error, anchored, unbounded }, scale === "known");
  return [
    h("strong", {}, words),
    " ",
    term("measured", "Elo"),
    h("span", { class: "faint" }, " ", t("agents.from_games", { n: number(games) })),
  ];
}

const playAddress = (game, name) => `/play/${game.name}?${new URLSearchParams({ agent: name })}`;

async function one(root, game, name, signal) {
  const agent = await get(`/agents/${game.name}/${encodeURIComponent(name)}`, signal);
  const settings = Object.entries(agent.settings);
  const query = new URLSearchParams({ agent: name });
  const isProgram = agent.kind === "program";
  root.append(
    h(
      "div",
      { class: "page" },
      h(
        "header",
        { class: "stack-small" },
        h("nav", { class: "families" }, link(`/agents/${game.name}`, {}, t("agents.all", { game: gameTitle(game) }))),
        h("h1", {}, agent.name),
        h("p", { class: "faint" }, t(`group.${agent.group}`)),
        h("p", { class: "description" }, agent.description),
        h("p", {}, t("agents.rating"), " ", ratingWords(agent.rating)),
        h(
          "div",
          { class: "row" },
          link(playAddress(game, name), { class: "button primary" }, icon("play"), t("agents.play")),
          !isProgram && link(`/analyse/${game.name}?${query}`, { class: "button" }, icon("review"), t("agents.analyse")),
        ),
      ),
      !isProgram &&
        h(
          "section",
          { class: "stack-small" },
          h("h2", {}, t("agents.made")),
          h(
            "dl",
            { class: "settings" },
            pair("evaluation", agent.evaluation),
            settings.filter(([key]) => key !== "evaluation").map(([key, value]) => pair(key, value)),
          ),
        ),
    ),
  );
  return agent.name;
}

/** A parameter, with a word of explanation where there is one. */
function pair(key, value) {
  const help = tOr(`setting.${key}`, null);
  return h(
    "div",
    {},
    h("dt", {}, h("code", {}, key), help && h("span", { class: "small faint" }, help)),
    h("dd", {}, h("code", {}, value.replace(/^"(.*)"$/, "$1"))),
  );
}
