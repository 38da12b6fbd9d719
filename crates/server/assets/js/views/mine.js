/** My games: those that were started in this browser, to resume, to review or to forget. */

import { allGames, get } from "../api.js";
import { h, link, replace } from "../dom.js";
import { choices } from "../form.js";
import { icon } from "../icons.js";
import { agentName } from "../levels.js";
import { forgetGame, myGames } from "../memory.js";
import { day, gameTitle, t } from "../words.js";

const FILTERS = ["all", "running", "won", "lost", "drawn"];

export async function show({ root, query, signal }) {
  const games = await allGames();
  const list = h("div", {});
  let wanted = FILTERS.includes(query.get("show")) ? query.get("show") : "all";
  const draw = () => replace(list, table(games, states, wanted, draw));
  const options = FILTERS.map((value) => ({ value, label: [t(`mine.show.${value}`)] }));
  root.append(
    h(
      "div",
      { class: "page" },
      h(
        "header",
        { class: "stack-small" },
        h("h1", {}, t("mine.title")),
        h("p", { class: "faint" }, t("mine.text")),
        choices(t("mine.show"), "show", options, wanted, (value) => {
          wanted = value;
          history.replaceState(history.state, "", value === "all" ? "/mine" : `/mine?show=${value}`);
          draw();
        }),
      ),
      list,
    ),
  );
  const states = new Map();
  // A game that the server no longer has is shown without its result.
  const ask = async ({ id }) => states.set(id, await get(`/play/${id}`, signal).catch(() => null));
  await Promise.all(myGames().map(ask));
  draw();
  return t("mine.title");
}

/** What became of a game, as one of the filters. */
function stateOf(state, key) {
  if (!state) return "gone";
  if (!state.outcome) return "running";
  const { winner } = state.outcome;
  // A browser that has only the key of a guest plays the other side.
  const own = key ? state.person : state.person === "first" ? "second" : "first";
  return winner === "draw" ? "drawn" : winner === own ? "won" : "lost";
}

function table(games, states, wanted, draw) {
  const rows = myGames().filter(({ id, key }) => wanted === "all" || stateOf(states.get(id), key) === wanted);
  if (rows.length === 0)
    return h(
      "div",
      { class: "empty stack-small" },
      h("p", {}, t("mine.none")),
      wanted === "all" && h("p", {}, link("/", { class: "button primary" }, t("nav.play"))),
    );
  return h("ul", { class: "tournaments mine" }, rows.map((game) => row(game, games, states.get(game.id), draw)));
}

function row({ id, game, agent, key }, games, state, draw) {
  const known = games.find(({ name }) => name === game);
  const what = stateOf(state, key);
  const title = t("game.heading", { game: known ? gameTitle(known) : game, agent: agent ? agentName(agent, agent === known?.champion) : t("seat.friend") });
  const facts = [
    state?.outcome?.reason,
    state && t("records.moves", { n: state.plies.length }),
    state && day(state.created),
  ];
  return h(
    "li",
    { "data-game": id },
    h(
      "div",
      { class: "about" },
      h(
        "h2",
        {},
        what === "gone" ? title : link(`/game/${id}`, {}, title),
        h("span", { class: `tag state-${what}` }, t(`mine.state.${what}`)),
      ),
      h("p", { class: "small faint" }, facts.filter(Boolean).join(" · ")),
    ),
    h(
      "div",
      { class: "row" },
      what === "running" && link(`/game/${id}`, { class: "button primary" }, icon("play"), t("mine.resume")),
      ["won", "lost", "drawn"].includes(what) &&
        link(`/analyse/${game}?from=${id}&review=1`, { class: "button" }, icon("review"), t("mine.review")),
      h(
        "button",
        {
          class: "plain",
          "data-action": "forget",
          onclick: () => {
            forgetGame(id);
            draw();
          },
        },
        t("mine.delete"),
      ),
    ),
  );
}
