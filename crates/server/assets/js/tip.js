/** Explanations: what carries `data-tip` shows it while it is pointed at or has the focus. */

import { h } from "./dom.js";
import { t } from "./words.js";

const GAP = 8;

/** A word with its explanation. */
export const term = (key, word = t(`term.${key}`)) => explained(word, t(`tip.${key}`), { class: "term" });

/** Anything with an explanation in these words. */
export function explained(word, words, properties = {}) {
  return h("span", { role: "button", tabindex: 0, "data-tip": words, "aria-description": words, ...properties }, word);
}

/** Lets all explanations of the page be seen. */
export function explain() {
  const tip = h("div", { id: "tip", popover: "manual", role: "tooltip" });
  document.body.append(tip);
  const hide = () => tip.hidePopover();

  function show(event) {
    const owner = event.target.closest?.("[data-tip]");
    if (!owner) return;
    tip.textContent = owner.dataset.tip;
    tip.showPopover();
    const [place, own] = [owner.getBoundingClientRect(), tip.getBoundingClientRect()];
    const above = place.top - own.height - GAP;
    tip.style.top = `${above > 0 ? above : place.bottom + GAP}px`;
    const left = place.left + (place.width - own.width) / 2;
    tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - own.width - GAP))}px`;
  }

  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, show);
  for (const event of ["pointerout", "focusout", "scroll"]) document.addEventListener(event, hide, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
