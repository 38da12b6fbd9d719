/** What the players of a game agree on: taking a move back, playing again, giving a seat away. */

import { gameOf, keepGame } from "../memory.js";
import { copyLink } from "../share.js";
import { other } from "./sides.js";

export class Partners {
  /** Whether this page goes to the rematch as soon as there is one. */
  #wantsRematch = false;

  constructor(view) {
    this.view = view;
  }

  /** Takes the last own move back; another person is asked first, unless both play on this screen. */
  async undo() {
    const { view } = this;
    const last = view.state.plies.at(-1)?.player;
    if (!view.isShared) return view.act("undo");
    if (await view.act("undo", { key: view.keys[last] })) await view.act("undo", { key: view.keys[other(last)] });
  }

  /** Plays again with sides swapped: at once, or when the other person agrees. */
  async rematch() {
    const { view } = this;
    this.#wantsRematch = true;
    let next = await view.act("rematch");
    if (next?.asked && view.isShared) next = await view.act("rematch", { key: view.keys.second });
    if (!next) this.#wantsRematch = false;
    else if (!next.asked) this.#follow(next.id, next.key);
  }

  /** Goes to the rematch of two people once there is one. Against an agent the new key comes with the answer alone. */
  take({ rematch, agent }) {
    if (rematch && !agent) this.#follow(rematch);
  }

  /** Goes to the rematch if it is wanted. Between two people the keys stay, and so does who has them. */
  #follow(id, newKey) {
    if (!this.#wantsRematch) return;
    this.#wantsRematch = false;
    const { state, go } = this.view;
    const { key, guestKey, inviteKey } = gameOf(state.id) ?? {};
    const keys = state.agent ? { key: newKey } : { key, guestKey, inviteKey };
    keepGame({ id, ...keys, game: state.game, agent: state.agent?.name ?? null });
    go(`/game/${id}`);
  }

  /** Gives the other seat away: from now on the link plays it. */
  async invite() {
    const { view } = this;
    const { guestKey, inviteKey = guestKey, ...kept } = gameOf(view.id) ?? {};
    const address = `${location.origin}/game/${view.id}?seat=${inviteKey}`;
    keepGame({ ...kept, inviteKey });
    view.keys[other(view.state.person)] = null;
    view.say(await copyLink(address, "actions.invited", "actions.invite_by_hand"));
    view.draw();
    view.render();
  }
}
