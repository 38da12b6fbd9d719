/** What a view shows when it has nothing to show: it waits, or it is broken. */

import { h, link } from "../dom.js";
import { sentence, t } from "../words.js";

/** Something is on its way. */
export const waiting = (text = t("state.loading")) => h("p", { class: "waiting", role: "status" }, text);

/** Something went wrong; one can try again or go home. */
export function broken(error, again) {
  const is404 = error.status === 404;
  return h(
    "section",
    { class: "lost" },
    h("h1", {}, is404 ? t("lost.title") : t("broken.title")),
    h("p", {}, error.status === undefined ? t("broken.unexpected") : sentence(error.message)),
    h(
      "div",
      { class: "row" },
      !is404 && h("button", { class: "primary", onclick: again }, t("broken.again")),
      link("/", { class: is404 ? "button primary" : "button" }, t("lost.home")),
    ),
  );
}
