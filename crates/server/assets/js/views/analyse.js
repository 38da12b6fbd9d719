/** Any position or game under analysis: the best lines as they are found, and the review of the whole. */

import { agentsOf, allGames, get, position as fetchPosition } from "../api.js";
import { openExport, openImport, openPosition } from "../analyse/records.js";
import { Lines } from "../analyse/lines.js";
import { Review, reviewButton } from "../analyse/review.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, h, link, replace } from "../dom.js";
import { menu } from "../form.js";
import { History } from "../history.js";
import { icon } from "../icons.js";
import { remember, remembered } from "../memory.js";
import { MoveList } from "../moves.js";
import { table, tabs } from "../table.js";
import { gameTitle, playerName, t, worth } from "../words.js";

export async function show({ root, rest, query, signal, go }) {
  const games = await allGames();
  const name = rest.join("/") || remembered("game") || games[0].name;
  const game = games.find((known) => known.name === name);
  if (!game) throw Object.assign(new Error(t("lost.game", { game: name })), { status: 404 });
  const agents = await agentsOf(game.name, signal);
  const played = query.has("from") ? await get(`/play/${query.get("from")}`, signal) : null;
  const view = new AnalyseView({ game, games, agents, played, query, signal, go });
  root.append(view.element);
  await view.open();
  return t("analyse.title", { game: gameTitle(game) });
}

class AnalyseView {
  /** The game that was opened, to come back to after trying something else. */
  #main = null;
  #positions = new Map();
  #report = null;

  constructor({ game, games, agents, played, query, signal, go }) {
    Object.assign(this, { game, games, played, query, signal, go });
    this.setup = played?.setup ?? query.get("position") ?? "-";
    this.moves = played?.plies.map(({ move }) => move) ?? query.get("moves")?.split(" ").filter(Boolean) ?? [];
    this.turned = played ? played.position.near !== null && played.position.near !== played.person : false;
    this.board = new Board((move) => this.#play([move]));
    this.bar = new Bar();
    this.bar.element.hidden = false;
    this.list = new MoveList((ply) => this.look(ply), signal);
    this.list.element.dataset.panel = "moves";
    const wished = query.get("agent");
    this.lines = new Lines(agents, agents.some(({ name }) => name === wished) ? wished : game.champion,
      { reported: (report) => this.#judge(report), played: (moves) => this.#play(moves) }, signal);
    this.review = new Review(() => this.#reviewed(), signal);
    this.history = new History((ply) => this.look(ply), signal);
    this.verdict = h("p", { class: "message", role: "status" });
    this.tools = h("div", { class: "tools row", "data-panel": "moves" });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
    const side = [this.#heading(), this.lines.element, this.list.element, this.history.value.element, this.verdict, this.review.element, this.tools, this.actions];
    this.element = table({ bar: this.bar.element, board: this.board.element, side, below: this.history.element, title: t("analyse.title", { game: gameTitle(game) }) });
    tabs(this.element, ["lines", "moves", "graph"]);
  }

  /** The game, to choose another. */
  #heading() {
    const options = this.games.map((game) => ({ value: game.name, label: gameTitle(game) }));
    return h("div", { class: "choice" }, menu(t("analyse.game"), [{ options }], this.game.name, (name) => this.go(`/analyse/${name}`)));
  }

  /** Shows what the address names; a wrong move leaves the game up to it. */
  async open() {
    remember("game", this.game.name);
    try {
      this.last = await this.#at(this.moves.length);
    } catch (error) {
      if (!error.details?.ply) throw error;
      this.moves = this.moves.slice(0, error.details.ply - 1);
      this.last = await this.#at(this.moves.length);
      this.verdict.textContent = error.message;
    }
    const wished = this.query.get("ply");
    const ply = wished === null ? this.query.has("review") ? 0 : this.moves.length : Math.min(Number(wished) || 0, this.moves.length);
    await this.look(ply);
    this.#reviewed();
    if (this.query.has("review") && this.moves.length > 0) this.#startReview();
  }

  async #at(ply) {
    const moves = this.moves.slice(0, ply);
    const key = [this.setup, this.turned, ...moves].join(" ");
    if (!this.#positions.has(key)) this.#positions.set(key, await fetchPosition(this.game.name, this.setup, moves, this.turned, this.signal));
    return this.#positions.get(key);
  }

  /** Looks at the position after so many moves. */
  async look(ply) {
    const before = this.ply;
    this.ply = ply;
    this.#list();
    this.history.show(ply);
    const position = await this.#at(ply);
    if (this.signal.aborted || this.ply !== ply) return;
    this.position = position;
    this.board.show(position, { live: !position.outcome, moved: ply === before + 1 });
    this.verdict.textContent = this.#words();
    this.lines.set({ game: this.game.name, setup: this.setup, moves: this.moves.slice(0, ply) }, position);
    this.#tools();
    this.#address();
    if (before !== undefined) announce(ply === 0 ? t("announce.start") : t("announce.move", { player: this.#name(position.movers.at(-1)), move: position.last }));
  }

  #name(player) {
    return playerName(this.game.players[player]);
  }

  /** Makes moves from the position that is shown; if they are others than those of the game, they take their place. */
  async #play(moves) {
    const line = [...this.moves.slice(0, this.ply), ...moves];
    const follows = line.every((move, index) => this.moves[index] === move);
    if (!follows) {
      if (this.moves.length > this.ply) this.#main ??= { moves: this.moves, ply: this.ply };
      this.moves = line;
      this.review.forget();
      try {
        this.last = await this.#at(line.length);
      } catch (error) {
        if (this.signal.aborted) return;
        this.verdict.textContent = error.message;
      }
      this.#reviewed();
    }
    await this.look(line.length);
  }

  /** Back to the game as it was opened. */
  async #return() {
    const { moves, ply } = this.#main;
    this.#main = null;
    this.review.forget();
    this.moves = moves;
    this.last = await this.#at(moves.length);
    await this.look(ply);
    this.#reviewed();
  }

  #list() {
    const plies = this.moves.map((text, index) => ({ text, player: this.last.movers[index], mark: this.review.found[index]?.mark }));
    this.list.set(plies, this.ply);
  }

  /** What the agent says of the position: the bar and the arrows. */
  #judge(report) {
    this.#report = report;
    const known = report ?? this.review.found[this.ply];
    if (!this.position) return;
    this.bar.set(known?.chance ?? ended(this.position), this.position, this.position.near ?? "first");
    this.board.mark(report ? report.lines.filter(({ path }) => path.length > 0).slice(0, 3).map(({ path }, index) => ({ path, text: String(index + 1) })) : []);
  }

  #words() {
    return this.position.outcome?.reason ?? this.review.verdict(this.ply) ?? "";
  }

  /** More is known about the game. */
  #reviewed() {
    this.#list();
    this.verdict.textContent = this.#words() || this.verdict.textContent;
    if (!this.#report) this.#judge(null);
    const { found } = this.review;
    const plies = this.#main ? null : this.played?.plies;
    const moments = [null, ...this.moves].map((text, index) => ({
      chance: found[index]?.chance ?? (index === this.moves.length ? ended(this.last) : plies?.[index]?.chance) ?? null,
      words: found[index]?.mover ? `${this.#name(found[index].mover)} ${worth(found[index])}` : undefined,
      text: text ?? undefined, player: this.last.movers[index - 1], mark: found[index - 1]?.mark,
      nodes: plies?.[index - 1]?.nodes ?? found[index - 1]?.nodes, time: plies ? plies[index - 1]?.time_ms : found[index - 1]?.time_ms,
    }));
    this.history.hide(moments.filter(({ chance }) => chance !== null).length < 2);
    this.history.set(moments, this.game.players, this.ply);
  }

  #startReview() {
    this.review.start({ game: this.game.name, setup: this.setup, moves: this.moves }, this.game.players);
    this.#tools();
  }

