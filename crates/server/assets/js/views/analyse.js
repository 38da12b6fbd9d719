/** Any position or game under analysis: the best lines as they are found, and the review of the whole. */

import { agentsOf, allGames, get, position as fetchPosition } from "../api.js";
import { openExport, openImport, openPosition } from "../analyse/records.js";
import { Lines } from "../analyse/lines.js";
import { Record, ended } from "../analyse/record.js";
import { Review, reviewButton } from "../analyse/review.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, disc, h, link, replace } from "../dom.js";
import { menu } from "../form.js";
import { History } from "../history.js";
import { icon } from "../icons.js";
import { remember, remembered } from "../memory.js";
import { MoveList } from "../moves.js";
import { table, tabs } from "../table.js";
import { gameTitle, playerName, signed, t } from "../words.js";

/** More arrows than these hide the board. */
const MOST_ARROWS = 3;

export async function show({ root, rest, query, signal, go }) {
  const games = await allGames();
  const name = rest.join("/") || remembered("game") || games[0].name;
  const game = games.find((known) => known.name === name);
  if (!game) throw Object.assign(new Error(t("lost.game", { game: name })), { status: 404 });
  // Programs of the machine play, but say too little to analyse with.
  const agents = (await agentsOf(game.name, signal)).filter(({ kind }) => kind !== "program");
  const played = await playedGame(query, signal);
  const view = new AnalyseView({ game, games, agents, played, query, signal, go });
  root.append(view.element);
  await view.open();
  return t("analyse.title", { game: gameTitle(game) });
}

/** A game of this server that the address names: one against an agent, or one of a tournament. */
async function playedGame(query, signal) {
  const [from, tournament, number] = ["from", "tournament", "number"].map((key) => query.get(key));
  if (from) return { ...(await get(`/play/${from}`, signal)), source: { from } };
  if (!tournament || !number) return null;
  const path = `/tournaments/${encodeURIComponent(tournament)}/games/${encodeURIComponent(number)}`;
  return { ...(await get(path, signal)), source: { tournament, number } };
}

class AnalyseView {
  /** What the agent that thinks has found in the position that is shown. */
  #report = null;

  constructor({ game, games, agents, played, query, signal, go }) {
    Object.assign(this, { game, games, query, signal, go });
    this.record = new Record(game, played, query, signal);
    this.turned = played?.person ? played.position.near !== null && played.position.near !== played.person : false;
    this.board = new Board((move) => this.#play([move]), { scored: true });
    this.bar = new Bar();
    this.bar.element.hidden = false;
    this.list = new MoveList((ply) => this.look(ply), signal);
    this.list.element.dataset.panel = "moves";
    const wished = query.get("agent");
    this.lines = new Lines(
      agents,
      agents.some(({ name }) => name === wished) ? wished : game.champion,
      { reported: (report) => this.#judge(report), played: (moves) => this.#play(moves) },
      signal,
    );
    this.review = new Review(() => this.#reviewed(), signal);
    this.history = new History((ply) => this.look(ply), signal);
    this.verdict = h("p", { class: "message", role: "status" });
    this.tools = h("div", { class: "tools row", "data-panel": "moves" });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
    const side = [
      this.#heading(),
      this.lines.element,
      this.list.element,
      this.history.value.element,
      this.verdict,
      this.review.element,
      this.tools,
      this.actions,
    ];
    this.element = table({
      bar: this.bar.element,
      board: this.board.element,
      side,
      below: this.history.element,
      title: t("analyse.title", { game: gameTitle(game) }),
    });
    tabs(this.element, ["lines", "moves", "graph"]);
  }

  /** The game, to choose another. */
  #heading() {
    const options = this.games.map((game) => ({ value: game.name, label: gameTitle(game) }));
    return h(
      "div",
      { class: "choice" },
      menu(t("analyse.game"), [{ options }], this.game.name, (name) => this.go(`/analyse/${name}`)),
      this.record.played?.tournament && this.#contest(this.record.played),
    );
  }

  /** Who played a game of a tournament, and the way back to it. */
  #contest({ players, number, tournament }) {
    const name = (side) => [disc(this.game.paints[side]), h("strong", {}, players[side])];
    return h(
      "p",
      { class: "contest small" },
      name("first"),
      " – ",
      name("second"),
      " ",
      link(`/tournaments/${tournament.id}`, {}, t("analyse.contest", { tournament: tournament.name, number })),
    );
  }

  /** Shows what the address names. */
  async open() {
    remember("game", this.game.name);
    const wrong = await this.record.check();
    const length = this.record.moves.length;
    const reviewing = this.query.has("review") && length > 0;
    const wished = this.query.get("ply") ?? (reviewing ? 0 : length);
    await this.look(Math.min(Number(wished) || 0, length));
    this.#reviewed();
    if (wrong) this.verdict.textContent = wrong;
    if (reviewing) this.#startReview();
  }

  /** Looks at the position after so many moves. */
  async look(ply) {
    const before = this.ply;
    this.ply = ply;
    this.list.set(this.record.plies(this.review.found), ply);
    this.history.show(ply);
    const position = await this.record.at(ply, this.turned);
    if (this.signal.aborted || this.ply !== ply) return;
    this.position = position;
    this.board.show(position, { live: !position.outcome, moved: ply === before + 1 });
    this.verdict.textContent = this.#words();
    this.lines.set(this.record.upTo(ply), position);
    this.#tools();
    // The address keeps in step, so that it can be shared and survives a reload.
    history.replaceState(null, "", this.record.address(ply));
    if (before !== undefined) announce(this.#name(position));
  }

  /** What is said of the move that led to a position. */
  #name({ ply, movers, last }) {
    if (ply === 0) return t("announce.start");
    return t("announce.move", { player: playerName(this.game.players[movers.at(-1)]), move: last });
  }

  /** Makes moves from the position that is shown; if they are others than those of the game, they take their place. */
  async #play(moves) {
    const ply = this.ply + moves.length;
    if (this.record.tryOut(this.ply, moves)) await this.#renew();
    await this.look(ply);
  }

