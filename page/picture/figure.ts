/** A system in one state: bodies, points, links, glyphs. Ghosts are figures that one sees through. */

import {
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  type Material,
  Mesh,
  Object3D,
  SphereGeometry,
  Vector3,
} from "three";

import { type Pose, points, poses } from "../scene/coordinates.js";
import { type Frame, type Joint, type Scene, type Vector, extent, facing } from "../scene/scene.js";
import { type Theme, color, matter } from "./colors.js";
import { glyph } from "./glyphs.js";
import { mesh } from "./shapes.js";

const BALL = 0.013; // radius of a point, in parts of the whole
const ROD = 0.0045; // of a rod
const GLYPH = 0.014; // size of a joint
const GUESSED = 0.55; // how much is seen of a solid that was guessed
const COILS = 9; // of a spring
const Y = new Vector3(0, 1, 0);

export class Figure {
  readonly group = new Group();
  /** Where the points of the scene are. */
  where: Vector[] = [];
  /** Where the bodies are. */
  poses: Pose[] = [];
  private readonly bodies: Object3D[];
  private readonly balls: (Mesh | null)[];
  private readonly links: Object3D[];
  private readonly joints = new Group();
  private readonly size: number;

  constructor(
    private readonly scene: Scene,
    private readonly theme: Theme,
    private readonly opacity = 1,
  ) {
    this.size = extent(scene);
    this.bodies = scene.bodies.map((body) => {
      const found = new Group();
      for (const solid of body.solids) {
        found.add(mesh(solid, this.material(body.color, solid.sure ? 1 : GUESSED)));
      }
      this.group.add(found);
      return found;
    });
    const ball = new SphereGeometry(BALL * this.size, 28, 18);
    this.balls = scene.points.map((point) => {
      if (!point.seen) return null;
      const found = new Mesh(ball, this.material(point.color));
      found.castShadow = true;
      this.group.add(found);
      return found;
    });
    this.links = scene.links.map((link) => {
      const found = link.kind === "spring" ? this.spring() : this.rod(link.color);
      this.group.add(found);
      return found;
    });
    this.group.add(this.joints);
    if (opacity === 1) this.addGlyphs();
  }

  /** Put everything where a frame has it. */
  place(frame: Frame): void {
    this.group.visible = Array.prototype.every.call(frame.q, Number.isFinite);
    if (!this.group.visible) return;
    this.poses = poses(this.scene, frame.q);
    this.where = points(this.scene, frame, this.poses);
    this.bodies.forEach((body, i) => setPose(body, this.poses[i]));
    this.balls.forEach((ball, i) => ball?.position.fromArray(this.where[i]));
    this.links.forEach((link, i) => {
      const { from, to } = this.scene.links[i];
      stretch(link, this.where[from], this.where[to]);
    });
    this.joints.children.forEach((holder, i) => {
      const { body } = this.scene.joints[i];
      if (body >= 0) setPose(holder, this.poses[body]);
    });
  }

  showJoints(seen: boolean): void {
    this.joints.visible = seen;
  }

  /** Give the memory of its shapes back. */
  dispose(): void {
    this.group.traverse((part) => {
      if (!(part instanceof Mesh || part instanceof Line)) return;
      part.geometry.dispose();
      for (const material of [part.material].flat()) material.dispose();
    });
  }

  private addGlyphs(): void {
    const steel = matter(this.theme, this.theme.steel, 0.42, 0.45);
    for (const joint of this.scene.joints) {
      const found = glyph(joint.kind, GLYPH * this.size, steel);
      found.position.fromArray(joint.place);
      const [w, x, y, z] = joint.turn;
      found.quaternion.set(x, y, z, w);
      const holder = new Group().add(found);
      if (joint.body < 0) holder.add(this.stand(joint, steel));
      this.joints.add(holder);
    }
  }

  /** What stands on the ground: a foot below the joint. */
  private stand(joint: Joint, material: Material): Mesh {
    const size = GLYPH * this.size;
    const found = new Mesh(new ConeGeometry(1.3 * size, 2.2 * size, 4), material);
    const up = new Vector3(...this.scene.up);
    found.quaternion.setFromUnitVectors(Y, up);
    found.position.fromArray(joint.place).addScaledVector(up, -1.3 * size);
    if (this.scene.dimension === 2) found.position.z -= 2 * facing(this.scene) * size;
    return found;
  }

  private material(place: number, opacity = 1): Material {
    return this.thinned(matter(this.theme, color(this.theme, place), 0.55, 0.08), opacity);
  }

  private thinned<M extends Material>(material: M, opacity = 1): M {
    if (opacity * this.opacity < 1) {
      material.transparent = true;
      material.opacity = opacity * this.opacity;
      material.depthWrite = false;
    }
    return material;
  }

  private rod(place: number): Mesh {
    const radius = ROD * this.size;
    const found = new Mesh(new CylinderGeometry(radius, radius, 1, 16), this.material(place));
    found.castShadow = true;
    return found;
  }

  private spring(): Line {
    const turns = Array.from({ length: 24 * COILS + 1 }, (_, i) => {
      const angle = (i / 24) * 2 * Math.PI;
      const s = i / (24 * COILS);
      const radius = s < 0.06 || s > 0.94 ? 0 : 0.012 * this.size;
      return [radius * Math.cos(angle), s - 0.5, radius * Math.sin(angle)];
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(turns.flat(), 3));
    return new Line(geometry, this.thinned(new LineBasicMaterial({ color: this.theme.steel })));
  }
}

function setPose(what: Object3D, { place, turn: [w, x, y, z] }: Pose): void {
  what.position.fromArray(place);
  what.quaternion.set(x, y, z, w);
}

/** Lay something of length one along y from one point to another. */
function stretch(what: Object3D, a: Vector, b: Vector): void {
  const from = new Vector3(...a);
  const along = new Vector3(...b).sub(from);
  const length = along.length();
  what.visible = Number.isFinite(length) && length > 0;
  if (!what.visible) return;
  what.position.copy(from).addScaledVector(along, 0.5);
  what.quaternion.setFromUnitVectors(Y, along.divideScalar(length));
  what.scale.set(1, length, 1);
}
