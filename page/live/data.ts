/** What `zwang/page/live.py` writes besides the scene. */

import type { About } from "../engine/about.js";

/** A number of the parameters; one without a range has no slider. */
export interface Parameter {
  name: string;
  value: number;
  range: [number, number] | null;
}

/** A status of a motion in words. */
export interface Status {
  name: string;
  cause: string;
  remedy: string;
}

export interface Live {
  about: About;
  /** in the order of the numbers that the engine has */
  parameters: Parameter[];
  /** names of coordinates, by which the address tells a start */
  coordinates: string[];
  t: number;
  q: number[];
  qd: number[];
  /** for how long the motion was meant, and how much of it passes in a second */
  span: number;
  speed: number;
  /** by their numbers */
  statuses: Status[];
  /** what is computed and how, in pairs of words */
  facts: [string, string][];
  /** the module, in base64 */
  code: string;
}

/** Bytes from base64. */
export function bytes(text: string): Uint8Array {
  const letters = atob(text);
  const out = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) out[i] = letters.charCodeAt(i);
  return out;
}
