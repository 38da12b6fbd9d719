/** How long a tournament would take: asked of the server a moment after the last change. */

import { post } from "../api.js";
import { h } from "../dom.js";
import { roughly, t } from "../words.js";

const PAUSE = 500;

export class Estimate {
  element = h("span", { class: "faint estimate", role: "status" });
  #signal;
  #asking = null;
  #timer = 0;

  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.ask(null));
  }

  /** Asks for a request as it would be started; null if there is none yet. */
  ask(wish) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.element.textContent = "";
    if (!wish || this.#signal.aborted) return;
    this.#timer = setTimeout(() => this.#answer(wish), PAUSE);
  }

  async #answer(wish) {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const answer = await post("/tournaments/estimate", wish, asking.signal);
      if (!asking.signal.aborted) this.element.textContent = words(answer, Boolean(wish.definition?.sprt));
    } catch {
      // The tournament can be started without it.
    }
  }
}

/** The estimate in words; a test may end a match earlier. */
function words({ seconds, is_least: isLeast, problem }, isTest) {
  if (problem) return problem;
  const key = isLeast ? "new.estimate_least" : isTest ? "new.estimate_most" : "new.estimate";
  return t(key, { time: roughly(1000 * seconds) });
}
