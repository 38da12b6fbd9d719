/** A game against an agent: a visitor with its key plays, all others watch. */

import { ended } from "../analyse/record.js";
import { get, position as fetchPosition, post } from "../api.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, h, notice, renew } from "../dom.js";
import { History } from "../history.js";
import { listen } from "../live.js";
import { openRules } from "../rules.js";
import { setAlarm } from "../title.js";
import { endGame, gameOf, keepGame } from "../memory.js";
import { MoveList } from "../moves.js";
import { Seat } from "../seat.js";
import { table } from "../table.js";
import { why } from "../why.js";
import { gameTitle, playerName, scoreText, t } from "../words.js";
import { Actions } from "../game/actions.js";
import { Asks } from "../game/asks.js";
import { Partners } from "../game/partners.js";
import { opponentName, other, Sides } from "../game/sides.js";
import { play as sound } from "../sound.js";
import { thoughtNote, result } from "../game/words.js";

export async function show({ root, rest: [id], query, signal, go }) {
  let state = await get(`/play/${id}`, signal);
  if (query.has("seat")) {
    // The key of a seat was in the address; it is kept, and no longer shown.
    if (!gameOf(id)) keepGame({ id, guestKey: query.get("seat"), game: state.game, agent: null });
    history.replaceState(history.state, "", `/game/${id}`);
  }
  // The visitor sees the board from the side of the person who plays.
  const kept = gameOf(id);
  const own = kept?.guestKey && !kept.key ? other(state.person) : state.person;
  const turned = state.position.near !== null && state.position.near !== own;
  if (turned) state = await get(`/play/${id}?turned=true`, signal);
  const view = new GameView(state, turned, signal, go);
  root.append(view.element);
  if (query.has("invite")) {
    history.replaceState(history.state, "", `/game/${id}`);
    view.partners.invite();
  }
  return `${gameTitle({ name: state.game, title: state.title })} · ${opponentName(state)}`;
}

class GameView extends Sides {
  /** The ply that is looked at; null for the game as it is now. */
  #looked = null;
  #past = new Map();
  #hint = null;
  #line = null;
  /** What to touch next, in words. */
  #prompt = null;