  #tools() {
    const { game, setup, moves, turned, signal } = this;
    const words = (name) => h("span", {}, t(`analyse.${name}`));
    const tool = (name, onclick) => h("button", { class: "plain action", "data-action": name, onclick }, icon(name), words(name));
    const shown = moves.slice(0, this.ply);
    const query = new URLSearchParams({ position: setup, moves: shown.join(" ") });
    replace(this.tools,
      moves.length > 0 && this.review.isEmpty && reviewButton(() => this.#startReview()),
      this.#main && h("button", { "data-action": "return", onclick: () => this.#return() }, icon("undo"), t("analyse.return")));
    replace(this.actions,
      this.position.near && tool("flip", () => this.#flip()),
      tool("position", () => openPosition({ text: this.position.text, random: game.random_setup }, (text) => this.#setUp(text), signal)),
      tool("import", () => openImport(game.name, this.games, (record) => this.#import(record), signal)),
      tool("export", () => openExport({ game, setup, moves, shown, turned }, signal)),
      !this.position.outcome && link(`/play/${game.name}?${query}`, { class: "button plain action" }, icon("play"), words("play")));
  }

  #flip() {
    this.turned = !this.turned;
    this.look(this.ply);
  }

  /** A wrong text is thrown back at whoever wrote it, before anything is changed. */
  async #setUp(text) {
    const { start } = await fetchPosition(this.game.name, text, [], false, this.signal);
    await this.go(`/analyse/${this.game.name}?${new URLSearchParams({ position: start })}`);
  }

  #import({ game, setup = "-", moves }) {
    this.go(`/analyse/${game}?${new URLSearchParams({ position: setup, moves: moves.join(" "), ply: "0" })}`);
  }

  /** Keeps the address in step, so that it can be shared and survives a reload. */
  #address() {
    const query = new URLSearchParams();
    if (this.played && !this.#main && this.played.plies.length === this.moves.length) {
      query.set("from", this.played.id);
    } else {
      if (this.setup !== "-") query.set("position", this.setup);
      if (this.moves.length > 0) query.set("moves", this.moves.join(" "));
    }
    if (this.ply !== this.moves.length) query.set("ply", this.ply);
    history.replaceState(null, "", `/analyse/${this.game.name}${query.size > 0 ? `?${query}` : ""}`);
  }
}

/** What First got, where the game is over. */
function ended({ outcome }) {
  return outcome ? { first: 1, second: 0, draw: 0.5 }[outcome.winner] : null;
}
