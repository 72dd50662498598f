/** Where points came along, fading with age. */

import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial } from "three";

import type { Scene, Vector } from "../scene/scene.js";
import { type Theme, color } from "./colors.js";

const MOST = 1200; // places of a trail

export class Trails {
  readonly group = new Group();
  private readonly lines: { line: Line; point: number; ink: Color }[] = [];
  private readonly paper: Color;

  constructor(scene: Scene, theme: Theme) {
    this.paper = new Color(theme.background);
    scene.points.forEach((point, i) => {
      if (!point.trail) return;
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * MOST), 3));
      geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * MOST), 3));
      const line = new Line(geometry, new LineBasicMaterial({ vertexColors: true }));
      line.frustumCulled = false;
      this.group.add(line);
      this.lines.push({ line, point: i, ink: new Color(color(theme, point.color)) });
    });
  }

  /** Draw the places of all points, the oldest first. */
  draw(past: Vector[][]): void {
    const every = Math.max(1, Math.ceil(past.length / MOST));
    const kept = past.filter((_, k) => (past.length - 1 - k) % every === 0);
    for (const { line, point, ink } of this.lines) {
      const place = line.geometry.getAttribute("position") as BufferAttribute;
      const shade = line.geometry.getAttribute("color") as BufferAttribute;
      const mixed = new Color();
      kept.forEach((where, k) => {
        place.setXYZ(k, ...where[point]);
        mixed.lerpColors(this.paper, ink, 0.08 + (0.72 * (k + 1)) / kept.length);
        shade.setXYZ(k, mixed.r, mixed.g, mixed.b);
      });
      line.geometry.setDrawRange(0, kept.length);
      place.needsUpdate = shade.needsUpdate = true;
    }
  }
}
