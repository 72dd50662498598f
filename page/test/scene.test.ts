import assert from "node:assert/strict";
import { test } from "node:test";

import { Pace } from "../picture/pace.js";
import { Quality, isSoftware } from "../picture/quality.js";
import { arrow, points, poses, turned } from "../scene/coordinates.js";
import { unpack } from "../scene/data.js";
import { Recording, between } from "../scene/recording.js";
import { type Quaternion, type Scene, type Vector, facing } from "../scene/scene.js";

const EMPTY: Scene = {
  title: "",
  dimension: 3,
  up: [0, 0, 1],
  coordinates: [],
  bodies: [],
  points: [],
  links: [],
  joints: [],
  arrows: [],
  ground: [],
  low: [0, 0, 0],
  high: [1, 1, 1],
};
const POINT = { name: "", color: 0, seen: true, trail: false, columns: null };

function near(a: ArrayLike<number>, b: ArrayLike<number>, within = 1e-12): void {
  assert.equal(a.length, b.length);
  for (let i = 0; i < a.length; i++) assert.ok(Math.abs(a[i] - b[i]) <= within, `${a[i]} ${b[i]}`);
}

function packed(values: number[], shape: number[], type: "f4" | "f8" = "f8") {
  const array = type === "f8" ? new Float64Array(values) : new Float32Array(values);
  return { type, shape, base64: Buffer.from(array.buffer).toString("base64") };
}

test("a quaternion turns a vector and keeps its length", () => {
  const half = Math.SQRT1_2;
  near(turned([half, 0, 0, half], [1, 0, 0]), [0, 1, 0]);
  const u = [0.1, -0.7, 0.5, 0.5].map((x) => x / Math.hypot(0.1, 0.7, 0.5, 0.5)) as Quaternion;
  near([Math.hypot(...turned(u, [1, 2, 3]))], [Math.hypot(1, 2, 3)]);
});

test("points are on their bodies, in coordinates, or come with the frame", () => {
  const scene: Scene = {
    ...EMPTY,
    bodies: [{ name: "a", kind: "planar", columns: [1, 2, 3], color: 0, solids: [] }],
    points: [
      { ...POINT, body: 0, place: [1, 0, 0] },
      { ...POINT, body: -1, place: [7, 8, 9] },
      { ...POINT, body: null, place: [0, 0, 0], columns: [0, 1] },
      { ...POINT, body: null, place: [0, 0, 0] },
    ],
  };
  const frame = { t: 0, q: [5, 1, 2, Math.PI / 2], points: [3, 4, 5] };
  const where = points(scene, frame);
  near(where.flat(), [1, 3, 0, 7, 8, 9, 5, 1, 0, 3, 4, 5]);
});

test("a quaternion of any length is a turn", () => {
  const body = { name: "a", kind: "rigid" as const, columns: [0, 1, 2, 3, 4, 5, 6], color: 0 };
  const scene = { ...EMPTY, bodies: [{ ...body, solids: [] }] };
  near(poses(scene, [1, 2, 3, 2, 0, 0, 0])[0].turn, [1, 0, 0, 0]);
});

test("an arrow has the columns of its force, and its sign", () => {
  const what = { name: "rod", of: "constraint" as const, at: 0, columns: [2, 1], sign: -1 };
  near(arrow([1, 2, 3], what, [[4, 5, 6]], []), [4, 5, 6, -3, -2, -0]);
  near(arrow([1, 2, 3], { ...what, columns: [-1, 0] }, [[4, 5, 6]], []), [4, 5, 6, 0, -1, 0]);
  const along: Vector = [0.5, 0, -2];
  near(arrow([1, 2, 3], { ...what, columns: [2], along }, [[4, 5, 6]], []), [4, 5, 6, -1.5, 0, 6]);
});

