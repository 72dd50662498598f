/** A recorded motion: frames at any time between its rows. */

import type { Frame } from "./scene.js";
import { type Packed, unpack } from "./data.js";

/** One curve of a recording, in one of its panels. */
export interface Curve {
  panel: string;
  name: string;
  /** The table that it stands in, and the column there. */
  table: "q" | "curves";
  column: number;
}

/** What `zwang/page/recording.py` writes. */
export interface Recorded {
  /** (T,) increasing; a motion that ran backwards is turned round. */
  t: Packed;
  /** (T, n) */
  q: Packed;
  qd: Packed;
  /** Times (F,) and places (F, 3k) of points that come with each frame, or none */
  points: [Packed, Packed] | null;
  /** (T, 6a), or none */
  arrows: Packed | null;
  /** (T, c) */
  curves: Packed;
  names: Curve[];
  /** (G, T, n) other members of an ensemble, at the same times; or none */
  ghosts: Packed | null;
  /** How many rows the motion has, of which these were chosen. */
  rows: number;
  /** What the motion says of its end. */
  status: string;
}

export class Recording {
  readonly t: Float64Array;
  readonly curves: Float32Array;
  readonly names: Curve[];
  /** Recordings of other motions, seen beside this one as ghosts and thin lines. */
  readonly compared: { name: string; recording: Recording }[] = [];
  private readonly n: number;
  private readonly q: ArrayLike<number>;
  private readonly qd: ArrayLike<number>;
  private readonly points: { t: ArrayLike<number>; values: ArrayLike<number> } | null;
  private readonly arrows: Float32Array | Float64Array | null;
  private readonly others: ArrayLike<number>[];

  constructor(readonly recorded: Recorded) {
    this.t = unpack(recorded.t).values as Float64Array;
    const q = unpack(recorded.q);
    this.n = q.shape[1];
    this.q = q.values;
    this.qd = unpack(recorded.qd).values;
    const points = recorded.points?.map((x) => unpack(x).values);
    this.points = points ? { t: points[0], values: points[1] } : null;
    this.arrows = recorded.arrows && unpack(recorded.arrows).values;
    this.curves = unpack(recorded.curves).values as Float32Array;
    this.names = recorded.names;
    const count = recorded.ghosts ? recorded.ghosts.shape[0] : 0;
    const others = recorded.ghosts ? unpack(recorded.ghosts).values : new Float32Array();
    const size = this.t.length * this.n;
    this.others = Array.from({ length: count }, (_, i) =>
      others.subarray(i * size, (i + 1) * size),
    );
  }

  /** How many other motions there are. */
  get ghosts(): number {
    return this.others.length + this.compared.length;
  }

  get start(): number {
    return this.t[0];
  }

  get end(): number {
    return this.t[this.t.length - 1];
  }

  /** The frame at a time: q by the cubic with the right q and q̇ at both ends. */
  at(t: number): Frame {
    const [k, s] = between(this.t, t);
    const h = this.t[k + 1] - this.t[k];
    const q = new Float64Array(this.n);
    const [a, b, c, d] = hermite(s, h);
    for (let i = 0; i < this.n; i++) {
      const [x, y] = [k * this.n + i, (k + 1) * this.n + i];
      q[i] = a * this.q[x] + b * this.qd[x] + c * this.q[y] + d * this.qd[y];
    }
    const points = this.points && rowOf(this.points.values, this.points.t, t);
    const arrows = this.arrows && rowOf(this.arrows, this.t, t);
    return { t, q, points: points ?? undefined, arrows: arrows ?? undefined };
  }

  /** Arrows (6a,) of each row. */
  *arrowRows(): Iterable<ArrayLike<number>> {
    const width = this.arrows ? this.arrows.length / this.t.length : 0;
    for (let k = 0; width && k < this.t.length; k++) yield this.arrows!.slice(k * width, (k + 1) * width);
  }

  /** The frame of another motion at a time. */
  ghost(which: number, t: number): Frame {
    if (which < this.others.length) return { t, q: rowOf(this.others[which], this.t, t) };
    return this.compared[which - this.others.length].recording.at(t);
  }

  /** Show another motion of the same coordinates beside this one. */
  compare(name: string, recording: Recording): void {
    if (recording.n === this.n) this.compared.push({ name, recording });
  }

  /** A curve of another motion at the times of this one; NaN where it has none. */
  beside(other: Recording, { panel, name }: Curve): Float64Array | null {
    const same = other.names.find((curve) => curve.panel === panel && curve.name === name);
    if (!same) return null;
    const values = other.curve(same);
    return this.t.map((t) => {
      if (t < other.start || t > other.end) return NaN;
      return rowOf(values, other.t, t)[0];
    });
  }

  /** One curve over the rows, smooth to the eye where coordinates are drawn by `spline`. */
  curve({ table, column }: Curve): Float64Array {
    const [values, width] =
      table === "q" ? [this.q, this.n] : [this.curves, this.recorded.curves.shape[1]];
    return Float64Array.from({ length: this.t.length }, (_, k) => values[k * width + column]);
  }
}

/** The row at or before a time that has one after it, and how far the time is on the way there. */
export function between(times: ArrayLike<number>, t: number): [number, number] {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const s = (t - times[low]) / (times[low + 1] - times[low]);
  return [low, Math.min(Math.max(s, 0), 1)];
}

/** A row of a table at a time, on straight lines between its rows. */
function rowOf(table: ArrayLike<number>, times: ArrayLike<number>, t: number): Float64Array {
  const [k, s] = between(times, t);
  const width = table.length / times.length;
  return Float64Array.from({ length: width }, (_, i) => {
    const [a, b] = [table[k * width + i], table[(k + 1) * width + i]];
    return s === 0 ? a : s === 1 ? b : a + s * (b - a);
  });
}

/** Weights of x, ẋ at the start and at the end of an interval of length h. */
function hermite(s: number, h: number): [number, number, number, number] {
  const r = 1 - s;
  return [(1 + 2 * s) * r * r, s * r * r * h, s * s * (3 - 2 * s), -s * s * r * h];
}
