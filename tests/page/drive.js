// Runs one motion by the page's engine, in node or in a browser: a case in, its rows and its end out.
globalThis.drive = async (one, code) => {
  const engine = await globalThis.zwangEngine.load(code, one.about);
  const { layout } = engine;
  if (one.assemble) {
    const { reached, kept, row } = engine.assemble(one.start);
    return { reached, kept, row: [...row], layout };
  }
  if (one.pull) {
    const { reached, row } = engine.pull(one.start, ...one.pull);
    return { reached, row: [...row], layout };
  }
  const rows = [];
  let told;
  const began = performance.now();
  const repeats = one.repeats ?? 1; // clocks of browsers are coarse
  for (let k = 0; k < repeats; k++) {
    rows.length = 0;
    told = move(engine, one, rows);
  }
  return { told, rows, layout, seconds: (performance.now() - began) / 1e3 / repeats };
};

/** From the start to the last of the times, in pieces; the rows unless they are not wanted. */
function move(engine, one, rows) {
  const begun = engine.begin(one.start, one.span);
  let { told } = begun;
  rows.push([...begun.row]);
  for (let first = 0; first < one.times.length && told.status < 0; first += one.piece) {
    const times = one.times.slice(first, first + one.piece);
    engine.aim(times);
    let came = engine.go(0);
    while (came.rows < times.length && came.told.status < 0) came = engine.go(one.steps ?? 1000);
    told = came.told;
    if (one.bare) continue;
    for (let i = 0; i < came.rows; i++) rows.push([...engine.row(i, times[i])]);
    const ended = told.status >= 0 && times[came.rows - 1] !== told.t;
    if (ended) rows.push([...engine.row(came.rows, told.t)]);
  }
  return told;
}
