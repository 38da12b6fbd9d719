/** A game against an agent: a visitor with its key plays, all others watch. */

import { get, position as fetchPosition, post } from "../api.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, h, notice, replace } from "../dom.js";
import { History } from "../history.js";
import { listen } from "../live.js";
import { endGame, keepGame, keyOf } from "../memory.js";
import { MoveList } from "../moves.js";
import { Seat } from "../seat.js";
import { table } from "../table.js";
import { gameTitle, playerName, scoreText, t } from "../words.js";
import { Actions } from "../game/actions.js";
import { thoughtNote, result } from "../game/words.js";

export async function show({ root, rest: [id], signal, go }) {
  let state = await get(`/play/${id}`, signal);
  // The visitor sees the board from the side of the person who plays.
  const turned = state.position.near !== null && state.position.near !== state.person;
  if (turned) state = await get(`/play/${id}?turned=true`, signal);
  const view = new GameView(state, turned, signal, go);
  root.append(view.element);
  return `${gameTitle({ name: state.game, title: state.title })} · ${state.agent.name}`;
}

class GameView {
  /** The ply that is looked at; null for the game as it is now. */
  #looked = null;
  #past = new Map();
  #hint = null;
  #line = null;

  constructor(state, turned, signal, go) {
    this.id = state.id;
    this.key = keyOf(this.id);
    this.signal = signal;
    this.go = go;
    this.turned = turned;
    this.valued = false;
    this.board = new Board((move) => this.#play(move));
    this.bar = new Bar();
    this.moves = new MoveList((ply) => this.look(ply), signal);
    this.seats = { far: new Seat("far"), near: new Seat("near") };
    this.actions = new Actions(this);
    this.message = h("p", { class: "message", role: "status" });
    this.outcome = h("section", { class: "outcome", hidden: true });
    this.history = new History((ply) => this.look(ply), signal);
    const side = [
      this.seats.far.element,
      this.moves.element,
      this.history.value.element,
      this.outcome,
      this.message,
      this.seats.near.element,
      this.actions.element,
    ];
    this.element = table({
      bar: this.bar.element,
      board: this.board.element,
      side,
      below: this.history.element,
      title: t("game.heading", { game: state.title, agent: state.agent.name }),
    });
    const ticking = setInterval(() => Object.values(this.seats).forEach((seat) => seat.tick()), 100);
    signal.addEventListener("abort", () => clearInterval(ticking));
    this.#take(state);
    this.#listen();
  }

  get mine() {
    return this.key !== null;
  }

  get isOver() {
    return this.state.outcome !== null;
  }

  /** Who sits at the lower edge. */
  get #near() {
    return this.state.position.near ?? this.state.person;
  }

