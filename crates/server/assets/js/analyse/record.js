/** The game under analysis: where it starts, the tree of its moves, and the position that is looked at. */

import { position as fetchPosition } from "../api.js";
import { playerName, scoreText } from "../words.js";
import { movetext, plant } from "./movetext.js";
import { Node } from "./tree.js";

export class Record {
  #positions = new Map();

  /**
   * @param {object} game
   * @param {object | null} played a game of this server, with what its players spent
   * @param {URLSearchParams} query what the address says
   * @param {AbortSignal} signal
   */
  constructor(game, played, query, signal) {
    this.game = game;
    this.played = played;
    this.signal = signal;
    this.setup = played?.setup ?? query.get("position") ?? "-";
    this.root = new Node();
    if (played) this.#follow(played.plies);
    plant(this.root, query.get("moves") ?? "");
    this.here = this.#named(query);
  }

  /** The moves of a game of this server, with what its players noted. */
  #follow(plies) {
    let node = this.root;
    for (const ply of plies) {
      node.thought = ply.chance ?? null;
      node.thinker = ply.by === "person" ? null : (ply.player ?? null);
      node = node.play(ply.move);
      node.spent = ply;
    }
  }

  /** The position that the address names: by the moves of a variation, or by a ply of the main line. */
  #named(query) {
    const main = [this.root, ...this.root.ahead];
    const line = query.get("line")?.split(" ").filter(Boolean);
    if (line) {
      let node = this.root;
      for (const move of line) node = node.children.find((child) => child.move === move) ?? node;
      return node;
    }
    const wanted = query.get("ply") ?? (query.has("review") ? 0 : main.length - 1);
    return main[Math.min(Math.max(0, Math.floor(Number(wanted)) || 0), main.length - 1)];
  }

  /**
   * Plays every line through, after which it is known who made each move. A line with a wrong move ends before it, and the
   * first such error is returned in words.
   */
  async check() {
    const wrong = await Promise.all(this.root.leaves.map((leaf) => this.#checkLine(leaf)));
    return wrong.find(Boolean) ?? null;
  }

  async #checkLine(leaf) {
    try {
      await this.at(leaf, false);
      return null;
    } catch (error) {
      if (!error.details?.ply) throw error;
      const cut = leaf.path[error.details.ply];
      if (this.here.path.includes(cut)) this.here = cut.parent;
      await this.at(cut.remove(), false);
      return error.message;
    }
  }

  /** The position of a node; who made the moves on the way to it is noted, and their words. */
  async at(node, turned) {
    const { moves } = node;
    const key = [turned, ...moves].join(" ");
    if (!this.#positions.has(key)) {
      this.#positions.set(key, await fetchPosition(this.game.name, this.setup, moves, turned, this.signal));
    }
    const position = this.#positions.get(key);
    node.path.slice(1).forEach((each, index) => {
      const { label, icon } = position.worded[index];
      Object.assign(each, { player: position.movers[index], words: label, icon: position.icons[icon] });
    });
    node.outcome = position.outcome;
    return position;
  }

  /** The line that is looked at: the way here, and on along its main continuation. */
  get line() {
    return [...this.here.path, ...this.here.ahead];
  }

  /** What an agent is asked about: the game up to a node. */
  upTo(node) {
    return { game: this.game.name, setup: this.setup, moves: node.moves };
  }

  /** Makes moves from here, and looks at the last position. */
  async play(moves) {
    this.here = this.here.follow(moves);
    await this.at(this.here, false);
  }

  /** Whether a node is of the game as it was played, and not of a variation that was tried. */
  isPlayed(node) {
    return this.played !== null && (node.spent !== null || node === this.root) && node.isMain;
  }

  /** Whether the main line is the game that was played, up to its end. */
  get #isWhole() {
    const main = this.root.ahead;
    return this.played && main.length === this.played.plies.length && main.every(({ spent }) => spent);
  }

  /** The address under which this analysis is found again, and its review if it has one. */
  address({ isReviewed = false } = {}) {
    const query = new URLSearchParams();
    const [text, here] = [movetext(this.root), this.here];
    if (this.#isWhole) {
      for (const [key, value] of Object.entries(this.played.source)) query.set(key, value);
    } else if (this.setup !== "-") {
      query.set("position", this.setup);
    }
    if (text !== "" && (!this.#isWhole || text.includes("("))) query.set("moves", text);
    if (!here.isMain) query.set("line", here.moves.join(" "));
    else if (here.children.length > 0 || isReviewed) query.set("ply", here.ply);
    if (isReviewed) query.set("review", "1");
    return `/analyse/${this.game.name}${query.size > 0 ? `?${query}` : ""}`;
  }

  /** What First got at a node: by the rules, or as the game was ended. */
  result(node) {
    const isEnd = this.isPlayed(node) && node.children.length === 0 && this.#isWhole;
    return ended(node) ?? (isEnd ? ended(this.played) : null);
  }

  /** What is known of every position of the line, by a review and by those who played. */
  get moments() {
    return this.line.map((node) => {
      const { found, judged, spent, thought, move, player } = node;
      const name = found?.mover && playerName(this.game.players[found.mover]);
      return {
        chance: found?.chance ?? this.result(node) ?? thought,
        by: found || this.result(node) !== null || thought === null ? null : node.thinker,
        words: name && `${name} ${scoreText(found)}`,
        text: move ?? undefined,
        player,
        mark: judged?.mark,
        nodes: spent?.nodes ?? judged?.nodes,
        time: spent ? spent.time_ms : judged?.time_ms,
      };
    });
  }
}

/** What First got, where the game is over. */
export function ended({ outcome }) {
  return outcome ? { first: 1, second: 0, draw: 0.5 }[outcome.winner] : null;
}
