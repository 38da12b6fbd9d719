/**
 * What the server says, in the language of the page. The server speaks English; a file `texts/phrases.CODE.json` has its
 * sentences with `{holes}` for what changes, and what stands in a hole is translated in turn.
 */

/** Fields of answers that people read. */
const FIELDS = new Set([
  "error",
  "reason",
  "description",
  "label",
  "verdict",
  "failure",
  "obstacle",
  "warnings",
  "summary",
  "limits",
  "problem",
  "refused",
]);

/** How much smaller a translated word of a picture may be written. */
const SMALLEST = 0.7;

let exact = new Map();
let templates = [];
const known = new Map();
/** The language of the sentences, and the files that were read. */
let present = "en";
let read = new Set();

/** A text with the spaces that must not end a line: French has one before `:`, `;`, `!`, `?`, `%` and inside « ». */
export const spaced = (text) => (present === "fr" ? text.replace(/ (?=[:;!?%»])|(?<=«) /g, "\u00a0") : text);

/** Loads the sentences of a language; English needs none. */
export function learn(code) {
  known.clear();
  [exact, templates, present, read] = [new Map(), [], code, new Set()];
  return learnAlso("phrases");
}

/** Loads more sentences of the language, which only some views need. */
export async function learnAlso(name) {
  if (present === "en" || read.has(name)) return;
  read.add(name);
  known.clear();
  const answer = await fetch(new URL(`../texts/${name}.${present}.json`, import.meta.url));
  for (const [source, target] of Object.entries(await answer.json())) {
    if (source.includes("{")) templates.push(compile(source, spaced(target)));
    else exact.set(source, spaced(target));
  }
  // The sentence with most words of its own fits best.
  templates.sort((a, b) => b.weight - a.weight);
}

function compile(source, target) {
  const holes = [];
  const pattern = source
    .split(/(\{\w+\})/)
    .map((part) => {
      if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      holes.push(part.slice(1, -1));
      // A number is one word; other holes may be anything.
      return /^\{[nm]\}$/.test(part) ? "(\\S+?)" : "(.+?)";
    })
    .join("");
  const weight = source.replace(/\{\w+\}/g, "").length;
  return { pattern: new RegExp(`^${pattern}$`, "s"), holes, target, weight };
}

/** A sentence of the server in the language of the page; what is not known stays as it is. */
export function translated(text) {
  if (typeof text !== "string" || (templates.length === 0 && exact.size === 0)) return text;
  if (!known.has(text)) known.set(text, find(text));
  return known.get(text);
}

function find(text) {
  const whole = exact.get(text);
  if (whole !== undefined) return whole;
  for (const { pattern, holes, target } of templates) {
    const match = pattern.exec(text);
    if (!match) continue;
    const values = Object.fromEntries(holes.map((name, index) => [name, translated(match[index + 1])]));
    return target.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
  }
  return text;
}

/** Whether a field is for the page to put into words: the verdict of a proven result, which is `win`, `draw` or `loss`. */
const isFact = (value, key) => key === "verdict" && "margin" in value;

/** A verdict with minus signs before its numbers: the command line writes hyphens. */
const signed = (verdict) => verdict.replace(/(?<=: )-(?=\d)/g, "−");

/** An answer of the server with everything in it that people read in their language. */
export function localised(value, field = "") {
  if (typeof value === "string") return FIELDS.has(field) ? translated(field === "verdict" ? signed(value) : value) : value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = localised(value[index], field);
  } else if (value !== null && typeof value === "object") {
    for (const key of Object.keys(value)) if (!isFact(value, key)) value[key] = localised(value[key], key);
  }
  return value;
}

/** Where a sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.!?]) (?=[A-Z†])/;

/** A decimal number, which is neither part of a version such as 0.1.0 nor the increment of a clock such as 10+0.1. */
const DECIMAL = /(?<![\p{L}\d.,]|\d\+)(\d+)\.(\d+)(?![\d.]*\d)/gu;

/** Several sentences, each by itself, with the numbers of the language. */
const translatedAll = (text) => decimals(text.split(BETWEEN_SENTENCES).map(translated).join(" "));

const decimals = (text) => (present === "fr" ? text.replace(DECIMAL, "$1,$2") : text);

/** Translates a page of the server's that is shown whole. What matches `apart` stays as it is. */
export function localisePage(page, apart) {
  if (templates.length === 0 && exact.size === 0) return;
  page.documentElement.lang = present;
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = node.data.trim();
    // What stands around it, such as the space before a word in bold, is kept.
    if (text && !node.parentElement.closest(apart)) node.data = node.data.replace(text, () => translatedAll(text));
  }
  for (const name of ["aria-label", "title"])
    for (const element of page.querySelectorAll(`[${name}]:not(${apart})`))
      element.setAttribute(name, translatedAll(element.getAttribute(name)));
}

/** Translates the words of a picture: its title, the names of its cells, and what is written in it. */
export function localisePicture(svg) {
  if (templates.length === 0 && exact.size === 0) return;
  for (const element of svg.querySelectorAll("[aria-label]"))
    element.setAttribute("aria-label", translated(element.getAttribute("aria-label")));
  for (const element of svg.querySelectorAll("title, text")) {
    const [before, after] = [element.textContent, translated(element.textContent)];
    element.textContent = after;
    // The place for a word is as wide as the English one.
    const size = Number(element.getAttribute("font-size"));
    const share = Math.max(SMALLEST, before.length / after.length);
    if (size > 0 && share < 1) element.setAttribute("font-size", Math.round(1000 * size * share) / 1000);
  }
}
