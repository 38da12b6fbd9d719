/** Why a click on a board cannot work. */

import { post } from "./api.js";
import { t } from "./words.js";

/**
 * The rule that a click breaks, in a sentence, or else what can be played.
 * @param {{ game: string, setup: string, moves: string[] }} position
 * @param {string} words what can be played
 * @param {{ cell: string, touched: string[] }} click the cell, and those of the same move that were touched before
 */
export async function why({ game, setup, moves }, words, { cell, touched }, signal) {
  const answer = await post("/position/why", { game, setup, moves, touched, cell }, signal).catch(() => null);
  return answer?.reason ? t("board.why", { reason: answer.reason }) : words;
}
