/**
 * The picture of a scene. Whoever has numbers calls `place(frame)`, for a recorded motion and for one
 * that is being computed alike; nothing is drawn twice for one frame of the screen.
 */

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFSoftShadowMap,
  Scene as World,
  Vector3,
  WebGLRenderer,
} from "three";

import { type Frame, type Scene, type Vector, extent, facing } from "../scene/scene.js";
import { points } from "../scene/coordinates.js";
import { around, reach, some } from "../scene/reach.js";
import { Arrows } from "./arrows.js";
import { Camera } from "./camera.js";
import { FORCES, type Theme, color, theme } from "./colors.js";
import { Figure } from "./figure.js";
import { SHADE, ground } from "./ground.js";
import { type Label, Labels } from "./labels.js";
import { Pace } from "./pace.js";
import { Quality, STILL, drawnBySoftware } from "./quality.js";
import { Trails } from "./trails.js";

const OTHER = 1.2; // by how much the scene must grow or shrink for all sizes to follow
const ROOM = 0.15; // around what one goes along with, in parts of the whole
const FEW = 3; // torques that are seen at first; more hide the picture

export interface Choices {
  trails: boolean;
  joints: boolean;
  ground: boolean;
  names: boolean;
  forces: boolean;
  torques: boolean;
  follow: boolean;
}

export class Picture {
  readonly canvas = document.createElement("canvas");
  readonly labels = new Labels();
  readonly camera: Camera;
  readonly arrows: Arrows;
  figure: Figure;
  readonly choices: Choices;
  private readonly ghosts: Figure[];
  private readonly trails: Trails;
  private readonly world = new World();
  private floor;
  private readonly renderer: WebGLRenderer;
  private readonly quality = new Quality(drawnBySoftware());
  private readonly theme: Theme = { ...theme(), plain: this.quality.software };
  private readonly sun = new DirectionalLight(0xffffff);
  private readonly pace = new Pace();
  private waiting = 0;
  private refining: ReturnType<typeof setTimeout> | undefined;
  private readonly middle = new Vector3(); // of what moves
  private frame: Frame | null = null;
  private seen: Vector[] = []; // of the whole motion

