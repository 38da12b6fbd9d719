/** The report of a tournament, shown in a frame: a page of its own that may do nothing but be read, in the page's language. */

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { icon } from "../icons.js";
import { learnAlso, localisePage } from "../phrases.js";
import { followTheme } from "../theme.js";
import { t } from "../words.js";

/** Names and code, which have no language. */
const APART = "h1, section:not(#endings) tbody .name, code, pre, .moves, #games td:not(:has(details))";

export async function show({ root, rest: [id], signal }) {
  const [{ name }] = await Promise.all([get(`/tournaments/${encodeURIComponent(id)}`, signal), learnAlso("report")]);
  const address = `/api/v1/tournaments/${encodeURIComponent(id)}/report/report.html`;
  const frame = h("iframe", { src: `${address}?shown=true`, title: t("report.title", { name }) });
  frame.addEventListener("load", () => {
    if (!frame.contentDocument) return;
    localisePage(frame.contentDocument, APART);
    followTheme(frame.contentDocument, signal);
  });
  root.append(
    h(
      "div",
      { class: "report" },
      h(
        "header",
        {},
        h("h1", {}, t("report.title", { name })),
        h(
          "div",
          { class: "row" },
          link(`/tournaments/${id}`, { class: "button plain" }, t("report.back")),
          link(address, { class: "button", download: true }, icon("export"), t("tournament.report")),
        ),
      ),
      frame,
    ),
  );
  return t("report.title", { name });
}
