/** How far a tournament is. */

import { h } from "../dom.js";
import { number, roughly, t } from "../words.js";

/** The state in a word. */
export const stateTag = (state) => h("span", { class: `tag state-${state}` }, t(`tournament.state.${state}`));

/** Whether it waits, runs or ends here. */
export const isMoving = (state) => ["running", "stopping", "waiting"].includes(state);

/** Whether games are to come: from here, or from another program with the same database, as far as anyone knows. */
export const isOpen = (state, { done, expected }) => isMoving(state) || (state === "stopped" && done < expected);

/** How long the rest of a tournament takes, by the games that finished in this state while one watched. */
export class Pace {
  #first = null;

  /** Takes in how many games are done, and says how many milliseconds are left; null if that cannot be said yet. */
  left(state, { done, expected }) {
    const now = performance.now();
    if (this.#first?.state !== state) this.#first = { state, done, now };
    if (state === "stopping") return null;
    const games = done - this.#first.done;
    if (games < 2 || done >= expected) return null;
    return ((expected - done) * (now - this.#first.now)) / games;
  }
}

/** The games that are done, of those there will be, and the time that is left if it is known. */
export function progress({ done, expected }, left = null) {
  const words = t("tournament.progress", { done: number(done), expected: number(expected) });
  return h(
    "label",
    { class: "small faint progress" },
    left === null ? words : `${words} · ${t("tournament.left", { time: roughly(left) })}`,
    h("progress", { value: done, max: Math.max(1, expected) }),
  );
}
