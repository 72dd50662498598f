/** Forces as arrows and torques as arcs, by name. */

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  TorusGeometry,
  Vector3,
} from "three";

import { type Scene, type Vector, extent } from "../scene/scene.js";
import { FORCES, type Theme, color, matter } from "./colors.js";

const LONGEST = 0.22; // of an arrow at scale 1, in parts of the whole
const BEYOND = 2; // times as long is the longest that is drawn
const MOSTLY = 0.96; // of the rows of a motion, which say what is large
const SHAFT = 0.0048;
const HEAD = 0.036;
const LEAST = 0.004; // what is shorter is not drawn
const RADIUS = 0.055; // of an arc
const BESIDE = 1.35; // of it, where its name stands
const WIDEST = 1.5 * Math.PI; // how far round the largest torque goes at scale 1
const SLIGHT = 0.02; // an arc that is smaller is not drawn
const [PIECES, ROUND] = [48, 8]; // of a whole circle, and around it
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

/** How long a force is drawn: the largest of those seen has the length `LONGEST`. One that is larger
 *  than what counts as that, as near a singular configuration, is drawn not much longer. */
export function lengthOf(force: number, largest: number, scale: number, beyond = BEYOND): number {
  return largest > 0 ? LONGEST * scale * Math.min(force / largest, beyond) : 0;
}

/** The largest of sizes, but for the few percent of them that are larger than all others. */
export function mostly(sizes: number[]): number {
  const found = sizes.filter(Number.isFinite).sort((a, b) => a - b);
  return found[Math.floor(MOSTLY * (found.length - 1))] ?? 0;
}

/** How far round a torque is drawn, less than a whole turn. */
export function sweepOf(torque: number, largest: number, scale: number): number {
  return largest > 0 ? Math.min((WIDEST * scale * torque) / largest, 1.9 * Math.PI) : 0;
}

interface Part {
  whole: Group;
  shaft: Mesh;
  head: Mesh;
  torque: boolean;
}

export class Arrows {
  readonly group = new Group();
  /** Tips of those that are seen, for labels. */
  readonly tips: (Vector3 | null)[];
  scale = 1;
  /** The largest force and the largest torque that were seen. */
  largest = 0;
  largestTorque = 0;
  torques = true;
  private readonly chosen: boolean[];
  private readonly parts: Part[];
  private readonly size: number;
  private grown = 1; // how much larger than at first the scene is

  constructor(
    private readonly scene: Scene,
    theme: Theme,
  ) {
    this.size = extent(scene);
    this.chosen = scene.arrows.map(() => true);
    this.tips = scene.arrows.map(() => null);
    const thin = SHAFT * this.size;
    const shaft = new CylinderGeometry(thin, thin, 1, 14);
    shaft.translate(0, 0.5, 0);
    const head = new ConeGeometry(2.6 * thin, HEAD * this.size, 20);
    head.translate(0, -0.5 * HEAD * this.size, 0);
    // One name, one colour: a constraint may act on several points.
    const names = [...new Set(scene.arrows.map(({ name }) => name))];
    this.parts = scene.arrows.map(({ name, kind }) => {
      const ink = color(theme, names.indexOf(name) + FORCES);
      const material = matter(theme, ink, 0.6, 0, 0.35);
      const whole = new Group();
      const torque = kind === "torque";
      const body = torque ? ring(RADIUS * this.size, thin) : shaft;
      const found = { whole, shaft: new Mesh(body, material), head: new Mesh(head, material), torque };
      whole.add(found.shaft, found.head);
      this.group.add(whole);
      return found;
    });
  }

  /** Choose which arrows are seen. */
  choose(seen: (i: number) => boolean): void {
    this.chosen.forEach((_, i) => (this.chosen[i] = seen(i)));
  }

  /** Fit sizes to the scene, after that was changed, and to the arrows (6a,) of a whole motion. */
  fit(all: (ArrayLike<number> | undefined)[]): void {
    this.grown = extent(this.scene) / this.size;
    for (const { whole } of this.parts) whole.scale.setScalar(this.grown);
    const rows = all.map((arrows) => this.sizes(arrows));
    const largest = (torque: boolean) =>
      mostly(rows.map((sizes) => Math.max(...sizes.filter((x, i) => this.parts[i].torque === torque && x >= 0))));
    this.largest = largest(false);
    this.largestTorque = largest(true);
  }

