/** Building the page. Text is always text here: nothing that a user or a server wrote is read as HTML. */

import { localisePicture } from "./phrases.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Properties that begin with `on` are listeners, `value` and `checked` are set, all others are attributes;
 * what is null, undefined or false is left out.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for drawings. */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Puts new children in place of the old ones. */
export function replace(element, ...children) {
  element.replaceChildren(...present(children));
}

/** What is being pressed: it must still be there when it is let go, or nothing would have been pressed. */
let pressed = null;
addEventListener("pointerdown", (event) => {
  pressed = event.target;
});
for (const ending of ["pointerup", "pointercancel", "pointermove"]) {
  // It may have been let go elsewhere, which shows when the pointer comes back.
  addEventListener(ending, (event) => {
    if (event.buttons === 0) pressed = null;
  });
}

/** What waits until it can be drawn. */
const waiting = new WeakMap();

/**
 * The same for what is drawn again while one looks at it: whatever had the keys and a `data-key` has them again, what
 * was opened stays open, what was scrolled stays where it was, and nothing goes away while it is being pressed.
 */
export function renew(element, ...children) {
  const isWaiting = waiting.has(element);
  waiting.set(element, children);
  if (!isWaiting) drawWhenFree(element);
}

function drawWhenFree(element) {
  if (pressed && element.contains(pressed)) return setTimeout(() => drawWhenFree(element), 100);
  const children = waiting.get(element);
  waiting.delete(element);
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const open = [...element.querySelectorAll("details")].map((details) => details.open);
  const scrolled = [...element.querySelectorAll(".scroll")].map(({ scrollLeft }) => scrollLeft);
  replace(element, ...children);
  element.querySelectorAll("details").forEach((details, index) => {
    details.open = open[index] ?? false;
  });
  element.querySelectorAll(".scroll").forEach((place, index) => {
    place.scrollLeft = scrolled[index] ?? 0;
  });
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

function present(children) {
  return children
    .flat(2)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child));
}

/** A picture from the server, which draws all of it and lets no text of a user into it unescaped. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return s("svg");
  const svg = document.adoptNode(parsed);
  localisePicture(svg);
  const title = svg.querySelector(":scope > title");
  svg.setAttribute("aria-label", title?.textContent ?? "");
  // A title would hang a tooltip on the whole board.
  title?.remove();
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return svg;
}

/** A picture that is only looked at: its cells have no names that could be there twice in a page. */
export function still(text) {
  const svg = picture(text);
  for (const cell of svg.querySelectorAll("[id]")) cell.removeAttribute("id");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** Says something to those who listen to the page instead of looking at it. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** An error without a place of its own: shown above everything until it is put right. Nothing takes it away. */
export function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text ?? "";
  place.hidden = !text;
}

/** The link to an address of the page. */
export function link(address, properties, ...children) {
  return h("a", { href: address, ...properties }, ...children);
}

/** A small coloured disc that stands for a player beside their name. */
export function disc(paint) {
  return s(
    "svg",
    { class: "disc", viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("circle", { class: `f-${paint}`, cx: 8, cy: 8, r: 7 }),
  );
}
