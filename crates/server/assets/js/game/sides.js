/** Who plays which side of a game, and what the player at this screen may do. */

import { agentName } from "../levels.js";
import { gameOf } from "../memory.js";
import { playerName, t } from "../words.js";

export const other = (side) => (side === "first" ? "second" : "first");

/** Whom one plays against, in a word. */
export const opponentName = ({ agent }) => (agent ? agentName(agent.name, agent.is_champion) : t("seat.friend"));

export class Sides {
  constructor(state) {
    this.id = state.id;
    const { key = null, guestKey = null } = gameOf(this.id) ?? {};
    /** The keys of the sides that are played in this browser. */
    this.keys = { [state.person]: key, [other(state.person)]: guestKey };
    this.state = state;
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

  get isOver() {
    return this.state.outcome !== null;
  }

  /** The side of the player at this screen; that of the player who began the game if both are here, or nobody. */
  get own() {
    return this.keys[this.state.person] === null && this.mine ? other(this.state.person) : this.state.person;
  }

  /** The side of the only player at this screen; null for watchers and where both sides are played here. */
  get seat() {
    return this.mine && !this.isShared ? this.own : null;
  }

  /** Who sits at the lower edge. */
  get near() {
    return this.state.position.near ?? this.own;
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

  /** The key of the side to move, if it is played here, or of the other. */
  get key() {
    return this.keys[this.state.position.to_move] ?? this.keys.first ?? this.keys.second;
  }

  nameOf(player) {
    const { state } = this;
    if (state.agent && player !== state.person) return opponentName(state);
    if (this.isShared || !this.mine) return state.agent ? t("seat.person") : playerName(state.position.players[player]);
    return this.keys[player] !== null ? t("seat.you") : t("seat.friend");
  }

  /** A move in words, with its player. */
  told(ply) {
    const player = this.nameOf(this.state.plies[ply - 1].player);
    return t("announce.move", { player, move: this.state.position.worded[ply - 1].label });
  }
}
