/** What the Python side says of a module of WebAssembly; written by zwang/engine/wasm.py. */
export interface About {
  /** coordinates, rows of constraints, frames of the picture, numbers of the parameters */
  n: number;
  m: number;
  frames: number;
  numbers: number;
  /** where in a row each quantity begins, and its shape */
  row: Record<string, number[]>;
  rowSize: number;
  /** constraints by name, and the rows of each */
  groups: [string, number[]][];
  /** events by name, and whether each ends the motion */
  events: [string, boolean][];
  /** rtol, atol, fixed step or 0, tolerance of the rank, tolerance of contradictions */
  settings: number[];
  /** whether the start follows from the parameters */
  origin: boolean;
  /** how many other numbers of the picture do */
  mould: number;
}

/** Numbers of a frame: a place, and a quaternion with its scalar first. */
export const FRAME = 7;

/** Where each quantity stands in a row that the engine hands out. */
export interface RowLayout {
  t: number;
  q: number;
  qd: number;
  qdd: number;
  frames: number;
  /** force of each constraint on each coordinate, in the order of `groups` */
  forces: number;
  nonideal: number;
  /** largest distance from a constraint in the metric of the masses; the rank */
  residual: number;
  rank: number;
  /** the energy, or -1 where the system tells none */
  energy: number;
  /** name, place and how many numbers */
  observables: [string, number, number][];
  size: number;
}

/** The layout of a row, which follows from what is known of the module. */
export function rowLayout(about: About): RowLayout {
  const { n } = about;
  let size = 0;
  const take = (count: number) => (size += count) - count;
  const layout: RowLayout = {
    t: take(1),
    q: take(n),
    qd: take(n),
    qdd: take(n),
    frames: take(FRAME * about.frames),
    forces: take(about.groups.length * n),
    nonideal: take(n),
    residual: take(1),
    rank: take(1),
    energy: "energy" in about.row ? take(1) : -1,
    observables: [],
    size: 0,
  };
  for (const [name, [, ...shape]] of Object.entries(about.row)) {
    if (!name.startsWith("observable ")) continue;
    const count = shape.reduce((a, b) => a * b, 1);
    layout.observables.push([name.slice("observable ".length), take(count), count]);
  }
  layout.size = size;
  return layout;
}
