import type { About } from "./about.js";
import type { Start, Told } from "./engine.js";

/** What a page asks of the worker. `run` numbers the motions; what is of an older one is dropped. */
export type Question =
  | { kind: "load"; code: Uint8Array; about: About }
  | { kind: "begin"; run: number; start: Start; span: number; assemble: boolean }
  | { kind: "go"; run: number; times: Float64Array }
  | { kind: "pull"; run: number; start: Start; frame: number; point: number[]; to: number[] };

/** What the worker answers. Rows stand behind each other in one block, as `rowLayout` says. */
export type Answer =
  | { kind: "ready" }
  | { kind: "begun"; run: number; told: Told; row: Float64Array; mould: Float64Array; reached: boolean; kept: boolean }
  | { kind: "rows"; run: number; told: Told; rows: Float64Array; done: boolean }
  | { kind: "pulled"; run: number; reached: boolean; row: Float64Array }
  | { kind: "failed"; message: string };
