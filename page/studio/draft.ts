/** What was typed and not saved: kept by the tab, so that loading the page again loses nothing. */

export interface Draft {
  name: string;
  text: string;
  /** the text as it was saved last, and by what the file is known */
  saved: string;
  known: string | null;
}

const KEY = "draft";

/** Keep a draft of the folder; null for none. */
export function keep(folder: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify({ folder, ...draft }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without room for it, the browser asks before it leaves the page.
  }
}

/** The draft of this folder that the tab has, or null. */
export function kept(folder: string): Draft | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const { name, text, saved, known } = found ?? {};
    const whole = [name, text, saved].every((x) => typeof x === "string");
    if (!whole || found.folder !== folder || text === saved) return null;
    return { name, text, saved, known: typeof known === "string" ? known : null };
  } catch {
    return null;
  }
}
