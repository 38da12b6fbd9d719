/** Questions in a game, above its buttons: what the opponent asks, what was asked of the opponent, whether to resign. */

import { announce, h, renew } from "../dom.js";
import { t } from "../words.js";

export class Asks {
  #resigning = false;
  /** What was said last, so that it is said aloud once. */
  #said = null;

  constructor(view) {
    this.view = view;
    this.element = h("section", { class: "ask", "aria-label": t("ask.label"), hidden: true });
  }

  /** Asks whether to resign. */
  resign() {
    this.#resigning = true;
    this.render();
    this.element.querySelector("button")?.focus();
  }

  render() {
    const { state, isOver, seat, mine, isShared } = this.view;
    if (isOver) this.#resigning = false;
    const { offer } = state;
    const own = offer?.by === seat;
    // On one screen nobody has to be asked.
    const asked = offer && mine && !isShared ? `${offer.kind}_${own ? "sent" : "asked"}` : null;
    const question = this.#resigning ? "resign" : asked;
    this.element.hidden = question === null;
    if (question === null) {
      this.#said = null;
      return renew(this.element);
    }
    renew(this.element, h("p", {}, t(`ask.${question}`)), h("div", { class: "row" }, this.#answers(question, offer)));
    if (this.#said !== question) announce(t(`ask.${question}`));
    this.#said = question;
  }

  #answers(question, offer) {
    const answer = (name, key, act, kind) =>
      h("button", { class: kind, "data-action": name, "data-key": name, onclick: act }, t(key));
    const decline = () => this.view.act("decline");
    if (question === "resign") {
      const end = (yes) => () => {
        this.#resigning = false;
        this.render();
        if (yes) this.view.act("resign");
        this.view.actions.element.querySelector("[data-action=resign]").focus();
      };
      return [
        answer("resign-yes", "actions.resign", end(true), "danger"),
        answer("resign-no", "ask.cancel", end(false)),
      ];
    }
    if (offer.by === this.view.seat) return [answer("withdraw", "ask.cancel", decline)];
    const accept = () => (offer.kind === "undo" ? this.view.act("undo") : this.view.partners.rematch());
    return [answer("accept", "ask.accept", accept, "primary"), answer("decline", "ask.decline", decline)];
  }
}
