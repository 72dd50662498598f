import { Engine, PIECE, type Told } from "./engine.js";
import type { Answer, Question } from "./protocol.js";

/** Steps between two looks at the clock, and for how long it computes before it listens again. */
const STEPS = 64;
const PATIENCE = 20;

/** Answer questions one after the other. A motion that is not asked for any more is left. */
export class Desk {
  private engine: Engine | null = null;
  private current = 0;
  private began = 0;

  constructor(private readonly answer: (answer: Answer) => void) {}

  async hear(question: Question): Promise<void> {
    try {
      if (question.kind === "load") {
        this.engine = await Engine.load(question.code as BufferSource, question.about);
        this.answer({ kind: "ready" });
        return;
      }
      const engine = this.engine;
      if (!engine) throw new Error("the engine is not there yet");
      const { run } = question;
      if (question.kind === "begin") {
        this.current = run;
        const assembled = question.assemble ? engine.assemble(question.start) : null;
        const start = assembled ? withState(question.start, assembled.row, engine) : question.start;
        const { reached, kept } = assembled ?? { reached: true, kept: true };
        const begun = engine.begin(start, question.span);
        this.began = question.start.t;
        if (begun.told.status > 0) begun.told.concerned = engine.concerned();
        this.answer({ kind: "begun", run, reached, kept, ...begun });
      } else if (question.kind === "pull") {
        this.current = run;
        const { start, frame, point, to } = question;
        this.answer({ kind: "pulled", run, ...engine.pull(start, frame, point, to) });
      } else if (run === this.current) {
        await this.go(engine, run, question.times);
      }
    } catch (error) {
      this.answer({ kind: "failed", message: String(error) });
    }
  }

  /** What the end of a motion is about, and was not from its start. */
  private news(engine: Engine): Told["concerned"] {
    const found = engine.concerned();
    engine.row(-1, this.began);
    const usual = engine.concerned().dependent;
    const fresh = found.dependent.filter((group) => !usual.includes(group));
    return { ...found, dependent: fresh.length ? fresh : found.dependent };
  }

  private async go(engine: Engine, run: number, times: Float64Array): Promise<void> {
    for (let first = 0; first < times.length; first += PIECE) {
      const piece = times.subarray(first, first + PIECE);
      engine.aim(piece);
      let sent = 0;
      for (let came = engine.go(0); ; ) {
        const until = performance.now() + PATIENCE;
        while (came.rows < piece.length && came.told.status < 0 && performance.now() < until) came = engine.go(STEPS);
        const { told, rows } = came;
        const ended = told.status >= 0;
        const found: Float64Array[] = [];
        for (; sent < rows; sent++) found.push(engine.row(sent, piece[sent]));
        if (ended) {
          const last = engine.row(rows, told.t);
          if (!(rows > 0 && piece[rows - 1] === told.t)) found.push(last);
          if (told.status > 0) told.concerned = this.news(engine);
        }
        const whole = rows === piece.length && first + PIECE >= times.length;
        this.answer({ kind: "rows", run, told, rows: joined(found), done: ended || whole });
        if (ended) return;
        if (rows === piece.length) break;
        await pause();
        if (run !== this.current) return;
      }
    }
  }
}

function withState<S extends { q: ArrayLike<number>; qd: ArrayLike<number> }>(start: S, row: Float64Array, engine: Engine): S {
  const { q, qd, qdd } = engine.layout;
  return { ...start, origin: false, q: row.slice(q, qd), qd: row.slice(qd, qdd) };
}

function joined(rows: Float64Array[]): Float64Array {
  const out = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    out.set(row, at);
    at += row.length;
  }
  return out;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
