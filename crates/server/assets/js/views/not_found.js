/** An address without a view. */

import { h, link } from "../dom.js";
import { compass } from "../icons.js";
import { t } from "../words.js";

export function show({ root }) {
  root.append(
    h(
      "section",
      { class: "lost" },
      compass(),
      h("h1", {}, t("lost.title")),
      h("p", {}, t("lost.text")),
      link("/", { class: "button primary" }, t("lost.home")),
    ),
  );
  return t("lost.title");
}
