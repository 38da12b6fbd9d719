/** The rules of a game, step by step, each with a picture of a position that the game itself draws. */

import { position as fetchPosition } from "./api.js";
import { dialog } from "./dialog.js";
import { h, replace, still } from "./dom.js";
import { spaced } from "./phrases.js";
import { gameTitle, language, t } from "./words.js";

const load = async (name) => (await fetch(new URL(`../rules/${name}.json`, import.meta.url))).json();

/** The steps of a game; a game without rules of its own here has none. */
async function steps(game, signal) {
  const [positions, words] = await Promise.all([load("positions"), load(language())]);
  const texts = words[game.name] ?? [];
  const picture = async ({ setup = "-", moves = "" }) => {
    const { svg } = await fetchPosition(game.name, setup, moves.split(" ").filter(Boolean), false, signal);
    return still(svg);
  };
  const pictures = await Promise.all((positions[game.name] ?? []).map(picture));
  return texts.map((text, index) => h("li", {}, pictures[index], h("p", {}, spaced(text))));
}

/** A list that fills itself. */
function list(game, signal) {
  const element = h("ol", { class: "rules" }, h("li", { class: "plain" }, t("state.loading")));
  steps(game, signal).then(
    (found) => replace(element, found),
    (error) => signal.aborted || replace(element, h("li", { class: "plain" }, error.message)),
  );
  return element;
}

/** The rules as a part of a page, which loads when it is opened. */
export function rulesPanel(game, open, signal) {
  const element = h("details", { class: "how-to-play" }, h("summary", {}, t("rules.title")));
  const fill = () => element.open && !element.querySelector(".rules") && element.append(list(game, signal));
  element.addEventListener("toggle", fill);
  element.open = open;
  fill();
  return element;
}

/** The rules in a window above a running game. */
export function openRules(game, signal) {
  dialog(t("rules.of", { game: gameTitle(game) }), () => [list(game, signal)], signal);
}
