/** What `zwang/page/live.py` writes besides the scene. */

import type { About } from "../engine/about.js";

/** A number of the parameters; one without a range has no slider. */
export interface Parameter {
  name: string;
  value: number;
  range: [number, number] | null;
}

/** Where in the scene a vector stands, such as ["points", 3, "place"], and its length. */
export interface Moulded {
  path: (string | number)[];
  count: number;
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
  /** vectors of the scene that follow from the parameters, in the order of the engine's numbers */
  mould: Moulded[];
  /** names of coordinates, by which the address tells a start */
  coordinates: string[];
  t: number;
  q: number[];
  qd: number[];
  /** for how long the motion was meant, and how much of it passes in a second */
  span: number;
  speed: number | null;
  /** by their numbers */
  statuses: Status[];
  /** what is computed and how, in pairs of words */
  facts: [string, string][];
  /** the module, packed by gzip, in base64 */
  code: string;
}

/** Bytes that were packed by gzip and written in base64. */
export async function unpacked(text: string): Promise<Uint8Array> {
  const letters = atob(text);
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
