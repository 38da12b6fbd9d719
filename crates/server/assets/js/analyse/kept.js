/** Reviews that this browser keeps, so that a game need not be reviewed again when the page is opened again. */

import { remember, remembered } from "../memory.js";

const MOST = 20;

/** What tells reviewed games apart. */
const keyOf = ({ game, setup, moves }) => [game, setup, ...moves].join(" ");

/** Keeps what was found about a game: a message for each ply, and the players' tallies. */
export function keepReview(subject, found, players) {
  const key = keyOf(subject);
  const others = (remembered("reviews") ?? []).filter((review) => review.key !== key);
  remember("reviews", [{ key, found, players }, ...others].slice(0, MOST));
}

/** What was found about a game, or undefined. */
export function keptReview(subject) {
  const key = keyOf(subject);
  return (remembered("reviews") ?? []).find((review) => review.key === key);
}
