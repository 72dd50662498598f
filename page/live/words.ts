/** Why a motion ended, in words: which constraints it is about, or that the control went beyond all. */

import type { RowLayout } from "../engine/about.js";
import type { Told } from "../engine/engine.js";
import type { Live } from "./data.js";

/** Statuses in which constraints are not met; in others it is those that depend on each other. */
const NOT_MET = ["LEFT_CONSTRAINTS", "NOT_ASSEMBLED", "NON_FINITE"];

/** The constraints that the end of a motion is about, in words. */
export function concerned({ about, statuses }: Live, { status, concerned: found }: Told): string {
  const far = NOT_MET.includes(statuses[status].name);
  const groups = (far ? found?.farthest : found?.dependent) ?? [];
  if (!groups.length) return "";
  const names = groups.map((group) => about.groups[group][0]).join(", ");
  return far ? `Farthest from being met: ${names}. ` : `These depend on each other there: ${names}. `;
}

/** How many times larger than it mostly was a control is that grows without bound. */
const BEYOND = 30;

/** Whether the control grew without bound towards the end, in words. */
export function grown(rows: Float64Array[], layout: RowLayout): string {
  const [, first, count] = layout.observables.find(([name]) => name === "control") ?? ["", 0, 0];
  const sizes = rows.map((row) => Math.hypot(...row.subarray(first, first + count))).filter(Number.isFinite);
  if (!count || sizes.length < 3) return "";
  const usual = [...sizes].sort((a, b) => a - b)[sizes.length >> 1];
  const last = sizes[sizes.length - 1];
  if (!(last > BEYOND * usual && usual > 0)) return "";
  return "The control grew without bound: what is asked for is out of its reach there. ";
}

const SOME = 3; // parts of an address that are told
const LONGEST = 40; // letters of one

/** What an address says that means nothing here, in words; "" for nothing. */
export function notUnderstood(parts: string[]): string {
  if (!parts.length) return "";
  const told = parts.slice(0, SOME).map((part) => (part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part));
  const more = parts.length > SOME ? ` and ${parts.length - SOME} more` : "";
  return `The address says what means nothing here: ${told.join(", ")}${more}.`;
}

/** What a reader can do about a motion that ended. */
const HERE = "Move a slider, drag a point to another start, or begin again by ↺.";

/** That a motion ended, and why; "" for one that goes on. The rows are the last ones of it. */
export function ended(live: Live, told: Told, rows: Float64Array[], layout: RowLayout): string {
  const at = `t = ${told.t.toPrecision(6)}`;
  if (told.status < 0) return "";
  if (told.status > 0) return `At ${at}: ${live.statuses[told.status].cause} ${concerned(live, told)}${grown(rows, layout)}${HERE}`;
  const ends = live.about.events.filter(([, terminal], i) => terminal && told.counts[i] > 0);
  return `The motion ends at ${at}: ${ends.map(([name]) => name).join(", ")}. ↺ begins it again.`;
}
