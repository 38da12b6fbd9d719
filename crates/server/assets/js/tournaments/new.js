/** A new tournament: from a form, from a TOML text, or one that comes with the program. */

import { agentsOf, allGames, get } from "../api.js";
import { h, link, replace } from "../dom.js";
import { choices, complaint } from "../form.js";
import { icon } from "../icons.js";
import { remembered } from "../memory.js";
import { gameTitle, grouped, number, t } from "../words.js";
import { form } from "./form.js";
import { start, startButton } from "./start.js";

const WAYS = ["form", "toml", "preset"];

/** A tournament of the last presets of a game, which are its baselines. */
function example(game, agents) {
  const presets = agents.filter(({ kind }) => kind === "preset").slice(-3);
  return `name = "my tournament"
game = "${game.name}"
format = "round-robin"   # or gauntlet, swiss (with rounds = N), knockout
games = 10               # per pairing
openings = "random:4"
seed = 1
agents = [${presets.map(({ name }) => `"${name}"`).join(", ")}]
limits.nodes = 1000      # or depth = 4, movetime = "100ms", tc = "10+0.1"
limits.clock = "cpu"     # measure CPU time instead of wall time
`;
}

export async function show({ root, query, signal, go }) {
  const games = await allGames();
  const name = query.get("game") ?? remembered("game") ?? games[0].name;
  const game = games.find((known) => known.name === name) ?? games[0];
  const agents = await agentsOf(game.name, signal);
  const { presets } = await get("/tournaments/presets", signal);
  const way = WAYS.includes(query.get("way")) ? query.get("way") : "form";
  const parts = {
    form: form(game, games, agents, go, signal),
    toml: toml(example(game, agents), go, signal),
    preset: list(presets, go, signal),
  };
  const place = h("div", {}, parts[way]);
  const options = WAYS.map((value) => ({ value, label: [t(`new.way.${value}`)] }));
  root.append(
    h(
      "div",
      { class: "page narrow" },
      h(
        "header",
        { class: "stack-small" },
        h("nav", { class: "families" }, link("/tournaments", {}, t("tournament.all"))),
        h("h1", {}, t("new.title")),
        choices(t("new.way"), "way", options, way, (chosen) => {
          const address = new URLSearchParams({ ...(query.has("game") && { game: game.name }), way: chosen });
          history.replaceState(null, "", `/tournaments/new?${address}`);
          replace(place, parts[chosen]);
        }),
      ),
      place,
    ),
  );
  return t("new.title");
}

/** A text as `grandline tournament` reads it. */
function toml(text, go, signal) {
  const wrong = complaint();
  const button = startButton();
  const area = h("textarea", { name: "toml", rows: 14, spellcheck: "false", "aria-label": t("new.way.toml") }, text);
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".toml",
    onchange: async () => {
      area.value = (await file.files[0]?.text()) ?? area.value;
    },
  });
  const element = h(
    "form",
    { class: "stack-small" },
    h("p", { class: "faint" }, t("new.toml")),
    area,
    wrong.element,
    h("div", { class: "row" }, button, h("label", { class: "button" }, file, icon("import"), t("records.file"))),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    start({ toml: area.value }, button, wrong, go, signal);
  });
  return element;
}

/** Tournaments that come with the program. */
function list(presets, go, signal) {
  const wrong = complaint();
  const row = (preset) => {
    const button = h("button", { "data-preset": preset.name }, icon("play"), t("new.start"));
    button.addEventListener("click", () => start({ preset: preset.name }, button, wrong, go, signal));
    return h(
      "li",
      {},
      h(
        "div",
        { class: "about" },
        h("h2", {}, preset.name),
        h("p", {}, preset.description),
        h(
          "p",
          { class: "small faint" },
          [
            gameTitle({ name: preset.game, title: preset.title }),
            t(`tournament.format.${preset.format}`),
            t("tournament.agents", { n: preset.agents.length }),
            t("tournament.games", { n: number(preset.games) }),
            grouped(preset.limits),
          ].join(" · "),
        ),
        h("details", {}, h("summary", { class: "small" }, t("new.look")), h("pre", { tabindex: 0 }, preset.toml)),
      ),
      button,
    );
  };
  return h(
    "div",
    { class: "stack-small" },
    wrong.element,
    h("ul", { class: "tournaments with-button" }, presets.map(row)),
  );
}
