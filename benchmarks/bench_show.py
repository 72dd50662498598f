"""How long it takes to see a motion: ``python benchmarks/bench_show.py [rows] [browser]``.

A pendulum in many rows is saved, read, made a page and opened in Chromium, from the file to the
first picture; each part in seconds, and in parts of the time that a page of two rows takes to open,
which is the browser's own. Nothing is opened where there is no browser. And ``zwang show`` as a
process of its own, from its start to the page that is written, with its time of the processor.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import zwang as zw


def pendulum(rows: int) -> zw.Motion:
    """A bob on a rod at many times."""
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System.from_particles(1.0, [0.0, -9.81], rod, dimension=2)
    return zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], np.linspace(0.0, 1e-2 * rows, rows))


def timed(what: Callable[[], Any]) -> tuple[Any, float]:
    """What a call gives, and how long it took."""
    began = time.perf_counter()
    return what(), time.perf_counter() - began


FRAME = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"""


def opened(browser: Any, path: Path) -> float:
    """Open a page; seconds from where its address was followed to its first picture."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(path.as_uri())
    found = page.evaluate(FRAME) / 1e3
    page.close()
    return found


def alone(run: Path, page: Path) -> None:
    """``zwang show`` as its user starts it."""
    words = [sys.executable, "-m", "zwang_command", "show", str(run), "--out", str(page)]
    for _ in range(2):
        before = os.times()
        _, took = timed(lambda: subprocess.run([*words, "--no-open"], check=True))
        spent = sum(os.times()[2:4]) - sum(before[2:4])
        print(f"zwang show      {took:7.3f} s   {spent:.2f} s of the processor")


def main(rows: int = 100_000, name: str = "chromium") -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        run, long, short = (Path(folder) / x for x in ("run.nc", "long.html", "short.html"))
        pendulum(rows).save(run)
        pendulum(2).show(short)
        motion, reading = timed(lambda: zw.load(run))
        page, making = timed(lambda: motion.show(long))
        alone(run, long)
        print(f"{rows} rows, page of {len(page.html) / 1e6:.2f} MB")
        found = {"read the file": reading, "make the page": making}
        where = shutil.which(name)
        base = np.nan
        if where is not None:
            from playwright.sync_api import sync_playwright

            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
                opened(browser, short)
                base = opened(browser, short)
                found["open it"] = opened(browser, long)
                browser.close()
        for what, seconds in (found | {"together": sum(found.values())}).items():
            print(f"{what:15} {seconds:7.3f} s   {seconds / base:6.2f} of a page with two rows")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
