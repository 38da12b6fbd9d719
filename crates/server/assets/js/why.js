/** Why a click on a board cannot work. */

import { post } from "./api.js";
import { t } from "./words.js";

/**
 * The rule that a click breaks, in a sentence, or else what can be played.
 * @param {{ game: string, setup: string, moves: string[] }} position
 * @param {string} words what can be played
 * @param {string} cell that was to start a move
 */
export async function why({ game, setup, moves }, words, cell, signal) {
  const answer = await post("/position/why", { game, setup, moves, cell }, signal).catch(() => null);
  return answer?.reason ? t("board.why", { reason: answer.reason }) : words;
}
