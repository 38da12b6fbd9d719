/** A new game: everything is chosen already, so that one click starts it. */

import { agentsOf, allGames, get, post } from "../api.js";
import { disc, h, link, still } from "../dom.js";
import {
  agentList,
  choices,
  complaint,
  numberField,
  objection,
  skipHidden,
  strengthOf,
  strengths,
  valueOf,
} from "../form.js";
import { DEFAULT_LEVEL, isLevel, levelList } from "../levels.js";
import { keepGame, myGames, remember, remembered } from "../memory.js";
import { rulesPanel } from "../rules.js";
import { gameSummary, gameTitle, playerName, t } from "../words.js";
import { variantName } from "./home.js";

/** Clocks offered, as minutes and seconds a move. */
const CLOCKS = ["3+2", "5+3", "15+10"];
export async function show({ root, rest, query, signal, go }) {
  const games = await allGames();
  const name = rest.join("/") || remembered("game") || games[0].name;
  const game = games.find((known) => known.name === name);
  if (!game) throw Object.assign(new Error(t("lost.game", { game: name })), { status: 404 });
  const [agents, { picture }] = await Promise.all([
    agentsOf(game.name, signal),
    // A variant has its picture to itself.
    game.picture ? game : get(`/games/${game.name}`, signal),
  ]);
  // The button stands beside the form, where it is in sight however long the form is.
  const start = h("button", { class: "primary large", type: "submit", form: "settings-form" }, t("play.start"));
  root.append(
    h(
      "div",
      { class: "page setup" },
      h("div", { class: "preview" }, still(picture), h("div", { class: "go" }, start)),
      h(
        "div",
        { class: "wishlist" },
        heading(game, games, go),
        rulesPanel(game, myGames().length === 0, signal),
        form(game, agents, query, start, go),
      ),
    ),
  );
  return t("play.title", { game: gameTitle(game) });
}

/** The game, and the ways to its variants and to other games. */
function heading(game, games, go) {
  const families = [...new Map(games.toReversed().map((each) => [each.family, each])).values()].reverse();
  const variants = games.filter((each) => each.family === game.family);
  const others = families.map((each) =>
    link(`/play/${each.name}`, { "aria-current": each.family === game.family && "true" }, gameTitle(each)),
  );
  const options = variants.map((each) => ({ value: each.name, label: [variantName(each)] }));
  return h(
    "header",
    {},
    h("nav", { class: "families", "aria-label": t("play.games") }, others),
    h("h1", {}, gameTitle(game)),
    h("p", { class: "faint" }, gameSummary(game)),
    variants.length > 1 &&
      choices(t("play.variant"), "variant", options, game.name, (name) => go(`/play/${name}`, { replace: true })),
  );
}

function form(game, agents, query, start, go) {
  const last = remembered(`settings.${game.family}`) ?? {};
  const wrong = complaint();
  const agentPart = h(
    "div",
    { class: "stack" },
    opponents(game, agents, query.get("agent") ?? last.agent ?? DEFAULT_LEVEL),
    h("details", { class: "more-opponents" }, h("summary", {}, t("play.strength")), strengths(t("play.strength"), last)),
  );
  const who = query.has("agent") ? "computer" : (last.who ?? "computer");
  const choose = (value) => {
    agentPart.hidden = value !== "computer";
  };
  choose(who);
  const element = h(
    "form",
    // What is wrong is said in the language of the page, not in that of the browser.
    { class: "stack", id: "settings-form", novalidate: true },
    choices(
      t("play.who"),
      "who",
      ["computer", "screen", "link"].map((value) => ({ value, label: [t(`play.who.${value}`)] })),
      who,
      choose,
    ),
    agentPart,
    sides(game, query.get("side") ?? last.side ?? "first"),
    clocks(last.clock ?? "none"),
    game.random_setup && !query.has("position") && seeds(),
    query.has("position") || query.has("moves") ? h("p", { class: "faint" }, t("play.from_position")) : null,
    wrong.element,
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    skipHidden(element);
    const problem = objection(element);
    if (problem) {
      element.querySelector("input:invalid").focus();
      return wrong.say({ message: problem });
    }
    start.disabled = true;
    wrong.say(null);
    try {
      const settings = {
        who: valueOf(element, "who"),
        agent: valueOf(element, "agent"),
        side: valueOf(element, "side"),
        clock: valueOf(element, "clock"),
        strength: valueOf(element, "strength"),
      };
      const made = await post("/play", {
        game: game.name,
        ...startOf(game, element, query),
        ...(settings.who === "computer"
          ? { agent: settings.agent, strength: strengthOf(element) }
          : { opponent: "person" }),
        side: settings.side,
        clock: clockOf(element),
      });
      remember("game", game.name);
      remember(`settings.${game.family}`, settings);
      const duel = settings.who !== "computer";
      keepGame({
        id: made.id,
        key: made.key,
        ...(duel && { guestKey: made.guest_key }),
        game: game.name,
        agent: duel ? null : settings.agent,
      });
      go(settings.who === "link" ? `${made.address}?invite=1` : made.address);
    } catch (error) {
      start.disabled = false;
      wrong.say(error);
    }
  });
  return element;
}

