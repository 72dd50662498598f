/** The camera: where one looks from, by hand or by a preset, and from how far away.
 *
 * Seen from the direction `back`, a place has the coordinates x to the right, y upwards and z towards
 * the camera. A camera at the distance D before (X, Y) sees it if |x − X| ≤ (D − z) w, with w the
 * tangent of half its angle. So for all places D w + X ≥ max(x + z w) and D w − X ≥ max(−x + z w),
 * and the nearest camera has 2 D w = the sum of both, 2 X = their difference; likewise for Y.
 */

import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

import { type Scene, type Vector, facing } from "../scene/scene.js";

export const PRESETS = ["overview", "front", "side", "top"] as const;
export type Preset = (typeof PRESETS)[number];

const SPARE = 1.13; // room around what is seen
const NEAREST = 0.15; // between the camera and what is seen, in parts of the whole
const SLIGHT = 0.08; // a change that is not worth a move, in parts of the picture
const SETTLE = 110; // milliseconds in which most of a move is done
const DONE = 0.003; // what is left of a move when it ends

/** Where the camera stands: what it looks at, and half of what it sees upright there. */
export interface Stand {
  target: Vector3;
  half: number;
}

/** The nearest stand from which places are seen, with `tall` the tangent of half the angle upright, or
 *  0 for parallel rays; `aspect` is width over height. */
export function standFor(
  places: Vector3[],
  [right, upward, back]: [Vector3, Vector3, Vector3],
  tall: number,
  aspect: number,
): Stand {
  const middle = places.reduce((sum, x) => sum.add(x), new Vector3()).divideScalar(places.length || 1);
  const most = { a: 0, b: 0, c: 0, d: 0, near: 0, far: 0 };
  const w = tall * aspect;
  const arm = new Vector3();
  for (const place of places) {
    arm.subVectors(place, middle);
    const [x, y, z] = [arm.dot(right), arm.dot(upward), arm.dot(back)];
    most.a = Math.max(most.a, x + z * w);
    most.b = Math.max(most.b, -x + z * w);
    most.c = Math.max(most.c, y + z * tall);
    most.d = Math.max(most.d, -y + z * tall);
    most.near = Math.max(most.near, z);
    most.far = Math.max(most.far, arm.length());
  }
  const target = middle
    .addScaledVector(right, (most.a - most.b) / 2)
    .addScaledVector(upward, (most.c - most.d) / 2);
  let half = Math.max((most.c + most.d) / 2, (most.a + most.b) / 2 / aspect);
  half = Math.max(half, tall * (most.near + NEAREST * most.far), 1e-3 * most.far) || 1;
  return { target, half };
}

export class Camera {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Whether nobody moved it by hand since it was last told what to show. */
  own = true;
  private places: Vector3[];
  private aspect = 1.5;
  private goal: Stand | null = null;
  private stood: Stand | null = null;
  private last = NaN;

  constructor(
    private readonly scene: Scene,
    element: HTMLElement,
  ) {
    const { low, high } = scene;
    const ends = [0, 1, 2].map((i) => [low[i], high[i]]);
    this.places = ends[0].flatMap((x) => ends[1].flatMap((y) => ends[2].map((z) => new Vector3(x, y, z))));
    const far = new Vector3(...low).distanceTo(new Vector3(...high)) || 1;
    this.camera =
      scene.dimension === 2
        ? new OrthographicCamera(-1, 1, 1, -1, -50 * far, 50 * far)
        : new PerspectiveCamera(32, 1, far / 100, far * 60);
    this.camera.up.set(...scene.up);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableRotate = scene.dimension === 3;
    this.controls.enableDamping = false;
    this.controls.addEventListener("start", () => {
      this.own = false;
      this.goal = null;
    });
    this.look("overview");
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    if (this.own) this.frame();
    else this.stand(this.stood!, false);
  }

