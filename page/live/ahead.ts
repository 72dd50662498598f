/** A look ahead: the whole motion that is meant is computed beside the one that plays, by a worker of
 *  its own, so that the picture has room for it and arrows their length from the first frame on. */

import type { Start } from "../engine/engine.js";
import type { Live } from "./data.js";
import { Runner } from "./runner.js";

const ROWS = 240;
const PIECE = 12; // rows that are asked for at once
const PATIENCE = 1500; // milliseconds after which what was seen will do

export class Ahead {
  /** Whether it is looking. */
  looking = false;
  private readonly runner: Runner;
  private rows: Float64Array[] = [];
  private began = 0;

  /** `seen` is called with rows of the motion from its start to its end, or as far as it came. */
  constructor(
    private readonly live: Live,
    script: string,
    private readonly seen: (rows: Float64Array[]) => void,
  ) {
    this.runner = new Runner(live, script, {
      begun: ({ row, told }) => {
        this.rows = [row];
        this.goOn(told.status >= 0);
      },
      rows: (rows, told) => {
        this.rows.push(...rows);
        if (!this.runner.waiting) this.goOn(told.status >= 0);
      },
      pulled: () => undefined,
      failed: () => this.drop(),
    });
  }

  /** Look at the motion from a start; one that was looked at before is left. */
  look(start: Start): void {
    this.looking = true;
    this.began = performance.now();
    this.runner.begin(start);
  }

  /** What is being looked at is not wanted any more. */
  drop(): void {
    this.looking = false;
  }

  /** Ask for the next rows, or tell what was seen. */
  private goOn(ended: boolean): void {
    if (!this.looking) return;
    const first = this.rows.length;
    if (!ended && first <= ROWS && performance.now() - this.began < PATIENCE) {
      const { t, span } = this.live;
      const count = Math.min(PIECE, ROWS + 1 - first);
      this.runner.more(Float64Array.from({ length: count }, (_, i) => t + ((first + i) * span) / ROWS));
      return;
    }
    this.looking = false;
    this.seen(this.rows);
  }
}
