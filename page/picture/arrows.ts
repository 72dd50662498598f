/** Forces as arrows, by name. */

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from "three";

import { type Scene, extent } from "../scene/scene.js";
import { FORCES, type Theme, color } from "./colors.js";

const LONGEST = 0.22; // of an arrow at scale 1, in parts of the whole
const SHAFT = 0.0048;
const HEAD = 0.036;
const LEAST = 0.004; // what is shorter is not drawn
const Y = new Vector3(0, 1, 0);

/** How long a force is drawn: the largest of those seen has the length `LONGEST`. */
export function lengthOf(force: number, largest: number, scale: number): number {
  return largest > 0 ? (LONGEST * scale * force) / largest : 0;
}

export class Arrows {
  readonly group = new Group();
  /** Tips of those that are seen, for labels. */
  readonly tips: (Vector3 | null)[];
  scale = 1;
  largest = 0;
  private readonly chosen: boolean[];
  private readonly parts: { whole: Group; shaft: Mesh; head: Mesh }[];
  private readonly size: number;

  constructor(scene: Scene, theme: Theme) {
    this.size = extent(scene);
    this.chosen = scene.arrows.map(() => true);
    this.tips = scene.arrows.map(() => null);
    const shaft = new CylinderGeometry(SHAFT * this.size, SHAFT * this.size, 1, 14);
    shaft.translate(0, 0.5, 0);
    const head = new ConeGeometry(2.6 * SHAFT * this.size, HEAD * this.size, 20);
    head.translate(0, -0.5 * HEAD * this.size, 0);
    // One name, one colour: a constraint may act on several points.
    const names = [...new Set(scene.arrows.map(({ name }) => name))];
    this.parts = scene.arrows.map(({ name }) => {
      const ink = color(theme, names.indexOf(name) + FORCES);
      const material = new MeshStandardMaterial({ color: ink, emissive: ink, roughness: 0.6 });
      material.emissiveIntensity = 0.35;
      const whole = new Group();
      const found = { whole, shaft: new Mesh(shaft, material), head: new Mesh(head, material) };
      whole.add(found.shaft, found.head);
      this.group.add(whole);
      return found;
    });
  }

  /** Choose which arrows are seen. */
  choose(seen: (i: number) => boolean): void {
    this.chosen.forEach((_, i) => (this.chosen[i] = seen(i)));
  }

  /** Draw places and vectors (6a,). */
  place(arrows: ArrayLike<number> | undefined): void {
    this.parts.forEach(({ whole, shaft, head }, i) => {
      const six = Array.from({ length: 6 }, (_, k) => arrows?.[6 * i + k] ?? NaN);
      const along = new Vector3(six[3], six[4], six[5]);
      const force = along.length();
      const length = lengthOf(force, this.largest, this.scale) * this.size;
      whole.visible =
        this.chosen[i] && six.every(Number.isFinite) && length > LEAST * this.size;
      this.tips[i] = null;
      if (!whole.visible) return;
      along.divideScalar(force);
      whole.position.set(six[0], six[1], six[2]);
      whole.quaternion.setFromUnitVectors(Y, along);
      const body = HEAD * this.size;
      shaft.scale.y = Math.max(length - body, 0.001 * this.size);
      head.position.y = length;
      head.scale.setScalar(Math.min(1, length / body));
      this.tips[i] = whole.position.clone().addScaledVector(along, length);
    });
  }
}
