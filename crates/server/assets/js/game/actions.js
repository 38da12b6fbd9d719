/** What one can do in a game: a row of buttons while it lasts, and the ways on when it is over. */

import { h, link, replace } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

export class Actions {
  #sure = false;

  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
  }

  render() {
    const { view } = this;
    const { state, mine, isOver } = view;
    if (this.#sure && !isOver) return this.#confirm();
    const playing = mine && !isOver;
    replace(
      this.element,
      playing && this.#button("hint", () => view.hint(), { disabled: state.turn !== "person" }),
      playing && this.#button("undo", () => view.act("undo"), { disabled: !state.can_undo }),
      playing && state.turn === "agent" && state.can_hurry && this.#button("hurry", () => view.act("hurry")),
      playing && this.#button("resign", () => this.#ask(true)),
      state.position.near && this.#button("flip", () => view.flip()),
      !isOver && this.#button("value", () => this.#toggleValue(), { "aria-pressed": String(view.valued) }),
      this.#button("share", () => this.#share()),
    );
  }

  #button(name, onclick, more = {}) {
    return h(
      "button",
      { class: "plain action", "data-action": name, onclick, ...more },
      icon(name),
      h("span", {}, t(`actions.${name}`)),
    );
  }

  #ask(sure) {
    this.#sure = sure;
    this.render();
    this.element.querySelector("button").focus();
  }

  #confirm() {
    replace(
      this.element,
      h("p", {}, t("actions.resign_sure")),
      h(
        "button",
        {
          class: "danger",
          "data-action": "resign-yes",
          onclick: () => {
            this.#sure = false;
            this.view.act("resign");
          },
        },
        t("actions.resign_yes"),
      ),
      h("button", { onclick: () => this.#ask(false) }, t("actions.resign_no")),
    );
  }

  #toggleValue() {
    this.view.valued = !this.view.valued;
    this.view.render();
  }

  async #share() {
    const address = location.href;
    try {
      await navigator.clipboard.writeText(address);
      this.view.say(t("actions.shared"));
    } catch {
      // Without a clipboard the address can still be read.
      this.view.say(t("actions.share_by_hand", { address }));
    }
  }

  /** The ways on from a game that is over. */
  afterwards() {
    const { state, mine, id } = this.view;
    return h(
      "div",
      { class: "row" },
      mine &&
        h(
          "button",
          { class: "primary", "data-action": "rematch", onclick: () => this.view.rematch() },
          icon("again"),
          t("actions.rematch"),
        ),
      link(
        `/analyse/${state.game}?from=${id}&review=1`,
        { class: mine ? "button" : "button primary", "data-action": "review" },
        icon("review"),
        t("actions.review"),
      ),
      !mine && state.rematch && link(`/game/${state.rematch}`, { class: "button" }, t("actions.follow")),
      link(`/play/${state.game}`, { class: "button plain" }, t("actions.new")),
    );
  }
}
