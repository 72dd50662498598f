/** Names beside what they name: elements above the canvas, and drawn once more into pictures. */

import { type Camera, Vector3 } from "three";

export interface Label {
  text: string;
  at: Vector3 | null;
  color: string;
}

interface Placed extends Label {
  x: number;
  y: number;
}

export class Labels {
  readonly element = document.createElement("div");
  private spans: HTMLSpanElement[] = [];
  private placed: Placed[] = [];

  constructor() {
    this.element.className = "labels";
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Put the labels where their points are seen; of those that would lie on another, none. */
  place(labels: Label[], camera: Camera, width: number, height: number): void {
    this.placed = [];
    for (const label of labels) {
      if (label.at === null) continue;
      const seen = label.at.clone().project(camera);
      const [x, y] = [((seen.x + 1) / 2) * width, ((1 - seen.y) / 2) * height];
      const hidden = Math.abs(seen.z) > 1 || x < 0 || y < 0 || x > width || y > height;
      const crowded = this.placed.some((p) => Math.abs(p.x - x) < 46 && Math.abs(p.y - y) < 13);
      if (!hidden && !crowded) this.placed.push({ ...label, x, y });
    }
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
      span.style.transform = `translate(${label.x + 6}px, ${label.y - 16}px)`;
    });
  }

  /** Draw them into a picture. */
  paint(context: CanvasRenderingContext2D, scale: number): void {
    context.font = `${12 * scale}px system-ui, sans-serif`;
    for (const { text, x, y, color } of this.placed) {
      context.fillStyle = color;
      context.fillText(text, (x + 6) * scale, (y - 5) * scale);
    }
  }
}
