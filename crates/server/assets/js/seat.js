/** A player at the table: name, what they are doing, and their clock. */

import { disc, h, replace } from "./dom.js";

export class Seat {
  #left = null;
  #since = null;

  constructor(place) {
    this.name = h("h2", { class: "name" });
    this.note = h("p", { class: "note" });
    this.verdict = h("p", { class: "verdict", hidden: true });
    this.clock = h("p", { class: "clock", role: "timer", hidden: true });
    this.element = h(
      "section",
      { class: `seat ${place}` },
      h("div", { class: "who" }, this.name, this.note, this.verdict),
      this.clock,
    );
  }

  /** Says who sits here. */
  set({ paint, name, colour, active }) {
    const beside = colour !== name && h("span", { class: "faint colour" }, colour);
    replace(this.name, disc(paint), h("span", {}, name), beside);
    this.element.classList.toggle("active", active);
  }

  /** Says what they do. */
  say(...words) {
    replace(this.note, ...words);
  }

  /** Says how the game ended in place of what they do, where the screen has no other room for it; null if it goes on. */
  conclude(words) {
    this.verdict.hidden = words === null;
    if (words) replace(this.verdict, h("strong", {}, words[0]), ` · ${words[1]}`);
  }

  /** Sets the clock to what the server says, running or not. */
  setClock(left, running) {
    this.#left = left;
    this.#since = running ? performance.now() : null;
    this.clock.hidden = left === null;
    this.element.classList.toggle("running", running);
    this.tick();
  }

  /** Shows the time as it is now. The server decides when it is up. */
  tick() {
    if (this.#left === null) return;
    const left = Math.max(0, this.#left - (this.#since === null ? 0 : performance.now() - this.#since));
    const text = time(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("short", left < 20_000);
  }
}

/** `12:05`, with tenths when time is short. */
function time(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  const padded = String(seconds).padStart(2, "0");
  return tenths < 200 ? `${minutes}:${padded}.${tenths % 10}` : `${minutes}:${padded}`;
}
