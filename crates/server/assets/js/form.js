/** Parts of forms. */

import { h, replace } from "./dom.js";
import { number, t } from "./words.js";

/**
 * A row of choices of which one is taken.
 * @param {string} legend
 * @param {string} name
 * @param {{ value: string, label: (Node | string)[] }[]} options
 * @param {string} value the one that is taken
 * @param {(value: string) => void} [changed]
 */
export function choices(legend, name, options, value, changed) {
  const option = (each) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name,
        value: each.value,
        checked: each.value === value,
        onchange: () => changed?.(each.value),
      }),
      each.label,
    );
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, options.map(option)));
}

/** A number with its unit beside it. */
export function numberField(label, unit, { name, value, min, max, step = 1 }) {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "unseen" }, label),
    h("input", { type: "number", name, value, min, max, step, required: true, inputmode: "decimal" }),
    unit,
  );
}

/** The value of the choice or field of a name, or undefined where it is not there. */
export function valueOf(form, name) {
  return form.elements.namedItem(name)?.value;
}

/** A list to choose from, with groups: `{ label, options: { value, label }[] }[]`. */
export function menu(label, groups, value, changed) {
  const option = (each) => h("option", { value: each.value, selected: each.value === value }, each.label);
  return h(
    "label",
    { class: "field", "data-tip": label },
    h("span", { class: "unseen" }, label),
    h(
      "select",
      { onchange: (event) => changed(event.target.value) },
      groups.map((group) =>
        group.label ? h("optgroup", { label: group.label }, group.options.map(option)) : group.options.map(option),
      ),
    ),
  );
}

/**
 * Leaves fields that are not shown out of a form: a number that was wrong before its field was hidden must not keep the form
 * from being sent.
 */
export function skipHidden(form) {
  for (const field of form.querySelectorAll("input[type=number]")) field.disabled = field.closest("[hidden]") !== null;
}

/** What is wrong with the first number of a form that cannot be sent, or null. */
export function objection(form) {
  const field = form.querySelector("input[type=number]:invalid");
  if (!field) return null;
  const [label] = field.labels;
  const name = (label.querySelector(".unseen") ?? label).textContent.trim();
  const { min, max, step, validity } = field;
  const isFar = validity.rangeUnderflow || validity.rangeOverflow;
  if (isFar || !validity.stepMismatch) return t("form.between", { name, min: number(Number(min), 3), max: number(Number(max), 3) });
  return step === "1" ? t("form.whole", { name }) : t("form.step", { name, step: number(Number(step), 3) });
}

/** Says what is wrong below a form, or nothing. */
export function complaint() {
  const element = h("p", { class: "complaint", role: "alert", hidden: true });
  return {
    element,
    say(error) {
      element.hidden = !error;
      replace(element, error ? error.message : null);
    },
  };
}

/** Ways to limit an agent, with what is offered first and how far one can go. */
const STRENGTHS = {
  time: { value: 1, min: 0.01, max: 60, step: 0.01 },
  nodes: { value: 10_000, min: 1, max: 1_000_000_000 },
  depth: { value: 3, min: 1, max: 60 },
};

/** How long agents may think: as they were made, or by one of the limits. */
export function strengths(legend, wished, own = t("play.by_own")) {
  const fields = Object.entries(STRENGTHS).map(([name, range]) => {
    const field = numberField(t(`play.by_${name}`), t(`play.unit_${name}`), { name, ...range });
    return h("div", { "data-strength": name, hidden: wished.strength !== name }, field);
  });
  const limits = Object.keys(STRENGTHS).map((value) => ({ value, label: [t(`play.by_${value}`)] }));
  const options = [{ value: "own", label: [own] }, ...limits];
  const set = choices(legend, "strength", options, wished.strength ?? "own", (value) => {
    for (const field of fields) field.hidden = field.dataset.strength !== value;
  });
  return h("div", { class: "stack-small" }, set, fields);
}

/** The limit that was chosen, as the server takes it. */
export function strengthOf(form) {
  const kind = valueOf(form, "strength");
  const value = Number(valueOf(form, kind));
  if (kind === "own") return {};
  return kind === "time" ? { time_ms: Math.round(1000 * value) } : { [kind]: value };
}

/** The groups of agents in the order in which they are offered. */
export const GROUPS = ["own", "champion", "level", "report", "baseline"];

/** Agents in their groups with what is said of each, to choose one (`radio`) or several (`checkbox`). */
export function agentList(agents, type, chosen = null) {
  const row = ({ name, description }) =>
    h(
      "label",
      {},
      h("input", { type, name: "agent", value: name, checked: name === chosen }),
      h("span", { class: "about" }, h("strong", {}, name), h("span", { class: "small faint" }, description)),
    );
  const group = (name) => {
    const members = agents.filter((agent) => agent.group === name);
    const label = t(`group.${name}`);
    const heading = h("p", { class: "small faint heading", "aria-hidden": "true" }, label);
    return members.length > 0 && h("div", { role: "group", "aria-label": label }, heading, members.map(row));
  };
  return h("div", { class: "opponents" }, GROUPS.map(group));
}

/** Agents as groups of a menu. */
export function agentGroups(agents) {
  return GROUPS.map((group) => ({
    label: t(`group.${group}`),
    options: agents.filter((agent) => agent.group === group).map(({ name }) => ({ value: name, label: name })),
  })).filter(({ options }) => options.length > 0);
}
