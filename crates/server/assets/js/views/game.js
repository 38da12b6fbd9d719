/** A game against an agent: a visitor with its key plays, all others watch. */

import { ended } from "../analyse/record.js";
import { get, position as fetchPosition, post } from "../api.js";
import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { announce, h, notice, renew } from "../dom.js";
import { History } from "../history.js";
import { agentName } from "../levels.js";
import { listen } from "../live.js";
import { openRules } from "../rules.js";
import { setAlarm } from "../title.js";
import { endGame, gameOf, keepGame } from "../memory.js";
import { MoveList } from "../moves.js";
import { Seat } from "../seat.js";
import { table } from "../table.js";
import { gameTitle, playerName, scoreText, t } from "../words.js";
import { Actions } from "../game/actions.js";
import { Asks } from "../game/asks.js";
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
    view.invite();
  }
  return `${gameTitle({ name: state.game, title: state.title })} · ${opponentName(state)}`;
}

const other = (side) => (side === "first" ? "second" : "first");

/** Whom one plays against, in a word. */
const opponentName = ({ agent }) => (agent ? agentName(agent.name) : t("seat.friend"));

class GameView {
  /** The ply that is looked at; null for the game as it is now. */
  #looked = null;
  #past = new Map();
  #hint = null;
  #line = null;
  /** What to touch next, in words. */
  #prompt = null;
  /** Whether this page goes to the rematch as soon as there is one. */
  #wantsRematch = false;

  constructor(state, turned, signal, go) {
    this.id = state.id;
    const { key = null, guestKey = null } = gameOf(this.id) ?? {};
    /** The keys of the sides that are played in this browser. */
    this.keys = { [state.person]: key, [other(state.person)]: guestKey };
    this.signal = signal;
    this.go = go;
    this.turned = turned;
    this.valued = false;
    this.board = new Board((move) => this.#play(move), {
      refused: (words, cell) => this.refuse(words, cell),
      prompted: (words) => this.#ask(words),
    });
    this.bar = new Bar();
    this.moves = new MoveList((ply) => this.look(ply), signal);
    this.seats = { far: new Seat("far"), near: new Seat("near") };
    this.state = state;
    this.asks = new Asks(this);
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

  get mine() {
    return this.keys.first !== null || this.keys.second !== null;
  }

  /** Whether both sides are played on this screen. */
  get isShared() {
    return this.keys.first !== null && this.keys.second !== null;
  }

  /** Whether the other seat can be given away from here. */
  get canInvite() {
    return this.isShared || gameOf(this.id)?.inviteKey !== undefined;
  }

  /** Whether the player at this screen is to move. */
  get isMyTurn() {
    return !this.isOver && this.state.turn === "person" && this.keys[this.state.position.to_move] !== null;
  }

