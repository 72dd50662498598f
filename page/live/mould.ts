/** Numbers of the scene that follow from the parameters: how long bars are, where joints sit. */

import type { Scene } from "../scene/scene.js";
import type { Moulded } from "./data.js";

/** Put numbers, one after the other, where they stand in the scene; whether any of them is another.
 *  What is not finite is left as it was. */
export function moulded(scene: Scene, places: Moulded[], numbers: ArrayLike<number>): boolean {
  let first = 0;
  let changed = false;
  for (const { path, count } of places) {
    const own = vectorAt(scene, path);
    for (let i = 0; i < count; i++) {
      const value = numbers[first + i];
      if (!Number.isFinite(value) || own[i] === value) continue;
      own[i] = value;
      changed = true;
    }
    first += count;
  }
  return changed;
}

function vectorAt(scene: Scene, path: (string | number)[]): number[] {
  let found: unknown = scene;
  for (const step of path) found = (found as Record<string | number, unknown>)[step];
  return found as number[];
}
