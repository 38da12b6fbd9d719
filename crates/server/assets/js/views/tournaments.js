/** Tournaments: all of them here, one of them and a new one in files of their own. */

import { get } from "../api.js";
import { h, link, notice, replace } from "../dom.js";
import { icon } from "../icons.js";
import { isMoving, isOpen, progress, stateTag } from "../tournaments/state.js";
import { day, gameTitle, t } from "../words.js";

/** How often the list is looked at anew, in milliseconds: while something is played here, and while another program may play. */
const PACE = 2000;
const SLOW_PACE = 10_000;

export async function show(context) {
  const [id, part] = context.rest;
  if (id === "new") return (await import("../tournaments/new.js")).show(context);
  if (part === "projector") return (await import("../tournaments/projector.js")).show(context);
  if (part === "report") return (await import("../tournaments/report.js")).show(context);
  if (id) return (await import("../tournaments/one.js")).show(context);
  return all(context);
}

async function all({ root, signal }) {
  const list = h("div", {});
  root.append(
    h(
      "div",
      { class: "page" },
      h(
        "header",
        { class: "stack-small" },
        h("h1", {}, t("tournaments.title")),
        h("p", { class: "faint" }, t("tournaments.text")),
        h(
          "div",
          { class: "row" },
          link("/tournaments/new", { class: "button primary" }, icon("play"), t("tournaments.new")),
        ),
      ),
      list,
    ),
  );
  await refresh(list, signal);
  return t("tournaments.title");
}

/** Draws the list, and again as long as something in it moves. */
async function refresh(list, signal) {
  const answer = await get("/tournaments", signal);
  if (signal.aborted) return;
  const { tournaments } = answer;
  replace(
    list,
    tournaments.length > 0
      ? h("ul", { class: "tournaments" }, tournaments.map(row))
      : h("p", { class: "empty" }, t("tournaments.none")),
  );
  if (tournaments.some(({ state }) => isMoving(state))) later(list, signal, PACE);
  else if (tournaments.some(({ state, games }) => isOpen(state, games))) later(list, signal, SLOW_PACE);
}

/** Looks again in a while; a server that does not answer is asked until it does. */
function later(list, signal, pace) {
  const again = () =>
    refresh(list, signal).then(
      () => notice(null),
      () => {
        if (signal.aborted) return;
        notice(t("tournaments.lost"));
        later(list, signal, PACE);
      },
    );
  const timer = setTimeout(again, pace);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

function row(each) {
  const { id, name, game, title, format, agents, games, verdict, created } = each;
  const facts = [
    gameTitle({ name: game, title }),
    format && t(`tournament.format.${format}`),
    agents && t("tournament.agents", { n: agents.length }),
    t("tournament.games", { n: games.done }),
    created && day(created),
  ];
  return h(
    "li",
    {},
    h(
      "div",
      { class: "about" },
      h("h2", {}, link(`/tournaments/${id}`, {}, name), stateTag(each.state)),
      h("p", { class: "small faint" }, facts.filter(Boolean).join(" · ")),
      verdict && h("p", { class: "small" }, verdict),
      isOpen(each.state, games) && progress(games),
    ),
  );
}