  /** Draw into an element; `ghosts` is how many other figures are seen besides. */
  constructor(
    readonly scene: Scene,
    private readonly element: HTMLElement,
    ghosts = 0,
  ) {
    const torques = scene.arrows.filter(({ kind }) => kind === "torque").length;
    this.choices = { trails: true, joints: true, ground: true, names: false, forces: true, torques: torques <= FEW, follow: false };
    this.canvas.setAttribute("role", "img");
    element.append(this.canvas, this.labels.element);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: !this.quality.software });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.world.background = new Color(this.theme.background);
    this.figure = new Figure(scene, this.theme);
    this.ghosts = Array.from(
      { length: ghosts },
      () => new Figure(scene, this.theme, Math.max(0.06, 0.5 / Math.sqrt(ghosts + 1))),
    );
    this.trails = new Trails(scene, this.theme);
    this.arrows = new Arrows(scene, this.theme);
    this.floor = ground(scene, this.theme);
    this.world.add(this.figure.group, this.trails.group, this.arrows.group, this.floor);
    for (const ghost of this.ghosts) this.world.add(ghost.group);
    this.light();
    this.camera = new Camera(scene, this.canvas);
    this.camera.controls.addEventListener("change", () => {
      this.quality.move();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
  }

  /** Put everything where a frame has it. */
  place(frame: Frame): void {
    this.frame = frame;
    this.quality.move();
    this.figure.place(frame);
    this.arrows.torques = this.choices.torques;
    this.arrows.place(this.choices.forces ? frame.arrows : undefined);
    this.accompany();
    this.draw();
  }

  /** Go along with what moves, if that is chosen. */
  private accompany(): void {
    const moving = this.figure.where.filter((x, i) => this.scene.points[i].body !== -1 && x.every(Number.isFinite));
    if (!moving.length) return;
    const now = moving.reduce((sum, x) => sum.add(new Vector3(...x)), new Vector3()).divideScalar(moving.length);
    if (this.choices.follow) this.camera.shift(now.clone().sub(this.middle));
    this.middle.copy(now);
  }

  /** Show what there is; of what one goes along with, only where it is. */
  fit(): void {
    if (this.choices.follow && this.frame) {
      const moving = { ...this.scene, points: this.scene.points.filter(({ body }) => body !== -1) };
      const own = [...reach(moving, this.frame), ...this.arrows.reach(this.frame.arrows)];
      const from = this.middle.toArray();
      const room = ROOM * extent(this.scene);
      const beside = from.flatMap((_, i) => [-room, room].map((d) => from.map((x, k) => (k === i ? x + d : x)) as Vector));
      this.camera.fit([...own, ...beside]);
    } else this.camera.fit(this.seen);
    this.draw();
  }

  /** Draw bodies, points and joints anew, after the scene was changed. */
  remake(): void {
    this.world.remove(this.figure.group);
    this.figure.dispose();
    this.figure = new Figure(this.scene, this.theme);
    this.figure.showJoints(this.choices.joints);
    this.world.add(this.figure.group);
  }

  /** Fit the camera, the lengths of arrows and all sizes to the frames of a whole motion. */
  embrace(frames: Frame[], smoothly = false): void {
    const fewer = some(this.scene, frames);
    const places = fewer.flatMap((frame) => reach(this.scene, frame));
    const box = around(places, this.scene.dimension === 2);
    if (!box) return;
    const growth = extent({ ...this.scene, ...box }) / extent(this.scene);
    if (growth > OTHER || growth < 1 / OTHER) this.enlarge(box);
    this.arrows.torques = this.choices.torques;
    this.arrows.fit(frames.map(({ arrows }) => arrows));
    const tips = this.choices.forces ? fewer.flatMap(({ arrows }) => this.arrows.reach(arrows)) : [];
    this.seen = [...places, ...tips];
    if (!this.choices.follow) this.camera.embrace(this.seen, smoothly);
    if (this.frame) this.place(this.frame);
  }

  /** Look from farther away at points that would leave the picture, unless a reader chose what to see. */
  widen(): void {
    const { camera, own } = this.camera;
    if (!own || this.choices.follow) return;
    camera.updateMatrixWorld();
    const seen = this.figure.where.filter((x) => x.every(Number.isFinite)).map((x) => new Vector3(...x).project(camera));
    const beyond = Math.max(0, ...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
    if (!(beyond > 0.99 && beyond < 1e3)) return;
    camera.zoom *= 0.85 / beyond;
    camera.updateProjectionMatrix();
  }

  /** Let all sizes follow other corners of the scene. */
  private enlarge(box: Pick<Scene, "low" | "high">): void {
    Object.assign(this.scene, box);
    this.remake();
    this.world.remove(this.floor);
    this.floor = ground(this.scene, this.theme);
    this.lay();
    this.world.add(this.floor);
    this.shine();
  }

  /** Show the ground, if that is chosen, and on it shadows, if there are any. */
  private lay(): void {
    this.floor.traverse((part) => (part.visible = part.name !== SHADE || this.sun.castShadow));
    this.floor.visible = this.choices.ground;
  }

  /** Put a ghost where a frame has it. */
  placeGhost(which: number, frame: Frame): void {
    this.ghosts[which].place(frame);
  }

  /** Draw trails through the frames that came before, the oldest first. */
  trail(past: Frame[]): void {
    this.trace(this.choices.trails ? past.map((x) => points(this.scene, x)) : []);
  }

  /** The same from where all points were. */
  trace(where: Vector[][]): void {
    this.trails.draw(where);
  }

  /** Apply the choices. */
  apply(): void {
    this.figure.showJoints(this.choices.joints);
    this.lay();
    this.trails.group.visible = this.choices.trails;
    this.draw();
  }

  /** Draw at the next frame of the screen. */
  draw(): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => this.render());
  }

  /** Draw at once. */
  render(): void {
    this.waiting = 0;
    const now = performance.now();
    if (this.camera.advance(now)) this.draw();
    if (this.pace.slow(now)) this.quality.slow = true;
    this.refine();
    this.renderer.render(this.world, this.camera.camera);
    const { clientWidth, clientHeight } = this.element;
    this.labels.place(this.named(), this.camera.camera, clientWidth, clientHeight);
  }

  /** Draw as much as there is time for, and the rest when the picture stands still. */
  private refine(): void {
    const shadows = this.scene.dimension === 3 && !this.quality.less;
    const sharp = this.quality.sharpness(devicePixelRatio);
    if (this.sun.castShadow !== shadows) {
      this.sun.castShadow = shadows;
      this.lay();
    }
    if (this.renderer.getPixelRatio() !== sharp) this.renderer.setPixelRatio(sharp);
    clearTimeout(this.refining);
    if (!this.quality.less) return;
    this.refining = setTimeout(() => {
      if (this.waiting) return; // there is more to come
      this.quality.rest();
      this.draw();
    }, STILL);
  }

  /** The picture as it is, with its labels and a line of text, on a canvas of its own. */
  snapshot(into: HTMLCanvasElement, caption: string): void {
    this.render();
    Object.assign(into, { width: this.canvas.width, height: this.canvas.height });
    const context = into.getContext("2d")!;
    const scale = this.canvas.width / Math.max(this.element.clientWidth, 1);
    context.drawImage(this.canvas, 0, 0);
    this.labels.paint(context, scale, this.theme.background);
    context.font = `${13 * scale}px system-ui, sans-serif`;
    context.fillStyle = this.theme.ink;
    context.fillText(caption, 14 * scale, into.height - 14 * scale);
  }

  /** Give the picture's memory back. */
  dispose(): void {
    cancelAnimationFrame(this.waiting);
    clearTimeout(this.refining);
    this.waiting = -1;
    this.camera.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private named(): Label[] {
    const arrowNames = [...new Set(this.scene.arrows.map(({ name }) => name))];
    const forces = this.scene.arrows.map(({ name }, i) => ({
      text: name,
      at: this.choices.forces ? this.arrows.tips[i] : null,
      color: color(this.theme, arrowNames.indexOf(name) + FORCES),
    }));
    if (!this.choices.names) return forces;
    const at = (where: Vector | undefined) => (where ? new Vector3(...where) : null);
    const bodies = this.scene.bodies.map((body, i) => ({
      text: body.name,
      at: at(this.figure.poses[i]?.place),
      color: this.theme.ink,
    }));
    const free = this.scene.points.map((point, i) => ({
      text: point.name,
      at: point.body === null ? at(this.figure.where[i]) : null,
      color: this.theme.ink,
    }));
    return [...bodies, ...free, ...forces];
  }

  private light(): void {
    const up = new Vector3(...this.scene.up);
    const sky = new HemisphereLight(0xffffff, 0x8a93a0, this.theme.dark ? 1.1 : 1.6);
    sky.position.copy(up);
    const { sun } = this;
    sun.intensity = this.theme.dark ? 1.9 : 2.1;
    sun.castShadow = this.scene.dimension === 3;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 4;
    this.world.add(sky, sun, sun.target, new AmbientLight(0xffffff, 0.25));
    this.shine();
  }

  /** Let the sun shine on the whole scene, and the mist begin behind it. */
  private shine(): void {
    const { sun } = this;
    const size = extent(this.scene);
    const middle = new Vector3(...this.scene.low)
      .add(new Vector3(...this.scene.high))
      .multiplyScalar(0.5);
    const up = new Vector3(...this.scene.up);
    const across = new Vector3(0.5, -0.75, 0.6).addScaledVector(up, 0.9);
    if (this.scene.dimension === 2) across.z *= facing(this.scene);
    sun.position.copy(middle).addScaledVector(across, 1.6 * size);
    sun.target.position.copy(middle);
    Object.assign(sun.shadow.camera, { left: -size, right: size, top: size, bottom: -size });
    Object.assign(sun.shadow.camera, { near: 0.1 * size, far: 5 * size });
    sun.shadow.normalBias = 0.002 * size;
    sun.shadow.camera.updateProjectionMatrix();
    if (this.scene.dimension === 3) this.world.fog = new Fog(this.theme.background, 2 * size, 4.5 * size);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.resize(clientWidth, clientHeight);
    this.draw();
  }
}
