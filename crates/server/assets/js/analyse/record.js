/** The game under analysis: where it starts, its moves, and the way back when other moves were tried. */

import { position as fetchPosition } from "../api.js";
import { playerName, scoreText } from "../words.js";

export class Record {
  /** The game that was opened, while other moves are tried. */
  #main = null;
  #positions = new Map();

  /**
   * @param {object} game
   * @param {object | null} played a game of this server, with what its players spent
   * @param {URLSearchParams} query what the address says where no such game is named
   * @param {AbortSignal} signal
   */
  constructor(game, played, query, signal) {
    this.game = game;
    this.played = played;
    this.signal = signal;
    this.setup = played?.setup ?? query.get("position") ?? "-";
    this.moves = played?.plies.map(({ move }) => move) ?? query.get("moves")?.split(" ").filter(Boolean) ?? [];
  }

  /** Looks at the last position, which knows who made each move. A wrong move leaves the game up to it, and says so. */
  async check() {
    try {
      this.last = await this.at(this.moves.length, false);
      return null;
    } catch (error) {
      if (!error.details?.ply) throw error;
      this.moves = this.moves.slice(0, error.details.ply - 1);
      this.last = await this.at(this.moves.length, false);
      return error.message;
    }
  }

  /** The position after so many moves. */
  async at(ply, turned) {
    const moves = this.moves.slice(0, ply);
    const key = [turned, ...moves].join(" ");
    if (!this.#positions.has(key)) {
      this.#positions.set(key, await fetchPosition(this.game.name, this.setup, moves, turned, this.signal));
    }
    return this.#positions.get(key);
  }

  /** What an agent is asked about: the game up to a ply. */
  upTo(ply) {
    return { game: this.game.name, setup: this.setup, moves: this.moves.slice(0, ply) };
  }

  /** Makes moves after a ply; false if they are those of the game, which then stays as it is. */
  tryOut(ply, moves) {
    const line = [...this.moves.slice(0, ply), ...moves];
    if (line.every((move, index) => this.moves[index] === move)) return false;
    if (this.moves.length > ply) this.#main ??= { moves: this.moves, ply };
    this.moves = line;
    return true;
  }

  get isTried() {
    return this.#main !== null;
  }

  /** Goes back to the game as it was opened, and says at which ply it was left. */
  restore() {
    const { moves, ply } = this.#main;
    this.#main = null;
    this.moves = moves;
    return ply;
  }

  /** The address under which this game is found again. */
  address(ply) {
    const query = new URLSearchParams();
    if (this.played && !this.isTried && this.played.plies.length === this.moves.length) {
      for (const [key, value] of Object.entries(this.played.source)) query.set(key, value);
    } else {
      if (this.setup !== "-") query.set("position", this.setup);
      if (this.moves.length > 0) query.set("moves", this.moves.join(" "));
    }
    if (ply !== this.moves.length) query.set("ply", ply);
    return `/analyse/${this.game.name}${query.size > 0 ? `?${query}` : ""}`;
  }

  /** The moves with their marks, for the list. */
  plies(found) {
    return this.moves.map((text, index) => ({ text, player: this.last.movers[index], mark: found[index]?.mark }));
  }

  /** What First got at the end: by the rules, or as the game was ended. */
  #result(plies) {
    return ended(this.last) ?? (plies ? ended(this.played) : null);
  }

  /** What is known of every position, by a review and by those who played. */
  moments(found) {
    const plies = this.isTried ? null : this.played?.plies;
    const moment = (text, index) => {
      const [here, before, spent] = [found[index], found[index - 1], plies?.[index - 1]];
      const name = here?.mover && playerName(this.game.players[here.mover]);
      const thought = index === this.moves.length ? this.#result(plies) : plies?.[index]?.chance;
      return {
        chance: here?.chance ?? thought ?? null,
        words: name && `${name} ${scoreText(here)}`,
        text,
        player: this.last.movers[index - 1],
        mark: before?.mark,
        nodes: spent?.nodes ?? before?.nodes,
        time: plies ? spent?.time_ms : before?.time_ms,
      };
    };
    return [undefined, ...this.moves].map(moment);
  }
}

/** What First got, where the game is over. */
export function ended({ outcome }) {
  return outcome ? { first: 1, second: 0, draw: 0.5 }[outcome.winner] : null;
}
