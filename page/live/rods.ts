/** Rods to fixed points that were guessed from one motion: with other parameters a guess may be
 *  wrong, which shows in a length that changes. Such a rod and its fixed point are not drawn. */

import { points } from "../scene/coordinates.js";
import type { Frame, Scene, Vector } from "../scene/scene.js";

/** By how much a length may change, in parts of it. */
const STEADY = 0.01;
const NOWHERE: Vector = [NaN, NaN, NaN];

interface Rod {
  link: number;
  fixed: number;
  place: Vector;
  shortest: number;
  longest: number;
}

export class Rods {
  private readonly rods: Rod[] = [];

  constructor(private readonly scene: Scene) {
    scene.links.forEach(({ from, to }, link) => {
      const fixed = [from, to].find((i) => scene.points[i].body === -1 && scene.points[i].name === "held");
      if (fixed === undefined) return;
      this.rods.push({ link, fixed, place: scene.points[fixed].place, shortest: Infinity, longest: 0 });
    });
  }

  /** A new motion: all are thought to be right. */
  begin(): void {
    for (const rod of this.rods) {
      Object.assign(rod, { shortest: Infinity, longest: 0 });
      this.scene.points[rod.fixed].place = rod.place;
    }
  }

  /** Look at a frame before it is drawn. */
  see(frame: Frame): void {
    if (!this.rods.length) return;
    const where = points(this.scene, frame);
    for (const rod of this.rods) {
      const { from, to } = this.scene.links[rod.link];
      const length = Math.hypot(...where[from].map((x, i) => x - where[to][i]));
      if (!Number.isFinite(length)) continue;
      rod.shortest = Math.min(rod.shortest, length);
      rod.longest = Math.max(rod.longest, length);
      if (rod.longest - rod.shortest > STEADY * rod.longest) this.scene.points[rod.fixed].place = NOWHERE;
    }
  }
}
