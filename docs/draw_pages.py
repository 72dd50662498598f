"""Photograph live pages for the docs: ``python docs/draw_pages.py``; needs Chromium and playwright.

Six systems are written as pages, opened, moved to a time, and photographed, in light, in the dark
and as on a telephone. The pictures are for the eye: nothing compares them point by point.
"""

import importlib
import io
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
TARGET = HERE / "assets" / "live"
COLORS, PART = 128, 0.25  # of a picture; of the motion, after which it is photographed
WIDE = {"viewport": {"width": 1000, "height": 860}}
NARROW = {"viewport": {"width": 390, "height": 800}, "is_mobile": True, "has_touch": True}
# What is asked of the page: rows up to a time, and to be there.
GO = """async (part) => {
  const { live, past, clock } = zwang;
  const goal = live.t + part * live.span;
  while (past.end < goal && !(zwang.told?.status >= 0)) {
    clock.seek(1e9);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  clock.seek(goal);
}"""


def pages() -> dict[str, tuple[Callable, dict[str, Any]]]:
    """By name what writes a page, and how it is looked at."""
    sys.path[:0] = [str(HERE / "lessons"), str(HERE.parent / "examples")]
    zoo, examples = map(importlib.import_module, ("zoo", "live_pages"))
    return {
        "andrews": (lambda path: zoo.problem("andrews", path), WIDE),
        "bricard": (lambda path: zoo.mechanism("bricard", path), WIDE),
        "governor": (lambda path: zoo.mechanism("governor", path), WIDE),
        "coin": (lambda path: zoo.mechanism("rolling_coin", path), WIDE | {"color_scheme": "dark"}),
        "four_bar": (lambda path: zoo.problem("four_bar", path), WIDE),
        "arm": (examples.arm_page, NARROW),
    }


def photographed(browser: Any, path: Path, look: dict[str, Any]) -> Image.Image:
    """The page as it is seen without scrolling."""
    context = browser.new_context(reduced_motion="reduce", **look)
    tab = context.new_page()
    tab.goto(path.as_uri())
    tab.wait_for_timeout(1500)
    tab.evaluate(GO, PART)
    tab.wait_for_timeout(800)
    shot = tab.screenshot()
    context.close()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (write, look) in pages().items():
            path = Path(folder) / f"{name}.html"
            write(path)
            target = TARGET / f"{name}.png"
            photographed(browser, path, look).quantize(COLORS).save(target, optimize=True)
            print(target, target.stat().st_size, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
