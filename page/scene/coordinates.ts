/** From coordinates to places: the poses of bodies, the points on them, and forces as arrows. */

import type { Arrow, Frame, Quaternion, Scene, Vector } from "./scene.js";

/** Place and orientation of one body. */
export interface Pose {
  place: Vector;
  turn: Quaternion;
}

const STILL: Pose = { place: [0, 0, 0], turn: [1, 0, 0, 0] };

/** A vector turned by a quaternion of length one. */
export function turned([w, x, y, z]: Quaternion, [a, b, c]: Vector): Vector {
  // v + 2w (u × v) + 2 u × (u × v)
  const p = y * c - z * b;
  const q = z * a - x * c;
  const r = x * b - y * a;
  return [
    a + 2 * (w * p + y * r - z * q),
    b + 2 * (w * q + z * p - x * r),
    c + 2 * (w * r + x * q - y * p),
  ];
}

/** The pose of each body. */
export function poses(scene: Scene, q: ArrayLike<number>): Pose[] {
  return scene.bodies.map((body) => {
    const c = body.columns.map((i) => q[i]);
    if (body.kind === "planar") {
      const half = c[2] / 2;
      return { place: [c[0], c[1], 0], turn: [Math.cos(half), 0, 0, Math.sin(half)] };
    }
    if (body.kind === "particle") return { place: [c[0], c[1], c[2] ?? 0], turn: [1, 0, 0, 0] };
    const length = Math.hypot(c[3], c[4], c[5], c[6]) || 1;
    return {
      place: [c[0], c[1], c[2]],
      turn: [c[3] / length, c[4] / length, c[5] / length, c[6] / length],
    };
  });
}

/** Where each point of the scene is. */
export function points(scene: Scene, frame: Frame, at = poses(scene, frame.q)): Vector[] {
  let given = 0;
  return scene.points.map((point) => {
    if (point.body !== null) {
      const pose = point.body < 0 ? STILL : at[point.body];
      const arm = turned(pose.turn, point.place);
      return [pose.place[0] + arm[0], pose.place[1] + arm[1], pose.place[2] + arm[2]];
    }
    if (point.columns !== null) {
      const c = point.columns;
      return [frame.q[c[0]], frame.q[c[1]], c.length > 2 ? frame.q[c[2]] : 0];
    }
    const from = frame.points ?? [];
    const i = 3 * given++;
    return [from[i] ?? NaN, from[i + 1] ?? NaN, from[i + 2] ?? NaN];
  });
}

/** Place and vector (6,) of an arrow, from the force (n,) that its constraint exerts on q. */
export function arrow(force: ArrayLike<number>, what: Arrow, where: Vector[], at: Pose[]): number[] {
  const place: Vector = what.at === null ? [NaN, NaN, NaN] : where[what.at];
  if (what.kind === "torque") return [...place, ...torque(force, what, place, at)];
  const { along } = what;
  if (along) return [...place, ...along.map((x) => x * what.sign * force[what.columns[0]])];
  const v = [0, 1, 2].map((i) => {
    const own = what.columns[i] ?? -1;
    return own < 0 ? 0 : force[own] * (what.mirrored?.[i] ? -what.sign : what.sign);
  });
  return [...place, ...v];
}

/** A torque about a place; zwang/page/arrows.py derives it. */
function torque(force: ArrayLike<number>, { columns, sign, body }: Arrow, place: Vector, at: Pose[]): Vector {
  const own = columns.map((i) => force[i]);
  if (body === undefined || body === null) return [0, 0, sign * own[0]];
  const arm = place.map((x, i) => x - at[body].place[i]) as Vector;
  const flat = columns.length === 3;
  const shift = cross(arm, [own[0], own[1], flat ? 0 : own[2]]);
  if (flat) return [0, 0, sign * (own[2] - shift[2])];
  const [u0, ...v] = at[body].turn;
  const [Q0, ...Qv] = own.slice(3);
  const turned = cross(v as Vector, Qv as Vector);
  return [0, 1, 2].map((i) => sign * (0.5 * (u0 * Qv[i] - Q0 * v[i] + turned[i]) - shift[i])) as Vector;
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}
