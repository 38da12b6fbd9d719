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
}
