/** The language of the page: texts by key, names and numbers as people of that language write them. */

import { remembered, remember } from "./memory.js";
import { learn, spaced } from "./phrases.js";

/** Languages by their code, each with a file `texts/CODE.json`. */
export const LANGUAGES = { en: "English", fr: "Français" };

let texts = {};
let present = preferred();
/** Kept once the texts have come. */
let spoken = Promise.resolve();

function preferred() {
  const wanted = [remembered("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((code) => Object.hasOwn(LANGUAGES, code ?? "")) ?? "en";
}

/** Loads the texts of the language that was chosen, or that the browser prefers. */
export function speak(code = preferred()) {
  spoken = load(code);
  return spoken;
}

async function load(code) {
  const [answer] = await Promise.all([fetch(new URL(`../texts/${code}.json`, import.meta.url)), learn(code)]);
  const read = Object.entries(await answer.json());
  texts = Object.fromEntries(read.map(([key, text]) => [key, spaced(text)]));
  present = code;
  document.documentElement.lang = code;
}

/** Waits until the page has its language. */
export const hasSpoken = () => spoken.catch(() => {});

/** Loads another language and remembers it. */
export async function choose(code) {
  await speak(code);
  remember("language", code);
}

/** The code of the language of the page. */
export const language = () => present;

/**
 * The text of a key, with `{names}` in it replaced. A key with `_one` beside it is used where `n` is one.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const single = values.n === 1 ? texts[`${key}_one`] : undefined;
  const text = single ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A text that starts as sentences do: with a capital letter, if with a letter. */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(present) + text.slice(1);

/** The page's own text of a key, or what the server says where the page has none. */
export const tOr = (key, fallback) => texts[key] ?? fallback;

/** What a player is called: the server's word, translated where the page knows it. */
export const playerName = (name) => tOr(`player.${name}`, name);

export const gameTitle = (game) => tOr(`game.${game.name}.title`, game.title);
export const gameSummary = (game) => tOr(`game.${game.name}.summary`, game.summary);

/** A number with so many decimals at most; a minus is a minus and not a hyphen. */
export function number(value, decimals = 0) {
  return new Intl.NumberFormat(present, { maximumFractionDigits: decimals }).format(value).replace("-", "−");
}

/** Between a number and its unit, which stay on one line. */
const GAP = "\u00a0";

/** A number of nodes and the like: `950`, `8.1 k`, `812 k`, `1.2 M`. */
export function count(value) {
  for (const [unit, size] of [
    ["G", 1e9],
    ["M", 1e6],
    ["k", 1e3],
  ]) {
    if (value >= size) return `${number(value / size, value < 10 * size ? 1 : 0)}${GAP}${unit}`;
  }
  return number(value);
}

/** A text of the server with its large numbers written as in the language. */
export const grouped = (text) => text?.replace(/\d{5,}/g, (digits) => number(Number(digits)));

/** A length of time: `320 ms`, `1.4 s`, `2 min 5 s`, `1 h 20 min`. */
export function duration(milliseconds) {
  const part = (value, unit) => `${value}${GAP}${unit}`;
  const parts = (whole, unit, rest, smaller) => (rest === 0 ? part(whole, unit) : `${part(whole, unit)} ${part(rest, smaller)}`);
  if (milliseconds < 999.5) return part(number(milliseconds), "ms");
  if (milliseconds < 59_500) return part(number(milliseconds / 1000, milliseconds < 9950 ? 1 : 0), "s");
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3570) return parts(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  return parts(number(Math.floor(minutes / 60)), "h", minutes % 60, "min");
}

/** A length of time that is only estimated, without digits that mean nothing: `38 min`, `2 min 10 s`. */
export function roughly(milliseconds) {
  const step = milliseconds < 10_000 ? 1000 : milliseconds < 600_000 ? 10_000 : milliseconds < 36e5 ? 60_000 : 600_000;
  return duration(Math.max(step, step * Math.round(milliseconds / step)));
}

/** So many of something, such as nodes: `1 node`, `8.1 k nodes`. The key has a text for one. */
export const counted = (key, value) => (value === 1 ? t(key, { n: 1 }) : t(key, { n: count(value) }));

/** The day of a number of seconds since 1970. */
export const day = (seconds) => new Intl.DateTimeFormat(present, { dateStyle: "medium" }).format(1000 * seconds);

export const percent = (share) => `${number(100 * share)}${GAP}%`;

/** A whole number with its sign: `+2`, `0`, `−1`. */
export function signed(value) {
  return (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value);
}

/** A score, seen by the player to move: a proven result in words, an estimate as a signed number. */
export function scoreText({ value, result }) {
  if (result) {
    const { verdict, margin, plies } = result;
    if (verdict === "draw") return t("worth.draw");
    const verb = verdict === "win" ? "wins" : "loses";
    if (margin !== null) return t(`worth.${verb}.by`, { n: Math.abs(margin) });
    return plies === null ? t(`worth.${verb}`) : t(`worth.${verb}.in`, { n: plies });
  }
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return (
    sign +
    new Intl.NumberFormat(present, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.abs(value))
  );
}
