/**
 * What is to be drawn, and where it is: the whole interface between Python, the engine and the
 * picture. `zwang/page/scene.py` writes a `Scene` as JSON; whoever has numbers, be it a recorded
 * motion or an engine that computes one, makes a `Frame` of them and calls `picture.place(frame)`.
 *
 * Lengths and forces are the model's own. Vectors are in world axes, quaternions scalar first.
 * Indices count from 0; a body of -1 is the ground.
 */

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

/** A solid in body axes: `size` is (x, y, z) of a box, (radius, length) of a cylinder or a capsule
 *  along z, (radius) of a sphere; a plate has corners in x, y and a thickness. */
export interface Solid {
  kind: "box" | "cylinder" | "capsule" | "sphere" | "plate";
  size: number[];
  corners?: [number, number][];
  place: Vector;
  turn: Quaternion;
  /** Whether it is so told; what is guessed from inertia can be seen through. */
  sure: boolean;
}

/** A body: how its coordinates make its pose, and what it looks like. */
export interface Body {
  name: string;
  /** "rigid": x, y, z, u0..u3; "planar": x, y, angle; "particle": x, y and perhaps z. */
  kind: "rigid" | "planar" | "particle";
  /** Which entries of q these are. */
  columns: number[];
  /** A place in the cycle of colours. */
  color: number;
  solids: Solid[];
}

/** A point to be drawn. On a body (or the ground, -1) it is at `place` in its axes; a free one has
 *  `columns` of q, or, if these are null too, comes with each frame, in the order of the scene. */
export interface Point {
  name: string;
  body: number | null;
  place: Vector;
  columns: number[] | null;
  color: number;
  /** Whether it is drawn as a ball; points of links need not be. */
  seen: boolean;
  /** Whether it leaves a trail. */
  trail: boolean;
}

/** A line between two points: a bar of a body, a rod without mass, or a spring. */
export interface Link {
  from: number;
  to: number;
  kind: "bar" | "rod" | "spring";
  color: number;
}

/** A joint's glyph, at a frame fixed to a body whose z is the joint's axis. */
export interface Joint {
  name: string;
  kind: string;
  body: number;
  place: Vector;
  turn: Quaternion;
}

/** A plane that is drawn as ground, or a block at a point of the ground. */
export interface Ground {
  point: Vector;
  normal: Vector;
}

/** A force by name, or a torque about a point. With each frame comes where it acts and what it is;
 *  or it follows from the force that its constraint (or the control, or friction) exerts on the
 *  coordinates: `columns` of it times `sign`, at the point `at`; a column of -1 is none. A torque
 *  has the columns of its `body`, or of an angle in the plane. */
export interface Arrow {
  name: string;
  of: "constraint" | "control" | "nonideal";
  at: number | null;
  columns: number[];
  sign: number;
  /** Which of them count the other way, where the picture's axes are not those of q. */
  mirrored?: boolean[];
  kind?: "force" | "torque";
  body?: number | null;
  /** What a force of 1 on the one column is as a vector, where columns are no axes. */
  along?: Vector | null;
}

export interface Scene {
  title: string;
  dimension: 2 | 3;
  up: Vector;
  /** Names of the coordinates q. */
  coordinates: string[];
  bodies: Body[];
  points: Point[];
  links: Link[];
  joints: Joint[];
  arrows: Arrow[];
  ground: Ground[];
  /** Corners of all that is drawn along the motion. */
  low: Vector;
  high: Vector;
}

/** Where everything is at one instant. */
export interface Frame {
  t: number;
  /** (n,) coordinates. */
  q: ArrayLike<number>;
  /** (3k,) the free points without columns; none by default. */
  points?: ArrayLike<number>;
  /** (6a,) place and vector of each arrow; NaN where there is none. */
  arrows?: ArrayLike<number>;
}

/** From which side a scene in the plane is seen, 1 or -1 along z: so that x points to the right
 *  also where y points down. */
export function facing(scene: Scene): 1 | -1 {
  return scene.up[1] < 0 ? -1 : 1;
}

/** The diagonal of what is drawn: every size in the picture is a part of it. */
export function extent(scene: Scene): number {
  const d = scene.high.map((x, i) => x - scene.low[i]);
  return Math.hypot(...d) || 1;
}
