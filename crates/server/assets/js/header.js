/** The line at the top: where one can go, the language, light and dark. */

import { h, link } from "./dom.js";
import { compass, icon } from "./icons.js";
import { THEMES, chooseTheme, theme } from "./theme.js";
import { LANGUAGES, choose, language, t } from "./words.js";

/** The views one can go to, in order, with the drawings that stand above their names on a phone. */
const PLACES = { play: "board", analyse: "review", tournaments: "trophy", agents: "agent", mine: "games" };

/**
 * @param {string} here the first part of the address
 * @param {() => void} anew shows the view again, in another language
 */
export function header(here, anew) {
  // A game that is played belongs to the first place.
  const present = here === "game" ? "play" : here;
  const places = Object.entries(PLACES).map(([place, drawing]) =>
    link(`/${place}`, { "aria-current": place === present && "page" }, icon(drawing), h("span", {}, t(`nav.${place}`))),
  );
  const preferences = h("div", { id: "preferences", class: "preferences", popover: "auto" }, languages(anew), themes());
  return h(
    "div",
    { class: "header" },
    h("a", { class: "skip", href: "#main", onclick: skip }, t("nav.skip")),
    link("/", { class: "brand", "aria-label": t("nav.home") }, compass(), h("span", {}, "Grandline")),
    h("nav", { "aria-label": t("nav.label") }, places),
    h("button", { class: "plain more", popovertarget: "preferences", "aria-label": t("nav.settings") }, icon("more")),
    preferences,
  );
}

/** Jumps to the content; the address stays as it is. */
function skip(event) {
  event.preventDefault();
  event.stopPropagation();
  document.getElementById("main").focus();
}

function languages(anew) {
  const button = (code) =>
    h(
      "button",
      {
        class: "plain",
        lang: code,
        "aria-pressed": String(code === language()),
        "aria-label": `${code.toUpperCase()}, ${LANGUAGES[code]}`,
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
