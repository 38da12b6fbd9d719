/** Small drawings for buttons, as paths in a square of 24. */

import { s } from "./dom.js";

const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  flip: "M7 4v15M7 19l-3-3M7 19l3-3M17 20V5M17 5l-3 3M17 5l3 3",
  resign: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  value: "M4 4h5v16H4zM4 11h5M13 16l3-5 3 3 2-4",
  share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  again: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  review: "M4 19h16M5 15l4-5 4 3 6-8",
  start: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 6l-6 6 6 6",
  forth: "M9 6l6 6-6 6",
  end: "M18 5v14M6 6l8 6-8 6z",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4" +
    "M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  dark: "M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  more: "M4 8h9M19 8h1M4 16h1M11 16h9M16 5.5v5M8 13.5v5",
  export: "M12 4v11M12 15l-4-4M12 15l4-4M5 20h14",
  import: "M12 15V4M12 4 8 8M12 4l4 4M5 20h14",
  position: "M4 4h16v16H4zM4 12h16M12 4v16M8 8h.01M16 16h.01",
  play: "M8 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  hurry: "M5 6l7 6-7 6zM13 6l7 6-7 6z",
};

/** The drawing of a name; it says nothing to those who do not see it, so a button needs words beside it. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

/** The compass of the house. */
export function compass() {
  return s(
    "svg",
    { class: "compass", viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("circle", { class: "rim", cx: 16, cy: 16, r: 13 }),
    s("path", { class: "north", d: "M22.5 9.5 18 18l-4-4z" }),
    s("path", { class: "south", d: "M9.5 22.5 14 14l4 4z" }),
  );
}
