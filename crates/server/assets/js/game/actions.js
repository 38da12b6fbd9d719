/**
 * What one can do in a game: a row of buttons that stays the same from the first move to the last, and the ways on when the
 * game is over. What cannot be done now is dimmed and keeps its place and the focus.
 */

import { h, link } from "../dom.js";
import { icon } from "../icons.js";
import { copyLink } from "../share.js";
import { isSounding, toggleSound } from "../sound.js";
import { t } from "../words.js";

export class Actions {
  #buttons = [];

  constructor(view) {
    this.view = view;
    const { mine, state } = view;
    const [alone, two] = [mine && state.agent, mine && !state.agent];
    const running = () => !view.isOver;
    if (alone) this.#add("hint", () => view.hint(), { can: () => view.isMyTurn });
    if (mine) this.#add("undo", () => view.partners.undo(), { can: () => view.canUndo });
    if (two && view.canInvite) this.#add("invite", () => view.partners.invite(), { can: running });
    if (alone && state.can_hurry) this.#add("hurry", () => view.act("hurry"), { can: () => view.canHurry });
    if (mine) this.#add("resign", () => view.asks.resign(), { can: running });
    if (state.position.near) this.#add("flip", () => view.flip());
    this.#add("value", () => view.toggleValue(), { can: running, on: () => view.valued });
    this.#add("sound", () => this.#toggleSound(), { on: isSounding });
    this.#add("rules", () => view.rules());
    this.#add("share", () => this.#share());
    this.element = h(
      "div",
      { class: "actions", role: "toolbar", "aria-label": t("actions.label") },
      this.#buttons.map(({ button }) => button),
    );
  }

  /** @param {{ can?: () => boolean, on?: () => boolean }} how `can`: whether it can be done now; `on`: whether it is on */
  #add(name, act, { can = () => true, on } = {}) {
    const onclick = () => can() && act();
    const properties = { class: "plain action", "data-action": name, onclick };
    const button = h("button", properties, icon(name), h("span", {}, t(`actions.${name}`)));
    this.#buttons.push({ button, can, on });
  }

  render() {
    for (const { button, can, on } of this.#buttons) {
      button.setAttribute("aria-disabled", String(!can()));
      if (on) button.setAttribute("aria-pressed", String(on()));
    }
  }

  #toggleSound() {
    toggleSound();
    this.render();
  }

  async #share() {
    this.view.say(await copyLink(location.href, "actions.shared", "actions.share_by_hand"));
  }

  /** The ways on from a game that is over. */
  afterwards() {
    const { state, mine, id } = this.view;
    const joins = !state.agent && state.rematch;
    return h(
      "div",
      { class: "row" },
      mine &&
        h(
          "button",
          { class: "primary", "data-action": "rematch", "data-key": "rematch", onclick: () => this.view.partners.rematch() },
          icon("again"),
          t(joins ? "actions.rematch_join" : "actions.rematch"),
        ),
      link(
        `/analyse/${state.game}?from=${id}&review=1`,
        { class: mine ? "button" : "button primary", "data-action": "review", "data-key": "review" },
        icon("review"),
        t("actions.review"),
      ),
      !mine && state.rematch && link(`/game/${state.rematch}`, { class: "button" }, t("actions.follow")),
      link(`/play/${state.game}`, { class: "button plain", "data-key": "new" }, t("actions.new")),
    );
  }
}
