/** Which curves a live motion has, and their values over the rows that are kept. */

import type { About, RowLayout } from "../engine/about.js";
import type { Line, Panel } from "../curves/curves.js";
import { FORCES } from "../picture/colors.js";
import type { Arrow } from "../scene/scene.js";

/** Rows that are drawn, at most. */
const MOST = 1500;

/** Sizes of forces: of the largest of its arrows, or else over all coordinates. */
export interface Force {
  name: string;
  /** places in a row of what one arrow shows, for each arrow */
  arrows: number[][];
}

/** The forces of a motion; lengths of quaternions are no constraints to a reader. `at` tells where in
 *  a row the force of an arrow begins. */
export function forcesOf(about: About, coordinates: string[], arrows: Arrow[], at: (arrow: Arrow) => number): Force[] {
  const found = new Map<string, Force>();
  for (const arrow of arrows) {
    const first = at(arrow);
    if (first < 0 || !arrow.columns.length) continue;
    const own = found.get(arrow.name) ?? { name: arrow.name, arrows: [] };
    own.arrows.push(arrow.columns.map((i) => first + i));
    found.set(arrow.name, own);
  }
  for (const [name] of about.groups) {
    const norm = name.endsWith(".norm") && coordinates.includes(name.replace(/norm$/, "u0"));
    if (!norm && !found.has(name)) found.set(name, { name, arrows: [] });
  }
  return [...found.values()];
}

/** The panels of a motion over rows; the same ones in the same order for any rows. */
export function panels(
  about: About,
  layout: RowLayout,
  coordinates: string[],
  forces: Force[],
  rows: Float64Array[],
): Panel[] {
  const { n, groups } = about;
  const times = rows.map((row) => row[layout.t]);
  const line = (name: string, i: number): Line => ({ name, values: rows.map((row) => row[i]) });
  const panel = (name: string, lines: Line[], first = 0, log = false): Panel => ({ name, lines, times, first, log });
  const found = [
    panel("coordinates", coordinates.map((name, i) => line(name, layout.q + i))),
    panel("velocities", coordinates.map((name, i) => line(name, layout.qd + i))),
  ];
  const seen = forces.filter(({ arrows }) => arrows.length);
  const sizes = seen.map(({ name, arrows }) => {
    const size = (row: Float64Array) => Math.max(...arrows.map((places) => Math.hypot(...places.map((i) => row[i]))));
    return { name, values: rows.map(size) };
  });
  const others = forces.filter(({ arrows }) => !arrows.length).map(({ name }) => {
    const at = layout.forces + groups.findIndex(([group]) => group === name) * n;
    return { name, values: rows.map((row) => Math.hypot(...row.subarray(at, at + n))) };
  });
  if (sizes.length) found.push(panel("forces", sizes, FORCES)); // the colours of their arrows
  if (others.length) found.push(panel("forces on coordinates", others, FORCES));
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
