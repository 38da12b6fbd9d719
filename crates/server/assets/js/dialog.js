/** A window above the page. */

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Opens a window with a title; it is gone when it is closed, and when the visitor leaves the view.
 * @param {string} title
 * @param {(close: () => void) => (Node | null)[]} content
 * @param {AbortSignal} signal
 */
export function dialog(title, content, signal) {
  const element = h("dialog", { "aria-label": title });
  const close = () => element.close();
  element.append(
    h(
      "header",
      { class: "row" },
      h("h2", {}, title),
      h("button", { class: "plain", onclick: close, "aria-label": t("dialog.close") }, "✕"),
    ),
    ...content(close).filter(Boolean),
  );
  // A press on the ground around it closes it, too.
  element.addEventListener("click", (event) => event.target === element && close());
  element.addEventListener("close", () => element.remove());
  signal.addEventListener("abort", close);
  document.body.append(element);
  element.showModal();
  return element;
}
