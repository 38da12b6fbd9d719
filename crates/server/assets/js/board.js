/**
 * A board on which moves are made. It knows no game: a position has cells with names, and every legal move is a path of
 * them. Touching a cell narrows the moves to those whose path goes on with it; a path that is complete is played.
 */

import { cellOf, drag } from "./drag.js";
import { h, picture, replace, s } from "./dom.js";
import { fly } from "./flight.js";
import { draw, write } from "./marks.js";
import { t } from "./words.js";

/** How many moves are named where a touch cannot work. */
const MOST_NAMED = 4;
/** The height of the row of values under a board, in cells. */
const FOOT = 0.6;

/** The part of a cell that is touched and has the keys. */
const areaOf = (cell) => cell.querySelector(".hit");

/** Gives the name of a cell to the part that is touched: what is drawn in the cell is a picture and no text to read. */
function nameArea(cell) {
  const area = areaOf(cell);
  area.setAttribute("aria-label", cell.getAttribute("aria-label") ?? cell.dataset.cell);
  for (const name of ["aria-label", "role"]) cell.removeAttribute(name);
  for (const text of cell.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
}

export class Board {
  /** The cells touched so far. */
  #touched = [];
  #position = null;
  #live = false;
  /** The cell that has the keys, "" for the board itself, so that they come back when it is drawn anew. */
  #focused = null;
  #svg = null;
  #question = null;
  /** Whether the arrow keys go from cell to cell. */
  #inside = false;
  /** The cell that had the keys last. */
  #visited = null;

  /**
   * @param {(move: string) => void} play is told the move that was made
   * @param {object} [how]
   * @param {boolean} [how.scored] leaves room for values under the board, where cells stand in one row
   * @param {(words: string, click: { cell: string, touched: string[] } | null) => void} [how.refused] is told that a touch
   *   leads nowhere, of which cell, and what was touched before; without words, that the last touch was right
   * @param {(words: string | null) => void} [how.prompted] is told what to touch next, where the game says so
   */
  constructor(play, { scored = false, refused, prompted } = {}) {
    this.play = play;
    this.refused = refused;
    this.prompted = prompted;
    this.scored = scored;
    this.element = h("div", {
      class: "board",
      tabindex: -1,
      role: "region",
      "aria-label": t("board.label"),
      "aria-description": t("board.keys"),
    });
    this.element.addEventListener("pointerdown", () => {
      this.#inside = false;
    });
    this.element.addEventListener("click", (event) => this.touch(cellOf(event.target)));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", () => {
      // While the other side moves no cell can have the keys; they come back to the one that had them.
      const cell = cellOf(document.activeElement);
      this.#focused = cell ?? (document.activeElement === this.element && this.#live ? "" : this.#focused) ?? "";
      this.#visited = cell ?? this.#visited;
    });
    drag(this);
  }

  /**
   * Shows a position.
   * @param {object} position
   * @param {{ live?: boolean, moved?: boolean }} how `live`: the visitor may move; `moved`: the last move is seen to
   *   happen
   */
  show(position, { live = false, moved = false } = {}) {
    // An element that is taken away gives the keys to the body; one that was left gives them to another.
    if (document.activeElement !== document.body && !this.element.contains(document.activeElement))
      this.#focused = null;
    const dragged = this.element.classList.contains("dropped");
    this.element.classList.remove("dropped");
    this.#position = position;
    this.#live = live;
    this.#touched = [];
    this.#svg = picture(position.svg);
    this.#svg.setAttribute("role", "group");
    for (const cell of this.#cells()) nameArea(cell);
    const foot = this.#hasFoot() ? FOOT : 0;
    this.#svg.setAttribute("viewBox", `0 0 ${position.size.x} ${position.size.y + foot}`);
    this.element.style.setProperty("--ratio", position.size.x / (position.size.y + foot));
    replace(this.element, this.#svg);
    this.#question = null;
    if (moved && !dragged) fly(this.#svg, position.last_path);
    this.#refresh();
    if (this.#focused === "") this.element.focus({ preventScroll: true });
    else if (this.#focused !== null) this.#focus(this.#focused);
  }

  /** Points at moves, the best first: `{ path, text }`. */
  mark(lines) {
    if (this.#svg) draw(this.#svg, lines);
  }

  /** Writes the values of moves under their cells, if there is room: `{ path, text, kind }`. */
  score(values) {
    if (this.#svg && this.#hasFoot()) write(this.#svg, values, this.#position.size.y + FOOT / 2);
  }

  /** Whether values have a place: each move is a cell, and all cells stand in one row. */
  #hasFoot() {
    const { cells, legal } = this.#position;
    return this.scored && cells.every(({ y }) => y === cells[0].y) && legal.every(({ path }) => path.length === 1);
  }

  /** Whether a move has been started. */
  get isNarrowed() {
    return this.#touched.length > 0;
  }

  /** Whether a cell may be touched now. */
  canTouch(id) {
    return this.#next().has(id) || this.#starts().has(id);
  }

  /** Whether touching a cell leads on to others rather than ending a move. */
  leadsOn(id) {
    const path = this.#next().has(id) ? [...this.#touched, id] : [id];
    return this.#moves(path).some((move) => move.path.length > path.length);
  }

  /** Whether a cell continues what was touched before. */
  continues(id) {
    return this.#touched.length > 0 && this.#next().has(id);
  }

  /** Touches a cell: goes on with the path, begins another, or, elsewhere, starts over. */
  touch(id) {
    if (!this.#live) return;
    const again = this.#touched.length > 0 && id === this.#touched.at(-1) && !this.#next().has(id);
    if (!again) this.#explain(id);
    if (again || !id || !this.canTouch(id)) this.#touched = [];
    else if (this.#next().has(id)) this.#touched = [...this.#touched, id];
    else this.#touched = [id];
    const complete = this.#moves(this.#touched).filter((move) => move.path.length === this.#touched.length);
    if (this.#touched.length > 0 && complete.length > 0) {
      if (complete.length === 1 && this.#next().size === 0) return this.#finish(complete[0].move);
      this.#refresh();
      return this.#ask(complete);
    }
    this.#refresh();
    if (this.element.contains(document.activeElement)) this.#focus(id);
  }

  /**
   * Says which cells can be touched where the one that was touched cannot: the board knows no rule, but all legal moves.
   */
  #explain(id) {
    if (!id || !this.refused) return;
    if (this.canTouch(id)) return this.refused("", null);
    const place = areaOf(this.#cell(id))?.getAttribute("aria-label") ?? id;
    const moves = [...new Set(this.#moves(this.#touched).map(({ move }) => move))];
    // One more is named rather than counted.
    const named = moves.length > MOST_NAMED + 1 ? MOST_NAMED : moves.length;
    const some = moves.slice(0, named).join(", ");
    const key = moves.length > named ? "board.cannot_many" : "board.cannot";
    this.refused(t(key, { place, moves: some, n: moves.length - named }), { cell: id, touched: [...this.#touched] });
  }

  /** Forgets what was touched. */
  startOver() {
    this.touch(null);
  }

  #finish(move) {
    this.#live = false;
    this.#refresh();
    this.play(move);
  }

  /** A path that is complete and also the beginning of another: stop here or go on? */
  #ask(complete) {
    const choose = (move) => () => {
      this.#question?.remove();
      this.#question = null;
      if (move) this.#finish(move);
      else this.#focus([...this.#next()][0]);
    };
    const stops = complete.map(({ move }) =>
      h("button", { class: "primary", onclick: choose(move) }, t("board.stop", { move })),
    );
    const goes = this.#next().size > 0 && h("button", { onclick: choose(null) }, t("board.go"));
    this.#question = h(
      "div",
      { class: "question", role: "dialog", "aria-label": t("board.question") },
      h("p", {}, t("board.question")),
      h("div", { class: "row" }, stops, goes),
    );
    // What is pressed in the question is not a touch of the board.
    this.#question.addEventListener("click", (event) => event.stopPropagation());
    this.element.append(this.#question);
    this.#question.querySelector("button").focus();
  }

  #moves(path) {
    return this.#live ? this.#position.legal.filter((move) => path.every((id, index) => move.path[index] === id)) : [];
  }

  /** The cells that begin a move. */
  #starts() {
    return new Set(this.#moves([]).map((move) => move.path[0]));
  }

  /** The cells that go on with what was touched. */
  #next() {
    const cells = this.#moves(this.#touched).map((move) => move.path[this.#touched.length]);
    return new Set(cells.filter((id) => id !== undefined));
  }

  /** Lets every cell look and answer as what it is now. */
  #refresh() {
    const [next, touched] = [this.#next(), new Set(this.#touched)];
    this.element.classList.toggle("narrowed", this.#live && touched.size > 0);
    this.element.classList.toggle("live", this.#live);
    this.#question?.remove();
    this.#question = null;
    for (const cell of this.#cells()) {
      const id = cell.dataset.cell;
      const can = next.has(id);
      cell.classList.toggle("next", can);
      cell.classList.toggle("touched", touched.has(id));
      const area = areaOf(cell);
      area.setAttribute("role", can ? "button" : "img");
      if (can || touched.has(id)) area.setAttribute("tabindex", -1);
      else area.removeAttribute("tabindex");
    }
    this.element.setAttribute("tabindex", this.#live ? 0 : -1);
    this.prompted?.(this.#prompt());
    this.#carry();
  }

  /** What the game says about the next touch, or null. */
  #prompt() {
    if (!this.#live) return null;
    const [first = null] = this.#touched;
    const fits = (prompt) => prompt.touched === this.#touched.length && prompt.first === first;
    return this.#position.prompts?.find(fits)?.label ?? null;
  }

  /** A piece that is on its way stands where it has come to, above the cells on its way. */
  #carry() {
    this.#svg?.querySelector(".carried")?.remove();
    for (const hidden of this.#svg?.querySelectorAll(".piece.away") ?? []) hidden.classList.remove("away");
    const piece = this.#cell(this.#touched[0])?.querySelector(".piece");
    if (!piece || this.#touched.length < 2) return;
    const { x, y } = this.centre(this.#touched.at(-1));
    this.#svg.append(s("g", { class: "carried", transform: `translate(${x} ${y})` }, piece.cloneNode(true)));
    piece.classList.add("away");
  }

  /** The centre of a cell in the units of the picture. */
  centre(id) {
    return this.#position.cells.find((cell) => cell.id === id);
  }

  #cells() {
    return [...(this.#svg?.querySelectorAll(".cell") ?? [])];
  }

  #cell(id) {
    return this.#cells().find((cell) => cell.dataset.cell === id);
  }

  /** Gives the keys to a cell, or to the nearest that can be touched, or to the board. */
  #focus(id) {
    const [next, from] = [[...this.#next()], this.centre(id)];
    const distance = (other) => (from ? Math.hypot(this.centre(other).x - from.x, this.centre(other).y - from.y) : 0);
    const nearest = this.#cell(next.sort((a, b) => distance(a) - distance(b))[0]);
    const target = nearest && areaOf(nearest);
    (target ?? this.element).focus({ preventScroll: true });
  }

  /**
   * Enter goes from the board to its cells, Escape back; arrow keys go from cell to cell only in between. Everywhere else,
   * also after a click, they step through the moves.
   */
  #key(event) {
    const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const here = cellOf(event.target);
    const enters = event.key === "Enter" || event.key === " ";
    if (event.key === "Escape" && this.#touched.length > 0) {
      const [first] = this.#touched;
      this.startOver();
      this.#focus(first);
    } else if (event.key === "Escape" && here) {
      this.#inside = false;
      this.element.focus({ preventScroll: true });
    } else if (enters && event.target === this.element && this.#live) {
      this.#inside = true;
      this.#focus(this.#visited);
    } else if (enters && here) {
      this.#inside = true;
      this.touch(here);
    } else if (keys[event.key] && here && this.#inside) {
      const next = this.#neighbour(here, ...keys[event.key]);
      if (next) this.#focus(next);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell that can be touched in a direction; those straight ahead are nearer than those aside. */
  #neighbour(id, dx, dy) {
    const from = this.centre(id);
    let [best, least] = [null, Infinity];
    for (const other of this.#next()) {
      const to = this.centre(other);
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (ahead > 0.01 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
    }
    return best;
  }
}
