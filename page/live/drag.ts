/** Dragging points and bodies: what is under the pointer, and to where it is pulled. */

import { type Object3D, Plane, Raycaster, Vector2, Vector3 } from "three";

import { turned } from "../scene/coordinates.js";
import type { Quaternion, Vector } from "../scene/scene.js";
import type { Picture } from "../picture/picture.js";

/** How near to a point one must press, in pixels. */
const NEAR = 26;

/** Something that is held: which frame of the engine, and where on it. */
export interface Grip {
  frame: number;
  point: number[];
}

export interface Pulling {
  begin(grip: Grip): void;
  pull(grip: Grip, to: number[]): void;
  end(): void;
}

/** Let a reader drag what is in the picture; all else turns the camera as before. */
export function draggable(picture: Picture, pulling: Pulling): void {
  const { canvas, camera } = picture;
  let grip: Grip | null = null;
  let plane = new Plane();
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      const hit = grip === null && event.isPrimary && event.button === 0 ? held(picture, event) : null;
      if (!hit) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      grip = hit.grip;
      const facing = camera.camera.getWorldDirection(new Vector3());
      plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.at);
      pulling.begin(grip);
    },
    { capture: true },
  );
  canvas.addEventListener("pointermove", (event) => {
    if (!grip) {
      canvas.style.cursor = held(picture, event) ? "pointer" : "";
      return;
    }
    const to = ray(picture, event).ray.intersectPlane(plane, new Vector3());
    if (to) pulling.pull(grip, [to.x, to.y, to.z]);
  });
  const drop = () => {
    if (grip) pulling.end();
    grip = null;
  };
  canvas.addEventListener("pointerup", drop);
  canvas.addEventListener("pointercancel", drop);
}

/** Where on the screen, from -1 to 1. */
function onScreen({ canvas }: Picture, event: PointerEvent): Vector2 {
  const box = canvas.getBoundingClientRect();
  return new Vector2(
    ((event.clientX - box.left) / box.width) * 2 - 1,
    1 - ((event.clientY - box.top) / box.height) * 2,
  );
}

function ray(picture: Picture, event: PointerEvent): Raycaster {
  const caster = new Raycaster();
  caster.setFromCamera(onScreen(picture, event), picture.camera.camera);
  return caster;
}

/** What is under the pointer: the nearest point that moves, or a body. */
function held(picture: Picture, event: PointerEvent): { grip: Grip; at: Vector3 } | null {
  const { scene, figure, canvas } = picture;
  const pointer = onScreen(picture, event);
  const half = new Vector2(canvas.clientWidth, canvas.clientHeight).multiplyScalar(0.5);
  let best = NEAR;
  let found: { grip: Grip; at: Vector3 } | null = null;
  let free = 0;
  scene.points.forEach(({ body, place, seen }, i) => {
    const frame = body === null ? scene.bodies.length + free++ : body;
    if (frame < 0 || !figure.where[i] || (body !== null && !seen && scene.bodies[frame].solids.length)) return;
    const at = new Vector3(...figure.where[i]);
    const on = at.clone().project(picture.camera.camera);
    const distance = new Vector2(on.x, on.y).sub(pointer).multiply(half).length();
    if (!(distance < best)) return;
    best = distance;
    found = { grip: { frame, point: body === null ? [0, 0, 0] : [...place] }, at };
  });
  return found ?? onBody(picture, event);
}

/** A point of a body, in its own axes. */
function onBody(picture: Picture, event: PointerEvent): { grip: Grip; at: Vector3 } | null {
  const { figure, scene } = picture;
  const bodies: Object3D[] = figure.group.children.slice(0, scene.bodies.length);
  const [hit] = ray(picture, event).intersectObjects(bodies, true);
  if (!hit) return null;
  let part: Object3D | null = hit.object;
  while (part && !bodies.includes(part)) part = part.parent;
  const frame = part ? bodies.indexOf(part) : -1;
  if (frame < 0) return null;
  const { place, turn } = figure.poses[frame];
  const back: Quaternion = [turn[0], -turn[1], -turn[2], -turn[3]];
  const arm = hit.point.toArray().map((x, i) => x - place[i]) as Vector;
  return { grip: { frame, point: turned(back, arm) }, at: hit.point.clone() };
}
