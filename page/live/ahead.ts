/** A look ahead: the whole motion that is meant is computed beside the one that plays, by a worker of
 *  its own, so that the picture has room for it and arrows their length from the first frame on. */

import type { Start } from "../engine/engine.js";
import type { Live } from "./data.js";
import { Runner } from "./runner.js";

const ROWS = 240;

export class Ahead {
  /** Whether it is looking. */
  looking = false;
  private readonly runner: Runner;
  private rows: Float64Array[] = [];

  /** `seen` is called with rows of the motion from its start to its end. */
  constructor(
    live: Live,
    script: string,
    private readonly seen: (rows: Float64Array[]) => void,
  ) {
    this.runner = new Runner(live, script, {
      begun: ({ row, told }) => {
        this.rows = [row];
        const { t, span } = live;
        if (told.status < 0) this.runner.more(Float64Array.from({ length: ROWS }, (_, i) => t + ((i + 1) * span) / ROWS));
        else this.done();
      },
      rows: (rows) => {
        this.rows.push(...rows);
        if (!this.runner.waiting) this.done();
      },
      pulled: () => undefined,
      failed: () => this.drop(),
    });
  }

  /** Look at the motion from a start; one that was looked at before is left. */
  look(start: Start): void {
    this.looking = true;
    this.runner.begin(start);
  }

  /** What is being looked at is not wanted any more. */
  drop(): void {
    this.looking = false;
  }

  private done(): void {
    if (!this.looking) return;
    this.looking = false;
    this.seen(this.rows);
  }
}
