/** What happens in a game, in words. */

import { h } from "../dom.js";
import { term } from "../tip.js";
import { count, duration, playerName, scoreText, t } from "../words.js";

/** What a search found: depth, score, nodes and speed. */
export function thoughtNote(thought) {
  const { depth, nodes, nodes_per_s: speed, time_ms: time } = thought;
  const pace = speed ?? (time > 0 ? (1000 * nodes) / time : 0);
  const parts = [
    [term("depth"), ` ${depth}`],
    [h("span", { "data-tip": t("tip.value"), class: "term", tabindex: 0 }, scoreText(thought))],
    [term("nodes", t("history.states", { n: count(nodes) }))],
    [`${count(pace)}/s`],
  ];
  if (time !== undefined && speed === undefined) parts[3] = [duration(time)];
  return parts.flatMap((part, index) => (index === 0 ? part : [" · ", ...part]));
}

/** How a game ended: a headline and the reason. */
export function result({ outcome, person, position, agent }, mine) {
  const { winner, reason } = outcome;
  const name = playerName(position.players[winner] ?? "");
  const title =
    winner === "draw"
      ? t("result.draw")
      : mine
        ? t(winner === person ? "result.you_win" : "result.you_lose")
        : t("result.wins", { player: winner === person ? name : agent.name });
  return [title, reason];
}
