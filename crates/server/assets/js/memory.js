/** What the browser remembers between visits: settings, and the keys of games that were started here. */

const PREFIX = "grandline.";
const MOST_GAMES = 200;

/** What was remembered under a name, or null. A browser that forbids to remember is no error. */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage everything works but the memory.
  }
}

/**
 * The games begun or joined in this browser, the newest first: `{ id, key, guestKey, inviteKey, game, agent, over }`.
 * Between two people there is no agent; the browser that began the game has both keys until the other seat is given away.
 */
export const myGames = () => remembered("games") ?? [];

/** Keeps the key of a game, which gives the right to move. */
export function keepGame(game) {
  remember("games", [game, ...myGames().filter((other) => other.id !== game.id)].slice(0, MOST_GAMES));
}

/** What this browser knows of a game that was begun or joined here, or undefined. */
export const gameOf = (id) => myGames().find((game) => game.id === id);

/** Takes a game off the list of this browser; with its key the right to move goes, too. */
export function forgetGame(id) {
  remember(
    "games",
    myGames().filter((game) => game.id !== id),
  );
}

/** Notes that a game has ended, so that the first page no longer offers to go on with it. */
export function endGame(id) {
  remember(
    "games",
    myGames().map((game) => (game.id === id ? { ...game, over: true } : game)),
  );
}
