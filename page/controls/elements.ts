/** Elements with labels, made without HTML: what comes from a model is only ever text. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

/** A button with a name that readers of screens hear. */
export function button(text: string, label: string, press: () => void): HTMLButtonElement {
  const found = element("button", { type: "button", "aria-label": label, title: label }, text);
  found.addEventListener("click", press);
  return found;
}

/** A box to tick. */
export function check(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const box = element("input", { type: "checkbox" });
  box.checked = on;
  box.addEventListener("change", () => change(box.checked));
  return element("label", { class: "check" }, box, label);
}

/** A list to choose one from. */
export function choice(
  label: string,
  options: [string, string][],
  chosen: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const found = element("select", { "aria-label": label, title: label });
  for (const [value, text] of options) {
    const option = element("option", { value }, text);
    option.selected = value === chosen;
    found.append(option);
  }
  found.addEventListener("change", () => change(found.value));
  return found;
}

/** A slider. */
export function slider(
  label: string,
  [least, most, step]: [number, number, number | "any"],
  value: number,
  change: (value: number) => void,
): HTMLInputElement {
  const found = element("input", { type: "range", "aria-label": label, title: label });
  Object.assign(found, { min: String(least), max: String(most), step: String(step) });
  found.value = String(value);
  found.addEventListener("input", () => change(Number(found.value)));
  return found;
}
