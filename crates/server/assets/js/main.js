/** The page: its header, and which view stands behind which address. */

import { header } from "./header.js";
import { ApiError } from "./api.js";
import { h, notice, replace } from "./dom.js";
import { setTitle } from "./title.js";
import { applyTheme } from "./theme.js";
import { explain } from "./tip.js";
import { speak, t } from "./words.js";
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
  mine: () => import("./views/mine.js"),
};

/** The parts of the present address. */
const parts = () => decodeURIComponent(location.pathname).split("/").filter(Boolean);

/** Loads the view of an address. */
const load = ([first = ""]) => (VIEWS[first] ?? (() => import("./views/not_found.js")))();

const main = document.getElementById("main");
/** Aborted when the visitor leaves a view; everything a view has going on listens to it. */
let stay = new AbortController();

/** Shows the view of the present address. */
async function show() {
  stay.abort();
  stay = new AbortController();
  const { signal } = stay;
  notice(null);
  const [first, ...rest] = parts();
  const root = h("div", { class: `view view-${first ?? "home"}` });
  const late = setTimeout(() => !signal.aborted && !root.hasChildNodes() && replace(main, waiting()), 300);
  replace(document.getElementById("header"), header(first ?? "", show));
  try {
    const [view] = await Promise.all([load(parts()).catch(unreachable), first && dress()]);
    const title = await view.show({ root, rest, query: new URLSearchParams(location.search), signal, go });
    if (signal.aborted) return;
    setTitle(title);
    replace(main, root);
  } catch (error) {
    if (signal.aborted) return;
    if (!("status" in error)) console.error(error);
    replace(main, broken(error, show));
  } finally {
    clearTimeout(late);
  }
}

/** Loads the styles of everything but the first page, which is to be light. Their order is that of the links. */
function dress() {
  const links = [...document.querySelectorAll("link[rel=stylesheet][disabled]")];
  const loaded = (link) =>
    new Promise((done) => {
      for (const end of ["load", "error"]) link.addEventListener(end, done, { once: true });
      link.disabled = false;
    });
  return Promise.all(links.map(loaded));
}

/** A view whose files do not come: the server is down, unless the files are wrong. */
function unreachable(error) {
  if (error instanceof SyntaxError) throw error;
  throw new ApiError(t("error.unreachable"), 0);
}

/** Notes how far the page is scrolled, so that the way back leads there. */
function noteScroll() {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
}

/** Shows the view one comes back to, where it was left. */
async function comeBack(event) {
  await show();
  scrollTo(0, event.state?.scroll ?? 0);
}

/** Goes to another address of the page. */
function go(address, { replace = false } = {}) {
  noteScroll();
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

history.scrollRestoration = "manual";
addEventListener("popstate", comeBack);
addEventListener("scrollend", noteScroll);
addEventListener("pagehide", noteScroll);
// The first view comes beside the texts, and asks for what it shows.
load(parts()).then(
  (view) => view.prepare?.(),
  () => {},
);
await speak();
explain();
await show();
