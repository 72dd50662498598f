/** The clock of a recording: play, pause, speed, scrub. It knows no picture; it tells who listens. */

export type Listener = (t: number) => void;

export class Player {
  t: number;
  playing = false;
  /** Time of the motion that passes in a second. */
  speed: number;
  private listeners: Listener[] = [];
  private last = 0;

  constructor(
    readonly start: number,
    readonly end: number,
    private readonly schedule: (call: (now: number) => void) => unknown = (call) =>
      requestAnimationFrame(call),
  ) {
    this.t = start;
    this.speed = naturalSpeed(end - start);
  }

  /** Be told of each time; returns what ends it. */
  listen(listener: Listener): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  /** Go to a time, kept within the motion. */
  seek(t: number): void {
    this.t = Math.min(Math.max(t, this.start), this.end);
    for (const listener of this.listeners) listener(this.t);
  }

  play(): void {
    if (this.playing) return;
    if (this.t >= this.end) this.t = this.start;
    this.playing = true;
    this.last = NaN;
    this.schedule((now) => this.tick(now));
    this.seek(this.t);
  }

  pause(): void {
    this.playing = false;
    this.seek(this.t);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** A step by a part of the whole. */
  step(parts: number): void {
    this.pause();
    this.seek(this.t + parts * (this.end - this.start));
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const passed = Number.isNaN(this.last) ? 0 : Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    const next = this.t + passed * this.speed;
    // A film begins again from its end, after the last frame was seen.
    this.seek(next > this.end ? (this.t >= this.end ? this.start : this.end) : next);
    this.schedule((then) => this.tick(then));
  }
}

/** Real time where that takes between one second and forty; else so that it takes about ten. */
export function naturalSpeed(span: number): number {
  if (span >= 1 && span <= 40) return 1;
  const power = 10 ** Math.floor(Math.log10(span / 10));
  const part = span / 10 / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

/** The speeds to choose from. */
export function speeds(natural: number): number[] {
  return [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10].map((x) => x * natural);
}

/** A number with three digits, as short as it can be. */
export function short(x: number): string {
  return String(Number(x.toPrecision(3)));
}

/** How many digits of the time change between frames. */
export function digits(span: number): number {
  return Math.min(Math.max(0, 2 - Math.floor(Math.log10(span / 10))), 12);
}