  /** How large each of arrows (6a,) is. */
  private sizes(arrows: ArrayLike<number> | undefined): number[] {
    return this.parts.map((_, i) => Math.hypot(...[3, 4, 5].map((k) => arrows?.[6 * i + k] ?? NaN)));
  }

  /** Where the tips of forces (6a,) are, and corners around torques. */
  reach(arrows: ArrayLike<number> | undefined): Vector[] {
    const size = this.size * this.grown;
    return this.parts.flatMap(({ torque }, i) => {
      const [x, y, z, ...force] = [0, 1, 2, 3, 4, 5].map((k) => arrows?.[6 * i + k] ?? NaN);
      const own = Math.hypot(...force);
      if (!(own > 0) || !Number.isFinite(x + y + z)) return [];
      const r = BESIDE * RADIUS * size;
      if (torque) return this.torques ? [-r, r].flatMap((d): Vector[] => [[x + d, y, z], [x, y + d, z], [x, y, z + d]]) : [];
      const length = (lengthOf(own, this.largest, this.scale, 1) * size) / own;
      return [[x + length * force[0], y + length * force[1], z + length * force[2]]];
    });
  }

  /** Take the largest of arrows (6a,) into account. */
  grow(arrows: ArrayLike<number> | undefined): void {
    this.sizes(arrows).forEach((size, i) => {
      if (!Number.isFinite(size)) return;
      if (this.parts[i].torque) this.largestTorque = Math.max(this.largestTorque, size);
      else this.largest = Math.max(this.largest, size);
    });
  }

  /** Draw places and vectors (6a,). */
  place(arrows: ArrayLike<number> | undefined): void {
    this.parts.forEach((part, i) => {
      const six = Array.from({ length: 6 }, (_, k) => arrows?.[6 * i + k] ?? NaN);
      const along = new Vector3(six[3], six[4], six[5]);
      const size = along.length();
      const { whole } = part;
      this.tips[i] = null;
      whole.visible = this.chosen[i] && six.every(Number.isFinite) && size > 0 && (!part.torque || this.torques);
      if (!whole.visible) return;
      along.divideScalar(size);
      whole.position.set(six[0], six[1], six[2]);
      this.tips[i] = part.torque ? this.turn(part, along, size) : this.lay(part, along, size);
      whole.visible = this.tips[i] !== null;
    });
  }

  /** Lay an arrow along a direction; where its tip is, or null for one that is too short. */
  private lay({ whole, shaft, head }: Part, along: Vector3, force: number): Vector3 | null {
    const length = lengthOf(force, this.largest, this.scale) * this.size;
    if (!(length > LEAST * this.size)) return null;
    whole.quaternion.setFromUnitVectors(Y, along);
    const body = HEAD * this.size;
    shaft.scale.y = Math.max(length - body, 0.001 * this.size);
    head.position.y = length;
    head.scale.setScalar(Math.min(1, length / body));
    return whole.position.clone().addScaledVector(along, length * this.grown);
  }

  /** Bend an arc about an axis, by the right hand; where its tip is, or null. */
  private turn({ whole, shaft, head }: Part, axis: Vector3, torque: number): Vector3 | null {
    const sweep = sweepOf(torque, this.largestTorque, this.scale);
    if (!(sweep > SLIGHT)) return null;
    whole.quaternion.setFromUnitVectors(Z, axis);
    const radius = RADIUS * this.size;
    const pieces = Math.max(1, Math.round((sweep / (2 * Math.PI)) * PIECES));
    const end = (pieces / PIECES) * 2 * Math.PI;
    shaft.geometry.setDrawRange(0, 6 * ROUND * pieces);
    head.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
    head.rotation.set(0, 0, end + 0.25); // bent a little inwards, as the arc is
    head.translateY(0.5 * HEAD * this.size);
    head.scale.setScalar(Math.min(1, (2 * sweep * RADIUS) / HEAD));
    // Its name stands outside of the arc.
    return head.position.clone().multiplyScalar(BESIDE * this.grown).applyQuaternion(whole.quaternion).add(whole.position);
  }
}

/** A ring whose faces come in the order of its angle, so that a part of them is an arc. */
function ring(radius: number, thin: number): TorusGeometry {
  const found = new TorusGeometry(radius, thin, ROUND, PIECES);
  const index = Array.from(found.index!.array);
  const faces: number[][] = Array.from({ length: PIECES }, () => []);
  for (let f = 0; 6 * f < index.length; f++) faces[f % PIECES].push(...index.slice(6 * f, 6 * f + 6));
  found.setIndex(faces.flat());
  return found;
}