  /** Hears of everything that happens, with the board turned as it is wanted. */
  #listen() {
    this.#line?.abort();
    this.#line = new AbortController();
    listen(
      `/play/${this.id}/live?turned=${this.turned}`,
      {
        changed: (connected) => notice(connected ? null : t("state.lost")),
        heard: (message) => {
          if (message.type === "state") this.#take(message.state);
          if (message.type === "thinking") this.#think(message);
        },
      },
      AbortSignal.any([this.signal, this.#line.signal]),
    );
  }

  #take(state) {
    const before = this.state;
    const news = before ? state.plies.slice(before.plies.length) : [];
    this.state = state;
    this.#past.clear();
    if (!before || news.length > 0 || state.plies.length < before.plies.length) this.#hint = null;
    if (this.#looked !== null && this.#looked >= state.plies.length) this.#looked = null;
    if (this.#looked === null) this.#draw(state.position, news.length > 0);
    this.render();
    for (const ply of news) announce(t("announce.move", { player: this.nameOf(ply.player), move: ply.move }));
    if (state.outcome && !before?.outcome) announce(result(state, this.mine).join(". "));
    if (state.outcome && this.mine) endGame(this.id);
  }

  nameOf(player) {
    if (player !== this.state.person) return this.state.agent.name;
    return this.mine ? t("seat.you") : t("seat.person");
  }

  #draw(position, moved) {
    const live = this.mine && this.#looked === null && this.state.turn === "person" && !this.isOver;
    this.board.show(position, { live, moved });
    this.board.mark(live && this.#hint ? [this.#hint] : []);
  }

  render() {
    const { state } = this;
    const seats = { [this.#near]: this.seats.near, [this.#near === "first" ? "second" : "first"]: this.seats.far };
    for (const player of ["first", "second"]) {
      const running = state.clock?.running === player;
      seats[player].set({
        paint: state.position.paints[player],
        name: this.nameOf(player),
        colour: playerName(state.position.players[player]),
        active: !this.isOver && state.position.to_move === player,
      });
      seats[player].setClock(state.clock ? state.clock.left_ms[player] : null, running);
    }
    this.agentSeat = seats[state.person === "first" ? "second" : "first"];
    const last = state.plies.findLast((ply) => ply.nodes !== undefined);
    this.agentSeat.say(
      ...(state.turn === "agent" ? [t("game.thinking")] : last ? thoughtNote(last) : [state.agent.description]),
    );
    const turn = state.turn === "person" && !this.isOver;
    seats[state.person].say(this.mine ? (turn ? t("game.your_turn") : "") : t("game.watching"));
    const plies = state.plies.map(({ move, player }) => ({ text: move, player }));
    this.moves.set(plies, this.#looked ?? plies.length);
    this.#judge();
    this.actions.render();
    this.#conclude();
  }

  /** The evaluation, where it was asked for or can do no harm any more. */
  #judge() {
    const shown = this.valued || this.isOver;
    const upTo = this.state.plies.slice(0, this.#looked ?? this.state.plies.length);
    const chance = upTo.findLast((ply) => ply.chance !== undefined)?.chance ?? null;
    this.bar.element.hidden = !shown;
    this.bar.set(chance, this.state.position, this.#near);
  }

  /** How it ended, and what to do next. */
  #conclude() {
    const { state } = this;
    this.outcome.hidden = !this.isOver;
    this.history.hide(!this.isOver || state.plies.length < 2);
    if (!this.isOver) return;
    const [title, reason] = result(state, this.mine);
    replace(this.outcome, h("h2", {}, title), h("p", {}, reason), this.actions.afterwards());
    const { winner } = state.outcome;
    const end = winner === "draw" ? 0.5 : winner === "first" ? 1 : 0;
    // What an agent thought about a position is kept with the move it then made.
    const moments = [null, ...state.plies].map((ply, index) => ({
      chance: index < state.plies.length ? (state.plies[index].chance ?? null) : end,
      text: ply?.move,
      player: ply?.player,
      nodes: ply?.nodes,
      time: ply?.time_ms,
    }));
    this.history.set(moments, state.position.players, this.#looked ?? state.plies.length);
  }

  #think(thought) {
    if (this.state?.turn !== "agent" || thought.ply !== this.state.plies.length) return;
    this.agentSeat.say(...thoughtNote(thought));
    if (this.valued) this.bar.set(thought.chance, this.state.position, this.#near);
  }

  /** Looks at the position after so many moves; the last is the game itself. */
  async look(ply) {
    const before = this.#looked ?? this.state.plies.length;
    this.#looked = ply >= this.state.plies.length ? null : ply;
    this.render();
    const position = await this.#at(ply);
    if (this.signal.aborted || (this.#looked ?? this.state.plies.length) !== ply) return;
    this.#draw(position, ply === before + 1);
    this.history.show(ply);
    announce(
      ply === 0
        ? t("announce.start")
        : t("announce.move", {
            player: this.nameOf(this.state.plies[ply - 1].player),
            move: this.state.plies[ply - 1].move,
          }),
    );
  }

  async #at(ply) {
    const { plies, position, game, setup } = this.state;
    if (ply >= plies.length) return position;
    if (!this.#past.has(ply)) {
      const moves = plies.slice(0, ply).map(({ move }) => move);
      this.#past.set(ply, await fetchPosition(game, setup, moves, this.turned, this.signal));
    }
    return this.#past.get(ply);
  }

  async #play(move) {
    this.say("");
    await this.act("move", { move, ply: this.state.plies.length });
  }

  /** Does something in the game; what comes of it is heard from the live connection. */
  async act(what, more = {}) {
    try {
      return await post(`/play/${this.id}/${what}`, { key: this.key, ...more }, this.signal);
    } catch (error) {
      if (this.signal.aborted) return null;
      this.say(error.message);
      if (this.#looked === null) this.#draw(this.state.position, false);
      return null;
    }
  }

  /** Tells the visitor something. */
  say(text) {
    this.message.textContent = text;
  }

  flip() {
    this.turned = !this.turned;
    this.#past.clear();
    this.#listen();
    if (this.#looked !== null) this.look(this.#looked);
  }

  async hint() {
    this.say(t("game.hint_wait"));
    const ply = this.state.plies.length;
    const hint = await this.act("hint");
    if (!hint || this.state.plies.length !== ply) return;
    this.#hint = hint;
    this.say(t("game.hint", { agent: hint.agent, move: hint.move, worth: scoreText(hint) }));
    if (this.#looked === null) this.board.mark([hint]);
  }

  async rematch() {
    const next = await this.act("rematch");
    if (!next) return;
    keepGame({ id: next.id, key: next.key, game: this.state.game, agent: this.state.agent.name });
    this.go(next.address);
  }
}