  /** The side of the player at this screen; that of the player who began the game if both are here, or nobody. */
  get #own() {
    return this.keys[this.state.person] === null && this.mine ? other(this.state.person) : this.state.person;
  }

  get isOver() {
    return this.state.outcome !== null;
  }

  /** The side of the only player at this screen; null for watchers and where both sides are played here. */
  get seat() {
    return this.mine && !this.isShared ? this.#own : null;
  }

  /** Whether there is a move that may be taken back from here. */
  get canUndo() {
    const { state } = this;
    if (!state.can_undo || state.agent || this.isShared) return state.can_undo;
    return state.offer === null && state.plies.some(({ by, player }) => by === "person" && player === this.seat);
  }

  /** Whether the agent can be told to move now. */
  get canHurry() {
    return this.state.turn === "agent" && !this.state.agent_waits;
  }

  /** Who sits at the lower edge. */
  get #near() {
    return this.state.position.near ?? this.#own;
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
    for (let ply = state.plies.length - news.length + 1; ply <= state.plies.length; ply += 1) announce(this.#told(ply));
    if (state.outcome && !before?.outcome) announce(result(state, this.seat).join(". "));
    if (state.outcome && this.mine) endGame(this.id);
    if (before) this.#sound(before, news);
    // Against an agent the new key comes with the answer alone.
    if (state.rematch && !state.agent && this.#wantsRematch) this.#follow(state.rematch);
  }

  /** A move in words, with its player. */
  #told(ply) {
    const player = this.nameOf(this.state.plies[ply - 1].player);
    return t("announce.move", { player, move: this.state.position.worded[ply - 1].label });
  }

  /** Lets what happened be heard, if the visitor wants that. */
  #sound(before, news) {
    if (this.state.outcome && !before.outcome) sound("end");
    else if (news.length > 0) sound(this.isMyTurn ? "turn" : "move");
  }

  nameOf(player) {
    const { state } = this;
    if (state.agent && player !== state.person) return agentName(state.agent.name);
    if (this.isShared || !this.mine) return state.agent ? t("seat.person") : playerName(state.position.players[player]);
    return this.keys[player] !== null ? t("seat.you") : t("seat.friend");
  }

  #draw(position, moved) {
    const live = this.isMyTurn && this.#looked === null;
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
    this.bar.set(chance, this.state.position, this.#near);
  }

  /** How it ended, and what to do next. */
  #conclude() {
    const { state } = this;
    this.outcome.hidden = !this.isOver;
    this.history.hide(!this.isOver || state.plies.length < 2);
    if (!this.isOver) return;
    const [title, reason] = result(state, this.seat);
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
    announce(ply === 0 ? t("announce.start") : this.#told(ply));
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

  /** The key of the side to move, if it is played here, or of the other. */
  #key() {
    return this.keys[this.state.position.to_move] ?? this.keys.first ?? this.keys.second;
  }

  /** Does something in the game; what comes of it is heard from the live connection. */
  async act(what, more = {}) {
    try {
      return await post(`/play/${this.id}/${what}`, { key: this.#key(), ...more }, this.signal);
    } catch (error) {
      if (this.signal.aborted) return null;
      this.say(error.message);
      if (this.#looked === null) this.#draw(this.state.position, false);
      return null;
    }
  }

  /** Says why a click cannot work, on the page and aloud: the rule it breaks, or else what can be played. */
  async refuse(words, cell) {
    const { game, setup, plies } = this.state;
    const moves = plies.map(({ move }) => move);
    const why = cell && post("/position/why", { game, setup, moves, cell }, this.signal).catch(() => null);
    const reason = why && (await why)?.reason;
    if (this.signal.aborted) return;
    const told = reason ? t("board.why", { reason }) : words;
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
    this.#hint = hint;
    this.say(t("game.hint", { agent: hint.agent, move: hint.move, worth: scoreText(hint) }));
    if (this.#looked === null) this.board.mark([hint]);
  }

  toggleValue() {
    this.valued = !this.valued;
    this.render();
  }

  /** Takes the last own move back; another person is asked first, unless both play on this screen. */
  async undo() {
    const last = this.state.plies.at(-1)?.player;
    if (!this.isShared) return this.act("undo");
    if (await this.act("undo", { key: this.keys[last] })) await this.act("undo", { key: this.keys[other(last)] });
  }

  /** Plays again with sides swapped: at once, or when the other person agrees. */
  async rematch() {
    this.#wantsRematch = true;
    let next = await this.act("rematch");
    if (next?.asked && this.isShared) next = await this.act("rematch", { key: this.keys.second });
    if (!next) this.#wantsRematch = false;
    else if (!next.asked) this.#follow(next.id, next.key);
  }

  /** Goes to the rematch. Between two people the keys stay, and so does who has them. */
  #follow(id, newKey) {
    if (!this.#wantsRematch) return;
    this.#wantsRematch = false;
    const { key, guestKey, inviteKey } = gameOf(this.id) ?? {};
    const keys = this.state.agent ? { key: newKey } : { key, guestKey, inviteKey };
    keepGame({ id, ...keys, game: this.state.game, agent: this.state.agent?.name ?? null });
    this.go(`/game/${id}`);
  }

  /** Gives the other seat away: from now on the link plays it. */
  async invite() {
    const { guestKey, inviteKey = guestKey, ...kept } = gameOf(this.id) ?? {};
    const address = `${location.origin}/game/${this.id}?seat=${inviteKey}`;
    keepGame({ ...kept, inviteKey });
    this.keys[other(this.state.person)] = null;
    await this.actions.copy(address, "actions.invited", "actions.invite_by_hand");
    this.#draw(this.state.position, false);
    this.render();
  }
}
