/** The line at the top: where one can go, the language, light and dark. */

import { h, link } from "./dom.js";
import { compass, icon } from "./icons.js";
import { THEMES, chooseTheme, theme } from "./theme.js";
import { LANGUAGES, choose, language, t } from "./words.js";

/** The views one can go to, in order. */
const PLACES = ["play", "analyse", "tournaments", "agents"];

/**
 * @param {string} here the first part of the address
 * @param {() => void} anew shows the view again, in another language
 */
export function header(here, anew) {
  const places = PLACES.map((place) =>
    link(`/${place}`, { "aria-current": place === here && "page" }, t(`nav.${place}`)),
  );
  const wishes = h("div", { id: "wishes", class: "wishes", popover: "auto" }, languages(anew), themes());
  return h(
    "div",
    { class: "header" },
    link("/", { class: "brand", "aria-label": t("nav.home") }, compass(), h("span", {}, "Grandline")),
    h("nav", { "aria-label": t("nav.label") }, places),
    h("button", { class: "plain more", popovertarget: "wishes", "aria-label": t("nav.wishes") }, icon("more")),
    wishes,
  );
}

function languages(anew) {
  const button = (code) =>
    h(
      "button",
      {
        class: "plain",
        lang: code,
        "aria-pressed": String(code === language()),
        "aria-label": LANGUAGES[code],
        "data-language": code,
        onclick: async () => {
          await choose(code);
          anew();
        },
      },
      code.toUpperCase(),
    );
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": t("nav.language") },
    Object.keys(LANGUAGES).map(button),
  );
}

function themes() {
  const names = { system: t("theme.system"), light: t("theme.light"), dark: t("theme.dark") };
  const buttons = THEMES.map((name) =>
    h(
      "button",
      {
        class: "plain",
        "aria-pressed": String(name === theme()),
        "aria-label": names[name],
        "data-tip": names[name],
        "data-theme-choice": name,
        onclick: () => {
          chooseTheme(name);
          for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.themeChoice === name);
        },
      },
      icon(name),
    ),
  );
  return h("div", { class: "switch", role: "group", "aria-label": t("nav.theme") }, buttons);
}
