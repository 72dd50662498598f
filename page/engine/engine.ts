import { type About, FRAME, type RowLayout, rowLayout } from "./about.js";
import { dependent, farthest } from "./guilty.js";
import { lent } from "./lent.js";

/** What a module of live.h exports. */
interface Exports {
  memory: WebAssembly.Memory;
  place(which: number): number;
  assemble(times: number): number;
  adapt(): number;
  begin(span: number): void;
  aim(count: number): void;
  go(limit: number): void;
  see(which: number, t: number): number;
  origin?(): void;
  mould?(): void;
  pull?(frame: number, times: number): number;
}

/** How far a motion has come. */
export interface Told {
  /** -1 while it goes on, else the number of a status; 0 where it ended as it should */
  status: number;
  t: number;
  accepted: number;
  rejected: number;
  crossings: number;
  /** how often each event came, and when first */
  counts: number[];
  times: number[];
  /** of a motion that ended: constraints by number that have come to depend on others, and that are
   *  farthest from being met */
  concerned?: { dependent: number[]; farthest: number[] };
}

/** A start: the parameters, the time and the state; `origin` for the one that follows from the
 *  parameters, where there is one, in the place of the state. */
export interface Start {
  origin?: boolean;
  p: ArrayLike<number>;
  t: number;
  q: ArrayLike<number>;
  qd: ArrayLike<number>;
  /** numbers of q and then of qd that were given and are to be held: the first of these choices that
   *  the constraints allow */
  hold?: number[][];
}

/** Times of a piece at most; ZW_PIECE of live.h. */
export const PIECE = 256;
const PLACES = ["p", "start", "targets", "states", "row", "frames", "settings", "grip", "told", "hold", "mould"] as const;
const TOLD = 7;
const RETURNS = 40;
const PULLS = 12;

/** One motion in WebAssembly. Its memory is never asked for more, so views of it stay valid. */
export class Engine {
  readonly layout: RowLayout;
  private readonly at: Record<(typeof PLACES)[number], Float64Array>;

  private constructor(
    private readonly exports: Exports,
    readonly about: About,
  ) {
    this.layout = rowLayout(about);
    const { n, frames, events } = about;
    const sizes = {
      p: about.numbers,
      start: 1 + 2 * n,
      targets: PIECE,
      states: (PIECE + 2) * 2 * n,
      row: about.rowSize,
      frames: FRAME * frames,
      settings: 5,
      grip: 6,
      told: TOLD + 2 * events.length,
      hold: 2 * n,
      mould: about.mould,
    };
    const view = (name: (typeof PLACES)[number], i: number) =>
      [name, new Float64Array(exports.memory.buffer, exports.place(i), sizes[name])] as const;
    this.at = Object.fromEntries(PLACES.map(view)) as Engine["at"];
    this.at.settings.set(about.settings);
  }

  /** Compile a module. */
  static async load(code: BufferSource, about: About): Promise<Engine> {
    const { instance } = await WebAssembly.instantiate(code, { math: lent });
    return new Engine(instance.exports as unknown as Exports, about);
  }

  /** Other tolerances than those that it came with. */
  tolerances(rtol: number, atol: number): void {
    this.at.settings[0] = rtol;
    this.at.settings[1] = atol;
  }

  private put(start: Start): void {
    this.at.p.set(start.p);
    this.at.start.set([start.t]);
    this.at.start.set(start.q, 1);
    this.at.start.set(start.qd, 1 + this.about.n);
    if (start.origin) this.exports.origin?.();
  }

  /** Bring a start to the constraints by the least change in the metric of the masses, in which what
   *  is held does not take part as long as there is such a start. `kept`: whether all was held. */
  assemble(start: Start): { reached: boolean; kept: boolean; row: Float64Array } {
    const choices = (start.hold ?? []).filter(({ length }) => length);
    for (const [i, choice] of choices.entries()) {
      this.put(start);
      this.at.hold.fill(0);
      for (const j of choice) this.at.hold[j] = 1;
      const done = this.exports.adapt();
      if (done) return { reached: true, kept: i === 0 && done === 2, row: this.row(-1, start.t) };
    }
    this.put(start);
    const reached = this.exports.assemble(RETURNS) !== 0;
    return { reached, kept: !choices.length, row: this.row(-1, start.t) };
  }