test("a torque is about its point, of a body in the plane or in space, and of an angle", () => {
  const what = { name: "motor", of: "constraint" as const, at: 0, columns: [2], sign: -1, kind: "torque" as const };
  near(arrow([1, 2, 3], what, [[4, 5, 0]], []), [4, 5, 0, 0, 0, -3]);
  const flat = { place: [1, 1, 0] as Vector, turn: [1, 0, 0, 0] as Quaternion };
  // The force (1, 2) on the middle is about a point (3, 4) away from it: 3 − (3·2 − 4·1) = 1.
  near(arrow([1, 2, 3], { ...what, columns: [0, 1, 2], sign: 1, body: 0 }, [[4, 5, 0]], [flat]), [4, 5, 0, 0, 0, 1]);
  // A turn about z by 0.8 and the torque (0.3, -0.2, 0.5): Q_u = 2 Gᵀ τ with u̇ = ½ (0, w) u.
  const [u0, u3] = [Math.cos(0.4), Math.sin(0.4)];
  const [x, y, z] = [0.3, -0.2, 0.5];
  const Q = [0, 0, 0, -u3 * z, u0 * x + u3 * y, u0 * y - u3 * x, u0 * z].map((q) => 2 * q);
  const body = { place: [1, 2, 3] as Vector, turn: [u0, 0, 0, u3] as Quaternion };
  const own = { ...what, columns: [0, 1, 2, 3, 4, 5, 6], sign: 1, body: 0 };
  near(arrow(Q, own, [[9, 9, 9]], [body]).slice(3), [x, y, z]);
});

test("a recording is a cubic between its rows and exact at them", () => {
  const t = [0, 1, 3];
  const cubic = (x: number) => x ** 3 - 2 * x;
  const slope = (x: number) => 3 * x ** 2 - 2;
  const recording = new Recording({
    t: packed(t, [3]),
    q: packed(t.map(cubic), [3, 1]),
    qd: packed(t.map(slope), [3, 1]),
    points: null,
    arrows: packed([0, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, NaN, 0, 0], [3, 6]),
    curves: packed([1, 2, 3], [3, 1], "f4"),
    names: [{ panel: "energy", name: "E", table: "curves", column: 0 }],
    ghosts: packed([0, 2, 4, 1, 1, 1], [2, 3, 1], "f4"),
    rows: 3,
    status: "",
  });
  for (const x of [0, 0.3, 1, 2.2, 3]) near(recording.at(x).q, [cubic(x)]);
  near(recording.at(9).q, [cubic(3)]);
  near([...recording.arrowRows()][0], [0, 0, 0, 3, 4, 0]);
  near(recording.ghost(0, 2).q, [3]);
  near(recording.ghost(1, 2).q, [1]);
  recording.compare("other", recording);
  near(recording.ghost(2, 2.2).q, [cubic(2.2)]);
  near(recording.beside(recording, recording.names[0])!, [1, 2, 3]);
  near(recording.curve(recording.names[0]), [1, 2, 3]);
});

test("a time lies between two rows", () => {
  assert.deepEqual(between([0, 1, 2], 1.5), [1, 0.5]);
  assert.deepEqual(between([0, 1, 2], -5), [0, 0]);
  assert.deepEqual(between([0, 1, 2], 5), [1, 1]);
});

test("a plane is seen so that x points to the right", () => {
  for (const up of [[0, 1, 0], [0, -1, 0], [0.6, -0.8, 0]] as const) {
    const back = facing({ ...EMPTY, up: [...up] });
    assert.ok(up[1] * back > 0); // the first part of up × back
  }
});

test("packed numbers come out as they went in", () => {
  near(unpack(packed([0.1, 1e300], [2])).values, [0.1, 1e300]);
});

test("pictures that follow each other slowly are noticed, single ones are not", () => {
  const after = (gap: number, count: number) => {
    const pace = new Pace();
    return Array.from({ length: count }, (_, i) => pace.slow(gap * i)).filter(Boolean).length;
  };
  assert.equal(after(16.7, 200), 0);
  assert.equal(after(1000, 200), 0);
  assert.equal(after(50, 31), 1);
  assert.equal(after(50, 30), 0);
});

test("without a graphics card moving pictures are drawn with less, and all when they stand still", () => {
  const names = ["ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)", "llvmpipe (LLVM 15)"];
  assert.ok(names.every(isSoftware));
  assert.ok(!["", "ANGLE (NVIDIA, GeForce RTX)", "Mesa Intel(R) UHD Graphics", "Apple M2"].some(isSoftware));
  const card = new Quality(false);
  const none = new Quality(true);
  for (const quality of [card, none]) quality.move();
  assert.deepEqual([card.less, card.sharpness(3), card.sharpness(1)], [false, 2, 1]);
  assert.deepEqual([none.less, none.sharpness(3)], [true, 1]);
  none.rest();
  assert.deepEqual([none.less, none.sharpness(1)], [false, 2]);
  card.slow = true; // as it turned out
  assert.ok(card.less);
  card.rest();
  assert.ok(!card.less);
});
