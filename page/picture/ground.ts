/** The ground: planes that things roll on, else a floor below everything; in the plane, a grid. */

import {
  CircleGeometry,
  GridHelper,
  Group,
  Mesh,
  ShadowMaterial,
  Vector3,
  type LineBasicMaterial,
} from "three";

import { type Scene, extent, facing } from "../scene/scene.js";
import type { Theme } from "./colors.js";

/** What shadows fall on; without them it is nothing to be drawn. */
export const SHADE = "shade";

/** A length such as 0.1, 0.2, 0.5, 1: about a tenth of the whole. */
export function gridStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size / 10));
  const part = size / 10 / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

export function ground(scene: Scene, theme: Theme): Group {
  const found = new Group();
  const up = new Vector3(...scene.up);
  const low = new Vector3(...scene.low);
  const middle = low.clone().add(new Vector3(...scene.high)).multiplyScalar(0.5);
  if (scene.dimension === 2) {
    found.add(plane(scene, theme, middle.setZ(-0.25 * facing(scene) * extent(scene)), new Vector3(0, 0, 1)));
  } else if (scene.ground.length === 0) {
    // Below the lowest corner along `up`.
    const half = new Vector3(...scene.high).sub(middle);
    const depth = Math.abs(half.x * up.x) + Math.abs(half.y * up.y) + Math.abs(half.z * up.z);
    found.add(plane(scene, theme, middle.addScaledVector(up, -1.02 * depth), up));
  }
  for (const { point, normal } of scene.ground) {
    const n = new Vector3(...normal);
    if (scene.dimension === 2) continue; // a line, which the scene's links draw
    const off = middle.clone().sub(new Vector3(...point)).dot(n);
    found.add(plane(scene, theme, middle.clone().addScaledVector(n, -off), n));
  }
  return found;
}

/** A grid that fades into the background, and the shadows that fall on it. */
function plane(scene: Scene, theme: Theme, at: Vector3, normal: Vector3): Group {
  const found = new Group();
  const step = gridStep(extent(scene));
  const count = 2 * Math.ceil((1.6 * extent(scene)) / step);
  const grid = new GridHelper(count * step, count, theme.faint, theme.faint);
  const look = grid.material as LineBasicMaterial;
  look.transparent = true;
  look.opacity = theme.dark ? 0.5 : 0.55;
  look.depthWrite = false;
  found.add(grid);
  if (scene.dimension === 3) {
    const shade = new ShadowMaterial({ opacity: theme.dark ? 0.4 : 0.16 });
    shade.depthWrite = false;
    const floor = new Mesh(new CircleGeometry(2 * extent(scene), 64), shade);
    floor.rotation.x = -Math.PI / 2;
    floor.receiveShadow = true;
    floor.name = SHADE;
    found.add(floor);
  }
  found.position.copy(at);
  found.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), normal);
  return found;
}
