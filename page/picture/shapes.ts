/** Solids as meshes. */

import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  type Material,
  Mesh,
  Shape,
  SphereGeometry,
} from "three";

import type { Solid } from "../scene/scene.js";

/** A mesh of a solid, in body axes. */
export function mesh(solid: Solid, material: Material): Mesh {
  const found = new Mesh(geometry(solid), material);
  found.position.fromArray(solid.place);
  const [w, x, y, z] = solid.turn;
  found.quaternion.set(x, y, z, w);
  found.castShadow = found.receiveShadow = true;
  return found;
}

/** Its geometry about its own middle; three.js has cylinders along y, and we along z. */
export function geometry({ kind, size, corners }: Solid): BufferGeometry {
  switch (kind) {
    case "box":
      return new BoxGeometry(size[0], size[1], size[2]);
    case "sphere":
      return new SphereGeometry(size[0], 32, 20);
    case "cylinder":
      return new CylinderGeometry(size[0], size[0], size[1], 48).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(size[0], size[1], 8, 20).rotateX(Math.PI / 2);
    case "plate":
      return plate(corners ?? [], size[0]);
  }
}

function plate(corners: [number, number][], thickness: number): BufferGeometry {
  const outline = new Shape();
  corners.forEach(([x, y], i) => (i ? outline.lineTo(x, y) : outline.moveTo(x, y)));
  outline.closePath();
  const bevel = thickness / 2;
  const round = { bevelEnabled: true, bevelSize: bevel, bevelThickness: bevel / 2, bevelSegments: 4 };
  return new ExtrudeGeometry(outline, { depth: bevel, ...round }).translate(0, 0, -bevel / 2);
}
