/** The worker, as the page sees it: motions are begun, asked for rows, and left for newer ones. */

import { type RowLayout, rowLayout } from "../engine/about.js";
import type { Start, Told } from "../engine/engine.js";
import type { Answer, Question } from "../engine/protocol.js";
import { type Live, unpacked } from "./data.js";

export type Begun = Extract<Answer, { kind: "begun" }>;

export interface Hearing {
  begun(answer: Begun): void;
  rows(rows: Float64Array[], told: Told): void;
  pulled(row: Float64Array, reached: boolean): void;
  failed(message: string): void;
}

export class Runner {
  readonly layout: RowLayout;
  /** Whether rows were asked for that have not come. */
  waiting = false;
  private readonly worker: Worker;
  private readonly loaded: Promise<void>;
  private run = 0;
  private pulling = false;
  private next: Question | null = null;

  constructor(
    private readonly live: Live,
    script: string,
    private readonly hearing: Hearing,
  ) {
    this.layout = rowLayout(live.about);
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }: { data: Answer }) => this.hear(data);
    this.worker.onerror = (event) => hearing.failed(event.message || "the engine's script failed");
    this.loaded = unpacked(live.code).then(
      (code) => this.worker.postMessage({ kind: "load", code, about: live.about } satisfies Question),
      (error) => hearing.failed(String(error)),
    );
  }

  /** Begin a motion; its start is brought to the constraints before. */
  begin(start: Start): void {
    this.run += 1;
    this.waiting = true;
    this.pulling = false;
    this.next = null;
    this.ask({ kind: "begin", run: this.run, start, span: this.live.span, assemble: true });
  }

  /** Ask for rows at times that increase. */
  more(times: Float64Array): void {
    this.waiting = true;
    this.ask({ kind: "go", run: this.run, times });
  }

  /** Pull a point of a frame to a place; while one pull is computed the newest waits. */
  pull(start: Start, frame: number, point: number[], to: number[]): void {
    if (!this.pulling) this.run += 1;
    const question: Question = { kind: "pull", run: this.run, start, frame, point, to };
    if (this.pulling) this.next = question;
    else this.ask(question);
    this.pulling = true;
  }

  private ask(question: Question): void {
    void this.loaded.then(() => this.worker.postMessage(question));
  }

  private hear(answer: Answer): void {
    if (answer.kind === "failed") this.hearing.failed(answer.message);
    if (answer.kind === "ready" || answer.kind === "failed" || answer.run !== this.run) return;
    if (answer.kind === "begun") {
      this.waiting = false;
      this.hearing.begun(answer);
    } else if (answer.kind === "rows") {
      if (answer.done) this.waiting = false;
      const { size } = this.layout;
      const rows = Array.from({ length: answer.rows.length / size }, (_, i) =>
        answer.rows.subarray(i * size, (i + 1) * size),
      );
      this.hearing.rows(rows, answer.told);
    } else {
      const { next } = this;
      this.next = null;
      this.pulling = next !== null;
      this.hearing.pulled(answer.row, answer.reached);
      // From where the last pull led, not from where it was asked.
      if (next?.kind === "pull") this.ask({ ...next, start: { ...next.start, ...this.state(answer.row) } });
    }
  }

  /** q and qd of a row. */
  state(row: Float64Array): { q: Float64Array; qd: Float64Array } {
    const { q, qd, qdd } = this.layout;
    return { q: row.slice(q, qd), qd: row.slice(qd, qdd) };
  }
}
