/** Any position or game under analysis: the best lines as they are found, and the review of the whole. */

import { agentsOf, allGames, get, position as fetchPosition } from "../api.js";
import { Because } from "../analyse/because.js";
import { openEditor } from "../analyse/editor.js";
import { textOf, variationsOf } from "../analyse/movetext.js";
import { openExport, openImport, openPosition } from "../analyse/records.js";
import { Lines } from "../analyse/lines.js";
import { MoveTree } from "../analyse/move_tree.js";
import { Record } from "../analyse/record.js";
import { Retry, retryButton } from "../analyse/retry.js";
import { Review, reviewButton, shareButton, verdict } from "../analyse/review.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, disc, h, link, replace } from "../dom.js";
import { menu } from "../form.js";
import { History } from "../history.js";
import { icon } from "../icons.js";
import { remember, remembered } from "../memory.js";
import { table, tabs } from "../table.js";
import { why } from "../why.js";
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
    this.board = new Board((move) => this.#play([move]), {
      scored: true,
      refused: (words, click) => this.#refuse(words, click),
    });
    this.bar = new Bar();
    this.bar.element.hidden = false;
    this.list = new MoveTree((node) => this.look(node), signal);
    this.list.element.dataset.panel = "moves";
    const wanted = query.get("agent");
    this.lines = new Lines(
      agents,
      agents.some(({ name }) => name === wanted) ? wanted : game.champion,
      { reported: (report) => this.#judge(report), played: (moves) => this.#play(moves) },
      signal,
    );
    this.review = new Review(() => this.#reviewed(), signal);
    this.retry = new Retry({
      show: (ply) => this.look(this.review.nodes[ply]),
      ended: () => this.look(this.record.here),
    });
    this.history = new History((ply) => this.look(this.record.line[ply]), signal);
    this.because = new Because((node) => this.look(node), signal);
    this.verdict = h("p", { class: "message", role: "status" });
    this.tools = h("div", { class: "tools row", "data-panel": "moves" });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
    const side = [
      this.#heading(),
      this.lines.element,
      this.list.element,
      this.history.value.element,
      this.verdict,
      this.because.element,
      this.retry.element,
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
    // A review stands beside the moves.
    tabs(this.element, ["lines", "moves", "graph"], query.has("review") ? "moves" : "lines");
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
      link(`/tournaments/${tournament.id}`, {}, t("analyse.contest", { tournament: tournament.name, number: number + 1 })),
    );
  }

  /** Shows what the address names. */
  async open() {
    remember("game", this.game.name);
    const wrong = await this.record.check();
    await this.look(this.record.here);
    if (wrong) this.#say(wrong);
    if (this.record.root.children.length > 0) this.#resumeReview(this.query.has("review"));
    if (this.query.has("edit")) this.#edit();
  }

  /** Looks at a position. */
  async look(node) {
    const before = this.shown;
    this.shown = node;
    this.because.shown = node;
    this.record.here = node;
    this.#renew();
    const position = await this.record.at(node, this.turned);
    if (this.signal.aborted || this.shown !== node) return;
    this.position = position;
    this.board.show(position, { live: !position.outcome, moved: before !== undefined && node.parent === before });
    this.#say(this.retry.isOn ? "" : this.#words());
    this.because.set(this.retry.isOn ? null : node);
    // A visitor who looks for a move is not told it.
    if (this.retry.isOn) this.lines.rest();
    else this.lines.set(this.record.upTo(node), position);
    this.#tools();
    // The address keeps in step, so that it can be shared and survives a reload.
    this.#noteAddress();
    if (before !== undefined) announce(this.#name(position));
  }

  #noteAddress() {
    const { nodes, isDone } = this.review;
    const isReviewed = isDone && nodes.at(-1)?.isMain;
    history.replaceState(history.state, "", this.record.address({ isReviewed }));
  }

  /** What is said of the move that led to a position. */
  #name({ ply, movers, last }) {
    if (ply === 0) return t("announce.start");
    return t("announce.move", { player: playerName(this.game.players[movers.at(-1)]), move: last });
  }

  /** Makes moves from the position that is shown; if they are others than those of the game, they are a variation. */
  async #play(moves) {
    if (this.retry.isOn) {
      this.retry.judge(moves[0]);
      return this.look(this.record.here);
    }
    await this.record.play(moves);
    await this.look(this.record.here);
  }

  /** Draws what shows the line that is looked at. */
  #renew() {
    const { root, here, moments } = this.record;
    this.list.set(root, here);
    this.history.hide(moments.filter(({ chance }) => chance !== null).length < 2);
    this.history.set(moments, this.game.players, here.ply);
  }

  /** What the agent says of the position: the bar and the arrows. */
  #judge(report) {
    this.#report = report;
    if (!this.position) return;
    const { here } = this.record;
    const chance = this.record.result(here) ?? (report ?? here.found)?.chance ?? null;
    this.bar.set(chance, this.position, this.position.near ?? "first");
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

  #say(words) {
    this.verdict.textContent = words;
  }

  /** Says why a click cannot work, on the page and aloud; without words, what was said before. */
  async #refuse(words, click) {
    const { here } = this.record;
    const told = click ? await why(this.record.upTo(here), words, click, this.signal) : words;
    if (this.signal.aborted || this.record.here !== here) return;
    if (told) announce(told);
    this.#say(told || (this.retry.isOn ? "" : this.#words()));
  }

  #words() {
    const { played, here } = this.record;
    // A game may end otherwise than by its rules: by a clock, or because both agreed.
    const ending = this.record.result(here) === null ? null : played?.outcome?.reason;
    return this.position.outcome?.reason ?? ending ?? verdict(here) ?? "";
  }

  /** More is known about the game. */
  #reviewed() {
    this.#renew();
    if (!this.position) return;
    if (!this.retry.isOn) {
      this.#say(this.#words() || this.verdict.textContent);
      this.because.set(this.record.here);
    }
    if (this.review.isDone) this.#noteAddress();
    if (!this.#report) this.#judge(null);
    this.#tools();
  }

  /** The side whose mistakes are retried: that of the person who played, or both. */
  get #retried() {
    return this.record.played?.person ?? null;
  }

  #canRetry() {
    const { found, isDone } = this.review;
    return isDone && !this.retry.isOn && Retry.mistakes(found, this.#retried).length > 0;
  }

  #startRetry() {
    this.retry.start(this.review.found, this.#retried, this.game.players);
    this.#tools();
  }

  /** Shows the review that the server has of the game, or makes one where the address asks for it. */
  async #resumeReview(isWanted) {
    const { root } = this.record;
    const main = [root, ...root.ahead];
    const subject = [main, this.record.upTo(main.at(-1)), this.game.players];
    await (isWanted ? this.review.start(...subject) : this.review.restore(...subject));
    this.#tools();
  }

  async #startReview() {
    const { line } = this.record;
    await this.review.start(line, this.record.upTo(line.at(-1)), this.game.players);
    this.#tools();
  }

  #tools() {
    const { game, turned, signal } = this;
    const { setup, line, here, root } = this.record;
    const words = (name) => h("span", {}, t(`analyse.${name}`));
    const tool = (name, onclick) =>
      h("button", { class: "plain action", "data-action": name, onclick }, icon(name), words(name));
    const shown = here.moves;
    const moves = root.ahead.map(({ move }) => move);
    const variations = variationsOf(root);
    const query = new URLSearchParams({ position: setup, moves: shown.join(" ") });
    const canReview = line.length > 1 && line.slice(1).some(({ judged }) => !judged) && !this.review.isRunning;
    replace(
      this.tools,
      canReview && reviewButton(() => this.#startReview()),
      this.#canRetry() && retryButton(() => this.#startRetry()),
      this.review.isDone && !this.retry.isOn && shareButton((words) => this.#say(words)),
      !here.isMain && !this.retry.isOn && this.#variationTools(),
    );
    replace(
      this.actions,
      this.position.near && tool("flip", () => this.#flip()),
      tool("edit", () => this.#edit()),
      tool("position", () =>
        openPosition({ text: this.position.text, random: game.random_setup }, (text) => this.#setUp(text), signal),
      ),
      tool("import", () => openImport(game.name, this.games, (record) => this.#import(record), signal)),
      tool("export", () => openExport({ game, setup, moves, variations, shown, turned }, signal)),
      !this.position.outcome &&
        link(`/play/${game.name}?${query}`, { class: "button plain action" }, icon("play"), words("play")),
    );
  }

  /** What is done with the variation that is looked at. */
  #variationTools() {
    const { here } = this.record;
    const tool = (name, sign, onclick) =>
      h("button", { "data-action": name, "data-tip": t(`tree.${name}_tip`), onclick }, icon(sign), t(`tree.${name}`));
    return h(
      "div",
      { class: "variation-tools" },
      tool("return", "undo", () => this.look(here.path.findLast((node) => node.isMain))),
      tool("promote", "promote", () => {
        here.promote();
        this.look(here);
      }),
      tool("delete", "delete", () => this.look(here.branch.remove())),
    );
  }

  #edit() {
    const { game, turned, signal, position } = this;
    openEditor({ game, text: position.text, turned }, (text) => this.#setUp(text), signal);
  }

  #flip() {
    this.turned = !this.turned;
    this.look(this.record.here);
  }

  /** A wrong text is reported to the caller before anything is changed. */
  async #setUp(text) {
    const { start } = await fetchPosition(this.game.name, text, [], false, this.signal);
    await this.go(`/analyse/${this.game.name}?${new URLSearchParams({ position: start })}`);
  }

  #import(record) {
    const { game, setup = "-" } = record;
    this.go(`/analyse/${game}?${new URLSearchParams({ position: setup, moves: textOf(record), ply: "0" })}`);
  }
}
