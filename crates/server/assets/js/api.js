/** Questions to the server. */

import { localised } from "./phrases.js";
import { hasSpoken, language, t } from "./words.js";

const ROOT = "/api/v1";

/** An answer that is not the one hoped for, in words for a person; `status` is 0 if there was none. */
export class ApiError extends Error {
  constructor(message, status, details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

async function request(path, options) {
  let answer;
  try {
    answer = await fetch(ROOT + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(t("error.unreachable"), 0);
  }
  const [said] = await Promise.all([answer.json().catch(() => ({})), hasSpoken()]);
  const body = localised(said);
  if (answer.ok) return body;
  const words = answer.status === 401 ? t("error.token") : (body.error ?? t("error.status", { status: answer.status }));
  throw new ApiError(words, answer.status, body);
}

export const get = (path, signal) => request(path, { signal });

export function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

let games = null;

/** All games; asked for once in a language, since they change only with the program. */
export function allGames() {
  if (games?.language !== language()) games = { language: language(), list: get("/games").then(({ games }) => games) };
  const { list } = games;
  list.catch(() => {
    games = null;
  });
  return list;
}

/** The game of a name, or undefined. */
export const findGame = async (name) => (await allGames()).find((game) => game.name === name);

/** The agents of a game, or of all. */
export const agentsOf = async (game, signal) =>
  (await get(game ? `/agents?game=${encodeURIComponent(game)}` : "/agents", signal)).agents;

/** A position, by its set-up and moves. */
export const position = (game, setup, moves, turned, signal) =>
  post("/position", { game, setup, moves, turned }, signal);

/** Lets the visitor save a text as a file. */
export function saveFile({ file, media_type: type, text }) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = file;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
