/**
 * Arranging a position by hand. The page knows no rule: the server says what can be put on the board, draws what was put,
 * and says in words why play cannot lead to it.
 */

import { post } from "../api.js";
import { Board } from "../board.js";
import { dialog } from "../dialog.js";
import { announce, disc, h, replace, still } from "../dom.js";
import { choices, complaint } from "../form.js";
import { icon } from "../icons.js";
import { playerName, t } from "../words.js";

/** The tool that takes pieces away. */
const ERASER = "";

/**
 * Opens the editor.
 * @param {{ game: object, text: string, turned: boolean }} present the position to begin with
 * @param {(setup: string) => Promise<void>} take sets the position up
 */
export function openEditor(present, take, signal) {
  const editor = new PositionEditor(present, signal);
  const element = dialog(
    t("edit.title"),
    (close) => {
      editor.finish = async (text) => {
        close();
        await take(text);
      };
      editor.close = close;
      return [editor.element];
    },
    signal,
  );
  element.classList.add("editor");
  editor.open();
}

class PositionEditor {
  /** The sketches before the present one. */
  #past = [];
  #present = null;
  #tool = ERASER;
  /** Changes are made one after the other. */
  #queue = Promise.resolve();

  constructor({ game, text, turned }, signal) {
    Object.assign(this, { game, turned, signal, begin: text });
    this.board = new Board((cell) => this.#change({ put: { cell, tool: this.#tool } }));
    this.board.element.classList.add("editing");
    this.palette = h("div", { class: "palette" });
    this.turn = h("div", { class: "turn" });
    this.state = h("p", { class: "validity", role: "status" });
    this.wrong = complaint();
    const button = (name, sign, onclick) =>
      h("button", { "data-action": `edit-${name}`, onclick }, icon(sign), t(`edit.${name}`));
    this.undo = button("undo", "undo", () => this.#undo());
    this.done = h(
      "button",
      { class: "primary", "data-action": "edit-done", onclick: () => this.finish(this.#present.text) },
      t("edit.done"),
    );
    this.element = h(
      "div",
      { class: "arranging" },
      this.board.element,
      h(
        "div",
        { class: "stack-small" },
        this.palette,
        this.turn,
        this.state,
        this.wrong.element,
        h(
          "div",
          { class: "row" },
          this.undo,
          button("clear", "delete", () => this.#change("clear")),
          button("start", "again", () => this.#restart("-")),
        ),
        h("div", { class: "row" }, this.done, h("button", { onclick: () => this.close() }, t("edit.cancel"))),
      ),
    );
  }

  /** Shows the first sketch. */
  open() {
    this.#restart(this.begin);
  }

  #change(change) {
    this.#queue = this.#queue.then(() => this.#ask({ sketch: this.#present?.sketch ?? this.begin, change }));
  }

  #restart(sketch) {
    this.#queue = this.#queue.then(() => this.#ask({ sketch }));
  }

  /** Offers what can be put on the board. */
  #offer({ tools, erases }) {
    const options = tools.map(({ code, label, svg }) => tool(code, label, still(svg)));
    if (erases) options.push(tool(ERASER, t("edit.eraser"), icon("delete")));
    this.#tool = tools[0].code;
    const choose = (code) => {
      this.#tool = code;
    };
    replace(this.palette, choices(t("edit.tools"), "tool", options, this.#tool, choose));
  }

  #undo() {
    const last = this.#past.pop();
    if (!last) return;
    this.#present = null;
    this.#show(last);
  }

  /** Asks for the next sketch and shows it. */
  async #ask(asked) {
    this.wrong.say(null);
    try {
      const answer = await post("/edit", { game: this.game.name, turned: this.turned, ...asked }, this.signal);
      if (answer.tools && !this.palette.hasChildNodes()) this.#offer(answer);
      if (this.#present && answer.sketch !== this.#present.sketch) this.#past.push(this.#present);
      this.#show(answer);
    } catch (error) {
      if (this.signal.aborted) return;
      this.wrong.say(error);
      if (this.#present) this.#show(this.#present);
    }
  }

  #show(answer) {
    this.#present = answer;
    const { text, problem, refused, cells } = answer;
    // Every cell can be touched at any time.
    const legal = cells.map(({ id }) => ({ move: id, path: [id] }));
    this.board.show({ ...answer, legal, last_path: [] }, { live: true });
    // The board behind the window has cells of the same names.
    for (const cell of this.board.element.querySelectorAll("[id]")) cell.removeAttribute("id");
    this.undo.disabled = this.#past.length === 0;
    this.done.disabled = text === null;
    const words = refused ?? problem ?? t("edit.valid", { player: this.#name(answer.to_move) });
    this.state.textContent = words;
    this.state.classList.toggle("invalid", Boolean(refused ?? problem));
    announce(words);
    this.#showTurn(answer);
  }

  #name(side) {
    return playerName(this.game.players[side]);
  }

  #showTurn({ chooses_turn: chooses, to_move: side }) {
    if (!chooses) return replace(this.turn);
    const held = this.turn.contains(document.activeElement);
    const options = ["first", "second"].map((value) => ({
      value,
      label: [disc(this.game.paints[value]), this.#name(value)],
    }));
    replace(this.turn, choices(t("edit.turn"), "turn", options, side, (value) => this.#change({ turn: value })));
    if (held) this.turn.querySelector("input:checked").focus();
  }
}

/** A choice of the palette: a picture, with its name for those who do not see it. */
function tool(value, label, picture) {
  return { value, label: [picture, h("span", { class: "unseen" }, label)] };
}
