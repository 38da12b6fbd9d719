/** Parts of forms. */

import { h, replace } from "./dom.js";
import { t } from "./words.js";

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

/** The groups of agents in the order in which they are offered. */
export const GROUPS = ["champion", "report", "baseline"];

/** Agents as groups of a menu. */
export function agentGroups(agents) {
  return GROUPS.map((group) => ({
    label: t(`group.${group}`),
    options: agents.filter((agent) => agent.group === group).map(({ name }) => ({ value: name, label: name })),
  })).filter(({ options }) => options.length > 0);
}
