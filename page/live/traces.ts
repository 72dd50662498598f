/** Which curves a live motion has, and their values over the rows that are kept. */

import type { About, RowLayout } from "../engine/about.js";
import type { Line, Panel } from "../curves/curves.js";
import { FORCES } from "../picture/colors.js";
import type { Arrow } from "../scene/scene.js";

/** Rows that are drawn, at most. */
const MOST = 1500;

/** Sizes of forces or torques by name: of the largest of its arrows, or else over all coordinates. */
export interface Force {
  name: string;
  kind: "force" | "torque";
  /** which arrows of the scene show it */
  arrows: number[];
}

/** The forces of a motion; lengths of quaternions are no constraints to a reader. `at` tells where in
 *  a row the force of an arrow begins. */
export function forcesOf(about: About, coordinates: string[], arrows: Arrow[], at: (arrow: Arrow) => number): Force[] {
  const found: Force[] = [];
  arrows.forEach((arrow, i) => {
    if (at(arrow) < 0 || !arrow.columns.length) return;
    const kind = arrow.kind ?? "force";
    const own = found.find((force) => force.name === arrow.name && force.kind === kind);
    if (own) own.arrows.push(i);
    else found.push({ name: arrow.name, kind, arrows: [i] });
  });
  for (const [name] of about.groups) {
    const norm = name.endsWith(".norm") && coordinates.includes(name.replace(/norm$/, "u0"));
    if (!norm && !found.some((force) => force.name === name)) found.push({ name, kind: "force", arrows: [] });
  }
  return found;
}

/** How large forces are in rows: looked at once for each row. */
export class Sizes {
  private readonly known = new WeakMap<Float64Array, Float64Array>();

  /** `arrows` gives the arrows (6a,) of a row, `over` where the force of a constraint begins. */
  constructor(
    private readonly forces: Force[],
    private readonly arrows: (row: Float64Array) => ArrayLike<number>,
    private readonly over: (name: string) => [number, number],
  ) {}

  of(row: Float64Array): Float64Array {
    const before = this.known.get(row);
    if (before) return before;
    const drawn = this.forces.some(({ arrows }) => arrows.length) ? this.arrows(row) : [];
    const size = (i: number) => Math.hypot(drawn[6 * i + 3], drawn[6 * i + 4], drawn[6 * i + 5]);
    const found = Float64Array.from(this.forces, ({ name, arrows }) =>
      arrows.length ? Math.max(...arrows.map(size)) : Math.hypot(...row.subarray(...this.over(name))),
    );
    this.known.set(row, found);
    return found;
  }
}

/** The panels of a motion over rows; the same ones in the same order for any rows. */
export function panels(
  about: About,
  layout: RowLayout,
  coordinates: string[],
  forces: Force[],
  sizes: Sizes,
  rows: Float64Array[],
): Panel[] {
  const times = rows.map((row) => row[layout.t]);
  const line = (name: string, i: number): Line => ({ name, values: rows.map((row) => row[i]) });
  const panel = (name: string, lines: Line[], first = 0, log = false): Panel => ({ name, lines, times, first, log });
  const order = readable(coordinates);
  const found = [
    panel("coordinates", order.map((i) => line(coordinates[i], layout.q + i))),
    panel("velocities", order.map((i) => line(coordinates[i], layout.qd + i))),
  ];
  const some = (chosen: (force: Force) => boolean) =>
    forces.flatMap((force, i) =>
      chosen(force) ? [{ name: force.name, values: rows.map((row) => sizes.of(row)[i]) }] : [],
    );
  const add = (name: string, chosen: (force: Force) => boolean) => {
    const lines = some(chosen);
    if (lines.length) found.push(panel(name, lines, FORCES)); // the colours of their arrows
  };
  add("forces", ({ kind, arrows }) => kind === "force" && arrows.length > 0);
  add("torques", ({ kind }) => kind === "torque");
  add("forces on coordinates", ({ arrows }) => !arrows.length);
  const energies = layout.energy < 0 ? [] : [line("energy", layout.energy)];
  for (const [name, first, count] of layout.observables)
    if (isEnergy(name, count)) energies.push(line(name, first));
  if (energies.length) found.push(panel("energy", energies));
  for (const [name, first, count] of layout.observables) {
    // A status is said in words.
    if (name === "control_status" || isEnergy(name, count)) continue;
    const title = name.replaceAll("_", " ");
    const names = Array.from({ length: count }, (_, i) => (count === 1 ? title : `${title} ${i + 1}`));
    found.push(panel(title, names.map((own, i) => line(own, first + i))));
  }
  if (about.m) found.push(panel("residual", [line("distance", layout.residual)], 0, true));
  return found;
}

function isEnergy(name: string, count: number): boolean {
  return count === 1 && name.includes("energy");
}

/** Coordinates in the order in which they are read: parts of quaternions come last. */
function readable(coordinates: string[]): number[] {
  const turning = (i: number) => Number(/\.u[0-3]$/.test(coordinates[i]));
  return coordinates.map((_, i) => i).sort((a, b) => turning(a) - turning(b) || a - b);
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
