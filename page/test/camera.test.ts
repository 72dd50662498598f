import assert from "node:assert/strict";
import { test } from "node:test";

import { Vector3 } from "three";

import { standFor } from "../picture/camera.js";
import { around, corners, reach, some } from "../scene/reach.js";
import type { Frame, Scene, Solid, Vector } from "../scene/scene.js";

/** Numbers between -1 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (1103515245 * state + 12345) % 2147483648) / 1073741824 - 1;
}

/** The largest |x| and |y| on the screen, from -1 to 1, of places seen by a camera that stands so. */
function seen(places: Vector3[], axes: [Vector3, Vector3, Vector3], tall: number, aspect: number): number[] {
  const { target, half } = standFor(places, axes, tall, aspect);
  return [0, 1].map((i) =>
    Math.max(
      ...places.map((place) => {
        const arm = place.clone().sub(target);
        const upright = half - arm.dot(axes[2]) * tall; // half of what is seen at its distance
        return Math.abs(arm.dot(axes[i])) / (i ? upright : upright * aspect);
      }),
    ),
  );
}

test("the nearest stand shows everything and touches the edge, on both sides alike", () => {
  const next = numbers(7);
  for (const tall of [0, 0.29, 0.8])
    for (const aspect of [0.5, 1, 2.3])
      for (let k = 0; k < 30; k++) {
        const back = new Vector3(next(), next(), next()).normalize();
        const right = new Vector3(next(), next(), next()).cross(back).normalize();
        const axes: [Vector3, Vector3, Vector3] = [right, back.clone().cross(right), back];
        const at = new Vector3(9 * next(), 9 * next(), 9 * next());
        const places = Array.from({ length: 12 }, () => new Vector3(next(), 2 * next(), next()).add(at));
        const [x, y] = seen(places, axes, tall, aspect);
        assert.ok(x <= 1 + 1e-9 && y <= 1 + 1e-9, `${x} ${y}`);
        // It is as near as it can be, but for places that it would bump into.
        const { target, half } = standFor(places, axes, tall, aspect);
        const room = Math.min(...places.map((place) => half - tall * place.clone().sub(target).dot(back)));
        assert.ok(Math.max(x, y) > 1 - 1e-9 || room < 0.5 * tall, `${x} ${y}`);
      }
});

test("a single place has a stand too", () => {
  const axes: [Vector3, Vector3, Vector3] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  const { target, half } = standFor([new Vector3(3, 4, 5)], axes, 0.3, 1);
  assert.deepEqual([target.toArray(), half > 0], [[3, 4, 5], true]);
});

test("of a scene of many bodies fewer frames are looked at, the first and the last among them", () => {
  const frames: Frame[] = Array.from({ length: 240 }, (_, i) => ({ t: i, q: [] }));
  for (const count of [1, 300, 3000, 1e6]) {
    const found = some({ bodies: [], points: { length: count } } as unknown as Scene, frames);
    assert.ok(found.length * count < 250_000 || found.length <= 3, String(found.length));
    assert.deepEqual([found[0].t, found[found.length - 1].t], [0, 239]);
    assert.ok(count > 300 || found.length > 200);
  }
});

test("a scene reaches as far as its points and the corners of its solids", () => {
  const box: Solid = { kind: "box", size: [2, 4, 6], place: [1, 0, 0], turn: [1, 0, 0, 0], sure: true };
  const high = (solid: Solid) => around(corners(solid), false)!.high.map((x) => Math.floor(x));
  assert.deepEqual(high(box), [2, 2, 3]);
  assert.deepEqual(high({ ...box, kind: "capsule", size: [1, 2] }), [2, 1, 2]);
  const bodies = [{ name: "", kind: "planar", columns: [0, 1, 2], color: 0, solids: [box] }];
  const points = [{ name: "", body: -1, place: [-5, NaN, 0], columns: null, color: 0, seen: true, trail: false }];
  const scene = { bodies, points } as unknown as Scene;
  const frame: Frame = { t: 0, q: [10, 0, Math.PI / 2] }; // turned by a right angle
  const found = reach(scene, frame);
  assert.equal(found.length, 8);
  const [low, top] = [0, 1].map((s) => [0, 1, 2].map((i) => Math[s ? "max" : "min"](...found.map((x: Vector) => x[i]))));
  [low, top].forEach((own, s) => own.forEach((x, i) => assert.ok(Math.abs(x - [[8, 0, -3], [12, 2, 3]][s][i]) < 1e-12)));
});
