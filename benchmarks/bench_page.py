"""Motions in a page beside the native engine: ``python benchmarks/bench_page.py [--chromium]``.

The same program in C, compiled for this machine and for WebAssembly, moves six systems from row to
row; the shortest of several runs counts, both in one run, and the ratio is aimed at (within 2.5).
Then what a page needs: a second of it at 60 rows, with all that is shown of a row. Node runs the
WebAssembly, or with ``--chromium`` the browser. ``--cold`` times processes from their start to a
page that is written, with an empty cache and with a full one. ``--frames`` plays pages of six
systems in Chromium for some seconds each and counts the frames that were drawn, beside those of an
empty page, and tells what a frame takes of the processor: the page's script, and drawing, which is
a graphics card's work where there is one. ``--size 480x420`` is how large the pages are.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
REPEATS, INNER = 12, 20  # the shortest of so many means over so many motions
# For each system how much of it passes in a second of its page.
SPEEDS = {"andrews": 1e-3}
REPEATED = """
globalThis.repeat = async (one, code, times) => {
  let best = Infinity;
  for (let i = 0; i < times; i++) best = Math.min(best, (await drive(one, code)).seconds);
  return best;
};
"""
FRESH = """
import zwang as zw
from zwang import modelfile
zw.page(modelfile.read(modelfile.examples()[{name!r}]), {path!r})
"""


def native(case: Any, times: Any) -> float:
    """Seconds of one motion by the library for this machine."""
    import numpy as np

    from zwang.engine.ensemble import native_crowd
    from zwang.integrate.backend import Members
    from zwang.integrate.options import Options
    from zwang.integrate.problem import request

    asked = request(case.system, case.q0, case.qd0, list(times), case.p, Options(**case.given))
    crowd = native_crowd(asked, len(case.q0), 1)
    numbers = tuple(np.asarray(x)[None] for x in asked.numbers)
    members = Members(np.asarray(asked.start.q)[None], np.asarray(asked.start.qd)[None], numbers)
    best = float("inf")
    for _ in range(REPEATS):
        begun = time.perf_counter()
        for _ in range(INNER):
            crowd.run(members)
        best = min(best, (time.perf_counter() - begun) / INNER)
    return best


def in_node(cases: list[dict[str, Any]], scripts: list[str]) -> list[float]:
    """Seconds of each case."""
    program = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const { texts, cases, times } = JSON.parse(readFileSync(0, "utf8"));
for (const text of texts) vm.runInThisContext(text);
const found = [];
for (const one of cases) found.push(await repeat(one, Buffer.from(one.code, "base64"), times));
process.stdout.write(JSON.stringify(found));
"""
    asked = json.dumps({"texts": scripts, "cases": cases, "times": REPEATS}, default=float)
    command = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_chromium(cases: list[dict[str, Any]], scripts: list[str]) -> list[float]:
    """Seconds of each case."""
    from tests.page.browser import chromium

    bytes_of = "Uint8Array.from(atob(x.code), (y) => y.charCodeAt())"
    run = f"(x) => repeat(x, {bytes_of}, {REPEATS})"
    found = []
    with chromium() as browser:
        tab = browser.new_page()
        for text in scripts:
            tab.add_script_tag(content=text)
        for one in cases:
            found.append(tab.evaluate(run, json.loads(json.dumps(one, default=float))))
    return found


def warm(chromium: bool) -> None:
    """The table."""
    import numpy as np

    from tests.page.systems import CASES, SCRIPTS, question

    scripts = [path.read_text(encoding="utf-8") for path in SCRIPTS] + [REPEATED]
    cases, asked = {name: make() for name, make in CASES.items()}, []
    for name, case in cases.items():
        second = SPEEDS.get(name, 1.0)
        asked.append(question(case, case.times(31), bare=True, piece=256, repeats=INNER))
        asked.append(question(case, np.linspace(0.0, second, 61), piece=24, repeats=INNER))
    native_times = [native(case, case.times(31)) for case in cases.values()]
    found = (in_chromium if chromium else in_node)(asked, scripts)
    print("| system | native, ms | WebAssembly, ms | ratio | a second of the page, ms |")
    print("|---|---|---|---|---|")
    for i, name in enumerate(cases):
        whole, second = found[2 * i], found[2 * i + 1]
        ratio = whole / native_times[i]
        numbers = f"{native_times[i] * 1e3:.3f} | {whole * 1e3:.3f} | {ratio:.2f}"
        print(f"| {name} | {numbers} | {second * 1e3:.2f} |")


