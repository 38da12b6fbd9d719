/** The report of a tournament, shown in a frame: a page of its own that may do nothing but be read. */

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

export async function show({ root, rest: [id], signal }) {
  const { name } = await get(`/tournaments/${encodeURIComponent(id)}`, signal);
  const address = `/api/v1/tournaments/${encodeURIComponent(id)}/report/report.html`;
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
      h("iframe", { src: `${address}?shown=true`, title: t("report.title", { name }) }),
    ),
  );
  return t("report.title", { name });
}
