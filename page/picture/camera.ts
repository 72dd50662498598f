/** The camera: where one looks from, by hand or by a preset. */

import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

import type { Scene } from "../scene/scene.js";

export const PRESETS = ["overview", "front", "side", "top"] as const;
export type Preset = (typeof PRESETS)[number];

export class Camera {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly controls: OrbitControls;
  private readonly middle: Vector3;
  private readonly corners: Vector3[];
  private aspect = 1.5;

  constructor(
    private readonly scene: Scene,
    element: HTMLElement,
  ) {
    const [low, high] = [new Vector3(...scene.low), new Vector3(...scene.high)];
    this.middle = low.clone().add(high).multiplyScalar(0.5);
    this.corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) =>
        new Vector3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z),
    );
    const reach = low.distanceTo(high) || 1;
    this.camera =
      scene.dimension === 2
        ? new OrthographicCamera(-1, 1, 1, -1, -50 * reach, 50 * reach)
        : new PerspectiveCamera(32, 1, reach / 100, reach * 60);
    this.camera.up.set(...scene.up);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableRotate = scene.dimension === 3;
    this.controls.enableDamping = false;
    this.look("overview");
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.frame();
  }

  /** Look as another camera does. */
  lookAs(other: Camera): void {
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
    if (this.scene.dimension === 2) from.set(0, 0, 1);
    this.controls.target.copy(this.middle);
    this.camera.position.copy(this.middle).add(from.normalize());
    this.camera.zoom = 1;
    this.frame();
  }

  /** Move so far away that everything is seen. */
  private frame(): void {
    const target = this.controls.target;
    const back = this.camera.position.clone().sub(target).normalize();
    const right = new Vector3(...this.scene.up).cross(back).normalize();
    const upward = back.clone().cross(right);
    const seen = this.corners.map((corner) => {
      const d = corner.clone().sub(this.middle);
      return [Math.abs(d.dot(right)), Math.abs(d.dot(upward)), d.dot(back)];
    });
    const spare = 1.12;
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = this.aspect;
      const tall = Math.tan((this.camera.fov * Math.PI) / 360) / spare;
      const far = seen.map(([x, y, z]) => z + Math.max(x / (tall * this.aspect), y / tall));
      this.camera.position.copy(target).addScaledVector(back, Math.max(...far));
    } else {
      const [width, height] = [0, 1].map((i) => spare * Math.max(...seen.map((x) => x[i])));
      const half = Math.max(height, width / this.aspect) || 1;
      Object.assign(this.camera, { top: half, bottom: -half });
      Object.assign(this.camera, { right: half * this.aspect, left: -half * this.aspect });
      this.camera.position.copy(target).addScaledVector(back, 2 * half);
    }
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }
}
