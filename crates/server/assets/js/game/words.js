/** What happens in a game, in words. */

import { agentName } from "../levels.js";
import { term } from "../tip.js";
import { count, counted, duration, playerName, scoreText, t } from "../words.js";

/** What a search found: depth, score, nodes and speed. */
export function thoughtNote(thought) {
  const { depth, nodes, nodes_per_s: speed, time_ms: time } = thought;
  const pace = speed ?? (time > 0 ? (1000 * nodes) / time : 0);
  const parts = [
    [term("depth"), ` ${depth}`],
    [term("value", scoreText(thought))],
    [term("nodes", counted("history.states", nodes))],
    [`${count(pace)}/s`],
  ];
  if (time !== undefined && speed === undefined) parts[3] = [duration(time)];
  return parts.flatMap((part, index) => (index === 0 ? part : [" · ", ...part]));
}

/** How a game ended: a headline and the reason. `seat` is the side of the reader, or null. */
export function result({ outcome, person, position, agent }, seat) {
  const { winner, reason } = outcome;
  const name = playerName(position.players[winner] ?? "");
  const title =
    winner === "draw"
      ? t("result.draw")
      : seat
        ? t(winner === seat ? "result.you_win" : "result.you_lose")
        : t("result.wins", { player: winner === person || !agent ? name : agentName(agent.name, agent.is_champion) });
  return [title, reason];
}
