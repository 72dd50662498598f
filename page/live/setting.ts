/** What a reader has set, and how the page's address tells it: `#L=2&x=0.6`. */

import type { Live } from "./data.js";

export interface Setting {
  p: number[];
  q: number[];
  qd: number[];
  speed: number;
  /** whether the reader set the start; else it is the page's, which may follow from p */
  own: boolean;
}

/** What the page came with. */
export function given(live: Live): Setting {
  const p = live.parameters.map(({ value }) => value);
  return { p, q: [...live.q], qd: [...live.qd], speed: live.speed ?? 1, own: false };
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
    if (field === "q" || field === "qd") setting.own = true;
    if (field !== "speed") setting[field][i] = value;
    else if (value > 0) setting.speed = value;
  }
  return setting;
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
