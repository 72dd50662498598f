/** Which curves a live motion has, and their values over the rows that are kept. */

import type { About, RowLayout } from "../engine/about.js";
import type { Line, Panel } from "../curves/curves.js";

/** Rows that are drawn, at most. */
const MOST = 1500;

/** The panels of a motion over rows; the same ones in the same order for any rows. */
export function panels(about: About, layout: RowLayout, coordinates: string[], rows: Float64Array[]): Panel[] {
  const { n, groups } = about;
  const times = rows.map((row) => row[layout.t]);
  const line = (name: string, i: number): Line => ({ name, values: rows.map((row) => row[i]) });
  const panel = (name: string, lines: Line[], first = 0, log = false): Panel => ({ name, lines, times, first, log });
  const found = [
    panel("coordinates", coordinates.map((name, i) => line(name, layout.q + i))),
    panel("velocities", coordinates.map((name, i) => line(name, layout.qd + i))),
  ];
  const forces = groups.map(([name], g) => {
    const at = layout.forces + g * n;
    return { name, values: rows.map((row) => Math.hypot(...row.subarray(at, at + n))) };
  });
  // The colours of arrows, which follow those of the first body or point.
  if (forces.length) found.push(panel("constraint forces", forces, 1));
  if (layout.energy >= 0) found.push(panel("energy", [line("energy", layout.energy)]));
  for (const [name, first, count] of layout.observables) {
    const names = Array.from({ length: count }, (_, i) => (count === 1 ? name : `${name} ${i + 1}`));
    found.push(panel(name, names.map((own, i) => line(own, first + i))));
  }
  if (about.m) found.push(panel("residual", [line("distance", layout.residual)], 0, true));
  return found;
}

/** From when to when curves are drawn: the newest of the motion, or older times that are looked at. */
export function windowAt(t: number, start: number, end: number, span: number): [number, number] {
  const from = end - span;
  if (t >= from || from <= start) return [from, end];
  // In the middle, so that what came before and after is seen.
  const first = Math.max(start, t - span / 2);
  return [first, first + span];
}

/** Rows thinned evenly for drawing, those before and after two times left out. */
export function drawn(rows: Float64Array[], layout: RowLayout, [from, to]: [number, number]): Float64Array[] {
  let first = 0;
  while (first < rows.length - 1 && rows[first + 1][layout.t] < from) first++;
  let last = rows.length - 1;
  while (last > first && rows[last - 1][layout.t] > to) last--;
  const every = Math.max(1, Math.ceil((last + 1 - first) / MOST));
  return rows.slice(first, last + 1).filter((_, i, all) => i % every === 0 || i === all.length - 1);
}