  /** Look as another camera does: from its side, and at what a reader chose to see. */
  lookAs(other: Camera): void {
    const side = other.camera.position.clone().sub(other.controls.target);
    this.camera.position.copy(this.controls.target).add(side);
    this.fit();
    if (other.own || !other.stood) return;
    this.own = false;
    this.stand({ target: other.stood.target.clone(), half: other.stood.half });
    this.controls.target.copy(other.controls.target);
    this.camera.position.copy(other.camera.position);
    this.camera.zoom = other.camera.zoom;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** Look from one of the presets; a plane has one. */
  look(preset: Preset): void {
    const up = new Vector3(...this.scene.up);
    let side = new Vector3(1, 0, 0).addScaledVector(up, -up.x);
    if (side.length() < 0.3) side = new Vector3(0, 1, 0).addScaledVector(up, -up.y);
    side.normalize();
    const front = up.clone().cross(side).negate(); // from −y where z is up
    const from = {
      overview: front.clone().multiplyScalar(0.86).addScaledVector(side, 0.55),
      front,
      side,
      top: up.clone().addScaledVector(front, 1e-3),
    }[preset];
    if (preset === "overview") from.addScaledVector(up, 0.42);
    if (this.scene.dimension === 2) from.set(0, 0, facing(this.scene));
    this.camera.position.copy(this.controls.target).add(from.normalize());
    this.fit();
  }

  /** Show all places there are; others than before, if they are given. */
  fit(places?: Vector[]): void {
    if (places?.length) this.places = places.map((place) => new Vector3(...place));
    this.own = true;
    this.frame();
  }

  /** Places that are to be seen from now on, unless a reader chose what to see: by a move where there
   *  is time for one. */
  embrace(places: Vector[], smoothly: boolean): void {
    if (places.length) this.places = places.map((place) => new Vector3(...place));
    if (!this.own || !this.stood) return;
    const found = this.best();
    const shift = found.target.distanceTo(this.stood.target) / this.stood.half;
    if (Math.abs(found.half / this.stood.half - 1) < SLIGHT && shift < SLIGHT && this.camera.zoom === 1) return;
    if (!smoothly) this.frame();
    else this.goal = found;
  }

  /** Go on with a move at a time; whether there is more of it to come. */
  advance(now: number): boolean {
    const passed = Number.isNaN(this.last) ? 16 : now - this.last;
    this.last = this.goal ? now : NaN;
    if (!this.goal || !this.stood) return false;
    const part = 1 - Math.exp(-passed / SETTLE);
    const { target, half } = this.stood;
    const left = Math.max(this.goal.target.distanceTo(target) / half, Math.abs(this.goal.half / half - 1));
    const between = { target: target.clone().lerp(this.goal.target, part), half: half * (this.goal.half / half) ** part };
    const next = left < DONE ? this.goal : between;
    if (left < DONE) this.goal = null;
    this.camera.zoom **= 1 - part;
    this.stand(next);
    return this.goal !== null;
  }

  /** Go along with something that moved. */
  shift(by: Vector3): void {
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.stood?.target.add(by);
    this.goal?.target.add(by);
  }

  /** Its axes: to the right, upwards, and towards it. */
  private axes(): [Vector3, Vector3, Vector3] {
    const back = this.camera.position.clone().sub(this.controls.target).normalize();
    const right = new Vector3(...this.scene.up).cross(back).normalize();
    return [right, back.clone().cross(right), back];
  }

  private get tall(): number {
    return this.camera instanceof PerspectiveCamera ? Math.tan((this.camera.fov * Math.PI) / 360) : 0;
  }

  private best(): Stand {
    const found = standFor(this.places, this.axes(), this.tall / SPARE, this.aspect);
    return { ...found, half: SPARE * found.half };
  }

  /** Stand where everything is seen. */
  private frame(): void {
    this.goal = null;
    this.camera.zoom = 1;
    this.stand(this.best());
  }

  private stand({ target, half }: Stand, moved = true): void {
    const [, , back] = this.axes();
    this.stood = { target, half };
    if (moved) this.controls.target.copy(target);
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = this.aspect;
      if (moved) this.camera.position.copy(target).addScaledVector(back, half / this.tall);
    } else {
      Object.assign(this.camera, { top: half, bottom: -half });
      Object.assign(this.camera, { right: half * this.aspect, left: -half * this.aspect });
      if (moved) this.camera.position.copy(target).addScaledVector(back, 2 * half);
    }
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }
}
