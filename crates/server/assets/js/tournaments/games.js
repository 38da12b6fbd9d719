/** The games of a tournament that are over, each of which opens in the analysis. */

import { get } from "../api.js";
import { h, link, renew, replace } from "../dom.js";
import { menu } from "../form.js";
import { t } from "../words.js";

const PAGE = 50;
/** More games than these are asked for page by page and not looked at anew. */
const MOST = 500;

export class GameList {
  #games = [];
  #next = null;
  #wanted = ["", ""];
  /** Counts questions, so that a late answer is not taken for the present one. */
  #asked = 0;

  constructor(state, signal) {
    this.signal = signal;
    this.id = state.id;
    this.game = state.game;
    this.names = (state.definition?.agents ?? []).map(({ name }) => name);
    this.filters = h("div", { class: "row" });
    this.body = h("div", {});
    this.element = h(
      "section",
      { class: "stack-small", id: "games", tabindex: -1 },
      h("h2", {}, t("games.title")),
      this.names.length > 2 && this.filters,
      this.body,
    );
    this.#filter();
  }

  /** Shows the games of two agents. */
  choose(agent, opponent) {
    this.#wanted = [agent, opponent];
    this.#games = [];
    this.#filter();
    this.#load(0, PAGE);
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "start" });
  }

  /** There may be more games now. */
  refresh({ games }) {
    if (games.done === 0) return this.#draw();
    if (this.#games.length < MOST) this.#load(0, Math.max(PAGE, this.#games.length));
  }

  #filter() {
    const options = (all) => [
      { options: [{ value: "", label: all }, ...this.names.map((name) => ({ value: name, label: name }))] },
    ];
    const changed = (index) => (name) => {
      this.#wanted[index] = name;
      this.#load(0, PAGE);
    };
    replace(
      this.filters,
      menu(t("games.agent"), options(t("games.any_agent")), this.#wanted[0], changed(0)),
      menu(t("games.opponent"), options(t("games.any_opponent")), this.#wanted[1], changed(1)),
    );
  }

  /** Asks for games from a number on; from the first they take the place of those that are shown. */
  async #load(from, most) {
    this.#asked += 1;
    const mine = this.#asked;
    const [agent, opponent] = this.#wanted;
    const query = new URLSearchParams({ from, most: Math.min(MOST, most) });
    if (agent) query.set("agent", agent);
    if (opponent) query.set("opponent", opponent);
    try {
      const { games, next } = await get(`/tournaments/${this.id}/games?${query}`, this.signal);
      if (mine !== this.#asked) return;
      this.#games = from === 0 ? games : [...this.#games, ...games];
      this.#next = next;
      this.#draw();
    } catch (error) {
      if (!this.signal.aborted) replace(this.body, h("p", { class: "complaint" }, error.message));
    }
  }

  #draw() {
    if (this.#games.length === 0) return replace(this.body, h("p", { class: "faint" }, t("games.none")));
    const more = () => this.#load(this.#next, PAGE);
    renew(
      this.body,
      h(
        "ol",
        { class: "played" },
        this.#games.map((game) => this.#row(game)),
      ),
      this.#next !== null && h("button", { "data-action": "more", "data-key": "more", onclick: more }, t("games.more")),
    );
  }

  #row({ number, players, winner, reason, forfeit }) {
    const query = new URLSearchParams({ tournament: this.id, number, ply: 0 });
    const name = (side) => h("span", { class: winner === side ? "winner" : null }, players[side]);
    return h(
      "li",
      {},
      link(
        `/analyse/${this.game}?${query}`,
        { "data-key": number },
        h("span", { class: "unseen" }, t("games.open")),
        h("span", { class: "faint number" }, number + 1),
        h("span", { class: "who" }, name("first"), h("span", { class: "faint" }, " – "), name("second")),
        h("span", { class: "score" }, { first: "1–0", second: "0–1", draw: "½–½" }[winner]),
        h("span", { class: forfeit ? "small warning reason" : "small faint reason" }, reason),
      ),
    );
  }
}
