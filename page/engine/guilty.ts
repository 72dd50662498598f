/** Which constraints a motion ended by: rows that have come to repeat others, or that are not met. */

/** Rows this near to a sum of others, in parts of their length, count as one of them. */
const NEAR = 1e-4;

/** Whether each row of A (m × n), taken with length one, lies in what the other rows span, or nearly so.
 *  Its distance from them is what is left of it when the others, made perpendicular, are taken off. */
export function dependent(A: ArrayLike<number>, m: number, n: number): boolean[] {
  const rows = Array.from({ length: m }, (_, i) => unit(Array.from({ length: n }, (_, j) => A[i * n + j])));
  return rows.map((row, i) => {
    if (!row.every(Number.isFinite)) return true;
    const basis: number[][] = [];
    rows.forEach((other, k) => {
      if (k === i || !other.every(Number.isFinite)) return;
      const left = without(other, basis);
      if (length(left) > 1e-9) basis.push(unit(left));
    });
    return length(without(row, basis)) < NEAR;
  });
}

/** Which row is farthest from being met; -1 for none. One that is no number is farthest. */
export function farthest(residual: ArrayLike<number>): number {
  let found = -1;
  let most = 0;
  for (let i = 0; i < residual.length; i++) {
    const size = Number.isNaN(residual[i]) ? Infinity : Math.abs(residual[i]);
    if (size > most) [found, most] = [i, size];
  }
  return found;
}

function length(x: number[]): number {
  return Math.hypot(...x);
}

function unit(x: number[]): number[] {
  const size = length(x) || 1;
  return x.map((y) => y / size);
}

/** What is left of a vector; twice, for rounding. */
function without(x: number[], basis: number[][]): number[] {
  let left = x;
  for (let again = 0; again < 2; again++) {
    for (const b of basis) {
      const along = left.reduce((sum, y, j) => sum + y * b[j], 0);
      left = left.map((y, j) => y - along * b[j]);
    }
  }
  return left;
}
