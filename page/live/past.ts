/** The rows of a motion that were computed, as far as they are kept, and frames between them. */

import type { RowLayout } from "../engine/about.js";
import { FRAME } from "../engine/about.js";
import { arrow, points, poses } from "../scene/coordinates.js";
import type { Arrow, Frame, Scene, Vector } from "../scene/scene.js";

/** Numbers that are kept of a motion, in all its rows together. */
const KEPT = 6e6;

export class Past {
  rows: Float64Array[] = [];
  private readonly most: number;
  private known = new WeakMap<Float64Array, Vector[]>();
  private readonly groups: Map<string, number>;

  constructor(
    private readonly scene: Scene,
    readonly layout: RowLayout,
    names: string[],
    private readonly n: number,
  ) {
    this.most = Math.max(1000, Math.floor(KEPT / layout.size));
    this.groups = new Map(names.map((name, i) => [name, i]));
  }

  get start(): number {
    return this.rows[0]?.[this.layout.t] ?? 0;
  }

  get end(): number {
    return this.rows[this.rows.length - 1]?.[this.layout.t] ?? 0;
  }

  clear(row: Float64Array): void {
    this.rows = [row];
    this.known = new WeakMap(); // points may sit elsewhere on their bodies
  }

  add(rows: Float64Array[]): void {
    this.rows.push(...rows);
    if (this.rows.length > 1.25 * this.most) this.rows = this.rows.slice(-this.most);
  }

  /** The row at or before a time. */
  index(t: number): number {
    let low = 0;
    let high = this.rows.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.rows[middle][this.layout.t] <= t) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The numbers at a time: coordinates by the cubic with the right rates, the rest on a line. */
  at(t: number): Float64Array {
    const k = this.index(t);
    const [a, b] = [this.rows[k], this.rows[k + 1]];
    if (!b) return a;
    const { layout, n } = this;
    const h = b[layout.t] - a[layout.t];
    const s = Math.min(Math.max((t - a[layout.t]) / h, 0), 1);
    const out = a.map((x, i) => x + s * (b[i] - x));
    out[layout.t] = a[layout.t] + s * h;
    const r = 1 - s;
    for (let j = 0; j < n; j++) {
      const [x, v] = [layout.q + j, layout.qd + j];
      out[x] =
        (1 + 2 * s) * r * r * a[x] + s * r * r * h * a[v] + s * s * (3 - 2 * s) * b[x] - s * s * r * h * b[v];
    }
    return out;
  }

  /** The frame of the picture that numbers make. */
  frame(row: Float64Array, forces = true): Frame {
    const { layout, scene, n } = this;
    const frame: Frame = { t: row[layout.t], q: row.subarray(layout.q, layout.q + n) };
    const free = scene.points.filter((point) => point.body === null);
    const first = layout.frames + FRAME * scene.bodies.length;
    frame.points = free.flatMap((point, i) =>
      point.columns === null ? [...row.subarray(first + FRAME * i, first + FRAME * i + 3)] : [],
    );
    if (!forces || !scene.arrows.length) return frame;
    const bodies = poses(scene, frame.q);
    const where = points(scene, frame, bodies);
    frame.arrows = scene.arrows.flatMap((what) => {
      const at = this.forceAt(what);
      return at < 0 ? Array(6).fill(NaN) : arrow(row.subarray(at, at + n), what, where, bodies);
    });
    return frame;
  }

  /** Where the points of the scene are in a row, which is looked at once. */
  places(i: number): Vector[] {
    const row = this.rows[i];
    const known = this.known.get(row);
    if (known) return known;
    const found = points(this.scene, this.frame(row, false));
    this.known.set(row, found);
    return found;
  }

  /** Where in a row the force of an arrow on the coordinates begins, or -1. */
  forceAt({ of, name }: Arrow): number {
    if (of === "nonideal") return this.layout.nonideal;
    if (of === "control") return this.layout.observables.find(([x]) => x === "control")?.[1] ?? -1;
    const group = this.groups.get(name);
    return group === undefined ? -1 : this.layout.forces + group * this.n;
  }
}