/** The levels, and behind them every other agent with its description. */
function opponents(game, agents, chosen) {
  const known = (name) => agents.some((agent) => agent.name === name);
  const taken = [chosen, DEFAULT_LEVEL].find(known) ?? agents[0]?.name;
  const others = agents.filter(({ name }) => !isLevel(game, name));
  const list = agentList(others, "radio", taken);
  const more = h("details", { class: "more-opponents" }, h("summary", {}, t("play.more")), list);
  more.open = others.some(({ name, group }) => name === taken || group === "own");
  // The agent that was chosen before is in sight at once.
  requestAnimationFrame(() => {
    const chosen = list.querySelector("label:has(:checked)");
    if (chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - 40;
  });
  return h(
    "fieldset",
    { class: "stack-small" },
    h("legend", {}, t("play.opponent")),
    levelList(game, agents, taken),
    others.length > 0 && more,
  );
}

function sides(game, chosen) {
  const words = (player) => {
    const name = playerName(game.players[player]);
    // Where the sides have no names of their own, they are called by their order.
    return game.named_sides ? t(`play.${player}`, { player: name }) : name;
  };
  const side = (player) => ({ value: player, label: [disc(game.paints[player]), words(player)] });
  return choices(
    t("play.side"),
    "side",
    [side("first"), side("second"), { value: "random", label: [t("play.random")] }],
    chosen,
  );
}

function clocks(chosen) {
  const own = h(
    "div",
    { class: "row", hidden: chosen !== "own" },
    numberField(t("play.minutes"), t("play.minutes"), { name: "minutes", value: 10, min: 0.1, max: 180, step: 0.1 }),
    numberField(t("play.increment"), t("play.increment"), { name: "increment", value: 5, min: 0, max: 180, step: 0.1 }),
  );
  const options = ["none", ...CLOCKS, "own"].map((value) => ({
    value,
    label: [CLOCKS.includes(value) ? value.replace("+", " + ") : t(`play.clock_${value}`)],
  }));
  const set = choices(t("play.clock"), "clock", options, chosen, (value) => {
    own.hidden = value !== "own";
  });
  return h("div", { class: "stack-small" }, set, own);
}

function clockOf(form) {
  const chosen = valueOf(form, "clock");
  if (chosen === "none") return null;
  const [minutes, increment] =
    chosen === "own" ? [valueOf(form, "minutes"), valueOf(form, "increment")] : chosen.split("+");
  return { minutes: Number(minutes), increment: Number(increment) };
}

/** Where the cards are dealt: anew each time, or as a number says. */
function seeds() {
  const field = h(
    "div",
    { hidden: true },
    numberField(t("play.seed"), "", { name: "seed", value: 1, min: 0, max: 4_294_967_295 }),
  );
  const options = ["random", "seed"].map((value) => ({ value, label: [t(`play.deal_${value}`)] }));
  return h(
    "div",
    { class: "stack-small" },
    choices(t("play.deal"), "deal", options, "random", (value) => {
      field.hidden = value !== "seed";
    }),
    field,
  );
}

/** The position and moves from which the game starts. */
function startOf(game, form, query) {
  const moves = query.get("moves")?.split(" ").filter(Boolean) ?? [];
  if (query.has("position") || moves.length > 0 || !game.random_setup)
    return { setup: query.get("position") ?? "-", moves };
  const seed = valueOf(form, "deal") === "seed" ? valueOf(form, "seed") : crypto.getRandomValues(new Uint32Array(1))[0];
  return { setup: `seed:${seed}`, moves };
}
