/** Names beside what they name: elements above the canvas, and drawn once more into pictures. */

import { type Camera, Vector3 } from "three";

export interface Label {
  text: string;
  at: Vector3 | null;
  color: string;
}

/** A box on the screen: its left and upper edge, and how large it is. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Placed extends Label, Box {}

const LINE = 16; // height of a line
const GAP = 6; // between a point and its name
const FONT = "12px system-ui, sans-serif";

/** The box beside a point in which a name lies on no other and within the picture, or null. The side
 *  that it was on before is tried first, so that names do not jump. */
export function free(
  [x, y]: [number, number],
  [width, height]: [number, number],
  [right, bottom]: [number, number],
  taken: Box[],
  before = 0,
): (Box & { side: number }) | null {
  for (let k = 0; k < 4; k++) {
    const side = (before + k) % 4;
    const left = side % 2 === 0 ? x + GAP : x - GAP - width;
    const top = side < 2 ? y - height : y + 2;
    const box = { x: left, y: top, width, height };
    const inside = left >= 0 && top >= 0 && left + width <= right && top + height <= bottom;
    if (inside && !taken.some((other) => overlap(box, other))) return { ...box, side };
  }
  return null;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export class Labels {
  readonly element = document.createElement("div");
  private spans: HTMLSpanElement[] = [];
  private placed: Placed[] = [];
  private readonly sides = new Map<number, number>();
  private readonly widths = new Map<string, number>();
  private readonly ruler = document.createElement("canvas").getContext("2d");

  constructor() {
    this.element.className = "labels";
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Put the labels where their points are seen; of those that would lie on another, none. */
  place(labels: Label[], camera: Camera, width: number, height: number): void {
    this.placed = [];
    labels.forEach((label, i) => {
      if (label.at === null) return;
      const seen = label.at.clone().project(camera);
      const [x, y] = [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
      if (Math.abs(seen.z) > 1 || x < 0 || y < 0 || x > width || y > height) return;
      const found = free([x, y], [this.width(label.text), LINE], [width, height], this.placed, this.sides.get(i));
      if (!found) return;
      this.sides.set(i, found.side);
      this.placed.push({ ...label, ...found });
    });
    while (this.spans.length < this.placed.length) {
      const span = document.createElement("span");
      this.spans.push(span);
      this.element.append(span);
    }
    this.spans.forEach((span, i) => {
      const label = this.placed[i];
      span.hidden = !label;
      if (!label) return;
      if (span.textContent !== label.text) span.textContent = label.text;
      span.style.color = label.color;
      span.style.transform = `translate(${label.x}px, ${label.y}px)`;
    });
  }

  /** Draw them into a picture. */
  paint(context: CanvasRenderingContext2D, scale: number, paper: string): void {
    context.font = `${12 * scale}px system-ui, sans-serif`;
    Object.assign(context, { strokeStyle: paper, lineWidth: 3 * scale, lineJoin: "round" });
    for (const { text, x, y, color } of this.placed) {
      context.strokeText(text, x * scale, (y + 12) * scale);
      context.fillStyle = color;
      context.fillText(text, x * scale, (y + 12) * scale);
    }
  }

  private width(text: string): number {
    const known = this.widths.get(text);
    if (known !== undefined) return known;
    if (this.ruler) this.ruler.font = FONT;
    const found = this.ruler?.measureText(text).width ?? 7 * text.length;
    this.widths.set(text, found);
    return found;
  }
}
