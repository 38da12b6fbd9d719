/** The form of a new tournament. */

import { h } from "../dom.js";
import {
  agentList,
  choices,
  complaint,
  menu,
  numberField,
  objection,
  skipHidden,
  strengthOf,
  strengths,
  valueOf,
} from "../form.js";
import { remember } from "../memory.js";
import { term } from "../tip.js";
import { gameTitle, number, t } from "../words.js";
import { Estimate } from "./estimate.js";
import { start, startButton } from "./start.js";

const FORMATS = ["round-robin", "gauntlet", "swiss", "knockout"];

/** Everything that a tournament needs, chosen already as far as it can be. */
export function form(game, games, agents, go, signal) {
  const wrong = complaint();
  const button = startButton();
  const total = h("p", { class: "faint", role: "status" });
  const estimate = new Estimate(signal);
  const test = sprt();
  const rounds = h(
    "div",
    { hidden: true },
    numberField(t("new.rounds"), t("new.rounds"), { name: "rounds", value: 3, min: 1, max: 100 }),
  );
  const plies = h(
    "div",
    { hidden: true },
    numberField(t("new.plies"), t("new.plies"), { name: "plies", value: 4, min: 0, max: 100 }),
  );
  const options = games.map((each) => ({ value: each.name, label: gameTitle(each) }));
  const element = h(
    "form",
    { class: "stack" },
    h(
      "fieldset",
      {},
      h("legend", {}, t("new.game")),
      menu(t("new.game"), [{ options }], game.name, (name) => {
        remember("game", name);
        go(`/tournaments/new?${new URLSearchParams({ game: name })}`, { replace: true });
      }),
    ),
    entrants(agents),
    h(
      "div",
      { class: "stack-small" },
      choices(
        t("new.format"),
        "format",
        FORMATS.map((value) => ({ value, label: [t(`tournament.format.${value}`)] })),
        "round-robin",
        (value) => {
          rounds.hidden = value !== "swiss";
        },
      ),
      rounds,
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, t("new.games")),
      numberField(t("new.games"), t("new.games_unit"), { name: "games", value: 10, min: 2, max: 100_000, step: 2 }),
    ),
    strengths(t("new.limits"), { strength: "nodes" }, t("new.own")),
    h(
      "div",
      { class: "stack-small" },
      choices(
        t("new.openings"),
        "openings",
        ["usual", "start", "random"].map((value) => ({ value, label: [t(`new.openings.${value}`)] })),
        "usual",
        (value) => {
          plies.hidden = value !== "random";
        },
      ),
      plies,
    ),
    test.element,
    h(
      "fieldset",
      {},
      h("legend", {}, t("new.more")),
      h(
        "div",
        { class: "row" },
        h(
          "label",
          { class: "field" },
          t("new.name"),
          h("input", { name: "name", maxlength: 100, autocomplete: "off", placeholder: t("new.name_usual") }),
        ),
        h(
          "label",
          { class: "field" },
          t("new.seed"),
          h("input", { type: "number", name: "seed", value: 1, min: 0, max: 4_294_967_295, required: true }),
        ),
      ),
    ),
    wrong.element,
    h("div", { class: "row" }, button, total, estimate.element),
  );
  const changed = () => {
    const chosen = agentsIn(element);
    test.offer(chosen.length === 2);
    skipHidden(element);
    wrong.say(null);
    const { stepMismatch, rangeUnderflow, rangeOverflow } = element.elements.namedItem("games").validity;
    const isOdd = stepMismatch && !rangeUnderflow && !rangeOverflow;
    const problem = chosen.length < 2 ? t("new.choose") : isOdd ? t("new.even") : objection(element);
    total.textContent = problem ?? t("new.total", { n: totalOf(element, chosen.length) });
    button.disabled = problem !== null;
    estimate.ask(button.disabled ? null : { definition: definitionOf(element, game) });
  };
  element.addEventListener("input", changed);
  element.addEventListener("change", changed);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    start({ definition: definitionOf(element, game) }, button, wrong, go, signal);
  });
  changed();
  return element;
}

/** Who takes part: agents of the catalogue, and changed ones as texts. */
function entrants(agents) {
  return h(
    "fieldset",
    { class: "stack-small" },
    h("legend", {}, t("new.agents")),
    agentList(agents, "checkbox"),
    h(
      "label",
      { class: "stack-small" },
      h("span", { class: "small faint" }, t("new.changed")),
      h("textarea", {
        name: "changed",
        rows: 2,
        class: "short",
        spellcheck: "false",
        placeholder: `${agents[0].name}:depth=3`,
      }),
    ),
  );
}

/** A test that ends a match of two as soon as it knows. */
function sprt() {
  const numbers = {
    elo0: [0, -1000, 1000, 0.5],
    elo1: [20, -1000, 1000, 0.5],
    alpha: [0.05, 0.001, 0.49, 0.001],
    beta: [0.05, 0.001, 0.49, 0.001],
  };
  const fields = h(
    "div",
    { class: "row", hidden: true },
    Object.entries(numbers).map(([name, [value, min, max, step]]) =>
      h(
        "label",
        { class: "field" },
        term(`sprt_${name}`, t(`new.${name}`)),
        h("input", { type: "number", name, value, min, max, step, required: true }),
      ),
    ),
  );
  const box = h("input", {
    type: "checkbox",
    name: "sprt",
    onchange: () => {
      fields.hidden = !box.checked;
    },
  });
  const note = h("p", { class: "small faint" }, t("new.sprt_two"));
  return {
    element: h(
      "fieldset",
      { class: "stack-small" },
      h("legend", {}, term("sprt", t("sprt.title"))),
      h("label", { class: "check" }, box, t("new.sprt")),
      note,
      fields,
    ),
    offer(possible) {
      box.disabled = !possible;
      note.hidden = possible;
      if (!possible) box.checked = false;
      fields.hidden = !box.checked;
    },
  };
}

/** The agents that are chosen, as texts. */
function agentsIn(element) {
  const chosen = [...element.querySelectorAll("[name=agent]:checked")].map(({ value }) => value);
  const changed = valueOf(element, "changed").split("\n");
  return [...chosen, ...changed.map((line) => line.trim()).filter(Boolean)];
}

/** How many games that makes. */
function totalOf(element, agents) {
  const games = Number(valueOf(element, "games"));
  const pairings = {
    "round-robin": (agents * (agents - 1)) / 2,
    gauntlet: agents - 1,
    swiss: Math.floor(agents / 2) * Number(valueOf(element, "rounds")),
    knockout: agents - 1,
  };
  return number(pairings[valueOf(element, "format")] * games);
}

/** What the server is asked to play: the same keys as in a file. */
function definitionOf(element, game) {
  const value = (name) => valueOf(element, name);
  const { time_ms: time, ...limits } = strengthOf(element);
  const [format, openings, name] = [value("format"), value("openings"), value("name").trim()];
  return {
    game: game.name,
    format,
    games: Number(value("games")),
    seed: Number(value("seed")),
    // Tournaments step back behind everything else, so that the time on the wall would not be the agents' own.
    limits: time ? { movetime: `${time}ms`, clock: "cpu" } : limits,
    agents: agentsIn(element),
    ...(name && { name }),
    ...(format === "swiss" && { rounds: Number(value("rounds")) }),
    ...(openings !== "usual" && { openings: openings === "start" ? "start" : `random:${value("plies")}` }),
    ...(element.elements.namedItem("sprt").checked && {
      sprt: ["elo0", "elo1", "alpha", "beta"].map((key) => `${key}=${value(key)}`).join(","),
    }),
  };
}
