/** The clock of a live motion: it goes on as long as there are rows, and asks for more in time. */

import type { RowLayout } from "../engine/about.js";

export interface Source {
  /** the times between which there are rows, and whether no more will come */
  start(): number;
  end(): number;
  ended(): boolean;
  /** ask for rows at times that increase */
  more(times: Float64Array): void;
  waiting(): boolean;
  /** the longest time between rows that leaves curves smooth */
  finest(): number;
}

/** Rows in a second of the page at least and at most, how many seconds are computed at once, and how
 *  many ahead. */
export const RATE = 60;
const MOST = 1200;
const CHUNK = 0.4;
const AHEAD = 0.5;

const PARTS = 4; // rows while a velocity changes by as much as it ever does
const MOSTLY = 0.95; // of the rows, which are looked at for it: a blow is no swing
const NOISE = 1e-6; // what moves by less in the whole motion, in parts of the largest coordinate, stands

/** The longest time between rows that leaves the swings of a motion what they are: a velocity of q̇ and
 *  q̈ takes (max q̇ − min q̇) / |q̈| for all of its way, a third of the period where it swings. */
export function swiftest(rows: Float64Array[], { t, q, qd, qdd }: Pick<RowLayout, "t" | "q" | "qd" | "qdd">): number {
  const span = rows[rows.length - 1][t] - rows[0][t];
  const size = Math.max(...rows.flatMap((row) => [...row.subarray(q, qd)].filter(Number.isFinite).map(Math.abs)));
  let found = Infinity;
  for (let j = 0; j < qdd - qd; j++) {
    const v = rows.map((row) => row[qd + j]).filter(Number.isFinite);
    const a = rows.map((row) => Math.abs(row[qdd + j])).filter(Number.isFinite);
    const way = Math.max(...v) - Math.min(...v);
    const most = a.sort((x, y) => x - y)[Math.floor(MOSTLY * (a.length - 1))];
    if (way * span > NOISE * size && most > 0) found = Math.min(found, way / most / PARTS);
  }
  return found;
}

/** The time between rows: one for each frame of the screen, and more where curves would have corners. */
export function spacing(speed: number, finest: number): number {
  return Math.max(Math.min(speed / RATE, finest), speed / MOST);
}

export class Clock {
  t = 0;
  playing = false;
  private last = NaN;

  constructor(
    private readonly source: Source,
    public speed: number,
    private readonly shown: () => void,
    private readonly schedule: (call: (now: number) => void) => unknown = (call) => requestAnimationFrame(call),
  ) {}

  play(): void {
    if (this.playing) return;
    this.playing = true;
    this.last = NaN;
    this.schedule((now) => this.tick(now));
    this.shown();
  }

  pause(): void {
    this.playing = false;
    this.shown();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go to a time for which there are rows. */
  seek(t: number): void {
    this.t = Math.min(Math.max(t, this.source.start()), this.source.end());
    this.feed();
    this.shown();
  }

  /** One row on, or back. */
  step(rows: number): void {
    this.playing = false;
    this.seek(this.t + (rows * this.speed) / RATE);
  }

  /** Ask for more where too little lies ahead. */
  feed(): void {
    const { source, speed } = this;
    const end = source.end();
    if (source.ended() || source.waiting() || end - this.t > AHEAD * speed) return;
    const h = spacing(speed, source.finest());
    source.more(Float64Array.from({ length: Math.ceil((CHUNK * speed) / h) }, (_, i) => end + (i + 1) * h));
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const passed = Number.isNaN(this.last) ? 0 : Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    this.t = Math.min(this.t + passed * this.speed, this.source.end());
    this.feed();
    if (this.source.ended() && this.t >= this.source.end()) this.playing = false;
    this.shown();
    this.schedule((then) => this.tick(then));
  }
}
