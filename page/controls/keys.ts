/** Keys and what they do; a list of them for the reader. */

import { element } from "./elements.js";

export interface Key {
  key: string;
  says: string;
  press: () => void;
}

/** Listen to the keys, but for those that an element of a form uses itself; returns what ends it. */
export function listen(keys: Key[]): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement | null;
    if (target?.closest("input[type=text], input[type=number], textarea, select, [contenteditable=true]")) return;
    const own = target?.closest("button, input[type=checkbox], summary");
    if (own && (event.key === " " || event.key === "Enter")) return;
    if (target?.closest("input[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    const found = keys.find(({ key }) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found.press();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/** The list of keys as a dialog. */
export function help(keys: Key[]): HTMLDialogElement {
  const rows = keys.map(({ key, says }) =>
    element("div", {}, element("kbd", {}, key === " " ? "space" : key), says),
  );
  const found = element("dialog", { class: "help", "aria-label": "Keys" }, ...rows);
  found.addEventListener("click", () => found.close());
  return found;
}
