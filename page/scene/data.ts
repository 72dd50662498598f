/** Numbers that a page carries: little-endian, base64, by name. */

export interface Packed {
  type: "f4" | "f8";
  shape: number[];
  base64: string;
}

export interface Table {
  shape: number[];
  values: Float32Array | Float64Array;
}

/** The numbers of a packed array. */
export function unpack(packed: Packed): Table {
  const text = atob(packed.base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const values =
    packed.type === "f8" ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer);
  return { shape: packed.shape, values };
}

/** The JSON that stands in an element of the page. */
export function embedded<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no ${id}.`);
  return JSON.parse(text) as T;
}