  /** Pull a point of a frame to a place; the start follows as far as the constraints let it. */
  pull(start: Start, frame: number, point: ArrayLike<number>, to: ArrayLike<number>): {
    reached: boolean;
    row: Float64Array;
  } {
    this.put(start);
    this.at.grip.set(point);
    this.at.grip.set(to, 3);
    const reached = (this.exports.pull?.(frame, PULLS) ?? 0) !== 0;
    return { reached, row: this.row(-1, start.t) };
  }

  /** Begin a motion that may take so long. */
  begin(start: Start, span: number): { told: Told; row: Float64Array; mould: Float64Array } {
    this.put(start);
    const row = this.row(-1, start.t);
    this.exports.mould?.();
    this.exports.begin(span);
    return { told: this.told(), row, mould: this.at.mould.slice() };
  }

  /** Aim at times, which increase: at most PIECE of them. */
  aim(times: ArrayLike<number>): void {
    if (times.length > PIECE) throw new RangeError(`a piece has at most ${PIECE} times`);
    this.at.targets.set(times);
    this.exports.aim(times.length);
  }

  /** Go on towards the times by at most so many steps; how many of them it has come to. */
  go(steps: number): { told: Told; rows: number } {
    this.exports.go(steps);
    return { told: this.told(), rows: this.at.told[5] };
  }

  /** What is known of row number i of the piece, at its time; the row behind the last is the end. */
  row(i: number, t: number): Float64Array {
    const status = this.exports.see(i, t);
    const { about, layout, at } = this;
    const { n, m } = about;
    const out = new Float64Array(layout.size);
    const state = i < 0 ? at.start.subarray(1) : at.states.subarray(2 * n * i, 2 * n * (i + 1));
    const part = (name: string, size: number) => at.row.subarray(about.row[name][0], about.row[name][0] + size);
    out[layout.t] = t;
    out.set(state.subarray(0, n), layout.q);
    out.set(state.subarray(n, 2 * n), layout.qd);
    out.set(at.frames, layout.frames);
    out[layout.residual] = part("residual", m).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    out[layout.rank] = at.told[6];
    if (layout.energy >= 0) out[layout.energy] = part("energy", 1)[0];
    for (const [name, place, count] of layout.observables) out.set(part(`observable ${name}`, count), place);
    if (status !== 0) {
      out.fill(NaN, layout.qdd, layout.frames);
      out.fill(NaN, layout.forces, layout.residual);
      return out;
    }
    out.set(part("qdd", n), layout.qdd);
    out.set(part("Qc_nonideal", n), layout.nonideal);
    const A = part("A", m * n);
    const lam = part("multipliers", m);
    about.groups.forEach(([, rows], g) => {
      for (const i of rows)
        for (let j = 0; j < n; j++) out[layout.forces + g * n + j] += A[i * n + j] * lam[i];
    });
    return out;
  }

  /** Which constraints the state that was seen last is about; those that depend on others. */
  concerned(): NonNullable<Told["concerned"]> {
    const { about, at } = this;
    const part = (name: string, size: number) => at.row.subarray(about.row[name][0], about.row[name][0] + size);
    const loose = dependent(part("A", about.m * about.n), about.m, about.n);
    const worst = farthest(part("residual", about.m));
    const named = (chosen: (row: number) => boolean) =>
      about.groups.flatMap(([, rows], g) => (rows.some(chosen) ? [g] : []));
    return { dependent: named((i) => loose[i]), farthest: named((i) => i === worst) };
  }

  private told(): Told {
    const { told } = this.at;
    const count = this.about.events.length;
    return {
      status: told[0],
      t: told[1],
      accepted: told[2],
      rejected: told[3],
      crossings: told[4],
      counts: Array.from(told.subarray(TOLD, TOLD + count)),
      times: Array.from(told.subarray(TOLD + count, TOLD + 2 * count)),
    };
  }
}
