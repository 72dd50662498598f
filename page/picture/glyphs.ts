/** Joints as glyphs, each about its own origin with the joint's axis along z. */

import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  SphereGeometry,
  TorusGeometry,
} from "three";

const UPRIGHT = Math.PI / 2; // three.js has cylinders along y

/** The parts of a kind's glyph for the size 1; what has no glyph is a small ball. */
const PARTS: Record<string, () => BufferGeometry[]> = {
  Revolute: () => [pin(0.42, 1.5), pin(0.62, 0.9)],
  Cylindrical: () => [pin(0.34, 3), pin(0.6, 1.2)],
  Prismatic: () => [new BoxGeometry(0.5, 0.5, 3.2), new BoxGeometry(1, 1, 1.2)],
  Screw: () => [pin(0.34, 3), ...[-0.9, -0.3, 0.3, 0.9].map((z) => ring(0.5, 0.12, z))],
  Spherical: () => [new SphereGeometry(0.7, 24, 16)],
  Universal: () => [pin(0.25, 2), pin(0.25, 2).rotateX(UPRIGHT), new SphereGeometry(0.4)],
  Planar: () => [new BoxGeometry(2.4, 2.4, 0.12)],
  Fixed: () => [new BoxGeometry(1.1, 1.1, 1.1)],
  PointOnLine: () => [pin(0.12, 6), new SphereGeometry(0.45)],
  PointOnCurve: () => [new SphereGeometry(0.45)],
  Driven: () => [ring(0.9, 0.14, 0), arrowHead(0.9)],
  DrivenPose: () => [new BoxGeometry(1.1, 1.1, 1.1)],
  Gear: () => [ring(0.9, 0.14, 0)],
  KnifeEdge: () => [new BoxGeometry(1.8, 0.6, 0.1)],
  Custom: () => [new SphereGeometry(0.4)],
};

function pin(radius: number, length: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, length, 28).rotateX(UPRIGHT);
}

function ring(radius: number, thickness: number, z: number): BufferGeometry {
  return new TorusGeometry(radius, thickness, 10, 32).translate(0, 0, z);
}

function arrowHead(radius: number): BufferGeometry {
  return new ConeGeometry(0.35, 0.7, 16).translate(radius, 0, 0);
}

/** The glyph of a joint. */
export function glyph(kind: string, size: number, material: Material): Group {
  const found = new Group();
  for (const part of (PARTS[kind] ?? (() => [new SphereGeometry(0.4)]))()) {
    const mesh = new Mesh(part, material);
    mesh.castShadow = true;
    found.add(mesh);
  }
  found.scale.setScalar(size);
  return found;
}
