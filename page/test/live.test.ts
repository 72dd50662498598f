/** What a live page does without a picture: its address, its clock, its rows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { About } from "../engine/about.js";
import { rowLayout } from "../engine/about.js";
import { dependent, farthest } from "../engine/guilty.js";
import { Clock, RATE, spacing, swiftest } from "../live/clock.js";
import type { Live } from "../live/data.js";
import { moulded } from "../live/mould.js";
import { Past } from "../live/past.js";
import { Rods } from "../live/rods.js";
import { choices, fromAddress, given, hold, misread, toAddress } from "../live/setting.js";
import { grown, notUnderstood } from "../live/words.js";
import { Sizes, drawn, forcesOf, panels, windowAt } from "../live/traces.js";
import type { Arrow, Scene } from "../scene/scene.js";

const about: About = {
  n: 1,
  m: 1,
  frames: 0,
  numbers: 2,
  row: { energy: [0], "observable tilt": [1], "observable pair": [2, 2] },
  rowSize: 4,
  groups: [["rod", [0]]],
  events: [],
  settings: [1e-9, 1e-12, 0, 1e-9, 1e-6],
  origin: false,
  mould: 0,
};

const live: Live = {
  about,
  parameters: [
    { name: "L", value: 1, range: [0, 2] },
    { name: "a&b=c#", value: 3, range: null },
  ],
  coordinates: ["x"],
  t: 0,
  q: [0.5],
  qd: [0],
  span: 10,
  speed: 1,
  statuses: [],
  facts: [],
  code: "",
  mould: [],
};

const scene = { bodies: [], points: [], arrows: [] } as unknown as Scene;

test("an address tells what was changed, and nothing else", () => {
  const setting = given(live);
  assert.equal(toAddress(live, setting), "");
  setting.p[0] = 2;
  assert.equal(toAddress(live, setting), "#L=2");
  setting.p[1] = -1e-7;
  setting.own = true;
  setting.q[0] = 0.6;
  setting.qd[0] = 4;
  setting.speed = 0.25;
  setting.held = [0, 1]; // what an address names is held
  assert.deepEqual(fromAddress(live, toAddress(live, setting)), setting);
});

test("what was given is held, and what was typed last before all", () => {
  const setting = given(live);
  assert.deepEqual(choices(setting), [[]]);
  hold(setting, "q", 0);
  hold(setting, "qd", 0);
  hold(setting, "q", 0);
  assert.deepEqual(choices(setting), [[1, 0], [0]]);
  assert.ok(setting.own);
});

test("what an address says and means nothing here is told", () => {
  assert.deepEqual(misread(live, "#L=2&x=0.5&x'=1&speed=2&a%26b%3Dc%23=1"), []);
  assert.deepEqual(misread(live, ""), []);
  assert.deepEqual(misread(live, "#foo=1&L=two&speed=0&M="), ["foo=1", "L=two", "speed=0", "M="]);
  assert.equal(notUnderstood([]), "");
  const said = notUnderstood(["foo=1", "L=two", "a".repeat(99), "b", "c"]);
  assert.ok(said.includes("foo=1, L=two, aaa") && said.includes("… and 2 more.") && said.length < 150, said);
});

test("an address that is no address changes nothing", () => {
  const texts = ["#", "#L", "#L=", "#L=x", "#L=1e999", "#L=NaN", "#=&&==", "#%", "#x=Infinity", "#__proto__=1"];
  for (const text of [...texts, "#speed=-1", "#speed=0", `#${"L".repeat(1e4)}=2`]) {
    assert.deepEqual(fromAddress(live, text), given(live), text);
  }
});

test("random addresses give finite settings", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const letters = "#L=x'&speed0123456789.e-+%<>\"NaInfity ";
  for (let k = 0; k < 10_000; k++) {
    const text = Array.from({ length: 24 }, () => letters[Math.floor(random() * letters.length)]).join("");
    const { p, q, qd, speed } = fromAddress(live, text);
    assert.ok([...p, ...q, ...qd, speed].every(Number.isFinite) && speed > 0, text);
  }
});

function clockOf(limit = Infinity) {
  const frames: ((now: number) => void)[] = [];
  const source = { rows: 0, asked: 0 };
  const clock = new Clock(
    {
      start: () => 0,
      finest: () => 1,
      end: () => Math.min(source.rows / RATE, limit),
      ended: () => source.rows / RATE >= limit,
      waiting: () => false,
      more: (times) => {
        source.asked += 1;
        source.rows += times.length;
      },
    },
    1,
    () => {},
    (call) => frames.push(call),
  );
  const run = (seconds: number) => {
    for (let k = 0; k <= seconds * 60 && frames.length; k++) frames.shift()!((1000 * k) / 60);
  };
  return { clock, source, run };
}

test("a clock goes with real time and asks for rows ahead of it", () => {
  const { clock, source, run } = clockOf();
  clock.play();
  run(3);
  assert.ok(Math.abs(clock.t - 3) < 0.05);
  assert.ok(source.rows / RATE >= clock.t && source.rows / RATE < clock.t + 1.5);
});

test("a clock stops where the motion ends", () => {
  const { clock, run } = clockOf(1.25);
  clock.play();
  run(3);
  assert.equal(clock.playing, false);
  assert.equal(clock.t, 1.25);
  clock.seek(9);
  assert.equal(clock.t, 1.25);
  clock.step(-1);
  assert.ok(Math.abs(clock.t - (1.25 - 1 / RATE)) < 1e-12);
});

test("between rows coordinates follow the cubic with the right rates", () => {
  const layout = rowLayout(about);
  const past = new Past(scene, layout, ["rod"], 1);
  const row = (t: number) => {
    const out = new Float64Array(layout.size);
    out[layout.t] = t;
    out[layout.q] = t ** 3 - t;
    out[layout.qd] = 3 * t ** 2 - 1;
    return out;
  };
  past.clear(row(0));
  past.add([row(0.5), row(1.5)]);
  for (const t of [0, 0.2, 0.5, 1.1, 1.5]) {
    assert.ok(Math.abs(past.at(t)[layout.q] - (t ** 3 - t)) < 1e-12);
  }
  assert.equal(past.at(7)[layout.t], 1.5);
});

test("curves keep their panels, and are thinned with their ends", () => {
  const layout = rowLayout(about);
  const rows = Array.from({ length: 9000 }, (_, i) => {
    const out = new Float64Array(layout.size);
    out[layout.t] = i;
    return out;
  });
  const some = drawn(rows, layout, [100, 8999]);
  assert.ok(some.length <= 1501 && some[0][layout.t] <= 100);
  assert.equal(some[some.length - 1][layout.t], 8999);
  const forces = forcesOf(about, ["x"], [], () => -1);
  const sizes = new Sizes(forces, () => [], () => [layout.forces, layout.forces + about.n]);
  const names = (all: Float64Array[]) => panels(about, layout, ["x"], forces, sizes, all).map(({ name }) => name);
  assert.deepEqual(names(some), names([]));
  assert.deepEqual(names([]), ["coordinates", "velocities", "forces on coordinates", "energy", "tilt", "pair", "residual"]);
});

test("a rod between two points is drawn with the size of its tension", () => {
  const four: About = { ...about, n: 4, groups: [["rod", [0]], ["b.norm", [1]], ["odd.norm", [2]]] };
  const layout = rowLayout(four);
  const names = ["x", "y", "z", "b.u0"];
  const arrows = [[0, 1], [2, 3]].map((columns): Arrow => ({ name: "rod", of: "constraint", at: 0, columns, sign: 1 }));
  const row = new Float64Array(layout.size);
  row.set([3, 4, -3, -4, 9, 9, 9, 9, 1, 2, 2, 0], layout.forces);
  const motor: Arrow = { ...arrows[0], name: "motor", columns: [3], kind: "torque" };
  const all = forcesOf(four, names, [...arrows, motor], () => layout.forces);
  const at = (row: Float64Array) => row.subarray(layout.forces);
  const six = (row: Float64Array) => [0, 0, 0, at(row)[0], at(row)[1], 0, 0, 0, 0, at(row)[2], at(row)[3], 0, 0, 0, 0, 0, 0, -7];
  const sizes = new Sizes(all, six, (name) => [layout.forces + (name === "rod" ? 0 : 8), layout.forces + 12]);
  const found = panels(four, layout, names, all, sizes, [row]);
  const forces = found.filter(({ name }) => /^(forces|torques)/.test(name));
  const lines = forces.map(({ name, lines }) => [name, ...lines.map((line) => [line.name, ...Array.from(line.values)])]);
  assert.deepEqual(lines, [["forces", ["rod", 5]], ["torques", ["motor", 7]], ["forces on coordinates", ["odd.norm", 3]]]);
});

test("the window of the curves follows the time that is shown", () => {
  const layout = rowLayout(about);
  const rows = Array.from({ length: 900 }, (_, i) => new Float64Array(layout.size).fill(i, layout.t, layout.t + 1));
  for (const t of [0, 1, 40, 400, 795, 805, 899]) {
    const some = drawn(rows, layout, windowAt(t, 0, 899, 100));
    assert.ok(some[0][layout.t] <= t && some[some.length - 1][layout.t] >= t, String(t));
    assert.ok(some.length <= 103);
  }
  assert.deepEqual(windowAt(5, 0, 60, 100), [-40, 60]);
});

test("a rod whose length changes was guessed wrongly and is not drawn", () => {
  const held = { name: "held", body: -1, place: [0, 0, 0], columns: null };
  const free = { name: "point", body: null, place: [0, 0, 0], columns: [0, 1] };
  const one = { bodies: [], points: [free, held], links: [{ from: 0, to: 1 }] } as unknown as Scene;
  const rods = new Rods(one);
  const at = (angle: number, off: number) =>
    rods.see({ t: 0, q: [off + Math.cos(angle), Math.sin(angle)] });
  for (const angle of [0, 1, 2]) at(angle, 0);
  assert.deepEqual(one.points[1].place, [0, 0, 0]);
  rods.begin();
  for (const angle of [0, 1, 2]) at(angle, 0.3);
  assert.ok(one.points[1].place.every(Number.isNaN));
  rods.begin();
  assert.deepEqual(one.points[1].place, [0, 0, 0]);
});

test("curves of slow and of fast clocks have rows enough, and fast ones not too many", () => {
  assert.equal(spacing(1, 10 / 600), 1 / 60);
  assert.equal(spacing(10, 10 / 600), 10 / 600);
  assert.equal(spacing(1, 1 / 600), 1 / 600);
  assert.equal(spacing(1000, 10 / 600), 1000 / 1200);
});

test("rows that depend on others are found, whatever their units, and the one that is least met", () => {
  const rows = [[1, 0, 0, 0], [0, 1e6, 0, 0], [3, 2, 0, 1e-9], [0, 0, 1e-3, 0]];
  assert.deepEqual(dependent(rows.flat(), 4, 4), [true, true, true, false]);
  rows[2][3] = 1;
  assert.deepEqual(dependent(rows.flat(), 4, 4), [false, false, false, false]);
  rows[3] = [NaN, 0, 0, 0];
  assert.deepEqual(dependent(rows.flat(), 4, 4), [false, false, false, true]);
  assert.deepEqual(dependent([], 0, 4), []);
  assert.deepEqual([[], [0, 0], [1e-9, -2, 1], [1, NaN]].map(farthest), [-1, -1, 1, 1]);
});

test("a control that grows without bound is told from one that is large", () => {
  const layout = rowLayout({ ...about, row: { ...about.row, "observable control": [0, 2] } });
  const [, first] = layout.observables.find(([name]) => name === "control")!;
  const rows = (sizes: number[]) =>
    sizes.map((size) => new Float64Array(layout.size).fill(size, first, first + 2));
  assert.match(grown(rows([1, 2, 1, 2, 500]), layout), /without bound/);
  for (const sizes of [[], [1, 500], [1, 2, 1, 2, 20], [0, 0, 0, 1]]) assert.equal(grown(rows(sizes), layout), "");
  assert.equal(grown(rows([1, 2, 1, 2, 500]), rowLayout(about)), "");
});

test("numbers that follow from the parameters are put where they stand in the scene", () => {
  const own = { points: [{ place: [1, 2, 3] }], bodies: [{ solids: [{ size: [0.1, 5] }] }] };
  const places = [
    { path: ["points", 0, "place"], count: 3 },
    { path: ["bodies", 0, "solids", 0, "size"], count: 2 },
  ];
  assert.equal(moulded(own as unknown as Scene, places, [1, 2, 3, 0.1, 5]), false);
  assert.equal(moulded(own as unknown as Scene, places, [1, 2, 4, 0.1, NaN]), true);
  assert.deepEqual(own, { points: [{ place: [1, 2, 4] }], bodies: [{ solids: [{ size: [0.1, 5] }] }] });
});

test("rows lie so near that every swing has many, and blows and rounding do not count", () => {
  // t, then q, q̇ and q̈ of what swings and of what all but stands.
  const noise = () => 1e-14 * Math.random();
  const row = (t: number, w: number) =>
    new Float64Array([t, Math.sin(w * t), noise(), w * Math.cos(w * t), noise(), -w * w * Math.sin(w * t), 1e-9 * Math.random()]);
  const layout = { t: 0, q: 1, qd: 3, qdd: 5 };
  for (const w of [0.3, 7, 90]) {
    const rows = Array.from({ length: 240 }, (_, i) => row(i * 0.37, w));
    const period = (2 * Math.PI) / w;
    const own = swiftest(rows, layout);
    assert.ok(own > period / 16 && own < period / 8, String(own / period));
    rows[30][5] = 1e9;
    assert.ok(Math.abs(swiftest(rows, layout) / own - 1) < 0.05);
  }
  assert.equal(swiftest([row(0, 1)], layout), Infinity);
});
