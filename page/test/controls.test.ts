import assert from "node:assert/strict";
import { test } from "node:test";

import { fileName } from "../controls/film.js";
import { Player, naturalSpeed, short, speeds } from "../controls/player.js";
import { spread } from "../curves/curves.js";
import { lengthOf, mostly } from "../picture/arrows.js";
import { gridStep } from "../picture/ground.js";
import { free } from "../picture/labels.js";

/** A player whose frames come when they are asked for. */
function driven(start: number, end: number) {
  let next: ((now: number) => void) | null = null;
  const player = new Player(start, end, (call) => (next = call));
  const frame = (now: number) => {
    const call = next;
    next = null;
    call?.(now);
  };
  return { player, frame };
}

test("a player goes with the clock, and begins again after its end", () => {
  const { player, frame } = driven(0, 2);
  const seen: number[] = [];
  player.listen((t) => seen.push(t));
  player.play();
  for (let now = 0; now <= 2300; now += 50) frame(now);
  assert.ok(Math.max(...seen) === 2);
  assert.ok(Math.abs(player.t - 0.2) < 0.06, String(player.t));
  player.pause();
  const t = player.t;
  frame(5000);
  assert.equal(player.t, t);
});

test("a time outside of the motion is its end", () => {
  const { player } = driven(1, 2);
  player.seek(7);
  assert.equal(player.t, 2);
  player.seek(-7);
  assert.equal(player.t, 1);
});

test("a motion takes from one second to forty, whatever its span", () => {
  for (const span of [1e-9, 0.03, 0.5, 3, 39, 1e3, 1e12]) {
    const seconds = span / naturalSpeed(span);
    assert.ok(seconds >= 1 && seconds <= 40, `${span}: ${seconds}`);
    assert.ok(speeds(naturalSpeed(span)).includes(naturalSpeed(span)));
  }
});

test("numbers are short", () => {
  assert.equal(short(0.1 + 0.2), "0.3");
  assert.equal(short(2), "2");
});

test("a title becomes a plain name of a file", () => {
  assert.equal(fileName("../../etc/passwd", "png"), "etc-passwd.png");
  assert.equal(fileName("<b>", "png"), "b.png");
  assert.equal(fileName("…", "webm"), "motion.webm");
});

test("grids have about ten lines", () => {
  for (const size of [1e-6, 0.37, 1, 5, 8e7]) {
    const lines = size / gridStep(size);
    assert.ok(lines > 4.9 && lines < 20.1, String(lines));
  }
});

test("the largest force has the same length in any unit", () => {
  for (const unit of [1e-9, 1, 1e9]) {
    assert.equal(lengthOf(unit, unit, 1), lengthOf(1, 1, 1));
    assert.ok(Math.abs(lengthOf(unit / 2, unit, 2) - lengthOf(1, 1, 1)) < 1e-15);
  }
  assert.equal(lengthOf(0, 0, 1), 0);
});

test("a few blows do not make all other forces small", () => {
  const usual = Array.from({ length: 200 }, (_, i) => 3 + Math.sin(i));
  assert.ok(mostly(usual) > 3.9 && mostly(usual) <= 4);
  assert.equal(mostly([...usual, 1e12, 1e9, Infinity, NaN]) < 4.01, true);
  assert.deepEqual([mostly([]), mostly([7])], [0, 7]);
  assert.ok(lengthOf(1e12, 4, 1) < 3 * lengthOf(4, 4, 1));
});

test("a name lies beside its point, within the picture, and on no other name", () => {
  const room: [number, number] = [100, 60];
  const first = free([50, 30], [30, 16], room, [])!;
  assert.deepEqual([first.x, first.y, first.side], [56, 14, 0]);
  const second = free([50, 30], [30, 16], room, [first])!;
  assert.equal(second.side, 1);
  assert.equal(free([95, 30], [30, 16], room, [])!.side, 1);
  assert.equal(free([50, 30], [30, 16], room, [], 3)!.side, 3);
  assert.equal(free([50, 30], [99, 16], room, []), null);
});

test("curves of rounding are straight lines, all others fill their panel", () => {
  assert.deepEqual(spread(-2e-15, 4e-15, 5), [1e-15 - 5, 1e-15 + 5]);
  assert.deepEqual(spread(3, 3, 3), [0, 6]);
  assert.deepEqual(spread(0, 0, 0), [-1, 1]);
  assert.deepEqual(spread(0, 0, 2), [-2, 2]);
  assert.deepEqual(spread(-1e-3, 1e-3, 5), [-1e-3, 1e-3]);
  assert.deepEqual(spread(null, null, 5), [-1, 1]);
});
