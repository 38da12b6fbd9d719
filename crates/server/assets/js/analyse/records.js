/** Positions and games in and out: a text to set up, records of other programs, files to save. */

import { post, saveFile } from "../api.js";
import { dialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { choices, complaint, menu } from "../form.js";
import { icon } from "../icons.js";
import { gameTitle, playerName, t, tOr } from "../words.js";

const FORMATS = ["moves", "pdn", "seahorse", "json", "course-board", "aiarena"];
const formatName = (format) => tOr(`format.${format}`, format);
/** The formats that have a place for variations. */
const WITH_VARIATIONS = ["json", "pdn", "moves"];

/**
 * Asks for a position as text.
 * @param {{ text: string, random: boolean }} present the position that is shown, and whether set-ups come by lot
 * @param {(setup: string) => Promise<void>} take sets a position up, or throws what is wrong with it
 */
export function openPosition({ text, random }, take, signal) {
  const area = h(
    "textarea",
    { name: "position", rows: 4, spellcheck: "false", "aria-label": t("records.position") },
    text,
  );
  const wrong = complaint();
  dialog(
    t("records.position"),
    (close) => {
      const set = async (setup) => {
        try {
          await take(setup);
          close();
        } catch (error) {
          wrong.say(error);
          area.setAttribute("aria-invalid", "true");
        }
      };
      return [
        h("p", { class: "small faint" }, t(random ? "records.position_random" : "records.position_help")),
        area,
        wrong.element,
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { class: "primary", "data-action": "set-up", onclick: () => set(area.value) },
            t("records.set_up"),
          ),
          h("button", { onclick: () => set("-") }, t("records.start")),
          random &&
            h(
              "button",
              { onclick: () => set(`seed:${crypto.getRandomValues(new Uint32Array(1))[0]}`) },
              t("records.random"),
            ),
        ),
      ];
    },
    signal,
  );
  area.select();
}

/**
 * Reads games from a text or a file.
 * @param {string} game the one that is shown, for texts that do not say theirs
 * @param {object[]} games
 * @param {(record: object) => void} take
 */
export function openImport(game, games, take, signal) {
  const area = h("textarea", {
    name: "record",
    rows: 8,
    spellcheck: "false",
    "aria-label": t("records.text"),
    placeholder: t("records.paste"),
  });
  const wrong = complaint();
  const found = h("div", {});
  let format = "";
  dialog(
    t("records.import"),
    (close) => {
      const open = (record) => {
        close();
        take(record);
      };
      const read = async () => {
        wrong.say(null);
        replace(found);
        try {
          const { records, left_off: left } = await post(
            "/import",
            { text: area.value, game, ...(format && { format }) },
            signal,
          );
          if (records.length === 1) return open(records[0]);
          replace(
            found,
            list(records, games, open),
            left && h("p", { class: "small faint" }, t("records.left_off", { n: left })),
          );
        } catch (error) {
          wrong.say(error);
        }
      };
      const file = h("input", {
        type: "file",
        class: "unseen",
        onchange: async () => {
          area.value = (await file.files[0]?.text()) ?? "";
          read();
        },
      });
      const formats = [{ value: "", label: t("records.guess") }, ...FORMATS.map((value) => ({ value, label: formatName(value) }))];
      return [
        area,
        wrong.element,
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary", "data-action": "read", onclick: read }, t("records.read")),
          h("label", { class: "button" }, file, icon("import"), t("records.file")),
          menu(t("records.format"), [{ options: formats }], "", (value) => {
            format = value;
          }),
        ),
        found,
      ];
    },
    signal,
  );
  area.focus();
}

/** Several games of one text, to choose from. */
function list(records, games, open) {
  const title = (record) => {
    const tags = Object.fromEntries(record.tags ?? []);
    const known = games.find(({ name }) => name === record.game);
    const who = [tags.Black ?? tags.First, tags.White ?? tags.Second].filter(Boolean).join(" – ");
    return [
      who || (known ? gameTitle(known) : record.game),
      tags.Event,
      t("records.moves", { n: record.moves.length }),
      record.result && result(record, known),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return h(
    "ol",
    { class: "records" },
    records.map((record) => h("li", {}, h("button", { class: "plain", onclick: () => open(record) }, title(record)))),
  );
}

function result({ result }, game) {
  return result === "draw"
    ? t("result.draw")
    : game?.players[result]
      ? t("result.wins", { player: playerName(game.players[result]) })
      : null;
}

/**
 * Shows the game in another program's words, or the board as a picture, and saves it.
 * @param {{ game: object, setup: string, moves: string[], variations: object[], shown: string[], turned: boolean }} what
 *   `shown`: the moves that led to the position on the board, of which a picture is made
 */
export function openExport({ game, setup, moves, variations, shown, turned }, signal) {
  const area = h("textarea", { rows: 8, readonly: true, "aria-label": t("records.text") });
  const wrong = complaint();
  let made = null;
  const show = async (format) => {
    wrong.say(null);
    try {
      made = await post(
        "/export",
        {
          game: game.name,
          setup,
          moves: format === "svg" ? shown : moves,
          ...(WITH_VARIATIONS.includes(format) && { variations }),
          turned,
          format,
        },
        signal,
      );
      area.value = made.text;
    } catch (error) {
      made = null;
      area.value = "";
      wrong.say(error);
    }
  };
  const options = [...game.formats, "svg"].map((value) => ({ value, label: [formatName(value)] }));
  dialog(
    t("records.export"),
    () => [
      choices(t("records.format"), "format", options, game.formats[0], show),
      area,
      wrong.element,
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: () => made && saveFile(made) }, icon("export"), t("records.save")),
        h(
          "button",
          {
            onclick: () => {
              area.select();
              navigator.clipboard?.writeText(area.value);
            },
          },
          t("records.copy"),
        ),
      ),
    ],
    signal,
  );
  show(game.formats[0]);
}