# Frames are counted between two frames of the screen; an empty page tells what the machine gives.
EMPTY = """(seconds) => new Promise((done) => {
  let frames = 0, began = performance.now();
  const tick = () => {
    frames += 1;
    const passed = (performance.now() - began) / 1e3;
    if (passed < seconds) requestAnimationFrame(tick);
    else done({ rate: frames / passed });
  };
  requestAnimationFrame(tick);
})"""
PLAYED = """([seconds, drawn]) => new Promise((done) => {
  const { clock, picture, past } = zwang;
  let frames = 0, late = 0;
  if (!drawn) picture.renderer.render = () => undefined;
  const render = picture.render.bind(picture), tick = clock.tick.bind(clock);
  picture.render = () => {
    render();
    frames += 1;
  };
  clock.tick = (now) => {
    if (clock.t >= past.end) late += 1;
    tick(now);
  };
  clock.play();
  const began = performance.now();
  setTimeout(() => {
    const rate = (1e3 * frames) / (performance.now() - began);
    clock.pause();
    done({ rate, frames, late });
  }, 1e3 * seconds);
})"""


def spent(whole: Any, page: Any) -> dict[str, float]:
    """Seconds of the processor so far: of the page's script, and of who draws without a card."""
    found = {x["name"]: x["value"] for x in page.send("Performance.getMetrics")["metrics"]}
    whole = whole.send("SystemInfo.getProcessInfo")["processInfo"]
    drawing = sum(x["cpuTime"] for x in whole if x["type"] == "GPU")
    return {"page": found["TaskDuration"], "drawing": drawing}


def played(seconds: float, size: tuple[int, int]) -> None:
    """The table of frames: a second of an empty page, of ours not drawn, and drawn, has so many."""
    from tests.page.browser import chromium, opened, until

    sys.path[:0] = [str(ROOT / "docs" / "lessons"), str(ROOT / "examples")]
    pages, live_pages = map(importlib.import_module, ("zoo", "live_pages"))

    written = {
        "pendulum": lambda path: pages.problem("pendulum", path),
        "Andrews, 1/1000": lambda path: pages.problem("andrews", path),
        "four-bar": lambda path: pages.problem("four_bar", path),
        "arm under control": live_pages.arm_page,
        "Bricard, bodies": lambda path: pages.mechanism("bricard", path),
        "rolling coin": lambda path: pages.mechanism("rolling_coin", path),
    }
    head = (
        "| page | empty page | not drawn | script, ms | drawn | script, ms | drawing, ms | waited |"
    )
    print(head + "\n|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for i, (name, write) in enumerate(written.items()):
            path = Path(folder) / f"{i}.html"
            write(path)
            tab = browser.new_page()
            base = tab.evaluate(EMPTY, seconds / 2)["rate"]
            tab.close()
            address = path.as_uri() + ("#speed=0.001" if "1/1000" in name else "")
            viewport = {"width": size[0], "height": size[1]}
            with opened(browser, address, viewport=viewport) as tab:
                until(tab, "!!zwang.told && zwang.past.rows.length > 5 && !zwang.ahead?.looking")
                page = tab.context.new_cdp_session(tab)
                page.send("Performance.enable", {"timeDomain": "threadTicks"})
                ask = browser.new_browser_cdp_session(), page
                cells, late = [f"{base:.0f}"], 0
                for drawn in (True, False):
                    before = spent(*ask)
                    x = tab.evaluate(PLAYED, [seconds, drawn])
                    after = spent(*ask)
                    own, other = (1e3 * (after[y] - before[y]) / x["frames"] for y in before)
                    told = [f"{x['rate']:.0f}", f"{own:.1f}"]
                    cells[1:1] = [*told, f"{other:.1f}"] if drawn else told
                    late += x["late"]
            print(f"| {name} | {' | '.join(cells)} | {late} |", flush=True)


def cold() -> None:
    """Processes from their start to a page."""
    for name in ("pendulum", "four_bar"):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o700)
            code = FRESH.format(name=name, path=str(Path(folder) / "page.html"))
            env = os.environ | {"ZWANG_CACHE": folder, "PYTHONPATH": str(ROOT)}
            for state in ("empty", "full"):
                begun, spent = time.perf_counter(), os.times()
                subprocess.run([sys.executable, "-c", code], env=env, check=True)
                took, now = time.perf_counter() - begun, os.times()
                cpu = sum(now[2:4]) - sum(spent[2:4])
                print(f"{name}, cache {state}: {took:.2f} s, {cpu:.2f} s of the processor")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--frames", type=float, metavar="SECONDS", help="count frames so long")
    parser.add_argument("--size", default="900x700", metavar="WIDTHxHEIGHT")
    given = parser.parse_args()
    if given.frames is None:
        warm(given.chromium)
    else:
        width, height = map(int, given.size.split("x"))
        played(given.frames, (width, height))
    if given.cold:
        cold()
