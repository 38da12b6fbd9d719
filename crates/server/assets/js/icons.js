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
  invite: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M18 8v6M15 11h6",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 9h6M9 13h6",
  board: "M4 4h16v16H4zM12 4v16M4 12h16M7 7h2v2H7zM15 15h2v2h-2z",
  trophy: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8M9.5 18h5",
  agent: "M5 9h14v10H5zM12 9V5M12 5h.01M9 13v1.5M15 13v1.5M2.5 13v3M21.5 13v3",
  games: "M4 6h.01M8 6h12M4 12h.01M8 12h12M4 18h.01M8 18h12",
  sound: "M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  promote: "M12 20V5M12 5l-5 5M12 5l5 5",
  delete: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
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
