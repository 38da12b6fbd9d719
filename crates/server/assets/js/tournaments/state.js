/** How far a tournament is. */

import { h } from "../dom.js";
import { number, t } from "../words.js";

/** The state in a word. */
export const stateTag = (state) => h("span", { class: `tag state-${state}` }, t(`tournament.state.${state}`));

/** The games that are done, of those there will be. */
export function progress({ done, expected }) {
  return h(
    "label",
    { class: "small faint progress" },
    t("tournament.progress", { done: number(done), expected: number(expected) }),
    h("progress", { value: done, max: Math.max(1, expected) }),
  );
}
