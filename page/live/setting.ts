/** What a reader has set, and how the page's address tells it: `#L=2&x=0.6`. */

import { naturalSpeed } from "../controls/player.js";
import type { Live } from "./data.js";

export interface Setting {
  p: number[];
  q: number[];
  qd: number[];
  speed: number;
  /** whether the reader set the start; else it is the page's, which may follow from p */
  own: boolean;
  /** numbers of q, and then of qd, that were given and are held; and the one that was typed last */
  held: number[];
  typed: number | null;
}

/** What the page came with. */
export function given(live: Live): Setting {
  const p = live.parameters.map(({ value }) => value);
  return { p, q: [...live.q], qd: [...live.qd], speed: live.speed ?? naturalSpeed(live.span), own: false, held: [], typed: null };
}

/** Names of the numbers in an address: velocities have a prime; names that mean two things none. */
function names(live: Live): (readonly [string, "p" | "q" | "qd" | "speed", number])[] {
  const all = [
    ...live.parameters.map(({ name }, i) => [name, "p", i] as const),
    ...live.coordinates.map((name, i) => [name, "q", i] as const),
    ...live.coordinates.map((name, i) => [`${name}'`, "qd", i] as const),
    ["speed", "speed", 0] as const,
  ];
  const first = new Map<string, number>();
  all.forEach(([name], i) => first.has(name) || first.set(name, i));
  return all.filter(([name], i) => first.get(name) === i);
}

/** The setting that an address tells; what it says of no number is as the page came. */
export function fromAddress(live: Live, hash: string): Setting {
  const setting = given(live);
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, field, i] of names(live)) {
    const text = told.get(name);
    const value = Number(text);
    if (text === null || text.trim() === "" || !Number.isFinite(value)) continue;
    if (field === "q" || field === "qd") hold(setting, field, i, false);
    if (field !== "speed") setting[field][i] = value;
    else if (value > 0) setting.speed = value;
  }
  return setting;
}

/** What an address says that is nothing here: names that no number has, and values that are none. */
export function misread(live: Live, hash: string): string[] {
  const known = new Set(names(live).map(([name]) => name));
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  const found = [...told].filter(([name, text]) => {
    const value = Number(text);
    return !known.has(name) || text.trim() === "" || !Number.isFinite(value) || (name === "speed" && !(value > 0));
  });
  return found.map(([name, text]) => `${name}=${text}`);
}

/** A number of the start was given, by hand or by an address: it is held. */
export function hold(setting: Setting, field: "q" | "qd", i: number, byHand = true): void {
  const place = field === "q" ? i : setting.q.length + i;
  setting.held = [...setting.held.filter((other) => other !== place), place];
  setting.typed = byHand ? place : null;
  setting.own = true;
}

/** What to hold, in this order of choice: all that was given, or what was typed last. */
export function choices({ held, typed }: Setting): number[][] {
  return typed === null ? [held] : [held, [typed]];
}

/** The address of a setting: what differs from how the page came. */
export function toAddress(live: Live, setting: Setting): string {
  const came = given(live);
  const told = new URLSearchParams();
  for (const [name, field, i] of names(live)) {
    const [now, then] = field === "speed" ? [setting.speed, came.speed] : [setting[field][i], came[field][i]];
    if ((field === "q" || field === "qd") && !setting.own) continue;
    if (now !== then) told.set(name, String(now));
  }
  const text = told.toString();
  return text ? `#${text}` : "";
}
