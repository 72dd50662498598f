/** How far a scene reaches: every point between which a frame of it lies. */

import { points, poses, turned } from "./coordinates.js";
import type { Frame, Scene, Solid, Vector } from "./scene.js";

const PLACES = 80_000; // that are looked at

/** The places of a frame: its points, and the corners of boxes around its solids. */
export function reach(scene: Scene, frame: Frame): Vector[] {
  const at = poses(scene, frame.q);
  const found = points(scene, frame, at);
  scene.bodies.forEach(({ solids }, i) => {
    for (const corner of solids.flatMap(corners)) {
      const arm = turned(at[i].turn, corner);
      found.push([0, 1, 2].map((k) => at[i].place[k] + arm[k]) as Vector);
    }
  });
  return found.filter((place) => place.every(Number.isFinite));
}

/** Frames spread evenly over all of them, so few that they have not too many places. */
export function some(scene: Scene, frames: Frame[]): Frame[] {
  const solids = scene.bodies.reduce((sum, body) => sum + body.solids.length, 0);
  const most = Math.max(2, Math.floor(PLACES / (scene.points.length + 8 * solids + 1)));
  const every = Math.ceil(frames.length / most);
  return frames.filter((_, i) => i % every === 0 || i === frames.length - 1);
}

/** Corners of a box around a solid, in body axes. */
export function corners({ kind, size, corners: outline, place, turn }: Solid): Vector[] {
  const own = kind === "plate" ? (outline ?? []).map(([x, y]): Vector => [x, y, 0]) : signs(halves(kind, size));
  return own.map((corner) => turned(turn, corner).map((x, i) => x + place[i]) as Vector);
}

/** Half of what a solid measures along each of its axes. */
function halves(kind: Solid["kind"], size: number[]): Vector {
  if (kind === "box") return [size[0] / 2, size[1] / 2, size[2] / 2];
  if (kind === "cylinder") return [size[0], size[0], size[1] / 2];
  if (kind === "capsule") return [size[0], size[0], size[0] + size[1] / 2];
  return [size[0], size[0], size[0]];
}

function signs([x, y, z]: Vector): Vector[] {
  return [-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].map((c): Vector => [a, b, c])));
}

/** The corners of the box around places that `Scene` has, with the same room to spare; null for none. */
export function around(places: Vector[], flat: boolean): { low: Vector; high: Vector } | null {
  if (!places.length) return null;
  const low: Vector = [...places[0]];
  const high: Vector = [...places[0]];
  for (const place of places)
    for (let i = 0; i < 3; i++) {
      low[i] = Math.min(low[i], place[i]);
      high[i] = Math.max(high[i], place[i]);
    }
  const spare = 0.04 * Math.hypot(...high.map((x, i) => x - low[i])) || 1;
  for (let i = 0; i < (flat ? 2 : 3); i++) {
    low[i] -= spare;
    high[i] += spare;
  }
  return { low, high };
}
