/** The page: its header, and which view stands behind which address. */

import { header } from "./header.js";
import { h, notice, replace } from "./dom.js";
import { applyTheme } from "./theme.js";
import { explain } from "./tip.js";
import { speak } from "./words.js";
import { broken, waiting } from "./views/states.js";

applyTheme();

/** Views by the first part of the address; each is loaded when it is first wanted. */
const VIEWS = {
  "": () => import("./views/home.js"),
  play: () => import("./views/play.js"),
  game: () => import("./views/game.js"),
  analyse: () => import("./views/analyse.js"),
  tournaments: () => import("./views/tournaments.js"),
  agents: () => import("./views/agents.js"),
};

const main = document.getElementById("main");
/** Aborted when the visitor leaves a view; everything a view has going on listens to it. */
let stay = new AbortController();

/** Shows the view of the present address. */
async function show() {
  stay.abort();
  stay = new AbortController();
  const { signal } = stay;
  notice(null);
  const [first, ...rest] = decodeURIComponent(location.pathname).split("/").filter(Boolean);
  const root = h("div", { class: `view view-${first ?? "home"}` });
  const late = setTimeout(() => !signal.aborted && !root.hasChildNodes() && replace(main, waiting()), 300);
  const load = VIEWS[first ?? ""] ?? (() => import("./views/not_found.js"));
  replace(document.getElementById("header"), header(first ?? "", show));
  try {
    const view = await load();
    const title = await view.show({ root, rest, query: new URLSearchParams(location.search), signal, go });
    if (signal.aborted) return;
    document.title = title ? `${title} · Grandline` : "Grandline";
    replace(main, root);
  } catch (error) {
    if (signal.aborted) return;
    if (!("status" in error)) console.error(error);
    replace(main, broken(error, show));
  } finally {
    clearTimeout(late);
  }
}

/** Goes to another address of the page. */
function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
  return show();
}

document.addEventListener("click", (event) => {
  const anchor = event.target.closest?.("a[href]");
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!anchor || elsewhere || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin)
    return;
  event.preventDefault();
  go(anchor.href);
});

addEventListener("popstate", show);
await speak();
explain();
await show();