  constructor(state, turned, signal, go) {
    super(state);
    this.signal = signal;
    this.go = go;
    this.turned = turned;
    this.valued = false;
    this.board = new Board((move) => this.#play(move), {
      refused: (words, click) => this.refuse(words, click),
      prompted: (words) => this.#ask(words),
    });
    this.bar = new Bar();
    this.moves = new MoveList((ply) => this.look(ply), signal);
    this.seats = { far: new Seat("far"), near: new Seat("near") };
    this.asks = new Asks(this);
    this.partners = new Partners(this);
    this.actions = new Actions(this);
    this.back = h(
      "button",
      { class: "primary back-to-live", hidden: true, onclick: () => this.look(this.state.plies.length) },
      t("game.back"),
    );
    this.moves.element.append(this.back);
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
      this.asks.element,
      this.actions.element,
    ];
    this.element = table({
      bar: this.bar.element,
      board: this.board.element,
      side,
      below: this.history.element,
      title: t("game.heading", { game: gameTitle({ name: state.game, title: state.title }), agent: opponentName(state) }),
    });
    const ticking = setInterval(() => Object.values(this.seats).forEach((seat) => seat.tick()), 100);
    signal.addEventListener("abort", () => clearInterval(ticking));
    this.state = null;
    this.#take(state);
    this.#listen();
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
    if (!before || news.length > 0 || state.plies.length < before.plies.length || state.outcome) this.#forgetHint();
    if (this.#looked !== null && this.#looked >= state.plies.length) this.#looked = null;
    if (this.#looked === null) this.draw(state.position, news.length > 0);
    this.render();
    for (let ply = state.plies.length - news.length + 1; ply <= state.plies.length; ply += 1) announce(this.told(ply));
    if (state.outcome && !before?.outcome) announce(result(state, this.seat).join(". "));
    if (state.outcome && this.mine) endGame(this.id);
    if (before) this.#sound(before, news);
    this.partners.take(state);
  }

  /** A hint is for one position: its arrow and its words go with it. */
  #forgetHint() {
    if (this.#hint && this.message.textContent === this.#hint.words) this.say("");
    this.#hint = null;
  }

  /** Lets what happened be heard, if the visitor wants that. */
  #sound(before, news) {
    if (this.state.outcome && !before.outcome) sound("end");
    else if (news.length > 0) sound(this.isMyTurn ? "turn" : "move");
  }

  /** Draws the board: the game as it is now, unless another position is looked at. */
  draw(position = this.state.position, moved = false) {
    const live = this.isMyTurn && this.#looked === null;
    this.board.show(position, { live, moved });
    this.board.mark(live && this.#hint ? [this.#hint] : []);
  }

  render() {
    const { state } = this;
    const seats = { [this.near]: this.seats.near, [this.near === "first" ? "second" : "first"]: this.seats.far };
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
    this.agentSeat = seats[other(state.person)];
    this.sitting = seats;
    for (const player of ["first", "second"]) seats[player].say(...this.#note(player));
    const { worded, icons } = state.position;
    const plies = state.plies.map(({ move, player }, index) => {
      const { label, icon } = worded[index];
      return { text: move, player, words: label, icon: icons[icon] };
    });
    this.moves.set(plies, this.#looked ?? plies.length);
    this.back.hidden = this.#looked === null || this.isOver;
    setAlarm(this.isMyTurn ? t("game.alarm") : null);
    this.#judge();
    this.actions.render();
    this.asks.render();
    this.#conclude();
  }

  /** What is said of a player. */
  #note(player) {
    const { state } = this;
    if (state.agent && player !== state.person) {
      const last = state.plies.findLast((ply) => ply.nodes !== undefined);
      if (state.turn === "agent") return [t(state.agent_waits ? "game.waiting" : "game.thinking")];
      return last ? thoughtNote(last) : [state.agent.description];
    }
    if (!this.mine) return [t("game.watching")];
    const turn = !this.isOver && state.turn === "person" && state.position.to_move === player;
    if (!turn) return [""];
    if (this.keys[player] === null) return [t("game.their_turn")];
    return [t("game.your_turn"), this.#prompt && ` · ${this.#prompt}`];
  }

  /** Says what to touch next, also aloud once a move has been started. */
  #ask(words) {
    const changed = words !== this.#prompt;
    this.#prompt = words;
    if (!changed || !this.sitting) return;
    const mover = this.state.position.to_move;
    this.sitting[mover].say(...this.#note(mover));
    if (words && this.board.isNarrowed) announce(words);
  }

  /** The evaluation, where it was asked for or can do no harm any more. */
  #judge() {
    const shown = this.valued || this.isOver;
    const upTo = this.state.plies.slice(0, this.#looked ?? this.state.plies.length);
    const thought = upTo.findLast((ply) => ply.chance !== undefined)?.chance ?? null;
    // The result of a game that is over says more than what was thought of it.
    const chance = this.#looked === null ? (ended(this.state) ?? thought) : thought;
    this.bar.element.hidden = !shown;
    this.bar.set(chance, this.state.position, this.near);
  }

  /** How it ended, and what to do next. */
  #conclude() {
    const { state } = this;
    this.outcome.hidden = !this.isOver;
    this.history.hide(!this.isOver || state.plies.length < 2);
    const told = this.isOver ? result(state, this.seat) : null;
    this.seats.near.conclude(told);
    if (!told) return;
    const [title, reason] = told;
    renew(this.outcome, h("h2", {}, title), h("p", {}, reason), this.actions.afterwards());
    const end = ended(state);
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
    if (this.valued) this.bar.set(thought.chance, this.state.position, this.near);
  }

  /** Looks at the position after so many moves; the last is the game itself. */
  async look(ply) {
    const before = this.#looked ?? this.state.plies.length;
    this.#looked = ply >= this.state.plies.length ? null : ply;
    this.render();
    const position = await this.#at(ply);
    if (this.signal.aborted || (this.#looked ?? this.state.plies.length) !== ply) return;
    this.draw(position, ply === before + 1);
    this.history.show(ply);
    announce(ply === 0 ? t("announce.start") : this.told(ply));
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
      if (this.#looked === null) this.draw();
      return null;
    }
  }

  /** Says why a click cannot work, on the page and aloud: the rule it breaks, or else what can be played. */
  async refuse(words, click) {
    const { game, setup, plies } = this.state;
    const position = { game, setup, moves: plies.map(({ move }) => move) };
    // Where nothing has to be asked it is said at once, before what to touch next.
    const told = click ? await why(position, words, click, this.signal) : words;
    if (this.signal.aborted) return;
    this.say(told);
    announce(told);
  }

  rules() {
    openRules({ name: this.state.game, title: this.state.title }, this.signal);
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
    const words = t("game.hint", { agent: t("level.champion"), move: hint.label ?? hint.move, worth: scoreText(hint) });
    this.#hint = { ...hint, words };
    this.say(words);
    if (this.#looked === null) this.board.mark([hint]);
  }

  toggleValue() {
    this.valued = !this.valued;
    this.render();
  }
}
