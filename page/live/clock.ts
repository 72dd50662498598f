/** The clock of a live motion: it goes on as long as there are rows, and asks for more in time. */

export interface Source {
  /** the times between which there are rows, and whether no more will come */
  start(): number;
  end(): number;
  ended(): boolean;
  /** ask for rows at times that increase */
  more(times: Float64Array): void;
  waiting(): boolean;
}

/** Rows in a second of the page, rows at once, and how much is computed ahead, in seconds. */
export const RATE = 60;
const CHUNK = 24;
const AHEAD = 0.5;

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
    source.more(Float64Array.from({ length: CHUNK }, (_, i) => end + ((i + 1) * speed) / RATE));
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
