/** Light or dark: the system setting, unless the visitor chose. */

import { remember, remembered } from "./memory.js";

export const THEMES = ["system", "light", "dark"];

/** The choice in force. */
export const theme = () => (THEMES.includes(remembered("theme")) ? remembered("theme") : "system");

export function applyTheme() {
  const root = document.documentElement;
  if (theme() === "system") delete root.dataset.theme;
  else root.dataset.theme = theme();
}

export function chooseTheme(name) {
  remember("theme", name);
  applyTheme();
  dispatchEvent(new Event("theme"));
}

/** Styles of a page in a frame that ask for the system's theme get the one in force, now and when it is chosen anew. */
export function followTheme(framed, signal) {
  const queries = [...framed.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter(({ media }) => media?.mediaText.includes("prefers-color-scheme: dark"))
    .map(({ media }) => ({ media, asked: media.mediaText }));
  const answers = { light: () => "not all", dark: () => "screen", system: (asked) => asked };
  const answer = () => {
    for (const { media, asked } of queries) media.mediaText = answers[theme()](asked);
  };
  answer();
  addEventListener("theme", answer, { signal });
}