  /** Back to the game as it was opened. */
  async #return() {
    const ply = this.record.restore();
    await this.#renew();
    await this.look(ply);
  }

  /** The game is another now. */
  async #renew() {
    this.review.forget();
    this.ply = Math.min(this.ply, this.record.moves.length);
    await this.record.check();
    this.#reviewed();
  }

  /** What the agent says of the position: the bar and the arrows. */
  #judge(report) {
    this.#report = report;
    if (!this.position) return;
    const known = report ?? this.review.found[this.ply];
    this.bar.set(known?.chance ?? ended(this.position), this.position, this.position.near ?? "first");
    const lines = report?.lines.filter(({ path }) => path.length > 0).slice(0, MOST_ARROWS) ?? [];
    this.board.mark(lines.map(({ path }, index) => ({ path, text: String(index + 1) })));
    this.board.score(this.#values(report?.moves ?? []));
  }

  /** The proven values of moves as the board writes them. */
  #values(moves) {
    const kind = (value) => (value > 0 ? "win" : value < 0 ? "loss" : "draw");
    return moves.filter(({ exact }) => exact).map(({ move, value }) => {
      const path = this.position.legal.find((known) => known.move === move)?.path ?? [];
      return { path, text: signed(value), kind: kind(value) };
    });
  }

  #words() {
    const { played, isTried, moves } = this.record;
    // A game may end otherwise than by its rules: by a clock, or because both agreed.
    const ending = !isTried && this.ply === moves.length ? played?.outcome?.reason : null;
    return this.position.outcome?.reason ?? ending ?? this.review.verdict(this.ply) ?? "";
  }

  /** More is known about the game. */
  #reviewed() {
    const { found } = this.review;
    this.list.set(this.record.plies(found), this.ply);
    if (this.position) this.verdict.textContent = this.#words() || this.verdict.textContent;
    if (!this.#report) this.#judge(null);
    const moments = this.record.moments(found);
    this.history.hide(moments.filter(({ chance }) => chance !== null).length < 2);
    this.history.set(moments, this.game.players, this.ply);
  }

  #startReview() {
    this.review.start(this.record.upTo(this.record.moves.length), this.game.players);
    this.#tools();
  }

  #tools() {
    const { game, turned, signal } = this;
    const { setup, moves, isTried } = this.record;
    const words = (name) => h("span", {}, t(`analyse.${name}`));
    const tool = (name, onclick) =>
      h("button", { class: "plain action", "data-action": name, onclick }, icon(name), words(name));
    const shown = moves.slice(0, this.ply);
    const query = new URLSearchParams({ position: setup, moves: shown.join(" ") });
    replace(
      this.tools,
      moves.length > 0 && this.review.isEmpty && reviewButton(() => this.#startReview()),
      isTried &&
        h("button", { "data-action": "return", onclick: () => this.#return() }, icon("undo"), t("analyse.return")),
    );
    replace(
      this.actions,
      this.position.near && tool("flip", () => this.#flip()),
      tool("position", () =>
        openPosition({ text: this.position.text, random: game.random_setup }, (text) => this.#setUp(text), signal),
      ),
      tool("import", () => openImport(game.name, this.games, (record) => this.#import(record), signal)),
      tool("export", () => openExport({ game, setup, moves, shown, turned }, signal)),
      !this.position.outcome &&
        link(`/play/${game.name}?${query}`, { class: "button plain action" }, icon("play"), words("play")),
    );
  }

  #flip() {
    this.turned = !this.turned;
    this.look(this.ply);
  }

  /** A wrong text is reported to the caller before anything is changed. */
  async #setUp(text) {
    const { start } = await fetchPosition(this.game.name, text, [], false, this.signal);
    await this.go(`/analyse/${this.game.name}?${new URLSearchParams({ position: start })}`);
  }

  #import({ game, setup = "-", moves }) {
    this.go(`/analyse/${game}?${new URLSearchParams({ position: setup, moves: moves.join(" "), ply: "0" })}`);
  }
}
