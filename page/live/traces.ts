/** Which curves a live motion has, and their values over the rows that are kept. */

import type { About, RowLayout } from "../engine/about.js";
import type { Panel } from "../curves/curves.js";

/** Rows that are drawn, at most. */
const MOST = 1500;

/** The panels of a motion over rows; in the same order for any rows. */
export function panels(about: About, layout: RowLayout, coordinates: string[], rows: Float64Array[]): Panel[] {
  const { n, groups } = about;
  const column = (i: number) => rows.map((row) => row[i]);
  const line = (name: string, i: number) => ({ name, values: column(i) });
  const found: Panel[] = [
    { name: "coordinates", log: false, lines: coordinates.map((name, i) => line(name, layout.q + i)) },
    { name: "velocities", log: false, lines: coordinates.map((name, i) => line(name, layout.qd + i)) },
  ];
  const forces = groups.map(([name], g) => ({
    name,
    values: rows.map((row) => {
      const at = layout.forces + g * n;
      return Math.hypot(...row.subarray(at, at + n));
    }),
  }));
  if (forces.length) found.push({ name: "constraint forces", log: false, lines: forces });
  if (layout.energy >= 0) found.push({ name: "energy", log: false, lines: [line("energy", layout.energy)] });
  for (const [name, first, count] of layout.observables) {
    const names = Array.from({ length: count }, (_, i) => (count === 1 ? name : `${name} ${i + 1}`));
    found.push({ name, log: false, lines: names.map((own, i) => line(own, first + i)) });
  }
  if (about.m) {
    const values = column(layout.residual).map((x) => (x > 0 ? x : null!));
    found.push({ name: "residual", log: true, lines: [{ name: "distance", values }] });
  }
  return found;
}

/** Rows thinned evenly for drawing, those before a time left out. */
export function drawn(rows: Float64Array[], layout: RowLayout, from: number): Float64Array[] {
  let first = 0;
  while (first < rows.length - 1 && rows[first + 1][layout.t] < from) first++;
  const every = Math.max(1, Math.ceil((rows.length - first) / MOST));
  return rows.slice(first).filter((_, i, all) => i % every === 0 || i === all.length - 1);
}
