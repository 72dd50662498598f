// Runs motions by the page's engine in node: a list of cases in, as JSON, their rows and ends out.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const { script, cases } = JSON.parse(readFileSync(0, "utf8"));
vm.runInThisContext(readFileSync(script, "utf8"));
const Engine = globalThis.zwangEngine;
const found = [];
for (const one of cases) {
  const engine = await Engine.load(readFileSync(one.code), one.about);
  const { layout } = engine;
  if (one.pull) {
    const { reached, row } = engine.pull(one.start, ...one.pull);
    found.push({ reached, row: [...row], layout });
    continue;
  }
  const begun = engine.begin(one.start, one.span);
  let { told } = begun;
  const rows = [[...begun.row]];
  const began = performance.now();
  for (let first = 0; first < one.times.length && told.status < 0; first += one.piece) {
    const times = one.times.slice(first, first + one.piece);
    engine.aim(times);
    let came = engine.go(0);
    while (came.rows < times.length && came.told.status < 0) came = engine.go(one.steps ?? 1000);
    told = came.told;
    if (one.bare) continue;
    for (let i = 0; i < came.rows; i++) rows.push([...engine.row(i, times[i])]);
    if (told.status >= 0 && times[came.rows - 1] !== told.t) rows.push([...engine.row(came.rows, told.t)]);
  }
  found.push({ told, rows, layout, seconds: (performance.now() - began) / 1e3 });
}
process.stdout.write(JSON.stringify(found, (_, x) => (Number.isFinite(x) || typeof x !== "number" ? x : null)));
