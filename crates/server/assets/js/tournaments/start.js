/** Starting a tournament, however it is described. */

import { post } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

/** Sends a request, and goes to the tournament that it starts. */
export async function start(wish, button, wrong, go, signal) {
  button.disabled = true;
  wrong.say(null);
  try {
    const { address } = await post("/tournaments", wish, signal);
    go(address);
  } catch (error) {
    button.disabled = false;
    if (!signal.aborted) wrong.say(error);
  }
}

/** The button that does. */
export const startButton = () =>
  h("button", { class: "primary large", type: "submit", "data-action": "start" }, icon("play"), t("new.start"));
